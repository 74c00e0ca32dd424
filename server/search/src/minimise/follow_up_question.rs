//! A question about what a call was given: takes a minimised test whose last call changes its receiver in a way that
//! no method without parameters shows, gives one that asks afterwards, wherever the answer depends on the call. That
//! `removeTags("a")` gives its receiver says nothing; that `isSafeTag("a")` is `false` then does. What a builder was
//! told shows in what it builds, or further on: `withDelay(d).build().getConfig().getDelay()`; who listens is told of
//! what comes next.

use std::{
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
};

use goalline_testcase::{
    Callable, CallableId, CallableKind, ExecutorError, JavaType, Literal, Observation, Observed,
    ObservedPart, Primitive, Shape, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
    Vars, begins_with_word, name_words, shared_words,
};

use super::{
    Judge, Minimisation,
    kept_state::filled_in,
    plain_questions::with_plain_values,
    state_to_change::{CallOnObject, FILLING, Shown, observing},
};
use crate::Ending;

/// Questions that are tried at most.
const MOST_QUESTIONS: usize = 4;

/// Ways through what an object gives that are tried at most.
const MOST_WAYS: usize = 4;

/// Calls that a listener may be told of that are tried at most.
const MOST_EVENTS: usize = 6;

/// Beginnings of names of methods that take out what was put in.
const TAKING_OUT: [&str; 4] = ["delete", "deregister", "remove", "unregister"];

/// Uses of what is built that are tried at most.
const MOST_USES: usize = 6;

/// Ways to put in what the call is given that are tried at most.
const MOST_FILLERS: usize = 2;

/// Beginnings of names of methods that ask.
const ASKING: [&str; 15] = [
    "accepts", "allows", "can", "contains", "count", "find", "get", "has", "index", "is", "lookup",
    "matches", "should", "supports", "test",
];

/// Beginnings of names of methods that give what a builder builds.
const BUILDING: [&str; 4] = ["build", "create", "done", "make"];

/// The test with a question behind its last call, where that is answered otherwise without the call.
pub(super) fn asked_afterwards(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let Some(change) = Change::of(&test, minimisation.cluster) else {
        return Ok(test);
    };
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    // That something changed says less than what was set under a key.
    let mut candidates = with_accessor(&test, &change, minimisation.cluster);
    if candidates.is_empty() {
        if Shown::of(&test, change.receiver, minimisation)?.is_changed {
            return Ok(test);
        }
        candidates = self::candidates(&test, &change, minimisation.cluster);
    }
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        let depends = is_whole
            && (depends_on_change(&candidate, &change, minimisation)?
                || depends_on_blank(&test, &candidate, &change, minimisation)?);
        if depends {
            return Ok(candidate);
        }
    }
    Ok(test)
}

/// A last call that may change its receiver.
struct Change {
    called: CallableId,
    receiver: Var,
    /// Whether it gives its receiver.
    is_fluent: bool,
}

impl Change {
    /// What is asked: what the call gave, where that is its receiver.
    fn subject(&self, test: &TestCase) -> Var {
        if self.is_fluent {
            Var(test.len() as u16 - 1)
        } else {
            self.receiver
        }
    }

    fn of(test: &TestCase, cluster: &TestCluster) -> Option<Self> {
        let CallOnObject {
            callable, receiver, ..
        } = CallOnObject::last_of(test)?;
        let called = cluster.callable(callable);
        let is_fluent = test.statements.last()?.ty == test.statement(receiver).ty;
        let is_change = cluster.shape(called.returns) == Shape::Void || is_fluent;
        let is_method = called.is_under_test && called.kind == CallableKind::Method;
        (is_change && is_method).then_some(Self {
            called: callable,
            receiver,
            is_fluent,
        })
    }
}

/// The test with each question behind it, the plainest first.
fn candidates(test: &TestCase, change: &Change, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = with_ways(test, change, cluster);
    found.extend(with_arguments_asked(test, cluster));
    found.extend(with_questions(test, change, cluster));
    found.extend(with_events(test, change, cluster));
    let methods = methods_of_class(change, cluster);
    let object = change.subject(test);
    found.extend(with_plain_values(test, object, &methods, cluster));
    found.extend(with_built_used(test, change, cluster));
    found.retain(|it| it.is_well_formed(cluster));
    found
}

