//! Mutants in a search: whether a test infects one, whether what it changed can be seen, and the driver of such runs.

pub(crate) mod propagation;
pub(crate) mod runs;
