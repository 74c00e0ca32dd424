//! Local search beside the population: takes goals whose predicate ran but did not flip and climbs towards them, a batch of
//! candidates at a time; runs nothing itself.

mod climb;

use goalline_goals::GoalId;
use goalline_testcase::TestCase;

use crate::session::{Individual, Session};

use climb::Climb;

/// Candidates after which no further climb adds to a batch.
const FULL: usize = 32;

/// Climbs that share a batch.
const MOST_CLIMBS: usize = 4;

/// Executions after which two thirds of what was are forgotten; as many count as run before any was.
const LATELY: f64 = 4_000.0;

/// The least part of its share that it takes.
const LEAST: f64 = 1.0 / 3.0;

/// What running tests brought lately.
#[derive(Default)]
struct Harvest {
    executions: f64,
    covered: f64,
}

impl Harvest {
    fn forget(&mut self, executions: f64) {
        let left = (-executions / LATELY).exp();
        self.executions *= left;
        self.covered *= left;
    }

    /// Goals per execution.
    fn rate(&self) -> f64 {
        (self.covered + 1.0) / (self.executions + LATELY)
    }
}

/// Takes a part of its share of the executions, the larger the more goals per execution climbs cover, compared with all else: probability
/// matching, for the adaptive rate of local search in Fraser, Arcuri and `McMinn` 2015.
#[derive(Default)]
pub(crate) struct LocalSearch {
    climbing: Harvest,
    all_else: Harvest,
    /// Executions and open goals when they were last looked at.
    seen: (u64, usize),
    /// Executions that it may still run; below zero where a batch took more.
    credit: f64,
    turn: usize,
    /// Under way, the oldest first.
    climbs: Vec<Climb>,
    /// How many tests of the last batch belong to each of the first climbs.
    parts: Vec<usize>,
}

impl LocalSearch {
    /// What the climbs under way want to know next, further ones begun where there is room; nothing while the share is spent. Has to be
    /// run before the next one is asked for.
    pub(crate) fn next_batch(&mut self, session: &mut Session<'_>) -> Vec<TestCase> {
        let mut batch = Vec::new();
        self.parts.clear();
        self.earn(session);
        if self.credit <= 0.0 {
            return batch;
        }
        while batch.len() < FULL && self.parts.len() < MOST_CLIMBS {
            let at = self.parts.len();
            if at == self.climbs.len() && !self.begin(session) {
                break;
            }
            match self.climbs[at].next_batch(session) {
                Some(tests) => {
                    self.parts.push(tests.len());
                    batch.extend(tests);
                }
                None if self.climbs.remove(at).end(session) => {
                    self.climbing.covered += 1.0;
                    self.all_else.covered = (self.all_else.covered - 1.0).max(0.0);
                }
                None => {}
            }
        }
        let run = batch.len() as f64;
        self.climbing.executions += run;
        self.all_else.executions -= run;
        self.credit -= run;
        batch
    }

    /// Adds to the credit its part of what was run since the last time.
    fn earn(&mut self, session: &Session<'_>) {
        let (executions, open) = self.seen;
        self.seen = (session.executions, session.targets.open());
        let further = self.seen.0.saturating_sub(executions) as f64;
        self.climbing.forget(further);
        self.all_else.forget(further);
        self.all_else.executions += further;
        self.all_else.covered += open.saturating_sub(self.seen.1) as f64;
        let (climbing, all_else) = (self.climbing.rate(), self.all_else.rate());
        let part = (climbing / (climbing + all_else)).max(LEAST);
        self.credit += further * session.parameters.local_share * part;
    }

    /// Lets each climb go on from what its candidates did.
    pub(crate) fn learn(&mut self, session: &mut Session<'_>, runs: Vec<Individual>) {
        let mut runs = runs.into_iter();
        for (climb, part) in self.climbs.iter_mut().zip(self.parts.drain(..)) {
            climb.learn(session, runs.by_ref().take(part).collect());
        }
    }

    /// Begins to climb towards the next goal in turn; whether there was one.
    fn begin(&mut self, session: &mut Session<'_>) -> bool {
        let Some(found) = self.next_column(session) else {
            return false;
        };
        self.turn = found + 1;
        let climb = Climb::begin(session, session.targets.columns()[found]);
        let has_begun = climb.is_some();
        self.climbs.extend(climb);
        has_begun
    }

    /// The column of the next goal in turn whose predicate ran and that has stalled for long enough: longer after each climb
    /// in vain.
    fn next_column(&self, session: &Session<'_>) -> Option<usize> {
        let is_due = |goal: GoalId| {
            let Some(attempt) = session.tracker.attempt(goal) else {
                return false;
            };
            let patience = session.parameters.patience * (1 + attempt.climbs);
            attempt.nearness.ran()
                && session.tracker.stalled(goal, session.generation) >= patience
                && self.climbs.iter().all(|climb| climb.goal != goal)
        };
        let columns = session.targets.columns();
        (0..columns.len())
            .map(|step| (self.turn + step) % columns.len())
            .find(|at| session.targets.is_active(columns[*at]) && is_due(columns[*at]))
    }
}
