//! The server's one session: takes what handlers and runs have to change, gives the state under one lock and what
//! carries it on; answers nothing itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use goalline_engine::FileKeys;
use serde_json::Value;
use tower_lsp::ls_types::{MessageType, Uri};

use super::queue::{JobTask, Queue};
use crate::serve::{
    state::{
        asked::MethodAround,
        generator::{Job, name_of},
        pairs::FilePairs,
        results::FileResults,
        server::{ServerState, saved_text},
    },
    transport::{
        class_path::ClassPaths,
        client::ClientFacts,
        lifecycle::Lifecycle,
        log,
        outbox::Outbox,
        publisher::Publisher,
        remedy,
        status::{self, StatusLine, StatusState},
    },
    view::status_words,
};

/// The server's one session.
pub struct ServerSession {
    state: Mutex<ServerState>,
    /// Messages to the client.
    pub outbox: Outbox,
    /// When diagnostics are sent.
    pub publisher: Publisher,
    /// Runs that go on and wait.
    pub queue: Arc<Queue>,
    /// The same of whole suites.
    pub suites: Arc<Queue>,
    /// What the user's Java server says.
    pub class_paths: ClassPaths,
    /// When the server ends.
    pub lifecycle: Arc<Lifecycle>,
}

impl ServerSession {
    /// A session that knows nothing yet.
    pub fn new(
        outbox: Outbox,
        publisher: Publisher,
        queue: Arc<Queue>,
        lifecycle: Arc<Lifecycle>,
    ) -> Self {
        Self {
            state: Mutex::default(),
            class_paths: ClassPaths::new(outbox.clone()),
            outbox,
            publisher,
            queue,
            suites: Arc::default(),
            lifecycle,
        }
    }

    /// The state, for a short time: nobody waits for anything while holding it. A handler that panicked while holding
    /// it has at worst lost its own change, so the state stays in use.
    pub fn state(&self) -> MutexGuard<'_, ServerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what `initialize` says.
    pub fn initialize(&self, client: ClientFacts, folders: Vec<PathBuf>, options: Option<Value>) {
        self.state().initialize(client, folders, options);
        self.set_settings(&Value::Null, BTreeMap::new());
    }

    /// Takes what the client says of the trust that its user has in the workspace; gives whether that is news.
    pub fn trust(&self, is_trusted: bool) -> bool {
        let was_trusted = std::mem::replace(&mut self.state().trusted, is_trusted);
        self.state().suites.hope();
        if !is_trusted {
            self.stop(None);
        }
        self.publisher.publish_all();
        was_trusted != is_trusted
    }

    /// Says that a file is not measured, and what would change that.
    pub fn say_not_trusted(&self, path: &Path) {
        let name = name_of(path);
        let message = if self.state().is_inside(path) {
            status_words::not_trusted(&name)
        } else {
            status_words::outside(&name)
        };
        status::send(&self.outbox, path, StatusState::Idle, message);
    }

    /// Takes new settings over those of `initialize`: of the window, and of folders of the workspace.
    pub fn set_settings(&self, window: &Value, folders: BTreeMap<PathBuf, Value>) {
        let (complaints, level) = {
            let mut state = self.state();
            let complaints = state.configure(window, folders);
            (complaints, state.settings.window.log.level)
        };
        log::set_level(level.filter());
        for complaint in complaints {
            self.say_once(MessageType::WARNING, &complaint);
        }
        self.publisher.publish_all();
    }

    /// Shows a message unless it was shown before.
    pub fn say_once(&self, kind: MessageType, message: &str) {
        let mut state = self.state();
        if state.is_news(message) {
            remedy::show(&self.outbox, state.client.has_remedies, kind, message);
        }
    }

    /// Forgets a file that is gone: its runs end, its hints vanish.
    pub fn forget(&self, path: &Path) {
        self.queue.stop(Some(path));
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
        for caller in self.state().callers_of(path) {
            self.publisher.soon(&caller);
        }
    }

    /// Asks for a run on the newest text of an open class; gives whether there is one to run.
    pub fn run(&self, path: &Path, task: JobTask) -> bool {
        self.ask(path, task, None)
    }

    /// Asks for a run of all tests of the module of a class that was opened or saved, where that is wanted.
    pub fn run_suite(&self, path: &Path, is_opened: bool) {
        let mut state = self.state();
        if !state.runs_suite(path, is_opened) {
            return;
        }
        if let Some(job) = state.job(path, None) {
            self.suites.ask(JobTask::Suite, job);
        }
    }

    /// A test class was saved: the suites of the open classes run what that changes.
    pub fn run_suites_beside(&self, test_file: &Path) {
        let open = self.state().documents.texts();
        let mut modules = BTreeSet::new();
        for path in open.keys() {
            if is_beside(path, test_file) && modules.insert(module_part(path)) {
                self.run_suite(path, false);
            }
        }
    }

    /// Asks for a search for one method alone; gives whether there is one to search.
    pub fn run_method(&self, path: &Path, method: MethodAround) -> bool {
        self.ask(path, JobTask::Generate, Some(method))
    }

