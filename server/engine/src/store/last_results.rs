//! What is kept of a run for the next one: takes a file and its report, gives its last tests and states later;
//! decides nothing.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use goalline_build::{cache_folder, content_key, read_cached, write_cached};
use goalline_goals::GoalKey;
use goalline_prepare::{GoalState, OtherTests, PossibleFault, ReadyTest, Settings};
use goalline_testcase::StoredTest;
use serde::{Deserialize, Serialize};

use crate::{LastPairs, store::version};

/// Files whose results stay in memory beside the cache folder: those that somebody works on.
const MOST_IN_MEMORY: usize = 16;

/// The end of a run, as the next run of the same file finds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct LastRun {
    /// What made it: versions differ in what they understand.
    pub version: String,
    /// The text of the file; empty where the states are not the last word on it.
    pub source: String,
    /// How the tests are written.
    pub style: String,
    /// Each goal with its state.
    pub states: Vec<(GoalKey, GoalState)>,
    /// The verified tests.
    pub tests: Vec<Arc<ReadyTest>>,
    /// Binary name of the class.
    pub class: String,
    /// The possible faults.
    pub faults: Vec<PossibleFault>,
    /// What tests of other classes left open.
    pub others: OtherTests,
    /// Tests for a search to start from beside them.
    pub seeds: Vec<StoredTest>,
}

/// The last results of a file that was measured before.
#[derive(Clone, Debug, PartialEq)]
pub struct LastResults {
    /// The text that was measured; the file may have changed since.
    pub text: Arc<str>,
    /// Binary name of the class.
    pub class: String,
    /// Each goal with its state.
    pub states: Vec<(GoalKey, GoalState)>,
    /// The tests that were ready.
    pub tests: Vec<Arc<ReadyTest>>,
    /// What looked like a fault.
    pub faults: Vec<PossibleFault>,
    /// What tests of other classes left open.
    pub others: OtherTests,
}

/// The last results of all files, in memory and in the cache folder.
#[derive(Debug, Default)]
pub(crate) struct ResultStore {
    /// Where they lie; none where nothing is to be remembered.
    folder: Option<PathBuf>,
    /// Of the files that were asked for last, the newest first.
    known: Mutex<Vec<(PathBuf, Arc<LastRun>)>>,
}

impl ResultStore {
    pub(crate) fn new(settings: &Settings) -> Self {
        let folder = || cache_folder(settings.cache.as_deref()).join("results");
        Self {
            folder: settings.remembers.then(folder),
            known: Mutex::default(),
        }
    }

    /// What the last run of the file left.
    pub(crate) fn get(&self, file: &Path) -> Option<Arc<LastRun>> {
        let place = self.place(file)?;
        if let Some(kept) = self.remembered(file) {
            return Some(kept);
        }
        let kept: Arc<LastRun> = Arc::new(read_cached(&place)?);
        if kept.version != version() {
            return None;
        }
        self.remember(file, &kept);
        Some(kept)
    }

