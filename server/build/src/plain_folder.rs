//! Plain folders: takes a file and its package, gives source roots, test roots and `lib/*.jar`; runs nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Project, ProjectFramework, ProjectKind, TestRun,
    boundary::{is_archive, is_within},
    repository_root,
};

/// Test roots by custom, relative to the project's folder.
const TEST_ROOTS: [&str; 4] = ["src/test/java", "src/test", "test", "tests"];

/// Source roots by custom, relative to the project's folder; the longest come first.
const SOURCE_ROOTS: [&str; 4] = ["src/main/java", "src/java", "source", "src"];

/// The project of a file that no build file describes. `limit` is the project's folder where the user named it.
pub fn of(file: &Path, package: &str, limit: Option<&Path>) -> Project {
    let parent = file.parent().unwrap_or(file).to_path_buf();
    let source_root = source_root(file, package);
    let recognised = source_root.is_some();
    let source_root = source_root.unwrap_or(parent);
    let root = limit.map_or_else(|| project_root(&source_root), Path::to_path_buf);
    let jars = jars(&root);
    let is_folder = limit.is_some()
        || root != source_root
        || !jars.is_empty()
        || (recognised && !package.is_empty());
    let mut source_roots = vec![source_root.clone()];
    let test_roots = existing(&root, &TEST_ROOTS);
    // A test class as the input: its main sources are wanted too.
    if test_roots.contains(&source_root) {
        source_roots = existing(&root, &SOURCE_ROOTS[..3]);
    }
    Project {
        kind: if is_folder {
            ProjectKind::Folder
        } else {
            ProjectKind::File
        },
        root,
        source_roots,
        test_roots,
        class_path: jars,
        test_class_path: Vec::new(),
        output_folders: Vec::new(),
        processor_path: Vec::new(),
        compiler_options: Vec::new(),
        framework: ProjectFramework::Absent,
        test_run: TestRun::default(),
        wanted_jdk: None,
        notices: Vec::new(),
    }
}

/// A module whose build file cannot be used, read as a plain folder.
pub fn of_module(module: &Path, file: &Path, package: &str) -> Project {
    let mut project = of(file, package, Some(module));
    for root in existing(module, &["src/main/java"]) {
        if !project.source_roots.contains(&root) {
            project.source_roots.push(root);
        }
    }
    project
}

/// The folder that the package's first part stands in, when the file lies where its package says.
pub fn source_root(file: &Path, package: &str) -> Option<PathBuf> {
    let mut folder = file.parent()?;
    for part in package.split('.').rev().filter(|part| !part.is_empty()) {
        if folder.file_name()? != part {
            return None;
        }
        folder = folder.parent()?;
    }
    Some(folder.to_path_buf())
}

/// The folder above a source root that is named as custom has it; else the source root itself.
fn project_root(source_root: &Path) -> PathBuf {
    SOURCE_ROOTS
        .iter()
        .chain(&TEST_ROOTS)
        .find(|custom| source_root.ends_with(custom))
        .and_then(|custom| {
            source_root
                .ancestors()
                .nth(Path::new(custom).components().count())
        })
        .unwrap_or(source_root)
        .to_path_buf()
}

fn jars(root: &Path) -> Vec<PathBuf> {
    let mut jars: Vec<PathBuf> = ["lib", "libs"]
        .iter()
        .flat_map(|folder| {
            fs::read_dir(root.join(folder))
                .into_iter()
                .flatten()
                .flatten()
        })
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .filter(|path| is_archive(path))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.ends_with("-sources.jar") && !name.ends_with("-javadoc.jar")
        })
        .collect();
    jars.sort();
    jars
}

/// Those of the folders that are there; a link that leads out of the repository is none.
fn existing(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let repository = repository_root(root);
    for folder in folders
        .iter()
        .map(|folder| root.join(folder))
        .filter(|folder| folder.is_dir() && is_within(folder, &repository))
    {
        // `src/test` is no root of its own where `src/test/java` is one.
        if !found.iter().any(|known| known.starts_with(&folder)) {
            found.push(folder);
        }
    }
    found
}
