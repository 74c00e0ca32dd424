//! Suites for a pair of classes, measured: takes a caller and a callee, searches for one of them, for both, or for
//! their pairs, gives what the minimised suite covers of the pairs and of the callee; offers nothing.

use std::collections::BTreeSet;

use goalline_engine::{
    run::search_run::SearchRun,
    verify::{possible_faults::fault_places, verification::SINGLE},
    warm::Warm,
};
use goalline_prepare::{Cancel, EngineError, PairSelector, Request, report::step::Step};
use goalline_search::{HandedOn, Minimisation, minimise, reduce};
use goalline_testcase::TestCase;

use crate::{
    Evaluation,
    measure::search_run,
    pair_scoring::{PairScore, PairScoring},
    pair_suites::{MinimisedSuite, PairMeasurement, UnitKey},
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

/// Searches, minimises, scores. The caller's request names the callee; the callee's is about its file.
pub(crate) fn measure_pair(
    on: &mut Evaluation<'_>,
    caller: &Request,
    inner: &Request,
    suite: PairSuite,
    cancel: &Cancel,
) -> Result<MeasuredPair, EngineError> {
    let deaths = on.warm.searchers.deaths();
    let selector = caller.coupled.clone().unwrap_or_default();
    let mut bench = bench(on, caller, &selector)?;
    let warm = &mut *on.warm;
    let alone = Request {
        coupled: None,
        ..caller.clone()
    };
    let found = match suite {
        PairSuite::Coupled => search(warm, caller, cancel, &mut bench.scoring)?,
        PairSuite::Caller => unit(&mut bench, warm, &alone, true, cancel)?,
        PairSuite::Callee => unit(&mut bench, warm, inner, false, cancel)?,
        PairSuite::Both => {
            let mut both = unit(&mut bench, warm, &alone, true, cancel)?;
            both.join(unit(&mut bench, warm, inner, false, cancel)?);
            both
        }
    };
    let score = bench
        .scoring
        .score(&found.tests, &mut warm.checkers, cancel)?;
    on.scorers.pair = Some(bench);
    Ok(MeasuredPair {
        score,
        faults: found.faults,
        sought: found.sought,
        steps: found.steps,
        tests: found.tests.len(),
        statements: found.tests.iter().map(TestCase::len).sum(),
        foreign: found.foreign,
        executions: found.executions,
        deaths: on.warm.searchers.deaths() - deaths,
    })
}

/// As it was left, where the pair is the same.
fn bench(
    on: &mut Evaluation<'_>,
    caller: &Request,
    selector: &PairSelector,
) -> Result<PairMeasurement, EngineError> {
    on.scorers.scoring = None;
    let (last, known) = match on.scorers.pair.take() {
        Some(last) => (Some(last.scoring), last.known),
        None => (None, Vec::new()),
    };
    let is_same = last.as_ref().is_some_and(|it| it.is_of(caller, selector));
    Ok(PairMeasurement {
        scoring: PairScoring::of(
            last,
            caller,
            selector,
            &mut on.warm.checkers,
            &mut on.warm.attributions,
        )?,
        known: if is_same { known } else { Vec::new() },
    })
}

/// The suite of one side; the one that was found before, where it is asked for again.
fn unit(
    bench: &mut PairMeasurement,
    warm: &mut Warm,
    request: &Request,
    is_caller: bool,
    cancel: &Cancel,
) -> Result<MinimisedSuite, EngineError> {
    let key = UnitKey::of(request, is_caller);
    if let Some(suite) = bench.known_suite(&key) {
        return Ok(suite);
    }
    let suite = search(warm, request, cancel, &mut bench.scoring)?;
    bench.keep(key, suite.clone());
    Ok(suite)
}

fn search(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
    scoring: &mut PairScoring,
) -> Result<MinimisedSuite, EngineError> {
    let mut search_run = search_run(warm, request, cancel)?;
    let contracts = &search_run.prepared.knowledge.contracts;
    let (pool, undeclared) = (&mut warm.searchers, &search_run.found.undeclared);
    let faults = fault_places(contracts, pool, &search_run.cluster, undeclared);
    let mut suite = MinimisedSuite {
        faults,
        sought: search_run.prepared.scope.wanted.len(),
        executions: search_run.found.executions,
        steps: std::mem::take(&mut search_run.steps),
        ..MinimisedSuite::default()
    };
    for test in minimal(warm, &mut search_run, cancel)? {
        match scoring.adopt(&search_run.cluster, &test) {
            Some(test) => suite.tests.push(test),
            None => suite.foreign += 1,
        }
    }
    Ok(suite)
}

/// The smallest tests that cover what the archive covers.
fn minimal(
    warm: &mut Warm,
    search_run: &mut SearchRun,
    cancel: &Cancel,
) -> Result<Vec<TestCase>, EngineError> {
    let mut tests = Vec::new();
    for (entry, goals) in reduce(&search_run.found.archive, &|_| true) {
        cancel.check()?;
        let mut bench = Minimisation {
            goals: &search_run.prepared.goals,
            cluster: &mut search_run.cluster,
            executor: &mut warm.searchers,
            options: SINGLE,
            handed_on: &mut HandedOn::default(),
        };
        tests.push(minimise(&entry.test, &goals, &mut bench)?);
    }
    Ok(tests)
}
