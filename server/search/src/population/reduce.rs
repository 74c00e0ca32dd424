//! Suites from archives: takes tests with the goals they cover, gives a small set of short ones that covers them all.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::GoalId;

use crate::{Archive, ArchivedTest};

/// A small set of confirmed tests that covers every open goal some confirmed test covers, each with the goals it was
/// taken for.
pub fn reduce(
    archive: &Archive,
    is_open: &dyn Fn(GoalId) -> bool,
) -> Vec<(Arc<ArchivedTest>, Vec<GoalId>)> {
    reduce_tests(archive.confirmed_tests().filter(|(goal, _)| is_open(*goal)))
}

/// Takes tests greedily by new goals per statement, then drops those that later ones made needless.
pub(crate) fn reduce_tests<'a>(
    tests: impl Iterator<Item = (GoalId, &'a Arc<ArchivedTest>)>,
) -> Vec<(Arc<ArchivedTest>, Vec<GoalId>)> {
    let mut open = BTreeSet::new();
    let mut candidates: Vec<&Arc<ArchivedTest>> = Vec::new();
    for (goal, test) in tests {
        open.insert(goal);
        if !candidates.iter().any(|known| Arc::ptr_eq(known, test)) {
            candidates.push(test);
        }
    }
    let mut taken: Vec<(Arc<ArchivedTest>, Vec<GoalId>)> = Vec::new();
    while !open.is_empty() {
        let gain = |test: &ArchivedTest| test.covers.iter().filter(|g| open.contains(g)).count();
        let best = candidates
            .iter()
            .enumerate()
            .map(|(at, test)| (at, gain(test)))
            .filter(|(_, gain)| *gain > 0)
            .max_by(|a, b| {
                by_worth(candidates[a.0], a.1)
                    .cmp_to(by_worth(candidates[b.0], b.1))
                    .then(b.0.cmp(&a.0))
            });
        let Some((at, _)) = best else { break };
        let test = candidates.swap_remove(at);
        let goals: Vec<GoalId> = test
            .covers
            .iter()
            .copied()
            .filter(|g| open.remove(g))
            .collect();
        taken.push((test.clone(), goals));
    }
    drop_needless(taken)
}

/// New goals against statements, better endings first.
#[derive(Clone, Copy)]
struct Worth {
    ending: crate::Ending,
    gain: usize,
    length: usize,
}

fn by_worth(test: &ArchivedTest, gain: usize) -> Worth {
    // One statement more than it has: a test has a cost of its own, so that longer tests that cover more can win.
    Worth {
        ending: test.ending,
        gain,
        length: test.test.len() + 1,
    }
}

impl Worth {
    /// Greater is worth more.
    fn cmp_to(self, other: Self) -> std::cmp::Ordering {
        let ratio = (self.gain * other.length).cmp(&(other.gain * self.length));
        other
            .ending
            .cmp(&self.ending)
            .then(ratio)
            .then(other.length.cmp(&self.length))
    }
}

fn drop_needless(
    mut taken: Vec<(Arc<ArchivedTest>, Vec<GoalId>)>,
) -> Vec<(Arc<ArchivedTest>, Vec<GoalId>)> {
    let mut covered_by: BTreeMap<GoalId, usize> = BTreeMap::new();
    for (test, _) in &taken {
        for goal in &test.covers {
            *covered_by.entry(*goal).or_default() += 1;
        }
    }
    let mut orphans = Vec::new();
    for at in (0..taken.len()).rev() {
        let needless = taken[at].1.iter().all(|goal| covered_by[goal] > 1);
        if needless {
            let (test, goals) = taken.remove(at);
            for goal in &test.covers {
                if let Some(count) = covered_by.get_mut(goal) {
                    *count -= 1;
                }
            }
            orphans.extend(goals);
        }
    }
    for goal in orphans {
        if let Some((_, goals)) = taken
            .iter_mut()
            .find(|(test, _)| test.covers.contains(&goal))
        {
            goals.push(goal);
            goals.sort_unstable();
        }
    }
    taken
}
