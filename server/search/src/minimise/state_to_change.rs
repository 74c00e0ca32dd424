//! Something to change: takes a minimised test whose last call leaves its receiver as it was, gives one in which the
//! receiver, or what the call is given, holds something before, so that the call shows what it does, wherever the goals
//! allow. Of an empty set *and*, *clear* and *xor* are the same.

use goalline_testcase::{
    CallableId, CallableKind, DoubleStyle, ExecutorError, JavaType, Literal, Observation, Observed,
    ObservedPart, RunOptions, Shape, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
    Vars, writes_rows,
};

use super::{Judge, Minimisation, arranging::number};
use crate::Ending;

/// Beginnings of names of methods that put something in.
pub(super) const FILLING: [&str; 7] = ["add", "append", "insert", "offer", "push", "put", "set"];

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
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    let test = on_filled_receiver(test, minimisation, judge)?;
    with_filled_arguments(test, minimisation, judge)
}

fn on_filled_receiver(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(objects) = untouched(&test, minimisation.cluster) else {
        return Ok(test);
    };
    let shown = Shown::of(&test, objects.receiver, minimisation)?;
    if shown.is_changed || !(objects.may_change || shown.is_nothing) {
        return Ok(test);
    }
    let candidates = filled(&test, &objects, minimisation.cluster);
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && Shown::of(&candidate, objects.receiver, minimisation)?.says_more(&shown) {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// The test in which containers that the last call is given hold something, where that shows in what comes of it: of
/// an empty map every copy is empty.
fn with_filled_arguments(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let candidates = filled_arguments(&test, minimisation.cluster);
    if candidates.is_empty() {
        return Ok(test);
    }
    let shown = results(&test, minimisation)?;
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && results(&candidate, minimisation)? != shown {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// The test with something put into each empty container of the JDK that its last call, which is under test, is given.
fn filled_arguments(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    if !cluster.callable(*callable).is_under_test {
        return Vec::new();
    }
    let is_empty = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } => {
            let maker = cluster.callable(*callable);
            let is_container = maker.owner.starts_with("java.util.");
            maker.kind == CallableKind::Constructor
                && is_container
                && arguments.is_empty()
                && test.users(*var).len() == 1
        }
        _ => false,
    };
    let empty: Vec<Var> = arguments.iter().copied().filter(is_empty).collect();
    let mut found = Vec::new();
    for var in empty {
        for filler in fillers(test.statement(var).ty, cluster) {
            found.extend(with_fillings(test, &[var], filler, cluster));
        }
    }
    found
}

/// Something that was observed, of whichever variable.
#[derive(PartialEq)]
struct ShownPart {
    part: ObservedPart,
    observed: Observed,
}

/// What was observed of what the last call gave, and of the object that it was called on.
fn results(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<ShownPart>, ExecutorError> {
    let act = Var(test.len() as u16 - 1);
    let receiver = match &test.statement(act).kind {
        StatementKind::Call { receiver, .. } => *receiver,
        _ => None,
    };
    let options = observing(minimisation);
    let runs =
        minimisation
            .executor
            .run(minimisation.cluster, std::slice::from_ref(test), options)?;
    let seen = runs[0].observations.iter();
    let seen = seen.filter(|one| one.var == act || Some(one.var) == receiver);
    let seen = seen.filter(|one| !matches!(one.observed, Observed::Same(_)));
    let parts = seen.map(|one| ShownPart {
        part: one.subject.clone(),
        observed: one.observed.clone(),
    });
    Ok(parts.collect())
}

/// How a test is run for what it shows.
pub(super) fn observing(minimisation: &Minimisation<'_>) -> RunOptions {
    RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    }
}

/// The objects of the class under test that the last call is about.
struct Untouched {
    receiver: Var,
    /// What holds what the receiver shows: itself, or what it is a view of.
    filled: Var,
    /// One of the same type that the call is given.
    given: Option<Var>,
    /// Whether the call may change its receiver, as far as its type tells.
    may_change: bool,
}

/// A call of a method on an object.
pub(super) struct CallOnObject<'t> {
    pub(super) callable: CallableId,
    pub(super) receiver: Var,
    pub(super) arguments: &'t Vars,
}

impl<'t> CallOnObject<'t> {
    /// What the test ends with, where that is such a call.
    pub(super) fn last_of(test: &'t TestCase) -> Option<Self> {
        match &test.statements.last()?.kind {
            StatementKind::Call {
                callable,
                receiver: Some(receiver),
                arguments,
            } => Some(Self {
                callable: *callable,
                receiver: *receiver,
                arguments,
            }),
            _ => None,
        }
    }
}

/// The objects of a last call that may change its receiver, where nothing was done with them before.
fn untouched(test: &TestCase, cluster: &TestCluster) -> Option<Untouched> {
    let CallOnObject {
        callable,
        receiver,
        arguments,
    } = CallOnObject::last_of(test)?;
    let called = cluster.callable(callable);
    let ty = test.statement(receiver).ty;
    let is_void = cluster.shape(called.returns) == Shape::Void;
    let result = test.statements.last()?.ty;
    let may_change = is_void || result == ty;
    let gives_container = match cluster.ty(result) {
        JavaType::Array(_) => true,
        JavaType::Class { name, .. } => name.starts_with("java.util."),
        _ => false,
    };
    if !may_change && !gives_container {
        return None;
    }
    let is_new = |var: Var| {
        let is_made = matches!(
            test.statement(var).kind,
            StatementKind::Call { receiver: None, .. }
        );
        is_made && test.users(var).len() == 1
    };
    let mut of_type = arguments
        .iter()
        .copied()
        .filter(|var| test.statement(*var).ty == ty);
    let given = of_type.find(|var| is_new(*var));
    let is_own = called.is_under_test && called.kind == CallableKind::Method;
    if is_own && is_new(receiver) {
        return Some(Untouched {
            receiver,
            filled: receiver,
            given,
            may_change,
        });
    }
    // A view shows what its origin holds.
    let origin = viewed(test, receiver, cluster).filter(|origin| is_new(*origin))?;
    let is_asked = called.owner.starts_with("java.util.") && arguments.is_empty();
    (is_asked && test.users(receiver).len() == 1).then_some(Untouched {
        receiver,
        filled: origin,
        given: None,
        may_change,
    })
}

/// The object that gave this one by a method under test without arguments.
fn viewed(test: &TestCase, view: Var, cluster: &TestCluster) -> Option<Var> {
    match &test.statement(view).kind {
        StatementKind::Call {
            callable,
            receiver,
            arguments,
        } if arguments.is_empty() && cluster.callable(*callable).is_under_test => *receiver,
        _ => None,
    }
}

/// What the last call shows.
pub(super) struct Shown {
    /// Whether the object is another one after it than before it, as far as it can be asked, or a mock was told to do
    /// something.
    pub(super) is_changed: bool,
    /// Whether it gives a container that holds nothing.
    is_nothing: bool,
}

impl Shown {
    fn says_more(&self, than: &Self) -> bool {
        self.is_changed || (than.is_nothing && !self.is_nothing)
    }

    pub(super) fn of(
        test: &TestCase,
        object: Var,
        minimisation: &mut Minimisation<'_>,
    ) -> Result<Self, ExecutorError> {
        let options = observing(minimisation);
        let before = TestCase {
            statements: test.statements[..test.len() - 1].to_vec(),
        };
        let tests = [before, test.clone()];
        let runs = minimisation
            .executor
            .run(minimisation.cluster, &tests, options)?;
        let is_state = |one: &&Observation| match &one.subject {
            ObservedPart::Inspector { .. } => one.var == object,
            subject => is_mock(test, one.var) && is_order(subject),
        };
        let state = |at: usize| -> Vec<Observation> {
            let seen = runs[at].observations.iter();
            seen.filter(is_state).cloned().collect()
        };
        let act = Var(test.len() as u16 - 1);
        let mut given = runs[1].observations.iter();
        let given = given.find(|one| one.var == act && one.subject == ObservedPart::Value);
        let is_nothing = |observed: &Observed| match observed {
            Observed::Array { length: size, .. } | Observed::Sized { size, .. } => *size == 0,
            Observed::Unordered(all) => all.size == 0,
            _ => false,
        };
        Ok(Self {
            is_changed: state(0) != state(1),
            is_nothing: given.is_some_and(|one| is_nothing(&one.observed)),
        })
    }
}

/// Whether it is that a test double was told to do something, not asked.
pub(super) fn is_order(subject: &ObservedPart) -> bool {
    matches!(subject, ObservedPart::Interaction { method, descriptor }
        if descriptor.ends_with(")V") || writes_rows(method))
}

fn is_mock(test: &TestCase, var: Var) -> bool {
    let style = DoubleStyle::Mock;
    matches!(&test.statement(var).kind, StatementKind::TestDouble { style: it, .. } if *it == style)
}

/// The test with something put into the receiver, into what the call is given, or into both.
fn filled(test: &TestCase, objects: &Untouched, cluster: &mut TestCluster) -> Vec<TestCase> {
    let ty = test.statement(objects.filled).ty;
    let StatementKind::Call { callable: act, .. } = test.statements[test.len() - 1].kind else {
        return Vec::new();
    };
    let own = [objects.filled];
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
                || *cluster.ty(*ty) == JavaType::object()
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
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let string = cluster.intern(JavaType::class("java.lang.String"));
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
            let ty = match literal {
                Literal::Text(_) => string,
                _ => *ty,
            };
            changed.statements.push(Statement {
                ty,
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
    use crate::minimise::small_classes::{call, class, cluster_of, method as described, named};

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
            is_deprecated: false,
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

    /// A shelf with a view of its books, and a copy of what a list holds.
    fn shelf() -> TestCluster {
        let java = "package p; class Shelf { List books() { return null; } Shelf all(ArrayList of) { return this; } }";
        let shelf = vec![
            described("books", "()Ljava/util/List;"),
            described("all", "(Ljava/util/ArrayList;)Lp/Shelf;"),
        ];
        let list = ClassDescription {
            interfaces: vec![JavaType::class("java.util.Collection")],
            ..class(
                "java.util.ArrayList",
                vec![described("add", "(Ljava/lang/Object;)Z")],
            )
        };
        let classes = vec![
            class("p.Shelf", shelf),
            class("java.util.List", Vec::new()),
            class("java.util.Collection", Vec::new()),
            class("java.lang.Object", Vec::new()),
            list,
        ];
        cluster_of(java, classes)
    }

    #[test]
    fn a_view_shows_what_its_origin_holds() {
        let cluster = &shelf();
        let (make, books) = (named("<init>", cluster), named("books", cluster));
        let test = TestCase {
            statements: vec![
                call(cluster, make, None, &[]),
                call(cluster, books, Some(Var(0)), &[]),
            ],
        };
        assert_eq!(viewed(&test, Var(1), cluster), Some(Var(0)));
        assert_eq!(viewed(&test, Var(0), cluster), None);
    }

    #[test]
    fn an_empty_list_that_the_call_is_given_gets_an_element() {
        let cluster = &mut shelf();
        let ty = cluster.intern(JavaType::class("java.util.ArrayList"));
        let make_list = cluster.generators(ty).to_vec();
        let make_list = make_list[0];
        let (make, all) = (named("<init>", cluster), named("all", cluster));
        let test = TestCase {
            statements: vec![
                call(cluster, make, None, &[]),
                call(cluster, make_list, None, &[]),
                call(cluster, all, Some(Var(0)), &[Var(1)]),
            ],
        };
        let filled = filled_arguments(&test, cluster);
        assert_eq!(filled.len(), 1);
        assert_eq!(filled[0].len(), test.len() + 2);
        assert!(filled_arguments(&filled[0], cluster).is_empty());
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
