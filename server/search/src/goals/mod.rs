//! Goals while they are searched: how far each one is, which are sought now, what a test told of them.

pub(crate) mod fitness;
pub(crate) mod graph;
pub(crate) mod pair_prerequisites;
pub(crate) mod targets;
pub(crate) mod tracker;
