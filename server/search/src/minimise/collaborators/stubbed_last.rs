//! Mocks that are told what to answer last: takes a minimised test, gives one that makes what a mock is asked about
//! before the mock is told what it answers, so that the answer can be for that and not for anything, wherever the goals
//! allow.

use goalline_testcase::{DoubleStyle, Statement, StatementKind, TestCase, Var};

/// The test with the mocks that answer questions with arguments, and all that is made of them, behind the rest of what
/// stands before the last call. None where they stand there, or there is none.
pub(in crate::minimise) fn stubbed_last(test: &TestCase) -> Option<TestCase> {
    let act = test.len().checked_sub(1)?;
    let mut is_late: Vec<bool> = test.statements.iter().map(answers_questions).collect();
    let receiver = match &test.statements[act].kind {
        StatementKind::Call { receiver, .. } => *receiver,
        _ => None,
    };
    let mut late = 0;
    while late != is_late.iter().filter(|it| **it).count() {
        late = is_late.iter().filter(|it| **it).count();
        for at in 0..act {
            test.statements[at].kind.visit_uses(|var| {
                is_late[at] |= is_late[usize::from(var.0)];
            });
        }
        // The object under test stands beside what fills it.
        if let Some(object) = receiver {
            let mut users = test.users(object).into_iter();
            let is_filled = users.any(|it| usize::from(it.0) < act && is_late[usize::from(it.0)]);
            is_late[usize::from(object.0)] |= is_filled;
        }
    }
    is_late[act] = true;
    let mut order: Vec<usize> = (0..test.len()).collect();
    order.sort_by_key(|at| is_late[*at]);
    let is_other = order.iter().enumerate().any(|(now, at)| now != *at);
    is_other.then(|| in_order(test, &order))
}

/// Whether it is a mock that answers something that it is asked about others.
fn answers_questions(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::TestDouble {
            answers,
            style: DoubleStyle::Mock,
            ..
        } => answers.iter().any(|it| !it.descriptor.starts_with("()")),
        _ => false,
    }
}

/// The test with its statements in this order, in which each comes behind those that it uses.
fn in_order(test: &TestCase, order: &[usize]) -> TestCase {
    let mut places = vec![0; order.len()];
    for (now, at) in order.iter().enumerate() {
        places[*at] = now;
    }
    let statements = order.iter().map(|at| {
        let mut statement = test.statements[*at].clone();
        let kind = &mut statement.kind;
        kind.visit_uses_mut(|var| *var = Var(places[usize::from(var.0)] as u16));
        statement
    });
    TestCase {
        statements: statements.collect(),
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{Answer, Literal, TypeId, Vars};

    use super::*;

    fn statement(kind: StatementKind) -> Statement {
        Statement {
            ty: TypeId(0),
            kind,
        }
    }

    fn mock(descriptor: &str, value: Var) -> Statement {
        let answer = Answer {
            method: "find".into(),
            descriptor: descriptor.into(),
            value,
            throws: false,
        };
        statement(StatementKind::test_double(DoubleStyle::Mock, vec![answer]))
    }

    fn number(number: i32) -> Statement {
        statement(StatementKind::Literal(Literal::Int(number)))
    }

    fn call(receiver: Option<Var>, arguments: &[Var]) -> Statement {
        statement(StatementKind::Call {
            callable: goalline_testcase::CallableId(0),
            receiver,
            arguments: Vars::from_slice(arguments),
        })
    }

    #[test]
    fn what_a_mock_is_asked_about_is_there_before_it_answers() {
        // answer, owners that answer with it, desk, what is looked for, the act.
        let statements = vec![
            number(1),
            mock("(I)I", Var(0)),
            call(None, &[Var(1)]),
            number(7),
            call(Some(Var(2)), &[Var(3)]),
        ];
        let test = TestCase { statements };
        let expected = vec![
            number(1),
            number(7),
            mock("(I)I", Var(0)),
            call(None, &[Var(2)]),
            call(Some(Var(3)), &[Var(1)]),
        ];
        let found = stubbed_last(&test).expect("another order");
        assert_eq!(found.statements, expected);
        assert_eq!(stubbed_last(&found), None);
    }

    #[test]
    fn an_object_that_is_filled_by_fields_stands_beside_what_fills_it() {
        let statements = vec![
            call(None, &[]),
            number(1),
            mock("(I)I", Var(1)),
            call(Some(Var(0)), &[Var(2)]),
            number(7),
            call(Some(Var(0)), &[Var(4)]),
        ];
        let found = stubbed_last(&TestCase { statements }).expect("another order");
        let expected = vec![
            number(1),
            number(7),
            call(None, &[]),
            mock("(I)I", Var(0)),
            call(Some(Var(2)), &[Var(3)]),
            call(Some(Var(2)), &[Var(1)]),
        ];
        assert_eq!(found.statements, expected);
    }

    #[test]
    fn a_mock_that_is_asked_about_nothing_stays() {
        let statements = vec![
            number(1),
            mock("()I", Var(0)),
            number(7),
            call(Some(Var(1)), &[Var(2)]),
        ];
        assert_eq!(stubbed_last(&TestCase { statements }), None);
    }
}
