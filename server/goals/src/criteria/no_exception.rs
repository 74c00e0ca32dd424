//! No-exception method coverage (NTMC): takes the flow of a file, gives the methods of TMC, each to return normally.

use goalline_flow::FileFlow;

use crate::{Target, criteria::method::of_callables, goal::FoundGoal};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    of_callables(flow, Target::Returned)
}
