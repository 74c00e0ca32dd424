//! Strong mutation (SM): takes the flow of a file, gives a goal per mutant: that a test can see what it changes.

use goalline_flow::FileFlow;

use crate::{Target, criteria::weak::of_mutants, goal::FoundGoal};

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    of_mutants(flow, Target::Strong, |_| true)
}
