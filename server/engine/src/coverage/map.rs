//! The coverage map of a module: which goals of any class each test covers, kept test file by test file; what of it
//! holds now is told by contents. Runs nothing.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use goalline_build::{content_key, read_cached, write_cached};
use goalline_goals::GoalKey;
use serde::{Deserialize, Serialize};

use super::{
    Tester, UserTest, UserTestOutcome,
    conditions::Conditions,
    find::{TestFile, is_integration_test, test_of, words_of},
};
use crate::sources::skeleton::FileParts;

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
    /// What it depends on whatever it runs: see [`Conditions::of_test`].
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
    /// Whether nothing has changed that its tests depend on: of a source that they ran something of, nothing but bodies
    /// of methods that they did not enter.
    pub(super) fn holds(&self, now: &Conditions, store: &MapStore) -> bool {
        let is_same = |file: &PathBuf, then: &String| now.main(file) == Some(then);
        let is_unaffected = |file: &PathBuf, then: &String| {
            let entered = self.entered.get(file).filter(|_| !self.is_idle());
            let changed = store.changed(file, then, now);
            entered
                .is_some_and(|entered| changed.is_some_and(|changed| changed.is_disjoint(entered)))
        };
        now.of_test(&self.path).as_ref() == Some(&self.key)
            && self
                .touched
                .iter()
                .all(|(file, then)| is_same(file, then) || is_unaffected(file, then))
    }

    /// Whether anything of it did not do its work.
    fn is_idle(&self) -> bool {
        self.undone.is_some() || self.tests.iter().any(|one| did_nothing(&one.test))
    }

    /// The tests with the goals of one file that they cover.
    pub(super) fn tests_of<'a>(&'a self, file: &'a Path) -> impl Iterator<Item = UserTest> + 'a {
        self.tests.iter().map(move |one| {
            let goals = one.covers.iter().map(|at| &self.goals[*at as usize]);
            let own = goals.filter(|goal| goal.file == file);
            UserTest {
                covers: own.map(|goal| goal.key.clone()).collect(),
                is_remembered: true,
                ..one.test.clone()
            }
        })
    }

    /// Whether tests that did not do their work may cover more of a file than they do: those of a class that failed as
    /// a whole or ended its JVM anything, others what they had begun with or what the test file names.
    pub(super) fn may_cover(&self, file: &Path, text: &str) -> bool {
        if self.undone.is_some() {
            return true;
        }
        let is_whole = |test: &UserTest| {
            test.method.is_empty() || matches!(test.outcome, UserTestOutcome::Died(_))
        };
        let mut idle = self.tests.iter().filter(|one| did_nothing(&one.test));
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

/// What was read of maps: a save asks for the record of every test file, and hardly one of them has changed.
#[derive(Debug, Default)]
pub(crate) struct MapMemory {
    records: Mutex<HashMap<PathBuf, ReadRecord>>,
    /// Sources taken apart, by the key of their text.
    parts: Mutex<HashMap<String, Arc<FileParts>>>,
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
    fn read(&self, place: &Path) -> Option<Arc<TestFileCoverage>> {
        let written = std::fs::metadata(place).and_then(|it| it.modified()).ok()?;
        let mut known = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = known.get(place).filter(|kept| kept.written == written) {
            return Some(kept.coverage.clone());
        }
        let coverage: Arc<TestFileCoverage> = Arc::new(read_cached(place)?);
        let record = ReadRecord {
            written,
            coverage: coverage.clone(),
        };
        known.insert(place.to_path_buf(), record);
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
    fn parts(&self, key: &str, make: impl FnOnce() -> Option<FileParts>) -> Option<Arc<FileParts>> {
        let known = || self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parts) = known().get(key) {
            return Some(parts.clone());
        }
        let parts = Arc::new(make()?);
        known().insert(key.to_owned(), parts.clone());
        Some(parts)
    }
}

/// Where the map of a module lies.
pub(super) struct MapStore {
    folder: PathBuf,
    memory: Arc<MapMemory>,
}

impl MapStore {
    /// The one of the module with this root.
    pub(super) fn new(tester: &Tester, root: &Path) -> Self {
        let name = content_key(&[root.as_os_str().as_encoded_bytes()]);
        Self {
            folder: tester.cache().join("coverage-map").join(name),
            memory: tester.maps.clone(),
        }
    }

    /// Whether anything was measured yet. Without a map only tests that name a class are asked about it.
    pub(super) fn is_begun(&self) -> bool {
        let files = std::fs::read_dir(&self.folder);
        files.is_ok_and(|mut files| files.next().is_some())
    }

    fn place(&self, test: &Path) -> PathBuf {
        let name = content_key(&[test.as_os_str().as_encoded_bytes()]);
        self.folder.join(format!("{name}.json"))
    }

    fn place_of_parts(&self, key: &str) -> PathBuf {
        self.folder.join("sources").join(format!("{key}.json"))
    }

    /// Keeps what a source consists of, so that a later text can be compared with it.
    pub(super) fn put_parts(&self, key: &str, parts: impl FnOnce() -> FileParts) {
        let place = self.place_of_parts(key);
        if !place.is_file() {
            write_cached(&place, &parts());
        }
    }

    /// The methods of a source whose bodies differ from those of the text that had this key; none when more does.
    fn changed(&self, file: &Path, then: &str, now: &Conditions) -> Option<BTreeSet<String>> {
        let then = self
            .memory
            .parts(then, || read_cached(&self.place_of_parts(then)))?;
        let now = self.memory.parts(now.main(file)?, || now.parts(file))?;
        let changed = now.changed_since(&then)?;
        Some(changed.into_iter().map(str::to_owned).collect())
    }

    /// What was kept of a test file.
    pub(super) fn get(&self, test: &Path) -> Option<Arc<TestFileCoverage>> {
        self.memory.read(&self.place(test))
    }

    /// Keeps what the tests of a file did; a process that is killed afterwards need not run them again.
    pub(super) fn put(&self, coverage: &TestFileCoverage) {
        write_cached(&self.place(&coverage.path), coverage);
    }
}

/// What the map says of one class.
#[derive(Debug, Default)]
pub(super) struct MapAnswer {
    /// Tests in other files than those named, with the goals that they cover.
    pub tests: Vec<UserTest>,
    /// Test files that ran something of the class when something was different: they have to run again.
    pub again: Vec<TestFile>,
    /// Test files whose tests ran, did not do their work and may cover anything of the class.
    pub idle: Vec<PathBuf>,
    /// Test files that were not run yet and may cover anything of the class.
    pub unrun: Vec<PathBuf>,
    /// Test files that ran something of the class when something was different and take too long to run now: what they
    /// covered then is among the tests, and what else they cover is told when the map is renewed.
    pub renewed: Vec<PathBuf>,
}

/// What is asked of a map.
pub(super) struct MapQuestion<'a> {
    /// The source.
    pub file: &'a Path,
    /// Test files that are asked by themselves.
    pub asked: &'a [TestFile],
    /// The texts of all files of the test sources.
    pub all: &'a [(PathBuf, String)],
    /// Gives the names of types by which somebody gets to the source: see [`reaching`]. Asked only where tests have not
    /// run, as it reads all sources.
    pub reaching: &'a dyn Fn() -> BTreeSet<String>,
    /// Whether the map knows all goals that are wanted; it knows branches alone.
    pub knows_goals: bool,
    /// How long tests may take that run again now, by what they took last; any time where nobody else runs them.
    pub most_seconds: f64,
}

