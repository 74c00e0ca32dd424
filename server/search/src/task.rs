//! What a search is asked, what it acts on and what it gives: the types that its callers meet.

use std::sync::Arc;

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{Executor, ExecutorError, TestCase, TestCluster, Thrown};

use crate::{Archive, ArchivedTest, BlamedCall, ConstantPool, Parameters};

/// Decides when a search ends. The search itself reads no clock.
pub trait Stop {
    /// Asked before each batch of tests, with the tests run so far.
    fn should_stop(&mut self, executions: u64) -> bool;

    /// The part of the budget that is used up, from 0 to 1, where it has a known end: some algorithms share it out.
    fn spent(&mut self, _executions: u64) -> Option<f64> {
        None
    }

    /// Whether the clock may end the search. Where only a number of tests does, it decides nothing: how long a test
    /// took is not looked at.
    fn reads_clock(&self) -> bool {
        true
    }
}

impl<F: FnMut(u64) -> bool> Stop for F {
    fn should_stop(&mut self, executions: u64) -> bool {
        self(executions)
    }
}

/// Numbers for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// Generations so far.
    pub generation: u32,
    /// Tests run so far.
    pub executions: u64,
    /// Wanted goals that some test covers, exceptions that came up among them.
    pub covered: usize,
    /// Wanted goals, and exceptions that came up.
    pub wanted: usize,
}

/// Hears of a search while it runs; must not block.
pub trait SearchEvents {
    /// This test, run alone in a fresh class loader, covered these goals, which had no such test before.
    fn covered(&mut self, goals: &[GoalId], test: &Arc<ArchivedTest>);

    /// Some test covers the goal, not yet run alone in a fresh class loader; or it turned out that none does.
    /// `_executions`: tests run up to the one that showed it, whatever ran in one batch with it.
    fn reached(&mut self, _goal: GoalId, _is_covered: bool, _executions: u64) {}

    /// The result covers so many wanted goals after so many tests, where the algorithm knows it and it is not what
    /// [`Self::reached`] says.
    fn result_covers(&mut self, _covered: usize, _executions: u64) {}

    /// A generation ended; tests handed out so far were built from this cluster.
    fn progress(&mut self, progress: SearchProgress, cluster: &TestCluster);
}

/// What to search for and how.
#[derive(Debug)]
pub struct SearchTask<'a> {
    /// The goals of the file with their flow.
    pub goals: &'a GoalSet,
    /// The goals to cover; branches that are no wanted goals count as covered elsewhere.
    pub wanted: &'a [GoalId],
    /// Values to start from.
    pub pool: ConstantPool,
    /// Tests to start from, from an earlier search.
    pub seeds: Vec<TestCase>,
    /// All settings.
    pub parameters: &'a Parameters,
}

/// What the search acts on.
pub struct World<'a> {
    /// What tests are built from.
    pub cluster: &'a mut TestCluster,
    /// What runs them.
    pub executor: &'a mut dyn Executor,
    /// What ends the search.
    pub stop: &'a mut dyn Stop,
    /// Who hears of it.
    pub events: &'a mut dyn SearchEvents,
}

/// The nearest a search came to a goal that no test covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// The goal.
    pub goal: GoalId,
    /// Its fitness: below 1 when the predicate ran.
    pub fitness: f64,
    /// The raw branch distance when the predicate ran.
    pub distance: Option<f64>,
    /// The test that came this near.
    pub test: TestCase,
}

/// A test that threw an exception that the called member does not declare: perhaps a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct UndeclaredException {
    /// The test, cut after the statement that threw.
    pub test: TestCase,
    /// What it threw.
    pub thrown: Thrown,
    /// Which way through the class it took, as a number: the same way, the same number.
    pub way: u64,
}

/// What a search gives.
#[derive(Debug)]
pub struct SearchResult {
    /// The tests.
    pub archive: Archive,
    /// Wanted goals without a test, in their order, where any attempt was made.
    pub closest: Vec<Closest>,
    /// A few short tests per callable and undeclared exception, each of another way, in order of finding.
    pub undeclared: Vec<UndeclaredException>,
    /// Calls that cost a worker or a time limit.
    pub blamed_calls: Vec<BlamedCall>,
    /// Tests run.
    pub executions: u64,
    /// Generations.
    pub generations: u32,
    /// Why it ended early, when the executor failed or was cancelled.
    pub failure: Option<ExecutorError>,
}
