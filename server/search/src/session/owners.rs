//! What the state of a search consists of, by owner: what is sought, who is outside of the search, which calls are
//! hazards, what is to be told at the end. Only data, and what two of one owner learn together.

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{Execution, Executor, ExecutorError, TestCase, TestCluster};

use crate::{
    SearchEvents, Stop, UndeclaredException,
    coupled::covering_methods::Covering,
    goals::{targets::Targets, tracker::Tracker},
    hazards::{blamed_calls::BlamedCalls, quarantine::Hazards},
};

/// What the search is after.
pub(crate) struct Aims {
    /// What is sought.
    pub targets: Targets,
    /// How near it came.
    pub tracker: Tracker,
    /// Which methods a test of a pair has to call.
    pub covering: Covering,
}

impl Aims {
    /// Takes up a goal that came up while tests ran.
    pub(super) fn admit(&mut self, goal: GoalId) {
        self.targets.admit(goal);
        self.tracker.admit(goal);
    }

    /// With a tracker that knows of no attempt.
    pub(super) fn new(goals: &GoalSet, targets: Targets, covering: Covering) -> Self {
        Self {
            targets,
            tracker: Tracker::new(goals.goals.len()),
            covering,
        }
    }
}

/// Who runs tests, ends the search and is told of it.
pub(super) struct Outside<'a> {
    /// Runs tests.
    pub executor: &'a mut dyn Executor,
    /// Knows when the budget is spent.
    pub stop: &'a mut dyn Stop,
    /// Is told of the progress.
    pub events: &'a mut dyn SearchEvents,
}

/// Calls that cost a worker or a time limit.
#[derive(Debug, Default)]
pub(super) struct KnownHazards {
    /// Which tests not to run.
    pub quarantine: Hazards,
    /// What people are told.
    pub blamed_calls: BlamedCalls,
}

impl KnownHazards {
    /// Learns from a run of a test.
    pub(super) fn learn(&mut self, test: &TestCase, run: &Execution, cluster: &TestCluster) {
        self.quarantine.learn(test, run, cluster);
        self.blamed_calls.note(test, run);
    }
}

/// What the result tells besides its tests.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Goals that the result covers so far, where it is not the archive.
    pub covered_so_far: Option<usize>,
    /// Exceptions that nobody declares.
    pub(super) undeclared: Vec<UndeclaredException>,
    /// Why the search ended early, when the executor failed.
    pub(super) failure: Option<ExecutorError>,
}
