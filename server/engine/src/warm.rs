//! Warm workers: takes settings and a request, gives the JVMs that fit; runs nothing in them.

use std::{path::PathBuf, thread};

use goalline_jvm::{Pool, WorkerOptions};
use goalline_project::{Jdk, Project, cache_folder};

use crate::{
    EngineError, Request, Settings,
    attributions::Attributions,
    compile_setup::setup,
    fault_check::FaultyVersion,
    pair_suites::PairBench,
    scoring::Scoring,
    user_tests::{Tester, mocking_agent},
};

/// Workers for one project and JDK.
pub(crate) struct Warm {
    /// Those that search.
    pub searchers: Pool,
    /// One that minimises and observes; its spare one observes and checks with the settings of another user.
    pub checkers: Pool,
    /// The one that runs the user's own tests.
    pub tester: Tester,
    /// What the compiler of any of them said about the files of the project.
    pub attributions: Attributions,
    /// What the checkers have in them for scoring suites, while nothing else was compiled there.
    pub scoring: Option<Scoring>,
    /// The same for a pair of classes.
    pub pair: Option<PairBench>,
    /// One with a faulty version of the class, where suites are compared by what they tell from it.
    pub faulty: Option<FaultyVersion>,
}

/// What makes workers fit for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    jdk: Jdk,
    project: Project,
}

impl Fit {
    pub(crate) fn of(request: &Request) -> Self {
        Self {
            jdk: request.jdk.clone(),
            project: (*request.project).clone(),
        }
    }
}

/// Starts the searching workers and the checking one side by side.
pub(crate) fn start(settings: &Settings, request: &Request) -> Result<Warm, EngineError> {
    let options = options(settings, request);
    let mut tester = Tester::new(
        settings,
        request,
        options.cache.clone(),
        options.readable.clone(),
    );
    // Generated tests may mock, as those of the project do.
    let mut checking = options.clone();
    checking
        .flags
        .extend(mocking_agent(&request.project.test_class_path));
    thread::scope(|scope| {
        let checkers = scope.spawn(|| -> Result<Pool, EngineError> {
            let mut checkers = configured(&checking, request, 1)?.with_spare_elsewhere();
            checkers.start_spare();
            Ok(checkers)
        });
        tester.start_ahead(request);
        let searchers = configured(&options, request, settings.workers.max(1))?;
        let checkers = checkers
            .join()
            .map_err(|_| EngineError::Panicked("starting a worker"))??;
        Ok(Warm {
            searchers,
            checkers,
            tester,
            attributions: Attributions::of(&request.project),
            scoring: None,
            pair: None,
            faulty: None,
        })
    })
}

/// One worker for the request's project, beside those that search and check.
pub(crate) fn start_pool(settings: &Settings, request: &Request) -> Result<Pool, EngineError> {
    configured(&options(settings, request), request, 1)
}

fn configured(
    options: &WorkerOptions,
    request: &Request,
    count: usize,
) -> Result<Pool, EngineError> {
    let mut pool = Pool::start(options, count)?;
    pool.worker().configure(&setup(&request.project))?;
    Ok(pool)
}

fn options(settings: &Settings, request: &Request) -> WorkerOptions {
    let preview = request
        .project
        .compiler_options
        .iter()
        .any(|option| option == "--enable-preview");
    WorkerOptions {
        memory_mb: settings.worker_memory_mb,
        sandbox: settings.sandbox,
        cache: cache_folder(settings.cache.as_deref()),
        readable: readable(request),
        flags: preview
            .then(|| "--enable-preview".to_owned())
            .into_iter()
            .collect(),
        ..WorkerOptions::new(request.jdk.home.clone(), request.jdk.feature)
    }
}

/// Paths that workers must be able to read.
pub(crate) fn readable(request: &Request) -> Vec<PathBuf> {
    let project = &request.project;
    let mut paths = vec![project.root.clone()];
    paths.extend(project.source_roots.iter().cloned());
    paths.extend(project.class_path.iter().cloned());
    paths.extend(project.test_class_path.iter().cloned());
    paths.extend(project.processor_path.iter().cloned());
    paths.extend(goalline_project::find_junit(project));
    paths
}
