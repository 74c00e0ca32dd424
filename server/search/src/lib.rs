//! The search for tests: takes goals, a cluster of callables and an executor, gives tests that cover the goals; reads
//! no clock, no Java text, and runs nothing but through the executor.

mod algorithms;
mod coupled;
mod goals;
mod hazards;
mod json_texts;
mod local_search;
mod minimise;
mod mutants;
mod operators;
mod parameters;
mod population;
#[cfg(any(test, feature = "scripted"))]
pub mod scripted;
mod session;
mod task;

#[cfg(test)]
mod tests;

pub use algorithms::search;
pub use goals::fitness::{Fitness, distance, normalise};
pub use hazards::blamed_calls::{BlamedCall, Cost};
pub use minimise::{HandedOn, Minimisation, minimise, with_all_properties};
pub use minimise::{
    behaviours::{Behaviour, behaviours},
    collaborators::silent::beside_silent_ones,
    use_of_result::used_once,
    values::array_ranges::passes_part_outside,
};
pub use mutants::propagation::{infected, is_infected, is_killed, propagation, strong_mutants};
pub use mutants::runs::{MutantBatch, MutantTurns, TurnPolicy, run_isolated, run_mutants};
pub use operators::constant_pool::ConstantPool;
pub use parameters::{Algorithm, CallableChoice, Crossover, Parameters, SETTINGS, Setting};
pub use population::archive::{Archive, ArchivedTest, Ending, executed_length};
pub use population::reduce::reduce;
pub use task::{
    Closest, SearchEvents, SearchProgress, SearchResult, SearchTask, Stop, UndeclaredException,
    World,
};
