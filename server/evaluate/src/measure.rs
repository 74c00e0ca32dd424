//! A search that is measured and offers nothing: takes a request, gives what the minimised suite covers in a fresh
//! run, and when the search got how far.

use std::collections::BTreeSet;

use goalline_engine::{
    run::{
        caller_first::caller_first,
        search_run::{SearchRun, search_run_from},
    },
    warm::Warm,
};
use goalline_goals::{Criterion, GoalId, GoalKey};
use goalline_prepare::{
    Cancel, EngineError, Request, prepare::prepared::Prepared, report::step::Step,
};
use goalline_testcase::TestCase;

use crate::{Evaluation, scoring::Scoring};

/// A goal with whether the suite covers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredGoal {
    /// Its stable name.
    pub key: GoalKey,
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// Whether the minimised suite covers it in a fresh run.
    pub is_covered: bool,
}

/// What a measured search gave.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredSearch {
    /// The goals of the scored criteria that can be measured, in source order, then the exceptions that the suite sees.
    pub goals: Vec<MeasuredGoal>,
    /// Goals that were asked for, exceptions that came up among them; branches that only show the way are not.
    pub sought: usize,
    /// One per change of the number of covered goals among those, in order.
    pub steps: Vec<Step>,
    /// Tests in the minimised suite.
    pub tests: usize,
    /// Statements in it.
    pub statements: usize,
    /// Tests run by the search.
    pub executions: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Workers that died.
    pub deaths: u32,
}

/// Prepares and searches; for pairs after a search for the caller's own branches on the same budget.
pub(crate) fn search_run(
    warm: &mut Warm,
    request: &Request,
    cancel: &Cancel,
) -> Result<SearchRun, EngineError> {
    let (before, budget) = caller_first(warm, request, false, cancel)?;
    let rest = Request {
        budget,
        ..request.clone()
    };
    let mut search_run = search_run_from(warm, &rest, &|cluster| before.seeds(cluster), cancel)?;
    search_run.found.executions += before.executions;
    search_run.seconds += before.seconds;
    for step in &mut search_run.steps {
        step.executions += before.executions;
        step.seconds += before.seconds;
    }
    Ok(search_run)
}

/// Searches, minimises, scores what is left by these criteria in a JVM that ran no search. Gives the tests, too, in
/// the numbers of what the scoring left in that JVM.
pub(crate) fn measure(
    on: &mut Evaluation<'_>,
    request: &Request,
    scored: &[Criterion],
    cancel: &Cancel,
) -> Result<(MeasuredSearch, Vec<TestCase>), EngineError> {
    let deaths = on.warm.searchers.deaths();
    let search_run = search_run(on.warm, request, cancel)?;
    let last = on.scorers.scoring.take();
    let checkers = &mut on.warm.checkers;
    let mut scoring = Scoring::of(last, request, &search_run.prepared, scored, checkers)?;
    let tests = scoring.minimal_suite(&search_run, checkers, cancel)?;
    let covered = scoring.covered(&tests, scored, checkers, cancel)?;
    let goals = measured_goals(&scoring.prepared, scored, &covered);
    on.scorers.scoring = Some(scoring);
    let asked = search_run.prepared.scope.wanted.iter();
    let asked = asked.filter(|goal| search_run.prepared.scope.selected.keeps(**goal));
    let measured = MeasuredSearch {
        goals,
        sought: asked.count() + search_run.prepared.goals.discovered.goals().count(),
        steps: search_run.steps,
        tests: tests.len(),
        statements: tests.iter().map(TestCase::len).sum(),
        executions: search_run.found.executions,
        seconds: search_run.seconds,
        deaths: on.warm.searchers.deaths() - deaths,
    };
    Ok((measured, tests))
}

fn measured_goals(
    prepared: &Prepared,
    scored: &[Criterion],
    covered: &BTreeSet<GoalId>,
) -> Vec<MeasuredGoal> {
    let wanted: BTreeSet<GoalId> = prepared.scope.wanted.iter().copied().collect();
    let goals = prepared.goals.all();
    goals
        .filter(|goal| scored.contains(&goal.criterion))
        // Exceptions that other suites saw are no goals of this one: there is no total.
        .filter(|goal| match goal.criterion {
            Criterion::Exception => covered.contains(&goal.id),
            _ => wanted.contains(&goal.id),
        })
        .map(|goal| MeasuredGoal {
            key: goal.key.clone(),
            criterion: goal.criterion,
            is_covered: covered.contains(&goal.id),
        })
        .collect()
}
