//! Tests of the whole search on small Java subjects that a scripted executor runs without a JVM.

mod algorithms;
mod behaviours;
mod beyond_text;
mod climbing;
mod coupled;
mod ending;
mod fitness;
mod fitness_kinds;
mod hazards;
mod intermediate_goals;
mod laws;
mod minimise_mutants;
mod overlap;
mod searching;
mod subject;
mod told_goals;
