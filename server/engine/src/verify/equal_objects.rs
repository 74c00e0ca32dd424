//! An equal object beside one that is asked for its hash code: takes a test, gives one in which an object made in the
//! same way is asked first. That equal objects have equal codes is their contract; the number itself is nobody's.

use goalline_testcase::{CallableKind, Statement, StatementKind, TestCase, TestCluster, Var};

/// The test with an equal object that is asked for its hash code first; the test where it is about something else, or
/// has one already.
pub(crate) fn beside_an_equal_one(test: TestCase, cluster: &TestCluster) -> TestCase {
    let asked = |statement: &Statement| match &statement.kind {
        StatementKind::Call {
            callable,
            receiver: Some(receiver),
            ..
        } => {
            let callable = cluster.callable(*callable);
            (callable.name == "hashCode" && callable.descriptor == "()I").then_some(*receiver)
        }
        _ => None,
    };
    let Some((last, earlier)) = test.statements.split_last() else {
        return test;
    };
    let Some(object) = asked(last).filter(|_| !earlier.iter().any(|it| asked(it).is_some())) else {
        return test;
    };
    let is_made = match &test.statement(object).kind {
        StatementKind::Call { callable, .. } => matches!(
            cluster.callable(*callable).kind,
            CallableKind::Constructor | CallableKind::StaticMethod
        ),
        _ => false,
    };
    if is_made {
        with_an_equal_one(&test, object)
    } else {
        test
    }
}

/// The test whose last call is made on a copy of the object first.
fn with_an_equal_one(test: &TestCase, object: Var) -> TestCase {
    let act = test.len() - 1;
    let other = Var(act as u16);
    let made_at = usize::from(object.0);
    let is_on_it = |it: &&Statement| match &it.kind {
        StatementKind::Call { receiver, .. } => *receiver == Some(object),
        _ => false,
    };
    let done = test.statements[made_at + 1..].iter().filter(is_on_it);
    let mut copies = vec![test.statements[made_at].clone()];
    copies.extend(done.cloned().map(|mut call| {
        call.kind.visit_uses_mut(|used| {
            if *used == object {
                *used = other;
            }
        });
        call
    }));
    let mut changed = test.clone();
    changed.insert(act, copies);
    changed
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{CallableId, TypeId, Vars};

    use super::*;

    fn call(callable: u32, receiver: Option<u16>) -> Statement {
        Statement {
            ty: TypeId(0),
            kind: StatementKind::Call {
                callable: CallableId(callable),
                receiver: receiver.map(Var),
                arguments: Vars::new(),
            },
        }
    }

    #[test]
    fn what_was_done_to_an_object_is_done_to_the_equal_one_that_is_asked_first() {
        // Made, filled, asked.
        let test = TestCase {
            statements: vec![call(0, None), call(1, Some(0)), call(2, Some(0))],
        };
        let both = with_an_equal_one(&test, Var(0));
        let expected = [
            call(0, None),
            call(1, Some(0)),
            call(0, None),
            call(1, Some(2)),
            call(2, Some(2)),
            call(2, Some(0)),
        ];
        assert_eq!(both.statements, expected);
    }
}
