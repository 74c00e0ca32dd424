//! Collaborators, and functions that are handed over, in a minimised test: what they answer, that they fail or stay
//! silent, and what stands for them.

pub(super) mod answering_functions;
pub(super) mod answers_apart;
pub(super) mod asked_about_something;
pub(super) mod asked_by_id;
pub(super) mod asked_by_name;
pub(super) mod configured;
pub(super) mod counts;
pub(super) mod failing;
pub(super) mod found_things;
pub(super) mod named_in_messages;
pub(super) mod said_outright;
pub(crate) mod silent;
pub(super) mod stand_ins;
pub(super) mod stubbed_last;

use goalline_testcase::{CallableId, StatementKind, TestCase, Var};

/// Whether the test calls this setter, or writes this field, of the object.
fn is_set(test: &TestCase, object: Var, setter: CallableId) -> bool {
    test.users(object).into_iter().any(|user| {
        matches!(&test.statement(user).kind, StatementKind::Call { callable, receiver, .. }
            if *callable == setter && *receiver == Some(object))
    })
}
