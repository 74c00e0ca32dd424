//! What is kept between runs and processes, so that an editor has yesterday's results at once.

pub(crate) mod last_pairs;
pub(crate) mod last_results;

/// What wrote a file: versions differ in what they understand.
pub(crate) fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
