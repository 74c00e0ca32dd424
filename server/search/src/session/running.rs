//! Tests on their way through the executor: takes a batch, gives what its tests did, numbered as they ran; what a run
//! teaches is the session's.

use goalline_testcase::{Execution, Started, TestCase};

use super::{Individual, SearchEnded, SearchSession};

/// Tests that are being run.
pub(crate) struct Running {
    tests: Vec<TestCase>,
    started: Started,
}

/// Tests that were run, of which nothing is recorded yet.
pub(crate) struct RanTests {
    tests: Vec<TestCase>,
    executions: Vec<Execution>,
}

impl SearchSession<'_> {
    /// Runs tests and records what they did.
    pub(crate) fn run(&mut self, tests: Vec<TestCase>) -> Result<Vec<Individual>, SearchEnded> {
        let running = self.start(tests)?;
        let ran = self.fetch(running)?;
        Ok(self.record_all(ran))
    }

    /// Starts to run tests. Further ones may be started before they are fetched; nothing else may be run.
    pub(crate) fn start(&mut self, tests: Vec<TestCase>) -> Result<Running, SearchEnded> {
        if self.is_done() || self.outside.stop.should_stop(self.counts.executions) {
            return Err(SearchEnded);
        }
        let options = self.parameters.options;
        let started = self
            .outside
            .executor
            .start(self.factory.cluster, &tests, options);
        let started = self.or_failed(started)?;
        self.counts.executions += tests.len() as u64;
        self.counts.under_way += tests.len() as u64;
        Ok(Running { tests, started })
    }

    /// Waits for tests that were started; learns nothing from them yet.
    pub(crate) fn fetch(&mut self, running: Running) -> Result<RanTests, SearchEnded> {
        let Running { tests, started } = running;
        self.counts.under_way -= tests.len() as u64;
        let executions = self.outside.executor.finish(&tests, started);
        let executions = self.or_failed(executions)?;
        self.hazards.quarantine.start_batch();
        let seen = self.outside.executor.take_seen();
        if self.learns_constants {
            self.factory.pool.see(seen, &tests);
        }
        Ok(RanTests { tests, executions })
    }

    /// Records what tests did.
    pub(crate) fn record_all(&mut self, mut ran: RanTests) -> Vec<Individual> {
        let before = self.counts.executions;
        self.run_mutants(&ran.tests, &mut ran.executions);
        let with_mutants = self.counts.executions - before;
        let count = ran.tests.len();
        let runs = ran.tests.into_iter().zip(ran.executions).enumerate();
        runs.map(|(at, (test, run))| {
            let behind = with_mutants + (count - 1 - at) as u64;
            self.counts.recorded = self.counts.fetched() - behind;
            self.record(test, run)
        })
        .collect()
    }
}
