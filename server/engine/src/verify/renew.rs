//! Tests of the last run of a file: takes what was kept, gives those that still hold on the class as it is now, and
//! seeds for the search.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{GoalId, GoalKey};
use goalline_jvm::Pool;
use goalline_prepare::{
    EngineError, GoalState, PossibleFault, ReadyTest, Report, prepare::prepared::Prepared,
};
use goalline_search::{Fitness, SearchResult, reduce};
use goalline_testcase::{Executor, Outcome, StoredTest, TestCase, TestCluster};

use crate::{
    observe::OBSERVING,
    store::{last_results::LastRun, version},
    verify::{
        live::JudgedBatch,
        verification::{Candidate, Verdict, Verification},
    },
};

/// Tests beside the ready ones that a later search starts from.
const MOST_SEEDS: usize = 64;

/// What a run starts from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    /// Ready tests of the last run, fitted to the class.
    pub ready: Vec<(Arc<ReadyTest>, TestCase)>,
    /// Tests for the first population, those of the ready ones among them.
    pub seeds: Vec<TestCase>,
}

impl Start {
    /// What of the last run can still be built; `now` is the class as it is. Tests that were written in another style
    /// are seeds only.
    pub(crate) fn of(
        kept: Option<&LastRun>,
        style: &str,
        now: &str,
        cluster: &mut TestCluster,
    ) -> Self {
        let Some(kept) = kept else {
            return Self::default();
        };
        let mut start = Self::default();
        for test in &kept.tests {
            if let Some(case) = test.case.restore(cluster) {
                start.seeds.push(case.clone());
                let test = if kept.source == now {
                    test.clone()
                } else {
                    Arc::new(of_older_text(test))
                };
                start.ready.push((test, case));
            }
        }
        if kept.style != style {
            start.ready.clear();
        }
        let others = kept.seeds.iter().filter_map(|test| test.restore(cluster));
        start.seeds.extend(others);
        start
    }
}

impl Verification<'_> {
    /// Those of the tests that still cover a wanted goal, compile and pass, with the goals they cover now.
    pub(crate) fn renew(
        &self,
        pool: &mut Pool,
        cluster: &TestCluster,
        tests: &[(Arc<ReadyTest>, TestCase)],
        taken: &mut BTreeSet<String>,
    ) -> Result<JudgedBatch, EngineError> {
        let cases: Vec<TestCase> = tests.iter().map(|(_, case)| case.clone()).collect();
        let runs = pool.run(cluster, &cases, OBSERVING)?;
        let wanted: BTreeSet<GoalId> = self.prepared.scope.wanted.iter().copied().collect();
        let fitness = Fitness::new(&self.prepared.goals);
        let mut covers: BTreeMap<usize, Vec<GoalId>> = BTreeMap::new();
        for (at, run) in runs.iter().enumerate() {
            let mut goals = Vec::new();
            if matches!(run.outcome, Outcome::Passed | Outcome::Threw { .. }) {
                fitness.covered(&run.trace, |goal| goals.push(goal));
            }
            if goals.iter().any(|goal| wanted.contains(goal)) {
                covers.insert(at, goals);
            }
        }
        let written = covers.keys().map(|at| (*at, tests[*at].0.written.clone()));
        let written: Vec<_> = written.collect();
        let failures = self.check(pool, &written)?;
        let mut done = Vec::new();
        for (at, goals) in covers {
            let (old, case) = &tests[at];
            if failures.contains_key(&old.name) {
                continue;
            }
            taken.insert(old.name.clone());
            let key = |goal: &GoalId| self.prepared.goals.goal(*goal).key.clone();
            let test = ReadyTest {
                goals: goals.iter().map(key).collect(),
                ..(**old).clone()
            };
            let candidate = Candidate::new(case.clone(), goals);
            done.push((candidate, Verdict::Ready(Arc::new(test))));
        }
        Ok(done)
    }
}

/// The test without what is told of it in numbers of lines and mutants: the class has others since.
fn of_older_text(test: &ReadyTest) -> ReadyTest {
    let mut test = ReadyTest {
        tells_apart: Vec::new(),
        left_out: Vec::new(),
        minor_kills: Vec::new(),
        ..test.clone()
    };
    test.written.kills.clear();
    test
}

/// Tests for the next search to start from: what covers goals that no verified test covers, and the nearest attempts.
pub(crate) fn seeds(
    prepared: &Prepared,
    cluster: &TestCluster,
    found: &SearchResult,
) -> Vec<StoredTest> {
    let wanted: BTreeSet<GoalId> = prepared.scope.wanted.iter().copied().collect();
    let is_discovered = |goal: GoalId| goal.0 as usize >= prepared.goals.goals.len();
    let covering = reduce(&found.archive, &|goal| {
        wanted.contains(&goal) || is_discovered(goal)
    });
    let covering = covering.iter().map(|(entry, _)| &entry.test);
    let nearest = found.closest.iter().map(|closest| &closest.test);
    let mut seeds: Vec<StoredTest> = Vec::new();
    for test in covering.chain(nearest) {
        let kept = StoredTest::of(cluster, test);
        if seeds.len() < MOST_SEEDS && !seeds.contains(&kept) {
            seeds.push(kept);
        }
    }
    seeds
}

/// What the last run had and one about a single method has not looked for: of the same text, the nearest attempts of
/// other goals and possible faults; of any, tests for a search to start from.
pub(crate) fn add_others(
    last: &LastRun,
    now: &str,
    report: &mut Report,
    seeds: &mut Vec<StoredTest>,
) {
    let more = last.seeds.iter().filter(|test| !seeds.contains(test));
    let more: Vec<StoredTest> = more.cloned().collect();
    seeds.extend(more);
    seeds.truncate(MOST_SEEDS);
    if last.source != now {
        return;
    }
    let states: BTreeMap<&GoalKey, &GoalState> = last
        .states
        .iter()
        .map(|(key, state)| (key, state))
        .collect();
    for goal in report.goals.iter_mut().filter(|goal| !goal.is_sought) {
        let known = states.get(&goal.goal.key);
        if let (GoalState::NotReached(None), Some(known @ GoalState::NotReached(_))) =
            (&goal.state, known)
        {
            goal.state = (*known).clone();
        }
    }
    for fault in &last.faults {
        let is_it = |known: &PossibleFault| {
            known.method == fault.method && known.exception == fault.exception
        };
        if !report.faults.iter().any(is_it) {
            report.faults.push(fault.clone());
        }
    }
}

/// What is kept of a run. The states of one that was cut short by a newer one are not its last word.
pub(crate) fn keep(
    prepared: &Prepared,
    style: String,
    report: &Report,
    seeds: Vec<StoredTest>,
    is_whole: bool,
) -> LastRun {
    let states = report.goals.iter();
    let states = states.map(|it| (it.goal.key.clone(), it.state.clone()));
    LastRun {
        version: version(),
        source: if is_whole {
            prepared.unit.text.clone()
        } else {
            String::new()
        },
        style,
        states: states.collect(),
        tests: report.tests.clone(),
        class: report.class.clone(),
        faults: report.faults.clone(),
        others: report.user_tests.others,
        seeds,
    }
}
