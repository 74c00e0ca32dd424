//! Tests of the user's that fail run once more: those that go by the clock fail on a busy machine, and what tests of
//! other classes left in the libraries (a database in memory) is met by no class that runs alone.

use std::time::Duration;

use goalline_jvm::{SetId, UserTestEnd, UserTestResult, UserTestRun, Worker, WorkerError};

use super::running::MOST_LIMITS;

/// Where more tests of a class fail they have a cause in common: one of them is tried first.
const MOST_RETRIED: usize = 12;

/// The ids of the tests that failed.
pub(super) fn failed(results: &[UserTestResult]) -> Vec<String> {
    let failed = results
        .iter()
        .filter(|it| matches!(it.end, UserTestEnd::Failed(_)));
    failed.map(|it| it.id.clone()).collect()
}

/// Runs what failed of a class again, so many times at most, each in libraries of its own; `limit` is that of a test.
/// What passes then did all that it does, and takes the place of its first result.
pub(super) fn retry(
    worker: &mut Worker,
    class: &str,
    limit: Duration,
    times: usize,
    results: &mut [UserTestResult],
) -> Result<(), WorkerError> {
    for _ in 0..times {
        let failed = failed(results);
        if failed.is_empty() {
            return Ok(());
        }
        if failed.len() > MOST_RETRIED
            && passed(run(worker, class, limit, &failed[..1])?).is_empty()
        {
            return Ok(());
        }
        for result in passed(run(worker, class, limit, &failed)?) {
            if let Some(known) = results.iter_mut().find(|it| it.id == result.id) {
                *known = result;
            }
        }
    }
    Ok(())
}

fn passed(results: Vec<UserTestResult>) -> Vec<UserTestResult> {
    let results = results.into_iter();
    results.filter(|it| it.end == UserTestEnd::Passed).collect()
}

/// A class that cannot be run again keeps its first results.
fn run(
    worker: &mut Worker,
    class: &str,
    limit: Duration,
    only: &[String],
) -> Result<Vec<UserTestResult>, WorkerError> {
    let results = worker.run_user_tests(&UserTestRun {
        class,
        set: SetId::Probed,
        only,
        except: &[],
        limit,
        in_all: limit * MOST_LIMITS,
        reversed: false,
        warmed: true,
        isolated: true,
    });
    match results {
        Err(WorkerError::Cancelled) => Err(WorkerError::Cancelled),
        results => Ok(results.unwrap_or_default()),
    }
}
