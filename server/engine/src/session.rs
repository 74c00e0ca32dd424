//! Warm workers between runs: takes settings, keeps the workers of the last project alive, gives reports run by run.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

use goalline_jvm::{CompileSetup, Pool, WorkerOptions};
use goalline_project::{Jdk, Project, cache_folder};

use crate::{
    Cancel, EngineError, Events, LastResults, Measured, Report, Request, Settings,
    kept::Shelf,
    measure::measure,
    prepare::broken,
    run::{readable, run},
    user_tests::{self, Tester, UserTestReport},
};

/// Workers for one project and JDK.
pub(crate) struct Warm {
    /// Those that search.
    pub searchers: Pool,
    /// One that minimises and observes; its spare one only checks.
    pub checkers: Pool,
    /// The one that runs the user's own tests.
    pub tester: Tester,
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
    shelf: Shelf,
    warm: Mutex<Option<(Fit, Warm)>>,
}

impl Session {
    /// A session without workers yet: the first run starts them.
    pub fn new(settings: Settings) -> Self {
        Self {
            shelf: Shelf::new(&settings),
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
        let result = run(&mut warm, &self.shelf, request, cancel, events);
        if !matches!(result, Err(EngineError::Worker(_))) {
            self.keep(request, warm);
        }
        result
    }

    /// Searches and measures what the minimised suite covers in a fresh run; offers and remembers nothing.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn measure(&self, request: &Request, cancel: &Cancel) -> Result<Measured, EngineError> {
        let mut warm = self.take(request)?;
        let result = measure(&mut warm, request, cancel);
        if !matches!(result, Err(EngineError::Worker(_))) {
            self.keep(request, warm);
        }
        result
    }

    /// Runs the user's own tests and says what they cover; searches for nothing.
    ///
    /// # Errors
    /// See [`EngineError`]. Tests that cannot be run are no error but a notice.
    pub fn run_user_tests(
        &self,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<UserTestReport, EngineError> {
        let mut warm = self.take(request)?;
        let result = user_tests::report(&mut warm, request, cancel);
        if !matches!(result, Err(EngineError::Worker(_))) {
            self.keep(request, warm);
        }
        result
    }

    /// What was last found for this file, in this process or an earlier one, if its text is still the same.
    pub fn last_results(&self, file: &Path, text: &str) -> Option<LastResults> {
        self.shelf.last_results(file, text)
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
    let mut tester = Tester::new(
        settings,
        request,
        options.cache.clone(),
        options.readable.clone(),
    );
    let start = |count: usize| -> Result<Pool, EngineError> {
        let mut pool = Pool::start(&options, count).map_err(broken)?;
        pool.worker().configure(&setup).map_err(broken)?;
        Ok(pool)
    };
    thread::scope(|scope| {
        let checkers = scope.spawn(|| {
            let mut checkers = start(1)?;
            checkers.start_spare();
            Ok(checkers)
        });
        tester.start_ahead(request);
        let searchers = start(settings.workers.max(1))?;
        let checkers = checkers
            .join()
            .map_err(|_| broken("starting a worker panicked"))??;
        Ok(Warm {
            searchers,
            checkers,
            tester,
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

pub(crate) fn setup(project: &Project) -> CompileSetup {
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
