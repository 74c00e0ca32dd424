//! Goals that no input can reach: takes goals and described classes, gives the reason per goal; what is not certain
//! is not said.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, PredicateId, PredicateKind};
use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::ClassDescription;

/// The goals that ask for the `default` of a switch over all constants of an enum, with the reason.
pub(crate) fn out_of_reach(
    goals: &GoalSet,
    described: &[ClassDescription],
) -> BTreeMap<GoalId, String> {
    let flow = &goals.flow;
    let defaults: BTreeMap<PredicateId, String> = flow
        .predicates
        .iter()
        .filter_map(|predicate| match predicate.kind {
            PredicateKind::Default { switch } => {
                let class = exhausted(flow, switch, described)?;
                let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
                let reason = format!(
                    "nothing can reach it, the labels above name every constant of {simple}"
                );
                Some((predicate.id, reason))
            }
            _ => None,
        })
        .collect();
    let of_goals = goals.goals.iter().filter_map(|goal| {
        let branch = goal.target.branch().filter(|branch| branch.outcome)?;
        Some((goal.id, defaults.get(&branch.predicate)?.clone()))
    });
    of_goals.collect()
}

/// The enum whose constants are the labels of the switch.
fn exhausted<'a>(
    flow: &FileFlow,
    switch: u32,
    described: &'a [ClassDescription],
) -> Option<&'a str> {
    let is_label = |kind: PredicateKind| kind == PredicateKind::Label { switch };
    let labels: BTreeSet<&str> = flow
        .predicates
        .iter()
        .filter(|one| is_label(one.kind))
        .map(|one| one.text.rsplit('.').next().unwrap_or(&one.text))
        .collect();
    let is_whole = |class: &&ClassDescription| {
        let constants: BTreeSet<&str> = class.enum_constants.iter().map(String::as_str).collect();
        !constants.is_empty() && constants == labels
    };
    described
        .iter()
        .find(is_whole)
        .map(|class| class.name.as_str())
}
