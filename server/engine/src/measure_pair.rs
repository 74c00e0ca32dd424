//! Suites for a pair of classes, measured: takes a caller and a callee, searches for one of them, for both, or for their pairs, gives
//! what the minimised suite covers of the pairs and of the callee; offers nothing.

use std::collections::BTreeSet;

use goalline_search::{Bench, minimise, reduce};
use goalline_testcase::{RunOptions, TestCase};

use crate::{
    Budget, Cancel, CoupledWish, EngineError, Request, Step,
    faults::fault_places,
    measure::{Hunt, hunt},
    pair_scoring::{PairScore, PairScoring},
    request::broken,
    warm::Warm,
};

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairSuite {
    /// The pairs.
    Coupled,
    /// The caller, as a unit.
    Caller,
    /// The callee, as a unit.
    Callee,
    /// Both units, each with the whole budget.
    Both,
}

/// What a measured suite for a pair gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasuredPair {
    /// What it covers.
    pub score: PairScore,
    /// Where something was thrown that nothing declares or documents, as `exception at class.method:line`.
    pub faults: BTreeSet<String>,
    /// Goals that were sought.
    pub sought: usize,
    /// How far the search had got; empty where there were two.
    pub steps: Vec<Step>,
    /// Tests in the minimised suite.
    pub tests: usize,
    /// Statements in it.
    pub statements: usize,
    /// Tests of it that the measuring JVM has no types for.
    pub foreign: usize,
    /// Tests run by the search.
    pub executions: u64,
    /// Workers that died.
    pub deaths: u32,
}

/// A pair on warm workers: its scoring, and the unit suites that were found last, which two kinds of suite are made of.
pub(crate) struct PairBench {
    scoring: PairScoring,
    known: Vec<(UnitKey, Suite)>,
}

/// What a unit suite depends on, for one pair.
#[derive(Clone, Debug, PartialEq)]
struct UnitKey {
    is_caller: bool,
    seed: u64,
    budget: Budget,
    how: String,
}

/// A minimised suite in the numbers of the scoring cluster.
#[derive(Clone, Default)]
struct Suite {
    tests: Vec<TestCase>,
    faults: BTreeSet<String>,
    sought: usize,
    steps: Vec<Step>,
    foreign: usize,
    executions: u64,
}

/// Searches, minimises, scores. The caller's request names the callee; the callee's is about its file.
pub(crate) fn measure_pair(
    warm: &mut Warm,
    (caller, inner): (&Request, &Request),
    suite: PairSuite,
    cancel: &Cancel,
) -> Result<MeasuredPair, EngineError> {
    let deaths = warm.searchers.deaths();
    let wish = caller.coupled.clone().unwrap_or_default();
    let mut bench = bench(warm, caller, &wish)?;
    let unit = Request {
        coupled: None,
        ..caller.clone()
    };
    let found = match suite {
        PairSuite::Coupled => search(warm, caller, cancel, &mut bench.scoring)?,
        PairSuite::Caller => bench.unit(warm, (&unit, true), cancel)?,
        PairSuite::Callee => bench.unit(warm, (inner, false), cancel)?,
        PairSuite::Both => {
            let mut both = bench.unit(warm, (&unit, true), cancel)?;
            both.join(bench.unit(warm, (inner, false), cancel)?);
            both
        }
    };
    let score = bench.scoring.score(&mut warm.checkers, &found.tests)?;
    warm.pair = Some(bench);
    Ok(MeasuredPair {
        score,
        faults: found.faults,
        sought: found.sought,
        steps: found.steps,
        tests: found.tests.len(),
        statements: found.tests.iter().map(TestCase::len).sum(),
        foreign: found.foreign,
        executions: found.executions,
        deaths: warm.searchers.deaths() - deaths,
    })
}

/// As it was left, where the pair is the same.
fn bench(warm: &mut Warm, caller: &Request, wish: &CoupledWish) -> Result<PairBench, EngineError> {
    warm.scoring = None;
    let (last, known) = match warm.pair.take() {
        Some(last) => (Some(last.scoring), last.known),
        None => (None, Vec::new()),
    };
    let is_same = last.as_ref().is_some_and(|it| it.is_of(caller, wish));
    Ok(PairBench {
        scoring: PairScoring::of(last, caller, wish, &mut warm.checkers)?,
        known: if is_same { known } else { Vec::new() },
    })
}

impl PairBench {
    /// The suite of one side; the one that was found before, where it is asked for again.
    fn unit(
        &mut self,
        warm: &mut Warm,
        (request, is_caller): (&Request, bool),
        cancel: &Cancel,
    ) -> Result<Suite, EngineError> {
        let key = UnitKey {
            is_caller,
            seed: request.seed,
            budget: request.budget,
            how: format!("{:?} {:?}", request.criteria, request.parameters),
        };
        if let Some((_, suite)) = self.known.iter().find(|(known, _)| *known == key) {
            return Ok(suite.clone());
        }
        let suite = search(warm, request, cancel, &mut self.scoring)?;
        // Other seeds are not asked for again.
        self.known.retain(|(known, _)| known.seed == key.seed);
        self.known.push((key, suite.clone()));
        Ok(suite)
    }
}

impl Suite {
    fn join(&mut self, other: Self) {
        self.tests.extend(other.tests);
        self.faults.extend(other.faults);
        self.sought += other.sought;
        self.steps.clear();
        self.foreign += other.foreign;
        self.executions += other.executions;
    }
}

fn search(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
    scoring: &mut PairScoring,
) -> Result<Suite, EngineError> {
    let mut hunt = hunt(warm, request, cancel)?;
    let contracts = &hunt.prepared.contracts;
    let (pool, surprises) = (&mut warm.searchers, &hunt.found.surprises);
    let faults = fault_places(contracts, pool, &hunt.cluster, surprises);
    let mut suite = Suite {
        faults,
        sought: hunt.prepared.wanted.len(),
        executions: hunt.found.executions,
        steps: std::mem::take(&mut hunt.steps),
        ..Suite::default()
    };
    for test in minimal(warm, &mut hunt)? {
        match scoring.adopt(&hunt.cluster, &test) {
            Some(test) => suite.tests.push(test),
            None => suite.foreign += 1,
        }
    }
    Ok(suite)
}

/// The smallest tests that cover what the archive covers.
fn minimal(warm: &mut Warm, hunt: &mut Hunt) -> Result<Vec<TestCase>, EngineError> {
    let mut tests = Vec::new();
    for (entry, goals) in reduce(&hunt.found.archive, &|_| true) {
        let mut bench = Bench {
            goals: &hunt.prepared.goals,
            probe_base: 0,
            cluster: &mut hunt.cluster,
            executor: &mut warm.searchers,
            options: RunOptions::default(),
        };
        tests.push(minimise(&entry.test, &goals, &mut bench).map_err(broken)?);
    }
    Ok(tests)
}
