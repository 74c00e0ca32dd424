//! What the server knows, split by owner: takes changes from handlers and runs, gives access under one lock; answers nothing itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use serde_json::Value;
use tower_lsp::ls_types::{MessageType, Uri};

use super::{
    class_path::ClassPaths,
    client::ClientFacts,
    documents::Documents,
    generator::{Job, name_of},
    ignored::Ignored,
    lifecycle::Lifecycle,
    outbox::Outbox,
    pairs::Pairs,
    publish::Publisher,
    remedy,
    results::FileResults,
    runs::{Runs, Task},
    settings::{self, Settings},
    status::{self, StatusState},
    test_classes,
};

/// Everything that changes while the server runs.
#[derive(Default)]
pub struct State {
    /// What the client has open.
    pub documents: Documents,
    /// What runs have found, by main file.
    pub results: BTreeMap<PathBuf, FileResults>,
    /// Pairs of branches that runs have looked at, by the caller's file.
    pub pairs: BTreeMap<PathBuf, Pairs>,
    /// The settings in force.
    pub settings: Settings,
    /// What the client can do.
    pub client: ClientFacts,
    /// Whether the user has stopped runs on save and on open for a while.
    pub is_paused: bool,
    /// When the user last typed.
    pub typed: Option<Instant>,
    /// Goals that the user wants to see no more.
    pub ignored: Ignored,
    initial_settings: Value,
    said: BTreeSet<String>,
    runs: u64,
}

/// The server's one session.
pub struct Session {
    state: Mutex<State>,
    /// Messages to the client.
    pub outbox: Outbox,
    /// When diagnostics are sent.
    pub publisher: Publisher,
    /// Runs of the engine.
    pub runs: Arc<Runs>,
    /// What the user's Java server says.
    pub class_paths: ClassPaths,
    /// When the server ends.
    pub lifecycle: Arc<Lifecycle>,
}

impl Session {
    /// A session that knows nothing yet.
    pub fn new(
        outbox: Outbox,
        publisher: Publisher,
        runs: Arc<Runs>,
        lifecycle: Arc<Lifecycle>,
    ) -> Self {
        Self {
            state: Mutex::default(),
            class_paths: ClassPaths::new(outbox.clone()),
            outbox,
            publisher,
            runs,
            lifecycle,
        }
    }

    /// The state, for a short time: nobody waits for anything while holding it. A handler that panicked while holding it
    /// has at worst lost its own change, so the state stays in use.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what `initialize` says.
    pub fn initialize(&self, client: ClientFacts, options: Option<Value>) {
        let mut state = self.state();
        state.client = client;
        state.initial_settings = options.unwrap_or_default();
        drop(state);
        self.set_settings(&Value::Null);
    }

    /// Takes new settings over those of `initialize`.
    pub fn set_settings(&self, configured: &Value) {
        let mut state = self.state();
        let read = settings::read(&[&state.initial_settings, configured]);
        state.documents.choose(read.settings.choice());
        state.settings = read.settings;
        drop(state);
        for complaint in read.complaints {
            self.say_once(MessageType::WARNING, &complaint);
        }
        self.publisher.publish_all();
    }

    /// Shows a message unless it was shown before.
    pub fn say_once(&self, kind: MessageType, message: &str) {
        let mut state = self.state();
        if state.said.insert(message.to_owned()) {
            remedy::show(&self.outbox, state.client.has_remedies, kind, message);
        }
    }

    /// Forgets a file that is gone: its runs end, its hints vanish.
    pub fn forget(&self, path: &Path) {
        self.runs.stop(Some(path));
        let mut state = self.state();
        state.results.remove(path);
        state.pairs.remove(path);
        drop(state);
        self.publisher.clear(path);
    }

    /// A test file changed: what it covers may be another set of goals.
    pub fn refresh_tested_by(&self, test_file: &Path) {
        for (main, results) in &self.state().results {
            if results
                .place
                .as_ref()
                .is_some_and(|place| place.file == test_file)
            {
                self.publisher.soon(main);
            }
        }
    }

    /// A file changed: its branches may stand elsewhere in what is said of those that call it.
    pub fn refresh_callers(&self, path: &Path) {
        for (caller, pairs) in &self.state().pairs {
            if caller != path && pairs.involves(path) {
                self.publisher.soon(caller);
            }
        }
    }

