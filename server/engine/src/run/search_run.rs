//! One search that offers nothing: takes a request and tests to start from, gives what was found and when the search
//! got how far; neither minimises nor scores.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use goalline_goals::GoalId;
use goalline_prepare::{
    Cancel, EngineError, Request,
    prepare::{prepare, prepared::Prepared},
    report::step::{Step, StepRecorder},
};
use goalline_search::{
    Algorithm, ArchivedTest, SearchEvents, SearchProgress, SearchResult, SearchTask, World, search,
};
use goalline_testcase::{TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::{run::watch::Watch, warm::Warm};

/// Notes after which test the number of covered goals changed, not after which batch, generation or suite.
struct Growth<'a> {
    prepared: &'a Prepared,
    /// The goals asked for that some test covers; none where only the algorithm knows what its result covers.
    reached: Option<BTreeSet<GoalId>>,
    steps: StepRecorder,
}

impl SearchEvents for Growth<'_> {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn reached(&mut self, goal: GoalId, is_covered: bool, executions: u64) {
        let Some(reached) = &mut self.reached else {
            return;
        };
        if !is_covered {
            reached.remove(&goal);
        } else if is_asked_for(self.prepared, goal) {
            reached.insert(goal);
        }
        self.steps.note(reached.len(), executions);
    }

    fn result_covers(&mut self, covered: usize, executions: u64) {
        self.steps.note(covered, executions);
    }

    fn progress(&mut self, progress: SearchProgress, _: &TestCluster) {
        if self.reached.is_none() {
            self.steps.note(progress.covered, progress.executions);
        }
    }
}

/// Whether the goal was asked for, not only there to show the way.
fn is_asked_for(prepared: &Prepared, goal: GoalId) -> bool {
    goal.0 as usize >= prepared.goals.goals.len() || prepared.scope.selected.keeps(goal)
}

/// A search that went through, with what it was made of.
pub struct SearchRun {
    /// The class as it was searched.
    pub prepared: Prepared,
    /// What tests were built from.
    pub cluster: TestCluster,
    /// The tests and what they cover.
    pub found: SearchResult,
    /// How the number of covered goals grew.
    pub steps: Vec<Step>,
    /// Seconds of search.
    pub seconds: f64,
}

/// Prepares, and searches from these tests, which are asked for once the classes are known.
pub fn search_run_from(
    warm: &mut Warm,
    request: &Request,
    seeds: &dyn Fn(&mut TestCluster) -> Vec<TestCase>,
    cancel: &Cancel,
) -> Result<SearchRun, EngineError> {
    let mut prepared = prepare(request, warm.searchers.worker(), &mut warm.attributions)?;
    let mut cluster = std::mem::take(&mut prepared.cluster);
    let started = Instant::now();
    let tells = request.parameters.algorithm != Algorithm::WholeSuite;
    let mut growth = Growth {
        prepared: &prepared,
        reached: tells.then(BTreeSet::new),
        steps: StepRecorder::since(started),
    };
    let task = SearchTask {
        goals: &prepared.goals,
        wanted: &prepared.scope.wanted,
        pool: prepared.knowledge.constants.clone(),
        seeds: seeds(&mut cluster),
        parameters: &request.parameters,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    let world = World {
        cluster: &mut cluster,
        executor: &mut warm.searchers,
        stop: &mut Watch {
            longest: None,
            cancel,
            budget: request.budget,
            started,
            before: 0,
        },
        events: &mut growth,
    };
    let found = search(task, world, &mut rng);
    let (seconds, steps) = (started.elapsed().as_secs_f64(), growth.steps.into_list());
    cancel.check()?;
    if let Some(failure) = found.failure {
        return Err(failure.into());
    }
    Ok(SearchRun {
        prepared,
        cluster,
        found,
        steps,
        seconds,
    })
}
