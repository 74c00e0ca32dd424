//! What a mock gives by itself and the end hangs on is said: takes a minimised test whose mocks were told nothing about
//! a call and gave `null`, *no*, zero or nothing found, gives one that tells them to, wherever another answer would end
//! the test otherwise. A reader sees why it ends as it does.

use std::collections::BTreeSet;

use goalline_testcase::{
    Answer, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart, Primitive,
    Shape, Statement, StatementKind, TestCase, TestCluster, TypeId, UnansweredCall, Var, Vars,
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
    let mut tried: BTreeSet<String> = BTreeSet::new();
    for _ in 0..MOST {
        let Some((seen, trace)) = shown(&test, minimisation)? else {
            break;
        };
        let name = |call: &UnansweredCall| format!("{}{}", call.method, call.descriptor);
        let mut calls = trace.unanswered.iter();
        let Some(call) = calls.find(|call| {
            returns_something(call) && is_made_once(call, &seen) && !tried.contains(&name(call))
        }) else {
            break;
        };
        tried.insert(name(call));
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
/// test otherwise; something else where that comes out as well: *yes*, or a number that nobody takes for nothing.
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
        let shows = is_seen(seen, &other, minimisation)?;
        return Ok(shows.then_some(other));
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
    let Statement { ty, kind } = own_answer(method.returns, cluster)?;
    let at = call.double.0;
    let mut changed = test.clone();
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
fn own_answer(ty: TypeId, cluster: &mut TestCluster) -> Option<Statement> {
    let class = cluster.ty(ty).class_name().unwrap_or_default().to_owned();
    if let Some((_, name)) = EMPTY.iter().find(|(of, _)| *of == class) {
        return empty(ty, name, cluster);
    }
    let is_filled = class.starts_with("java.util.") || class.starts_with("java.time.");
    let kind = match cluster.shape(ty) {
        Shape::Primitive(Primitive::Boolean) | Shape::Boxed(Primitive::Boolean) => {
            StatementKind::Literal(Literal::Boolean(false))
        }
        Shape::Primitive(Primitive::Int) | Shape::Boxed(Primitive::Int) => {
            StatementKind::Literal(Literal::Int(0))
        }
        Shape::Primitive(Primitive::Long) | Shape::Boxed(Primitive::Long) => {
            StatementKind::Literal(Literal::Long(0))
        }
        Shape::Reference | Shape::TestDouble | Shape::Text | Shape::Enum if !is_filled => {
            StatementKind::Null
        }
        _ => return None,
    };
    Some(Statement { ty, kind })
}

/// What is empty of these classes, and what gives it.
const EMPTY: [(&str, &str); 2] = [
    ("java.util.List", "emptyList"),
    ("java.util.Optional", "empty"),
];

/// What this factory gives, which needs nothing.
fn empty(ty: TypeId, name: &str, cluster: &mut TestCluster) -> Option<Statement> {
    let mut makers = cluster.generators(ty).to_vec();
    makers.retain(|id| {
        let maker = cluster.callable(*id);
        let is_it = maker.kind == CallableKind::StaticMethod && maker.name == name;
        is_it && maker.parameters.is_empty() && maker.owner.starts_with("java.util.")
    });
    let callable = *makers.first()?;
    Some(Statement {
        ty: cluster.callable(callable).returns,
        kind: StatementKind::Call {
            callable,
            receiver: None,
            arguments: Vars::default(),
        },
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{ClassKind, DoubleStyle, JavaType, Mocking, Modifiers, Outcome};

    use super::*;
    use crate::{
        minimise::small_classes::{call, class, cluster_of, function, method, minimising, named},
        scripted::{Recorder, ScriptedExecutor, throws},
    };

    const PUBLIC_ABSTRACT: u32 = 0x401;

    /// What becomes of a desk whose store answers something else than it does by itself.
    #[derive(Clone, Copy, PartialEq)]
    enum Otherwise {
        Throws,
        ShowsIt,
        IsTheSame,
    }

    /// A desk that asks its store once by this method.
    fn asked_once(
        cluster: &TestCluster,
        test: &TestCase,
        asked: &UnansweredCall,
        otherwise: Otherwise,
        recorder: &mut Recorder,
    ) -> Outcome {
        let mut doubles = test
            .vars()
            .filter_map(|var| match &test.statement(var).kind {
                StatementKind::TestDouble { answers, .. } => Some((var, answers)),
                _ => None,
            });
        let (double, answers) = doubles.next().expect("a store");
        recorder.observe(Observation {
            var: double,
            subject: ObservedPart::Interaction {
                method: asked.method.clone(),
                descriptor: asked.descriptor.clone(),
            },
            observed: Observed::Calls {
                count: 1,
                arguments: vec![Vec::new()],
            },
        });
        let Some(answer) = answers.first() else {
            recorder.ask_in_vain(UnansweredCall {
                double,
                ..asked.clone()
            });
            return Outcome::Passed;
        };
        let value = &test.statement(answer.value).kind;
        let is_its_own = match value {
            StatementKind::Call { callable, .. } => cluster.callable(*callable).name == "empty",
            value => value.is_blank(),
        };
        let act = test.len() - 1;
        match (otherwise, is_its_own) {
            (Otherwise::Throws, false) => return throws(act, "java.lang.IllegalStateException"),
            (Otherwise::ShowsIt, false) => recorder.observe(Observation {
                var: Var(act as u16),
                subject: ObservedPart::Value,
                observed: Observed::Literal(Literal::Boolean(true)),
            }),
            _ => {}
        }
        Outcome::Passed
    }

    /// What the store is told to answer.
    fn told(method_name: &str, descriptor: &str, otherwise: Otherwise) -> Option<StatementKind> {
        let java = "package p; class Desk { static boolean open(Store store) { return true; } }";
        let makers = vec![
            function("empty", "()Ljava/util/Optional;"),
            function("of", "(Lp/Pen;)Ljava/util/Optional;"),
        ];
        let optional = class("java.util.Optional", makers);
        let mut question = method(method_name, descriptor);
        question.modifiers = Modifiers(PUBLIC_ABSTRACT);
        let mut store = class("p.Store", vec![question]);
        store.kind = ClassKind::Interface;
        store.modifiers = Modifiers(PUBLIC_ABSTRACT);
        let mut cluster = cluster_of(
            java,
            vec![
                class("p.Desk", vec![function("open", "(Lp/Store;)Z")]),
                store,
                optional,
                class("p.Pen", Vec::new()),
            ],
        );
        cluster.allow_mocks(Mocking::Extensible);
        let stores = cluster.intern(JavaType::class("p.Store"));
        let store = Statement {
            ty: stores,
            kind: StatementKind::test_double(DoubleStyle::Mock, Vec::new()),
        };
        let open = call(&cluster, named("open", &cluster), None, &[Var(0)]);
        let test = TestCase {
            statements: vec![store, open],
        };
        let asked = UnansweredCall {
            double: Var(0),
            method: method_name.to_owned(),
            descriptor: descriptor.to_owned(),
            class_argument: None,
        };
        let mut executor = ScriptedExecutor::new(|cluster: &_, test: &_, _, recorder: &mut _| {
            asked_once(cluster, test, &asked, otherwise, recorder)
        });
        let told = minimising(&mut cluster, &mut executor, |bench, judge| {
            said_outright(test, bench, judge)
        });
        let told = told.expect("it runs");
        let answers = told.statements.iter().find_map(|it| match &it.kind {
            StatementKind::TestDouble { answers, .. } => Some(answers),
            _ => None,
        });
        let answer = answers.expect("a store").first()?;
        Some(told.statement(answer.value).kind.clone())
    }

    #[test]
    fn what_the_end_hangs_on_is_said_and_what_makes_no_difference_is_not() {
        let literal = |literal| Some(StatementKind::Literal(literal));
        let pen = "(I)Lp/Pen;";
        assert_eq!(
            told("find", pen, Otherwise::Throws),
            Some(StatementKind::Null)
        );
        assert_eq!(told("find", pen, Otherwise::IsTheSame), None);
        assert_eq!(
            told("isOpen", "()Z", Otherwise::Throws),
            literal(Literal::Boolean(false))
        );
        assert_eq!(
            told("count", "()I", Otherwise::Throws),
            literal(Literal::Int(0))
        );
        assert_eq!(
            told("insert", "()Ljava/lang/Integer;", Otherwise::Throws),
            literal(Literal::Int(0))
        );
    }

    #[test]
    fn that_nothing_is_found_is_said() {
        let optional = "(I)Ljava/util/Optional;";
        let found = told("find", optional, Otherwise::Throws);
        assert!(
            matches!(found, Some(StatementKind::Call { .. })),
            "{found:?}"
        );
    }

    #[test]
    fn of_what_comes_out_a_yes_is_said_and_a_number_that_is_not_zero() {
        let literal = |literal| Some(StatementKind::Literal(literal));
        assert_eq!(
            told("isOpen", "()Z", Otherwise::ShowsIt),
            literal(Literal::Boolean(true))
        );
        assert_eq!(
            told("count", "()I", Otherwise::ShowsIt),
            literal(Literal::Int(2))
        );
        assert_eq!(told("print", "()V", Otherwise::ShowsIt), None);
    }
}
