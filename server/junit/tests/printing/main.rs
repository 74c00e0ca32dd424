//! Printed tests: a small language for clusters and programs, and what is printed for them, read by people and by
//! javac.

mod asserted;
mod compiled;
mod descriptions;
mod libraries;
mod mocks;
mod names;
mod printed;
mod programs;
mod random;
mod shop;
mod tables;
mod thrown;
