//! Small classes for the tests of minimisation: takes names and signatures, gives a cluster and the calls of a test.

use std::sync::Arc;

use goalline_flow::FileFlow;
use goalline_goals::GoalSet;
use goalline_syntax::JavaFile;
use goalline_testcase::{
    CallableId, ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Executor,
    JavaType, Literal, Modifiers, Primitive, RunOptions, Statement, StatementKind, TestCluster,
    Var, Vars,
};

use super::{HandedOn, Judge, Minimisation};
use crate::{Ending, goals::fitness::Fitness};

const PUBLIC: u32 = 1;
const PUBLIC_STATIC: u32 = 9;

/// A public method of the name, with its JVM descriptor.
pub(crate) fn method(name: &str, descriptor: &str) -> ExecutableDescription {
    let (parameters, returns) = types_of(descriptor);
    ExecutableDescription {
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
        modifiers: Modifiers(PUBLIC),
        is_varargs: false,
        is_default: false,
        is_deprecated: false,
        type_parameters: Vec::new(),
        parameters,
        parameter_names: Vec::new(),
        returns,
        throws: Vec::new(),
    }
}

/// The same as a function of its class.
pub(crate) fn function(name: &str, descriptor: &str) -> ExecutableDescription {
    ExecutableDescription {
        modifiers: Modifiers(PUBLIC_STATIC),
        ..method(name, descriptor)
    }
}

/// The types of a descriptor that has classes, `boolean`, `int`, `long`, arrays of these and `void` alone.
fn types_of(descriptor: &str) -> (Vec<JavaType>, JavaType) {
    let (mut parameters, returns) = descriptor[1..].split_once(')').expect("a descriptor");
    let mut types = Vec::new();
    while !parameters.is_empty() {
        let first = parameters.trim_start_matches('[');
        let end = match &first[..1] {
            "L" => parameters.find(';').expect("a class ends"),
            _ => parameters.len() - first.len(),
        };
        types.push(type_of(&parameters[..=end]));
        parameters = &parameters[end + 1..];
    }
    (types, type_of(returns))
}

fn type_of(descriptor: &str) -> JavaType {
    match descriptor {
        "V" => JavaType::void(),
        "Z" => JavaType::Primitive(Primitive::Boolean),
        "I" => JavaType::Primitive(Primitive::Int),
        "J" => JavaType::Primitive(Primitive::Long),
        array if array.starts_with('[') => JavaType::Array(Box::new(type_of(&array[1..]))),
        class => JavaType::class(&class[1..].trim_end_matches(';').replace('/', ".")),
    }
}

/// A public class that can be made of nothing.
pub(crate) fn class(name: &str, methods: Vec<ExecutableDescription>) -> ClassDescription {
    ClassDescription {
        name: name.to_owned(),
        canonical: Some(name.to_owned()),
        modifiers: Modifiers(PUBLIC),
        kind: ClassKind::Class,
        constructors: vec![method("<init>", "()V")],
        methods,
        ..ClassDescription::default()
    }
}

/// The cluster of these classes and `String`, of which the first is under test; `java` is its source.
pub(crate) fn cluster_of(java: &str, classes: Vec<ClassDescription>) -> TestCluster {
    let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
    let tested = [classes[0].name.clone()];
    let subject = ClassUnderTest {
        classes: &tested,
        package: "p",
        flow: &flow,
    };
    let string = class("java.lang.String", Vec::new());
    TestCluster::new(classes.into_iter().chain([string]).collect(), &subject)
}

/// What is under test by this name.
pub(crate) fn named(name: &str, cluster: &TestCluster) -> CallableId {
    let mut all = cluster.under_test().iter();
    let found = all.find(|id| cluster.callable(**id).name == name);
    *found.expect("it is there")
}

pub(crate) fn call(
    cluster: &TestCluster,
    callable: CallableId,
    receiver: Option<Var>,
    arguments: &[Var],
) -> Statement {
    Statement {
        ty: cluster.callable(callable).returns,
        kind: StatementKind::Call {
            callable,
            receiver,
            arguments: Vars::from_slice(arguments),
        },
    }
}

pub(crate) fn text(cluster: &mut TestCluster, value: &str) -> Statement {
    Statement {
        ty: cluster.intern(JavaType::class("java.lang.String")),
        kind: StatementKind::Literal(Literal::Text(value.into())),
    }
}

/// What comes of this work on tests that the executor runs: there is nothing to cover and nothing to notice, and they
/// have to pass.
pub(super) fn minimising<T>(
    cluster: &mut TestCluster,
    executor: &mut dyn Executor,
    work: impl FnOnce(&mut Minimisation<'_>, &mut Judge<'_>) -> T,
) -> T {
    let goals = GoalSet::of(Arc::new(FileFlow::default()), &[]);
    let mut fitness = Fitness::new(&goals);
    let mut judge = Judge {
        keep: Vec::new(),
        to_kill: Vec::new(),
        tried_first: Vec::new(),
        fitness: &mut fitness,
        ending: Some(Ending::Passed),
        fresh_loader: false,
    };
    let mut minimisation = Minimisation {
        goals: &goals,
        cluster,
        executor,
        options: RunOptions::default(),
        handed_on: &mut HandedOn::default(),
    };
    work(&mut minimisation, &mut judge)
}
