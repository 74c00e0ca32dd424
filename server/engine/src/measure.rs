//! A search that is measured and offers nothing: takes a request, gives what the minimised suite covers in a fresh run, and when
//! the search got how far.

use std::{sync::Arc, time::Instant};

use goalline_goals::{Criterion, GoalId, GoalKey};
use goalline_jvm::Pool;
use goalline_search::{
    Archive, ArchivedTest, Bench, Ending, Fitness, Progress, SearchEvents, Task, World, minimise,
    reduce, search,
};
use goalline_testcase::{Executor, RunOptions, TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::{
    Cancel, EngineError, Request, prepare::prepare, prepared::Prepared,
    prepared::compile_for_checks, request::broken, warm::Warm, watch::Watch,
};

/// A goal with whether the suite covers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredGoal {
    /// Its stable name.
    pub key: GoalKey,
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// Whether the minimised suite covers it in a fresh run.
    pub is_covered: bool,
}

/// How far a search had got; from here until the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Seconds of search.
    pub seconds: f64,
    /// Tests run.
    pub executions: u64,
    /// Sought goals that some test covers.
    pub covered: usize,
}

/// What a measured search gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The goals that can be measured, in source order.
    pub goals: Vec<MeasuredGoal>,
    /// Goals that were sought.
    pub sought: usize,
    /// One per change of the number of covered goals, in order.
    pub steps: Vec<Step>,
    /// Tests in the minimised suite.
    pub tests: usize,
    /// Statements in it.
    pub statements: usize,
    /// Tests run by the search.
    pub executions: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Workers that died.
    pub deaths: u32,
}

/// Notes when the number of covered goals changed.
struct Steps {
    started: Instant,
    steps: Vec<Step>,
}

impl SearchEvents for Steps {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn progress(&mut self, progress: Progress, _: &TestCluster) {
        if self
            .steps
            .last()
            .is_some_and(|last| last.covered == progress.covered)
        {
            return;
        }
        self.steps.push(Step {
            seconds: self.started.elapsed().as_secs_f64(),
            executions: progress.executions,
            covered: progress.covered,
        });
    }
}

/// Prepares, searches, minimises, runs what is left in a JVM that ran no search.
pub(crate) fn measure(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
) -> Result<Measured, EngineError> {
    let deaths = warm.searchers.deaths();
    let mut prepared = prepare(request, warm.searchers.worker())?;
    let mut cluster = std::mem::take(&mut prepared.cluster);
    let started = Instant::now();
    let mut steps = Steps {
        started,
        steps: Vec::new(),
    };
    let task = Task {
        goals: &prepared.goals,
        wanted: &prepared.wanted,
        probe_base: 0,
        pool: prepared.constants.clone(),
        seeds: Vec::new(),
        parameters: &request.parameters,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    let world = World {
        cluster: &mut cluster,
        executor: &mut warm.searchers,
        stop: &mut Watch {
            cancel,
            budget: request.budget,
            started,
        },
        events: &mut steps,
    };
    let found = search(task, world, &mut rng);
    let seconds = started.elapsed().as_secs_f64();
    if cancel.is_cancelled() {
        return Err(EngineError::Cancelled);
    }
    let tests = minimal_suite(&prepared, &mut cluster, &mut warm.checkers, &found.archive)?;
    let covered = covered(&prepared, &cluster, &mut warm.checkers, &tests)?;
    let goals = prepared.goals.goals.iter();
    let goals = goals.filter(|goal| prepared.wanted.contains(&goal.id));
    Ok(Measured {
        goals: goals
            .map(|goal| MeasuredGoal {
                key: goal.key.clone(),
                criterion: goal.criterion,
                is_covered: covered[goal.id.0 as usize],
            })
            .collect(),
        sought: prepared.wanted.len(),
        steps: steps.steps,
        tests: tests.len(),
        statements: tests.iter().map(TestCase::len).sum(),
        executions: found.executions,
        seconds,
        deaths: warm.searchers.deaths() - deaths,
    })
}

/// The smallest tests found that cover what the archive covers.
fn minimal_suite(
    prepared: &Prepared,
    cluster: &mut TestCluster,
    checkers: &mut Pool,
    archive: &Archive,
) -> Result<Vec<TestCase>, EngineError> {
    compile_for_checks(prepared, checkers.worker())?;
    let suite = reduce(archive, &|_| true);
    let mut tests = Vec::with_capacity(suite.len());
    for (entry, goals) in suite {
        let mut bench = Bench {
            goals: &prepared.goals,
            probe_base: 0,
            cluster,
            executor: checkers,
            options: RunOptions::default(),
        };
        tests.push(minimise(&entry.test, &goals, &mut bench).map_err(broken)?);
    }
    Ok(tests)
}

/// Per goal whether these tests, each alone in a fresh class loader, cover it.
fn covered(
    prepared: &Prepared,
    cluster: &TestCluster,
    checkers: &mut Pool,
    tests: &[TestCase],
) -> Result<Vec<bool>, EngineError> {
    let options = RunOptions {
        fresh_loader: true,
        ..RunOptions::default()
    };
    let runs = checkers.run(cluster, tests, options).map_err(broken)?;
    let fitness = Fitness::new(&prepared.goals, 0);
    let mut covered = vec![false; prepared.goals.goals.len()];
    for run in runs.iter().filter(|run| Ending::of(&run.outcome).is_some()) {
        fitness.covered(&run.trace, |goal| covered[goal.0 as usize] = true);
    }
    Ok(covered)
}
