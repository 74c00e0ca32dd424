//! Runs of an experiment and the folder that holds them, one file each.

pub(crate) mod engine_runs;
pub(crate) mod folder;
pub(crate) mod runner;
