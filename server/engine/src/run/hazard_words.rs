//! Calls that cost a worker or a time limit, in words: takes what a search met, gives notices that name them.

use goalline_junit::last_call;
use goalline_search::{BlamedCall, Cost};
use goalline_testcase::TestCluster;

/// Calls that are named; the rest is counted.
const NAMED: usize = 3;

/// A notice for each of the first calls that ended workers and, where a run should be reproducible, one for those
/// that ran out of time.
pub(crate) fn notices(
    blamed_calls: &[BlamedCall],
    cluster: &TestCluster,
    is_reproducible: bool,
) -> Vec<String> {
    let (by_clock, ends): (Vec<_>, Vec<_>) =
        blamed_calls.iter().partition(|one| one.cost == Cost::Time);
    let mut notices: Vec<String> = ends
        .iter()
        .take(NAMED)
        .map(|one| ended(one, cluster))
        .collect();
    if ends.len() > NAMED {
        let rest = ends.len() - NAMED;
        notices.push(if rest == 1 {
            "1 more call ended a worker; it is not tried again in this file".to_owned()
        } else {
            format!("{rest} more calls ended workers; none of them is tried again in this file")
        });
    }
    let times: u32 = by_clock.iter().map(|one| one.times).sum();
    if let Some(first) = by_clock.first().filter(|_| is_reproducible) {
        let tests = if times == 1 {
            "a test"
        } else {
            &format!("{times} tests")
        };
        notices.push(format!(
            "{tests} ran out of time inside of a call that counts no steps, first in\n  {}\nA run with the same seed may differ.",
            last_call(cluster, &first.test)
        ));
    }
    notices
}

fn ended(blamed_call: &BlamedCall, cluster: &TestCluster) -> String {
    let Cost::Worker(cause) = &blamed_call.cost else {
        return String::new();
    };
    let call = last_call(cluster, &blamed_call.test);
    let times = match blamed_call.times {
        1 => String::new(),
        times => format!(" ({times} times)"),
    };
    let place = if blamed_call.is_last {
        "while running"
    } else {
        "by a test that ends with"
    };
    let remedy = if cause.contains("memory") {
        " Raise goalline.worker.memory (--memory) to allow it."
    } else {
        ""
    };
    format!(
        "a worker was ended{times} {place}\n  {call}\n({cause}). Everything found was kept; that call is not tried again in this file.{remedy}"
    )
}
