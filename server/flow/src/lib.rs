//! Flow of Java methods: takes a parsed file, gives predicates, control dependence and call sites; knows nothing of coverage.

mod file_flow;

pub use file_flow::{
    Branch, CallSite, FileFlow, Line, MethodFlow, MethodId, MethodKind, Predicate, PredicateId,
    PredicateKind,
};
