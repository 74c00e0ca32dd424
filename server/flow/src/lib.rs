//! Flow of Java methods: takes a parsed file, gives predicates, control dependence and call sites; knows nothing of
//! coverage.

mod assemble;
mod attributed;
mod bodies;
mod build;
mod class_flow;
mod constant_conditions;
mod exempt;
mod file_flow;
mod graph;
mod joined;
mod operations;
mod possible_callees;
mod variables;

pub use attributed::{
    AttributedCall, AttributedClass, AttributedFile, AttributedMethod, CallKind, MethodName,
};
pub use class_flow::{
    BodyCall, BodyFlow, BodyId, CodeBase, CodeFile, CoupledSite, CouplingKind, FlowEdge, SiteCount,
    coupled_sites,
};
pub use exempt::Exempt;
pub use file_flow::{
    Branch, CallSite, FileFlow, Line, MethodFlow, MethodId, MethodKind, Operation, OperationId,
    OperationKind, Predicate, PredicateId, PredicateKind,
};

pub use joined::Offsets;

#[cfg(test)]
mod tests;
