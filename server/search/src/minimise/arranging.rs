//! Set-up as a reader would write it: takes a minimised test, gives one whose mocks answer with something that is
//! passed on, whose objects are put together by their own methods and not by others under test, and that mocks what
//! was only wrapped around a mock, wherever the goals allow.

use std::collections::BTreeSet;

use goalline_testcase::{
    Answer, Callable, CallableId, CallableKind, DoubleMethod, DoubleStyle, Execution,
    ExecutorError, JavaString, JavaType, Literal, Observation, Observed, ObservedPart, Outcome,
    PLAIN_WORDS, Primitive, RunOptions, Shape, StackFrame, Statement, StatementKind, TestCase,
    TestCluster, Trace, TypeId, UnansweredCall, Var, Vars, parameter_words, words_of_name,
    writes_rows,
};

use super::{
    Judge, Minimisation, USUAL_CONTAINERS,
    sinks::{asked_for, in_plain_sinks, in_plain_sources},
    texts_for_objects::{in_plain_objects, in_plain_texts, is_mock, takes_any_object},
};
use crate::{Ending, operators::questions::as_asked_for};

/// Other ways to set up a test that are tried at most.
const MOST_WAYS: usize = 24;

/// Mocks that answer with each other in a row, and the last one with something, at most.
const MOST_ANSWERS_IN_CHAIN: usize = 2;

/// Mocks of a test that are made to answer so one after the other, at most: what the last one gives comes of what those
/// before it gave.
const MOST_MOCKS_IN_ROW: usize = 3;

/// Rounds in which objects are put in place of `null`, all at once or one of them, at most.
const MOST_OBJECTS: usize = 3;

/// Answers that are tried at most.
const MOST_ANSWERS: usize = 6;

/// Questions that a mock answers with `true`, each for itself, at most.
const MOST_QUESTIONS: usize = 8;

/// Makers of a type that are looked at for an answer, at most.
const MOST_MAKERS: usize = 16;

/// How deep the object of an answer is made of others.
pub(super) const DEEPEST: usize = 2;

/// The test with mocks in place of what is made around them, and objects put together by their own methods.
pub(super) fn arranged(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = test;
    for ways in [
        around_mocks,
        by_own_methods,
        in_plain_containers,
        in_plain_sinks,
        in_plain_sources,
        in_plain_texts,
        in_plain_objects,
    ] {
        let candidates = ways(&test, minimisation.cluster);
        test = first(test, candidates, minimisation, judge)?;
    }
    Ok(test)
}

/// The test with objects in place of `null`, where it ends as before. This comes after what makes tests plainer: to
/// that, `null` is the plainest object.
pub(super) fn given_objects(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = with_nulls_apart(test);
    let objects = std::iter::repeat_n(with_objects as ProposeTests, MOST_OBJECTS);
    for propose in objects.chain([with_one_null_less as ProposeTests; 2]) {
        let candidates = propose(&test, minimisation.cluster);
        test = if judge.ending == Some(Ending::Passed) {
            first(test, candidates, minimisation, judge)?
        } else {
            first_that_throws_so(test, candidates, minimisation, judge)?
        };
    }
    Ok(test)
}

/// Something that proposes other tests.
type ProposeTests = fn(&TestCase, &mut TestCluster) -> Vec<TestCase>;

/// The test with a `null` of its own for each argument that shares one with another: an object in place of one is none
/// in place of the other.
fn with_nulls_apart(test: &TestCase) -> TestCase {
    let mut apart = test.clone();
    let mut at = 0;
    while at < apart.len() {
        let StatementKind::Call { arguments, .. } = &apart.statements[at].kind else {
            at += 1;
            continue;
        };
        let is_shared = |position: &usize| {
            let var = arguments[*position];
            let is_null = apart.statement(var).kind == StatementKind::Null;
            let is_used_before = arguments[..*position].contains(&var)
                || apart.users(var).iter().any(|user| usize::from(user.0) < at);
            is_null && is_used_before
        };
        let Some(position) = (0..arguments.len()).find(is_shared) else {
            at += 1;
            continue;
        };
        let own = apart.statement(arguments[position]).clone();
        apart.insert(at, vec![own]);
        at += 1;
        if let StatementKind::Call { arguments, .. } = &mut apart.statements[at].kind {
            arguments[position] = Var(at as u16 - 1);
        }
    }
    apart
}

/// Types that a text is given for.
const OF_TEXTS: [&str; 3] = [
    "java.lang.CharSequence",
    "java.lang.Object",
    "java.lang.String",
];

/// The test with a text in place of each `null` that the last call is given beside another one: of two it shows not
/// which one matters. The first parameters are the likeliest that it refuses.
fn with_one_null_less(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(StatementKind::Call {
        callable,
        arguments,
        ..
    }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let is_null = |var: &Var| test.statement(*var).kind == StatementKind::Null;
    let nulls: Vec<usize> = (0..arguments.len())
        .filter(|at| is_null(&arguments[*at]))
        .collect();
    if nulls.len() < 2 {
        return Vec::new();
    }
    let parameters = cluster.callable(*callable).parameters.clone();
    let is_of_texts = |at: &&usize| {
        let class = parameters.get(**at).map(|ty| cluster.ty(*ty));
        let class = class.and_then(JavaType::class_name);
        class.is_some_and(|class| OF_TEXTS.contains(&class))
    };
    let places: Vec<usize> = nulls.iter().rev().filter(is_of_texts).copied().collect();
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let texts = places.into_iter().zip(PLAIN_WORDS);
    let candidates = texts.map(|(at, word)| with_text_as(test, at, string, word));
    let candidates: Vec<TestCase> = candidates.collect();
    let is_whole = |it: &TestCase| it.is_well_formed(cluster);
    candidates.into_iter().filter(is_whole).collect()
}

/// The test whose last call is given a text of its own as this argument.
fn with_text_as(test: &TestCase, at: usize, string: TypeId, word: &str) -> TestCase {
    let mut changed = test.clone();
    let last = test.len() - 1;
    let own = Statement {
        ty: string,
        kind: StatementKind::Literal(Literal::Text(word.into())),
    };
    changed.insert(last, vec![own]);
    if let StatementKind::Call { arguments, .. } = &mut changed.statements[last + 1].kind {
        arguments[at] = Var(last as u16);
    }
    changed.remove_unused();
    changed
}

/// The first of the candidates that ends by the very same exception: of two `null` only the one that is refused stays,
/// or whoever reads the test does not know which one is meant.
fn first_that_throws_so(
    test: TestCase,
    mut candidates: Vec<TestCase>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    candidates.truncate(MOST_WAYS);
    if candidates.is_empty() {
        return Ok(test);
    }
    candidates.insert(0, test);
    let plain = minimisation.options;
    minimisation.options.observe = true;
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge);
    minimisation.options = plain;
    let works = works?;
    let Some(cause) = works.first().and_then(|(_, run)| thrown(run)) else {
        return Ok(candidates.swap_remove(0));
    };
    let mut others = candidates.iter().zip(&works).skip(1);
    let found = others.position(|(one, (works, run))| {
        let is_same = thrown(run).is_some_and(|end| end.is_that_of(&cause));
        works.is_some_and(|(_, length)| length == one.len()) && is_same
    });
    Ok(candidates.swap_remove(found.map_or(0, |at| at + 1)))
}

/// What ended a run.
struct ThrownEnd<'a> {
    class: &'a str,
    message: Option<&'a JavaString>,
    /// The frame that threw it.
    frame: Option<&'a StackFrame>,
}

impl ThrownEnd<'_> {
    /// Whether it is the same but for a `null` that the other's message tells: `null field is unsupported`.
    fn is_that_of(&self, other: &ThrownEnd<'_>) -> bool {
        let text = |message: Option<&JavaString>| message.map(JavaString::to_text);
        let (now, before) = (text(self.message), text(other.message));
        let tells_object = now
            .as_ref()
            .zip(before.as_ref())
            .is_some_and(|(now, before)| {
                let told = before.split_once("null");
                told.is_some_and(|(start, end)| now.starts_with(start) && now.ends_with(end))
            });
        self.class == other.class && self.frame == other.frame && (now == before || tells_object)
    }
}

fn thrown(run: &Execution) -> Option<ThrownEnd<'_>> {
    match &run.outcome {
        Outcome::Threw { thrown, .. } => Some(ThrownEnd {
            class: &thrown.class,
            message: thrown.message.as_ref(),
            frame: thrown.stack.first(),
        }),
        _ => None,
    }
}

/// Types of the JDK that objects are given of, and what makes the plainest.
const PLAIN_MAKERS: [(&str, PlainMaker); 14] = [
    (
        "java.io.OutputStream",
        PlainMaker::OfNothing("java.io.ByteArrayOutputStream"),
    ),
    (
        "java.io.Reader",
        PlainMaker::OfValue("java.io.StringReader"),
    ),
    (
        "java.io.Writer",
        PlainMaker::OfNothing("java.io.StringWriter"),
    ),
    (
        "java.lang.Appendable",
        PlainMaker::OfNothing("java.lang.StringBuilder"),
    ),
    ("java.nio.ByteOrder", PlainMaker::Constant),
    ("java.time.Duration", PlainMaker::OfNumber("ofSeconds")),
    ("java.time.Instant", PlainMaker::OfNumber("ofEpochSecond")),
    ("java.util.Collection", PlainMaker::OfOne),
    ("java.util.List", PlainMaker::OfOne),
    ("java.util.Locale", PlainMaker::Constant),
    ("java.util.Map", PlainMaker::OfNothing("java.util.HashMap")),
    (
        "java.util.Properties",
        PlainMaker::OfNothing("java.util.Properties"),
    ),
    ("java.util.Random", PlainMaker::OfValue("java.util.Random")),
    ("java.util.Set", PlainMaker::OfOne),
];

/// Types of the JDK whose factories say what they make of numbers.
const TIMES: [&str; 7] = [
    "java.time.LocalDate",
    "java.time.LocalDateTime",
    "java.time.LocalTime",
    "java.time.OffsetDateTime",
    "java.time.Year",
    "java.time.YearMonth",
    "java.time.ZonedDateTime",
];

