//! Pairs of branches of a caller and its callees: all that only they need stands behind this door.

pub(crate) mod call_list;
pub mod coupling;
pub(crate) mod inspected;
pub mod meta_mutant;
pub(crate) mod nearest_pairs;
pub(crate) mod parts;
