//! What the user says about a project, and why none could be made out: below everything that reads it.

use std::{fmt, io, path::PathBuf, sync::Arc};

use thiserror::Error;

/// What the user says about the project; all of it may stay empty.
#[derive(Clone, Debug, Default)]
pub struct ProjectSettings {
    /// The project's folder; the search for a build file does not leave it.
    pub project: Option<PathBuf>,
    /// The folder that an editor has open around the file; nothing above it says which JDK is wanted.
    pub workspace: Option<PathBuf>,
    /// Class path entries; with these or `sources` no build file is read.
    pub class_path: Vec<PathBuf>,
    /// Source roots.
    pub sources: Vec<PathBuf>,
    /// The JDK that Maven is to run on; its own choice when none.
    pub java_home: Option<PathBuf>,
    /// The cache folder; the user's when none.
    pub cache: Option<PathBuf>,
    /// The Maven to run; found on the path when none.
    pub maven: Option<PathBuf>,
    /// Whether the build itself may run, in a copy, for sources that its plugins make.
    pub build: BuildChoice,
    /// Whether build tools run where this machine cannot confine them, too.
    pub unbound_builds: bool,
    /// Who is told of what takes long.
    pub announcer: Announcer,
    /// When no answer is wanted any more.
    pub stop: BuildStop,
}

/// Whether the build itself may run where sources are missing that its plugins make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildChoice {
    /// In a copy of the project, where it has to be.
    #[default]
    Auto,
    /// Not at all.
    Never,
}

/// Whom to tell of what takes long; nobody unless somebody is named.
#[derive(Clone, Default)]
pub struct Announcer(Option<Arc<Announce>>);

/// What is done with what is said.
type Announce = dyn Fn(&str) + Send + Sync;

impl Announcer {
    /// Tells it to this function.
    pub fn new(tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(tell)))
    }

    /// Says what is done, and why, before it is done.
    pub fn say(&self, text: &str) {
        tracing::info!("{text}");
        if let Some(tell) = &self.0 {
            tell(text);
        }
    }
}

impl fmt::Debug for Announcer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Announcer")
    }
}

/// When an answer is not wanted any more: what a build tool was asked ends then. Never, unless somebody says when.
#[derive(Clone, Default)]
pub struct BuildStop(Option<Arc<Due>>);

/// Whether the time has come.
type Due = dyn Fn() -> bool + Send + Sync;

impl BuildStop {
    /// As soon as this function says so.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_due)))
    }

    /// What is said of a program that was ended because nobody wants its answer.
    pub fn error() -> io::Error {
        io::Error::new(io::ErrorKind::Interrupted, "it was stopped")
    }

    /// Whether the time has come.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}

impl fmt::Debug for BuildStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

/// Why no project could be made out at all. A build file that Maven rejects is not among them: that is a notice.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// The file cannot be read.
    #[error("cannot read {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// It is no Java file.
    #[error("{} is not a Java file: name a file that ends in .java", .0.display())]
    NotJava(PathBuf),
    /// It lies elsewhere than in the folder that is to be its project, maybe by a link.
    #[error("{} lies outside of {}, which is named as its project", .path.display(), .project.display())]
    Outside {
        /// The file, without links.
        path: PathBuf,
        /// The folder.
        project: PathBuf,
    },
    /// A folder or jar that a setting names is not there.
    #[error("{what} names {}, which does not exist", .path.display())]
    Missing {
        /// The setting or flag.
        what: &'static str,
        /// What it names.
        path: PathBuf,
    },
}
