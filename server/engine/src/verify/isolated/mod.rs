//! Tests with one reason to end as they do: takes ready tests, gives in place of one that ends so for several reasons
//! a test with one of them. Such a test fails where somebody takes what it is for away; the other one would end so all
//! the same.

mod arguments;
mod guards;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{GoalId, GoalKey};
use goalline_prepare::{EngineError, ReadyTest};
use goalline_search::distance;
use goalline_testcase::{Execution, TestCluster};

use crate::verify::{
    assertion_selection::settle_names,
    live::JudgedBatch,
    verification::{Candidate, Checkers, Verdict, Verification, unless_over},
};

/// Tests that are put in the place of others, at most.
const MOST: usize = 32;

/// Tests that are looked at, at most.
const MOST_LOOKED_AT: usize = 128;

/// A test that may stand in the place of another one.
struct Replacement {
    /// The other one's place among the verdicts.
    at: usize,
    old: Arc<ReadyTest>,
    candidate: Candidate,
}

impl Verification<'_> {
    /// Puts tests that have one reason to end as they do in the place of ready tests that have several, where they
    /// cover the same goals, end alike and nothing that was noticed is lost.
    pub(crate) fn isolate_causes(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        done: &mut JudgedBatch,
        taken: &mut BTreeSet<String>,
    ) -> Result<(), EngineError> {
        if checkers.meta_mutant.is_none() {
            // Nobody knows what the old tests notice.
            return Ok(());
        }
        let _spending = self.limits.spend_on_better();
        let found = self.tests_lacking_one(checkers.pool, cluster, done)?;
        self.put_in_place(checkers, cluster, done, taken, found)?;
        let found = self.tests_of_one_cause(checkers.pool, cluster, done)?;
        self.put_in_place(checkers, cluster, done, taken, found)
    }

    /// Puts those in the place of the old ones that are ready and lose nothing.
    fn put_in_place(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        done: &mut JudgedBatch,
        taken: &mut BTreeSet<String>,
        replacements: Vec<Replacement>,
    ) -> Result<(), EngineError> {
        for one in &replacements {
            taken.remove(&one.old.name);
        }
        let candidates = replacements.iter().map(|one| one.candidate.clone());
        let verdicts = self.verify_parts(checkers, cluster, candidates.collect(), taken);
        let mut verdicts = unless_over(verdicts)?.into_iter();
        let mut new: BTreeMap<usize, Arc<ReadyTest>> = BTreeMap::new();
        let mut candidates = BTreeMap::new();
        for Replacement { at, old, .. } in &replacements {
            if let Some((candidate, Verdict::Ready(ready))) = verdicts.next()
                && !loses_something(done, *at, old, &ready)
            {
                new.insert(*at, ready);
                candidates.insert(*at, candidate);
            }
        }
        let old = replacements.into_iter().map(|one| (one.at, one.old));
        let old: Vec<(usize, Arc<ReadyTest>)> = old.collect();
        settle_names(&mut new, &old);
        for (at, old) in old {
            match new.remove(&at).zip(candidates.remove(&at)) {
                // What was put in another one's place before may have been what this one was needless beside.
                Some((ready, candidate)) if !loses_something(done, at, &old, &ready) => {
                    done[at] = (candidate, Verdict::Ready(ready));
                }
                _ => {
                    taken.insert(old.name.clone());
                }
            }
        }
        Ok(())
    }

    /// Whether the run covers all these goals, of which there are some.
    fn covers(&self, goals: &[GoalId], run: &Execution) -> bool {
        let all = &self.prepared.goals;
        let is_covered = |goal: &GoalId| distance(all, *goal, &run.trace) == 0.0;
        !goals.is_empty() && goals.iter().all(is_covered)
    }
}

/// Whether something is noticed, or covered, by the old test alone.
fn loses_something(done: &JudgedBatch, place: usize, old: &ReadyTest, new: &ReadyTest) -> bool {
    let others = || {
        let others = done.iter().enumerate().filter(|(at, _)| *at != place);
        others.filter_map(|(_, (_, verdict))| match verdict {
            Verdict::Ready(test) => Some(test),
            Verdict::Refused(_) => None,
        })
    };
    let is_kept = |kill: &u32| others().any(|test| test.kills.contains(kill));
    let is_covered = |goal: &GoalKey| others().any(|test| test.goals.contains(goal));
    let mut kills = old.kills.iter();
    let mut goals = old.goals.iter();
    kills.any(|kill| !new.kills.contains(kill) && !is_kept(kill))
        || goals.any(|goal| !new.goals.contains(goal) && !is_covered(goal))
}
