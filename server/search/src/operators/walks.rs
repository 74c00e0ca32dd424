//! What is walked through: takes the answer of a mock that says whether there is more, gives those after which there
//! is nothing left. Who asks until then (`while (rows.next())`) would never end.

use std::sync::Arc;

use goalline_testcase::{Answer, DoubleMethod, Literal, Shape, StatementKind, TestCase};
use rand::Rng;

use crate::operators::test_factory::TestFactory;

/// Questions whether there is more.
const MORE: [&str; 7] = [
    "next",
    "hasNext",
    "hasMore",
    "hasMoreElements",
    "hasMoreTokens",
    "moveToNext",
    "advance",
];

/// Probability that there is a second element where there is one.
const SECOND: f64 = 0.3;

/// Whether the question is whether there is more of what is walked through.
pub(super) fn asks_for_more(question: &DoubleMethod) -> bool {
    &*question.descriptor == "()Z" && MORE.contains(&&*question.name)
}

impl TestFactory<'_> {
    /// The answer, and where it says that there is more, those behind it that come to an end.
    pub(super) fn to_the_end(
        &mut self,
        test: &mut TestCase,
        question: &DoubleMethod,
        answer: Answer,
    ) -> Vec<Answer> {
        let value = test.statement(answer.value);
        let is_more = matches!(value.kind, StatementKind::Literal(Literal::Boolean(true)));
        let ty = value.ty;
        let is_plain = matches!(self.cluster.shape(ty), Shape::Primitive(_));
        if !is_more || !is_plain || !asks_for_more(question) {
            return vec![answer];
        }
        let end = StatementKind::Literal(Literal::Boolean(false));
        let Some(value) = self.push(test, ty, end) else {
            return vec![answer];
        };
        let last = Answer {
            value,
            method: Arc::clone(&answer.method),
            descriptor: Arc::clone(&answer.descriptor),
            throws: false,
        };
        let mut all = vec![answer; 1 + usize::from(self.rng.random_bool(SECOND))];
        all.push(last);
        all
    }
}
