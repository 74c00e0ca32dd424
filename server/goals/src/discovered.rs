//! Goals that no text tells of: exceptions that left direct calls, kept in the order in which they were seen. The
//! list only grows.

use goalline_flow::MethodId;

use crate::{ExceptionId, Goal};

/// Goals that came up while tests ran. One thread adds, any may read.
#[derive(Clone, Debug, Default)]
pub struct Discovered {
    goals: boxcar::Vec<Goal>,
    /// Binary names of exception classes, by `ExceptionId`.
    exceptions: boxcar::Vec<String>,
}

impl Discovered {
    /// The goals, in the order in which they were seen.
    pub fn goals(&self) -> impl Iterator<Item = &Goal> {
        self.goals.iter().map(|(_, goal)| goal)
    }

    /// The goal that an exception of this class (binary name) leaves a direct call of the method, where one was seen
    /// to.
    pub fn find(&self, method: MethodId, class: &str) -> Option<&Goal> {
        self.goals()
            .find(|goal| goal.method == method && goal.detail == class)
    }

    /// Binary name of an exception class.
    pub fn exception(&self, id: ExceptionId) -> &str {
        &self.exceptions[id.0 as usize]
    }

    pub(crate) fn goal(&self, at: usize) -> &Goal {
        &self.goals[at]
    }

    pub(crate) fn exception_id(&self, class: &str) -> ExceptionId {
        let known = self.exceptions.iter().find(|(_, known)| *known == class);
        let at = known.map_or_else(|| self.exceptions.push(class.to_owned()), |(at, _)| at);
        ExceptionId(at as u32)
    }

    pub(crate) fn push(&self, goal: Goal) {
        self.goals.push(goal);
    }
}
