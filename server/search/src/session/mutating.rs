//! Strong mutation in a search: takes tests that infected mutants which survive so far, chooses which of them run again
//! with a mutant switched on, and adds what came of it to their traces. Each such run counts as an execution.

use std::{collections::BTreeMap, sync::Arc};

use goalline_goals::{GoalId, GoalSet, MutantId};
use goalline_testcase::{Execution, RunOptions, TestBed, TestCase};

use super::{Credit, SearchSession};
use crate::{
    ArchivedTest, Ending,
    mutants::{
        propagation::{infected, is_infected, strong_mutants},
        runs::{MutantBatch, run_isolated},
    },
};

/// Runs with a mutant per test of a batch, at most: the search must not drown in mutants that are equal to the program.
const RUNS_PER_TEST: usize = 1;

/// Tests of one batch that run with the same mutant.
const TESTS_PER_MUTANT: usize = 2;

/// Mutants that are run for a test which may really cover goals that only looked covered.
const MOST_UNCONFIRMED: usize = 8;

/// What is known of the mutants that are sought.
#[derive(Debug)]
pub(super) struct Mutating {
    goals: BTreeMap<MutantId, GoalId>,
    /// How often each was run, more for one that cost a worker or a time limit.
    tries: BTreeMap<MutantId, u32>,
}

/// Tries that a mutant is charged for a run that says nothing.
const COST_OF_SILENCE: u32 = 50;

impl Mutating {
    /// For the wanted goals of strong mutation; none without any.
    pub(super) fn of(goals: &GoalSet, wanted: &[GoalId]) -> Option<Self> {
        let goals: BTreeMap<_, _> = strong_mutants(goals, wanted).collect();
        (!goals.is_empty()).then(|| Self {
            goals,
            tries: BTreeMap::new(),
        })
    }

    /// Per open mutant the tests that infect it, those run least first.
    fn infected(&self, runs: &[Execution], is_open: impl Fn(GoalId) -> bool) -> Vec<MutantBatch> {
        let mut tests_of: BTreeMap<MutantId, Vec<usize>> = BTreeMap::new();
        for (at, run) in runs.iter().enumerate() {
            if Ending::of(&run.outcome).is_none() {
                continue;
            }
            for mutant in infected(&run.trace) {
                if self.goals.get(&mutant).is_some_and(|goal| is_open(*goal)) {
                    tests_of.entry(mutant).or_default().push(at);
                }
            }
        }
        let batches = tests_of.into_iter();
        let mut batches: Vec<MutantBatch> = batches
            .map(|(mutant, tests)| MutantBatch { mutant, tests })
            .collect();
        batches.sort_by_key(|batch| (self.tries(batch.mutant), batch.mutant));
        batches
    }

    fn tries(&self, mutant: MutantId) -> u32 {
        self.tries.get(&mutant).copied().unwrap_or_default()
    }

    /// As many as a batch may run, each with other tests than the last time.
    fn choose(&self, infected: Vec<MutantBatch>, most: usize) -> Vec<MutantBatch> {
        let mut left = most;
        let mut chosen = Vec::new();
        for MutantBatch { mutant, tests } in infected {
            if left == 0 {
                break;
            }
            let first = self.tries(mutant) as usize;
            let count = tests.len().min(TESTS_PER_MUTANT).min(left);
            let turn = (0..count).map(|at| tests[(first + at) % tests.len()]);
            left -= count;
            chosen.push(MutantBatch {
                mutant,
                tests: turn.collect(),
            });
        }
        chosen
    }
}

impl SearchSession<'_> {
    /// Whether tests run with mutants, too: then no batch can be under way while another is recorded.
    pub(crate) fn runs_mutants(&self) -> bool {
        self.mutating.is_some()
    }

    /// Runs some of these tests again with mutants that they infect.
    pub(super) fn run_mutants(&mut self, tests: &[TestCase], runs: &mut [Execution]) {
        let Some(mut mutating) = self.mutating.take() else {
            return;
        };
        // Where only chosen runs count, a mutant that one test killed is still open for the others.
        let is_open = |goal: GoalId| {
            self.parameters.algorithm.credit() == Credit::ChosenRuns
                || self.aims.targets.is_open(goal)
        };
        let infected = mutating.infected(runs, is_open);
        let isolated = mutating.choose(infected, tests.len() * RUNS_PER_TEST);
        self.isolated(tests, runs, &isolated, false);
        for MutantBatch { mutant, tests: of } in &isolated {
            let known = |at: &&usize| {
                let mutants = &runs[**at].trace.mutants;
                mutants.iter().any(|it| it.mutant == mutant.0)
            };
            let is_silent = of.iter().any(|at| !known(&at));
            let cost = if is_silent { COST_OF_SILENCE } else { 1 };
            *mutating.tries.entry(*mutant).or_default() += cost;
        }
        self.mutating = Some(mutating);
    }

    /// Runs tests, each alone in a fresh class loader, with the mutants that they are to be confirmed for.
    pub(super) fn confirm_mutants(
        &mut self,
        tests: &[TestCase],
        chosen: &[(Arc<ArchivedTest>, Vec<GoalId>)],
        runs: &mut [Execution],
    ) {
        let Some(mutating) = self.mutating.take() else {
            return;
        };
        let mut isolated: Vec<MutantBatch> = Vec::new();
        for (at, run) in runs.iter().enumerate() {
            let infects = |mutant: &MutantId| is_infected(&run.trace, *mutant);
            let mutants: Vec<MutantId> = if let Some((_, goals)) = chosen.get(at) {
                let strong = strong_mutants(self.goals, goals);
                strong.map(|(mutant, _)| mutant).filter(infects).collect()
            } else {
                let all = mutating.goals.iter();
                let unconfirmed = all.filter(|(_, goal)| self.archive.is_unconfirmed(**goal));
                let unconfirmed = unconfirmed.map(|(mutant, _)| *mutant).filter(infects);
                unconfirmed.take(MOST_UNCONFIRMED).collect()
            };
            for mutant in mutants {
                match isolated.iter_mut().find(|known| known.mutant == mutant) {
                    Some(known) => known.tests.push(at),
                    None => isolated.push(MutantBatch {
                        mutant,
                        tests: vec![at],
                    }),
                }
            }
        }
        self.isolated(tests, runs, &isolated, true);
        self.mutating = Some(mutating);
    }

    fn isolated(
        &mut self,
        tests: &[TestCase],
        runs: &mut [Execution],
        isolated: &[MutantBatch],
        fresh_loader: bool,
    ) {
        let options = RunOptions {
            fresh_loader,
            ..self.parameters.options
        };
        let mut test_bed = TestBed {
            executor: &mut *self.outside.executor,
            cluster: self.factory.cluster,
        };
        let count = run_isolated(&mut test_bed, tests, runs, isolated, options);
        self.counts.executions += self.or_failed(count).unwrap_or_default();
    }
}
