//! What can go wrong with a worker, in the user's words: cause and remedy.

use std::path::PathBuf;

use thiserror::Error;

/// Why a worker could not do what it was asked.
#[derive(Debug, Error)]
pub enum WorkerError {
    /// The JDK's compiler could not compile the worker.
    #[error(
        "cannot prepare the worker with the JDK at {}: {reason}; check that it is a JDK 11 or newer", .jdk.display()
    )]
    Install {
        /// The JDK's home.
        jdk: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// A file or folder of ours could not be used.
    #[error("cannot use {}: {source}; check its permissions and free space", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The JVM did not start.
    #[error("the worker did not start: {reason}")]
    Start {
        /// What went wrong.
        reason: String,
    },
    /// This machine cannot confine it, and nobody said that it may run all the same.
    #[error(
        "nothing was run: {explanation}. Code of the project would have your rights here; if you trust it, set goalline.sandbox to \
         \"whenAvailable\" (on the command line: --sandbox when-available)"
    )]
    NoSandbox {
        /// What is missing.
        explanation: String,
    },
    /// The JVM ended while it was asked for something.
    #[error("the worker ended: {cause}")]
    Died {
        /// What ended it.
        cause: String,
    },
    /// The JVM ended while it compiled the user's code.
    #[error(
        "javac came to no end ({cause}). Of the project only its annotation processors run then: one that hangs or ends \
         its JVM does so in the build, too"
    )]
    DiedCompiling {
        /// What ended it.
        cause: String,
    },
    /// The JVM made room for another one before it read what it was asked: asking once more helps.
    #[error("the worker ended by itself, twice in a row")]
    Retired,
    /// The worker could not do what it was asked.
    #[error("the worker failed: {0}")]
    Failed(String),
    /// The worker sent something that the protocol does not know.
    #[error("the worker sent something unexpected: {0}")]
    Protocol(String),
    /// The owner interrupted it.
    #[error("cancelled")]
    Cancelled,
}

impl WorkerError {
    /// The error of a request that has the user's code compiled.
    pub(crate) fn while_compiling(self) -> Self {
        match self {
            Self::Died { cause } => Self::DiedCompiling { cause },
            other => other,
        }
    }
}
