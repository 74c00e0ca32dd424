//! Local search beside the population: takes goals whose predicate ran but did not flip and climbs towards them, a
//! batch of candidates at a time; runs nothing itself.

mod arrays;
mod climb;
pub(crate) mod literal_moves;

use goalline_goals::GoalId;
use goalline_testcase::TestCase;

use crate::session::{Individual, SearchSession};

use climb::Climb;

/// Candidates after which no further climb adds to a batch.
const FULL: usize = 32;

/// Climbs that share a batch.
const MOST_CLIMBS: usize = 4;

/// Takes its share of the executions.
#[derive(Default)]
pub(crate) struct LocalSearch {
    spent: u64,
    turn: usize,
    /// Under way, the oldest first.
    climbs: Vec<Climb>,
    /// How many tests of the last batch belong to each of the first climbs.
    parts: Vec<usize>,
}

impl LocalSearch {
    /// What the climbs under way want to know next, further ones begun where there is room; nothing while the share
    /// is spent. Has to be run before the next one is asked for.
    pub(crate) fn next_batch(&mut self, session: &mut SearchSession<'_>) -> Vec<TestCase> {
        let mut batch = Vec::new();
        self.parts.clear();
        let share = session.counts.executions as f64 * session.parameters.local_share;
        if self.spent as f64 >= share {
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
                None => self.climbs.remove(at).end(session),
            }
        }
        self.spent += batch.len() as u64;
        batch
    }

    /// Lets each climb go on from what its candidates did.
    pub(crate) fn learn(&mut self, session: &mut SearchSession<'_>, runs: Vec<Individual>) {
        let mut runs = runs.into_iter();
        for (climb, part) in self.climbs.iter_mut().zip(self.parts.drain(..)) {
            climb.learn(session, runs.by_ref().take(part).collect());
        }
    }

    /// Begins to climb towards the next goal in turn; whether there was one.
    fn begin(&mut self, session: &mut SearchSession<'_>) -> bool {
        let Some(found) = self.next_column(session) else {
            return false;
        };
        self.turn = found + 1;
        let climb = Climb::begin(session, session.aims.targets.columns()[found]);
        let has_begun = climb.is_some();
        self.climbs.extend(climb);
        has_begun
    }

    /// The column of the next goal in turn whose predicate ran and that has stalled for long enough: longer after
    /// each climb in vain.
    fn next_column(&self, session: &SearchSession<'_>) -> Option<usize> {
        let is_due = |goal: GoalId| {
            let Some(attempt) = session.aims.tracker.attempt(goal) else {
                return false;
            };
            let patience = session.parameters.patience * (1 + attempt.climbs);
            attempt.nearness.ran()
                && session
                    .aims
                    .tracker
                    .stalled(goal, session.counts.generation)
                    >= patience
                && self.climbs.iter().all(|climb| climb.goal != goal)
        };
        let columns = session.aims.targets.columns();
        (0..columns.len())
            .map(|step| (self.turn + step) % columns.len())
            .find(|at| session.aims.targets.is_active(columns[*at]) && is_due(columns[*at]))
    }
}
