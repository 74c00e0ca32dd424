//! Top-level method coverage (TMC): takes the flow of a file, gives every method and constructor that a test can call
//! by itself.

use goalline_flow::{FileFlow, MethodId};

use crate::{Target, goal::FoundGoal};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    of_callables(flow, Target::Called)
}

/// A goal per method and constructor that a test can call by itself.
pub(super) fn of_callables(flow: &FileFlow, target: fn(MethodId) -> Target) -> Vec<FoundGoal> {
    let callables = flow.methods.iter().filter(|method| method.is_callable);
    callables
        .map(|method| FoundGoal::of_method(method, target(method.id)))
        .collect()
}
