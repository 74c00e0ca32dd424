//! Probes woven into Java source text, line for line; touches no files and never changes what the code does.
//!
//! [`weave`] takes a file, its flow and a [`ProbePlan`] and gives the probed text. Where javac rejects a probe,
//! [`ProbePlan::step_down`] takes its error positions and makes the plan a little humbler; weave and compile again
//! until nothing is left to complain about. What lost its probe for good is listed, with the reason, by
//! [`ProbedSource::unmeasurable`].

mod constants;
mod edits;
mod entries;
mod exits;
mod lines;
mod marks;
mod observed_calls;
mod operations;
mod predicates;
mod probe_plan;
mod probed;
mod returns;
mod switches;
mod weave;
mod weaver;

pub use probe_plan::{MarkedCall, ProbeLevel, ProbePlan};
pub use probed::ProbedSource;
pub use weave::weave;
