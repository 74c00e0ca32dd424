//! One generation as the command line runs it: takes a file and what the flags say, gives a report with its progress
//! shown.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use goalline_engine::{
    Budget, Cancel, EngineError, Framework, MethodSelector, PairSelector, Parameters, Report,
    Request, Session,
    build::{
        Jdk, JdkRequest, Machine, NoJdk, Project, ProjectError, ProjectSettings, read_file, top_of,
    },
    goals::GoalChoice,
    syntax::JavaFile,
};
use thiserror::Error;

use crate::{
    interrupt::stop_with,
    output::{
        paint::{BOLD, DIM, counted},
        progress::RunBar,
        summary,
    },
};

/// What the flags say about a generation.
#[expect(
    clippy::struct_excessive_bools,
    reason = "wishes that vary independently of each other"
)]
#[derive(Clone, Debug)]
pub struct Options {
    pub class: Option<String>,
    pub method: Option<MethodSelector>,
    pub settings: ProjectSettings,
    pub budget: Budget,
    pub seed: u64,
    pub criteria: GoalChoice,
    pub parameters: Parameters,
    /// Pairs of branches instead of goals.
    pub coupled: Option<PairSelector>,
    pub workers: usize,
    pub framework: Option<Framework>,
    /// Whether the user's own tests run first.
    pub user_tests: bool,
    /// Whether tests that only pin an implicit exception are wanted.
    pub implicit_exceptions: bool,
    /// Search on for tests that kill more mutants than the goals ask for.
    pub kill_survivors: bool,
    /// Whether the tests go into a class of their own, not into the one of the project.
    pub is_apart: bool,
    /// Write tests that differ in literals alone as one parameterised test.
    pub one_per_shape: bool,
}

/// What a generation gave.
pub struct Generated {
    /// The real path of the file.
    pub path: PathBuf,
    /// The file as it was read.
    pub file: JavaFile,
    /// Its project.
    pub project: Arc<Project>,
    /// What the engine reports.
    pub report: Report,
}

/// Why it gave nothing.
#[derive(Debug, Error)]
pub enum RunError {
    /// No project.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// No JDK.
    #[error(transparent)]
    Jdk(#[from] NoJdk),
    /// The engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The terminal.
    #[error(transparent)]
    Output(#[from] std::io::Error),
}

impl RunError {
    /// Whether the user asked for something that cannot be, as opposed to something that did not work out.
    pub fn is_wrong_use(&self) -> bool {
        matches!(
            self,
            Self::Project(_)
                | Self::Engine(
                    EngineError::Unreadable { .. }
                        | EngineError::NoSuchClass { .. }
                        | EngineError::NoSuchMethod { .. }
                )
        )
    }
}

/// Where a file really lies, if that is in the folder which is named as its project, where one is.
fn real_in_project(path: &Path, project: Option<&Path>) -> Result<PathBuf, ProjectError> {
    let path = real(path);
    match project {
        Some(project) if !path.starts_with(real(project)) => {
            let project = project.to_path_buf();
            Err(ProjectError::Outside { path, project })
        }
        _ => Ok(path),
    }
}

fn parsed(path: &Path) -> Result<JavaFile, ProjectError> {
    let text = read_file(path).map_err(|cause| ProjectError::Unreadable {
        path: path.to_owned(),
        cause,
    })?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(JavaFile::parse(text))
}

/// Generates tests for one file and prints what it is about.
pub fn generate(
    session: &Session,
    path: &Path,
    options: &Options,
    cancel: &Cancel,
    console: &mut Console<'_>,
) -> Result<Generated, RunError> {
    let mut progress = RunBar::new();
    let path = real_in_project(path, options.settings.project.as_deref())?;
    let settings = ProjectSettings {
        stop: stop_with(cancel),
        ..options.settings.clone()
    };
    let project = Arc::new(Project::discover(&path, &settings)?);
    cancel.check()?;
    for notice in &project.notices {
        progress.say(notice);
    }
    let selector = JdkRequest {
        setting: options.settings.java_home.as_deref(),
        project: project.wanted_jdk.as_ref(),
        release: project.java_release(),
    };
    let machine = Machine::current().outside_of(&[top_of(&project.root, None)]);
    let jdk = Jdk::find(selector, &machine)?;
    let file = parsed(&path)?;
    console.introduce(&jdk, options.workers)?;
    let out = &mut *console.out;
    let request = Request {
        file: path,
        text: Some(file.shared_text()),
        class: options.class.clone(),
        method: options.method.clone(),
        project: Arc::clone(&project),
        jdk,
        budget: options.budget,
        seed: options.seed,
        criteria: options.criteria.clone(),
        parameters: options.parameters.clone(),
        framework: options.framework,
        implicit_exceptions: options.implicit_exceptions,
        kill_survivors: options.kill_survivors,
        is_apart: options.is_apart,
        one_per_shape: options.one_per_shape,
        coupled: options.coupled.clone(),
        open_texts: BTreeMap::new(),
        user_tests: options.user_tests,
        awaits_suite: false,
    };
    let mut report = session.generate(&request, cancel, &mut progress)?;
    // What was not asked for is not told of.
    report.goals.retain(|goal| goal.is_sought);
    for notice in &report.notices {
        progress.say(notice);
    }
    progress.finish();
    let goals = counted(report.goals.len(), "goal");
    write!(out, "{BOLD}{}{BOLD:#} · {goals}", report.class)?;
    summary::user_tests(&report, out)?;
    Ok(Generated {
        path: request.file,
        file,
        project,
        report,
    })
}

/// Where a run prints, and what it said already.
pub struct Console<'a> {
    /// Standard output.
    pub out: &'a mut dyn Write,
    introduced: Option<Jdk>,
}

impl<'a> Console<'a> {
    /// A console that has said nothing yet.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            introduced: None,
        }
    }

    /// Says what the run stands on, once for each JDK.
    fn introduce(&mut self, jdk: &Jdk, workers: usize) -> std::io::Result<()> {
        if self.introduced.as_ref() == Some(jdk) {
            return Ok(());
        }
        self.introduced = Some(jdk.clone());
        print_machine(jdk, workers, self.out)
    }
}

fn print_machine(jdk: &Jdk, workers: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let sandbox = goalline_jvm::sandbox_support();
    let confined = match (sandbox.files, sandbox.system_calls) {
        (true, true) => "sandboxed",
        (false, false) => "no sandbox",
        _ => "partly sandboxed",
    };
    let workers = counted(workers, "worker");
    let version = env!("CARGO_PKG_VERSION");
    writeln!(
        out,
        "{DIM}goalline {version} · JDK {} from {} ({}) · {workers}, {confined}{DIM:#}\n",
        jdk.version,
        jdk.found_by,
        jdk.home.display()
    )
}

/// The file by its own path, links resolved: source roots are compared with it.
pub fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
