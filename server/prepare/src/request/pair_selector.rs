//! Which pairs of branches a run is about: data alone.

/// Which pairs of a file a run is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairSelector {
    /// Only calls of this class, by its simple or binary name.
    pub callee: Option<String>,
    /// What covers a pair.
    pub reading: PairDefinition,
    /// At most so many pairs for one call, the nearest; all when none.
    pub most_pairs: Option<usize>,
}

/// What it takes to cover a pair of branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairDefinition {
    /// One test covers both: the published criterion.
    #[default]
    Paper,
    /// The callee's branch happens while the call is on the stack, in a test that covers the caller's. Each call has
    /// goals of its own.
    Strict,
    /// Both: each pair has a goal, and each call has goals of its own. What measuring takes.
    Both,
}

impl PairSelector {
    /// Whether calls of this class (binary name) are wanted.
    pub(crate) fn takes(&self, callee: &str) -> bool {
        self.callee.as_ref().is_none_or(|name| {
            let simple = callee.rsplit(['.', '$']).next().unwrap_or(callee);
            simple == name || callee == name
        })
    }
}
