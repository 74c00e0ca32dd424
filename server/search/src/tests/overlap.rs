//! The executor's queue while a search runs: whether tests wait there whenever the search looks at results.

use std::collections::VecDeque;

use goalline_testcase::{
    Execution, Executor, ExecutorError, RunOptions, SeenConstant, Started, TestCase, TestCluster,
};

use super::{
    searching::search_on,
    subject::{MiniSubject, MiniValue},
};
use crate::{Algorithm, Parameters, scripted::ScriptedExecutor};

/// One branch runs and never flips.
const STUBBORN: MiniSubject = MiniSubject {
    java: r"
package shop;
class Subject {
    boolean take(int a, int b) {
        return a % 2 == 5 && b > 3;
    }
}
",
    methods: &[("<init>", ":V"), ("take", "II:Z")],
    body: |recorder, _, name, arguments| {
        recorder.enter(0);
        if name == "take" {
            recorder.equal(0, arguments[0].number() % 2, 5);
        }
        Ok(MiniValue::Number(0))
    },
};

/// Runs at once what it is given, and hands it out in the order in which it was started.
struct OverlappingExecutor<E> {
    executor: E,
    under_way: VecDeque<Vec<Execution>>,
    /// Whether something else was under way, per batch that was fetched.
    was_busy: Vec<bool>,
}

impl<E: Executor> Executor for OverlappingExecutor<E> {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        assert!(self.under_way.is_empty(), "nothing runs before its turn");
        self.executor.run(cluster, tests, options)
    }

    fn start(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Started, ExecutorError> {
        let done = self.executor.run(cluster, tests, options)?;
        self.under_way.push_back(done);
        Ok(Started::UnderWay)
    }

    fn finish(&mut self, tests: &[TestCase], _: Started) -> Result<Vec<Execution>, ExecutorError> {
        let done = self.under_way.pop_front().expect("started");
        assert_eq!(done.len(), tests.len(), "fetched in the order of the start");
        self.was_busy.push(!self.under_way.is_empty());
        Ok(done)
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        self.executor.take_seen()
    }
}

fn searched(parameters: &Parameters) -> OverlappingExecutor<impl Executor> {
    let mut queue = OverlappingExecutor {
        executor: ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
            STUBBORN.run(cluster, test, options, recorder)
        }),
        under_way: VecDeque::new(),
        was_busy: Vec::new(),
    };
    search_on(&STUBBORN, &mut queue, parameters, (3, 5_000));
    queue
}

#[test]
fn tests_run_while_results_are_looked_at_local_search_included() {
    let busy = searched(&Parameters::default()).was_busy;
    let idle = busy.iter().filter(|busy| !**busy).count();
    // Before tests are confirmed, and at the end, nothing waits.
    assert!(idle * 10 <= busy.len(), "{idle} of {}", busy.len());
}

#[test]
fn the_searches_of_the_papers_wait_for_each_generation() {
    let busy = searched(&Parameters::of_papers(Algorithm::DynaMosa)).was_busy;
    let first = busy.iter().filter(|busy| **busy).count();
    assert!(
        first <= 4,
        "{first} of {}: those of the first generation",
        busy.len()
    );
}

#[test]
fn nothing_that_was_started_is_lost_at_the_end() {
    assert!(searched(&Parameters::default()).under_way.is_empty());
}
