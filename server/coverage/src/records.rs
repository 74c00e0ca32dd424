//! What was measured of single test files, as it is kept, and what of it was read already. Compares nothing with what
//! is there now.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use dashmap::DashMap;
use goalline_build::read_cached;
use goalline_goals::GoalKey;
use goalline_prepare::sources::skeleton::FileParts;
use serde::{Deserialize, Serialize};

use super::{UserTest, UserTestOutcome, find::words_of};

/// From so many failed tests on a class of which most fail counts as failed as a whole.
const MANY: usize = 8;

/// A goal of a file of the module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct GoalOfFile {
    /// The file.
    pub file: PathBuf,
    /// The goal.
    pub key: GoalKey,
}

/// A test with what it covers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MappedTest {
    /// The test, without goals.
    pub test: UserTest,
    /// What it covers, by position in [`TestFileCoverage::goals`].
    pub covers: Vec<u32>,
}

/// What the tests of one file did when the map was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TestFileCoverage {
    /// The test file.
    pub path: PathBuf,
    /// What it depends on whatever it runs: see [`MapValidity::of_test`].
    pub key: String,
    /// The sources that it ran something of, with their keys.
    pub touched: BTreeMap<PathBuf, String>,
    /// The methods that it entered of these sources; what else of them ran did so in initialisers.
    #[serde(default)]
    pub entered: BTreeMap<PathBuf, BTreeSet<String>>,
    /// The goals that its tests cover, each once.
    pub goals: Vec<GoalOfFile>,
    /// The tests.
    pub tests: Vec<MappedTest>,
    /// Why not all of it ran: it does not compile, or nothing here can run it.
    pub undone: Option<String>,
    /// How long all of it took.
    #[serde(default)]
    pub seconds: f64,
}

impl TestFileCoverage {
    /// Whether anything of it did not do its work.
    pub(super) fn is_idle(&self) -> bool {
        self.undone.is_some() || self.tests.iter().any(|one| did_nothing(&one.test))
    }

    /// The tests that cover something of one file, with these goals alone.
    pub(super) fn tests_of<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = UserTest> + 'a {
        let is_touched = self.touched.contains_key(file);
        let tests = self.tests.iter().filter(move |_| is_touched);
        tests.filter_map(move |one| {
            let goals = one.covers.iter().map(|at| &self.goals[*at as usize]);
            let own = goals.filter(|goal| goal.file == file);
            let covers: Vec<GoalKey> = own.map(|goal| goal.key.clone()).collect();
            (!covers.is_empty()).then(|| UserTest {
                covers,
                is_remembered: true,
                ..one.test.clone()
            })
        })
    }

    /// Whether tests that did not do their work may cover more of a file than they do: those of a class that failed as
    /// a whole, or nearly so, or ended its JVM anything, others what they had begun with or what the test file names.
    pub(super) fn may_cover(&self, file: &Path, text: &str) -> bool {
        if self.undone.is_some() {
            return true;
        }
        let is_whole = |test: &UserTest| {
            test.method.is_empty() || matches!(test.outcome, UserTestOutcome::Died(_))
        };
        let idle: Vec<&MappedTest> = self
            .tests
            .iter()
            .filter(|one| did_nothing(&one.test))
            .collect();
        // They have a cause in common, and what all of them lead to nobody has seen.
        if idle.len() >= MANY && idle.len() * 2 >= self.tests.len() {
            return true;
        }
        let mut idle = idle.into_iter();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let is_near = || self.touched.contains_key(file) || words_of(text).any(|word| word == stem);
        idle.any(|one| is_whole(&one.test) || is_near())
    }
}

/// Whether a test ended before what it might cover was known.
pub(super) fn did_nothing(test: &UserTest) -> bool {
    matches!(
        test.outcome,
        UserTestOutcome::CannotRunHere(_)
            | UserTestOutcome::FailedHere(_)
            | UserTestOutcome::Died(_)
    )
}

/// A file as it was when it was read.
#[derive(Debug)]
struct ReadRecord {
    written: SystemTime,
    coverage: Arc<TestFileCoverage>,
}

