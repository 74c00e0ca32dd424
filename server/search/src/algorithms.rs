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
    Algorithm, Found, Task, World,
    coupled::intermediate_goals::with_stepping_stones,
    goals::targets::{Sought, Steps},
    session::{Credit, Session},
};

/// What every algorithm says about itself.
struct Entry {
    algorithm: Algorithm,
    /// The name in flags, configurations and reports.
    name: &'static str,
    /// Which goals have distances computed for each test.
    sought: Sought,
    /// Which runs may cover goals.
    credit: Credit,
    run: fn(&mut Session<'_>),
}

const TABLE: [Entry; 8] = [
    Entry {
        algorithm: Algorithm::DynaMosa,
        name: "dynamosa",
        sought: Sought::Dynamic,
        credit: Credit::EveryRun,
        run: dynamosa::run,
    },
    Entry {
        algorithm: Algorithm::Mosa,
        name: "mosa",
        sought: Sought::All,
        credit: Credit::EveryRun,
        run: mosa::run,
    },
    Entry {
        algorithm: Algorithm::RankingOnly,
        name: "ranking-only",
        sought: Sought::Dynamic,
        credit: Credit::EveryRun,
        run: ranking_only::run,
    },
    Entry {
        algorithm: Algorithm::PreferenceOnly,
        name: "preference-only",
        sought: Sought::Dynamic,
        credit: Credit::EveryRun,
        run: preference_only::run,
    },
    Entry {
        algorithm: Algorithm::WholeSuiteArchive,
        name: "wsa",
        sought: Sought::Elsewhere,
        credit: Credit::EveryRun,
        run: whole_suite_archive::run,
    },
    Entry {
        algorithm: Algorithm::WholeSuite,
        name: "ws",
        sought: Sought::Elsewhere,
        credit: Credit::ChosenRuns,
        run: whole_suite::run,
    },
    Entry {
        algorithm: Algorithm::OneGoal,
        name: "one-goal",
        sought: Sought::Elsewhere,
        credit: Credit::ChosenRuns,
        run: one_goal::run,
    },
    Entry {
        algorithm: Algorithm::Random,
        name: "random",
        sought: Sought::All,
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
        self.sought() == Sought::Dynamic
    }

    /// Whether it can seek goals that come up while tests run: one goal at a time has to know all of them beforehand.
    pub fn takes_discovered(self) -> bool {
        self != Self::OneGoal
    }

    pub(crate) fn sought(self) -> Sought {
        self.entry().sought
    }

    pub(crate) fn credit(self) -> Credit {
        self.entry().credit
    }

    fn entry(self) -> &'static Entry {
        TABLE
            .iter()
            .find(|entry| entry.algorithm == self)
            .expect("the table lists every algorithm")
    }
}

/// Searches until everything wanted is covered, the budget ends, or the executor fails. What was found is kept either
/// way.
pub fn search(task: Task<'_>, world: World<'_>, rng: &mut ChaCha8Rng) -> Found {
    let entry = task.parameters.algorithm.entry();
    let widened = match entry.sought {
        Sought::Dynamic => with_stepping_stones(task.goals, task.wanted),
        Sought::All
            if entry.algorithm == Algorithm::Mosa && task.parameters.steps_after < u32::MAX =>
        {
            with_stepping_stones(task.goals, task.wanted)
        }
        Sought::All | Sought::Elsewhere => None,
    };
    let (goals, steps) = match &widened {
        Some((goals, steps)) => (goals, *steps),
        None => (task.goals, Steps::NONE),
    };
    let task = Task { goals, ..task };
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
    let mut session = Session::new((task, steps), world, rng);
    (entry.run)(&mut session);
    session.finish()
}
