//! Byte ranges into a Java source text: what they are and how they combine; no text is kept here.

use serde::{Deserialize, Serialize};

/// A half-open byte range `start..end` into the UTF-8 text of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte; never below `start`.
    pub end: usize,
}

impl Span {
    /// The span `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span never ends before it starts");
        Self { start, end }
    }

    /// Whether `other` lies in this span, both ends included.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text under this span.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}
