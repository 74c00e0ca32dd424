//! Intermediate goals to coupled branches: takes pairs of a joined flow, gives the caller's branches on the way to them
//! as goals that are sought and not reported; scores nothing.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{Branch, CallSite, FileFlow, MethodId, Predicate};
use goalline_goals::{GoalId, GoalSet, Target};

use crate::goals::targets::IntermediateSteps;

/// The goals with the branches that lead to wanted pairs behind all others; none where no pair is wanted.
pub(crate) fn with_intermediate_goals(
    goals: &GoalSet,
    wanted: &[GoalId],
) -> Option<(GoalSet, IntermediateSteps)> {
    let callers: BTreeSet<Branch> = wanted
        .iter()
        .filter_map(|goal| match goals.goal(*goal).target {
            Target::Coupled(pair) => Some(pair.caller),
            _ => None,
        })
        .collect();
    let intermediate = IntermediateGoals::to(&goals.flow, callers);
    let first = goals.goals.len();
    let steps = IntermediateSteps {
        first: GoalId(first as u32),
        first_before: GoalId((first + intermediate.leading.len()) as u32),
    };
    let all = [intermediate.leading, intermediate.before].concat();
    (!all.is_empty()).then(|| (goals.with_branches(&all), steps))
}

/// Branches that are sought for the sake of others.
struct IntermediateGoals {
    /// Those on which others depend.
    leading: Vec<Branch>,
    /// Those of what is called on the way: it may throw.
    before: Vec<Branch>,
}

impl IntermediateGoals {
    /// To these branches: they and all on which they depend, those around the calls of their methods among them; and
    /// those of what is called on the way before.
    fn to(flow: &FileFlow, mut found: BTreeSet<Branch>) -> Self {
        let mut open: Vec<Branch> = found.iter().copied().collect();
        let mut way = Way::default();
        while let Some(branch) = open.pop() {
            let predicate = flow.predicate(branch.predicate);
            way.pass(predicate.method, predicate.span.start);
            let is_around = |site: &&CallSite| site.callees.contains(&predicate.method);
            let around: Vec<&CallSite> = flow.call_sites.iter().filter(is_around).collect();
            for site in &around {
                way.pass(site.caller, site.span.start);
            }
            let around = around.iter().flat_map(|site| &site.controls);
            for branch in predicate.controls.iter().chain(around) {
                if found.insert(*branch) {
                    open.push(*branch);
                }
            }
        }
        let before = way.called_before(flow);
        let inside = flow
            .predicates
            .iter()
            .filter(|it| before.contains(&it.method));
        let before = inside
            .flat_map(Predicate::branches)
            .filter(|it| !found.contains(it))
            .collect();
        Self {
            leading: found.into_iter().collect(),
            before,
        }
    }
}

/// Methods on the way to something, each with the last place there that is passed.
#[derive(Default)]
struct Way(BTreeMap<MethodId, usize>);

impl Way {
    fn pass(&mut self, method: MethodId, place: usize) {
        let last = self.0.entry(method).or_default();
        *last = place.max(*last);
    }

    /// Methods of the same classes that are called before a place that is passed, and what they call there in turn.
    fn called_before(&self, flow: &FileFlow) -> BTreeSet<MethodId> {
        let classes: BTreeSet<&str> = self.0.keys().map(|it| &*flow.method(*it).class).collect();
        let callees = |site: &CallSite| {
            let all = site.callees.iter().copied();
            all.filter(|it| classes.contains(&*flow.method(*it).class))
                .collect::<Vec<_>>()
        };
        let is_before = |site: &&CallSite| {
            self.0
                .get(&site.caller)
                .is_some_and(|place| site.span.start < *place)
        };
        let mut open: Vec<MethodId> = flow
            .call_sites
            .iter()
            .filter(is_before)
            .flat_map(callees)
            .collect();
        let mut found = BTreeSet::new();
        while let Some(method) = open.pop() {
            if found.insert(method) {
                let inside = flow.call_sites.iter().filter(|site| site.caller == method);
                open.extend(inside.flat_map(callees));
            }
        }
        found
    }
}
