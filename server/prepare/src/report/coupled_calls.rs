//! Calls with the combinations that they couple, for people: places in the files, and the goal of each combination;
//! data alone.

use std::path::PathBuf;

use goalline_goals::GoalKey;
use goalline_syntax::Span;
use serde::{Deserialize, Serialize};

/// A branch of one of the files of a coupling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoupledBranch {
    /// The file.
    pub file: PathBuf,
    /// The condition in its text.
    pub span: Span,
    /// The condition.
    pub text: String,
    /// Its outcome.
    pub outcome: bool,
    /// The method that it stands in: `Discount.rateFor`.
    pub within: String,
}

/// A combination of a branch of the caller and one of the callee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combination {
    /// Position in [`CoupledCall::callers`].
    pub caller: usize,
    /// Position in [`CoupledCall::callees`].
    pub callee: usize,
    /// The goal; covered when the callee's branch happened while the call was on the stack, in a test that covers the
    /// caller's.
    pub key: GoalKey,
}

/// A call with what it couples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoupledCall {
    /// The file that the call stands in.
    pub file: PathBuf,
    /// The call in its text.
    pub span: Span,
    /// `Discount.rateFor`.
    pub callee: String,
    /// Files that hold what it may run, the caller's own among them where it does.
    pub callee_files: Vec<PathBuf>,
    /// The branches that are sure to lead to the call.
    pub callers: Vec<CoupledBranch>,
    /// The branches that it may run.
    pub callees: Vec<CoupledBranch>,
    /// Caller by caller.
    pub combinations: Vec<Combination>,
    /// How many more there are than the wish allows for one call.
    pub more: usize,
}

impl CoupledCall {
    /// `rateFor`, `newDiscount`: what a test is named after beside the caller's method.
    pub fn method_name(&self) -> String {
        let last = self.callee.rsplit('.').next();
        last.unwrap_or(&self.callee).replace(' ', "")
    }
}
