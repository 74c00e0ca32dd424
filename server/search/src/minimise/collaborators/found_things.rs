//! What is looked for is found: takes a minimised test whose mocks gave `null` where the class asked for an object or a
//! text, gives one in which they give something, wherever the goals and the end allow, even where nothing that is seen
//! shows it. A pet is saved with the type that was looked up; that it is saved with none is no example.

use std::collections::BTreeSet;

use goalline_testcase::{
    ExecutorError, Observation, Observed, ObservedPart, TestCase, TestCluster, UnansweredCall,
    begins_with_word, writes_rows,
};

use crate::{
    Ending,
    minimise::{
        Judge, Minimisation,
        arranging::{first, gives_object, shown, with_answer},
        texts_for_objects::is_mock,
    },
};

/// Calls that are answered so one after the other, at most: what the last one is asked comes of what those before it
/// gave.
const MOST_IN_ROW: usize = 4;

/// Collections of which nobody sees what is in them, each of which costs a run, at most.
const MOST_UNSEEN: usize = 6;

/// The test whose mocks find what they are asked for.
pub(in crate::minimise) fn with_things_found(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let has_mock = test.statements.iter().any(is_mock);
    if !has_mock || judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    let mut unseen: BTreeSet<String> = BTreeSet::new();
    for _ in 0..MOST_IN_ROW {
        let Some((seen, trace)) = shown(&test, minimisation)? else {
            break;
        };
        let is_asked = |call: &&UnansweredCall| {
            looks_for(call) && !is_fluent(&test, call, minimisation.cluster)
        };
        let asked: Vec<&UnansweredCall> = trace.unanswered.iter().filter(is_asked).collect();
        let mut candidates = Vec::new();
        for call in asked {
            let Some(found) = with_answer(&test, call, minimisation.cluster) else {
                continue;
            };
            let key = format!("{}{}", call.method, call.descriptor);
            let is_tried = !gives_several(call)
                || unseen.len() < MOST_UNSEEN
                    && !unseen.contains(&key)
                    && is_seen(&seen, &found, minimisation)?;
            if is_tried {
                candidates.push(found);
            } else {
                unseen.insert(key);
            }
        }
        let found = first(test.clone(), candidates, minimisation, judge)?;
        if found == test {
            break;
        }
        test = found;
    }
    Ok(test)
}

/// Whether a mock gave an empty collection, as it does by itself: where nobody sees what is in it, nothing need be.
fn gives_several(call: &UnansweredCall) -> bool {
    const KINDS: [&str; 7] = [
        "Collection;",
        "Iterable;",
        "List;",
        "Map;",
        "Set;",
        "SortedSet;",
        "stream/Stream;",
    ];
    let returned = call.descriptor.split(")Ljava/").nth(1);
    returned.is_some_and(|it| KINDS.iter().any(|kind| it.ends_with(kind)))
}

/// Whether a test shows something else than these.
pub(super) fn is_seen(
    before: &[Observation],
    test: &TestCase,
    minimisation: &mut Minimisation<'_>,
) -> Result<bool, ExecutorError> {
    let Some((now, _)) = shown(test, minimisation)? else {
        return Ok(false);
    };
    Ok(told(before) != told(&now))
}

/// What is told of the result, and how many calls mocks had.
fn told(seen: &[Observation]) -> (Vec<(&ObservedPart, &Observed)>, u64) {
    let is_call = |one: &&Observation| matches!(one.subject, ObservedPart::Interaction { .. });
    let (calls, result): (Vec<_>, Vec<_>) = seen.iter().partition(is_call);
    let count = |one: &Observation| match one.observed {
        Observed::Calls { count, .. } => u64::from(count),
        _ => 0,
    };
    let result = result.into_iter().map(|one| (&one.subject, &one.observed));
    (result.collect(), calls.into_iter().map(count).sum())
}

/// Whether it tells a mock something and gives the mock again, so that one can go on: nobody did.
fn is_fluent(test: &TestCase, call: &UnansweredCall, cluster: &TestCluster) -> bool {
    const TELLING: [&str; 4] = ["add", "set", "use", "with"];
    let class = cluster.ty(test.statement(call.double).ty).class_name();
    let gives = class.map(|class| format!(")L{};", class.replace('.', "/")));
    gives.is_some_and(|gives| call.descriptor.ends_with(&gives))
        && begins_with_word(&call.method, &TELLING)
}

/// Whether a mock gave `null` where there may be an object that the class goes on with: what a call that stores
/// something gives back is seldom looked at, unless it is a text that says how that went.
fn looks_for(call: &UnansweredCall) -> bool {
    const STORING: [&str; 6] = ["persist", "put", "register", "save", "send", "store"];
    let stores = writes_rows(&call.method) || STORING.iter().any(|it| call.method.starts_with(it));
    let is_text = call.descriptor.ends_with(")Ljava/lang/String;");
    gives_object(call) && (is_text || !stores)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::Var;

    use super::*;

    #[test]
    fn what_is_looked_for_is_found_and_what_storing_gives_back_is_left() {
        let looks = |method: &str, descriptor: &str| {
            let call = UnansweredCall {
                double: Var(0),
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
                class_argument: None,
            };
            looks_for(&call)
        };
        assert!(looks("findById", "(I)Lp/Pet;"));
        assert!(looks("getType", "()Lp/Type;"));
        assert!(looks("saveConfig", "(Lp/Config;)Ljava/lang/String;"));
        assert!(!looks("save", "(Lp/Pet;)Lp/Pet;"));
        assert!(!looks("insertSelective", "(Lp/Pet;)Lp/Pet;"));
        assert!(!looks("count", "()I"));
    }
}
