//! What a goal is: its key, criterion, place and target; how a test reaches it is not decided here.

use std::sync::Arc;

use goalline_flow::{Branch, MethodFlow, MethodId};
use goalline_syntax::Span;
use serde::{Deserialize, Serialize};

use crate::{MutantId, OutputClass};

/// A coverage criterion. `criteria.rs` holds the one table of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Branch coverage (BC).
    Branch,
    /// Direct branch coverage (DBC).
    Direct,
    /// Line coverage (LC).
    Line,
    /// Weak mutation (WM).
    Weak,
    /// Strong mutation (SM).
    Strong,
    /// Top-level method coverage (TMC).
    Method,
    /// No-exception method coverage (NTMC).
    NoException,
    /// Exception coverage (EC).
    Exception,
    /// Output coverage (OC).
    Output,
    /// Coupled branches (CBC): goals come from several files (`GoalSet::coupled`).
    Coupled,
}

/// An exception class, by its place in [`crate::Discovered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExceptionId(pub u32);

/// The dense number of a goal in its `GoalSet`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoalId(pub u32);

/// A key that survives edits elsewhere in the file: class, method signature, kind, the predicate's text and its
/// ordinal among equals in the method, outcome. Example: `shop.Cart#total():branch:coupon != null#0:false`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GoalKey(pub Arc<str>);

/// What has to happen in a run for the goal to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The predicate had this outcome.
    Branch(Branch),
    /// The method was entered (a method without predicates).
    Entry(MethodId),
    /// The predicate had this outcome in a call that the test itself made to its method; where a test cannot call
    /// that method (`MethodFlow::is_callable`), in any call.
    DirectBranch(Branch),
    /// The test itself called the method (a method without predicates), or anything did where a test cannot.
    DirectEntry(MethodId),
    /// The statement ran that begins the line of this index in `FileFlow::lines`.
    Line(u32),
    /// The mutant computed another value at least once.
    Weak(MutantId),
    /// A test can see what the mutant changes.
    Strong(MutantId),
    /// The test itself called the method.
    Called(MethodId),
    /// The same, and the method returned.
    Returned(MethodId),
    /// The exception left a call that the test itself made to the method. Discovered while running.
    Threw(MethodId, ExceptionId),
    /// A call that the test itself made to the method returned such a value.
    Output(MethodId, OutputClass),
    /// One test covers both branches.
    Coupled(CoupledBranches),
}

/// A branch of a caller with a branch of what it calls, in the numbers of a joined flow (`FileFlow::joined`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoupledBranches {
    /// The caller's.
    pub caller: Branch,
    /// The callee's.
    pub callee: Branch,
}

impl Target {
    /// The branch whose outcome covers it, in any call or in a direct one.
    pub fn branch(self) -> Option<Branch> {
        match self {
            Self::Branch(branch) | Self::DirectBranch(branch) => Some(branch),
            _ => None,
        }
    }

    /// The mutant that it is about.
    pub fn mutant(self) -> Option<MutantId> {
        match self {
            Self::Weak(mutant) | Self::Strong(mutant) => Some(mutant),
            _ => None,
        }
    }
}

/// What a criterion finds, before goals are numbered and named.
#[derive(Clone, Debug)]
pub(crate) struct FoundGoal {
    pub(crate) method: MethodId,
    pub(crate) span: Span,
    pub(crate) text: String,
    /// What tells it from others at the same place, in keys and in order: `:true`, `:a * b`, `:empty`.
    pub(crate) detail: String,
    /// Its place among those that share a span.
    pub(crate) order: u32,
    pub(crate) target: Target,
}

impl FoundGoal {
    /// A goal at the name of a method.
    pub(crate) fn of_method(method: &MethodFlow, target: Target) -> Self {
        Self {
            method: method.id,
            span: method.name_span,
            text: method.signature(),
            detail: String::new(),
            order: 0,
            target,
        }
    }
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
    /// What tells it from others with this text: the changed operation of a mutant, the kind of an output, the class
    /// of an exception.
    pub detail: String,
    /// Whether it is about a for-each loop: that there is an element, or none left.
    pub is_loop: bool,
    /// What covers it.
    pub target: Target,
}

impl Goal {
    /// What it asks for, short: `` `total > LIMIT` true ``, `` `a + b` told from `a * b` ``.
    pub fn aim(&self) -> String {
        let Self { text, detail, .. } = self;
        match self.target {
            Target::Branch(branch) => format!("`{text}` {}", self.outcome(branch)),
            Target::DirectBranch(branch) => {
                format!("`{text}` {} in a direct call", self.outcome(branch))
            }
            Target::Entry(_) | Target::Called(_) => format!("`{text}` called"),
            Target::DirectEntry(_) => format!("`{text}` called directly"),
            Target::Returned(_) => format!("`{text}` returning normally"),
            Target::Line(_) => format!("`{text}` run"),
            Target::Weak(_) => format!("`{text}` other than `{detail}`"),
            Target::Strong(_) => format!("`{text}` told from `{detail}`"),
            Target::Threw(..) => format!("`{text}` throwing {detail}"),
            Target::Output(..) => format!("`{text}` returning {detail}"),
            Target::Coupled(_) => format!("{text} with {detail}"),
        }
    }

    /// `true` or `false`; of a for-each loop what that means.
    fn outcome(&self, branch: Branch) -> &'static str {
        match (self.is_loop, branch.outcome) {
            (true, true) => "giving an element",
            (true, false) => "giving no more",
            (false, true) => "true",
            (false, false) => "false",
        }
    }
}