/// What was read of maps: a save asks for the record of every test file, and hardly one of them has changed. The run of
/// a suite and that of a save read at the same time, and neither waits while the other reads the disk.
#[derive(Debug, Default)]
pub struct MapMemory {
    records: DashMap<PathBuf, ReadRecord>,
    /// Sources taken apart, by the key of their text.
    parts: DashMap<String, Arc<FileParts>>,
    /// The keys of the test files with what they mention, of the texts that were looked at last.
    mentioned: Mutex<Mentioned>,
}

#[derive(Debug, Default)]
struct Mentioned {
    texts: String,
    keys: BTreeMap<PathBuf, String>,
}

impl MapMemory {
    /// What stands in this file now.
    pub(super) fn read(&self, place: &Path) -> Option<Arc<TestFileCoverage>> {
        let written = std::fs::metadata(place).and_then(|it| it.modified()).ok()?;
        let known = self.records.get(place);
        if let Some(kept) = known.filter(|kept| kept.written == written) {
            return Some(kept.coverage.clone());
        }
        let coverage: Arc<TestFileCoverage> = Arc::new(read_cached(place)?);
        let record = ReadRecord {
            written,
            coverage: coverage.clone(),
        };
        self.records.insert(place.to_path_buf(), record);
        Some(coverage)
    }

    /// The keys of the test files with what they mention, made where the key of all texts is another one.
    pub(super) fn mentioned(
        &self,
        texts: String,
        make: impl FnOnce() -> BTreeMap<PathBuf, String>,
    ) -> BTreeMap<PathBuf, String> {
        let mut known = self
            .mentioned
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if known.texts != texts {
            let keys = make();
            *known = Mentioned { texts, keys };
        }
        known.keys.clone()
    }

    /// The parts of a text with this key, made where they are not known.
    pub(super) fn parts(
        &self,
        key: &str,
        make: impl FnOnce() -> Option<FileParts>,
    ) -> Option<Arc<FileParts>> {
        if let Some(parts) = self.parts.get(key) {
            return Some(parts.clone());
        }
        let parts = Arc::new(make()?);
        self.parts.insert(key.to_owned(), parts.clone());
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(outcome: UserTestOutcome, method: &str) -> TestFileCoverage {
        let key = |name: &str| GoalOfFile {
            file: "Cart.java".into(),
            key: GoalKey(name.into()),
        };
        TestFileCoverage {
            path: "ShopTest.java".into(),
            touched: [(PathBuf::from("Cart.java"), "1".to_owned())].into(),
            goals: vec![key("a"), key("b")],
            tests: vec![MappedTest {
                test: UserTest {
                    id: "1".to_owned(),
                    class: "ShopTest".to_owned(),
                    method: method.to_owned(),
                    name: "a".to_owned(),
                    outcome,
                    covers: Vec::new(),
                    enters: Vec::new(),
                    is_remembered: false,
                },
                covers: vec![1],
            }],
            ..TestFileCoverage::default()
        }
    }

    #[test]
    fn a_test_that_failed_may_cover_what_it_touched_or_names_and_a_class_that_failed_anything() {
        let (cart, other) = (Path::new("Cart.java"), Path::new("Other.java"));
        let passed = kept(UserTestOutcome::Passed, "a");
        assert!(!passed.may_cover(cart, "Cart"));
        let failed = kept(UserTestOutcome::FailedHere("x".to_owned()), "a");
        assert!(failed.may_cover(cart, "") && failed.may_cover(other, "new Other()"));
        assert!(!failed.may_cover(other, "new Others()"));
        let whole = kept(UserTestOutcome::FailedHere("x".to_owned()), "");
        assert!(whole.may_cover(other, ""));
        let mut many = failed.clone();
        many.tests = vec![failed.tests[0].clone(); MANY];
        many.tests.extend(vec![passed.tests[0].clone(); MANY]);
        assert!(many.may_cover(other, ""), "half of many");
        many.tests.push(passed.tests[0].clone());
        assert!(!many.may_cover(other, ""), "most passed");
        let covers = passed.tests_of(cart).flat_map(|test| test.covers);
        assert_eq!(covers.collect::<Vec<_>>(), [GoalKey("b".into())]);
        assert_eq!(passed.tests_of(other).count(), 0);
    }
}
