//! A search under way: runs batches of tests, records coverage, attempts and surprises, and confirms what it keeps.

use std::sync::Arc;

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{
    Execution, Executor, ExecutorError, Outcome, RunOptions, StatementKind, TestCase, Trace, Var,
};
use rand_chacha::ChaCha8Rng;

use crate::{
    Archive, ArchivedTest, Closest, Ending, Found, Parameters, Progress, SearchEvents, Stop,
    Surprise, Task, World,
    archive::executed_length,
    dangers::Dangers,
    fitness::Fitness,
    focus::Focus,
    reduce::reduce_tests,
    targets::Targets,
    tracker::{Attempt, Nearness, Tracker},
    workshop::Workshop,
};

/// What a run in a fresh class loader costs, in ordinary runs.
const FRESH_COST: u64 = 40;

/// The part of the executions that runs in fresh class loaders may cost while the search goes on: one in this many.
const FRESH_PART: u64 = 5;

/// Generations after which other goals have their turn, where there are more than can be sought at once.
const TURN: u32 = 25;

/// Tests per generation that are tried in a fresh class loader for doubtful goals.
const MOST_DOUBTFUL: usize = 4;

/// Surprises that are kept.
const MOST_SURPRISES: usize = 200;

/// The search has to end: the budget is spent, everything is covered, or the executor failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended;

/// A test that was run.
#[derive(Clone, Debug)]
pub(crate) struct Individual {
    /// The statements that ran.
    pub test: TestCase,
    /// What they touched.
    pub trace: Trace,
    /// How it ended; none when it timed out or killed the worker.
    pub ending: Option<Ending>,
    /// Distances by column.
    pub row: Vec<f64>,
}

impl Individual {
    /// Whether the last statement threw.
    pub(crate) fn threw(&self) -> bool {
        self.ending != Some(Ending::Passed)
    }
}

/// The state of one search.
pub(crate) struct Session<'a> {
    /// The goals with their flow.
    pub goals: &'a GoalSet,
    /// All settings.
    pub parameters: &'a Parameters,
    /// Makes and changes tests.
    pub shop: Workshop<'a>,
    /// Scores traces.
    pub fitness: Fitness,
    /// Keeps tests.
    pub archive: Archive,
    /// What is sought.
    pub targets: Targets,
    /// How near it came.
    pub tracker: Tracker,
    /// Tests to start from.
    pub seeds: Vec<TestCase>,
    /// Generations so far.
    pub generation: u32,
    /// Tests run so far.
    pub executions: u64,
    wanted: &'a [GoalId],
    base: u32,
    executor: &'a mut dyn Executor,
    stop: &'a mut dyn Stop,
    events: &'a mut dyn SearchEvents,
    surprises: Vec<Surprise>,
    dangers: Dangers,
    fresh_runs: u64,
    /// Whether there are goals that only polluted static state seemed to cover.
    has_doubts: bool,
    /// Tests that might really cover those.
    doubtful: Vec<TestCase>,
    failure: Option<ExecutorError>,
}

impl<'a> Session<'a> {
    /// Nothing run yet.
    pub(crate) fn new(task: Task<'a>, world: World<'a>, rng: &'a mut ChaCha8Rng) -> Self {
        let World {
            cluster,
            executor,
            stop,
            events,
        } = world;
        let fitness = Fitness::new(task.goals, task.probe_base);
        let focus = Focus::new(cluster, fitness.graph());
        let targets = Targets::new(task.goals, fitness.graph(), task.wanted);
        let shop = Workshop {
            cluster,
            parameters: task.parameters,
            pool: task.pool,
            focus,
            rng,
            room: task.parameters.max_length,
        };
        Self {
            goals: task.goals,
            parameters: task.parameters,
            shop,
            fitness,
            archive: Archive::new(task.wanted),
            targets,
            tracker: Tracker::new(task.goals.goals.len()),
            seeds: task.seeds,
            generation: 0,
            executions: 0,
            wanted: task.wanted,
            base: task.probe_base,
            executor,
            stop,
            events,
            surprises: Vec::new(),
            dangers: Dangers::default(),
            fresh_runs: 0,
            has_doubts: false,
            doubtful: Vec::new(),
            failure: None,
        }
    }

