//! A search under way: runs batches of tests, records coverage, attempts and undeclared exceptions, and confirms what
//! it keeps.

mod confirming;
mod counts;
mod discovering;
mod mending;
mod mutating;
mod owners;
mod running;
mod undeclared;

use std::sync::Arc;

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{Execution, ExecutorError, Outcome, RunOptions, TestCase, Trace};
use rand_chacha::ChaCha8Rng;

use crate::{
    Archive, ArchivedTest, Closest, Ending, Parameters, SearchResult, SearchTask, World,
    coupled::covering_methods::Covering,
    goals::{
        fitness::Fitness,
        targets::{IntermediateSteps, TargetPlan, Targets},
        tracker::{Attempt, Nearness, Tried},
    },
    operators::{callable_choice::Focus, questions::Questions, test_factory::TestFactory},
    population::{
        archive::{executed_length, is_error},
        costs::Costs,
    },
    session::{
        confirming::UnconfirmedTests,
        counts::Counts,
        mending::Mending,
        mutating::Mutating,
        owners::{Aims, Findings, KnownHazards, Outside},
    },
};

pub(crate) use running::Running;

/// The search has to end: the budget is spent, everything is covered, or the executor failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchEnded;

/// Which runs may cover goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Credit {
    /// Each one: what an archive is for.
    EveryRun,
    /// Those that the algorithm hands over with `SearchSession::credit`.
    ChosenRuns,
}

/// Farther away than any distance; rows with it are still compared by their sums.
const NOWHERE: f64 = 1e9;

/// A test that was run.
#[derive(Clone, Debug)]
pub(crate) struct Individual {
    /// The statements that ran.
    pub test: TestCase,
    /// What they touched.
    pub trace: Trace,
    /// How it ended; none when it timed out or killed the worker.
    pub ending: Option<Ending>,
    /// Whether an error of the JVM ended it.
    pub is_lost: bool,
    /// Distances by column.
    pub row: Vec<f64>,
    /// The steps it used.
    pub steps: u64,
    /// Tests run up to it: those behind it in its batch are not counted.
    pub number: u64,
}

impl Individual {
    /// Whether the last statement threw.
    pub(crate) fn threw(&self) -> bool {
        self.ending != Some(Ending::Passed)
    }
}

/// The state of one search.
pub(crate) struct SearchSession<'a> {
    /// The goals with their flow.
    pub goals: &'a GoalSet,
    /// All settings.
    pub parameters: &'a Parameters,
    /// Makes and changes tests.
    pub factory: TestFactory<'a>,
    /// Scores traces.
    pub fitness: Fitness,
    /// Keeps tests.
    pub archive: Archive,
    /// Keeps tests that cover a step to what is wanted.
    pub intermediate: Archive,
    /// What is sought.
    pub aims: Aims,
    /// What tests cost.
    pub costs: Costs,
    /// Tests to start from.
    pub seeds: Vec<TestCase>,
    /// How far it is.
    pub counts: Counts,
    /// Whether operands seen at comparisons become values to try.
    pub learns_constants: bool,
    /// What is to be told at the end.
    pub findings: Findings,
    wanted: &'a [GoalId],
    outside: Outside<'a>,
    hazards: KnownHazards,
    /// Goals that only static state left by other tests seemed to cover.
    unconfirmed_tests: UnconfirmedTests,
    /// What runs mutants apart, where strong mutation is sought.
    mutating: Option<Mutating>,
    /// Tests that are not offered as they are, where such are mended.
    mending: Option<Mending>,
}

/// The goals that are steps to others.
fn intermediate_goals(task: &SearchTask<'_>, steps: IntermediateSteps) -> Vec<GoalId> {
    let places = steps.first.0..task.goals.goals.len() as u32;
    places.map(GoalId).collect()
}

fn target_plan(parameters: &Parameters, steps: IntermediateSteps) -> TargetPlan {
    TargetPlan {
        sought: parameters.algorithm.sought(),
        most_columns: parameters.columns,
        steps,
    }
}

