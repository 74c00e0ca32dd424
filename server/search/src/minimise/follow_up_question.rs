//! A question about what a call was given: takes a minimised test whose last call changes its receiver in a way that
//! no method without parameters shows, gives one that asks afterwards, wherever the answer depends on the call. That
//! `removeTags("a")` gives its receiver says nothing; that `isSafeTag("a")` is `false` then does.

use std::collections::BTreeMap;

use goalline_testcase::{
    Callable, CallableId, CallableKind, ExecutorError, Observed, ObservedPart, Shape, Statement,
    StatementKind, TestCase, TestCluster, Var, Vars,
};

use super::{
    Judge, Minimisation,
    state_to_change::{CallOnObject, FILLING, Shown, observing},
};
use crate::Ending;

/// Questions that are tried at most.
const MOST_QUESTIONS: usize = 4;

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
    if judge.ending != Some(Ending::Passed)
        || Shown::of(&test, change.receiver, minimisation)?.is_changed
    {
        return Ok(test);
    }
    let candidates = with_questions(&test, &change, minimisation.cluster);
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(&candidates, &to_kill, judge)?;
    for (candidate, (works, _)) in candidates.into_iter().zip(works) {
        let is_whole = works.is_some_and(|(_, length)| length == candidate.len());
        if is_whole && depends_on_change(&candidate, &change, minimisation)? {
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
    fn of(test: &TestCase, cluster: &TestCluster) -> Option<Self> {
        let CallOnObject {
            callable,
            receiver,
            arguments,
        } = CallOnObject::last_of(test)?;
        let called = cluster.callable(callable);
        let is_fluent = test.statements.last()?.ty == test.statement(receiver).ty;
        let is_change = cluster.shape(called.returns) == Shape::Void || is_fluent;
        let is_method = called.is_under_test && called.kind == CallableKind::Method;
        (is_change && is_method && !arguments.is_empty()).then_some(Self {
            called: callable,
            receiver,
            is_fluent,
        })
    }
}

/// The test with each question about what its last call is given; with the same put in before, too, as what is not
/// there cannot be taken out.
fn with_questions(test: &TestCase, change: &Change, cluster: &TestCluster) -> Vec<TestCase> {
    let own = cluster.callable(change.called);
    let of_class = cluster.under_test().iter();
    let of_class: Vec<CallableId> = of_class
        .copied()
        .filter(|id| {
            let called = cluster.callable(*id);
            called.owner == own.owner && called.kind == CallableKind::Method
        })
        .collect();
    let begins = |called: &Callable, words: &[&str]| {
        words.iter().any(|word| {
            let rest = called.name.strip_prefix(word);
            rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        })
    };
    let mut questions = of_class.clone();
    questions.retain(|id| {
        let called = cluster.callable(*id);
        begins(called, &ASKING) && !called.parameters.is_empty()
    });
    questions.sort_by_key(|id| {
        let called = cluster.callable(*id);
        (
            !shares_a_word(&called.name, &own.name),
            called.parameters.len(),
        )
    });
    let mut of_built = of_class.clone();
    of_built.retain(|id| {
        let called = cluster.callable(*id);
        let class = cluster.ty(called.returns).class_name();
        let is_project = class.is_some_and(|it| it != own.owner && !it.starts_with("java."));
        begins(called, &BUILDING) && called.parameters.is_empty() && is_project
    });
    let mut fillers = of_class;
    fillers.retain(|id| {
        let called = cluster.callable(*id);
        begins(called, &FILLING) && *id != change.called && called.parameters == own.parameters
    });
    fillers.truncate(MOST_FILLERS);
    // What a builder was told shows in what it builds.
    let builds = of_built.iter().filter(|_| change.is_fluent);
    let asked = builds
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

/// Whether both names speak of one thing: `removeTags` and `isSafeTag`.
fn shares_a_word(one: &str, other: &str) -> bool {
    const SHORTEST: usize = 3;
    let words = |name: &str| -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for c in name.chars() {
            if c.is_uppercase() || words.is_empty() {
                words.push(String::new());
            }
            let last = words.last_mut().expect("one was pushed");
            last.extend(c.to_lowercase());
        }
        // The first one is the verb.
        words.drain(..1);
        words
    };
    let singular = |word: &String| word.strip_suffix('s').unwrap_or(word).to_owned();
    let others: Vec<String> = words(other).iter().map(singular).collect();
    words(one)
        .iter()
        .map(singular)
        .any(|word| word.len() >= SHORTEST && others.contains(&word))
}

/// The test that asks this at last, about what its last call is given.
fn with_question(
    test: &TestCase,
    change: &Change,
    question: CallableId,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let StatementKind::Call { arguments, .. } = &test.statements.last()?.kind else {
        return None;
    };
    let called = cluster.callable(question);
    let given = parts(test, arguments);
    let mut rest = given.as_slice();
    let mut asked = Vars::new();
    for ty in &called.parameters {
        let at = rest.iter().position(|var| test.statement(*var).ty == *ty)?;
        asked.push(rest[at]);
        rest = &rest[at + 1..];
    }
    let of = if change.is_fluent {
        Var(test.len() as u16 - 1)
    } else {
        change.receiver
    };
    let mut changed = test.clone();
    changed.statements.push(Statement {
        ty: called.returns,
        kind: StatementKind::Call {
            callable: question,
            receiver: Some(of),
            arguments: asked,
        },
    });
    (cluster.shape(called.returns) != Shape::Void).then_some(changed)
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

/// Whether the question that the test ends with is answered otherwise where the call before it is left out.
fn depends_on_change(
    asked: &TestCase,
    change: &Change,
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let last = asked.len() - 1;
    let mut without = asked.clone();
    without.statements.remove(last - 1);
    let question = &mut without.statements[last - 1].kind;
    if let StatementKind::Call { receiver, .. } = question {
        *receiver = Some(change.receiver);
    }
    let options = observing(minimisation);
    let tests = [asked.clone(), without];
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &tests, options)?;
    let answer = |run: usize, at: usize| -> BTreeMap<String, &Observed> {
        let seen = runs[run].observations.iter();
        let seen = seen.filter(|one| usize::from(one.var.0) == at);
        let told = seen.filter(|one| !matches!(one.observed, Observed::Object { .. }));
        told.map(|one| (part_name(&one.subject), &one.observed))
            .collect()
    };
    let (with, without) = (answer(0, last), answer(1, last - 1));
    Ok(!with.is_empty() && with != without)
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
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named, text};

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
        let (make, remove) = (named("<init>", &cluster), named("removeTag", &cluster));
        let statements = vec![
            call(&cluster, make, None, &[]),
            name,
            call(&cluster, remove, Some(Var(0)), &[Var(1)]),
        ];
        (TestCase { statements }, cluster)
    }

    #[test]
    fn what_was_taken_out_is_asked_for_by_a_question_that_can_be_asked_with_what_is_there() {
        let (test, cluster) = removed();
        let change = Change::of(&test, &cluster).expect("it gives its receiver");
        let asked = with_questions(&test, &change, &cluster);
        let names = |test: &TestCase| -> Vec<String> {
            let calls = test.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::Call { callable, .. } => Some(cluster.callable(*callable)),
                _ => None,
            });
            calls.map(|it| it.name.clone()).collect()
        };
        let names: Vec<Vec<String>> = asked.iter().map(names).collect();
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

    #[test]
    fn what_a_builder_was_told_is_asked_of_what_it_builds() {
        let java = "package p; class Pens { Pens ink(String ink) { return this; } Pen build() { return null; } }";
        let methods = vec![
            method("ink", "(Ljava/lang/String;)Lp/Pens;"),
            method("build", "()Lp/Pen;"),
        ];
        let classes = vec![class("p.Pens", methods), class("p.Pen", Vec::new())];
        let mut cluster = cluster_of(java, classes);
        let ink = text(&mut cluster, "blue");
        let (make, told) = (named("<init>", &cluster), named("ink", &cluster));
        let statements = vec![
            call(&cluster, make, None, &[]),
            ink,
            call(&cluster, told, Some(Var(0)), &[Var(1)]),
        ];
        let test = TestCase { statements };
        let change = Change::of(&test, &cluster).expect("it gives its receiver");
        let asked = with_questions(&test, &change, &cluster);
        let last = asked[0].statements.last().map(|it| it.kind.clone());
        let expected = StatementKind::Call {
            callable: named("build", &cluster),
            receiver: Some(Var(2)),
            arguments: Vars::new(),
        };
        assert_eq!((asked.len(), last), (1, Some(expected)));
    }

    #[test]
    fn names_share_a_word_behind_their_verbs() {
        assert!(shares_a_word("isSafeTag", "removeTags"));
        assert!(!shares_a_word("isOpen", "setName"));
        assert!(!shares_a_word("isTag", "isName"));
    }
}
