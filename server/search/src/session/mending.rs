//! Tests that reach a goal and are not offered, as a `null` that nobody meant ended them: takes runs, keeps per goal
//! the test that came farthest, gives mended ones.
//!
//! In classes that live on others most exceptions of the JVM's own come from an answer or a property that nobody gave;
//! so do many that libraries throw on purpose (`source cannot be null`), which are mended for a while. Elsewhere all
//! are mended for a while: an index outside of an array that is too short, a `null` where an object would do.

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

/// How often it is tried, for a goal, to mend an exception that may well be meant: most that can be mended are by then.
const MOST_TRIES: u32 = 150;

/// The same where nothing is mocked: a call that is missing is found by chance alone.
const MOST_TRIES_BY_CHANCE: u32 = 200;

/// How far the best of them came, by goal.
#[derive(Debug, Default)]
pub(super) struct Mending {
    tests: BTreeMap<GoalId, Promising>,
    /// Whether any exception may be meant: nothing stands for collaborators whose answers may be missing.
    may_all_be_meant: bool,
    /// Whether there was nothing to mend at the end of the last generation, as far as it is looked at: most classes
    /// have little that is worth a note.
    rests: bool,
    /// How often tests were mended that threw what may be meant, by goal.
    tries: BTreeMap<GoalId, u32>,
}

impl Mending {
    /// For a search in which a test that passes is better than others.
    pub(super) fn of(cluster: &TestCluster, parameters: &Parameters) -> Option<Self> {
        let is_apt =
            parameters.prefers_passing && parameters.algorithm.credit() == Credit::EveryRun;
        is_apt.then(|| Self {
            may_all_be_meant: !cluster.may_mock(),
            ..Self::default()
        })
    }

    fn has_tries(&self, goal: GoalId) -> bool {
        let most = if self.may_all_be_meant {
            MOST_TRIES_BY_CHANCE
        } else {
            MOST_TRIES
        };
        self.tries.get(&goal).is_none_or(|tries| *tries < most)
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
    /// Whether the best test of the goal is one that is not offered, or threw for want of an answer, and others may be
    /// found.
    pub(super) fn is_to_be_mended(&self, goal: GoalId) -> bool {
        let Some(mending) = &self.mending else {
            return false;
        };
        let is_apt = match self.archive.best(goal).map(|best| best.ending) {
            Some(Ending::ThrewImplicitly) => !mending.may_all_be_meant || mending.has_tries(goal),
            Some(Ending::Threw) => mending.tests.contains_key(&goal) && mending.has_tries(goal),
            Some(Ending::Passed) | None => false,
        };
        is_apt && !matches!(self.goals.goal(goal).target, Target::Threw(..))
    }

    /// Whether a test that ended so, with this being the best one, is worth a note.
    fn is_mendable(&self, goal: GoalId, ending: Ending) -> bool {
        match ending {
            Ending::Passed => false,
            Ending::ThrewImplicitly => self.is_to_be_mended(goal),
            Ending::Threw => {
                let best = self.archive.best(goal);
                let has_tries = |it: &Mending| it.has_tries(goal);
                best.is_some_and(|it| it.ending == Ending::Threw)
                    && self.mending.as_ref().is_some_and(has_tries)
                    && !matches!(self.goals.goal(goal).target, Target::Threw(..))
            }
        }
    }

    /// Notes a test that reached goals in vain, and came at least as far as the last one.
    pub(super) fn note_mendable(&mut self, test: &TestCase, run: &Execution) {
        let ending = Ending::of(&run.outcome).filter(|it| *it != Ending::Passed);
        let Some(ending) = ending.filter(|_| self.mending.is_some()) else {
            return;
        };
        let rests = self.mending.as_ref().is_some_and(|it| it.rests);
        if rests || ending == Ending::Threw && run.trace.unanswered.is_empty() {
            return;
        }
        let mut goals = Vec::new();
        self.fitness.covered(&run.trace, |goal| goals.push(goal));
        goals.retain(|goal| self.is_mendable(*goal, ending));
        let Some(mending) = &mut self.mending else {
            return;
        };
        if goals.is_empty() {
            return;
        }
        let asked = last_asked(test, &run.trace, self.factory.cluster);
        if ending == Ending::Threw && asked.is_empty() {
            return;
        }
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

    /// Looks whether runs are worth a note in the next generation, where nothing is mocked.
    pub(super) fn look_what_to_mend(&mut self) {
        let Some(mending) = &self.mending else {
            return;
        };
        let is_watched = mending.may_all_be_meant;
        let wanted = self.wanted.iter();
        let rests = is_watched && !wanted.into_iter().any(|goal| self.is_to_be_mended(*goal));
        if let Some(mending) = &mut self.mending {
            mending.rests = rests;
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
        let open: Vec<(GoalId, &Promising)> = open.map(|(goal, it)| (*goal, it)).collect();
        let (goal, promising) = open.into_iter().choose(self.factory.rng)?;
        let (mut test, asked) = (promising.test.clone(), promising.asked.clone());
        let best = self.archive.best(goal);
        let may_be_meant = best.is_some_and(|it| it.ending == Ending::Threw);
        if let Some(mending) = &mut self.mending
            && (may_be_meant || mending.may_all_be_meant)
        {
            *mending.tries.entry(goal).or_default() += 1;
        }
        if may_be_meant || self.factory.rng.random_bool(ANSWERED) {
            operators::mend_by_answer(&mut self.factory, &mut test, &asked);
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
