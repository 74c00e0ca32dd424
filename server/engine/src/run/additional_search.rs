//! The second part of a search: takes what the first part found, weaves the probes that mutants and direct calls
//! need, searches on from there; offers nothing itself.

use goalline_goals::GoalId;
use goalline_jvm::Pool;
use goalline_prepare::{
    EngineError,
    needed_probes::unmeasurable,
    prepare::{class::compile_probed, prepared::Prepared},
};
use goalline_search::{SearchResult, reduce};
use goalline_testcase::TestCase;

/// Share of the budget that the first search has where a second one follows: it is fast, and what it misses is sought
/// on.
pub(crate) const FIRST_PART: f64 = 0.5;

/// What the second search is to do.
pub(crate) struct Second {
    /// Goals that it seeks: what is asked for and not found, and what goes beyond.
    pub wanted: Vec<GoalId>,
    /// Tests to start from.
    pub seeds: Vec<TestCase>,
}

/// Gives the searching worker the class with the further probes. None where there is nothing further, or javac takes
/// no such probes.
pub(crate) fn second(
    prepared: &Prepared,
    pool: &mut Pool,
    found: &SearchResult,
) -> Result<Option<Second>, EngineError> {
    let Some(measured) = prepared
        .probing
        .measured
        .as_ref()
        .filter(|_| !prepared.scope.additional.is_empty())
    else {
        return Ok(None);
    };
    let flow = &prepared.goals.flow;
    let worker = pool.worker();
    worker.prepare(&measured.room)?;
    let (unit, plan) = (&prepared.unit, measured.plan(flow));
    let compiled = match compile_probed(worker, &prepared.file, flow, unit, plan) {
        Ok(compiled) => compiled,
        Err(error @ (EngineError::Worker(_) | EngineError::Cancelled)) => return Err(error),
        Err(_) => return Ok(None),
    };
    let lost = unmeasurable(&prepared.goals, &compiled.probes);
    let is_open = |goal: &&GoalId| found.archive.confirmed(**goal).is_none();
    let sought = prepared.sought();
    let open = sought.iter().filter(is_open);
    let additional = prepared
        .scope
        .additional
        .iter()
        .filter(|goal| !lost.contains_key(goal));
    let mut wanted: Vec<GoalId> = open.chain(additional).copied().collect();
    wanted.sort_unstable();
    let covering = reduce(&found.archive, &|_| true);
    let covering = covering.into_iter().map(|(entry, _)| entry.test.clone());
    let nearest = found.closest.iter().map(|closest| closest.test.clone());
    Ok(Some(Second {
        wanted,
        seeds: covering.chain(nearest).collect(),
    }))
}