/// The test that uses what the builder of its last call builds, where that takes one value: a format that is set up
/// shows in what it formats, a long number, a small share or a plain text.
fn with_built_used(test: &TestCase, change: &Change, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(builder) = builders(change, cluster).first().copied() else {
        return Vec::new();
    };
    let built = cluster.callable(builder).returns;
    let class = cluster.ty(built).class_name().map(str::to_owned);
    let function = cluster.function_of(built);
    let built = with_way(test, change.subject(test), &[builder], cluster);
    let object = Var(built.len() as u16 - 1);
    let is_use = |id: &CallableId| {
        let called = cluster.callable(*id);
        Some(&*called.owner) == class.as_deref() && called.parameters.len() == 1
    };
    let all = (0..cluster.callables().len() as u32).map(CallableId);
    let mut uses: Vec<CallableId> = function.into_iter().filter(&is_use).collect();
    uses.extend(all.filter(|id| is_use(id) && Some(*id) != function));
    let plain = with_plain_values(&built, object, &uses, cluster);
    let telling = plain.iter().flat_map(with_telling_numbers);
    let telling: Vec<TestCase> = telling.collect();
    telling.into_iter().chain(plain).take(MOST_USES).collect()
}

/// The test with numbers in place of the one that its last call is given that say more than two does.
fn with_telling_numbers(test: &TestCase) -> Vec<TestCase> {
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let [only] = arguments[..] else {
        return Vec::new();
    };
    let numbers: &[Literal] = match &test.statement(only).kind {
        StatementKind::Literal(Literal::Double(_)) => {
            &[Literal::Double(12_345.678), Literal::Double(0.001_25)]
        }
        StatementKind::Literal(Literal::Float(_)) => &[Literal::Float(12.5)],
        StatementKind::Literal(Literal::Long(_)) => &[Literal::Long(12_345)],
        StatementKind::Literal(Literal::Int(_)) => &[Literal::Int(12_345)],
        _ => &[],
    };
    let with = |number: &Literal| {
        let mut changed = test.clone();
        changed.statements[usize::from(only.0)].kind = StatementKind::Literal(number.clone());
        changed
    };
    numbers.iter().map(with).collect()
}

/// The test that reads what its last call set for what it was given: `getComment(key)` of `setComment(key, text)`.
fn with_accessor(test: &TestCase, change: &Change, cluster: &TestCluster) -> Vec<TestCase> {
    let own = &cluster.callable(change.called).name;
    let verb = own.find(char::is_uppercase).unwrap_or(own.len());
    let what = &own[verb..];
    let mut accessors = methods_of_class(change, cluster);
    accessors.retain(|id| {
        let called = cluster.callable(*id);
        let of = ["get", "is", "has"].iter();
        let mut of = of.filter_map(|verb| called.name.strip_prefix(verb));
        !what.is_empty() && !called.parameters.is_empty() && of.any(|rest| rest == what)
    });
    let asked = accessors
        .iter()
        .filter_map(|id| with_question(test, change, *id, cluster));
    asked.filter(|it| it.is_well_formed(cluster)).collect()
}

/// The test that asks an object which its last call was given what became of it: a writer for what was written.
fn with_arguments_asked(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    const CONTENTS: [&str; 3] = ["get", "getResult", "result"];
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for var in arguments {
        let statement = test.statement(*var);
        if !matches!(statement.kind, StatementKind::Call { .. }) {
            continue;
        }
        let mut questions = cluster.questions(statement.ty).to_vec();
        questions.retain(|id| CONTENTS.contains(&&*cluster.callable(*id).name));
        let asked = questions.iter();
        found.extend(asked.map(|question| with_way(test, *var, &[*question], cluster)));
    }
    found
}

/// The methods of the class that the call belongs to.
fn methods_of_class(change: &Change, cluster: &TestCluster) -> Vec<CallableId> {
    let own = cluster.callable(change.called);
    let mut of_class = cluster.under_test().to_vec();
    of_class.retain(|id| {
        let called = cluster.callable(*id);
        called.owner == own.owner && called.kind == CallableKind::Method
    });
    of_class
}

