//! Suites measured for experiments: nothing here is offered to anybody.

pub(crate) mod fault_check;
pub(crate) mod measure;
pub(crate) mod measure_pair;
pub(crate) mod pair_scoring;
pub(crate) mod pair_suites;
pub(crate) mod scoring;
pub(crate) mod selection_check;
