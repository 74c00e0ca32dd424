//! Which pair of branches waits for which: takes the goals of pairs, gives those of which any leads to another; knows
//! no distances.

use std::collections::BTreeMap;

use goalline_flow::{Branch, FileFlow};
use goalline_goals::{CoupledBranches, Goal, GoalSet, Target};

/// The goals of pairs by their branches.
pub(crate) struct PairsByBranches(BTreeMap<(Branch, Branch), u32>);

impl PairsByBranches {
    pub(crate) fn of(goals: &GoalSet) -> Self {
        let pair = |goal: &Goal| match goal.target {
            Target::Coupled(CoupledBranches { caller, callee }) => {
                Some(((caller, callee), goal.id.0))
            }
            _ => None,
        };
        Self(goals.goals.iter().filter_map(pair).collect())
    }

    /// The goals of which any leads to a pair, where the caller's branch is one itself: that branch, or pairs with
    /// what the callee's branch depends on in its method.
    pub(crate) fn parents(
        &self,
        flow: &FileFlow,
        pair: CoupledBranches,
        goal_of: impl Fn(Branch) -> Option<u32>,
    ) -> Option<Vec<u32>> {
        let caller = goal_of(pair.caller)?;
        let inside = flow.predicate(pair.callee.predicate);
        let before = inside
            .controls
            .iter()
            .filter(|it| it.predicate != inside.id);
        // A branch that comes later leads here over a loop's way back only.
        if before.clone().all(|it| it.predicate > inside.id) {
            return Some(vec![caller]);
        }
        let with_caller = |it: &Branch| self.0.get(&(pair.caller, *it)).copied();
        let before_it: Option<Vec<u32>> = before.map(with_caller).collect();
        Some(before_it.unwrap_or_else(|| vec![caller]))
    }
}
