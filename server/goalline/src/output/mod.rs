//! What the command line prints: excerpts, bars, summaries, reports.

pub(crate) mod excerpt;
pub(crate) mod explain;
pub(crate) mod missed;
pub(crate) mod paint;
pub(crate) mod progress;
pub(crate) mod report_json;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod sandbox_words;
pub(crate) mod summary;
pub(crate) mod totals;
pub(crate) mod visible;
