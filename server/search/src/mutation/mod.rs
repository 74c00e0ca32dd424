//! Mutants in a search: whether a test infects one, and whether what it changed can be seen.

pub(crate) mod propagation;