/// The test with each question about what its last call is given; with the same put in before, too, as what is not
/// there cannot be taken out.
fn with_questions(test: &TestCase, change: &Change, cluster: &TestCluster) -> Vec<TestCase> {
    let own = cluster.callable(change.called);
    let of_class = methods_of_class(change, cluster);
    let mut questions = of_class.clone();
    questions.retain(|id| {
        let called = cluster.callable(*id);
        let asks = begins_with_word(&called.name, &ASKING) || is_noun_of(called, own);
        let takes_out = begins_with_word(&called.name, &TAKING_OUT)
            && begins_with_word(&own.name, &FILLING)
            && cluster.shape(called.returns) == Shape::Primitive(Primitive::Boolean);
        (asks || takes_out) && !called.parameters.is_empty() && *id != change.called
    });
    questions.sort_by_key(|id| {
        let called = cluster.callable(*id);
        (
            begins_with_word(&called.name, &TAKING_OUT),
            shared_words(&called.name, &own.name) == 0,
            called.parameters.len(),
        )
    });
    let of_built = builders(change, cluster);
    let mut fillers = of_class;
    fillers.retain(|id| {
        let called = cluster.callable(*id);
        begins_with_word(&called.name, &FILLING)
            && *id != change.called
            && called.parameters == own.parameters
    });
    fillers.truncate(MOST_FILLERS);
    // What a builder was told shows in what it builds.
    let asked = of_built
        .iter()
        .chain(&questions)
        .filter_map(|question| with_question(test, change, *question, cluster));
    let asked: Vec<TestCase> = asked.take(MOST_QUESTIONS).collect();
    let filled = asked.iter().flat_map(|asked| {
        let fillers = fillers.iter();
        fillers.map(move |filler| with_filler(asked, test.len() - 1, *filler, cluster))
    });
    let filled: Vec<TestCase> = filled.collect();
    let mut found = asked;
    found.extend(filled);
    found.retain(|it| it.is_well_formed(cluster));
    found
}

/// The methods that give what is built, of a call that gives its builder.
fn builders(change: &Change, cluster: &TestCluster) -> Vec<CallableId> {
    if !change.is_fluent {
        return Vec::new();
    }
    let own = cluster.callable(change.called);
    let mut builders = methods_of_class(change, cluster);
    builders.retain(|id| {
        let called = cluster.callable(*id);
        let class = cluster.ty(called.returns).class_name();
        let is_other = class.is_some_and(|it| it != own.owner);
        begins_with_word(&called.name, &BUILDING) && called.parameters.is_empty() && is_other
    });
    builders
}

/// The test with what the changed object gives, asked for what the call speaks of: `build().getConfig().getDelay()`
/// of `withDelay(d)`.
fn with_ways(test: &TestCase, change: &Change, cluster: &mut TestCluster) -> Vec<TestCase> {
    let own = cluster.callable(change.called).clone();
    let mut first = cluster
        .questions(test.statement(change.receiver).ty)
        .to_vec();
    for id in methods_of_class(change, cluster) {
        let called = cluster.callable(id);
        let is_builder = begins_with_word(&called.name, &BUILDING) && called.parameters.is_empty();
        if is_builder && !first.contains(&id) {
            first.push(id);
        }
    }
    let mut ways: Vec<Vec<CallableId>> = Vec::new();
    for first in first {
        let given = cluster.callable(first).returns;
        if cluster.ty(given).class_name() == Some(&*own.owner) {
            continue;
        }
        for second in cluster.questions(given).to_vec() {
            ways.push(vec![first, second]);
            let given = cluster.callable(second).returns;
            let third = cluster.questions(given).iter();
            ways.extend(third.map(|third| vec![first, second, *third]));
        }
    }
    ways.retain(|way| {
        let last = way.last().map(|id| cluster.callable(*id));
        last.is_some_and(|last| speaks_of(&last.name, &own) > 0 && tells(last.returns, cluster))
    });
    ways.sort_by_key(|way| {
        let last = way.last().map_or("", |id| &cluster.callable(*id).name);
        let of_name = shared_words(last, &own.name);
        (
            Reverse((of_name, speaks_of(last, &own))),
            name_words(last).len(),
            way.len(),
        )
    });
    ways.truncate(MOST_WAYS);
    let from = change.subject(test);
    let as_it_is = ways.iter().map(|way| with_way(test, from, way, cluster));
    let mut found: Vec<TestCase> = as_it_is.collect();
    let others = with_other_values(test);
    let nearest = ways.first().into_iter();
    found.extend(nearest.flat_map(|way| {
        others
            .iter()
            .map(|other| with_way(other, from, way, cluster))
    }));
    found
}

/// Whether a value of the type says something by itself: it is not one more object of the project.
fn tells(ty: TypeId, cluster: &TestCluster) -> bool {
    let is_of_jdk =
        matches!(cluster.ty(ty), JavaType::Class { name, .. } if name.starts_with("java."));
    is_of_jdk || cluster.shape(ty) != Shape::Reference
}

/// How far a question speaks of what the call, by its name or its parameters', is about.
fn speaks_of(question: &str, call: &Callable) -> usize {
    let told = call.parameter_names.iter().chain([&call.name]);
    told.map(|name| shared_words(question, name))
        .max()
        .unwrap_or(0)
}

/// The test with other numbers and answers for what its last call is given: what it was given may be what is so
/// anyway.
fn with_other_values(test: &TestCase) -> Vec<TestCase> {
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for pick in [Literal::next, fraction] {
        let mut changed = test.clone();
        for var in arguments {
            let kind = &mut changed.statements[usize::from(var.0)].kind;
            if let StatementKind::Literal(literal) = kind
                && test.users(*var).len() == 1
                && let Some(other) = pick(literal)
            {
                *literal = other;
            }
        }
        found.extend((changed != *test).then_some(changed));
    }
    found
}

