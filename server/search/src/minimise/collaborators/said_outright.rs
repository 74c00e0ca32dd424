//! What a mock gives by itself and the end hangs on is said: takes a minimised test whose mocks were told nothing about
//! a call and gave `null`, *no*, zero or nothing found, gives one that tells them to, wherever another answer would end
//! the test otherwise. A reader sees why it ends as it does.

use std::cmp::Reverse;

use goalline_testcase::{
    Answer, CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart,
    Primitive, Shape, Statement, StatementKind, TestCase, TestCluster, TypeId, UnansweredCall, Var,
    Vars,
};

use crate::minimise::{
    Judge, Minimisation,
    arranging::{asked, shown, with_answer},
    collaborators::found_things::is_seen,
    texts_for_objects::is_mock,
};

/// Calls that are looked at, at most.
const MOST: usize = 4;

/// The test in which what decides is said.
pub(in crate::minimise) fn said_outright(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if !test.statements.iter().any(is_mock) {
        return Ok(test);
    }
    let Some((seen, trace)) = shown(&test, minimisation)? else {
        return Ok(test);
    };
    let is_told = |call: &&UnansweredCall| returns_something(call) && is_made_once(call, &seen);
    // What is made for an answer moves the mocks behind it: the last one first.
    let mut calls: Vec<&UnansweredCall> = trace.unanswered.iter().filter(is_told).collect();
    calls.truncate(MOST);
    calls.sort_by_key(|call| Reverse(call.double));
    for call in calls {
        if let Some(told) = with_call_told(&test, call, &seen, minimisation, judge)? {
            test = told;
        }
    }
    Ok(test)
}

fn returns_something(call: &UnansweredCall) -> bool {
    !call.descriptor.ends_with(")V")
}

/// The test whose mock is told what to answer to this call: what it gives by itself where anything else would end the
/// test otherwise, or where a *no* comes out; a number where a zero does, which nobody tells from nothing.
fn with_call_told(
    test: &TestCase,
    call: &UnansweredCall,
    seen: &[Observation],
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    let Some(other) = with_answer(test, call, minimisation.cluster) else {
        return Ok(None);
    };
    let others = std::slice::from_ref(&other);
    if minimisation.first_whole(others, judge)?.is_some() {
        if !is_seen(seen, &other, minimisation)? {
            return Ok(None);
        }
        let says_no = ["Z", "Ljava/lang/Boolean;"]
            .iter()
            .any(|it| call.descriptor.ends_with(it));
        if !says_no {
            return Ok(Some(other));
        }
    }
    let Some(said) = with_its_own(test, call, minimisation.cluster) else {
        return Ok(None);
    };
    let is_kept = minimisation.first_whole(std::slice::from_ref(&said), judge)?;
    Ok(is_kept.map(|_| said))
}

/// Whether a mock was called so once: what it is told holds for every call.
fn is_made_once(call: &UnansweredCall, seen: &[Observation]) -> bool {
    let is_it = |one: &&Observation| {
        one.var == call.double
            && matches!(&one.subject, ObservedPart::Interaction { method, descriptor }
                if **method == *call.method && **descriptor == *call.descriptor)
    };
    let mut calls = seen.iter().filter(is_it);
    calls
        .next()
        .is_some_and(|one| matches!(one.observed, Observed::Calls { count: 1, .. }))
        && calls.next().is_none()
}

/// The test whose mock is told what it gives by itself, where there are words for that.
fn with_its_own(
    test: &TestCase,
    call: &UnansweredCall,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let method = asked(test, call, cluster)?;
    if method.gives_what_is_asked_for || method.gives_asked_class {
        return None;
    }
    let kind = own_answer(method.returns, cluster)?;
    let at = call.double.0;
    let mut changed = test.clone();
    let ty = method.returns;
    changed.insert(usize::from(at), vec![Statement { ty, kind }]);
    let StatementKind::TestDouble { answers, .. } =
        &mut changed.statements[usize::from(at) + 1].kind
    else {
        return None;
    };
    answers.push(Answer {
        method: method.name,
        descriptor: method.descriptor,
        value: Var(at),
        throws: false,
    });
    changed.is_well_formed(cluster).then_some(changed)
}

/// What a mock gives by itself, as it is written.
fn own_answer(ty: TypeId, cluster: &TestCluster) -> Option<StatementKind> {
    let class = cluster.ty(ty).class_name().unwrap_or_default();
    if let Some((_, name)) = EMPTY.iter().find(|(of, _)| *of == class) {
        let callable = empty_maker(ty, name, cluster)?;
        return Some(StatementKind::Call {
            callable,
            receiver: None,
            arguments: Vars::default(),
        });
    }
    match cluster.shape(ty) {
        Shape::Primitive(Primitive::Boolean) | Shape::Boxed(Primitive::Boolean) => {
            Some(Literal::Boolean(false))
        }
        Shape::Primitive(Primitive::Int) => Some(Literal::Int(0)),
        Shape::Primitive(Primitive::Long) => Some(Literal::Long(0)),
        Shape::Reference | Shape::TestDouble | Shape::Text | Shape::Enum
            if !class.starts_with("java.util.") && !class.starts_with("java.time.") =>
        {
            return Some(StatementKind::Null);
        }
        _ => None,
    }
    .map(StatementKind::Literal)
}

/// What is empty of these classes, and what gives it.
const EMPTY: [(&str, &str); 2] = [
    ("java.util.List", "emptyList"),
    ("java.util.Optional", "empty"),
];

/// The call that gives it, where the test may make it.
fn empty_maker(ty: TypeId, name: &str, cluster: &TestCluster) -> Option<CallableId> {
    let class = cluster.ty(ty).class_name();
    let mut all = cluster.callables().iter();
    let at = all.position(|one| {
        one.kind == CallableKind::Method
            && one.receiver.is_none()
            && one.name == name
            && one.parameters.is_empty()
            && cluster.ty(one.returns).class_name() == class
    })?;
    Some(CallableId(u32::try_from(at).ok()?))
}
