//! Tests of the user's that fail run once more: those that go by the clock fail on a busy machine, and what tests of
//! other classes left in the libraries (a database in memory) is met by no class that runs alone.

use goalline_jvm::{UserTestEnd, UserTestResult, UserTestRun, Worker, WorkerError};

/// Where more tests of a class fail they have a cause in common: one of them is tried first.
const MOST_RETRIED: usize = 12;

/// The ids of the tests that failed.
pub(super) fn failed(results: &[UserTestResult]) -> Vec<String> {
    let failed = results
        .iter()
        .filter(|it| matches!(it.end, UserTestEnd::Failed(_)));
    failed.map(|it| it.id.clone()).collect()
}

/// Runs what failed of a run again, so many times at most, each in libraries of its own. What passes then did all that
/// it does, and takes the place of its first result.
pub(super) fn retry(
    worker: &mut Worker,
    first: &UserTestRun<'_>,
    times: usize,
    results: &mut [UserTestResult],
) -> Result<(), WorkerError> {
    for _ in 0..times {
        let failed = failed(results);
        if failed.is_empty() {
            return Ok(());
        }
        if failed.len() > MOST_RETRIED && passed(worker, first, &failed[..1])?.is_empty() {
            return Ok(());
        }
        for result in passed(worker, first, &failed)? {
            if let Some(known) = results.iter_mut().find(|it| it.id == result.id) {
                *known = result;
            }
        }
    }
    Ok(())
}

/// Those of the tests that pass alone; none where the class cannot be run again.
fn passed(
    worker: &mut Worker,
    first: &UserTestRun<'_>,
    only: &[String],
) -> Result<Vec<UserTestResult>, WorkerError> {
    let again = UserTestRun {
        only,
        warmed: true,
        isolated: true,
        ..first.clone()
    };
    let mut results = match worker.run_user_tests(&again) {
        Err(WorkerError::Cancelled) => return Err(WorkerError::Cancelled),
        results => results.unwrap_or_default(),
    };
    results.retain(|it| it.end == UserTestEnd::Passed);
    Ok(results)
}
