//! What the name of a test can be made of: its statements, which of them is the act, and what is asserted; finds no
//! words.

use goalline_testcase::{Callable, Statement, StatementKind, TestCluster, Var};

use crate::assertions::checks::Check;

/// What a name can be made of.
pub(crate) struct Facts<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    pub(crate) act: usize,
    pub(crate) checks: &'a [Check],
    /// Binary name of the expected exception.
    pub(crate) thrown: Option<&'a str>,
    /// Its message, where the test expects that too.
    pub(crate) message: Option<&'a str>,
}

impl Facts<'_> {
    /// The callable under test with its receiver and arguments, where the act is a call.
    pub(crate) fn callable(&self) -> Option<(&Callable, Option<Var>, &[Var])> {
        match &self.statements[self.act].kind {
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => Some((self.cluster.callable(*callable), *receiver, arguments)),
            _ => None,
        }
    }
}
