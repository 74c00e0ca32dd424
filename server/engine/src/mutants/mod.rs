//! Runs with mutants: which test kills which, read by whoever chooses assertions or measures a suite.

pub(crate) mod kill_matrix;
pub mod suite_kills;
pub(crate) mod surviving;