/// What makes a plain object of a type of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlainMaker {
    /// A factory that puts in one element.
    OfOne,
    /// The constructor of this class that is given nothing.
    OfNothing(&'static str),
    /// The constructor of this class that is given one value.
    OfValue(&'static str),
    /// The factory of this name that is given one number: of two each can have its own.
    OfNumber(&'static str),
    /// A field that holds one.
    Constant,
}

impl PlainMaker {
    /// What makes objects of this class (binary name), where it stands in the table.
    fn of(class: &str) -> Option<Self> {
        let row = PLAIN_MAKERS.iter().find(|(name, _)| *name == class);
        row.map(|(_, maker)| *maker)
    }

    /// Whether a callable is such a one.
    fn is(self, maker: &Callable) -> bool {
        let (owner, kind, parameters) = (&*maker.owner, maker.kind, maker.parameters.len());
        match self {
            Self::OfOne => parameters == 1 && kind == CallableKind::StaticMethod,
            Self::OfNothing(class) => {
                owner == class && parameters == 0 && kind == CallableKind::Constructor
            }
            Self::OfValue(class) => {
                owner == class && parameters == 1 && kind == CallableKind::Constructor
            }
            Self::OfNumber(name) => {
                maker.name == name && parameters == 1 && kind == CallableKind::StaticMethod
            }
            Self::Constant => kind == CallableKind::StaticFieldRead,
        }
    }
}

/// The test with objects in place of `null` that a call is given, or an array holds, though nothing asks for it: all
/// first, then each. Whether a method bears `null` is what a test of its own says.
fn with_objects(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let is_wanted = |var: &&Var| {
        let statement = test.statement(**var);
        let wanted = wanted_for(test, **var, cluster);
        let class = cluster.ty(wanted).class_name();
        let is_plain = |class: &str| PlainMaker::of(class).is_some();
        let is_enum = cluster.shape(wanted) == Shape::Enum;
        let is_apt = |class: &str| {
            let is_own = !class.starts_with("java.");
            is_enum || is_own || is_plain(class) || TIMES.contains(&class)
        };
        statement.kind == StatementKind::Null && class.is_some_and(is_apt)
    };
    let given = test.statements.iter().flat_map(|it| match &it.kind {
        StatementKind::Call { arguments, .. } => &arguments[..],
        StatementKind::Array { elements } => &elements[..],
        StatementKind::TestDouble { .. } | StatementKind::Null | StatementKind::Literal(_) => &[],
    });
    let mut nulls: Vec<Var> = given.filter(is_wanted).copied().collect();
    nulls.sort_unstable();
    nulls.dedup();
    let mut found = Vec::new();
    if nulls.len() > 1 {
        let mut all = Some(test.clone());
        // From the last on: the places of the earlier ones stay.
        for null in nulls.iter().rev() {
            all = all.and_then(|test| with_object(&test, *null, cluster));
        }
        found.extend(all);
    }
    for null in &nulls {
        found.extend(with_object(test, *null, cluster));
    }
    // What the plainest maker is made of may be too little for it.
    for null in &nulls {
        let other = with_object_by(test, *null, 1, cluster);
        found.extend(other.filter(|it| !found.contains(it)));
    }
    found
}

/// The type that what stands for this variable has to have: what became `null` may have been of a narrower one.
fn wanted_for(test: &TestCase, var: Var, cluster: &TestCluster) -> TypeId {
    asked_for(test, var, cluster).unwrap_or(test.statement(var).ty)
}

/// Whether the type is a collaborator, or an interface that nothing makes without further objects.
fn is_best_mocked(ty: TypeId, cluster: &mut TestCluster) -> bool {
    if cluster.is_collaborator(ty) {
        return true;
    }
    let double = cluster.test_double(ty);
    let makers = cluster.generators(ty).to_vec();
    let is_plain = |maker: &CallableId| {
        let maker = cluster.callable(*maker);
        maker.receiver.is_none() && maker.parameters.is_empty()
    };
    double.is_some_and(|it| it.style == DoubleStyle::Mock)
        && !makers.iter().any(is_plain)
        && (makers.is_empty() || !cluster.is_known_by_contents(ty))
}

/// The test with an object in place of this `null`: a mock of a collaborator, else by its plainest maker.
fn with_object(test: &TestCase, null: Var, cluster: &mut TestCluster) -> Option<TestCase> {
    with_object_by(test, null, 0, cluster)
}

/// The same by the plainest maker but so many.
fn with_object_by(
    test: &TestCase,
    null: Var,
    but: usize,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let at = usize::from(null.0);
    let ty = wanted_for(test, null, cluster);
    let mut made = TestCase {
        statements: test.statements[..at].to_vec(),
    };
    if is_best_mocked(ty, cluster) {
        let kind = StatementKind::test_double(DoubleStyle::Mock, Vec::new());
        push(&mut made, ty, kind);
    } else {
        made_by(&mut made, ty, DEEPEST, but, cluster)?;
    }
    let mut added = made.statements.split_off(at);
    let object = added.pop()?;
    let count = added.len();
    let mut changed = test.clone();
    changed.insert(at, added);
    changed.statements[at + count] = object;
    changed.is_well_formed(cluster).then_some(changed)
}

/// The first of the candidates that does what the test has to, down to its last statement.
pub(super) fn first(
    test: TestCase,
    mut candidates: Vec<TestCase>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    candidates.truncate(MOST_WAYS);
    if candidates.is_empty() {
        return Ok(test);
    }
    let found = minimisation.first_whole(&candidates, judge)?;
    Ok(found.map_or(test, |at| candidates.swap_remove(at)))
}

/// The test with a mock in place of an object that a library made around one, or around what is none: the mock says
/// what is asked, and the object around it is of no other use. Where other calls under test brought it into a state,
/// the mock says that it is so.
fn around_mocks(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for at in 0..test.len() {
        let Some(wanted) = wanted(test, Var(at as u16), cluster) else {
            continue;
        };
        let is_odd = is_made_around_a_mock(test, at, cluster);
        if is_odd {
            found.extend(unwrapped(test, at, wanted, cluster));
        }
        let double = cluster.test_double(wanted);
        let Some(double) = double.filter(|it| it.style == DoubleStyle::Mock) else {
            continue;
        };
        if is_odd {
            found.extend(mocked(test, at, wanted, cluster));
        }
        if is_made_by_others(test, at, cluster) {
            let asked = double.methods.iter().filter(|it| {
                it.parameters.is_empty()
                    && cluster.shape(it.returns) == Shape::Primitive(Primitive::Boolean)
            });
            let said = asked.filter_map(|it| said_to_be(test, at, wanted, it, cluster));
            found.extend(said.take(MOST_QUESTIONS));
        }
    }
    found
}

/// The test without a container that is only made of another one or of an array: with what it was made of in its place,
/// or the plain list of the array. Who reads `new CopyOnWriteArrayList<>(new ArrayList<>(…))` looks for its reason.
fn in_plain_containers(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found: Vec<TestCase> = Vec::new();
    let mut plainest = test.clone();
    for at in (0..test.len()).rev() {
        for one in [test.clone(), plainest.clone()] {
            if let Some(plain) = in_a_plain_container(&one, at, cluster)
                && !found.contains(&plain)
            {
                plainest = plain.clone();
                found.push(plain);
            }
        }
    }
    // Most often all of them can go.
    found.sort_by_key(TestCase::len);
    found
}

/// The test with something plainer in place of the container that this statement makes.
fn in_a_plain_container(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statements.get(at)?.kind
    else {
        return None;
    };
    let called = cluster.callable(*callable);
    if arguments.is_empty() && called.owner.starts_with("java.util.") {
        return in_the_usual_container(test, at, cluster);
    }
    let [source] = arguments[..] else {
        return None;
    };
    let is_copy =
        called.kind == CallableKind::Constructor && called.owner.starts_with("java.util.");
    if !is_copy {
        return None;
    }
    let mut plain = test.clone();
    if matches!(test.statement(source).kind, StatementKind::Array { .. }) {
        let wanted = wanted_list(test, Var(at as u16), cluster)?;
        let makers = cluster.generators(wanted).to_vec();
        let is_list = |it: &CallableId| {
            let maker = cluster.callable(*it);
            maker.name == "asList" && maker.owner == "java.util.Arrays"
        };
        let maker = makers.into_iter().find(is_list)?;
        plain.statements[at] = Statement {
            ty: cluster.callable(maker).returns,
            kind: StatementKind::Call {
                callable: maker,
                receiver: None,
                arguments: Vars::from_slice(&[source]),
            },
        };
    } else {
        for statement in &mut plain.statements[at + 1..] {
            statement.kind.visit_uses_mut(|used| {
                if usize::from(used.0) == at {
                    *used = source;
                }
            });
        }
        plain.remove(Var(at as u16));
    }
    plain.is_well_formed(cluster).then_some(plain)
}

/// What is asked for, and the container that everybody takes there.
const USUAL: [(&str, &str); 7] = [
    ("java.lang.Iterable", "java.util.ArrayList"),
    ("java.util.Collection", "java.util.ArrayList"),
    ("java.util.Deque", "java.util.ArrayDeque"),
    ("java.util.List", "java.util.ArrayList"),
    ("java.util.Map", "java.util.HashMap"),
    ("java.util.Queue", "java.util.ArrayDeque"),
    ("java.util.Set", "java.util.HashSet"),
];

/// The test with the usual empty container in place of the one that this statement makes: who reads `new Stack<>()`
/// where any collection will do looks for its reason.
fn in_the_usual_container(
    test: &TestCase,
    at: usize,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let asked = asked_for(test, Var(at as u16), cluster)?;
    let JavaType::Class { name, arguments } = cluster.ty(asked).clone() else {
        return None;
    };
    let (_, usual) = USUAL.iter().find(|(it, _)| *it == name)?;
    let made = cluster.ty(test.statements[at].ty).class_name();
    if made == Some(usual) || USUAL.iter().any(|(_, it)| made == Some(it)) {
        return None;
    }
    let ty = cluster.intern(JavaType::Class {
        name: (*usual).to_owned(),
        arguments,
    });
    let makers = cluster.generators(ty).to_vec();
    let callable = makers.into_iter().find(|it| {
        let maker = cluster.callable(*it);
        maker.kind == CallableKind::Constructor
            && maker.owner == *usual
            && maker.parameters.is_empty()
    })?;
    let mut plain = test.clone();
    plain.statements[at] = Statement {
        ty: cluster.callable(callable).returns,
        kind: StatementKind::Call {
            callable,
            receiver: None,
            arguments: Vars::new(),
        },
    };
    plain.is_well_formed(cluster).then_some(plain)
}

/// The list type that the first user of the variable wants.
fn wanted_list(test: &TestCase, var: Var, cluster: &mut TestCluster) -> Option<TypeId> {
    let user = *test.users(var).first()?;
    let wanted = match &test.statement(user).kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let at = arguments.iter().position(|it| *it == var)?;
            *cluster.callable(*callable).parameters.get(at)?
        }
        StatementKind::TestDouble { answers, .. } => {
            let answer = answers.iter().find(|it| it.value == var)?;
            let double = cluster.test_double(test.statement(user).ty)?;
            let mut methods = double.methods.iter();
            let is_it =
                |it: &&DoubleMethod| it.name == answer.method && it.descriptor == answer.descriptor;
            methods.find(is_it)?.returns
        }
        _ => return None,
    };
    (cluster.ty(wanted).class_name() == Some("java.util.List")).then_some(wanted)
}

