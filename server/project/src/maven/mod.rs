//! Maven modules: takes a pom file, gives what Maven says of class path, roots and compiler options; never runs a plugin of the project.
//!
//! Two short Maven runs answer everything, for a reactor in which nothing was ever built too. The first prints the effective
//! poms of the whole reactor. The second resolves the class path of a pom written for the purpose, in a temporary folder,
//! in which the module's siblings are replaced by their own dependencies. Answers are cached by the content of all poms.

mod compiler;
mod copies;
mod dependency;
mod effective;
mod elements;
mod missing;
mod program;
mod purpose;
mod reactor;
mod resolve;
mod said;
mod surefire;
mod wanted;
mod xml;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use dependency::Dependency;
pub use program::{MavenProgram, local_repository, maven_version};
pub use purpose::jars_of;

use crate::{
    JunitVersion, Project, ProjectKind, ProjectSettings, TestRun, cache_folder, read_cached,
    write_cached,
};

/// Why Maven gave no answer.
#[derive(Debug, Error)]
pub enum MavenError {
    /// There is no Maven.
    #[error(
        "Maven was not found, so {} is read as a plain folder without its dependencies; \
         install Maven (for Debian: maven), run the project's own wrapper once (./mvnw -v), or give --classpath", .module.display()
    )]
    NotInstalled {
        /// The module's folder.
        module: PathBuf,
    },
    /// Maven ran and said no.
    #[error(
        "Maven rejects {}, so the module is read as a plain folder without its dependencies. Maven says:\n{message}",
        .pom.display()
    )]
    Rejected {
        /// The pom file.
        pom: PathBuf,
        /// Its own words.
        message: String,
    },
    /// Maven could not be run to its end.
    #[error("Maven gave no answer for {} ({cause}), so the module is read as a plain folder", .pom.display())]
    NoAnswer {
        /// The pom file.
        pom: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// Maven answered something that cannot be read.
    #[error("the pom {} cannot be read ({reason}), so the module is read as a plain folder", .pom.display())]
    Unreadable {
        /// The pom file.
        pom: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// What is kept in the cache: a project as Maven described it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Answer {
    /// The pom that was asked about.
    pom: PathBuf,
    root: PathBuf,
    source_roots: Vec<PathBuf>,
    test_roots: Vec<PathBuf>,
    resources: Vec<PathBuf>,
    test_resources: Vec<PathBuf>,
    jars: Vec<PathBuf>,
    test_jars: Vec<PathBuf>,
    processors: Vec<PathBuf>,
    compiler_options: Vec<String>,
    test_run: TestRun,
    notices: Vec<String>,
}

/// Reads the module of this pom, from the cache when no pom changed and all jars are still there.
pub fn read_module(pom: &Path, settings: &ProjectSettings) -> Result<Project, MavenError> {
    let reactor = reactor::Reactor::around(pom);
    let cached = cache_folder(settings.cache.as_deref())
        .join("maven")
        .join(format!(
            "{}.json",
            reactor.key(settings.java_home.as_deref())
        ));
    if let Some(answer) = load(&cached, pom) {
        tracing::debug!(pom = %pom.display(), "class path from the cache");
        return Ok(answer.into_project());
    }
    let answer = ask(pom, &reactor, settings)?;
    // An answer with a notice is a makeshift: the next run asks again.
    if answer.notices.is_empty() {
        write_cached(&cached, &answer);
    }
    Ok(answer.into_project())
}

fn ask(
    pom: &Path,
    reactor: &reactor::Reactor,
    settings: &ProjectSettings,
) -> Result<Answer, MavenError> {
    let module = pom.parent().unwrap_or(pom);
    let program = MavenProgram::find(settings, module).ok_or_else(|| MavenError::NotInstalled {
        module: module.to_path_buf(),
    })?;
    let modules = effective::read(&program, reactor)?;
    let own = modules
        .iter()
        .find(|candidate| candidate.root == module)
        .ok_or_else(|| {
            let reason = "the module is not in it".to_owned();
            MavenError::Unreadable {
                pom: pom.to_path_buf(),
                reason,
            }
        })?;
    let wanted = wanted::Wanted::of(own, &modules);
    let resolved = resolve::class_path(&program, pom, own, &wanted)?;
    let mut answer = Answer {
        pom: pom.to_path_buf(),
        root: own.root.clone(),
        source_roots: own.source_roots.clone(),
        test_roots: own.test_roots.clone(),
        resources: own.resources.clone(),
        test_resources: own.test_resources.clone(),
        jars: resolved.main,
        test_jars: resolved.test,
        processors: resolved.processors,
        compiler_options: own.compiler.options.clone(),
        test_run: own.test_run.clone(),
        notices: resolved.notices,
    };
    for sibling in &wanted.siblings {
        answer
            .source_roots
            .extend_from_slice(&sibling.module.source_roots);
        answer
            .resources
            .extend_from_slice(&sibling.module.resources);
        if sibling.with_tests {
            answer
                .test_roots
                .extend_from_slice(&sibling.module.test_roots);
        }
    }
    Ok(answer)
}

impl Answer {
    fn into_project(self) -> Project {
        let existing = |folders: Vec<PathBuf>| folders.into_iter().filter(|path| path.is_dir());
        let mut test_roots = self.test_roots;
        // The first root is where new tests go: it may not exist yet.
        let first = test_roots.first().cloned();
        test_roots.retain(|root| root.is_dir() || Some(root) == first.as_ref());
        Project {
            kind: ProjectKind::Maven,
            root: self.root,
            source_roots: existing(self.source_roots).collect(),
            test_roots,
            class_path: existing(self.resources).chain(self.jars).collect(),
            test_class_path: existing(self.test_resources)
                .chain(self.test_jars)
                .collect(),
            processor_path: self.processors,
            compiler_options: self.compiler_options,
            junit: JunitVersion::Absent,
            test_run: self.test_run,
            wanted_jdk: None,
            notices: self.notices,
        }
    }
}

/// A kept answer that is about this pom and of which every jar is still there.
fn load(file: &Path, pom: &Path) -> Option<Answer> {
    let answer: Answer = read_cached(file)?;
    let mut jars = answer
        .jars
        .iter()
        .chain(&answer.test_jars)
        .chain(&answer.processors);
    let is_asked = answer.pom == pom && pom.parent() == Some(&*answer.root);
    (is_asked && jars.all(|jar| jar.exists())).then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_about_another_module_is_not_taken_whatever_its_name() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("kept.json");
        let kept = |pom: &str, root: &str| {
            let (pom, root) = (pom.into(), root.into());
            write_cached(
                &file,
                &Answer {
                    pom,
                    root,
                    ..Answer::default()
                },
            );
            load(&file, Path::new("/p/a/pom.xml")).is_some()
        };
        assert!(kept("/p/a/pom.xml", "/p/a"));
        assert!(!kept("/p/b/pom.xml", "/p/b"));
        assert!(!kept("/p/a/pom.xml", "/p/b"));
    }
}
