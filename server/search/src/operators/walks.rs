//! What is walked through: takes the answer of a mock that says whether there is more, gives those after which there
//! is nothing left. Who asks until then (`while (rows.next())`) would never end.

use goalline_testcase::{Answer, DoubleMethod, Literal, Statement, StatementKind, TestCase, Var};
use rand::Rng;

use crate::operators::{surgery, test_factory::TestFactory};

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

/// The descriptor of such a question.
const QUESTION: &str = "()Z";

/// What says that there is nothing left.
const NO: StatementKind = StatementKind::Literal(Literal::Boolean(false));

/// Probability that there is a second element where there is one.
const SECOND: f64 = 0.3;

/// Whether the question is whether there is more of what is walked through.
pub(super) fn asks_for_more(question: &DoubleMethod) -> bool {
    &*question.descriptor == QUESTION && MORE.contains(&&*question.name)
}

impl TestFactory<'_> {
    /// The answer, and where it says that there is more, those behind it that come to an end.
    pub(super) fn followed_by_the_end(
        &mut self,
        test: &mut TestCase,
        question: &DoubleMethod,
        answer: Answer,
    ) -> Vec<Answer> {
        if !asks_for_more(question) || !is_yes(test, answer.value) {
            return vec![answer];
        }
        let ty = test.statement(answer.value).ty;
        let Some(end) = self.push(test, ty, NO) else {
            return vec![answer];
        };
        let last = with_value(&answer, end);
        let mut all = vec![answer; 1 + usize::from(self.rng.random_bool(SECOND))];
        all.push(last);
        all
    }
}

/// Gives an end to what operators have made endless.
pub(super) fn end_walks(test: &mut TestCase) {
    let mut at = 0;
    while at < test.len() {
        if let Some(answer) = endless(test, at) {
            let ty = test.statement(answer.value).ty;
            let tail = surgery::split(test, at);
            test.statements.push(Statement { ty, kind: NO });
            surgery::join(test, tail, at);
            if let StatementKind::TestDouble { answers, .. } = &mut test.statements[at + 1].kind {
                answers.push(with_value(&answer, Var(at as u16)));
            }
        }
        at += 1;
    }
}

/// The last answer of the mock at this place to the question whether there is more, where that is yes.
fn endless(test: &TestCase, at: usize) -> Option<Answer> {
    let StatementKind::TestDouble { answers, .. } = &test.statements[at].kind else {
        return None;
    };
    let is_walk =
        |it: &&Answer| &*it.descriptor == QUESTION && MORE.contains(&&*it.method) && !it.throws;
    let last = answers.iter().rfind(is_walk)?;
    is_yes(test, last.value).then(|| last.clone())
}

fn is_yes(test: &TestCase, value: Var) -> bool {
    test.statement(value).kind == StatementKind::Literal(Literal::Boolean(true))
}

/// The same answer with another value, which comes before the mock.
fn with_value(answer: &Answer, value: Var) -> Answer {
    Answer {
        value,
        throws: false,
        ..answer.clone()
    }
}