/// A fraction that is a share.
fn fraction(literal: &Literal) -> Option<Literal> {
    match literal {
        Literal::Float(_) => Some(Literal::Float(0.5)),
        Literal::Double(_) => Some(Literal::Double(0.5)),
        _ => None,
    }
}

/// The test that goes this way from an object at last.
fn with_way(test: &TestCase, from: Var, way: &[CallableId], cluster: &TestCluster) -> TestCase {
    let mut changed = test.clone();
    let mut of = from;
    for step in way {
        changed.statements.push(Statement {
            ty: cluster.callable(*step).returns,
            kind: StatementKind::Call {
                callable: *step,
                receiver: Some(of),
                arguments: Vars::new(),
            },
        });
        of = Var(changed.len() as u16 - 1);
    }
    changed
}

/// The test with each other call that what the last one is given may be told of, where that is a test double.
fn with_events(test: &TestCase, change: &Change, cluster: &TestCluster) -> Vec<TestCase> {
    let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind)
    else {
        return Vec::new();
    };
    let is_double = |var: &Var| {
        let kind = &test.statement(*var).kind;
        matches!(kind, StatementKind::TestDouble { .. })
    };
    if !arguments.iter().any(is_double) {
        return Vec::new();
    }
    let mut events = methods_of_class(change, cluster);
    events.retain(|id| {
        *id != change.called && !begins_with_word(&cluster.callable(*id).name, &TAKING_OUT)
    });
    events.sort_by_key(|id| cluster.callable(*id).parameters.len());
    let with = events
        .iter()
        .filter_map(|event| with_call(test, change, *event, cluster));
    with.take(MOST_EVENTS).collect()
}

/// Whether a method gives what the other one's name says that it takes: `helper("a")` of `registerHelper("a", it)`.
fn is_noun_of(question: &Callable, call: &Callable) -> bool {
    let (asked, told) = (name_words(&question.name), name_words(&call.name));
    question.returns != call.returns && told.len() > asked.len() && told.ends_with(&asked)
}

/// The test that asks this at last, about what its last call is given.
fn with_question(
    test: &TestCase,
    change: &Change,
    question: CallableId,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let gives = cluster.shape(cluster.callable(question).returns) != Shape::Void;
    with_call(test, change, question, cluster).filter(|_| gives)
}

/// The test that ends with this call on what was changed, given what the call before it is given.
fn with_call(
    test: &TestCase,
    change: &Change,
    call: CallableId,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let StatementKind::Call { arguments, .. } = &test.statements.last()?.kind else {
        return None;
    };
    let called = cluster.callable(call);
    let given = parts(test, arguments);
    let mut rest = given.as_slice();
    let mut handed = Vars::new();
    for ty in &called.parameters {
        let at = rest.iter().position(|var| test.statement(*var).ty == *ty)?;
        handed.push(rest[at]);
        rest = &rest[at + 1..];
    }
    let mut changed = test.clone();
    changed.statements.push(Statement {
        ty: called.returns,
        kind: StatementKind::Call {
            callable: call,
            receiver: Some(change.subject(test)),
            arguments: handed,
        },
    });
    Some(changed)
}

/// What a call is given, with the first element of an array in its place.
fn parts(test: &TestCase, arguments: &Vars) -> Vec<Var> {
    let part = |var: &Var| match &test.statement(*var).kind {
        StatementKind::Array { elements } => elements.first().copied(),
        _ => Some(*var),
    };
    arguments.iter().filter_map(part).collect()
}

/// The test with another call that is given the same before the one at this place.
fn with_filler(test: &TestCase, at: usize, filler: CallableId, cluster: &TestCluster) -> TestCase {
    let mut filling = test.statements[at].clone();
    if let StatementKind::Call { callable, .. } = &mut filling.kind {
        *callable = filler;
    }
    filling.ty = cluster.callable(filler).returns;
    let mut changed = test.clone();
    changed.insert(at, vec![filling]);
    changed
}

