//! Suites of the two sides of a pair between runs: keeps the ones found last, which a comparison asks for again;
//! searches for none.

use std::collections::BTreeSet;

use goalline_prepare::{Budget, Request, report::step::Step};
use goalline_testcase::TestCase;

use crate::pair_scoring::PairScoring;

/// A pair on warm workers: its scoring, and the unit suites that were found last, which two kinds of suite are made of.
pub(crate) struct PairMeasurement {
    pub scoring: PairScoring,
    pub known: Vec<(UnitKey, MinimisedSuite)>,
}

/// What a unit suite depends on, for one pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitKey {
    is_caller: bool,
    seed: u64,
    budget: Budget,
    how: String,
}

/// A minimised suite in the numbers of the scoring cluster.
#[derive(Clone, Default)]
pub(crate) struct MinimisedSuite {
    pub tests: Vec<TestCase>,
    pub faults: BTreeSet<String>,
    pub sought: usize,
    pub steps: Vec<Step>,
    pub foreign: usize,
    pub executions: u64,
}

impl UnitKey {
    pub(crate) fn of(request: &Request, is_caller: bool) -> Self {
        Self {
            is_caller,
            seed: request.seed,
            budget: request.budget,
            how: format!("{:?} {:?}", request.criteria, request.parameters),
        }
    }
}

impl PairMeasurement {
    pub(crate) fn known_suite(&self, key: &UnitKey) -> Option<MinimisedSuite> {
        let found = self.known.iter().find(|(known, _)| known == key);
        found.map(|(_, suite)| suite.clone())
    }

    /// Other seeds are not asked for again.
    pub(crate) fn keep(&mut self, key: UnitKey, suite: MinimisedSuite) {
        self.known.retain(|(known, _)| known.seed == key.seed);
        self.known.push((key, suite));
    }
}

impl MinimisedSuite {
    /// Both together, as if one search had found them.
    pub(crate) fn join(&mut self, other: Self) {
        self.tests.extend(other.tests);
        self.faults.extend(other.faults);
        self.sought += other.sought;
        self.steps.clear();
        self.foreign += other.foreign;
        self.executions += other.executions;
    }
}
