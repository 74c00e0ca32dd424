//! Warm workers between runs: takes settings, keeps the workers of the last project alive, gives reports run by run.

use std::{path::PathBuf, sync::Mutex, thread};

use goalline_jvm::{CompileSetup, Pool, WorkerOptions};
use goalline_project::{Jdk, Project, cache_folder};

use crate::{
    Cancel, EngineError, Events, Report, Request, Settings,
    prepare::broken,
    run::{readable, run},
};

/// Workers for one project and JDK.
pub(crate) struct Warm {
    /// Those that search.
    pub searchers: Pool,
    /// One that minimises and observes; its spare one only checks.
    pub checkers: Pool,
}

/// What makes workers fit for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fit {
    jdk: Jdk,
    project: Project,
}

/// Runs generations one after the other, on workers that stay warm as long as the project is the same.
pub struct Session {
    settings: Settings,
    warm: Mutex<Option<(Fit, Warm)>>,
}

impl Session {
    /// A session without workers yet: the first run starts them.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            warm: Mutex::new(None),
        }
    }

    /// Starts workers for the request's project ahead of a run, so that the run finds them warm.
    pub fn warm_up(&self, request: &Request) -> Result<(), EngineError> {
        let warm = self.take(request)?;
        self.keep(request, warm);
        Ok(())
    }

    /// Runs one generation. A second call at the same time starts workers of its own.
    ///
    /// # Errors
    /// See [`EngineError`]; a search that ends early is no error, its report says what it has.
    pub fn generate(
        &self,
        request: &Request,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<Report, EngineError> {
        let mut warm = self.take(request)?;
        let result = run(&mut warm, request, cancel, events);
        if !matches!(result, Err(EngineError::Worker(_))) {
            self.keep(request, warm);
        }
        result
    }

    fn take(&self, request: &Request) -> Result<Warm, EngineError> {
        let kept = self
            .warm
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take();
        match kept {
            Some((fit, warm)) if fit == Fit::of(request) => Ok(warm),
            _ => start(&self.settings, request),
        }
    }

    fn keep(&self, request: &Request, warm: Warm) {
        let mut slot = self
            .warm
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *slot = Some((Fit::of(request), warm));
    }
}

impl Fit {
    fn of(request: &Request) -> Self {
        Self {
            jdk: request.jdk.clone(),
            project: (*request.project).clone(),
        }
    }
}

/// Starts the searching workers and the checking one side by side.
fn start(settings: &Settings, request: &Request) -> Result<Warm, EngineError> {
    let options = options(settings, request);
    let setup = setup(&request.project);
    let start = |count: usize| -> Result<Pool, EngineError> {
        let mut pool = Pool::start(&options, count).map_err(broken)?;
        pool.worker().configure(&setup).map_err(broken)?;
        Ok(pool)
    };
    thread::scope(|scope| {
        let checkers = scope.spawn(|| start(1));
        let searchers = start(settings.workers.max(1))?;
        let checkers = checkers
            .join()
            .map_err(|_| broken("starting a worker panicked"))??;
        Ok(Warm {
            searchers,
            checkers,
        })
    })
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

fn setup(project: &Project) -> CompileSetup {
    let existing = |paths: &[PathBuf]| -> Vec<PathBuf> {
        paths.iter().filter(|path| path.exists()).cloned().collect()
    };
    CompileSetup {
        class_path: existing(&project.class_path),
        source_roots: existing(&project.source_roots),
        options: project.compiler_options.clone(),
        processor_path: existing(&project.processor_path),
    }
}
