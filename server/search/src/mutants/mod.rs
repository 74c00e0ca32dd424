//! Mutants of the program in a search: whether a test infects one, whether what it changed can be seen, and the driver
//! of such runs. Mutations of test cases are another thing: `operators`.

pub(crate) mod propagation;
pub(crate) mod runs;