impl<'a> SearchSession<'a> {
    /// Nothing run yet.
    pub(crate) fn new(
        task: SearchTask<'a>,
        steps: IntermediateSteps,
        world: World<'a>,
        rng: &'a mut ChaCha8Rng,
    ) -> Self {
        let World {
            cluster,
            executor,
            stop,
            events,
        } = world;
        let fitness = Fitness::new(task.goals);
        let parameters = task.parameters;
        let mending = Mending::of(cluster, parameters);
        let focus = Focus::new(cluster, fitness.graph(), parameters.choice);
        let covering = Covering::new(task.goals, task.wanted, &focus, cluster);
        let plan = target_plan(parameters, steps);
        let targets = Targets::new(task.goals, fitness.graph(), task.wanted, plan);
        let intermediate = intermediate_goals(&task, steps);
        let factory = TestFactory {
            cluster,
            parameters: task.parameters,
            pool: task.pool,
            focus,
            rng,
            room: task.parameters.max_length,
            questions: Questions::default(),
        };
        Self {
            goals: task.goals,
            parameters: task.parameters,
            factory,
            aims: Aims::new(task.goals, targets, covering),
            fitness,
            archive: Archive::new(task.wanted, parameters.prefers_passing),
            intermediate: Archive::new(&intermediate, parameters.prefers_passing),
            costs: Costs::new(parameters.spares_costly),
            seeds: task.seeds,
            counts: Counts::default(),
            learns_constants: true,
            findings: Findings::default(),
            wanted: task.wanted,
            outside: Outside {
                executor,
                stop,
                events,
            },
            hazards: KnownHazards::default(),
            unconfirmed_tests: UnconfirmedTests::default(),
            mutating: Mutating::of(task.goals, task.wanted),
            mending,
        }
    }

    fn or_failed<T>(&mut self, result: Result<T, ExecutorError>) -> Result<T, SearchEnded> {
        result.map_err(|failure| {
            self.findings.failure = Some(failure);
            SearchEnded
        })
    }

    fn execute(&mut self, tests: &[TestCase], options: RunOptions) -> Option<Vec<Execution>> {
        let executions = self
            .outside
            .executor
            .run(self.factory.cluster, tests, options);
        let executions = self.or_failed(executions).ok()?;
        self.counts.executions += tests.len() as u64;
        Some(executions)
    }

    fn record(&mut self, mut test: TestCase, mut run: Execution) -> Individual {
        if !self.outside.stop.reads_clock() {
            run.slow_at = None;
        }
        let ending = Ending::of(&run.outcome);
        if run.outcome == Outcome::Left {
            self.counts.executions -= 1;
        } else {
            self.costs.note(run.steps);
        }
        self.discover(&run.trace);
        if ending.is_some() && self.parameters.algorithm.credit() == Credit::EveryRun {
            self.offer(&test, &run);
            self.note_mendable(&test, &run);
        }
        self.hazards.learn(&test, &run, self.factory.cluster);
        self.factory
            .questions
            .learn(&test, &run.trace, self.factory.cluster);
        if ending.is_some()
            && let Some(callable) = self.aims.covering.learn(&test, &run.trace)
        {
            self.factory.focus.avoid(callable);
        }
        test.statements
            .truncate(executed_length(&test, &run.outcome));
        self.note_undeclared(&test, &run.outcome, &run.trace);
        let is_lost = is_error(&run.outcome);
        let row = match ending {
            Some(_) => self.row(&test, &run.trace, run.steps, is_lost),
            // It would win on distance and cost a time limit with each descendant.
            None => vec![f64::INFINITY; self.aims.targets.columns().len()],
        };
        Individual {
            test,
            trace: run.trace,
            ending,
            is_lost,
            row,
            steps: run.steps,
            number: self.counts.recorded,
        }
    }

    fn offer(&mut self, test: &TestCase, run: &Execution) {
        let Some(ending) = Ending::of(&run.outcome) else {
            return;
        };
        let grade = self
            .archive
            .grade(ending, executed_length(test, &run.outcome));
        let (mut is_better, mut is_unconfirmed) = (false, false);
        self.fitness.covered(&run.trace, |goal| {
            is_better |=
                self.archive.would_take(goal, grade) || self.intermediate.would_take(goal, grade);
            is_unconfirmed |= self.unconfirmed_tests.were_any && self.archive.is_unconfirmed(goal);
        });
        if is_unconfirmed {
            self.unconfirmed_tests.note(test);
        }
        if !is_better {
            return;
        }
        let mut covers = Vec::new();
        self.fitness.covered(&run.trace, |goal| covers.push(goal));
        let mut first = self.intermediate.offer(test, run, covers.clone());
        first.extend(self.archive.offer(test, run, covers));
        for goal in first {
            self.cover(goal);
        }
    }

