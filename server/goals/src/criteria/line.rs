//! Line coverage (LC): takes the flow of a file, gives each line on which a statement starts.

use goalline_flow::FileFlow;

use crate::{Target, goal::FoundGoal};

/// How much of a statement's text names it.
const LONGEST: usize = 60;

pub(super) fn goals(flow: &FileFlow) -> Vec<FoundGoal> {
    let lines = flow.lines.iter().zip(0..);
    lines
        .map(|(line, index)| FoundGoal {
            method: line.method,
            span: line.span,
            text: line.text.chars().take(LONGEST).collect(),
            detail: String::new(),
            order: 0,
            target: Target::Line(index),
        })
        .collect()
}
