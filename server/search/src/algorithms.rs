//! The algorithms: one table, one file each; each takes a session and spends its budget.

mod dynamosa;
mod many_objective;
mod mosa;
mod one_goal;
mod preference_only;
mod random;
mod ranking_only;
mod suite_fitness;
mod suites;
mod whole_suite;
mod whole_suite_archive;

use rand_chacha::ChaCha8Rng;

use crate::{
    Algorithm, SearchResult, SearchTask, World,
    coupled::intermediate_goals::with_intermediate_goals,
    goals::targets::{IntermediateSteps, TargetPolicy},
    session::{Credit, SearchSession},
};

/// What every algorithm says about itself.
struct AlgorithmEntry {
    algorithm: Algorithm,
    /// The name in flags, configurations and reports.
    name: &'static str,
    /// Which goals have distances computed for each test.
    sought: TargetPolicy,
    /// Which runs may cover goals.
    credit: Credit,
    run: fn(&mut SearchSession<'_>),
}

const TABLE: [AlgorithmEntry; 8] = [
    AlgorithmEntry {
        algorithm: Algorithm::DynaMosa,
        name: "dynamosa",
        sought: TargetPolicy::Dynamic,
        credit: Credit::EveryRun,
        run: dynamosa::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::Mosa,
        name: "mosa",
        sought: TargetPolicy::All,
        credit: Credit::EveryRun,
        run: mosa::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::RankingOnly,
        name: "ranking-only",
        sought: TargetPolicy::Dynamic,
        credit: Credit::EveryRun,
        run: ranking_only::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::PreferenceOnly,
        name: "preference-only",
        sought: TargetPolicy::Dynamic,
        credit: Credit::EveryRun,
        run: preference_only::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::WholeSuiteArchive,
        name: "wsa",
        sought: TargetPolicy::Elsewhere,
        credit: Credit::EveryRun,
        run: whole_suite_archive::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::WholeSuite,
        name: "ws",
        sought: TargetPolicy::Elsewhere,
        credit: Credit::ChosenRuns,
        run: whole_suite::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::OneGoal,
        name: "one-goal",
        sought: TargetPolicy::Elsewhere,
        credit: Credit::ChosenRuns,
        run: one_goal::run,
    },
    AlgorithmEntry {
        algorithm: Algorithm::Random,
        name: "random",
        sought: TargetPolicy::All,
        credit: Credit::EveryRun,
        run: random::run,
    },
];

impl Algorithm {
    /// All algorithms, the default first.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.algorithm)
    }

    /// Its name in flags, configurations and reports.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The algorithm of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|algorithm| algorithm.name() == name)
    }

    /// Whether it finds its way by branches, so that these are sought along with any other goals.
    pub fn needs_branches(self) -> bool {
        self.sought() == TargetPolicy::Dynamic
    }

    /// Whether it can seek goals that come up while tests run: one goal at a time has to know all of them beforehand.
    pub fn takes_discovered(self) -> bool {
        self != Self::OneGoal
    }

    pub(crate) fn sought(self) -> TargetPolicy {
        self.entry().sought
    }

    pub(crate) fn credit(self) -> Credit {
        self.entry().credit
    }

    fn entry(self) -> &'static AlgorithmEntry {
        TABLE
            .iter()
            .find(|entry| entry.algorithm == self)
            .expect("the table lists every algorithm")
    }
}

/// Searches until everything wanted is covered, the budget ends, or the executor fails. What was found is kept either
/// way.
pub fn search(task: SearchTask<'_>, world: World<'_>, rng: &mut ChaCha8Rng) -> SearchResult {
    let entry = task.parameters.algorithm.entry();
    let widened = match entry.sought {
        TargetPolicy::Dynamic => with_intermediate_goals(task.goals, task.wanted),
        TargetPolicy::All
            if entry.algorithm == Algorithm::Mosa && task.parameters.steps_after < u32::MAX =>
        {
            with_intermediate_goals(task.goals, task.wanted)
        }
        TargetPolicy::All | TargetPolicy::Elsewhere => None,
    };
    let (goals, steps) = match &widened {
        Some((goals, steps)) => (goals, *steps),
        None => (task.goals, IntermediateSteps::NONE),
    };
    let task = SearchTask { goals, ..task };
    let World {
        cluster,
        executor,
        stop,
        events,
    } = world;
    // Operands that an earlier search on the same executor left unread would make this one depend on it.
    executor.take_seen();
    let world = World {
        cluster,
        executor,
        stop,
        events,
    };
    let mut session = SearchSession::new(task, steps, world, rng);
    (entry.run)(&mut session);
    session.finish()
}
