//! The search for tests: takes goals, a cluster of callables and an executor, gives tests that cover the goals; reads no
//! clock, no Java text, and runs nothing but through the executor.

mod accidents;
mod algorithms;
mod archive;
mod behaviours;
mod costs;
mod covering;
mod dangers;
mod elements;
mod fitness;
mod focus;
mod graph;
mod literals;
mod local_search;
mod lookups;
mod minimise;
mod operators;
mod pair_order;
mod parameters;
mod pool;
mod probes;
mod propagation;
mod ranking;
mod reduce;
#[cfg(any(test, feature = "scripted"))]
pub mod scripted;
mod search;
mod session;
mod stepping;
mod surgery;
mod targets;
mod tracker;
mod workshop;

#[cfg(test)]
mod tests;

pub use accidents::{Accident, Cost};
pub use archive::{Archive, ArchivedTest, Ending, executed_length};
pub use behaviours::{Behaviour, behaviours};
pub use fitness::{Fitness, distance, normalise};
pub use focus::Choice;
pub use minimise::{Bench, minimise};
pub use parameters::{Algorithm, Crossover, Parameters, SETTINGS, Setting};
pub use pool::ConstantPool;
pub use propagation::{Apart, is_infected, is_noticed, propagation, run_apart, strong_mutants};
pub use reduce::reduce;
pub use search::{Closest, Found, Progress, SearchEvents, Stop, Surprise, Task, World, search};
