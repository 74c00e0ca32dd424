//! Coupled branches (CBC): one file tells nothing of pairs, so goals come from the call sites of several
//! (`GoalSet::coupled`).

use goalline_flow::FileFlow;

use crate::goal::FoundGoal;

pub(super) fn goals(_: &FileFlow) -> Vec<FoundGoal> {
    Vec::new()
}
