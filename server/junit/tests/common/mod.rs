//! A small language for clusters and tests: takes text, gives class descriptions and test cases; knows only what these tests need.

mod descriptions;
mod programs;

pub use descriptions::{cluster, parse_type};
pub use programs::{Program, object, seen};
