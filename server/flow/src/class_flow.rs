//! Class-level flow: takes the bodies of many files and what a compiler knows of their calls, gives coupled call sites.
//!
//! The methods of a class, inherited ones included, are joined at their calls. A lambda is a graph of its own:
//! writing it is not running it, so nothing in it is sure to happen. An exception that leaves its method counts as
//! the method's end, wherever it comes from: what a caller does about it is as implicit as with a library.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

mod body_flow;
mod callee;
mod class_graph;
mod code_base;
mod coupled_sites;
mod post_dominance;
#[cfg(test)]
mod tests;

pub use body_flow::{BodyCall, BodyFlow, FlowEdge};
pub use code_base::{BodyId, CodeBase, CodeFile};
pub use coupled_sites::{CoupledSite, CouplingKind, SiteCount, coupled_sites};
