//! Tests of the user's that fail run once more: what tests of other classes left in the libraries (a database in
//! memory) is met by no class that runs alone, and those that go by the clock fail on a busy machine.

use goalline_jvm::{UserTestEnd, UserTestResult, UserTestRun, Worker, WorkerError};

/// Where more tests of a class fail they have a cause in common: two of them are tried first.
const MOST_RETRIED: usize = 12;

/// The ids of the tests that failed.
pub(super) fn failed(results: &[UserTestResult]) -> Vec<String> {
    let failed = results
        .iter()
        .filter(|it| matches!(it.end, UserTestEnd::Failed(_)));
    failed.map(|it| it.id.clone()).collect()
}

/// Runs what failed of a run again, so many times at most: first in libraries of its own, then once all that it uses is
/// loaded. What passes then did all that it does, and takes the place of its first result.
pub(super) fn retry(
    worker: &mut Worker,
    first: &UserTestRun<'_>,
    times: usize,
    results: &mut Vec<UserTestResult>,
) -> Result<(), WorkerError> {
    for round in 0..times {
        let failed = failed(results);
        let (Some(one), Some(last)) = (failed.first(), failed.last()) else {
            return Ok(());
        };
        let again = UserTestRun {
            warmed: round > 0,
            isolated: round == 0,
            ..first.clone()
        };
        if failed.len() > MOST_RETRIED {
            let two = [one.clone(), last.clone()];
            let tried = run(worker, &again, &two)?;
            if !tried.iter().any(|it| it.end == UserTestEnd::Passed) {
                continue;
            }
        }
        let ran = run(worker, &again, &failed)?;
        for id in &failed {
            put(results, id, &ran);
        }
    }
    Ok(())
}

/// Puts what ran of a test, or of the class or the table of that id, in the place of its result, where all of it
/// passed.
fn put(results: &mut Vec<UserTestResult>, id: &str, ran: &[UserTestResult]) {
    let below = format!("{id}/");
    let own = ran
        .iter()
        .filter(|it| it.id == *id || it.id.starts_with(&below));
    let own: Vec<UserTestResult> = own.cloned().collect();
    let all_passed = own.iter().all(|it| it.end == UserTestEnd::Passed);
    if own.is_empty() || !all_passed {
        return;
    }
    if let Some(at) = results.iter().position(|it| it.id == *id) {
        results.splice(at..=at, own);
    }
}

/// What comes of these tests alone; nothing where the class cannot be run again.
fn run(
    worker: &mut Worker,
    again: &UserTestRun<'_>,
    only: &[String],
) -> Result<Vec<UserTestResult>, WorkerError> {
    let again = UserTestRun {
        only,
        ..again.clone()
    };
    match worker.run_user_tests(&again) {
        Err(WorkerError::Cancelled) => Err(WorkerError::Cancelled),
        results => Ok(results.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::Trace;

    use super::*;

    fn result(id: &str, end: UserTestEnd) -> UserTestResult {
        UserTestResult {
            id: id.to_owned(),
            class: String::new(),
            method: String::new(),
            name: String::new(),
            end,
            trace: Trace::default(),
        }
    }

    #[test]
    fn what_passes_the_second_time_takes_the_place_of_its_test_or_class() {
        let fails = || UserTestEnd::Failed("no".to_owned());
        let mut results = vec![
            result("[class:A]", fails()),
            result("[class:B]/[method:b]", fails()),
            result("[class:B]/[method:c]", UserTestEnd::Passed),
        ];
        let ran = [
            result("[class:A]/[method:a]", UserTestEnd::Passed),
            result("[class:A]/[method:b]", UserTestEnd::Passed),
            result("[class:B]/[method:b]", fails()),
        ];
        for id in failed(&results) {
            put(&mut results, &id, &ran);
        }
        let ids: Vec<&str> = results.iter().map(|it| &*it.id).collect();
        assert_eq!(
            ids,
            [
                "[class:A]/[method:a]",
                "[class:A]/[method:b]",
                "[class:B]/[method:b]",
                "[class:B]/[method:c]"
            ]
        );
        assert_eq!(failed(&results), ["[class:B]/[method:b]"]);
    }
}
