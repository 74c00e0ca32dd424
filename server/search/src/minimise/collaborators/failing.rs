//! Collaborators that fail: takes a test whose call went its way only because a mock gave `null` and the class caught
//! what came of that, gives one whose mock throws. Nobody's collaborator gives `null` there; many of them fail.

use goalline_testcase::{ExecutorError, JavaType, TestCase, TestCluster, UnansweredCall};

use crate::{
    Ending,
    minimise::{
        Judge, Minimisation,
        arranging::{MadeAnswer, answered, asked, gives_object, shown, with_answer},
    },
};

/// Calls on mocks that are looked at, at most, the last ones first.
const MOST_CALLS: usize = 3;

/// Exceptions that are tried per call, at most.
const MOST_EXCEPTIONS: usize = 3;

/// The test whose mock throws where the `null` that it gave by itself was what ended in a `catch` clause: with an
/// answer the test goes another way, with an exception it goes the same one.
pub(in crate::minimise) fn failing(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    if judge.ending != Some(Ending::Passed) || !minimisation.cluster.catches_unchecked() {
        return Ok(test);
    }
    let Some((_, trace)) = shown(&test, minimisation)? else {
        return Ok(test);
    };
    let calls = trace.unanswered.iter().rev();
    let calls = calls.filter(|call| gives_object(call));
    for call in calls.take(MOST_CALLS) {
        let failures = with_failures(&test, call, minimisation.cluster);
        let Some(answered) = with_answer(&test, call, minimisation.cluster) else {
            continue;
        };
        if failures.is_empty() || works(&[answered], minimisation, judge)?.is_some() {
            continue;
        }
        if let Some(at) = works(&failures, minimisation, judge)? {
            return Ok(failures[at].clone());
        }
    }
    Ok(test)
}

/// Which of the tests does what it has to, whole; the first one.
fn works(
    tests: &[TestCase],
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<Option<usize>, ExecutorError> {
    let to_kill = judge.to_kill.clone();
    let works = minimisation.run(tests, &to_kill, judge)?;
    let is_whole = |(test, (works, _)): (&TestCase, &(Option<_>, _))| {
        works.is_some_and(|(_, length)| length == test.len())
    };
    Ok(tests.iter().zip(&works).position(is_whole))
}

/// The test whose mock throws at this call, for each of the exceptions that it may throw.
fn with_failures(
    test: &TestCase,
    call: &UnansweredCall,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let classes = asked(test, call, cluster).map_or_else(Vec::new, |method| method.throws);
    let classes = classes.iter().take(MOST_EXCEPTIONS);
    classes
        .filter_map(|class| {
            let answer = MadeAnswer {
                ty: cluster.intern(JavaType::class(class)),
                throws: true,
            };
            answered(test, call, answer, cluster)
        })
        .collect()
}
