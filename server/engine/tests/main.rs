//! Whole runs of the engine on a real JVM. One executable holds them all: it is linked once, and while one test waits
//! for its JVM the next one runs.

mod cart;
mod coupled;
mod killing;
mod pair;
mod possible_faults;
mod preview;
mod questions;
mod refused;
mod remembering;
mod replacing;
mod understanding;
mod user_tests;