/// The test with a mock of this type in place of the statement.
fn mocked(test: &TestCase, at: usize, ty: TypeId, cluster: &TestCluster) -> Option<TestCase> {
    let mut mocked = test.clone();
    mocked.statements[at] = Statement {
        ty,
        kind: StatementKind::test_double(DoubleStyle::Mock, Vec::new()),
    };
    mocked.remove_unused();
    mocked.is_well_formed(cluster).then_some(mocked)
}

/// The test with a mock that answers the question with `true`, and without the calls before the last one that brought
/// what stood there into such a state; none where there are none.
fn said_to_be(
    test: &TestCase,
    at: usize,
    ty: TypeId,
    question: &DoubleMethod,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let users = test.users(Var(at as u16));
    let (last, before) = users.split_last()?;
    let is_for_state = |user: &Var| test.users(*user).is_empty();
    let is_act = usize::from(last.0) + 1 == test.len();
    if before.is_empty() || !is_act || !before.iter().all(is_for_state) {
        return None;
    }
    let mut changed = test.clone();
    for user in before.iter().rev() {
        changed.remove(*user);
    }
    let yes = Statement {
        ty: question.returns,
        kind: StatementKind::Literal(Literal::Boolean(true)),
    };
    changed.insert(at, vec![yes]);
    let answer = Answer {
        method: question.name.clone(),
        descriptor: question.descriptor.clone(),
        value: Var(at as u16),
        throws: false,
    };
    changed.statements[at + 1] = Statement {
        ty,
        kind: StatementKind::test_double(DoubleStyle::Mock, vec![answer]),
    };
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

/// The test with the mock itself in place of what was made of it, where that is wanted.
fn unwrapped(
    test: &TestCase,
    at: usize,
    wanted: TypeId,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let StatementKind::Call { arguments, .. } = &test.statements[at].kind else {
        return None;
    };
    let is_wanted = |var: &&Var| {
        let statement = test.statement(**var);
        matches!(statement.kind, StatementKind::TestDouble { .. })
            && cluster.would_be_assignable(statement.ty, wanted)
    };
    let mock = *arguments.iter().find(is_wanted)?;
    let mut other = test.clone();
    for statement in &mut other.statements[at + 1..] {
        statement.kind.visit_uses_mut(|used| {
            if usize::from(used.0) == at {
                *used = mock;
            }
        });
    }
    other.remove(Var(at as u16));
    other.remove_unused();
    Some(other)
}

/// The interface that all calls under test want the object as; none where something else uses it.
fn wanted(test: &TestCase, var: Var, cluster: &TestCluster) -> Option<TypeId> {
    let is_given = |user: &Var| match &test.statement(*user).kind {
        StatementKind::Call {
            callable, receiver, ..
        } => cluster.callable(*callable).is_under_test && *receiver != Some(var),
        _ => false,
    };
    let is_apt = test.users(var).iter().all(is_given);
    is_apt.then(|| asked_for(test, var, cluster))?
}

/// Whether a class that is not under test made the object, of a mock or of nothing.
fn is_made_around_a_mock(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    let StatementKind::Call {
        callable,
        receiver,
        arguments,
    } = &test.statements[at].kind
    else {
        return false;
    };
    let called = cluster.callable(*callable);
    // Of nobody's own type: `new BindException(false, "width")`.
    let is_any = |at: usize, var: Var| {
        let wanted = called.parameters.get(at).map(|it| cluster.ty(*it));
        let is_literal = matches!(test.statement(var).kind, StatementKind::Literal(_));
        is_literal && wanted.and_then(JavaType::class_name) == Some("java.lang.Object")
    };
    let mut given = arguments.iter().enumerate();
    let is_around = |var: &Var| {
        let statement = test.statement(*var);
        match statement.kind {
            StatementKind::TestDouble { style, .. } => style == DoubleStyle::Mock,
            StatementKind::Null => cluster.shape(statement.ty) == Shape::Reference,
            _ => is_made_around_a_mock(test, usize::from(var.0), cluster),
        }
    };
    !called.is_under_test
        && (given.any(|(at, var)| is_any(at, *var))
            || receiver.iter().chain(arguments).any(is_around))
}

/// Whether a class that is not under test made the object.
fn is_made_by_others(test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
    match &test.statements[at].kind {
        StatementKind::Call { callable, .. } => !cluster.callable(*callable).is_under_test,
        _ => false,
    }
}

/// The test with a call of an argument's own method in place of one that is under test and that the test is not about:
/// `owner.addPet(pet)` for `controller.save(owner, pet, …)`.
fn by_own_methods(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for at in 0..test.len().saturating_sub(1) {
        let StatementKind::Call {
            callable,
            receiver: Some(receiver),
            arguments,
        } = &test.statements[at].kind
        else {
            continue;
        };
        let called = cluster.callable(*callable);
        let is_set_up = called.is_under_test && called.kind == CallableKind::Method;
        if !is_set_up || !test.users(Var(at as u16)).is_empty() {
            continue;
        }
        for object in arguments.iter().filter(|it| *it != receiver) {
            let own = test.statement(*object).ty;
            let is_made = matches!(test.statement(*object).kind, StatementKind::Call { .. });
            if !is_made || cluster.shape(own) != Shape::Reference {
                continue;
            }
            for method in cluster.uses(own).to_vec() {
                let call = own_call(test, *object, method, arguments, cluster);
                let Some(call) = call.filter(|_| !cluster.callable(method).is_under_test) else {
                    continue;
                };
                let mut other = test.clone();
                other.statements[at] = call;
                other.remove_unused();
                found.extend(other.is_well_formed(cluster).then_some(other));
            }
        }
    }
    // What takes fewer objects is the plainer way.
    found.sort_by_key(TestCase::len);
    found
}

/// The call of the method on the object with another one of the arguments.
fn own_call(
    test: &TestCase,
    object: Var,
    method: CallableId,
    arguments: &[Var],
    cluster: &TestCluster,
) -> Option<Statement> {
    let called = cluster.callable(method);
    let [parameter] = called.parameters[..] else {
        return None;
    };
    let is_other = |var: &&Var| {
        let statement = test.statement(**var);
        let is_made = matches!(statement.kind, StatementKind::Call { .. });
        **var != object && is_made && cluster.would_be_assignable(statement.ty, parameter)
    };
    let other = arguments.iter().find(is_other)?;
    (called.kind == CallableKind::Method).then(|| Statement {
        ty: called.returns,
        kind: StatementKind::Call {
            callable: method,
            receiver: Some(object),
            arguments: Vars::from_slice(&[*other]),
        },
    })
}

/// The test whose mocks answer with something, where what they give by themselves is what it shows or tells other
/// mocks: that the answer is passed on is a test, that a mock gives `null` is none.
pub(super) fn passed_on(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for _ in 0..MOST_MOCKS_IN_ROW {
        match with_more_passed_on(&test, minimisation, judge)? {
            Some(better) => test = better,
            None => break,
        }
    }
    Ok(test)
}

/// The test in which one mock more answers with something that is passed on; none where there is none.
fn with_more_passed_on(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<TestCase>, ExecutorError> {
    if mocks(test) == 0 {
        return Ok(None);
    }
    let Some((before, trace)) = shown(test, minimisation)? else {
        return Ok(None);
    };
    let is_asked_for_objects = trace.unanswered.iter().any(gives_object);
    if !is_asked_for_objects && before.iter().all(|one| blanks(&one.observed) == 0) {
        return Ok(None);
    }
    let mut candidates = with_answers(test, &trace, minimisation.cluster);
    let mut spoken = None;
    for _ in 0..MOST_ANSWERS_IN_CHAIN {
        candidates.truncate(MOST_ANSWERS);
        let mut further = Vec::new();
        for (candidate, now, trace) in whole(candidates, minimisation, judge)? {
            if tells_more(&before, &now) {
                return Ok(Some(candidate));
            }
            if mocks(&candidate) > mocks(test) {
                further.extend(with_answers(&candidate, &trace, minimisation.cluster));
                if spoken.is_none() && spoken_to(&now) > spoken_to(&before) {
                    spoken = Some(candidate);
                }
            }
        }
        candidates = further;
    }
    Ok(spoken)
}

/// Those of the tests that do what they have to, down to the last statement, with what they show.
pub(super) fn whole(
    tests: Vec<TestCase>,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Vec<(TestCase, Vec<Observation>, Trace)>, ExecutorError> {
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&tests, &to_kill, judge)?;
    let mut found = Vec::new();
    for (test, (works, _)) in tests.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == test.len());
        if is_whole && let Some((seen, trace)) = shown(&test, minimisation)? {
            found.push((test, seen, trace));
        }
    }
    Ok(found)
}

