//! Pools of workers for a request: takes settings and a request, gives JVMs that are set up for its project; runs
//! nothing in them.

use std::path::{Path, PathBuf};

use goalline_build::{Jdk, Project, cache_folder, is_too_wide, repository_root, wide_folders};
use goalline_jvm::{Pool, WorkerOptions};

use crate::{EngineError, Request, Settings, sources::compile_setup::setup};

/// What makes workers fit for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolKey {
    jdk: Jdk,
    project: Project,
}

impl PoolKey {
    /// What the workers of this request depend on.
    pub fn of(request: &Request) -> Self {
        Self {
            jdk: request.jdk.clone(),
            project: (*request.project).clone(),
        }
    }
}

/// One worker for the request's project, beside those that search and check.
pub fn start_pool(settings: &Settings, request: &Request) -> Result<Pool, EngineError> {
    configured(&options(settings, request), request, 1)
}

/// So many workers, told what the project compiles with.
pub fn configured(
    options: &WorkerOptions,
    request: &Request,
    count: usize,
) -> Result<Pool, EngineError> {
    let mut pool = Pool::start(options, count)?;
    pool.worker().configure(&setup(&request.project))?;
    Ok(pool)
}

/// How workers of the request's project are started, and what they may read.
pub fn options(settings: &Settings, request: &Request) -> WorkerOptions {
    let preview = request
        .project
        .compiler_options
        .iter()
        .any(|option| option == "--enable-preview");
    WorkerOptions {
        memory_mb: settings.worker_memory_mb,
        sandbox: settings.sandbox,
        cache: cache_folder(settings.cache.as_deref()),
        readable: readable(&request.project, &request.file),
        closed: wide_folders(),
        flags: preview
            .then(|| "--enable-preview".to_owned())
            .into_iter()
            .collect(),
        properties: request
            .jdk
            .stand_in_properties(request.project.java_release()),
        ..WorkerOptions::new(request.jdk.home.clone(), request.jdk.feature)
    }
}

/// Paths that workers must be able to read: all of the repository, as what holds for its modules lies above them.
/// Where that would be a home folder, the folder of the file's own package, or the file alone.
fn readable(project: &Project, file: &Path) -> Vec<PathBuf> {
    let root = repository_root(&project.root);
    let mut paths = vec![if is_too_wide(&root) {
        own_folder(file)
    } else {
        root
    }];
    paths.extend(project.source_roots.iter().cloned());
    paths.extend(project.class_path.iter().cloned());
    paths.extend(project.test_class_path.iter().cloned());
    paths.extend(project.processor_path.iter().cloned());
    paths.extend(goalline_build::find_junit(project));
    paths
}

/// The folder that the file lies in; the file, where that folder is too wide.
fn own_folder(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !is_too_wide(folder));
    folder.unwrap_or(file).to_path_buf()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use goalline_build::ProjectSettings;

    use super::*;

    #[test]
    fn what_stands_above_a_module_for_all_of_the_repository_can_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a real path");
        let file = root.join("till/src/shop/Cart.java");
        for path in [root.join(".git"), root.join("till/src/shop")] {
            fs::create_dir_all(path).expect("a folder");
        }
        let settings = ProjectSettings::default();
        let project = Project::discover_text(&file, "package shop; class Cart {}", &settings);
        let project = project.expect("a plain folder");
        assert_eq!(project.root, root.join("till"));
        assert!(readable(&project, &file).contains(&root));
    }

    #[test]
    fn a_class_in_a_folder_of_everybody_opens_itself_alone() {
        let wide = wide_folders().pop().expect("there is a temporary one");
        let file = wide.join("Cart.java");
        let text = "class Cart {}";
        let project = Project::discover_text(&file, text, &ProjectSettings::default());
        let project = project.expect("a file alone");
        assert_eq!(readable(&project, &file)[0], file);
        assert_eq!(own_folder(&wide.join("shop/Cart.java")), wide.join("shop"));
    }
}
