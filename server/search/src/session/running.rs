//! Tests on their way through the executor: takes a batch, gives what its tests did, numbered as they ran; what a run
//! teaches is the session's.

use goalline_testcase::{Execution, Started, TestCase};

use super::{Ended, Individual, Session};

/// Tests that are being run.
pub(crate) struct Running {
    tests: Vec<TestCase>,
    started: Started,
}

/// Tests that were run, of which nothing is recorded yet.
pub(crate) struct Ran {
    tests: Vec<TestCase>,
    executions: Vec<Execution>,
}

impl Session<'_> {
    /// Runs tests and records what they did.
    pub(crate) fn run(&mut self, tests: Vec<TestCase>) -> Result<Vec<Individual>, Ended> {
        let running = self.start(tests)?;
        let ran = self.fetch(running)?;
        Ok(self.record_all(ran))
    }

    /// Starts to run tests. Further ones may be started before they are fetched; nothing else may be run.
    pub(crate) fn start(&mut self, tests: Vec<TestCase>) -> Result<Running, Ended> {
        if self.is_done() || self.stop.should_stop(self.executions) {
            return Err(Ended);
        }
        let options = self.parameters.options;
        let started = self.executor.start(self.shop.cluster, &tests, options);
        let started = self.or_failed(started)?;
        self.executions += tests.len() as u64;
        self.under_way += tests.len() as u64;
        Ok(Running { tests, started })
    }

    /// Waits for tests that were started; learns nothing from them yet.
    pub(crate) fn fetch(&mut self, running: Running) -> Result<Ran, Ended> {
        let Running { tests, started } = running;
        self.under_way -= tests.len() as u64;
        let executions = self.executor.finish(&tests, started);
        let executions = self.or_failed(executions)?;
        self.dangers.start_batch();
        let seen = self.executor.take_seen();
        if self.learns_constants {
            self.shop.pool.see(seen, &tests);
        }
        Ok(Ran { tests, executions })
    }

    /// Records what tests did.
    pub(crate) fn record_all(&mut self, mut ran: Ran) -> Vec<Individual> {
        let before = self.executions;
        self.run_mutants(&ran.tests, &mut ran.executions);
        let with_mutants = self.executions - before;
        let count = ran.tests.len();
        let runs = ran.tests.into_iter().zip(ran.executions).enumerate();
        runs.map(|(at, (test, run))| {
            let behind = with_mutants + (count - 1 - at) as u64;
            self.recorded = self.executions - self.under_way - behind;
            self.record(test, run)
        })
        .collect()
    }
}
