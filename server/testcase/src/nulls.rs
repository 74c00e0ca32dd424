//! Where `null` may not go: takes what declarations forbid, says of callables and tests whether a value has to be an
//! object.

use goalline_flow::MethodId;

use crate::cluster::members::{callable::CallableId, test_cluster::TestCluster};
use crate::{StatementKind, TestCase, Var};

impl TestCluster {
    /// From now on `null` is not for the parameter at this position of a source method: its declaration says so.
    pub fn forbid_null(&mut self, method: MethodId, position: usize) {
        self.source.without_null.insert((method, position));
    }

    /// Whether the declaration of the callable forbids `null` at this position.
    pub fn forbids_null(&self, callable: CallableId, position: usize) -> bool {
        // Most programs say nothing of `null`, and this is asked of every argument that is bred.
        if self.source.without_null.is_empty() {
            return false;
        }
        let method = self.callable(callable).method;
        method.is_some_and(|method| self.source.without_null.contains(&(method, position)))
    }

    /// Whether something uses the variable that `null` is not for: it is called on, or passed where the declaration
    /// forbids it.
    pub fn needs_object(&self, test: &TestCase, var: Var) -> bool {
        test.statements
            .iter()
            .any(|statement| match &statement.kind {
                StatementKind::Call {
                    callable,
                    receiver,
                    arguments,
                } => {
                    let mut arguments = arguments.iter().enumerate();
                    *receiver == Some(var)
                        || arguments
                            .any(|(at, used)| *used == var && self.forbids_null(*callable, at))
                }
                _ => false,
            })
    }
}
