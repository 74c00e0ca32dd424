//! Tests of the whole search on small Java subjects that a scripted executor runs without a JVM.

mod algorithms;
mod behaviours;
mod beyond_text;
mod climbing;
mod coupled;
mod dangers;
mod ending;
mod fitness;
mod kinds;
mod laws;
mod overlap;
mod searching;
mod stepping;
mod subject;
mod telling;
mod watching;