/// Whether the question that the test ends with is answered otherwise where the change is left out, or whether who was
/// handed over is told of something only after it.
fn depends_on_change(
    asked: &TestCase,
    change: &Change,
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let calls = |one: &Statement| match &one.kind {
        StatementKind::Call { callable, .. } => *callable == change.called,
        _ => false,
    };
    let Some(at) = asked.statements.iter().rposition(calls) else {
        return Ok(false);
    };
    let without = without(asked, at, change.receiver);
    let given = match &asked.statements[at].kind {
        StatementKind::Call { arguments, .. } => arguments.clone(),
        _ => Vars::new(),
    };
    let options = observing(minimisation);
    let unasked = TestCase {
        statements: asked.statements[..=at].to_vec(),
    };
    // What is another one whenever it is asked for depends on nothing.
    let tests = [asked.clone(), without, unasked, asked.clone()];
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let [asked_run, without_run, unasked_run, again_run] = &runs[..] else {
        return Ok(false);
    };
    let last = asked.len() - 1;
    let again = answers(&again_run.observations, last);
    let mut answer = answers(&asked_run.observations, last);
    answer.retain(|part, told| again.get(part) == Some(told));
    let other = answers(&without_run.observations, last - 1);
    let is_answered = answer
        .iter()
        .any(|(part, told)| other.get(part) != Some(told));
    let others = [without_run, unasked_run].map(|run| &run.observations[..]);
    Ok(is_answered || is_told_by_it(&asked_run.observations, others, &given))
}

/// Whether what a builder builds is the same with and without the call because something that this was given is blank:
/// then that is what it shows.
fn depends_on_blank(
    test: &TestCase,
    asked: &TestCase,
    change: &Change,
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let question = match asked.statements.last().map(|it| &it.kind) {
        Some(StatementKind::Call { callable, .. }) if asked.len() == test.len() + 1 => *callable,
        _ => return Ok(false),
    };
    let asking = minimisation.cluster.callable(question);
    let builds = begins_with_word(&asking.name, &BUILDING) && asking.parameters.is_empty();
    if !change.is_fluent || !builds {
        return Ok(false);
    }
    let filled = filled_in(test, minimisation.cluster);
    let mut tests = vec![asked.clone(), asked.clone()];
    for one in &filled {
        tests.extend(with_question(one, change, question, minimisation.cluster));
    }
    let options = observing(minimisation);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let answer = |at: usize| answers(&runs[at].observations, tests[at].len() - 1);
    let (first, again) = (answer(0), answer(1));
    let is_drawn = |part: &String| first.get(part) != again.get(part);
    let mut filled = (2..tests.len()).map(answer);
    Ok(filled.any(|other| {
        let mut parts = other.iter();
        parts.any(|(part, told)| !is_drawn(part) && first.get(part) != Some(told))
    }))
}

/// Whether these test doubles got calls that they get neither without the change nor without the question: what the
/// call itself does with what it is given, no question shows.
fn is_told_by_it(asked: &[Observation], others: [&[Observation]; 2], doubles: &Vars) -> bool {
    let told = told_of(asked, doubles);
    !told.is_empty() && others.iter().all(|other| told_of(other, doubles) != told)
}

/// What was observed of the statement at this place, each part by its name; not that it is an object.
fn answers(seen: &[Observation], at: usize) -> BTreeMap<String, &Observed> {
    let seen = seen.iter().filter(|one| usize::from(one.var.0) == at);
    let told = seen.filter(|one| !matches!(one.observed, Observed::Object { .. }));
    told.map(|one| (part_name(&one.subject), &one.observed))
        .collect()
}

/// The calls that these test doubles got.
fn told_of<'a>(seen: &'a [Observation], doubles: &Vars) -> Vec<&'a Observation> {
    let is_told = |one: &&Observation| {
        doubles.contains(&one.var) && matches!(one.subject, ObservedPart::Interaction { .. })
    };
    seen.iter().filter(is_told).collect()
}

/// The test without the call at this place; what was called on its result is called on this object.
fn without(test: &TestCase, at: usize, object: Var) -> TestCase {
    let mut changed = test.clone();
    changed.statements.remove(at);
    for statement in &mut changed.statements[at..] {
        statement.kind.visit_uses_mut(|var| {
            *var = match usize::from(var.0).cmp(&at) {
                Ordering::Less => *var,
                Ordering::Equal => object,
                Ordering::Greater => Var(var.0 - 1),
            };
        });
    }
    changed
}