/// Whether a mock gave `null` at this call where there may be an object.
pub(super) fn gives_object(call: &UnansweredCall) -> bool {
    call.descriptor.ends_with(';')
}

/// How many mocks were told or asked something: one that another mock gives, and that is then spoken to, is what the
/// class is about; that it copes with `null` there is not.
fn spoken_to(seen: &[Observation]) -> usize {
    let calls = |one: &&Observation| {
        matches!(one.subject, ObservedPart::Interaction { .. })
            && matches!(one.observed, Observed::Calls { count, .. } if count > 0)
    };
    let mocks: BTreeSet<Var> = seen.iter().filter(calls).map(|one| one.var).collect();
    mocks.len()
}

/// How many mocks the test has.
fn mocks(test: &TestCase) -> usize {
    test.statements.iter().filter(|it| is_mock(it)).count()
}

/// Whether something that was as it comes by itself is no longer so.
fn tells_more(before: &[Observation], now: &[Observation]) -> bool {
    let is_told = |one: &Observation| {
        let mut same = now.iter().filter(|it| it.subject == one.subject);
        same.any(|it| blanks(&it.observed) < blanks(&one.observed))
    };
    before.iter().any(is_told)
}

/// How much of what was observed is as it comes by itself: the value, or so many arguments of calls.
pub(super) fn blanks(observed: &Observed) -> usize {
    match observed {
        Observed::Calls { arguments, .. } => arguments
            .iter()
            .flatten()
            .filter(|it| is_default(it))
            .count(),
        value => usize::from(is_default(value)),
    }
}

/// What the last statement gives, with what can be asked of that, what mocks were told, and what they were asked and
/// had no answer to.
pub(super) fn shown(
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
) -> Result<Option<(Vec<Observation>, Trace)>, ExecutorError> {
    let options = RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    };
    let tests = std::slice::from_ref(test);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let is_shown = |one: &Observation| match one.subject {
        ObservedPart::Value | ObservedPart::Inspector { .. } => {
            usize::from(one.var.0) + 1 == test.len()
        }
        ObservedPart::Interaction { .. } => true,
        ObservedPart::Field { .. } => false,
    };
    Ok(runs.into_iter().next().map(|run| {
        let mut seen = run.observations;
        seen.retain(is_shown);
        (seen, run.trace)
    }))
}

/// Whether a mock gives such a value by itself.
fn is_default(value: &Observed) -> bool {
    match value {
        Observed::Null => true,
        Observed::Literal(literal) => is_zero(literal),
        Observed::Sized { size, .. } => *size == 0,
        Observed::Unordered(all) => all.size == 0,
        _ => false,
    }
}

fn is_zero(literal: &Literal) -> bool {
    match literal {
        Literal::Boolean(value) => !value,
        Literal::Byte(value) => *value == 0,
        Literal::Short(value) => *value == 0,
        Literal::Int(value) => *value == 0,
        Literal::Long(value) => *value == 0,
        Literal::Float(value) => *value == 0.0,
        Literal::Double(value) => *value == 0.0,
        Literal::Char(_) | Literal::Text(_) | Literal::Class(_) => false,
    }
}

/// The test with an answer to each call on a mock that had none, the last one first, and with another one in place of
/// each that a mock would give by itself.
fn with_answers(test: &TestCase, trace: &Trace, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for call in trace.unanswered.iter().rev() {
        found.extend(with_answer(test, call, cluster));
    }
    for at in 0..test.len() {
        let StatementKind::TestDouble { answers, .. } = &test.statements[at].kind else {
            continue;
        };
        for answer in answers {
            let is_said = match &test.statement(answer.value).kind {
                StatementKind::Null => true,
                StatementKind::Literal(literal) => is_zero(literal),
                _ => false,
            };
            if is_said && !answer.throws {
                let call = UnansweredCall {
                    double: Var(at as u16),
                    method: answer.method.to_string(),
                    descriptor: answer.descriptor.to_string(),
                    class_argument: None,
                };
                found.extend(with_answer(test, &call, cluster));
            }
        }
    }
    found
}

/// The test with an answer to this call, made right before the mock.
pub(super) fn with_answer(
    test: &TestCase,
    call: &UnansweredCall,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let method = asked(test, call, cluster)?;
    let declared = if method.gives_what_is_asked_for {
        // `cache.get(key, Owner.class)`; what keeps or merges an object gives one of its class.
        let asked = Some(method).filter(|_| gives_object(call))?;
        as_asked_for(asked, call, cluster)?.returns
    } else {
        method.returns
    };
    let best = answer_type(test, declared, cluster);
    let mut types = vec![best, declared];
    types.dedup();
    types.into_iter().find_map(|ty| {
        let answer = MadeAnswer { ty, throws: false };
        answered(test, call, answer, cluster)
    })
}

/// Of what type an answer is best: where any object may be given (`cache.get(key)`), what the last call gives, if that
/// is a class of the same project. It is cast to that most often.
fn answer_type(test: &TestCase, declared: TypeId, cluster: &TestCluster) -> TypeId {
    // Of `org.springframework.samples` nothing else of Spring is.
    let project = |class: &str| -> Vec<String> {
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        package.split('.').take(3).map(str::to_owned).collect()
    };
    let last = test.statements.last().map(|it| &it.kind);
    let Some(StatementKind::Call { callable, .. }) = last else {
        return declared;
    };
    let called = cluster.callable(*callable);
    let given = cluster.ty(called.returns).class_name();
    let is_method = called.kind == CallableKind::Method;
    let is_own = given.is_some_and(|class| {
        let is_itself = class == called.owner || class == called.declared_in;
        is_method && !is_itself && project(class) == project(&called.declared_in)
    });
    let is_any = cluster.ty(declared).class_name() == Some("java.lang.Object");
    if is_any && is_own {
        called.returns
    } else {
        declared
    }
}

/// The method of the mocked type that was called.
pub(super) fn asked(
    test: &TestCase,
    call: &UnansweredCall,
    cluster: &mut TestCluster,
) -> Option<DoubleMethod> {
    let double = test.statements.get(usize::from(call.double.0))?;
    let methods = cluster.test_double(double.ty)?;
    let mut methods = methods.methods.iter();
    methods
        .find(|it| *it.name == *call.method && *it.descriptor == *call.descriptor)
        .cloned()
}

/// What a mock is to answer.
#[derive(Clone, Copy)]
pub(super) struct MadeAnswer {
    /// Of what type it is.
    pub(super) ty: TypeId,
    /// Whether it is thrown.
    pub(super) throws: bool,
}

/// The test with a plain answer of this type to the call, made right before the mock, in place of any other one.
pub(super) fn answered(
    test: &TestCase,
    call: &UnansweredCall,
    answer: MadeAnswer,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let method = asked(test, call, cluster)?;
    let at = usize::from(call.double.0);
    let mut made = TestCase {
        statements: test.statements[..at].to_vec(),
    };
    let value = telling(&mut made, answer.ty, &Role::default(), DEEPEST, cluster)?;
    if writes_rows(&method.name)
        && let StatementKind::Literal(number) = &mut made.statements[usize::from(value.0)].kind
    {
        // A long one may be an id.
        if let Literal::Int(rows) = number {
            *rows = 1;
        }
    }
    let added = made.statements.split_off(at);
    let count = added.len();
    let mut changed = test.clone();
    changed.insert(at, added);
    let types: Vec<TypeId> = changed.statements.iter().map(|it| it.ty).collect();
    let StatementKind::TestDouble { answers, .. } = &mut changed.statements[at + count].kind else {
        return None;
    };
    answers.retain(|it| {
        let given = types[usize::from(it.value.0)];
        let is_for_others =
            method.gives_asked_class && !cluster.would_be_assignable(given, answer.ty);
        it.method != method.name || it.descriptor != method.descriptor || is_for_others
    });
    answers.push(Answer {
        method: method.name,
        descriptor: method.descriptor,
        value,
        throws: answer.throws,
    });
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

/// What a value is given for.
#[derive(Default)]
pub(super) struct Role {
    /// The parameter's name, where there is one.
    pub(super) name: String,
    /// Its place among others.
    pub(super) position: usize,
}

/// `LanguageCode` of the `code` of a `Language`, where there are words for just that.
pub(super) fn name_with_class(callable: &Callable, parameter: &str) -> Option<String> {
    let property = callable.name.strip_prefix("set").unwrap_or(parameter);
    let name = format!("{}{property}", simple_name(&callable.owner));
    (!words_of_name(&name).is_empty()).then_some(name)
}

/// `Line` of `shop.Cart$Line`.
pub(super) fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

impl Role {
    /// What a call is given at this place.
    pub(super) fn of_parameter(callable: &Callable, position: usize) -> Self {
        let name = callable.parameter_names.get(position).cloned();
        let name = name.unwrap_or_default();
        Self {
            name: name_with_class(callable, &name).unwrap_or(name),
            position,
        }
    }

    /// A text of the kind that the name asks for, else a word that is another one in the next role.
    pub(super) fn text(&self) -> &'static str {
        self.texts().next().unwrap_or(PLAIN_WORDS[0])
    }

    /// The same with others behind it.
    fn texts(&self) -> impl Iterator<Item = &'static str> {
        let plain = PLAIN_WORDS.iter().cycle().skip(self.position);
        let all = parameter_words(&self.name)
            .iter()
            .chain(plain.take(PLAIN_WORDS.len()));
        all.copied()
    }
}

/// A value of the type for this role, appended to the test, that nobody takes for one that came by itself; none where
/// that would be long.
pub(super) fn telling(
    test: &mut TestCase,
    ty: TypeId,
    role: &Role,
    depth: usize,
    cluster: &mut TestCluster,
) -> Option<Var> {
    let string = cluster.intern(JavaType::class("java.lang.String"));
    if takes_any_object(cluster.ty(ty)) && cluster.is_assignable(string, ty) {
        let kind = StatementKind::Literal(Literal::Text(JavaString::from(role.text())));
        return Some(push(test, string, kind));
    }
    let kind = match cluster.shape(ty) {
        Shape::Primitive(primitive) | Shape::Boxed(primitive) => {
            StatementKind::Literal(other_number(test, primitive)?)
        }
        Shape::Text => StatementKind::Literal(Literal::Text(JavaString::from(role.text()))),
        Shape::Reference | Shape::TestDouble | Shape::Enum if depth > 0 => {
            let object = made(test, ty, depth, cluster);
            let object = object.or_else(|| mock_of(test, ty, cluster));
            return object.or_else(|| empty_container(test, ty, cluster));
        }
        _ => return None,
    };
    Some(push(test, ty, kind))
}

