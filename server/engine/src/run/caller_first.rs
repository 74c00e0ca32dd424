//! The caller on its own, before pairs: takes a request for pairs, searches for the branches of its file with a part
//! of the budget, gives the tests that a search for pairs starts from; offers nothing.

use goalline_goals::{Criterion, GoalChoice};
use goalline_jvm::Interrupt;
use goalline_prepare::{Budget, Cancel, EngineError, Request};
use goalline_search::{Algorithm, Parameters, reduce};
use goalline_testcase::{StoredTest, TestCase, TestCluster};

use crate::{
    run::{search_run::search_run_from, watch::LAST_ANSWER},
    warm::Warm,
};

/// What was found on the way to a caller's own branches, and what that took.
#[derive(Debug, Default)]
pub struct CallerFirst {
    tests: Vec<StoredTest>,
    /// Tests run.
    pub executions: u64,
    /// Seconds of search.
    pub seconds: f64,
}

impl CallerFirst {
    /// The tests in the numbers of this cluster, as far as it has their types.
    pub fn seeds(&self, cluster: &mut TestCluster) -> Vec<TestCase> {
        let tests = self.tests.iter();
        tests.filter_map(|test| test.restore(cluster)).collect()
    }
}

/// Searches for the caller's branches, where pairs are asked for, there are no tests of it, and the parameters give
/// that a share, until they are covered or the share is used up; gives what is left of the budget, too. A caller that
/// cannot be searched on its own has no tests.
pub fn caller_first(
    warm: &mut Warm,
    request: &Request,
    has_tests: bool,
    cancel: &Cancel,
) -> Result<(CallerFirst, Budget), EngineError> {
    let share = request.parameters.caller_share;
    if request.coupled.is_none() || has_tests || share == 0.0 {
        return Ok((CallerFirst::default(), request.budget));
    }
    let alone = Request {
        coupled: None,
        criteria: GoalChoice::Listed(vec![Criterion::Branch]),
        kill_survivors: false,
        one_per_shape: false,
        budget: request.budget.share(share),
        parameters: Parameters {
            algorithm: Algorithm::DynaMosa,
            ..request.parameters.clone()
        },
        ..request.clone()
    };
    let interrupt = Interrupt::from(cancel.flag()).patient(LAST_ANSWER);
    warm.searchers.set_interrupt(interrupt);
    let search_run = search_run_from(warm, &alone, &|_| Vec::new(), cancel);
    warm.searchers.set_interrupt(Interrupt::default());
    let first = match search_run {
        Ok(search_run) => {
            let covering = reduce(&search_run.found.archive, &|_| true).into_iter();
            let keep = |test: &TestCase| StoredTest::of(&search_run.cluster, test);
            CallerFirst {
                tests: covering.map(|(entry, _)| keep(&entry.test)).collect(),
                executions: search_run.found.executions,
                seconds: search_run.seconds,
            }
        }
        Err(error @ (EngineError::Cancelled | EngineError::Worker(_))) => return Err(error),
        Err(_) => CallerFirst::default(),
    };
    let rest = request.budget.without(first.seconds, first.executions);
    Ok((first, rest))
}
