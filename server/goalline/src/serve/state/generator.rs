//! What runs need from the engine, as one trait, so that a test can script it: takes a job, gives events and a report.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_engine::{
    Cancel, Events, LastPairs, LastResults, Report, Style, SuiteRun, UserTestReport,
};

use super::{asked::MethodAround, settings::ClientSettings};
use crate::serve::transport::class_path::ClassPath;

/// One file to generate tests for.
#[derive(Clone, Debug)]
pub struct Job {
    /// Grows with each run.
    pub number: u64,
    /// The file.
    pub path: PathBuf,
    /// Search for the goals of this method alone.
    pub method: Option<MethodAround>,
    /// Its text when the run was asked for.
    pub text: Arc<str>,
    /// The settings at that time.
    pub settings: ClientSettings,
    /// What the client's own options say: the user's word, where the settings may be the workspace's.
    pub own: ClientSettings,
    /// The folders of the workspace.
    pub folders: Vec<PathBuf>,
    /// The class path as the user's Java server knows it.
    pub java_server: Option<ClassPath>,
    /// All tests of the module run beside this run, or are to.
    pub awaits_suite: bool,
    /// The texts of all open files.
    pub open_texts: BTreeMap<PathBuf, Arc<str>>,
}

impl Job {
    /// "Cart": the file without its ending, for people.
    pub fn name(&self) -> String {
        name_of(&self.path)
    }

    /// The innermost folder of the workspace around the file.
    pub fn folder(&self) -> Option<&Path> {
        let around = self.folders.iter().filter(|it| self.path.starts_with(it));
        let innermost = around.max_by_key(|folder| folder.components().count());
        innermost.map(PathBuf::as_path)
    }

    /// The JDK that the settings name. One inside of the workspace may be the work of a stranger, as may be the
    /// setting: that takes the client's own options.
    pub fn java_home(&self) -> Result<Option<&Path>, Failure> {
        let named = self.settings.java.home.as_deref();
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let is_inside = |home: &Path| {
            let inside = |folder: &PathBuf| real(home).starts_with(real(folder));
            home.is_relative() || self.folders.iter().any(inside)
        };
        match named {
            Some(home) if named != self.own.java.home.as_deref() && is_inside(home) => {
                Err(Failure::Trouble(format!(
                    "goalline: {} lies in the workspace. Only your own settings may name such a JDK: set goalline.java.home there",
                    home.display()
                )))
            }
            _ => Ok(named),
        }
    }

    /// What is searched, for people: `Cart`, `Cart.total()`.
    pub fn subject(&self) -> String {
        let name = self.name();
        match &self.method {
            Some(method) if method.is_named_after_class() => method.shown(),
            Some(method) => format!("{name}.{}", method.shown()),
            None => name,
        }
    }
}

/// The file without its ending.
pub fn name_of(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Why a run gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The class does not compile; javac's messages.
    DoesNotCompile(Vec<String>),
    /// There is nothing to test, and why.
    NothingToTest(String),
    /// It was cancelled before it had anything.
    Cancelled,
    /// Something is wrong outside of the class: cause and remedy.
    Trouble(String),
}

impl Failure {
    /// In one line.
    pub fn cause(&self) -> &str {
        let whole = match self {
            Self::DoesNotCompile(messages) => messages.first().map_or("", String::as_str),
            Self::NothingToTest(reason) | Self::Trouble(reason) => reason,
            Self::Cancelled => "it was stopped",
        };
        whole.lines().next().unwrap_or_default()
    }
}

/// Where tests of a class belong, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPlace {
    /// The test file; it need not exist.
    pub file: PathBuf,
    /// Where it would really stand, if a link leads out of the project: then nothing is written.
    pub outside: Option<PathBuf>,
    /// How a new test class is laid out.
    pub style: Style,
}

/// Runs the engine, or plays it.
pub trait Generator: Send + Sync + 'static {
    /// Has the build say what the project of the job is, which may take minutes; calls about the same job that follow
    /// start from the answer. Whatever is wrong is said by these. Ends when it is cancelled, unless a newer run of the
    /// file waits, which wants the same answer.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] alone.
    fn ask_build(&self, job: &Job, cancel: &Cancel) -> Result<(), Failure>;

    /// Where tests of the job's class belong.
    fn test_place(&self, job: &Job) -> Result<TestPlace, Failure>;

    /// Prepares what a run would have to wait for.
    fn warm_up(&self, job: &Job) -> Result<(), Failure>;

    /// What was last found for this file, in this process or an earlier one.
    fn last_results(&self, job: &Job) -> Option<LastResults>;

    /// What was last found of pairs of branches for this file, in this process or an earlier one.
    fn last_pairs(&self, job: &Job) -> Option<LastPairs>;

    /// One run, on the calling thread.
    fn generate(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<Report, Failure>;

    /// What the user's tests cover of the class, on the calling thread.
    fn measure(&self, job: &Job, cancel: &Cancel) -> Result<UserTestReport, Failure>;

    /// The folder of the module that the file belongs to.
    fn module(&self, job: &Job) -> Result<PathBuf, Failure>;

    /// Runs the tests of the module that are not known yet, on the calling thread, beside whatever else runs.
    fn suite(
        &self,
        job: &Job,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<SuiteRun, Failure>;

    /// One run for the pairs of branches of the file and of what it calls, on the calling thread.
    fn couple(&self, job: &Job, cancel: &Cancel) -> Result<LastPairs, Failure>;
}
