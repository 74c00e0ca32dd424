//! Branch coverage (BC): takes the flow of a file, gives both outcomes of each predicate, and the entry of methods without any.

use std::collections::BTreeSet;

use goalline_flow::{Branch, FileFlow, MethodKind, PredicateKind};

use crate::{Target, goal::Found};

/// Labels and defaults are goals only when chosen. Initialisers and lambdas without predicates have none: the one runs with the
/// class, the other is no place a test aims at.
pub(super) fn goals(flow: &FileFlow) -> Vec<Found> {
    let branches = flow.predicates.iter().flat_map(|predicate| {
        let is_choice = matches!(
            predicate.kind,
            PredicateKind::Label { .. } | PredicateKind::Default { .. }
        );
        let outcomes: &[bool] = if is_choice { &[true] } else { &[true, false] };
        outcomes.iter().map(|outcome| Found {
            method: predicate.method,
            span: predicate.span,
            text: predicate.text.clone(),
            target: Target::Branch(Branch {
                predicate: predicate.id,
                outcome: *outcome,
            }),
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
    let entries = straight.map(|method| Found {
        method: method.id,
        span: method.name_span,
        text: method.signature(),
        target: Target::Entry(method.id),
    });
    branches.chain(entries).collect()
}
