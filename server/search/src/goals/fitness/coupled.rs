//! Coupled branches (COUPLED.md): the way to the caller's branch first, then that to the callee's; takes both files'
//! probes in one trace.

use std::collections::{BTreeMap, BTreeSet};

use goalline_goals::{CoupledBranches, GoalId, GoalSet, Target};
use goalline_testcase::Trace;

use super::{Fitness, normalise};
use crate::goals::graph::branch_index;

/// The goals of pairs by the caller's branch, each with the callee's.
#[derive(Debug, Default)]
pub(super) struct PairsByCaller {
    by_caller: BTreeMap<u32, Vec<(u32, GoalId)>>,
}

impl PairsByCaller {
    pub(super) fn new(goals: &GoalSet) -> Self {
        let mut pairs = Self::default();
        for goal in &goals.goals {
            if let Target::Coupled(CoupledBranches { caller, callee }) = goal.target {
                let of_caller = pairs.by_caller.entry(branch_index(caller)).or_default();
                of_caller.push((branch_index(callee), goal.id));
            }
        }
        pairs
    }

    /// The pairs of which a trace covers both branches.
    pub(super) fn covered(&self, trace: &Trace, visit: &mut impl FnMut(GoalId)) {
        if self.by_caller.is_empty() {
            return;
        }
        let mut happened = BTreeSet::new();
        for seen in &trace.predicates {
            for (outcome, count) in [(0, seen.false_count), (1, seen.true_count)] {
                if count > 0 {
                    happened.insert(seen.predicate * 2 + outcome);
                }
            }
        }
        for caller in &happened {
            for (callee, goal) in self.by_caller.get(caller).into_iter().flatten() {
                if happened.contains(callee) {
                    visit(*goal);
                }
            }
        }
    }
}

impl Fitness {
    /// Whether the target is a pair whose caller's branch happened without the callee's method being entered. Where
    /// an error ended the test (a static initialiser that fails does that to every test), such a test is no nearer
    /// than any other.
    pub(crate) fn lost_its_callee(&self, target: Target) -> bool {
        let Target::Coupled(pair) = target else {
            return false;
        };
        let caller = pair.caller.predicate;
        let near = self.plain.near[caller.0 as usize][usize::from(pair.caller.outcome)];
        let method = self.graph.method[pair.callee.predicate.0 as usize];
        self.ran(caller) && near <= 0.0 && self.entered[method as usize] != self.epoch
    }

    /// D(r) + 1 while the caller's branch r did not happen, else ν(D(e)): always below 1, so that the second part
    /// never looks farther away than the first.
    pub(super) fn coupled_distance(&mut self, pair: CoupledBranches) -> f64 {
        let caller = self.branch_distance(branch_index(pair.caller));
        if caller > 0.0 {
            return 1.0 + caller;
        }
        let inner = self.branch_distance(branch_index(pair.callee));
        if inner > 0.0 { normalise(inner) } else { 0.0 }
    }
}
