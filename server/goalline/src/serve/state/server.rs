//! What the server knows, in one place: takes changes from handlers and runs, gives what there is about a file; says
//! nothing to the client.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
    time::Instant,
};

use goalline_engine::build::read_file;
use serde_json::Value;

use crate::serve::transport::client::ClientFacts;
use {
    super::{
        asked::MethodAround, documents::Documents, generator::Job, ignored::Ignored,
        pairs::FilePairs, results::FileResults, settings, suites::Suites, test_classes,
    },
    crate::serve::state::settings::{ClientSettings, SuiteSetting, scoped::ScopedSettings},
};

/// Everything that changes while the server runs.
#[derive(Default)]
pub struct ServerState {
    /// What the client has open.
    pub documents: Documents,
    /// What runs have found, by main file.
    pub results: BTreeMap<PathBuf, FileResults>,
    /// Pairs of branches that runs have looked at, by the caller's file.
    pub pairs: BTreeMap<PathBuf, FilePairs>,
    /// The settings in force.
    pub settings: ScopedSettings,
    /// The folders of the workspace.
    pub folders: Vec<PathBuf>,
    /// What the client can do.
    pub client: ClientFacts,
    /// Whether anything of the workspace may decide what runs. Only the client itself says so: no setting does, for
    /// these may be the workspace's.
    pub trusted: bool,
    /// Whether the user has stopped runs on save and on open for a while.
    pub is_paused: bool,
    /// When the user last typed.
    pub typed: Option<Instant>,
    /// How far the runs of whole suites are.
    pub suites: Suites,
    /// Goals that the user wants to see no more.
    pub ignored: Ignored,
    /// Whether requests that only tests send are answered: the client's own word, too.
    pub answers_test_requests: bool,
    initial_settings: Value,
    /// What the client's own options say, as opposed to settings that may be the workspace's.
    own: ClientSettings,
    said: BTreeSet<String>,
    runs: u64,
}

/// What stands on the disk, as the engine reads it: what is no UTF-8 is replaced. Of what is no file, and may never
/// end, nothing.
pub fn saved_text(path: &Path) -> Option<String> {
    if !std::fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let bytes = read_file(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

impl ServerState {
    /// Takes what `initialize` says.
    pub fn initialize(
        &mut self,
        client: ClientFacts,
        folders: Vec<PathBuf>,
        options: Option<Value>,
    ) {
        self.client = client;
        self.folders = folders;
        self.initial_settings = options.unwrap_or_default();
        if let Some(options) = self.initial_settings.as_object_mut() {
            self.trusted = options.remove("trusted") == Some(Value::Bool(true));
            self.answers_test_requests = options.remove("testRequests") == Some(Value::Bool(true));
        }
        self.own = settings::read(&[&self.initial_settings]).settings;
    }

    /// Takes new settings over those of `initialize`, of the window and of folders; gives what is to be said about
    /// them.
    pub fn configure(&mut self, window: &Value, folders: BTreeMap<PathBuf, Value>) -> Vec<String> {
        let read = |configured: &Value| {
            let read = settings::read(&[&self.initial_settings, configured]);
            read.no_looser_than(&self.own)
        };
        let of_window = read(window);
        let (mut complaints, mut remarks) = (of_window.complaints, of_window.remarks);
        let of_folders = folders.into_iter().map(|(folder, configured)| {
            let of_folder = read(&configured);
            complaints.extend(of_folder.complaints);
            remarks.extend(of_folder.remarks);
            (folder, of_folder.settings)
        });
        let settings = ScopedSettings {
            folders: of_folders.collect(),
            window: of_window.settings,
        };
        for remark in remarks
            .iter()
            .filter(|remark| self.said.insert((*remark).clone()))
        {
            tracing::info!("{remark}");
        }
        self.documents
            .choose(|path| settings.of(path).shown_choice());
        self.settings = settings;
        complaints
    }

    /// Whether code of the project of this file may run.
    pub fn may_run(&self, path: &Path) -> bool {
        self.trusted && self.is_inside(path)
    }

    /// Whether the file lies in the workspace: that this is trusted says nothing of a stranger's file that was opened
    /// beside it. Everywhere where the client names no folder.
    pub fn is_inside(&self, path: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        // What goes up on its way lies wherever it ends.
        let goes_up = path.components().any(|one| one == Component::ParentDir);
        let lies_in = |folder: &PathBuf| {
            !goes_up && path.starts_with(folder)
                || real(path)
                    .zip(real(folder))
                    .is_some_and(|(path, folder)| path.starts_with(folder))
        };
        self.folders.is_empty() || self.folders.iter().any(lies_in)
    }

    /// Whether this message was not said before.
    pub fn is_news(&mut self, message: &str) -> bool {
        self.said.insert(message.to_owned())
    }

    /// What a run on the newest text of an open class works on; none where there is no such class, or no code may run.
    pub fn job(&mut self, path: &Path, method: Option<MethodAround>) -> Option<Job> {
        let document = self.documents.get(path)?;
        if !self.may_run(path) || test_classes::is_test(path, document) {
            return None;
        }
        let awaits_suite = self.runs_suite(path, false);
        self.runs += 1;
        Some(Job {
            number: self.runs,
            path: path.to_path_buf(),
            method,
            text: document.text().clone(),
            settings: self.settings.of(path).clone(),
            own: self.own.clone(),
            folders: self.folders.clone(),
            java_server: None,
            awaits_suite,
            open_texts: self.documents.texts(),
        })
    }

    /// Whether all tests of the module of a file are to run by themselves: where searches do, and not when the user, or
    /// the project, stands against it.
    pub fn runs_suite(&self, path: &Path, is_opened: bool) -> bool {
        let settings = self.settings.of(path);
        let is_wanted = match settings.suite {
            SuiteSetting::OnOpen => true,
            SuiteSetting::OnSave => !is_opened,
            SuiteSetting::Never => false,
        };
        let is_automatic = settings.runs_on_save() || settings.runs_on_open();
        let may_run = self.may_run(path) && !self.is_paused;
        is_wanted && is_automatic && may_run && !self.suites.is_given_up(path)
    }

    /// A run of this job is about to search.
    pub fn begin(&mut self, job: &Job) {
        if let Some(document) = self.documents.get(&job.path) {
            let results = self.results.entry(job.path.clone()).or_default();
            results.begin(job.number, job.text.clone(), document.goals());
        }
    }

    /// The files that call something in this one, as far as runs have seen.
    pub fn callers_of(&self, path: &Path) -> Vec<PathBuf> {
        let callers = self.pairs.iter();
        let callers = callers.filter(|(caller, pairs)| *caller != path && pairs.involves(path));
        callers.map(|(caller, _)| caller.clone()).collect()
    }

    /// The newest text of a file: the open document's, else the disk's.
    pub fn text_of(&self, path: &Path) -> Option<String> {
        match self.documents.get(path) {
            Some(document) => Some(document.text().to_string()),
            None => saved_text(path),
        }
    }

    /// Looks which verified tests of a main file stand in its test file by now, and which goals its project ignores.
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