    fn remembered(&self, file: &Path) -> Option<Arc<LastRun>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(path, _)| path == file)?;
        known[..=at].rotate_right(1);
        Some(known[0].1.clone())
    }

    fn remember(&self, file: &Path, kept: &Arc<LastRun>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(path, _)| path != file);
        known.insert(0, (file.to_path_buf(), kept.clone()));
        known.truncate(MOST_IN_MEMORY);
    }

    /// Keeps what a run left.
    pub(crate) fn put(&self, file: &Path, kept: LastRun) {
        let Some(place) = self.place(file) else {
            return;
        };
        write_cached(&place, &kept);
        self.remember(file, &Arc::new(kept));
    }

    /// The last results, with the text that they are of.
    pub(crate) fn last_results(&self, file: &Path) -> Option<LastResults> {
        let kept = self.get(file)?;
        (!kept.source.is_empty()).then(|| LastResults {
            text: Arc::from(kept.source.as_str()),
            class: kept.class.clone(),
            states: kept.states.clone(),
            tests: kept.tests.clone(),
            faults: kept.faults.clone(),
            others: kept.others,
        })
    }

    /// Keeps what a run for pairs of branches left.
    pub(crate) fn put_pairs(&self, file: &Path, pairs: &LastPairs) {
        if let Some(place) = self.place_of_pairs(file) {
            write_cached(&place, pairs);
        }
    }

    /// What the last run for pairs of branches left.
    pub(crate) fn last_pairs(&self, file: &Path) -> Option<LastPairs> {
        let pairs: LastPairs = read_cached(&self.place_of_pairs(file)?)?;
        pairs.is_of_use().then_some(pairs)
    }

    fn place(&self, file: &Path) -> Option<PathBuf> {
        let name = content_key(&[file.as_os_str().as_encoded_bytes()]);
        Some(self.folder.as_ref()?.join(format!("{name}.json")))
    }

    fn place_of_pairs(&self, file: &Path) -> Option<PathBuf> {
        Some(self.place(file)?.with_extension("pairs.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(cache: &Path, remembers: bool) -> Settings {
        Settings {
            cache: Some(cache.to_path_buf()),
            remembers,
            ..Settings::default()
        }
    }

    fn kept(text: &str) -> LastRun {
        LastRun {
            version: version(),
            source: text.to_owned(),
            states: vec![(
                GoalKey("A#f():branch:a#0:true".into()),
                GoalState::NotMeasured,
            )],
            ..LastRun::default()
        }
    }

    #[test]
    fn a_later_process_has_the_last_results_with_the_text_they_are_of() {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let settings = settings(cache.path(), true);
        ResultStore::new(&settings).put(Path::new("/p/A.java"), kept("class A {}"));
        let later = ResultStore::new(&settings);
        let last = later.last_results(Path::new("/p/A.java"));
        let last = last.expect("it was measured");
        assert_eq!((&*last.text, last.states.len()), ("class A {}", 1));
        assert!(later.last_results(Path::new("/p/B.java")).is_none());
    }

    #[test]
    fn a_run_that_was_cut_short_leaves_tests_to_start_from_and_no_results() {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let store = ResultStore::new(&settings(cache.path(), true));
        store.put(Path::new("/p/A.java"), kept(""));
        assert!(store.last_results(Path::new("/p/A.java")).is_none());
        assert!(store.get(Path::new("/p/A.java")).is_some());
    }

    #[test]
    fn results_that_another_version_wrote_or_that_are_torn_are_none() {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let settings = settings(cache.path(), true);
        let old = LastRun {
            version: "0.0.0".to_owned(),
            ..kept("class A {}")
        };
        ResultStore::new(&settings).put(Path::new("/p/A.java"), old);
        assert!(
            ResultStore::new(&settings)
                .get(Path::new("/p/A.java"))
                .is_none()
        );
        let store = ResultStore::new(&settings);
        let place = store.place(Path::new("/p/A.java")).expect("it remembers");
        std::fs::write(place, "{\"version\":").expect("the folder is there");
        assert!(store.get(Path::new("/p/A.java")).is_none());
    }

    #[test]
    fn of_many_files_the_last_ones_stay_in_memory_and_all_can_be_had() {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let store = ResultStore::new(&settings(cache.path(), true));
        let file = |at: usize| PathBuf::from(format!("/p/A{at}.java"));
        for at in 0..3 * MOST_IN_MEMORY {
            store.put(&file(at), kept(&format!("class A{at} {{}}")));
        }
        assert_eq!(
            store.known.lock().expect("one thread").len(),
            MOST_IN_MEMORY
        );
        for at in 0..3 * MOST_IN_MEMORY {
            let last = store.last_results(&file(at)).expect("it was measured");
            assert_eq!(*last.text, *format!("class A{at} {{}}"));
        }
        assert_eq!(
            store.known.lock().expect("one thread").len(),
            MOST_IN_MEMORY
        );
    }

    #[test]
    fn nothing_is_written_where_nothing_is_to_be_remembered() {
        let cache = tempfile::tempdir().expect("a temporary folder");
        let store = ResultStore::new(&settings(cache.path(), false));
        store.put(Path::new("/p/A.java"), kept("class A {}"));
        assert!(store.get(Path::new("/p/A.java")).is_none());
        let written = std::fs::read_dir(cache.path()).expect("it is there");
        assert_eq!(written.count(), 0);
    }
}
