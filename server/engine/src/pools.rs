//! Pools of workers for a request: takes settings and a request, gives JVMs that are set up for its project; runs nothing in them.

use std::path::PathBuf;

use goalline_jvm::{Pool, WorkerOptions};
use goalline_project::{Jdk, Project, cache_folder};

use crate::{EngineError, Request, Settings, compile_setup::setup};

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

/// One worker for the request's project, beside those that search and check.
pub(crate) fn start_pool(settings: &Settings, request: &Request) -> Result<Pool, EngineError> {
    configured(&options(settings, request), request, 1)
}

pub(crate) fn configured(
    options: &WorkerOptions,
    request: &Request,
    count: usize,
) -> Result<Pool, EngineError> {
    let mut pool = Pool::start(options, count)?;
    pool.worker().configure(&setup(&request.project))?;
    Ok(pool)
}

pub(crate) fn options(settings: &Settings, request: &Request) -> WorkerOptions {
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
fn readable(request: &Request) -> Vec<PathBuf> {
    let project = &request.project;
    let mut paths = vec![project.root.clone()];
    paths.extend(project.source_roots.iter().cloned());
    paths.extend(project.class_path.iter().cloned());
    paths.extend(project.test_class_path.iter().cloned());
    paths.extend(project.processor_path.iter().cloned());
    paths.extend(goalline_project::find_junit(project));
    paths
}
