//! A search that is measured and offers nothing: takes a request, gives what the minimised suite covers in a fresh run, and when
//! the search got how far.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use goalline_goals::{Criterion, GoalId, GoalKey};
use goalline_search::{
    Algorithm, ArchivedTest, Found, Progress, SearchEvents, Task, World, search,
};
use goalline_testcase::{TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::{
    Cancel, EngineError, Request, prepare::prepare, prepared::Prepared, scoring::Scoring,
    step::Step, warm::Warm, watch::Watch,
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

/// What a measured search gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The goals of the scored criteria that can be measured, in source order, then the exceptions that the suite sees.
    pub goals: Vec<MeasuredGoal>,
    /// Goals that were asked for, exceptions that came up among them; branches that only show the way are not.
    pub sought: usize,
    /// One per change of the number of covered goals among those, in order.
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
struct Growth<'a> {
    started: Instant,
    prepared: &'a Prepared,
    /// The goals asked for that some test covers; none where only the algorithm knows what its result covers.
    reached: Option<BTreeSet<GoalId>>,
    steps: Vec<Step>,
}

impl SearchEvents for Growth<'_> {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn reached(&mut self, goal: GoalId, is_covered: bool) {
        let Some(reached) = &mut self.reached else {
            return;
        };
        if !is_covered {
            reached.remove(&goal);
        } else if is_asked_for(self.prepared, goal) {
            reached.insert(goal);
        }
    }

    fn progress(&mut self, progress: Progress, _: &TestCluster) {
        let reached = self.reached.as_ref().map(BTreeSet::len);
        let covered = reached.unwrap_or(progress.covered);
        if self
            .steps
            .last()
            .is_some_and(|last| last.covered == covered)
        {
            return;
        }
        self.steps.push(Step {
            seconds: self.started.elapsed().as_secs_f64(),
            executions: progress.executions,
            covered,
        });
    }
}

/// Whether the goal was asked for, not only there to show the way.
fn is_asked_for(prepared: &Prepared, goal: GoalId) -> bool {
    goal.0 as usize >= prepared.goals.goals.len() || prepared.selected.keeps(goal)
}

/// A search that went through, with what it was made of.
pub(crate) struct Hunt {
    pub prepared: Prepared,
    pub cluster: TestCluster,
    pub found: Found,
    pub steps: Vec<Step>,
    pub seconds: f64,
}

/// Prepares and searches.
pub(crate) fn hunt(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
) -> Result<Hunt, EngineError> {
    let mut prepared = prepare(request, warm.searchers.worker(), &mut warm.attributions)?;
    let mut cluster = std::mem::take(&mut prepared.cluster);
    let started = Instant::now();
    let knows = |algorithm| !matches!(algorithm, Algorithm::WholeSuite | Algorithm::OneGoal);
    let mut growth = Growth {
        started,
        prepared: &prepared,
        reached: knows(request.parameters.algorithm).then(BTreeSet::new),
        steps: Vec::new(),
    };
    let task = Task {
        goals: &prepared.goals,
        wanted: &prepared.wanted,
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
            before: 0,
        },
        events: &mut growth,
    };
    let found = search(task, world, &mut rng);
    let (seconds, steps) = (started.elapsed().as_secs_f64(), growth.steps);
    cancel.check()?;
    if let Some(failure) = found.failure {
        return Err(failure.into());
    }
    Ok(Hunt {
        prepared,
        cluster,
        found,
        steps,
        seconds,
    })
}

/// Searches, minimises, scores what is left by these criteria in a JVM that ran no search. Gives the tests, too, in the numbers of what
/// the scoring left in that JVM.
pub(crate) fn measure(
    warm: &mut Warm,
    request: &Request,
    scored: &[Criterion],
    cancel: &Cancel,
) -> Result<(Measured, Vec<TestCase>), EngineError> {
    let deaths = warm.searchers.deaths();
    let hunt = hunt(warm, request, cancel)?;
    let last = warm.scoring.take();
    let checkers = &mut warm.checkers;
    let mut scoring = Scoring::of(last, request, &hunt.prepared, scored, checkers)?;
    let made = (&hunt.prepared, &hunt.cluster);
    let tests = scoring.minimal_suite(made, &hunt.found.archive, (&mut *checkers, cancel))?;
    let covered = scoring.covered((checkers, cancel), &tests, scored)?;
    let goals = measured_goals((&scoring.prepared, scored), &covered);
    warm.scoring = Some(scoring);
    let asked = hunt.prepared.wanted.iter();
    let asked = asked.filter(|goal| hunt.prepared.selected.keeps(**goal));
    let measured = Measured {
        goals,
        sought: asked.count() + hunt.prepared.goals.discovered.goals().count(),
        steps: hunt.steps,
        tests: tests.len(),
        statements: tests.iter().map(TestCase::len).sum(),
        executions: hunt.found.executions,
        seconds: hunt.seconds,
        deaths: warm.searchers.deaths() - deaths,
    };
    Ok((measured, tests))
}

fn measured_goals(
    (prepared, scored): (&Prepared, &[Criterion]),
    covered: &BTreeSet<GoalId>,
) -> Vec<MeasuredGoal> {
    let wanted: BTreeSet<GoalId> = prepared.wanted.iter().copied().collect();
    let goals = prepared.goals.all();
    goals
        .filter(|goal| scored.contains(&goal.criterion))
        // Exceptions that other suites saw are no goals of this one: there is no total.
        .filter(|goal| match goal.criterion {
            Criterion::Exception => covered.contains(&goal.id),
            _ => wanted.contains(&goal.id),
        })
        .map(|goal| MeasuredGoal {
            key: goal.key.clone(),
            criterion: goal.criterion,
            is_covered: covered.contains(&goal.id),
        })
        .collect()
}
