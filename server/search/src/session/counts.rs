//! How far a search is, in numbers: what budgets, reports and the order of things are told by; only data.

/// How far a search is.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Generations so far.
    pub generation: u32,
    /// Tests run so far, those under way counted.
    pub executions: u64,
    /// Those under way.
    pub under_way: u64,
    /// Tests run so far up to the one that is being recorded: those behind it in its batch, those that run mutants of
    /// it, and those that confirm it are not counted.
    pub recorded: u64,
    /// Tests run in fresh class loaders.
    pub fresh_runs: u64,
    /// How many goals came up so far.
    pub discovered: usize,
    /// The generation in which the last goal came up.
    pub last_discovery: u32,
    /// The generation in which a wanted goal was covered last that was not before.
    pub last_covered: u32,
}

impl Counts {
    /// Tests run so far, those under way not counted.
    pub(crate) fn fetched(&self) -> u64 {
        self.executions - self.under_way
    }
}