    /// Asks for a run on the newest text of an open class; gives whether there is one to run.
    pub fn run(&self, path: &Path, task: Task) -> bool {
        let mut state = self.state();
        let Some(document) = state.documents.get(path) else {
            return false;
        };
        if !state.settings.trusted || test_classes::is_test(path, document) {
            return false;
        }
        if task == Task::Pairs && !state.settings.coupled_branches {
            return false;
        }
        let text = document.text().clone();
        let goals = document.goals().clone();
        state.runs += 1;
        let number = state.runs;
        let settings = state.settings.clone();
        let job = Job {
            number,
            path: path.to_path_buf(),
            text: text.clone(),
            settings,
            java_server: None,
            open_texts: state.documents.texts(),
        };
        let looking = format!("{}: looking for tests", job.name());
        if self.runs.ask(task, job) && task == Task::Generate {
            status::send(&self.outbox, path, StatusState::Running, looking);
            state
                .results
                .entry(path.to_path_buf())
                .or_default()
                .begin(number, text, &goals);
        }
        true
    }

    /// Asks for the pairs of this file, where its own goals were searched, and of all open files that call it.
    pub fn run_pairs(&self, path: &Path, is_caller: bool) {
        let state = self.state();
        let callers = state.pairs.iter();
        let callers = callers.filter(|(caller, pairs)| *caller != path && pairs.involves(path));
        let mut files: Vec<PathBuf> = callers.map(|(caller, _)| caller.clone()).collect();
        drop(state);
        if is_caller {
            files.insert(0, path.to_path_buf());
        }
        for file in files {
            self.run(&file, Task::Pairs);
        }
    }

    /// The text of a file is another one than the last runs of its callers saw: they run again.
    pub fn renew_callers(&self, path: &Path) {
        let state = self.state();
        let text = state.text_of(path);
        let is_old = |pairs: &Pairs| {
            let seen = pairs.text(path);
            seen.is_some() && seen.map(|it| &**it) != text.as_deref()
        };
        let is_any_old = state.pairs.values().any(is_old);
        let runs_on_save = state.settings.run_on_save && !state.is_paused;
        drop(state);
        if is_any_old && runs_on_save {
            self.run_pairs(path, false);
        }
    }

    /// Stops the runs of a file, or all.
    pub fn stop(&self, path: Option<&Path>) {
        let waiting = self.runs.stop(path);
        let mut state = self.state();
        for path in waiting {
            if let Some(results) = state.results.get_mut(&path) {
                results.withdraw();
            }
            let stopped = format!("{}: stopped", name_of(&path));
            status::send(&self.outbox, &path, StatusState::Idle, stopped);
        }
    }

    /// Gives up a document whose notification failed: its text may be wrong. It comes back with the next `didOpen`.
    pub fn lose_document(&self, uri: &str) {
        let Ok(uri) = uri.parse::<Uri>() else {
            return;
        };
        let lost = self.state().documents.close(&uri);
        if let Some(path) = lost {
            self.publisher.clear(&path);
            let message = format!(
                "goalline lost track of {}; close and open it again",
                uri.as_str()
            );
            self.outbox.log(MessageType::ERROR, message);
        }
    }
}

impl State {
    /// The newest text of a file: the open document's, else the disk's.
    pub fn text_of(&self, path: &Path) -> Option<String> {
        match self.documents.get(path) {
            Some(document) => Some(document.text().to_string()),
            None => std::fs::read_to_string(path).ok(),
        }
    }

    /// Looks which ready tests of a main file stand in its test file by now, and which goals its project ignores.
    pub fn refresh(&mut self, path: &Path) {
        let place = self
            .results
            .get(path)
            .and_then(|results| results.place.as_ref());
        let text = place.and_then(|place| self.text_of(&place.file));
        if let Some(results) = self.results.get_mut(path) {
            results.look_for_taken(text.as_deref());
            results.ignored.clone_from(self.ignored.of(path));
        }
        if let Some(pairs) = self.pairs.get_mut(path) {
            pairs.look_for_taken(text.as_deref());
            pairs.ignored.clone_from(self.ignored.of(path));
        }
    }
}
