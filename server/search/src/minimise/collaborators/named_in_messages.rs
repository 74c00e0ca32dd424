//! What a message names: takes a minimised test whose exception, or the text that it ends with, says `null` where
//! something of an object is meant, gives one in which that object has it, wherever the goals allow. Nobody expects
//! the message `no server at null`.

use goalline_testcase::{
    CallableKind, Execution, ExecutorError, Literal, Observation, Observed, ObservedPart, Outcome,
    RunOptions, Shape, StatementKind, TestCase, TestCluster, Var,
};

use crate::{
    Ending,
    minimise::{Judge, Minimisation, copied_properties::with_properties},
};

use super::is_set;

/// Properties that are tried, one by one.
const MOST: usize = 24;

/// What a message says of what is not there.
const NOTHING: &str = "null";

/// The test with one property more, where it ends the same way and says `null` less often then.
pub(in crate::minimise) fn named_in_messages(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let gives_text = test
        .statements
        .last()
        .is_some_and(|it| minimisation.cluster.shape(it.ty) == Shape::Text);
    if judge.ending == Some(Ending::Passed) && !gives_text {
        return Ok(test);
    }
    let candidates = with_one_property(&test, minimisation.cluster);
    if candidates.is_empty() {
        return Ok(test);
    }
    let own = said(std::slice::from_ref(&test), minimisation)?;
    let Some(Some(own)) = own.into_iter().next().filter(|it| {
        let own = it.as_ref();
        own.is_some_and(|own| own.nothings > 0)
    }) else {
        return Ok(test);
    };
    let all = said(&candidates, minimisation)?;
    let mut better = Vec::new();
    for (candidate, said) in candidates.into_iter().zip(all) {
        let is_better = |it: LastWords| it.thrown == own.thrown && it.nothings < own.nothings;
        if said.is_some_and(is_better) {
            better.push(candidate);
        }
    }
    let found = minimisation.first_whole(&better, judge)?;
    Ok(found.map_or(test, |at| better.swap_remove(at)))
}

/// What a test ends with.
struct LastWords {
    /// The class of the exception whose message it is; none for the text that the last call gave.
    thrown: Option<String>,
    /// How often that says that there is nothing.
    nothings: usize,
}

/// What each test ends with, as far as there are words.
fn said(
    tests: &[TestCase],
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<Option<LastWords>>, ExecutorError> {
    let options = RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    };
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let ended = tests.iter().zip(&runs);
    Ok(ended.map(|(test, run)| last_words(test, run)).collect())
}

fn last_words(test: &TestCase, run: &Execution) -> Option<LastWords> {
    match &run.outcome {
        Outcome::Threw { thrown, .. } => Some(LastWords {
            thrown: Some(thrown.class.clone()),
            nothings: nothings(&thrown.message.as_ref()?.to_text()),
        }),
        Outcome::Passed => {
            let last = Var(test.len() as u16 - 1);
            let mut seen = run.observations.iter();
            let is_value = |it: &&Observation| it.var == last && it.subject == ObservedPart::Value;
            match &seen.find(is_value)?.observed {
                Observed::Literal(Literal::Text(words)) => Some(LastWords {
                    thrown: None,
                    nothings: nothings(&words.to_text()),
                }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// How often a `null` stands in a text for something. That something must not be `null`, and what the virtual machine
/// says of one that it met, is another matter.
pub(super) fn nothings(text: &str) -> usize {
    const ABOUT_IT: [&str; 5] = ["be ", "is ", "not ", "or ", "non-"];
    if text.contains("NullPointerException") || text.contains("because \"") {
        return 0;
    }
    let places = text.match_indices(NOTHING);
    let meant = places.filter(|(at, _)| !ABOUT_IT.iter().any(|word| text[..*at].ends_with(word)));
    meant.count()
}

/// The test with one property more of an object that a constructor made of nothing, once for each that is not set.
fn with_one_property(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    // What was made last is nearer to the call.
    for object in test.vars().rev() {
        if found.len() >= MOST {
            break;
        }
        let StatementKind::Call {
            callable,
            receiver: None,
            arguments,
        } = &test.statement(object).kind
        else {
            continue;
        };
        let maker = cluster.callable(*callable);
        if maker.kind != CallableKind::Constructor || !arguments.is_empty() || maker.is_under_test {
            continue;
        }
        let setters = cluster.properties(test.statement(object).ty).to_vec();
        for setter in setters.into_iter().filter(|it| !is_set(test, object, *it)) {
            found.extend(with_properties(test, object, &[setter], cluster));
        }
    }
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};

    #[test]
    fn a_null_stands_for_something_where_it_is_not_what_is_spoken_of() {
        assert_eq!(nothings("no server at null"), 1);
        assert_eq!(nothings("id : 'null' of null"), 2);
        for about in [
            "name must not be null",
            "x is null",
            "non-null",
            "because \"a\" is null",
        ] {
            assert_eq!(nothings(about), 0, "{about}");
        }
    }

    #[test]
    fn each_property_that_is_not_set_is_tried_by_itself() {
        let java = "package p; class Desk { void open(Server at) { } }";
        let setters = ["setIp", "setName"].map(|name| method(name, "(Ljava/lang/String;)V"));
        let classes = vec![
            class("p.Desk", vec![method("open", "(Lp/Server;)V")]),
            class("p.Server", setters.to_vec()),
        ];
        let mut cluster = cluster_of(java, classes);
        cluster.allow_mocks(goalline_testcase::Mocking::Extensible);
        cluster.mention(["getIp", "getName"].map(str::to_owned).into());
        let ty = cluster.intern(goalline_testcase::JavaType::class("p.Server"));
        let server = cluster.generators(ty)[0];
        let [desk, open] = ["<init>", "open"].map(|name| named(name, &cluster));
        let statements = vec![
            call(&cluster, desk, None, &[]),
            call(&cluster, server, None, &[]),
            call(&cluster, open, Some(Var(0)), &[Var(1)]),
        ];
        let test = TestCase { statements };
        let found = with_one_property(&test, &mut cluster);
        assert_eq!(found.len(), 2, "one for the address, one for the name");
        let again = with_one_property(&found[0], &mut cluster);
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].len(), 7);
    }
}