/// The same for a plain type, of which no other value of the `whole` test is one.
pub(super) fn other_value(
    test: &mut TestCase,
    ty: TypeId,
    role: &Role,
    whole: &TestCase,
    cluster: &mut TestCluster,
) -> Option<Var> {
    let others = test.statements.iter().chain(&whole.statements);
    let others = TestCase {
        statements: others.cloned().collect(),
    };
    let has = |text: &&str| {
        let literal = StatementKind::Literal(Literal::Text(JavaString::from(*text)));
        others.statements.iter().any(|it| it.kind == literal)
    };
    let kind = match cluster.shape(ty) {
        Shape::Text => Literal::Text(role.texts().find(|text| !has(text))?.into()),
        Shape::Primitive(primitive) | Shape::Boxed(primitive) => other_number(&others, primitive)?,
        _ => return telling(test, ty, role, DEEPEST, cluster),
    };
    Some(push(test, ty, StatementKind::Literal(kind)))
}

fn push(test: &mut TestCase, ty: TypeId, kind: StatementKind) -> Var {
    test.statements.push(Statement { ty, kind });
    Var(test.len() as u16 - 1)
}

/// A mock that was told nothing, where the type is one of those that tests mock, or a lambda that gives nothing.
fn mock_of(test: &mut TestCase, ty: TypeId, cluster: &mut TestCluster) -> Option<Var> {
    let double = cluster.test_double(ty)?;
    let mut methods = double.methods.iter();
    let is_task =
        double.is_functional && methods.all(|it| cluster.shape(it.returns) == Shape::Void);
    let style = double.style;
    let kind = StatementKind::test_double(style, Vec::new());
    (is_task || style == DoubleStyle::Mock).then(|| push(test, ty, kind))
}

/// A container of nothing, where nothing can be had to put into one.
fn empty_container(test: &mut TestCase, ty: TypeId, cluster: &mut TestCluster) -> Option<Var> {
    if !cluster.is_known_by_contents(ty) {
        return None;
    }
    let makers = cluster.generators(ty).to_vec();
    let callable = makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let is_new = maker.kind == CallableKind::Constructor && maker.receiver.is_none();
        is_new && maker.parameters.is_empty() && USUAL_CONTAINERS.contains(&&*maker.owner)
    })?;
    let kind = StatementKind::Call {
        callable,
        receiver: None,
        arguments: Vars::new(),
    };
    let returns = cluster.callable(callable).returns;
    Some(push(test, returns, kind))
}

/// An object by its plainest maker: a container by one that puts something in.
fn made(test: &mut TestCase, ty: TypeId, depth: usize, cluster: &mut TestCluster) -> Option<Var> {
    made_by(test, ty, depth, 0, cluster)
}

/// The same without so many of the plainest makers.
fn made_by(
    test: &mut TestCase,
    ty: TypeId,
    depth: usize,
    but: usize,
    cluster: &mut TestCluster,
) -> Option<Var> {
    let class = cluster.ty(ty).class_name();
    let is_enum = cluster.shape(ty) == Shape::Enum;
    let is_of_jdk = !is_enum && class.is_some_and(|name| name.starts_with("java.util."));
    let plain = class.and_then(PlainMaker::of);
    let mut makers = cluster.generators(ty).to_vec();
    makers.retain(|maker| {
        let maker = cluster.callable(*maker);
        let is_maker = matches!(
            maker.kind,
            CallableKind::Constructor | CallableKind::StaticMethod | CallableKind::StaticFieldRead
        );
        let is = |plain: PlainMaker| plain.is(maker);
        let is_plain = plain.map_or(is(PlainMaker::OfOne) == is_of_jdk, is);
        is_maker && maker.receiver.is_none() && !maker.is_varargs && is_plain
    });
    makers.sort_by_key(|maker| cluster.callable(*maker).parameters.len());
    makers.truncate(MOST_MAKERS);
    let mark = test.len();
    for callable in makers.into_iter().skip(but) {
        let maker = cluster.callable(callable);
        let returns = maker.returns;
        let parameters = maker.parameters.clone();
        let roles = (0..parameters.len()).map(|position| Role::of_parameter(maker, position));
        let roles: Vec<Role> = roles.collect();
        let arguments: Option<Vars> = parameters
            .iter()
            .zip(roles)
            .map(|(parameter, role)| telling(test, *parameter, &role, depth - 1, cluster))
            .collect();
        let Some(arguments) = arguments else {
            test.statements.truncate(mark);
            continue;
        };
        let kind = StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        };
        return Some(push(test, returns, kind));
    }
    built(test, ty, depth, cluster)
}

/// An object by its builder, where there is no other way, with a text in it if it takes one.
fn built(test: &mut TestCase, ty: TypeId, depth: usize, cluster: &mut TestCluster) -> Option<Var> {
    // What the builder itself is made of has to have its turn.
    if depth < 2 {
        return None;
    }
    let makers = cluster.generators(ty).to_vec();
    let build = makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let is_build = maker.kind == CallableKind::Method && maker.name == "build";
        is_build && maker.parameters.is_empty()
    })?;
    let maker = cluster.callable(build);
    let (of, returns) = (maker.receiver?, maker.returns);
    let builder = made(test, of, depth - 1, cluster)?;
    let string = cluster.intern(JavaType::class("java.lang.String"));
    let takes_text = |one: &Callable| {
        one.kind == CallableKind::Method
            && one.receiver == Some(of)
            && one.returns == of
            && one.parameters[..] == [string]
    };
    let mut setters = cluster.callables().iter();
    if let Some(at) = setters.position(takes_text) {
        let setter = CallableId(u32::try_from(at).ok()?);
        let role = Role::of_parameter(cluster.callable(setter), 0);
        let value = telling(test, string, &role, depth - 1, cluster)?;
        let kind = StatementKind::Call {
            callable: setter,
            receiver: Some(builder),
            arguments: [value].into_iter().collect(),
        };
        push(test, of, kind);
    }
    let kind = StatementKind::Call {
        callable: build,
        receiver: Some(builder),
        arguments: Vars::new(),
    };
    Some(push(test, returns, kind))
}

/// A number that no literal of the test is, else one that says more than zero and one: of two equal ones nobody sees
/// which one came out.
fn other_number(test: &TestCase, primitive: Primitive) -> Option<Literal> {
    let plain = number(primitive)?;
    let said: BTreeSet<i64> = test.statements.iter().filter_map(whole_number).collect();
    let others = [2, 3, 5, 7, 11].into_iter().filter(|it| !said.contains(it));
    let other = others.map(|it| match primitive {
        Primitive::Int => Some(Literal::Int(it as i32)),
        Primitive::Long => Some(Literal::Long(it)),
        Primitive::Double => Some(Literal::Double(it as f64)),
        _ => None,
    });
    Some(other.flatten().next().unwrap_or(plain))
}

/// The literal that the statement is, without its sign, where it is a whole number.
fn whole_number(statement: &Statement) -> Option<i64> {
    match &statement.kind {
        StatementKind::Literal(Literal::Int(value)) => Some(i64::from(value.unsigned_abs())),
        StatementKind::Literal(Literal::Long(value)) => Some(value.saturating_abs()),
        StatementKind::Literal(Literal::Double(value)) => Some(value.abs() as i64),
        _ => None,
    }
}

