//! How far a search had got at some time: data alone.

/// How far a search had got; from here until the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Seconds of search, when it was noticed: after the batch, of whole suites without an archive after the generation.
    pub seconds: f64,
    /// Tests run.
    pub executions: u64,
    /// Sought goals that some test covers.
    pub covered: usize,
}
