//! Exception coverage (EC): no text tells which exceptions a method throws, so goals come up while tests run
//! (`GoalSet::discover`).

use goalline_flow::{FileFlow, MethodFlow};

use crate::{ExceptionId, Target, goal::FoundGoal};

pub(super) fn goals(_: &FileFlow) -> Vec<FoundGoal> {
    Vec::new()
}

/// The goal "this exception leaves a direct call of this method".
pub(crate) fn discovered(method: &MethodFlow, exception: ExceptionId, class: &str) -> FoundGoal {
    FoundGoal {
        detail: format!(":{class}"),
        order: exception.0,
        ..FoundGoal::of_method(method, Target::Threw(method.id, exception))
    }
}