/// A number that says more than zero and one.
pub(super) fn number(primitive: Primitive) -> Option<Literal> {
    Some(match primitive {
        Primitive::Boolean => Literal::Boolean(true),
        Primitive::Byte => Literal::Byte(2),
        Primitive::Short => Literal::Short(2),
        Primitive::Char => Literal::Char(u16::from(b'x')),
        Primitive::Int => Literal::Int(2),
        Primitive::Long => Literal::Long(2),
        Primitive::Float => Literal::Float(2.0),
        Primitive::Double => Literal::Double(2.0),
        Primitive::Void => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_goals::GoalSet;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Mocking, Modifiers,
    };

    use super::*;
    use crate::minimise::small_classes as small;
    use crate::operators::questions::for_tests::asked_for_a_class;
    use crate::{
        goals::fitness::Fitness,
        minimise::{
            EditKind, TestEdit,
            simpler::simplifications,
            small_classes::{
                call as called, class as described, cluster_of, function, named as found,
                text as text_of,
            },
        },
        scripted::{ScriptedExecutor, throws},
    };

    fn executable(name: &str, parameters: &[&str], returns: JavaType) -> ExecutableDescription {
        let types = parameters.iter().map(|it| it.replace('.', "/"));
        let types: Vec<String> = types.map(|it| format!("L{it};")).collect();
        let types = types.concat();
        let gives = match &returns {
            JavaType::Primitive(Primitive::Int) => "I".to_owned(),
            JavaType::Primitive(Primitive::Boolean) => "Z".to_owned(),
            JavaType::Class { name, .. } => format!("L{};", name.replace('.', "/")),
            _ => "V".to_owned(),
        };
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("({types}){gives}"),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: parameters.iter().map(|it| JavaType::class(it)).collect(),
            parameter_names: Vec::new(),
            returns,
            throws: Vec::new(),
        }
    }

    fn class(
        name: &str,
        made_of: &[&str],
        methods: Vec<ExecutableDescription>,
    ) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(1),
            kind: ClassKind::Class,
            constructors: vec![executable("<init>", made_of, JavaType::void())],
            methods,
            ..ClassDescription::default()
        }
    }

    fn interface(name: &str, methods: Vec<ExecutableDescription>) -> ClassDescription {
        let methods = methods.into_iter().map(|it| ExecutableDescription {
            modifiers: Modifiers(0x401),
            ..it
        });
        ClassDescription {
            modifiers: Modifiers(0x601),
            kind: ClassKind::Interface,
            constructors: Vec::new(),
            ..class(name, &[], methods.collect())
        }
    }

    fn asked_for_anything() -> [ExecutableDescription; 3] {
        let any = executable("any", &[], JavaType::object());
        [any, asked_for_a_class(), merging()]
    }

    /// `<T> T merge(T entity)`
    fn merging() -> ExecutableDescription {
        ExecutableDescription {
            name: "merge".to_owned(),
            parameters: vec![JavaType::Variable("T".to_owned())],
            descriptor: "(Ljava/lang/Object;)Ljava/lang/Object;".to_owned(),
            ..asked_for_a_class()
        }
    }

    /// A clinic that takes a pet of an owner in, with what was said of it, and counts pets as its store does.
    fn clinic() -> TestCluster {
        let java = "package p; class Clinic { void admit(Owner o, Pet p, Result r) {} int count() { return 1; } \
                    Pet first() { return null; } }";
        let flow = Arc::new(FileFlow::of(&goalline_syntax::JavaFile::parse(java)));
        let int = JavaType::Primitive(Primitive::Int);
        let own = vec![
            executable("admit", &["p.Owner", "p.Pet", "p.Result"], JavaType::void()),
            executable("count", &[], int.clone()),
            executable("first", &[], JavaType::class("p.Pet")),
        ];
        let asked = vec![
            executable("isBad", &[], JavaType::Primitive(Primitive::Boolean)),
            executable("errors", &[], int.clone()),
            executable("reject", &[], JavaType::void()),
        ];
        let mut wrapped = class("lib.Wrapped", &["p.Store"], asked.clone());
        wrapped.interfaces = vec![JavaType::class("p.Result")];
        let copied = ClassDescription {
            interfaces: wrapped.interfaces.clone(),
            ..class("lib.Copied", &["p.Result"], asked.clone())
        };
        let any = ClassDescription {
            interfaces: wrapped.interfaces.clone(),
            ..class("lib.Any", &["java.lang.Object"], asked.clone())
        };
        let list = ClassDescription {
            interfaces: wrapped.interfaces.clone(),
            ..class("java.util.ArrayList", &["p.Result"], Vec::new())
        };
        let stored = vec![
            executable("count", &[], int),
            executable("first", &[], JavaType::class("p.Pet")),
        ];
        let stored = stored.into_iter().chain(asked_for_anything()).collect();
        let classes = vec![
            class("p.Clinic", &["p.Store"], own),
            class(
                "p.Owner",
                &[],
                vec![
                    executable("add", &["p.Pet"], JavaType::void()),
                    executable("copy", &[], JavaType::class("p.Owner")),
                ],
            ),
            class("p.Pet", &[], Vec::new()),
            interface("p.Store", stored),
            interface("p.Result", asked),
            wrapped,
            copied,
            any,
            list,
        ];
        let subject = ClassUnderTest {
            classes: &["p.Clinic".to_owned()],
            package: "p",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(classes, &subject);
        cluster.allow_mocks(Mocking::Extensible);
        cluster
    }

    /// A test in the making.
    struct Script<'a> {
        cluster: &'a mut TestCluster,
        test: TestCase,
    }

    impl Script<'_> {
        fn mock(&mut self, name: &str) -> Var {
            let ty = self.cluster.intern(JavaType::class(name));
            let kind = StatementKind::test_double(DoubleStyle::Mock, Vec::new());
            push(&mut self.test, ty, kind)
        }

        fn make(&mut self, name: &str, arguments: &[Var]) -> Var {
            let ty = self.cluster.intern(JavaType::class(name));
            let makers = self.cluster.generators(ty).to_vec();
            let is_it = |id: &CallableId| {
                let maker = self.cluster.callable(*id);
                maker.kind == CallableKind::Constructor && maker.owner == name
            };
            let callable = makers.into_iter().find(is_it).expect("a constructor");
            self.call(callable, None, arguments)
        }

        fn act(&mut self, name: &str, clinic: Var, arguments: &[Var]) -> Var {
            let all = self.cluster.under_test().iter();
            let is_it = |id: &&CallableId| self.cluster.callable(**id).name == name;
            let callable = *all.clone().find(is_it).expect("a method");
            self.call(callable, Some(clinic), arguments)
        }

        fn call(&mut self, callable: CallableId, receiver: Option<Var>, arguments: &[Var]) -> Var {
            let kind = StatementKind::Call {
                callable,
                receiver,
                arguments: arguments.iter().copied().collect(),
            };
            push(
                &mut self.test,
                self.cluster.callable(callable).returns,
                kind,
            )
        }
    }

    /// `count` after a pet was taken in, with a result around the store.
    fn admitted(cluster: &mut TestCluster) -> TestCase {
        let mut script = Script {
            cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let (owner, pet) = (script.make("p.Owner", &[]), script.make("p.Pet", &[]));
        let result = script.make("lib.Wrapped", &[store]);
        script.act("admit", clinic, &[owner, pet, result]);
        script.act("admit", clinic, &[owner, pet, result]);
        script.test
    }

    fn names(test: &TestCase, cluster: &TestCluster) -> Vec<String> {
        let name = |it: &Statement| match &it.kind {
            StatementKind::Call { callable, .. } => cluster.callable(*callable).name.clone(),
            StatementKind::TestDouble { .. } => {
                format!(
                    "mock {}",
                    cluster.ty(it.ty).class_name().unwrap_or_default()
                )
            }
            _ => String::new(),
        };
        test.statements.iter().map(name).collect()
    }

    #[test]
    fn each_argument_has_a_null_of_its_own() {
        let java = "package p; class Texts { static String join(String one, String other) { return one; } }";
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let cluster = &mut cluster_of(
            java,
            vec![described("p.Texts", vec![function("join", descriptor)])],
        );
        let null = Statement {
            kind: StatementKind::Null,
            ..text_of(cluster, "")
        };
        let join = found("join", cluster);
        let statements = vec![
            null,
            called(cluster, join, None, &[Var(0), Var(0)]),
            called(cluster, join, None, &[Var(0), Var(1)]),
        ];
        let apart = with_nulls_apart(&TestCase { statements });
        assert!(apart.is_well_formed(cluster));
        let nulls = apart.vars();
        let nulls = nulls.filter(|var| apart.statement(*var).kind == StatementKind::Null);
        let users: Vec<usize> = nulls.map(|null| apart.users(null).len()).collect();
        assert_eq!(users, [1, 1, 1]);
    }

    #[test]
    fn of_two_nulls_each_gives_way_to_a_text_by_itself() {
        let java = "package p; class Texts { static String join(String one, String other) { return one; } }";
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let cluster = &mut cluster_of(
            java,
            vec![described("p.Texts", vec![function("join", descriptor)])],
        );
        let null = |cluster: &mut TestCluster| Statement {
            kind: StatementKind::Null,
            ..text_of(cluster, "")
        };
        let nulls = [null(cluster), null(cluster)];
        let join = found("join", cluster);
        let mut statements = nulls.to_vec();
        statements.push(called(cluster, join, None, &[Var(0), Var(1)]));
        let tried = with_one_null_less(&TestCase { statements }, cluster);
        let is_null = |test: &TestCase, at: usize| match &test.statements[2].kind {
            StatementKind::Call { arguments, .. } => {
                test.statement(arguments[at]).kind == StatementKind::Null
            }
            _ => false,
        };
        let left: Vec<(bool, bool)> = tried
            .iter()
            .map(|it| (is_null(it, 0), is_null(it, 1)))
            .collect();
        assert_eq!(left, [(true, false), (false, true)]);
        assert!(with_one_null_less(&tried[0], cluster).is_empty());
    }

    #[test]
    fn objects_are_put_together_by_their_own_methods() {
        let mut cluster = clinic();
        let test = admitted(&mut cluster);
        let found = by_own_methods(&test, &mut cluster);
        let [other] = &found[..] else {
            panic!("{found:?}");
        };
        let calls = names(other, &cluster);
        assert_eq!(calls[5..], ["add", "admit"]);
    }

    #[test]
    fn what_another_object_made_is_made_by_itself_where_that_is_shorter() {
        let mut cluster = clinic();
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let owner = script.make("p.Owner", &[]);
        let ty = script.test.statement(owner).ty;
        let uses = script.cluster.uses(ty).to_vec();
        let is_copy = |id: &CallableId| script.cluster.callable(*id).name == "copy";
        let copy = uses.into_iter().find(is_copy).expect("it is declared");
        let copied = script.call(copy, Some(owner), &[]);
        let (pet, result) = (script.make("p.Pet", &[]), script.mock("p.Result"));
        script.act("admit", clinic, &[copied, pet, result]);
        let test = script.test;
        let made = test.statement(owner).kind.clone();
        let at = usize::from(copied.0);
        let edits = simplifications(&test, &mut cluster);
        let is_it = |it: &TestEdit| {
            it.at == at && matches!(&it.change, EditKind::Becomes(kind) if *kind == made)
        };
        assert!(edits.iter().any(is_it), "{edits:?}");
    }

    #[test]
    fn what_a_library_made_around_a_mock_is_a_mock_itself() {
        let mut cluster = clinic();
        let test = admitted(&mut cluster);
        let found = around_mocks(&test, &mut cluster);
        let [mocked, said] = &found[..] else {
            panic!("{found:?}");
        };
        let calls = names(mocked, &cluster);
        assert_eq!(calls[4], "mock p.Result");
        // It says that it is so in place of the call that made it so.
        let calls = names(said, &cluster);
        assert_eq!(calls[4..], ["", "mock p.Result", "admit"]);
    }

    #[test]
    fn a_container_that_only_copies_another_one_gives_way_to_it() {
        let mut cluster = clinic();
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let (owner, pet) = (script.make("p.Owner", &[]), script.make("p.Pet", &[]));
        let result = script.mock("p.Result");
        let copy = script.make("java.util.ArrayList", &[result]);
        let copied = script.make("java.util.ArrayList", &[copy]);
        script.act("admit", clinic, &[owner, pet, copied]);
        let test = script.test;
        let found = in_plain_containers(&test, &mut cluster);
        // First without both.
        let calls: Vec<Vec<String>> = found.iter().map(|one| names(one, &cluster)).collect();
        assert_eq!(calls[0][4..], ["mock p.Result", "admit"]);
        assert_eq!(calls[1][4..], ["mock p.Result", "<init>", "admit"]);
    }

    #[test]
    fn what_is_made_of_a_value_that_is_nobody_s_is_a_mock() {
        let mut cluster = clinic();
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let (owner, pet) = (script.make("p.Owner", &[]), script.make("p.Pet", &[]));
        let kind = StatementKind::Literal(Literal::Int(1));
        let number = push(&mut script.test, int, kind);
        let around = script.make("lib.Any", &[number]);
        script.act("admit", clinic, &[owner, pet, around]);
        let test = script.test;
        let found = around_mocks(&test, &mut cluster);
        let calls = names(&found[0], &cluster);
        assert_eq!(calls[4..], ["mock p.Result", "admit"]);
    }

    #[test]
    fn what_is_made_around_a_mock_of_the_same_interface_is_that_mock() {
        let mut cluster = clinic();
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let (owner, pet) = (script.make("p.Owner", &[]), script.make("p.Pet", &[]));
        let result = script.mock("p.Result");
        let around = script.make("lib.Copied", &[result]);
        script.act("admit", clinic, &[owner, pet, around]);
        let test = script.test;
        let found = around_mocks(&test, &mut cluster);
        assert_eq!(found[0].len(), test.len() - 1, "{found:?}");
        let StatementKind::Call { arguments, .. } = &found[0].statements[5].kind else {
            panic!("{found:?}");
        };
        assert_eq!(arguments[2], result);
    }

    #[test]
    fn a_mock_is_given_an_answer_that_it_would_not_give_by_itself() {
        let mut cluster = clinic();
        for (asked, descriptor, made) in [("count", "()I", ""), ("first", "()Lp/Pet;", "<init>")] {
            let mut script = Script {
                cluster: &mut cluster,
                test: TestCase::default(),
            };
            let store = script.mock("p.Store");
            let clinic = script.make("p.Clinic", &[store]);
            script.act(asked, clinic, &[]);
            let test = script.test;
            let trace = Trace {
                unanswered: vec![UnansweredCall {
                    double: store,
                    method: asked.to_owned(),
                    descriptor: descriptor.to_owned(),
                    class_argument: None,
                }],
                ..Trace::default()
            };
            let found = with_answers(&test, &trace, &mut cluster);
            let [answered] = &found[..] else {
                panic!("{found:?}");
            };
            let calls = names(answered, &cluster);
            assert_eq!(calls, [made, "mock p.Store", "<init>", asked]);
            let StatementKind::TestDouble { answers, .. } = &answered.statements[1].kind else {
                panic!("{answered:?}");
            };
            assert_eq!(answers[0].value, Var(0));
            let plainer = simplifications(answered, &mut cluster);
            let is_null =
                |it: &TestEdit| matches!(it.change, EditKind::Becomes(StatementKind::Null));
            assert!(!plainer.iter().any(|it| it.at == 0 && is_null(it)));
        }
    }

    #[test]
    fn who_asks_for_an_object_of_a_class_is_answered_with_one() {
        let mut cluster = clinic();
        let mut answered_for = |method: &str, class: Option<&str>, descriptor: &str| {
            let mut script = Script {
                cluster: &mut cluster,
                test: TestCase::default(),
            };
            let store = script.mock("p.Store");
            let clinic = script.make("p.Clinic", &[store]);
            script.act("count", clinic, &[]);
            let test = script.test;
            let call = UnansweredCall {
                double: store,
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
                class_argument: class.map(str::to_owned),
            };
            let answered = with_answer(&test, &call, &mut cluster)?;
            let value = answered.statements[0].ty;
            cluster.ty(value).class_name().map(str::to_owned)
        };
        let of_class = "(Ljava/lang/Class;)Ljava/lang/Object;";
        let pet = answered_for("get", Some("p.Pet"), of_class);
        assert_eq!(pet.as_deref(), Some("p.Pet"));
        assert_eq!(answered_for("get", None, of_class), None);
        // Who hands an object over gets one like it back.
        let given = "(Ljava/lang/Object;)Ljava/lang/Object;";
        let merged = answered_for("merge", Some("p.Pet"), given);
        assert_eq!(merged.as_deref(), Some("p.Pet"));
        assert_eq!(answered_for("merge", None, given), None);
    }

    #[test]
    fn where_any_object_may_be_answered_it_is_one_of_what_the_call_gives() {
        let mut cluster = clinic();
        let mut answered_for = |act: &str| {
            let mut script = Script {
                cluster: &mut cluster,
                test: TestCase::default(),
            };
            let store = script.mock("p.Store");
            let clinic = script.make("p.Clinic", &[store]);
            script.act(act, clinic, &[]);
            let test = script.test;
            let call = UnansweredCall {
                double: store,
                method: "any".to_owned(),
                descriptor: "()Ljava/lang/Object;".to_owned(),
                class_argument: None,
            };
            let method = asked(&test, &call, &mut cluster)?;
            let ty = answer_type(&test, method.returns, &cluster);
            cluster.ty(ty).class_name().map(str::to_owned)
        };
        assert_eq!(answered_for("first").as_deref(), Some("p.Pet"));
        assert_eq!(answered_for("count").as_deref(), Some("java.lang.Object"));
    }

    #[test]
    fn a_mock_answers_with_a_number_that_nothing_else_is() {
        let int = |value| Statement {
            ty: TypeId(0),
            kind: StatementKind::Literal(Literal::Int(value)),
        };
        let test = TestCase {
            statements: vec![int(-2), int(3)],
        };
        let other = |primitive| other_number(&test, primitive);
        assert_eq!(other(Primitive::Int), Some(Literal::Int(5)));
        assert_eq!(other(Primitive::Double), Some(Literal::Double(5.0)));
        assert_eq!(other(Primitive::Boolean), Some(Literal::Boolean(true)));
    }

    #[test]
    fn what_a_mock_was_asked_counts_once_however_often() {
        let call = |var, count| Observation {
            var: Var(var),
            subject: ObservedPart::Interaction {
                method: "of".to_owned(),
                descriptor: "()V".to_owned(),
            },
            observed: Observed::Calls {
                count,
                arguments: Vec::new(),
            },
        };
        assert_eq!(spoken_to(&[call(0, 1), call(0, 2), call(1, 0)]), 1);
        assert_eq!(spoken_to(&[call(0, 1), call(1, 1)]), 2);
    }

    #[test]
    fn an_answer_tells_more_where_a_part_of_the_result_is_no_longer_what_comes_by_itself() {
        let part = |method: &str, observed| Observation {
            var: Var(2),
            subject: ObservedPart::Inspector {
                method: method.to_owned(),
                descriptor: "()Ljava/lang/Object;".to_owned(),
            },
            observed,
        };
        let answer = |status, body| {
            let status = Observed::Literal(Literal::Int(status));
            [part("status", status), part("body", body)]
        };
        let blank = answer(200, Observed::Null);
        assert!(tells_more(&blank, &answer(200, Observed::Same(Var(0)))));
        assert!(!tells_more(&blank, &answer(404, Observed::Null)));
        assert!(!tells_more(&blank, &blank));
    }

    #[test]
    fn an_odd_empty_container_gives_way_to_the_usual_one() {
        let list = |name: &str| {
            let mut list = class(name, &[], Vec::new());
            list.interfaces = vec![JavaType::class("java.util.Collection")];
            list
        };
        let java = "package p; class Sum { static int of(java.util.Collection all) { return 0; } }";
        let flow = Arc::new(FileFlow::of(&goalline_syntax::JavaFile::parse(java)));
        let mut of = executable(
            "of",
            &["java.util.Collection"],
            JavaType::Primitive(Primitive::Int),
        );
        of.modifiers = Modifiers(9);
        let classes = vec![
            class("p.Sum", &[], vec![of]),
            interface("java.util.Collection", Vec::new()),
            list("java.util.ArrayList"),
            list("java.util.Stack"),
        ];
        let subject = ClassUnderTest {
            classes: &["p.Sum".to_owned()],
            package: "p",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(classes, &subject);
        let made = |name: &str, cluster: &mut TestCluster| {
            let mut script = Script {
                cluster,
                test: TestCase::default(),
            };
            let all = script.make(name, &[]);
            let of = script.cluster.under_test().to_vec();
            let is_it = |id: &CallableId| script.cluster.callable(*id).name == "of";
            let callable = of.into_iter().find(is_it).expect("it is there");
            let kind = StatementKind::Call {
                callable,
                receiver: None,
                arguments: Vars::from_slice(&[all]),
            };
            let ty = script.cluster.callable(callable).returns;
            push(&mut script.test, ty, kind);
            script.test
        };
        let (odd, usual) = ("java.util.Stack", "java.util.ArrayList");
        let (odd, usual) = (made(odd, &mut cluster), made(usual, &mut cluster));
        assert_eq!(
            in_plain_containers(&odd, &mut cluster),
            std::slice::from_ref(&usual)
        );
        assert_eq!(in_plain_containers(&usual, &mut cluster), []);
    }

    #[test]
    fn texts_of_a_made_object_are_of_the_kinds_that_its_parameters_ask_for_and_differ() {
        let role = |name: &str, position| Role {
            name: name.to_owned(),
            position,
        };
        assert_eq!(role("email", 0).text(), "alice@example.com");
        assert_ne!(role("", 0).text(), role("", 1).text());
    }

    /// Admits nothing to a clinic, and asks it then where that is what the test is about.
    fn nothing_admitted(cluster: &mut TestCluster, counts: bool) -> TestCase {
        let types = ["p.Owner", "p.Pet", "p.Result"].map(|it| cluster.intern(JavaType::class(it)));
        let mut script = Script {
            cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let nulls = types.map(|ty| push(&mut script.test, ty, StatementKind::Null));
        script.act("admit", clinic, &nulls);
        if counts {
            script.act("count", clinic, &[]);
        }
        script.test
    }

    #[test]
    fn an_object_stands_where_null_was_given_for_nothing() {
        let mut cluster = clinic();
        let test = nothing_admitted(&mut cluster, false);
        let found = with_objects(&test, &mut cluster);
        assert_eq!(found.len(), 4, "{found:?}");
        let calls = names(&found[0], &cluster);
        assert_eq!(calls[2..], ["<init>", "<init>", "mock p.Result", "admit"]);
    }

    #[test]
    fn what_became_null_may_have_been_of_a_narrower_type() {
        let mut cluster = clinic();
        let mut test = nothing_admitted(&mut cluster, false);
        let narrow = cluster.intern(JavaType::class("java.io.CharArrayWriter"));
        let nulls = test.statements.iter_mut();
        let mut nulls = nulls.filter(|it| it.kind == StatementKind::Null);
        nulls.next().expect("a null").ty = narrow;
        // With that null the others are no better.
        assert_eq!(with_objects(&test, &mut cluster).len(), 1);
    }

    #[test]
    fn an_object_stands_where_what_prepares_the_call_was_given_null() {
        let mut cluster = clinic();
        let test = nothing_admitted(&mut cluster, true);
        let found = with_objects(&test, &mut cluster);
        let calls = names(&found[0], &cluster);
        assert_eq!(
            calls[2..],
            ["<init>", "<init>", "mock p.Result", "admit", "count"]
        );
    }

    #[test]
    fn a_plain_map_and_a_usual_locale_stand_where_null_was_given_for_nothing() {
        let (made, factory) = (CallableKind::Constructor, CallableKind::StaticMethod);
        let cluster = clinic();
        let any = cluster.callables()[0].clone();
        let maker = |class: &str, kind: CallableKind, parameters: usize| Callable {
            owner: class.into(),
            name: "ofEpochSecond".to_owned(),
            kind,
            parameters: vec![TypeId(0); parameters],
            ..any.clone()
        };
        let map = PlainMaker::of("java.util.Map").expect("it has one");
        let usual = |kind, count| map.is(&maker("java.util.HashMap", kind, count));
        assert!(usual(made, 0) && !usual(made, 1) && !usual(factory, 0));
        assert!(!map.is(&maker("java.util.TreeMap", made, 0)));
        let random = PlainMaker::of("java.util.Random").expect("it has one");
        let seeded = |count| random.is(&maker("java.util.Random", made, count));
        assert!(seeded(1) && !seeded(0));
        let locale = PlainMaker::of("java.util.Locale").expect("it has one");
        let read = |kind| locale.is(&maker("java.util.Locale", kind, 0));
        assert!(read(CallableKind::StaticFieldRead));
        assert!(!read(factory), "the default one is another one elsewhere");
        let moment = PlainMaker::of("java.time.Instant").expect("it has one");
        let counted = |kind, count| moment.is(&maker("java.time.Instant", kind, count));
        assert!(counted(factory, 1) && !counted(CallableKind::StaticFieldRead, 0));
        assert_eq!(PlainMaker::of("java.util.Date"), None);
    }

    #[test]
    fn an_end_that_tells_an_object_in_place_of_null_is_the_same() {
        let (null, field) = ("null field is unsupported", "years field is unsupported");
        let text = |message: &str| JavaString::from(message);
        let is_same = |class: &str, now: &str, before: &str| {
            let (now, before) = (text(now), text(before));
            let end = |class, message| ThrownEnd {
                class,
                message: Some(message),
                frame: None,
            };
            end(class, &now).is_that_of(&end("E", &before))
        };
        assert!(is_same("E", field, null) && is_same("E", field, field));
        assert!(!is_same("E", null, field), "that would be a step back");
        assert!(!is_same("F", field, null) && !is_same("E", "full", null));
    }

    /// Ends as a method that checks its arguments from the first on.
    fn refusing(cluster: &TestCluster, test: &TestCase) -> Outcome {
        let (at, act) = (test.len() - 1, test.statements.last());
        let Some(StatementKind::Call {
            callable,
            arguments,
            ..
        }) = act.map(|it| &it.kind)
        else {
            return Outcome::Passed;
        };
        let types = &cluster.callable(*callable).parameters;
        let is_null = |var: &Var| test.statement(*var).kind == StatementKind::Null;
        let Some(refused) = arguments.iter().position(is_null) else {
            return Outcome::Passed;
        };
        let name = cluster.ty(types[refused]).class_name().unwrap_or_default();
        let mut outcome = throws(at, "java.lang.NullPointerException");
        if let Outcome::Threw { thrown, .. } = &mut outcome {
            thrown.message = Some(name.into());
        }
        outcome
    }

    #[test]
    fn of_several_nulls_only_the_one_that_is_refused_stays() {
        let mut cluster = clinic();
        let types = ["p.Owner", "p.Pet"].map(|it| cluster.intern(JavaType::class(it)));
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let [owner, pet] = types.map(|ty| push(&mut script.test, ty, StatementKind::Null));
        let result = script.mock("p.Result");
        script.act("admit", clinic, &[owner, pet, result]);
        let test = script.test;
        let goals = GoalSet::of(Arc::new(FileFlow::default()), &[]);
        let mut executor =
            ScriptedExecutor::new(|cluster: &_, test: &_, _, _: &mut _| refusing(cluster, test));
        let mut minimisation = Minimisation {
            goals: &goals,
            cluster: &mut cluster,
            executor: &mut executor,
            options: RunOptions::default(),
            handed_on: &mut crate::HandedOn::default(),
        };
        let mut fitness = Fitness::new(&goals);
        let mut judge = Judge {
            keep: Vec::new(),
            to_kill: Vec::new(),
            tried_first: Vec::new(),
            fitness: &mut fitness,
            ending: Some(Ending::ThrewImplicitly),
            fresh_loader: false,
        };
        let found = given_objects(&test, &mut minimisation, &mut judge).expect("it always runs");
        assert_eq!(
            names(&found, &cluster),
            [
                "mock p.Store",
                "<init>",
                "",
                "<init>",
                "mock p.Result",
                "admit"
            ]
        );
    }

    #[test]
    fn who_needs_a_container_of_what_nobody_makes_is_given_an_empty_one_and_may_be_made_otherwise()
    {
        use crate::minimise::small_classes;

        let java = "package p; class Desk { static void greet(User user) { } }";
        let parameters = |types: &[&str], descriptor: &str| ExecutableDescription {
            parameters: types.iter().map(|it| JavaType::class(it)).collect(),
            ..small_classes::method("<init>", descriptor)
        };
        let mut user = small_classes::class("p.User", Vec::new());
        user.constructors = vec![
            parameters(&["java.lang.String"], "(Ljava/lang/String;)V"),
            parameters(
                &["java.lang.String", "java.util.ArrayList"],
                "(Ljava/lang/String;Ljava/util/ArrayList;)V",
            ),
        ];
        let mut list = small_classes::class("java.util.ArrayList", Vec::new());
        list.interfaces = vec![JavaType::class("java.util.Collection")];
        let mut collection = small_classes::class("java.util.Collection", Vec::new());
        collection.kind = ClassKind::Interface;
        let greet = small_classes::function("greet", "(Lp/User;)V");
        let desk = small_classes::class("p.Desk", vec![greet]);
        let mut cluster = small_classes::cluster_of(java, vec![desk, user, list, collection]);
        let user = cluster.intern(JavaType::class("p.User"));
        let act = small_classes::named("greet", &cluster);
        let statements = vec![
            Statement {
                ty: user,
                kind: StatementKind::Null,
            },
            small_classes::call(&cluster, act, None, &[Var(0)]),
        ];
        let found = with_objects(&TestCase { statements }, &mut cluster);
        let lengths: Vec<usize> = found.iter().map(TestCase::len).collect();
        assert_eq!(lengths, [3, 4], "{found:?}");
    }

    #[test]
    fn what_an_array_holds_is_an_object_where_it_may_be_one() {
        let mut cluster = clinic();
        let pet = cluster.intern(JavaType::class("p.Pet"));
        let pets = cluster.intern(JavaType::Array(Box::new(JavaType::class("p.Pet"))));
        let mut script = Script {
            cluster: &mut cluster,
            test: TestCase::default(),
        };
        let store = script.mock("p.Store");
        let clinic = script.make("p.Clinic", &[store]);
        let elements = [push(&mut script.test, pet, StatementKind::Null)];
        let elements = Vars::from_slice(&elements);
        push(&mut script.test, pets, StatementKind::Array { elements });
        script.act("count", clinic, &[]);
        let test = script.test;
        let found = with_objects(&test, &mut cluster);
        let [filled] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(names(filled, &cluster)[2..], ["<init>", "", "count"]);
    }

    #[test]
    fn what_a_mock_gives_by_itself_is_no_outcome() {
        let number = |value: i32| Observed::Literal(Literal::Int(value));
        assert!(is_default(&Observed::Null) && is_default(&number(0)));
        assert!(!is_default(&number(2)));
    }

    #[test]
    fn what_only_a_builder_makes_is_built_and_no_deeper_than_answers_are_made() {
        let java = "package p; class Desk { static void go(Pen pen) { } }";
        let go = small::function("go", "(Lp/Pen;)V");
        let mut pen = small::class("p.Pen", vec![small::function("builder", "()Lp/Builder;")]);
        pen.constructors.clear();
        let steps = vec![
            small::method("ink", "(Ljava/lang/String;)Lp/Builder;"),
            small::method("build", "()Lp/Pen;"),
        ];
        let mut builder = small::class("p.Builder", steps);
        builder.constructors.clear();
        let classes = vec![small::class("p.Desk", vec![go]), pen, builder];
        let cluster = &mut small::cluster_of(java, classes);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let mut made = |depth: usize| {
            let mut test = TestCase::default();
            telling(&mut test, pens, &Role::default(), depth, cluster)?;
            let calls = test.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::Call { callable, .. } => {
                    Some(cluster.callable(*callable).name.clone())
                }
                _ => None,
            });
            Some(calls.collect::<Vec<String>>())
        };
        let built = made(DEEPEST).expect("it can be built");
        assert!(built.starts_with(&["builder".to_owned()]), "{built:?}");
        assert!(built.ends_with(&["build".to_owned()]), "{built:?}");
        assert_eq!(made(1), None, "what it is made of has no turn");
    }
}
