//! One module per command; each takes its options and gives the exit status.

pub mod build_model;
pub mod class_pairs;
pub mod couple;
pub mod coverage;
pub mod demo;
pub mod doctor;
pub mod experiment;
pub mod generate;
pub mod goals;
pub mod selection_check;

/// Done.
pub const DONE: u8 = 0;
/// Nothing could be generated; the reason was printed.
pub const NOTHING: u8 = 1;
/// Wrong use; what is wrong was printed.
pub const WRONG_USE: u8 = 2;
