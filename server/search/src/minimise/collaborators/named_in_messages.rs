//! What a message names: takes a minimised test whose exception, or the text that it ends with, says `null` where
//! something of an object is meant, gives one in which that object has it, wherever the goals allow. Nobody expects
//! the message `no server at null`.

use goalline_testcase::{
    CallableId, CallableKind, Execution, ExecutorError, JavaString, Literal, Observation, Observed,
    ObservedPart, Outcome, RunOptions, StatementKind, TestCase, TestCluster, Var,
};

use crate::minimise::{Judge, Minimisation, copied_properties::with_properties};

/// Properties that are tried, one by one.
const MOST: usize = 24;

/// What a message says of what is not there.
const NOTHING: &str = "null";

/// The test with one property more, where what it ends with says `null` less often then.
pub(in crate::minimise) fn named_in_messages(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let candidates = with_one_property(&test, minimisation.cluster);
    if candidates.is_empty() {
        return Ok(test);
    }
    let before = said(std::slice::from_ref(&test), minimisation)?;
    let Some(before) = before.first().copied().filter(|said| *said > 0) else {
        return Ok(test);
    };
    let left = said(&candidates, minimisation)?;
    let mut better = Vec::new();
    for (candidate, left) in candidates.into_iter().zip(left) {
        if left < before {
            better.push(candidate);
        }
    }
    let found = minimisation.first_whole(&better, judge)?;
    Ok(found.map_or(test, |at| better.swap_remove(at)))
}

/// How often the text that each test ends with says that there is nothing. What the virtual machine says of a `null`
/// that it met is another matter.
fn said(
    tests: &[TestCase],
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<usize>, ExecutorError> {
    let options = RunOptions {
        observe: true,
        fresh_loader: true,
        ..minimisation.options
    };
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let ended = tests.iter().zip(&runs);
    let words = ended.map(|(test, run)| last_words(test, run));
    let count = |said: JavaString| said.to_text().matches(NOTHING).count();
    Ok(words.map(|said| said.map_or(0, count)).collect())
}

/// The message of the exception that ended the test, or the text that its last call gave.
fn last_words(test: &TestCase, run: &Execution) -> Option<JavaString> {
    match &run.outcome {
        Outcome::Threw { thrown, .. } if thrown.class != "java.lang.NullPointerException" => {
            thrown.message.clone()
        }
        Outcome::Passed => {
            let last = Var(test.len() as u16 - 1);
            let mut seen = run.observations.iter();
            let is_value = |it: &&Observation| it.var == last && it.subject == ObservedPart::Value;
            match &seen.find(is_value)?.observed {
                Observed::Literal(Literal::Text(words)) => Some(words.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The test with one property more of an object that a constructor made of nothing, once for each that is not set.
fn with_one_property(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let mut found = Vec::new();
    for object in test.vars() {
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

fn is_set(test: &TestCase, object: Var, setter: CallableId) -> bool {
    test.users(object).into_iter().any(|user| {
        matches!(&test.statement(user).kind, StatementKind::Call { callable, receiver, .. }
            if *callable == setter && *receiver == Some(object))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named};

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
