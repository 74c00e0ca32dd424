//! Direct branch coverage (DBC): takes the flow of a file, gives the goals of branch coverage, each to happen in a
//! direct call.

use goalline_flow::FileFlow;

use crate::{Target, criteria::branch::branches, goal::FoundGoal};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    branches(flow, Target::DirectBranch, Target::DirectEntry)
}
