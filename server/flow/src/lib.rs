//! Flow of Java methods: takes a parsed file, gives predicates, control dependence and call sites; knows nothing of coverage.

mod assemble;
mod bodies;
mod build;
mod calls;
mod constants;
mod file_flow;
mod graph;

pub use file_flow::{
    Branch, CallSite, FileFlow, Line, MethodFlow, MethodId, MethodKind, Predicate, PredicateId,
    PredicateKind,
};

#[cfg(test)]
mod tests;