impl MapQuestion<'_> {
    /// Reads the map.
    pub(super) fn answer(self, store: &MapStore, now: &Conditions) -> MapAnswer {
        let mut answer = MapAnswer::default();
        let reaching = LazyCell::new(self.reaching);
        let mut seconds = 0.0;
        for (path, text) in self.all {
            let is_asked = self.asked.iter().any(|asked| asked.path == *path);
            if is_asked || is_integration_test(path) {
                continue;
            }
            let kept = store.get(path);
            let touched = kept
                .as_ref()
                .filter(|it| it.touched.contains_key(self.file));
            match &kept {
                Some(kept) if kept.holds(now, store) && (touched.is_none() || self.knows_goals) => {
                    if kept.may_cover(self.file, text) {
                        answer.idle.push(path.clone());
                    }
                    let tests = kept.tests_of(self.file);
                    answer
                        .tests
                        .extend(tests.filter(|it| !it.covers.is_empty()));
                }
                Some(kept) if touched.is_some() && kept.undone.is_none() => {
                    if seconds + kept.seconds > self.most_seconds {
                        let then = kept.tests_of(self.file);
                        answer.tests.extend(then.filter(|it| !it.covers.is_empty()));
                        answer.renewed.push(path.clone());
                        continue;
                    }
                    seconds += kept.seconds;
                    answer.again.extend(test_of(path, text));
                }
                _ if reaches(text, &reaching) && test_of(path, text).is_some() => {
                    answer.unrun.push(path.clone());
                }
                _ => {}
            }
        }
        answer
    }
}

/// What finds classes that nobody names.
const FINDERS: [&str; 6] = [
    "springframework",
    "quarkus",
    "micronaut",
    "ServiceLoader",
    "forName",
    "reflect",
];

/// Whether a test may get to a class by these names, or without any.
fn reaches(test: &str, names: &BTreeSet<String>) -> bool {
    words_of(test).any(|word| names.contains(word) || FINDERS.contains(&word))
}

/// The names of all types that mention a type of the file, or one that does, over any number of steps.
pub(super) fn reaching(types: Vec<String>, sources: &[(PathBuf, String)]) -> BTreeSet<String> {
    let mut far: Vec<(String, BTreeSet<&str>)> = sources
        .iter()
        .map(|(path, text)| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            (stem.into_owned(), words_of(text).collect())
        })
        .collect();
    let mut reaching: BTreeSet<String> = types.into_iter().collect();
    loop {
        let before = far.len();
        far.retain(|(stem, words)| {
            let mentions = reaching.iter().any(|name| words.contains(name.as_str()));
            if mentions {
                reaching.insert(stem.clone());
            }
            !mentions
        });
        if far.len() == before {
            return reaching;
        }
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
        let covers = passed.tests_of(cart).flat_map(|test| test.covers);
        assert_eq!(covers.collect::<Vec<_>>(), [GoalKey("b".into())]);
        assert!(passed.tests_of(other).all(|test| test.covers.is_empty()));
    }

    #[test]
    fn who_names_somebody_that_names_the_class_gets_to_it() {
        let sources = [
            ("Shop.java", "class Shop { Till till; }"),
            ("Till.java", "class Till { Cart cart; }"),
            ("Other.java", "class Other { String cart; }"),
        ];
        let sources = sources.map(|(path, text)| (PathBuf::from(path), text.to_owned()));
        let names = reaching(vec!["Cart".to_owned()], &sources);
        assert_eq!(names.iter().collect::<Vec<_>>(), ["Cart", "Shop", "Till"]);
        assert!(reaches("new Shop()", &names) && reaches("Class.forName(a)", &names));
        assert!(!reaches("new Other()", &names));
    }
}
