//! Pairs of branches that a run has looked at, per file of a caller: takes reports, gives for each call what no test
//! covers; draws nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_engine::{
    Combination, CoupledCall, FileKeys, GoalState, LastPairs, ReadyTest, WrittenTest,
};
use goalline_goals::GoalKey;

use {
    super::ignored,
    crate::serve::state::documents::equal_bodies::{stands_in, without_blanks},
};

/// What is known of the calls of one file.
#[derive(Default)]
pub struct FilePairs {
    calls: Vec<CoupledCall>,
    states: BTreeMap<GoalKey, GoalState>,
    /// The texts of the run, of the caller and of all that it calls.
    texts: BTreeMap<PathBuf, Arc<str>>,
    /// The files that all this depends on.
    seen: FileKeys,
    tests: Vec<Arc<ReadyTest>>,
    /// Tests the user has taken: their text stands in the test file.
    taken: Vec<Arc<ReadyTest>>,
    /// Goals the user wants to see no more, by key on one line.
    pub ignored: BTreeSet<String>,
}

/// A call of a file with what is missing at it.
pub struct PairsAt<'a> {
    /// The call, where it stood when the run began.
    pub call: &'a CoupledCall,
    /// Combinations that can be measured.
    pub measured: usize,
    /// Those that no test covers.
    pub missing: Vec<&'a Combination>,
}

impl FilePairs {
    /// What an earlier process has found.
    pub fn of(found: LastPairs) -> Self {
        let mut pairs = Self::default();
        pairs.update(found, "");
        pairs
    }

    /// A run has ended that ran the tests of this text, where there is one: what it says of them is newer than what
    /// was known when they were made.
    pub fn update(&mut self, found: LastPairs, test_file: &str) {
        let text = without_blanks(test_file);
        self.taken.retain(|test| !stands_in(test, &text));
        self.states = found.states.into_iter().collect();
        self.calls = found.calls;
        self.tests = found.tests;
        self.texts = found.texts;
        self.seen = found.seen;
    }

    /// Whether what is known depends on this file.
    pub fn involves(&self, path: &Path) -> bool {
        self.seen.holds(path)
    }

    /// The files that all this depends on, as they were.
    pub fn seen(&self) -> &FileKeys {
        &self.seen
    }

    /// The text of a file in the last run.
    pub fn text(&self, path: &Path) -> Option<&Arc<str>> {
        self.texts.get(path)
    }

    /// The calls of this file with something to measure, in source order.
    pub fn at(&self, path: &Path) -> Vec<PairsAt<'_>> {
        let covered: BTreeSet<&GoalKey> = self.taken.iter().flat_map(|test| &test.goals).collect();
        let mut calls: Vec<PairsAt<'_>> = self
            .calls
            .iter()
            .filter(|call| call.file == path)
            .map(|call| {
                let is_measured = |one: &&Combination| {
                    !matches!(
                        self.states.get(&one.key),
                        None | Some(
                            GoalState::NotMeasured
                                | GoalState::NotKnown(_)
                                | GoalState::NotMeasurable(_)
                        )
                    )
                };
                let measured = call.combinations.iter().filter(is_measured);
                let is_missing = |one: &&Combination| {
                    !matches!(self.state(one), Some(GoalState::CoveredByUser(_)))
                        && !covered.contains(&one.key)
                        && !self.is_ignored(&one.key)
                };
                PairsAt {
                    call,
                    measured: measured.clone().count(),
                    missing: measured.filter(is_missing).collect(),
                }
            })
            .filter(|at| at.measured > 0)
            .collect();
        calls.sort_by_key(|at| at.call.span);
        calls
    }

    /// Where a combination stands.
    pub fn state(&self, one: &Combination) -> Option<&GoalState> {
        self.states.get(&one.key)
    }

    /// The test on offer for a combination.
    pub fn ready(&self, one: &Combination) -> Option<&Arc<ReadyTest>> {
        let mut offers = self.verified();
        offers.find(|test| test.goals.contains(&one.key))
    }

    /// Names of the tests that the user has taken for a combination.
    pub fn taken(&self, one: &Combination) -> Option<&str> {
        let test = self.taken.iter().find(|it| it.goals.contains(&one.key))?;
        Some(&test.name)
    }

    /// Tests that can be offered: ready and not taken, in their order.
    pub fn verified(&self) -> impl Iterator<Item = &Arc<ReadyTest>> {
        let is_taken = |test: &Arc<ReadyTest>| self.taken.iter().any(|it| it.source == test.source);
        self.tests.iter().filter(move |test| !is_taken(test))
    }

    /// Those of these tests that can be offered, in the order of the names.
    pub fn insertable(&self, names: &[String]) -> Vec<&WrittenTest> {
        let offer = |name: &String| self.verified().find(|it| it.name == *name);
        names
            .iter()
            .filter_map(|name| Some(&offer(name)?.written))
            .collect()
    }

    /// Tests of these names, offered or taken.
    pub fn tests_named(&self, names: &[String]) -> Vec<&WrittenTest> {
        let all = self.taken.iter().chain(&self.tests);
        all.filter(|test| names.contains(&test.name))
            .map(|test| &test.written)
            .collect()
    }

    /// Looks which tests stand in the test file's text.
    pub fn look_for_taken(&mut self, test_file: Option<&str>) {
        let text = test_file.map(without_blanks).unwrap_or_default();
        let mut taken: Vec<Arc<ReadyTest>> = Vec::new();
        for test in self.taken.iter().chain(&self.tests) {
            let is_known = taken.iter().any(|other| other.source == test.source);
            if !is_known && stands_in(test, &text) {
                taken.push(test.clone());
            }
        }
        self.taken = taken;
    }

    fn is_ignored(&self, key: &GoalKey) -> bool {
        !self.ignored.is_empty() && self.ignored.contains(&ignored::on_one_line(&key.0))
    }
}
