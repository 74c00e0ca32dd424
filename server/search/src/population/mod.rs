//! Tests as a population: what is kept per goal, who is bred from, what is left for a suite.

pub(crate) mod archive;
pub(crate) mod costs;
pub(crate) mod ranking;
pub(crate) mod reduce;
