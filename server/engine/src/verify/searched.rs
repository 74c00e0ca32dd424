//! What a search with its offers gave: found tests with their verdicts, and when; nothing of how it went.

use std::time::Instant;

use goalline_prepare::PossibleFault;
use goalline_search::SearchResult;

use crate::verify::verification::{Candidate, Verdict};

/// What a search with its offers gave.
pub(crate) struct Searched {
    pub found: SearchResult,
    pub seconds: f64,
    pub first_test: Option<Instant>,
    /// Tests in the suite, with the goals each was taken for.
    pub verdicts: Vec<(Candidate, Verdict)>,
    /// What threw without anybody having said so.
    pub faults: Vec<PossibleFault>,
}

impl Searched {
    /// Whether a test is ready.
    pub(crate) fn has_ready(&self) -> bool {
        let is_ready = |(_, verdict): &(Candidate, Verdict)| matches!(verdict, Verdict::Ready(_));
        self.verdicts.iter().any(is_ready)
    }
}