/// What is asked of an object, in words.
fn part_name(part: &ObservedPart) -> String {
    match part {
        ObservedPart::Value => String::new(),
        ObservedPart::Inspector { method, .. } | ObservedPart::Interaction { method, .. } => {
            method.clone()
        }
        ObservedPart::Field { name } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use goalline_testcase::{ClassKind, DoubleStyle, Mocking, Modifiers, Outcome};

    use super::*;
    use crate::{
        minimise::small_classes::{call, class, cluster_of, method, minimising, named, text},
        scripted::ScriptedExecutor,
    };

    /// `new Tags().removeTag("a")` and its cluster: tags that can be put in, taken out and asked for.
    fn removed() -> (TestCase, TestCluster) {
        let java = "package p; class Tags { void addTag(String tag) {} Tags removeTag(String tag) { return this; } \
                    boolean isSafeTag(String tag) { return true; } boolean isSafe(String tag, Tags of) { return true; } }";
        let methods = vec![
            method("addTag", "(Ljava/lang/String;)V"),
            method("removeTag", "(Ljava/lang/String;)Lp/Tags;"),
            method("isSafeTag", "(Ljava/lang/String;)Z"),
            method("isSafe", "(Ljava/lang/String;Lp/Tags;)Z"),
        ];
        let mut cluster = cluster_of(java, vec![class("p.Tags", methods)]);
        let name = text(&mut cluster, "a");
        let test = told(&cluster, "removeTag", vec![name]);
        (test, cluster)
    }

    /// A new object that is told this by the method.
    fn told(cluster: &TestCluster, method: &str, given: Vec<Statement>) -> TestCase {
        let arguments: Vec<Var> = (1..=given.len()).map(|at| Var(at as u16)).collect();
        let mut statements = vec![call(cluster, named("<init>", cluster), None, &[])];
        statements.extend(given);
        let called = named(method, cluster);
        statements.push(call(cluster, called, Some(Var(0)), &arguments));
        TestCase { statements }
    }

    /// What the test calls, by its names.
    fn calls(test: &TestCase, cluster: &TestCluster) -> Vec<String> {
        let calls = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        });
        calls.map(|it| it.name.clone()).collect()
    }

    #[test]
    fn what_was_taken_out_is_asked_for_by_a_question_that_can_be_asked_with_what_is_there() {
        let (test, cluster) = removed();
        let change = Change::of(&test, &cluster).expect("it gives its receiver");
        let asked = with_questions(&test, &change, &cluster);
        let names: Vec<Vec<String>> = asked.iter().map(|it| calls(it, &cluster)).collect();
        assert_eq!(
            names,
            [
                vec!["<init>", "removeTag", "isSafeTag"],
                vec!["<init>", "addTag", "removeTag", "isSafeTag"]
            ]
        );
        // It is asked of what the call gave: that this is there is shown as well.
        let last = &asked[0].statements.last().expect("a question").kind;
        assert!(matches!(
            last,
            StatementKind::Call {
                receiver: Some(Var(2)),
                ..
            }
        ));
    }

    /// Who tells of a call that takes something out.
    #[derive(Clone, Copy, PartialEq)]
    enum ToldBy {
        TheAnswer,
        /// The answer is another one each time.
        Nobody,
        /// A mock got a call as well.
        AMock,
    }

    /// Whether a question is put behind a call.
    fn is_asked(told: ToldBy) -> bool {
        const PUBLIC_ABSTRACT: u32 = 0x401;
        let java = "package p; class Tags { void removeTag(String tag) {} boolean isSafeTag(String tag) { return true; } }";
        let methods = vec![
            method("removeTag", "(Ljava/lang/String;)V"),
            method("isSafeTag", "(Ljava/lang/String;)Z"),
        ];
        let mut store = class("p.Store", Vec::new());
        store.kind = ClassKind::Interface;
        store.modifiers = Modifiers(PUBLIC_ABSTRACT);
        let mut cluster = cluster_of(java, vec![class("p.Tags", methods), store]);
        cluster.allow_mocks(Mocking::Extensible);
        let stores = cluster.intern(JavaType::class("p.Store"));
        let name = text(&mut cluster, "a");
        let mock = Statement {
            ty: stores,
            kind: StatementKind::test_double(DoubleStyle::Mock, Vec::new()),
        };
        let remove = named("removeTag", &cluster);
        let made = call(&cluster, named("<init>", &cluster), None, &[]);
        let removed = call(&cluster, remove, Some(Var(2)), &[Var(1)]);
        let test = TestCase {
            statements: vec![mock, name, made, removed],
        };
        let count = Cell::new(0);
        let mut executor = ScriptedExecutor::new(|cluster, test: &TestCase, _, recorder| {
            count.set(count.get() + 1);
            let names = calls(test, cluster);
            let is_removed = names.iter().any(|it| it == "removeTag");
            if told == ToldBy::AMock && is_removed {
                recorder.observe(Observation {
                    var: Var(0),
                    subject: ObservedPart::Interaction {
                        method: "remove".to_owned(),
                        descriptor: "()V".to_owned(),
                    },
                    observed: Observed::Calls {
                        count: 1,
                        arguments: Vec::new(),
                    },
                });
            }
            if names.last().is_some_and(|it| it == "isSafeTag") {
                let answer = match told {
                    ToldBy::Nobody => count.get(),
                    _ => i32::from(is_removed),
                };
                recorder.observe(Observation {
                    var: Var(test.len() as u16 - 1),
                    subject: ObservedPart::Value,
                    observed: Observed::Literal(Literal::Int(answer)),
                });
            }
            Outcome::Passed
        });
        let asked = minimising(&mut cluster, &mut executor, |bench, judge| {
            asked_afterwards(test.clone(), bench, judge)
        });
        asked.expect("it runs").len() > test.len()
    }

    #[test]
    fn a_question_is_put_where_its_answer_tells_of_the_call_and_nothing_else_does() {
        assert!(is_asked(ToldBy::TheAnswer));
        assert!(!is_asked(ToldBy::Nobody), "a number that is drawn");
        assert!(!is_asked(ToldBy::AMock), "it was told to remove something");
    }

    #[test]
    fn what_a_builder_was_told_is_asked_of_what_it_builds() {
        let java = "package p; class Pens { Pens ink(String ink) { return this; } Pen build() { return null; } }";
        for built in ["()Lp/Pen;", "()Ljava/util/Map;", "()Ljava/lang/String;"] {
            let methods = vec![
                method("ink", "(Ljava/lang/String;)Lp/Pens;"),
                method("build", built),
            ];
            let classes = vec![class("p.Pens", methods), class("p.Pen", Vec::new())];
            let mut cluster = cluster_of(java, classes);
            let ink = text(&mut cluster, "blue");
            let test = told(&cluster, "ink", vec![ink]);
            let change = Change::of(&test, &cluster).expect("it gives its receiver");
            let asked = with_questions(&test, &change, &cluster);
            let last = asked[0].statements.last().map(|it| it.kind.clone());
            let expected = StatementKind::Call {
                callable: named("build", &cluster),
                receiver: Some(Var(2)),
                arguments: Vars::new(),
            };
            assert_eq!((asked.len(), last), (1, Some(expected)), "{built}");
        }
    }

    #[test]
    fn what_a_builder_was_told_is_read_from_what_the_built_object_gives() {
        let java = "package p; class Pens { Pens withInk(String ink) { return this; } Pen build() { return null; } }";
        let methods = vec![
            method("withInk", "(Ljava/lang/String;)Lp/Pens;"),
            method("build", "()Lp/Pen;"),
        ];
        let settings = vec![
            method("getInk", "()Ljava/lang/String;"),
            method("getWidth", "()Ljava/lang/String;"),
        ];
        let classes = vec![
            class("p.Pens", methods),
            class("p.Pen", vec![method("getSettings", "()Lp/Settings;")]),
            class("p.Settings", settings),
        ];
        let mut cluster = cluster_of(java, classes);
        let ink = text(&mut cluster, "blue");
        let test = told(&cluster, "withInk", vec![ink]);
        let change = Change::of(&test, &cluster).expect("it gives its receiver");
        let asked = with_ways(&test, &change, &mut cluster);
        let names: Vec<Vec<String>> = asked.iter().map(|it| calls(it, &cluster)).collect();
        let way = ["<init>", "withInk", "build", "getSettings", "getInk"];
        assert_eq!(names, [way.map(str::to_owned)]);
        // What the answer is without the call, the rest of it asks of the builder as it was.
        let without = without(&asked[0], 2, Var(0));
        assert_eq!(
            calls(&without, &cluster),
            ["<init>", "build", "getSettings", "getInk"]
        );
        assert!(without.is_well_formed(&cluster));
    }

    #[test]
    fn what_a_builder_was_told_is_shown_by_what_is_built_when_that_is_used() {
        let java = "package p; class Pens { Pens ink(String ink) { return this; } Pen build() { return null; } }";
        let methods = vec![
            method("ink", "(Ljava/lang/String;)Lp/Pens;"),
            method("build", "()Lp/Pen;"),
        ];
        let mut pen = class("p.Pen", vec![method("draw", "(I)Ljava/lang/String;")]);
        let public = 1;
        pen.methods[0].modifiers = goalline_testcase::Modifiers(public);
        let mut cluster = cluster_of(java, vec![class("p.Pens", methods), pen]);
        let ink = text(&mut cluster, "blue");
        let test = told(&cluster, "ink", vec![ink]);
        let change = Change::of(&test, &cluster).expect("it gives its receiver");
        // The search came across what a pen does.
        let drawn = cluster.intern(JavaType::class("java.lang.String"));
        cluster.generators(drawn);
        let used = with_built_used(&test, &change, &mut cluster);
        let numbers = used.iter().map(|it| {
            assert_eq!(calls(it, &cluster), ["<init>", "ink", "build", "draw"]);
            it.statements[it.len() - 2].kind.clone()
        });
        let expected = [12_345, 2].map(|it| StatementKind::Literal(Literal::Int(it)));
        assert_eq!(numbers.collect::<Vec<_>>()[..2], expected);
    }

    #[test]
    fn who_listens_is_told_by_a_call_that_needs_nothing_else() {
        let java = "package p; class Bell { void addGuest(Guest guest) {} boolean removeGuest(Guest guest) { return true; } \
                    void ring() {} void ring(String tune) {} }";
        let methods = vec![
            method("addGuest", "(Lp/Guest;)V"),
            method("removeGuest", "(Lp/Guest;)Z"),
            method("ring", "()V"),
            method("ring", "(Ljava/lang/String;)V"),
        ];
        let classes = vec![class("p.Bell", methods), class("p.Guest", Vec::new())];
        let mut cluster = cluster_of(java, classes);
        let guest = Statement {
            ty: cluster.intern(JavaType::class("p.Guest")),
            kind: StatementKind::test_double(goalline_testcase::DoubleStyle::Mock, Vec::new()),
        };
        let test = told(&cluster, "addGuest", vec![guest]);
        let change = Change::of(&test, &cluster).expect("it gives nothing");
        let events = with_events(&test, &change, &cluster);
        let events: Vec<Vec<String>> = events.iter().map(|it| calls(it, &cluster)).collect();
        assert_eq!(events, [["<init>", "addGuest", "ring"]]);
        // Who can be taken out was there.
        let asked = with_questions(&test, &change, &cluster);
        let asked: Vec<Vec<String>> = asked.iter().map(|it| calls(it, &cluster)).collect();
        assert_eq!(asked, [["<init>", "addGuest", "removeGuest"]]);
    }

    #[test]
    fn what_a_call_does_with_what_it_is_given_is_not_shown_by_a_question() {
        let rings = |times: usize| -> Vec<Observation> {
            let rung = Observation {
                var: Var(1),
                subject: ObservedPart::Interaction {
                    method: "ring".to_owned(),
                    descriptor: "()V".to_owned(),
                },
                observed: Observed::Null,
            };
            vec![rung; times]
        };
        let [never, once, twice] = [0, 1, 2].map(rings);
        let guest = Vars::from_slice(&[Var(1)]);
        // `greet(guest)` rings by itself; `ring()` after `add(guest)` does because of that.
        assert!(!is_told_by_it(&once, [&never, &once], &guest));
        assert!(is_told_by_it(&once, [&never, &never], &guest));
        assert!(is_told_by_it(&twice, [&never, &once], &guest));
        assert!(!is_told_by_it(&never, [&never, &never], &guest));
    }

    #[test]
    fn a_number_that_may_be_so_anyway_is_another_one() {
        let java = "package p; class Pens { Pens withCount(String name) { return this; } }";
        let methods = vec![method("withCount", "(Ljava/lang/String;)Lp/Pens;")];
        let mut cluster = cluster_of(java, vec![class("p.Pens", methods)]);
        let two = Statement {
            ty: cluster.intern(JavaType::Primitive(Primitive::Double)),
            kind: StatementKind::Literal(Literal::Double(2.0)),
        };
        let test = told(&cluster, "withCount", vec![two]);
        let others = with_other_values(&test);
        let numbers = others.iter().map(|it| &it.statements[1].kind);
        let numbers: Vec<_> = numbers.cloned().collect();
        let expected = [3.0, 0.5].map(|it| StatementKind::Literal(Literal::Double(it)));
        assert_eq!(numbers, expected);
    }

    #[test]
    fn what_was_set_under_a_key_is_read_by_it() {
        let java = "package p; class Notes { void setNote(String key, Pen pen) {} Pen getNote(String key) { return null; } \
                    Pen getOther(String key) { return null; } }";
        let methods = vec![
            method("setNote", "(Ljava/lang/String;Lp/Pen;)V"),
            method("getNote", "(Ljava/lang/String;)Lp/Pen;"),
            method("getOther", "(Ljava/lang/String;)Lp/Pen;"),
        ];
        let classes = vec![class("p.Notes", methods), class("p.Pen", Vec::new())];
        let mut cluster = cluster_of(java, classes);
        let key = text(&mut cluster, "blue");
        let pen = Statement {
            ty: cluster.intern(JavaType::class("p.Pen")),
            kind: StatementKind::Null,
        };
        let test = told(&cluster, "setNote", vec![key, pen]);
        let change = Change::of(&test, &cluster).expect("it gives nothing");
        let read = with_accessor(&test, &change, &cluster);
        let read: Vec<Vec<String>> = read.iter().map(|it| calls(it, &cluster)).collect();
        assert_eq!(read, [["<init>", "setNote", "getNote"]]);
    }
}
