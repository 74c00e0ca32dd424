//! Scoring of suites by pairs of branches: takes tests of any search over a caller or its callee, gives what they
//! cover of the pairs, in both readings, and of the callee's lines and mutants, when each runs alone in a fresh class
//! loader.

use std::{collections::BTreeSet, path::PathBuf};

use goalline_engine::mutants::suite_kills::{FRESH, kill, run_each};
use goalline_goals::{GoalId, GoalKey, GoalSet, MutantId, Target};
use goalline_jvm::{Pool, SetId};
use goalline_prepare::{
    Cancel, EngineError, Request,
    prepare::{
        prepared::Prepared,
        with_callees::{CalleeGoals, Javac, prepare_inspected},
    },
    request::pair_selector::{PairDefinition, PairSelector},
    sources::attributions::Attributions,
};
use goalline_search::{Ending, Fitness, strong_mutants};
use goalline_testcase::{StoredTest, TestBed, TestCase, TestCluster};

/// Goals with whether a suite covers them.
pub type ScoredGoals = Vec<(GoalKey, bool)>;

/// What a suite covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Pairs: one test covers both branches.
    pub pairs: ScoredGoals,
    /// Pairs by call: the callee's branch happened during the call, in a test that covers the caller's.
    pub strict: ScoredGoals,
    /// Lines of the callee's file.
    pub lines: ScoredGoals,
    /// Mutants of the callee's file, killed by some test.
    pub mutants: ScoredGoals,
}

/// A caller and its callee with the probes of all that is scored, on a JVM that runs no search.
pub(crate) struct PairScoring {
    /// The caller's file and the callee's name.
    request: (PathBuf, Option<String>),
    prepared: Prepared,
    cluster: TestCluster,
    callee: CalleeGoals,
    mutants: BTreeSet<MutantId>,
}

impl PairScoring {
    /// The pair of the request; as it was left, where that is what is asked for.
    pub(crate) fn of(
        last: Option<Self>,
        request: &Request,
        selector: &PairSelector,
        checkers: &mut Pool,
        attributions: &mut Attributions,
    ) -> Result<Self, EngineError> {
        if let Some(last) = last.filter(|last| last.is_of(request, selector)) {
            return Ok(last);
        }
        let pair = (request.file.clone(), selector.callee.clone());
        let selector = PairSelector {
            reading: PairDefinition::Both,
            ..selector.clone()
        };
        let worker = checkers.worker();
        worker.keep_only(&[SetId::Plain, SetId::Probed], &[&request.file])?;
        let (mut prepared, callee) = prepare_inspected(
            request,
            &selector,
            Javac {
                worker,
                attributions,
            },
        )?;
        let mutants = strong_mutants(&callee.goals, &callee.wanted);
        Ok(Self {
            request: pair,
            mutants: mutants.map(|(mutant, _)| mutant).collect(),
            cluster: std::mem::take(&mut prepared.cluster),
            prepared,
            callee,
        })
    }

    /// Whether this is the pair of the request.
    pub(crate) fn is_of(&self, request: &Request, selector: &PairSelector) -> bool {
        self.request.0 == request.file && self.request.1 == selector.callee
    }

    /// The test in the numbers of this cluster.
    pub(crate) fn adopt(&mut self, cluster: &TestCluster, test: &TestCase) -> Option<TestCase> {
        StoredTest::of(cluster, test).restore(&mut self.cluster)
    }

    /// Runs each test alone and scores the suite.
    pub(crate) fn score(
        &self,
        tests: &[TestCase],
        checkers: &mut Pool,
        cancel: &Cancel,
    ) -> Result<PairScore, EngineError> {
        let mut test_bed = TestBed {
            executor: checkers,
            cluster: &self.cluster,
        };
        let mut runs = run_each(&mut test_bed, tests, FRESH, cancel)?;
        kill(&mut test_bed, &self.mutants, tests, &mut runs, cancel)?;
        let pairs = Fitness::new(&self.prepared.goals);
        let callee = Fitness::new(&self.callee.goals);
        let (mut together, mut inside) = (BTreeSet::new(), BTreeSet::new());
        for run in runs.iter().filter(|run| Ending::of(&run.outcome).is_some()) {
            pairs.covered(&run.trace, |goal| {
                together.insert(goal);
            });
            callee.covered(&run.trace, |goal| {
                inside.insert(goal);
            });
        }
        let of_pairs = |is_strict: bool| {
            let set = &self.prepared.goals;
            let wanted = self.prepared.scope.wanted.iter();
            let wanted = wanted.filter(|goal| self.is_told(set, **goal) == is_strict);
            scored(set, wanted, &together)
        };
        let of_callee = |is_line: bool| {
            let set = &self.callee.goals;
            let wanted = self.callee.wanted.iter();
            let wanted =
                wanted.filter(|goal| matches!(set.goal(**goal).target, Target::Line(_)) == is_line);
            scored(set, wanted, &inside)
        };
        Ok(PairScore {
            pairs: of_pairs(false),
            strict: of_pairs(true),
            lines: of_callee(true),
            mutants: of_callee(false),
        })
    }

    /// Whether the goal asks that the call was under way.
    fn is_told(&self, set: &GoalSet, goal: GoalId) -> bool {
        match set.goal(goal).target {
            Target::Coupled(pair) => pair.callee.predicate.0 >= self.callee.first_told,
            _ => false,
        }
    }
}

fn scored<'a>(
    set: &GoalSet,
    goals: impl Iterator<Item = &'a GoalId>,
    covered: &BTreeSet<GoalId>,
) -> ScoredGoals {
    goals
        .map(|goal| (set.goal(*goal).key.clone(), covered.contains(goal)))
        .collect()
}
