//! A search for mutants that survive: takes mutants and tests that infect them, gives tests that were seen to kill
//! some; offers nothing.

use std::{collections::BTreeSet, sync::Arc};

use goalline_goals::{Goal, GoalId, GoalSet, MutantId};
use goalline_jvm::Pool;
use goalline_search::{
    ArchivedTest, ConstantPool, Parameters, SearchEvents, SearchProgress, SearchTask, Stop, World,
    search,
};
use goalline_testcase::{TestCase, TestCluster};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use crate::limits::RunLimits;

/// Tests that are run for it at most, those with a mutant counted: some mutants are no other program at all.
const MOST_EXECUTIONS: u64 = 6_000;

/// What is sought and from where.
pub(crate) struct SurvivorSearch<'a> {
    /// The goals of the class by strong mutation.
    pub goals: &'a GoalSet,
    /// Of their mutants those that survive.
    pub mutants: &'a BTreeSet<MutantId>,
    /// Literals of the class.
    pub constants: &'a ConstantPool,
    /// Tests that infect them.
    pub near: Vec<TestCase>,
    /// Of the generator.
    pub seed: u64,
}

/// Searches for a while, in a worker whose mutants can be switched on, and gives the tests that killed mutants.
pub(crate) fn sought(
    survivor_search: SurvivorSearch<'_>,
    pool: &mut Pool,
    cluster: &mut TestCluster,
    limits: &RunLimits<'_>,
) -> Vec<TestCase> {
    if survivor_search.near.is_empty() || limits.is_late_for_better() {
        return Vec::new();
    }
    let seeks = |goal: &&Goal| {
        let mutant = goal.target.mutant();
        mutant.is_some_and(|mutant| survivor_search.mutants.contains(&mutant))
    };
    let wanted = survivor_search.goals.goals.iter().filter(seeks);
    let wanted: Vec<GoalId> = wanted.map(|goal| goal.id).collect();
    let parameters = Parameters::default().with_room_for(cluster);
    let task = SearchTask {
        goals: survivor_search.goals,
        wanted: &wanted,
        pool: survivor_search.constants.clone(),
        seeds: survivor_search.near,
        parameters: &parameters,
    };
    let world = World {
        cluster,
        executor: pool,
        stop: &mut SurvivorLimit(limits),
        events: &mut NoEvents,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(survivor_search.seed);
    let found = search(task, world, &mut rng);
    let mut known = BTreeSet::new();
    let confirmed = found.archive.confirmed_tests();
    let once = confirmed.filter(|(_, test)| known.insert(Arc::as_ptr(test)));
    once.map(|(_, test)| test.test.clone()).collect()
}

/// Ends it after so many tests, or when nothing more is begun that only makes tests better.
struct SurvivorLimit<'a>(&'a RunLimits<'a>);

impl Stop for SurvivorLimit<'_> {
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
struct NoEvents;

impl SearchEvents for NoEvents {
    fn covered(&mut self, _: &[GoalId], _: &Arc<ArchivedTest>) {}

    fn progress(&mut self, _: SearchProgress, _: &TestCluster) {}
}