    /// Runs tests and records what they did.
    pub(crate) fn run(&mut self, tests: Vec<TestCase>) -> Result<Vec<Individual>, Ended> {
        if self.targets.open() == 0 || self.stop.should_stop(self.executions) {
            return Err(Ended);
        }
        let executions = self.execute(&tests, self.parameters.options).ok_or(Ended)?;
        self.dangers.start_batch();
        let seen = self.executor.take_seen();
        self.shop.pool.see(seen, &tests);
        Ok(tests
            .into_iter()
            .zip(executions)
            .map(|(test, run)| self.record(test, run))
            .collect())
    }

    fn execute(&mut self, tests: &[TestCase], options: RunOptions) -> Option<Vec<Execution>> {
        match self.executor.run(self.shop.cluster, tests, options) {
            Ok(executions) => {
                self.executions += tests.len() as u64;
                Some(executions)
            }
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    fn record(&mut self, mut test: TestCase, run: Execution) -> Individual {
        let ending = Ending::of(&run.outcome);
        if ending.is_some() {
            self.offer(&test, &run);
        }
        self.dangers.learn(&test, &run.outcome, self.shop.cluster);
        test.statements
            .truncate(executed_length(&test, &run.outcome));
        self.note_surprise(&test, &run.outcome);
        let row = match ending {
            Some(_) => self.row(&test, &run.trace),
            // It would win on distance and cost a time limit with each descendant.
            None => vec![f64::INFINITY; self.targets.columns().len()],
        };
        Individual {
            test,
            trace: run.trace,
            ending,
            row,
        }
    }

    fn offer(&mut self, test: &TestCase, run: &Execution) {
        let Some(ending) = Ending::of(&run.outcome) else {
            return;
        };
        let grade = (ending, executed_length(test, &run.outcome));
        let (mut is_better, mut is_doubtful) = (false, false);
        self.fitness.covered(&run.trace, |goal| {
            is_better |= self.archive.would_take(goal, grade);
            is_doubtful |= self.has_doubts && self.archive.is_doubtful(goal);
        });
        if is_doubtful {
            self.doubt(test);
        }
        if !is_better {
            return;
        }
        let mut covers = Vec::new();
        self.fitness.covered(&run.trace, |goal| covers.push(goal));
        for goal in self.archive.offer(test, run, covers) {
            self.targets.cover(self.goals, self.fitness.graph(), goal);
        }
    }

    /// Keeps the longest tests: they are likeliest to bring about by themselves what others left behind.
    fn doubt(&mut self, test: &TestCase) {
        let at = self
            .doubtful
            .partition_point(|known| known.len() >= test.len());
        if at < MOST_DOUBTFUL {
            self.doubtful.insert(at, test.clone());
            self.doubtful.truncate(MOST_DOUBTFUL);
        }
    }

    /// Whether a test is unlikely to cost a worker or a time limit.
    pub(crate) fn admits(&mut self, test: &TestCase) -> bool {
        self.dangers
            .admits(test, self.generation == 0, self.shop.rng)
    }

    /// Distances to all columns; notes the nearest attempts.
    pub(crate) fn row(&mut self, test: &TestCase, trace: &Trace) -> Vec<f64> {
        self.fitness.load(trace);
        let mut row = Vec::with_capacity(self.targets.columns().len());
        let mut shared = None;
        for goal in self.targets.columns() {
            let goal = *goal;
            if !self.targets.is_active(goal) {
                row.push(0.0);
                continue;
            }
            let fitness = self.fitness.distance(self.goals.goal(goal).target);
            row.push(fitness);
            if self.tracker.is_worth_noting(goal, fitness) {
                let nearness = Nearness::of(self.goals, self.base, goal, trace, fitness);
                let test = shared.get_or_insert_with(|| Arc::new(test.clone())).clone();
                let (tests, since) = (vec![test], self.generation);
                self.tracker.note(
                    goal,
                    Attempt {
                        nearness,
                        fitness,
                        tests,
                        since,
                        climbs: 0,
                    },
                );
            }
        }
        row
    }

    /// How near a run came to a goal.
    pub(crate) fn nearness(&mut self, goal: GoalId, individual: &Individual) -> Nearness {
        self.fitness.load(&individual.trace);
        let fitness = self.fitness.distance(self.goals.goal(goal).target);
        Nearness::of(self.goals, self.base, goal, &individual.trace, fitness)
    }

    fn note_surprise(&mut self, test: &TestCase, outcome: &Outcome) {
        let Outcome::Threw {
            statement: Var(at),
            thrown,
        } = outcome
        else {
            return;
        };
        let statement = test.statements.get(usize::from(*at));
        let Some(StatementKind::Call { callable, .. }) = statement.map(|it| &it.kind) else {
            return;
        };
        let called = self.shop.cluster.callable(*callable);
        if !called.is_under_test || called.throws.contains(&thrown.class) {
            return;
        }
        let is_same = |known: &&mut Surprise| {
            known.thrown.class == thrown.class
                && matches!(
                    known.test.statements.last().map(|it| &it.kind),
                    Some(StatementKind::Call { callable: other, .. }) if other == callable
                )
        };
        let has_room = self.surprises.len() < MOST_SURPRISES;
        let surprise = || Surprise {
            test: test.clone(),
            thrown: thrown.clone(),
        };
        match self.surprises.iter_mut().find(is_same) {
            Some(known) if known.test.len() > test.len() => *known = surprise(),
            None if has_room => self.surprises.push(surprise()),
            Some(_) | None => {}
        }
    }

    /// Ends a generation: weighs the callables anew, confirms new tests now and then, tells of the progress.
    pub(crate) fn end_generation(&mut self) {
        self.generation += 1;
        if self.generation.is_multiple_of(TURN) {
            self.targets.take_turns();
        }
        if self.generation == 1 || self.fresh_runs * FRESH_COST * FRESH_PART <= self.executions {
            self.confirm();
        }
        self.shop
            .focus
            .update(self.goals, self.targets.open_goals());
        let wanted = self.wanted.len();
        let progress = Progress {
            generation: self.generation,
            executions: self.executions,
            covered: wanted - self.targets.open(),
            wanted,
        };
        self.events.progress(progress, self.shop.cluster);
    }

    /// Runs a small set of tests for goals without a confirmed one, each alone in a fresh class loader. Goals that none of
    /// them covers there are open again.
    pub(crate) fn confirm(&mut self) {
        let unconfirmed = self.archive.unconfirmed();
        let candidates = unconfirmed
            .iter()
            .filter_map(|goal| Some((*goal, self.archive.best(*goal)?)));
        let mut tests: Vec<TestCase> = reduce_tests(candidates)
            .into_iter()
            .map(|(entry, _)| entry.test.clone())
            .collect();
        tests.append(&mut self.doubtful);
        if tests.is_empty() {
            return;
        }
        let options = RunOptions {
            fresh_loader: true,
            ..self.parameters.options
        };
        let Some(runs) = self.execute(&tests, options) else {
            return;
        };
        self.fresh_runs += tests.len() as u64;
        for (test, run) in tests.into_iter().zip(runs) {
            self.note_confirmed(test, &run);
        }
        for goal in unconfirmed {
            if self.archive.confirmed(goal).is_none() && self.archive.refute(goal) {
                self.targets.reopen(goal);
                self.has_doubts = true;
            }
        }
    }

    fn note_confirmed(&mut self, mut test: TestCase, run: &Execution) {
        let Some(ending) = Ending::of(&run.outcome) else {
            return;
        };
        test.statements
            .truncate(executed_length(&test, &run.outcome));
        let mut covers = Vec::new();
        self.fitness.covered(&run.trace, |goal| covers.push(goal));
        covers.sort_unstable();
        let entry = Arc::new(ArchivedTest {
            test,
            ending,
            covers,
        });
        let first = self.archive.confirm(&entry);
        for goal in &first {
            self.targets.cover(self.goals, self.fitness.graph(), *goal);
        }
        if !first.is_empty() {
            self.events.covered(&first, &entry);
        }
    }

    /// Confirms what is not yet and hands everything over.
    pub(crate) fn finish(mut self) -> Found {
        if self.failure.is_none() {
            self.confirm();
        }
        let closest = self
            .targets
            .open_goals()
            .filter_map(|goal| {
                let attempt = self.tracker.attempt(goal)?;
                Some(Closest {
                    goal,
                    fitness: attempt.fitness,
                    distance: attempt.nearness.ran().then_some(attempt.nearness.distance),
                    test: (*attempt.tests[0]).clone(),
                })
            })
            .collect();
        Found {
            archive: self.archive,
            closest,
            surprises: self.surprises,
            executions: self.executions,
            generations: self.generation,
            failure: self.failure,
        }
    }
}
