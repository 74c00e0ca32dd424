//! Tests that reach a goal and are not offered, as a `null` that nobody meant ended them: takes runs, keeps per goal
//! the test that came farthest, gives mended ones.
//!
//! In classes that live on others most exceptions of the JVM's own come from an answer or a property that nobody gave.

use std::collections::BTreeMap;

use goalline_goals::{GoalId, Target};
use goalline_testcase::{DoubleMethod, Execution, TestCase, TestCluster, Trace};
use rand::{Rng, seq::IteratorRandom};

use super::{Credit, SearchSession};
use crate::{
    Ending, Parameters,
    operators::{self, questions::last_asked},
    population::archive::executed_length,
};

/// The part of a generation that is mended, while there is something to mend.
const MENDED: f64 = 0.3;

/// The part of what is mended that gets an answer to what was asked last.
const ANSWERED: f64 = 0.3;

/// How far the best of them came, by goal.
#[derive(Debug, Default)]
pub(super) struct Mending {
    tests: BTreeMap<GoalId, Promising>,
}

impl Mending {
    /// For a search in which a test that passes is better than others; none where nothing is mocked.
    pub(super) fn of(cluster: &TestCluster, parameters: &Parameters) -> Option<Self> {
        let is_apt = cluster.may_mock()
            && parameters.prefers_passing
            && parameters.algorithm.credit() == Credit::EveryRun;
        is_apt.then(Self::default)
    }
}

/// A test that is worth mending.
#[derive(Debug)]
struct Promising {
    test: TestCase,
    progress: usize,
    /// What its mocks were asked last and had no answer for, with their places.
    asked: Vec<(usize, DoubleMethod)>,
}

impl SearchSession<'_> {
    /// Whether the best test of the goal is one that is not offered, and others may be found.
    pub(super) fn is_to_be_mended(&self, goal: GoalId) -> bool {
        let best = self.archive.best(goal);
        self.mending.is_some()
            && best.is_some_and(|it| it.ending == Ending::ThrewImplicitly)
            && !matches!(self.goals.goal(goal).target, Target::Threw(..))
    }

    /// Notes a test that reached goals in vain, and came at least as far as the last one.
    pub(super) fn note_mendable(&mut self, test: &TestCase, run: &Execution) {
        if self.mending.is_none() || Ending::of(&run.outcome) != Some(Ending::ThrewImplicitly) {
            return;
        }
        let mut goals = Vec::new();
        self.fitness.covered(&run.trace, |goal| goals.push(goal));
        goals.retain(|goal| self.is_to_be_mended(*goal));
        let Some(mending) = &mut self.mending else {
            return;
        };
        if goals.is_empty() {
            return;
        }
        let asked = last_asked(test, &run.trace, self.factory.cluster);
        let progress = progress(&run.trace);
        for goal in goals {
            let known = mending.tests.get(&goal);
            if known.is_none_or(|known| known.progress <= progress) {
                let length = executed_length(test, &run.outcome);
                let test = TestCase {
                    statements: test.statements[..length].to_vec(),
                };
                let promising = Promising {
                    test,
                    progress,
                    asked: asked.clone(),
                };
                mending.tests.insert(goal, promising);
            }
        }
    }

    /// Whether there is something to mend.
    pub(super) fn mends(&self) -> bool {
        let tests = self.mending.iter().flat_map(|it| it.tests.keys());
        tests.into_iter().any(|goal| self.is_to_be_mended(*goal))
    }

    /// A mended test, in some turns.
    pub(crate) fn mended(&mut self) -> Option<TestCase> {
        if !self.mends() || !self.factory.rng.random_bool(MENDED) {
            return None;
        }
        let all = self.mending.iter().flat_map(|it| &it.tests);
        let open = all.filter(|(goal, _)| self.is_to_be_mended(**goal));
        let open: Vec<&Promising> = open.map(|(_, it)| it).collect();
        let promising = open.into_iter().choose(self.factory.rng)?;
        let mut test = promising.test.clone();
        if self.factory.rng.random_bool(ANSWERED) {
            operators::mend_by_answer(&mut self.factory, &mut test, &promising.asked);
        } else {
            operators::mend(&mut self.factory, &mut test);
        }
        Some(test)
    }
}

/// How far a run came: the outcomes of conditions and the methods that it saw.
fn progress(trace: &Trace) -> usize {
    let outcomes = trace.predicates.iter();
    let outcomes =
        outcomes.map(|it| usize::from(it.true_count > 0) + usize::from(it.false_count > 0));
    outcomes.sum::<usize>() + trace.methods.len()
}
