//! Something to change: takes a minimised test whose last call leaves its receiver as it was, gives one in which the
//! receiver, or what the call is given, holds something before, so that the call shows what it does, wherever the goals
//! allow. Of an empty set *and*, *clear* and *xor* are the same.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, ObservedPart, RunOptions, Shape,
    Statement, StatementKind, TestCase, TestCluster, TypeId, Var, Vars,
};

use super::{Judge, Minimisation, arranging::number};
use crate::Ending;

/// Beginnings of names of methods that put something in.
const FILLING: [&str; 7] = ["add", "append", "insert", "offer", "push", "put", "set"];

/// Ways to put something in that are tried at most.
const MOST_FILLERS: usize = 3;

/// Most parameters of such a method: a key and a value.
const MOST_PARAMETERS: usize = 2;

/// The test in which the last call changes something, where it ends well and changes nothing yet.
pub(super) fn on_something(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(objects) = untouched(&test, minimisation.cluster) else {
        return Ok(test);
    };
    if judge.ending != Some(Ending::Passed) || changes(&test, objects.receiver, minimisation)? {
        return Ok(test);
    }
    let candidates = filled(&test, &objects, minimisation.cluster);
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && changes(&candidate, objects.receiver, minimisation)? {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// The objects of the class under test that the last call is about.
struct Untouched {
    receiver: Var,
    /// One of the same type that the call is given.
    given: Option<Var>,
}

/// The objects of a last call that may change its receiver, where nothing was done with them before.
fn untouched(test: &TestCase, cluster: &TestCluster) -> Option<Untouched> {
    let last = test.statements.last()?;
    let StatementKind::Call {
        callable,
        receiver: Some(receiver),
        arguments,
    } = &last.kind
    else {
        return None;
    };
    let called = cluster.callable(*callable);
    let ty = test.statement(*receiver).ty;
    let is_void = cluster.shape(called.returns) == Shape::Void;
    let may_change =
        called.is_under_test && called.kind == CallableKind::Method && (is_void || last.ty == ty);
    let is_new = |var: Var| {
        let is_made = matches!(
            test.statement(var).kind,
            StatementKind::Call { receiver: None, .. }
        );
        is_made && test.statement(var).ty == ty && test.users(var).len() == 1
    };
    let given = arguments.iter().copied().find(|var| is_new(*var));
    (may_change && is_new(*receiver)).then_some(Untouched {
        receiver: *receiver,
        given,
    })
}

/// Whether the object is another one after the last call than before it, as far as it can be asked.
fn changes(
    test: &TestCase,
    object: Var,
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let options = RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    };
    let before = TestCase {
        statements: test.statements[..test.len() - 1].to_vec(),
    };
    let tests = [before, test.clone()];
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let is_state = |one: &&Observation| {
        one.var == object && matches!(one.subject, ObservedPart::Inspector { .. })
    };
    let state = |at: usize| -> Vec<Observation> {
        let seen = runs[at].observations.iter();
        seen.filter(is_state).cloned().collect()
    };
    Ok(state(0) != state(1))
}

/// The test with something put into the receiver, into what the call is given, or into both.
fn filled(test: &TestCase, objects: &Untouched, cluster: &mut TestCluster) -> Vec<TestCase> {
    let ty = test.statement(objects.receiver).ty;
    let StatementKind::Call { callable: act, .. } = test.statements[test.len() - 1].kind else {
        return Vec::new();
    };
    let own = [objects.receiver];
    let both: Vec<Var> = own.into_iter().chain(objects.given).collect();
    let given: Vec<Var> = objects.given.into_iter().collect();
    let mut found = Vec::new();
    for filler in fillers(ty, cluster).into_iter().filter(|it| *it != act) {
        for objects in [&own[..], &given, &both] {
            if !objects.is_empty() {
                found.extend(with_fillings(test, objects, filler, cluster));
            }
        }
    }
    found.dedup();
    found
}

/// Methods that put a number or a text into objects of the type.
fn fillers(ty: TypeId, cluster: &mut TestCluster) -> Vec<CallableId> {
    let mut found = cluster.uses(ty).to_vec();
    found.retain(|id| {
        let called = cluster.callable(*id);
        let is_plain = |ty: &TypeId| {
            let shape = cluster.shape(*ty);
            matches!(shape, Shape::Primitive(_) | Shape::Boxed(_) | Shape::Text)
        };
        called.kind == CallableKind::Method
            && FILLING.iter().any(|verb| called.name.starts_with(verb))
            && (1..=MOST_PARAMETERS).contains(&called.parameters.len())
            && called.parameters.iter().all(is_plain)
    });
    found.sort_by_key(|id| cluster.callable(*id).parameters.len());
    found.truncate(MOST_FILLERS);
    found
}

/// The test with this call on each of the objects before the last one.
fn with_fillings(
    test: &TestCase,
    objects: &[Var],
    filler: CallableId,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let called = cluster.callable(filler);
    let mut changed = test.clone();
    let last = changed.statements.pop()?;
    for object in objects {
        let mut arguments = Vars::new();
        for ty in &called.parameters {
            let literal = match cluster.shape(*ty) {
                Shape::Primitive(primitive) | Shape::Boxed(primitive) => number(primitive)?,
                _ => Literal::Text("hello".into()),
            };
            changed.statements.push(Statement {
                ty: *ty,
                kind: StatementKind::Literal(literal),
            });
            arguments.push(Var(changed.len() as u16 - 1));
        }
        changed.statements.push(Statement {
            ty: called.returns,
            kind: StatementKind::Call {
                callable: filler,
                receiver: Some(*object),
                arguments,
            },
        });
    }
    changed.statements.push(last);
    changed.is_well_formed(cluster).then_some(changed)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, JavaType, Modifiers,
        Primitive,
    };

    use super::*;

    fn method(name: &str, parameter: Option<JavaType>, descriptor: &str) -> ExecutableDescription {
        let returns = if name == "<init>" || name == "add" {
            JavaType::void()
        } else {
            JavaType::class("p.Bag")
        };
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            type_parameters: Vec::new(),
            parameters: parameter.into_iter().collect(),
            parameter_names: Vec::new(),
            returns,
            throws: Vec::new(),
        }
    }

    /// A bag of numbers that can be joined with another one.
    fn bag() -> TestCluster {
        let java =
            "package p; class Bag { void add(int number) {} Bag and(Bag other) { return this; } }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let bag = ClassDescription {
            name: "p.Bag".to_owned(),
            canonical: Some("p.Bag".to_owned()),
            modifiers: Modifiers(1),
            kind: ClassKind::Class,
            constructors: vec![method("<init>", None, "()V")],
            methods: vec![
                method("add", Some(JavaType::Primitive(Primitive::Int)), "(I)V"),
                method("and", Some(JavaType::class("p.Bag")), "(Lp/Bag;)Lp/Bag;"),
            ],
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["p.Bag".to_owned()],
            package: "p",
            flow: &flow,
        };
        TestCluster::new(vec![bag], &subject)
    }

    fn named(name: &str, cluster: &TestCluster) -> CallableId {
        let mut all = cluster.under_test().iter();
        let found = all.find(|id| cluster.callable(**id).name == name);
        *found.expect("it is there")
    }

    /// `new Bag().and(new Bag())`
    fn joined(cluster: &TestCluster) -> TestCase {
        let (make, and) = (named("<init>", cluster), named("and", cluster));
        let call = |callable, receiver, arguments: &[Var]| Statement {
            ty: cluster.callable(callable).returns,
            kind: StatementKind::Call {
                callable,
                receiver,
                arguments: Vars::from_slice(arguments),
            },
        };
        TestCase {
            statements: vec![
                call(make, None, &[]),
                call(make, None, &[]),
                call(and, Some(Var(0)), &[Var(1)]),
            ],
        }
    }

    #[test]
    fn something_is_put_into_the_receiver_into_what_it_is_given_and_into_both() {
        let cluster = &mut bag();
        let test = joined(cluster);
        let objects = untouched(&test, cluster).expect("two bags of which nothing is known");
        let fillings: Vec<Vec<Var>> = filled(&test, &objects, cluster)
            .iter()
            .map(|filled| {
                let added = filled.statements[2..filled.len() - 1].iter();
                let receivers = added.filter_map(|it| match &it.kind {
                    StatementKind::Call { receiver, .. } => *receiver,
                    _ => None,
                });
                receivers.collect()
            })
            .collect();
        let expected = [vec![Var(0)], vec![Var(1)], vec![Var(0), Var(1)]];
        assert_eq!(fillings, expected);
    }

    #[test]
    fn what_holds_something_already_is_left_alone() {
        let cluster = &mut bag();
        let test = joined(cluster);
        let objects = untouched(&test, cluster).expect("two bags of which nothing is known");
        let filled = filled(&test, &objects, cluster);
        assert!(untouched(&filled[2], cluster).is_none());
    }
}