    /// Notes that some test covers the goal.
    fn cover(&mut self, goal: GoalId) {
        if self.aims.targets.cover(self.fitness.graph(), goal) {
            self.counts.last_covered = self.counts.generation;
        }
        if !self.aims.targets.is_step(goal) {
            self.outside
                .events
                .reached(goal, true, self.counts.recorded);
        }
    }

    /// Whether a test is unlikely to cost a worker or a time limit.
    pub(crate) fn admits(&mut self, test: &TestCase) -> bool {
        self.hazards.quarantine.admits(
            test,
            self.counts.generation == 0,
            self.factory.cluster,
            self.factory.rng,
        )
    }

    /// Distances to all columns; notes the nearest attempts. `is_lost`: an error of the JVM ended the test.
    pub(crate) fn row(
        &mut self,
        test: &TestCase,
        trace: &Trace,
        steps: u64,
        is_lost: bool,
    ) -> Vec<f64> {
        self.fitness.load(trace);
        let mut row = Vec::with_capacity(self.aims.targets.columns().len());
        let mut shared = None;
        for goal in self.aims.targets.columns() {
            let goal = *goal;
            if !self.aims.targets.is_active(goal) {
                row.push(0.0);
                continue;
            }
            let target = self.goals.goal(goal).target;
            if is_lost && self.fitness.lost_its_callee(target) {
                row.push(NOWHERE);
                continue;
            }
            let fitness = self.fitness.distance(target);
            row.push(fitness);
            if self.aims.tracker.is_worth_noting(goal, fitness) {
                let nearness = Nearness::of(self.goals, goal, trace, fitness);
                let tried = shared.get_or_insert_with(|| {
                    let test = test.clone();
                    Arc::new(Tried { test, steps })
                });
                let (tests, since) = (vec![tried.clone()], self.counts.generation);
                self.aims.tracker.note(
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

    /// Lets a test that was run cover goals, from its own number on, for algorithms in which not every run may.
    pub(crate) fn credit(&mut self, individual: &Individual) {
        let Some(ending) = individual.ending else {
            return;
        };
        self.counts.recorded = individual.number;
        let mut covers = Vec::new();
        self.fitness
            .covered(&individual.trace, |goal| covers.push(goal));
        let entry = ArchivedTest {
            test: individual.test.clone(),
            ending,
            covers,
            steps: individual.steps,
        };
        for goal in self.archive.take(entry) {
            self.cover(goal);
        }
    }

    /// Distances of a run to these goals, whatever is sought; out of reach when it timed out or killed the worker.
    pub(crate) fn distances(&mut self, goals: &[GoalId], individual: &Individual) -> Vec<f64> {
        if individual.ending.is_none() {
            return vec![f64::INFINITY; goals.len()];
        }
        self.fitness.load(&individual.trace);
        let distance = |goal: &GoalId| self.fitness.distance(self.goals.goal(*goal).target);
        goals.iter().map(distance).collect()
    }

    /// All goals to cover, in their order.
    pub(crate) fn wanted(&self) -> &'a [GoalId] {
        self.wanted
    }

    /// The part of the budget that is used up, from 0 to 1, where that is known.
    pub(crate) fn spent(&mut self) -> Option<f64> {
        self.outside.stop.spent(self.counts.executions)
    }

    /// Whether the clock may end the search.
    pub(crate) fn reads_clock(&self) -> bool {
        self.outside.stop.reads_clock()
    }

    /// How near a run came to a goal.
    pub(crate) fn nearness(&mut self, goal: GoalId, individual: &Individual) -> Nearness {
        self.fitness.load(&individual.trace);
        let fitness = self.fitness.distance(self.goals.goal(goal).target);
        Nearness::of(self.goals, goal, &individual.trace, fitness)
    }

    /// Confirms what is not yet and hands everything over.
    pub(crate) fn finish(mut self) -> SearchResult {
        if self.findings.failure.is_none() {
            self.confirm_all();
        }
        let closest = self
            .aims
            .targets
            .open_goals()
            .filter_map(|goal| {
                let attempt = self.aims.tracker.attempt(goal)?;
                Some(Closest {
                    goal,
                    fitness: attempt.fitness,
                    distance: attempt.nearness.ran().then_some(attempt.nearness.distance),
                    test: attempt.tests[0].test.clone(),
                })
            })
            .collect();
        SearchResult {
            archive: self.archive,
            closest,
            undeclared: self.findings.undeclared,
            blamed_calls: self.hazards.blamed_calls.into_list(),
            executions: self.counts.executions,
            generations: self.counts.generation,
            failure: self.findings.failure,
        }
    }
}
