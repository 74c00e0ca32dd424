//! A search for what no test notices: takes mutants and tests that infect them, gives tests that were seen to notice
//! some; offers nothing.

use std::{collections::BTreeSet, sync::Arc};

use goalline_goals::{Goal, GoalId, GoalSet, MutantId};
use goalline_jvm::Pool;
use goalline_search::{
    ArchivedTest, ConstantPool, Parameters, Progress, SearchEvents, Stop, Task, World, search,
};
use goalline_testcase::{TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::limits::Limits;

/// Tests that are run for it at most, those with a mutant counted: some mutants are no other program at all.
const MOST_EXECUTIONS: u64 = 6_000;

/// What is sought and from where.
pub(crate) struct Quest<'a> {
    /// The goals of the class by strong mutation.
    pub goals: &'a GoalSet,
    /// Of their mutants those that nobody notices.
    pub mutants: &'a BTreeSet<MutantId>,
    /// Literals of the class.
    pub constants: &'a ConstantPool,
    /// Tests that infect them.
    pub near: Vec<TestCase>,
    /// Of the generator.
    pub seed: u64,
}

/// Searches for a while, in a worker whose mutants can be switched on, and gives the tests that noticed mutants.
pub(crate) fn sought(
    quest: Quest<'_>,
    (pool, cluster): (&mut Pool, &mut TestCluster),
    limits: &Limits<'_>,
) -> Vec<TestCase> {
    if quest.near.is_empty() || limits.is_late_for_better() {
        return Vec::new();
    }
    let seeks = |goal: &&Goal| {
        let mutant = goal.target.mutant();
        mutant.is_some_and(|mutant| quest.mutants.contains(&mutant))
    };
    let wanted = quest.goals.goals.iter().filter(seeks);
    let wanted: Vec<GoalId> = wanted.map(|goal| goal.id).collect();
    let task = Task {
        goals: quest.goals,
        wanted: &wanted,
        pool: quest.constants.clone(),
        seeds: quest.near,
        parameters: &Parameters::default(),
    };
    let world = World {
        cluster,
        executor: pool,
        stop: &mut Patience(limits),
        events: &mut Deaf,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(quest.seed);
    let found = search(task, world, &mut rng);
    let mut known = BTreeSet::new();
    let confirmed = found.archive.confirmed_tests();
    let once = confirmed.filter(|(_, test)| known.insert(Arc::as_ptr(test)));
    once.map(|(_, test)| test.test.clone()).collect()
}

/// Ends it after so many tests, or when nothing more is begun that only makes tests better.
struct Patience<'a>(&'a Limits<'a>);

impl Stop for Patience<'_> {
    fn should_stop(&mut self, executions: u64) -> bool {
        executions >= MOST_EXECUTIONS || self.0.is_late_for_better()
    }

    fn spent(&mut self, executions: u64) -> Option<f64> {
        Some(executions as f64 / MOST_EXECUTIONS as f64)
    }

    fn reads_clock(&self) -> bool {
        self.0.is_timed()
    }
}

/// Nobody waits for these tests.
struct Deaf;

impl SearchEvents for Deaf {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn progress(&mut self, _: Progress, _: &TestCluster) {}
}
