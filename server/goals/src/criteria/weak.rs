//! Weak mutation (WM): takes the flow of a file, gives a goal per mutant: that it computes another value. What runs a
//! call or a `return` infects their mutants anyway, so these have none.

use goalline_flow::FileFlow;

use crate::{Mutant, MutantId, Target, goal::FoundGoal, mutants};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    of_mutants(flow, Target::Weak, |mutant| mutant.operator.is_weak_goal())
}

/// A goal per mutant of each operation that counts.
pub(super) fn of_mutants(
    flow: &FileFlow,
    target: fn(MutantId) -> Target,
    counts: fn(&Mutant) -> bool,
) -> Vec<FoundGoal> {
    let of_operation = |operation| {
        mutants(operation)
            .into_iter()
            .filter(counts)
            .map(move |mutant| FoundGoal {
                method: operation.method,
                span: operation.span,
                text: operation.text.clone(),
                detail: format!(":{}", mutant.text),
                order: mutant.id.0,
                target: target(mutant.id),
            })
    };
    flow.operations.iter().flat_map(of_operation).collect()
}