    fn ask(&self, path: &Path, task: JobTask, method: Option<MethodAround>) -> bool {
        let mut state = self.state();
        if task == JobTask::Pairs && !state.settings.of(path).coupled_branches {
            return false;
        }
        let Some(job) = state.job(path, method) else {
            return false;
        };
        let looking = status_words::looking(&job.subject(), self.queue.is_warming_up(path));
        if self.queue.ask(task, job.clone()) && task == JobTask::Generate {
            status::send(&self.outbox, path, StatusState::Running, looking);
            state.begin(&job);
        }
        true
    }

    /// Asks for the pairs of this file, where its own goals were searched, and of all open files that call it.
    pub fn run_pairs(&self, path: &Path, is_caller: bool) {
        let mut files = self.state().callers_of(path);
        if is_caller {
            files.insert(0, path.to_path_buf());
        }
        for file in files {
            self.run(&file, JobTask::Pairs);
        }
    }

    /// The text of a file is another one than the last runs of its callers saw, or than the one that is on sees: they
    /// run again.
    pub fn renew_callers(&self, path: &Path) {
        let under_way = self.queue.pairs_under_way();
        let state = self.state();
        let mut callers = state.callers_of(path);
        if callers.is_empty() && under_way.is_none() {
            return;
        }
        let text = state.text_of(path);
        // What the first run of a file depends on is not known before it ends.
        let sees_old = |job: &Job| {
            let may_depend = |pairs: &FilePairs| pairs.involves(path);
            let held = job.open_texts.get(path);
            job.path != path
                && state.pairs.get(&job.path).is_none_or(may_depend)
                && held.is_some_and(|held| text.as_deref() != Some(held))
        };
        let is_old = |pairs: &FilePairs| pairs.seen().is_outdated_by(path, text.as_deref());
        callers.retain(|caller| state.pairs.get(caller).is_some_and(is_old));
        let under_way = under_way.filter(sees_old).map(|job| job.path);
        callers.extend(under_way.filter(|path| !callers.contains(path)));
        let runs_on_save = state.settings.of(path).runs_on_save() && !state.is_paused;
        drop(state);
        for caller in callers.iter().filter(|_| runs_on_save) {
            self.run(caller, JobTask::Pairs);
        }
    }

    /// A caller is opened again: the run for its pairs that was missed meanwhile, because it or what it calls was
    /// saved, is made up for. Where what it calls has changed, what is known of its pairs is about code that is gone.
    pub fn renew_pairs(&self, caller: &Path, runs: bool) {
        let (seen, was_searched, text) = {
            let state = self.state();
            let results = state.results.get(caller);
            (
                state.pairs.get(caller).map(|pairs| pairs.seen().clone()),
                results.is_some_and(FileResults::is_measured),
                state.text_of(caller),
            )
        };
        let is_missed = match seen {
            None => was_searched,
            Some(seen) if self.is_outdated(&seen, caller) => {
                self.state().pairs.remove(caller);
                self.publisher.now(caller);
                true
            }
            Some(seen) => seen.is_outdated_by(caller, text.as_deref()),
        };
        if is_missed && runs {
            self.run(caller, JobTask::Pairs);
        }
    }

    /// Whether one of these files, other than the caller's own, is not what it was.
    pub fn is_outdated(&self, seen: &FileKeys, caller: &Path) -> bool {
        let open = self.state().documents.texts();
        let is_outdated = |path: &Path| match open.get(path) {
            Some(text) => seen.is_outdated_by(path, Some(text)),
            None => seen.is_outdated_by(path, saved_text(path).as_deref()),
        };
        let mut others = seen.paths().filter(|path| *path != caller);
        others.any(is_outdated)
    }

    /// Stops the runs of a file, or all, those of suites among them.
    pub fn stop(&self, path: Option<&Path>) {
        self.suites.stop(path);
        let waiting = self.queue.stop(path);
        let mut state = self.state();
        for path in waiting {
            let stopped = status_words::stopped(&name_of(&path));
            if let Some(results) = state.results.get_mut(&path) {
                results.withdraw();
                results.line = Some(StatusLine {
                    state: StatusState::Idle,
                    message: stopped.clone(),
                });
            }
            status::send(&self.outbox, &path, StatusState::Idle, stopped);
        }
    }

    /// Stops what shows this progress token.
    pub fn stop_token(&self, token: &str) {
        self.suites.stop_token(token);
        if let Some(path) = self.queue.stop_token(token) {
            self.stop(Some(&path));
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

/// The folder above `src`, or that of the file: files of one module have it in common.
fn module_part(path: &Path) -> &Path {
    let mut above = path.ancestors();
    let is_sources = |folder: &&Path| folder.file_name().is_some_and(|name| name == "src");
    above
        .find(is_sources)
        .and_then(Path::parent)
        .or(path.parent())
        .unwrap_or(path)
}

fn is_beside(path: &Path, test_file: &Path) -> bool {
    module_part(path) == module_part(test_file)
}
