//! Maven modules: takes a pom file, gives what Maven says of class path, roots and compiler options; never runs a
//! plugin of the project.
//!
//! Two short Maven runs answer everything, for a reactor in which nothing was ever built too. The first prints the
//! effective poms of the whole reactor, from copies from which nothing runs. The second resolves the class path of a
//! pom written for the purpose, in a temporary folder, in which the module's siblings are replaced by their own
//! dependencies. Answers are cached by the content of all poms.

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

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

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

/// What is kept in the cache: what Maven said, and when.
#[derive(Debug, Serialize, Deserialize)]
struct CachedAnswer {
    /// The pom that was asked about.
    pom: PathBuf,
    /// Seconds since 1970.
    asked: u64,
    said: Said,
}

#[derive(Debug, Serialize, Deserialize)]
enum Said {
    Answer(Box<MavenAnswer>),
    Rejected { pom: PathBuf, message: String },
}

/// A project as Maven described it.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MavenAnswer {
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
    /// Where what is missing would lie: once it is there, Maven is asked again.
    missing: Vec<PathBuf>,
    notices: Vec<String>,
}

/// How long a makeshift, or a no, holds though no pom changed: what was missing may be there by then.
const MAKESHIFT_HOLDS: Duration = Duration::from_secs(600);

/// Reads the module of this pom, from the cache when no pom changed and all jars are still there.
pub fn read_module(pom: &Path, settings: &ProjectSettings) -> Result<Project, MavenError> {
    let reactor = reactor::Reactor::around(pom);
    let folder = cache_folder(settings.cache.as_deref()).join("maven");
    let key = reactor.key(settings.java_home.as_deref());
    let place = folder.join(format!("{key}.json"));
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.unwrap_or_default().as_secs();
    let kept: Option<CachedAnswer> = read_cached(&place);
    let said = if let Some(kept) = kept.filter(|kept| kept.holds(pom, now)) {
        tracing::debug!(pom = %pom.display(), "class path from the cache");
        kept.said
    } else {
        let kept = CachedAnswer {
            pom: pom.to_path_buf(),
            asked: now,
            said: Said::of(ask(&reactor, settings, &folder))?,
        };
        write_cached(&place, &kept);
        kept.said
    };
    match said {
        Said::Answer(answer) => Ok(answer.into_project()),
        Said::Rejected { pom, message } => Err(MavenError::Rejected { pom, message }),
    }
}

impl Said {
    fn of(answer: Result<MavenAnswer, MavenError>) -> Result<Self, MavenError> {
        match answer {
            Ok(answer) => Ok(Self::Answer(Box::new(answer))),
            Err(MavenError::Rejected { pom, message }) => Ok(Self::Rejected { pom, message }),
            Err(other) => Err(other),
        }
    }
}

impl CachedAnswer {
    /// Whether this is about the pom, and still so.
    fn holds(&self, pom: &Path, now: u64) -> bool {
        let age = now.checked_sub(self.asked);
        let is_fresh = age.is_some_and(|age| age < MAKESHIFT_HOLDS.as_secs());
        self.pom == pom
            && match &self.said {
                Said::Rejected { .. } => is_fresh,
                Said::Answer(answer) => {
                    let is_whole = answer.notices.is_empty() || is_fresh;
                    is_whole && answer.is_about(pom) && answer.is_up_to_date()
                }
            }
    }
}

fn ask(
    reactor: &reactor::Reactor,
    settings: &ProjectSettings,
    folder: &Path,
) -> Result<MavenAnswer, MavenError> {
    let pom = &reactor.module;
    let module = pom.parent().unwrap_or(pom);
    let program = MavenProgram::find(settings, module).ok_or_else(|| MavenError::NotInstalled {
        module: module.to_path_buf(),
    })?;
    let modules = effective::read(&program, reactor, folder)?;
    let own = modules
        .iter()
        .find(|candidate| candidate.root == module)
        .ok_or_else(|| {
            let reason = "the module is not in it".to_owned();
            MavenError::Unreadable {
                pom: pom.clone(),
                reason,
            }
        })?;
    let wanted = wanted::WantedArtifacts::of(own, &modules);
    let resolved = resolve::class_path(&program, pom, own, &wanted)?;
    let mut answer = MavenAnswer {
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
        missing: resolved.missing,
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

impl MavenAnswer {
    fn is_about(&self, pom: &Path) -> bool {
        pom.parent() == Some(&*self.root)
    }

    fn is_up_to_date(&self) -> bool {
        let lists = [&self.jars, &self.test_jars, &self.processors];
        lists.into_iter().flatten().all(|jar| jar.exists())
            && !self.missing.iter().any(|jar| jar.exists())
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(pom: &str, root: &str, notices: &[&str]) -> CachedAnswer {
        CachedAnswer {
            pom: pom.into(),
            asked: 1_000,
            said: Said::Answer(Box::new(MavenAnswer {
                root: root.into(),
                notices: notices.iter().map(|it| (*it).to_owned()).collect(),
                ..MavenAnswer::default()
            })),
        }
    }

    const POM: &str = "/p/a/pom.xml";

    #[test]
    fn an_answer_about_another_module_is_not_taken_whatever_its_name() {
        let holds = |pom, root| kept(pom, root, &[]).holds(Path::new(POM), 1_000);
        assert!(holds(POM, "/p/a"));
        assert!(!holds("/p/b/pom.xml", "/p/b"));
        assert!(!holds(POM, "/p/b"));
    }

    #[test]
    fn a_makeshift_holds_for_ten_minutes_and_a_whole_answer_for_good() {
        let holds = |notices: &[&str], now| kept(POM, "/p/a", notices).holds(Path::new(POM), now);
        for (now, expected) in [(1_000, true), (1_599, true), (1_600, false), (999, false)] {
            assert_eq!(holds(&["something is missing"], now), expected, "{now}");
            assert!(holds(&[], now));
            let said = Said::Rejected {
                pom: POM.into(),
                message: "no".to_owned(),
            };
            let rejected = CachedAnswer {
                said,
                ..kept(POM, "/p/a", &[])
            };
            assert_eq!(rejected.holds(Path::new(POM), now), expected, "{now}");
        }
    }

    #[test]
    fn an_answer_holds_as_long_as_its_jars_are_there_and_what_was_missing_is_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let (jar, gone) = (dir.path().join("is.jar"), dir.path().join("is-not.jar"));
        std::fs::write(&jar, "").expect("a file");
        let up_to_date = |jars: &PathBuf, missing: &PathBuf| {
            let answer = MavenAnswer {
                jars: vec![jars.clone()],
                missing: vec![missing.clone()],
                ..MavenAnswer::default()
            };
            answer.is_up_to_date()
        };
        assert!(up_to_date(&jar, &gone));
        assert!(!up_to_date(&gone, &gone));
        assert!(!up_to_date(&jar, &jar));
    }
}
