//! What is kept between runs and processes, so that an editor has yesterday's results at once.

pub(crate) mod last_pairs;
pub(crate) mod last_results;
