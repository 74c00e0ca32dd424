//! What a goal is: its key, criterion, place and target; how a test reaches it is not decided here.

use std::sync::Arc;

use goalline_flow::{Branch, FileFlow, MethodId};
use goalline_syntax::Span;

/// A coverage criterion. `criteria.rs` holds the one table of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Branch coverage (BC).
    Branch,
}

/// The dense number of a goal in its `GoalSet`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoalId(pub u32);

/// A key that survives edits elsewhere in the file: class, method signature, kind, the predicate's text and its ordinal among
/// equals in the method, outcome. Example: `shop.Cart#total():branch:coupon != null#0:false`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoalKey(pub Arc<str>);

/// What has to happen in a run for the goal to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The predicate had this outcome.
    Branch(Branch),
    /// The method was entered (a method without predicates).
    Entry(MethodId),
}

/// What a criterion finds, before goals are numbered and named.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) method: MethodId,
    pub(crate) span: Span,
    pub(crate) text: String,
    pub(crate) target: Target,
}

/// One coverage goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its number.
    pub id: GoalId,
    /// Its stable name.
    pub key: GoalKey,
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// The method it stands in.
    pub method: MethodId,
    /// Where an editor shows it.
    pub span: Span,
    /// The expression, or the method's signature for an entry.
    pub text: String,
    /// What covers it.
    pub target: Target,
}

/// The goals of one file, with the flow they were made from.
#[derive(Clone, Debug, Default)]
pub struct GoalSet {
    /// By `GoalId`, in source order.
    pub goals: Vec<Goal>,
    /// The flow of the file.
    pub flow: Arc<FileFlow>,
}

impl GoalSet {
    /// The goal with this number.
    pub fn goal(&self, id: GoalId) -> &Goal {
        &self.goals[id.0 as usize]
    }
}
