//! What the user says about a project, and why none could be made out: below everything that reads it.

use std::path::PathBuf;

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
    /// A folder or jar that a setting names is not there.
    #[error("{what} names {}, which does not exist", .path.display())]
    Missing {
        /// The setting or flag.
        what: &'static str,
        /// What it names.
        path: PathBuf,
    },
}
