//! The coverage map of a module: which goals of any class each test covers, kept test file by test file; what of it
//! holds now is told by contents. Runs nothing.

use std::{
    cell::LazyCell,
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_build::{Project, content_key, read_cached, write_cached};
use goalline_prepare::sources::skeleton::FileParts;

use super::{
    Tester, UserTest,
    find::{TestFile, test_of, words_of},
    map_validity::MapValidity,
    records::{MapMemory, TestFileCoverage},
};

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
    fn changed(&self, file: &Path, then: &str, now: &MapValidity) -> Option<BTreeSet<String>> {
        let then = self
            .memory
            .parts(then, || read_cached(&self.place_of_parts(then)))?;
        let now = self.memory.parts(now.main(file)?, || now.parts(file))?;
        let changed = now.changed_since(&then)?;
        Some(changed.into_iter().map(str::to_owned).collect())
    }

    /// Whether nothing has changed that its tests depend on: of a source that they ran something of, nothing but bodies
    /// of methods that they did not enter.
    pub(super) fn holds(&self, kept: &TestFileCoverage, now: &MapValidity) -> bool {
        let is_same = |file: &PathBuf, then: &String| now.main(file) == Some(then);
        let is_unaffected = |file: &PathBuf, then: &String| {
            let entered = kept.entered.get(file).filter(|_| !kept.is_idle());
            let changed = self.changed(file, then, now);
            entered
                .is_some_and(|entered| changed.is_some_and(|changed| changed.is_disjoint(entered)))
        };
        now.of_test(&kept.path).as_ref() == Some(&kept.key)
            && kept
                .touched
                .iter()
                .all(|(file, then)| is_same(file, then) || is_unaffected(file, then))
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
    /// Whose tests they are.
    pub project: &'a Project,
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
    pub(super) fn answer(self, store: &MapStore, now: &MapValidity) -> MapAnswer {
        let mut answer = MapAnswer::default();
        let reaching = LazyCell::new(self.reaching);
        let mut seconds = 0.0;
        for (path, text) in self.all {
            let is_asked = self.asked.iter().any(|asked| asked.path == *path);
            if is_asked || self.project.is_left_out(path) {
                continue;
            }
            let kept = store.get(path);
            let touched = kept
                .as_ref()
                .filter(|it| it.touched.contains_key(self.file));
            match &kept {
                Some(kept) if store.holds(kept, now) && (touched.is_none() || self.knows_goals) => {
                    if kept.may_cover(self.file, text) {
                        answer.idle.push(path.clone());
                    }
                    answer.tests.extend(kept.tests_of(self.file));
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
