//! Branch coverage (BC): takes the flow of a file, gives both outcomes of each predicate, and the entry of methods
//! without any.

use std::collections::BTreeSet;

use goalline_flow::{Branch, FileFlow, MethodId, MethodKind};

use crate::{Target, goal::FoundGoal};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    branches(flow, Target::Branch, Target::Entry)
}

/// Labels and defaults are goals only when chosen. Initialisers and lambdas without predicates have none: the one
/// runs with the class, the other is no place a test aims at.
pub(super) fn branches(
    flow: &FileFlow,
    of_branch: fn(Branch) -> Target,
    of_entry: fn(MethodId) -> Target,
) -> Vec<FoundGoal> {
    let branches = flow.predicates.iter().flat_map(|predicate| {
        predicate.branches().map(move |branch| FoundGoal {
            method: predicate.method,
            span: predicate.span,
            text: predicate.text.clone(),
            detail: format!(":{}", branch.outcome),
            order: u32::from(!branch.outcome),
            target: of_branch(branch),
        })
    });
    let decided: BTreeSet<_> = flow
        .predicates
        .iter()
        .map(|predicate| predicate.method)
        .collect();
    let straight = flow.methods.iter().filter(|method| {
        matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
            && !decided.contains(&method.id)
    });
    let entries = straight.map(|method| FoundGoal::of_method(method, of_entry(method.id)));
    branches.chain(entries).collect()
}
