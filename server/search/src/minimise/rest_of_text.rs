//! Readers at their beginning: takes a minimised test that reads on and on until its object is where the last call is
//! to be, gives one whose object reads the rest of the text alone, wherever the goals allow. Nobody calls
//! `readEscape()` five times to get at a line feed that may as well come first.

use goalline_testcase::{
    CallableKind, ExecutorError, JavaString, Literal, StatementKind, TestCase, TestCluster, Var,
};

use super::{
    Judge, Minimisation, state_to_change::CallOnObject, values::meaningful::first_that_works,
};

/// Units of the text's end that are tried at most.
const LONGEST: usize = 12;

/// The test whose object reads what is left of its text.
pub(super) fn from_where_it_reads(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let candidates = with_rest(&test, minimisation.cluster);
    first_that_works(test, candidates, minimisation, judge)
}

/// The test without what its object was called before the last call, with each end of the text that the object was made
/// of, the shortest first.
fn with_rest(test: &TestCase, cluster: &TestCluster) -> Vec<TestCase> {
    let Some(call) = CallOnObject::last_of(test) else {
        return Vec::new();
    };
    let object = call.receiver;
    let calls = called_before(test, object, cluster);
    let Some(short) = without(test, &calls).filter(|_| !calls.is_empty()) else {
        return Vec::new();
    };
    let Some(made) = CallOnObject::last_of(&short).map(|it| it.receiver) else {
        return Vec::new();
    };
    let made_of = needed(&short, made);
    let mut made_of_text = short.vars().filter(|var| made_of[usize::from(var.0)]);
    let read = made_of_text.find_map(|var| match &short.statement(var).kind {
        StatementKind::Literal(Literal::Text(read)) => Some((var, read.0.clone())),
        _ => None,
    });
    let Some((var, units)) = read else {
        return Vec::new();
    };
    let ends = (1..=units.len().min(LONGEST)).map(|length| {
        let end = JavaString(units[units.len() - length..].to_vec().into());
        let mut changed = short.clone();
        let kind = &mut changed.statements[usize::from(var.0)].kind;
        *kind = StatementKind::Literal(Literal::Text(end));
        changed
    });
    ends.collect()
}

/// The calls of the class under test on the object before the last one.
fn called_before(test: &TestCase, object: Var, cluster: &TestCluster) -> Vec<usize> {
    let is_call = |at: &usize| match &test.statements[*at].kind {
        StatementKind::Call {
            callable,
            receiver: Some(on),
            ..
        } => {
            let called = cluster.callable(*callable);
            *on == object && called.is_under_test && called.kind == CallableKind::Method
        }
        _ => false,
    };
    (0..test.len().saturating_sub(1)).filter(is_call).collect()
}

/// The test without these calls and what only they use; none where something else uses what they give.
fn without(test: &TestCase, calls: &[usize]) -> Option<TestCase> {
    let mut is_gone = vec![false; test.len()];
    for at in calls {
        is_gone[*at] = true;
    }
    for at in (0..test.len()).rev() {
        let users = test.users(Var(at as u16));
        let mut users = users.iter().map(|user| is_gone[usize::from(user.0)]);
        if is_gone[at] {
            if users.any(|is_gone| !is_gone) {
                return None;
            }
        } else if users.len() > 0 {
            is_gone[at] = users.all(|is_gone| is_gone);
        }
    }
    let mut short = test.clone();
    for at in (0..test.len()).rev().filter(|at| is_gone[*at]) {
        short.remove(Var(at as u16));
    }
    (short.len() < test.len()).then_some(short)
}

/// Which statements this one is made of, itself among them.
fn needed(test: &TestCase, root: Var) -> Vec<bool> {
    let mut needed = vec![false; test.len()];
    needed[usize::from(root.0)] = true;
    for at in (0..test.len()).rev() {
        if needed[at] {
            test.statements[at]
                .kind
                .visit_uses(|var| needed[usize::from(var.0)] = true);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named, text};
    use goalline_testcase::{ExecutableDescription, JavaType};

    #[test]
    fn an_object_that_reads_on_begins_where_it_came_to() {
        let java = "package p; class Lexer { void read() { } boolean atEnd() { return true; } }";
        let string = JavaType::class("java.lang.String");
        let make = ExecutableDescription {
            parameters: vec![string.clone()],
            ..method("<init>", "(Ljava/lang/String;)V")
        };
        let mut lexer = class(
            "p.Lexer",
            vec![method("read", "()V"), method("atEnd", "()Z")],
        );
        lexer.constructors = vec![make];
        let mut cluster = cluster_of(java, vec![lexer]);
        let given = text(&mut cluster, "ab");
        let (make, read) = (named("<init>", &cluster), named("read", &cluster));
        let at_end = named("atEnd", &cluster);
        let on = |callable| call(&cluster, callable, Some(Var(1)), &[]);
        let test = TestCase {
            statements: vec![
                given,
                call(&cluster, make, None, &[Var(0)]),
                on(read),
                on(read),
                on(at_end),
            ],
        };
        let found = with_rest(&test, &cluster);
        let texts = found.iter().map(|it| match &it.statements[0].kind {
            StatementKind::Literal(Literal::Text(read)) => read.to_text(),
            other => panic!("{other:?}"),
        });
        assert_eq!(texts.collect::<Vec<_>>(), ["b", "ab"]);
        assert!(found.iter().all(|it| it.len() == 3), "{found:?}");
        assert!(with_rest(&found[0], &cluster).is_empty());
    }
}
