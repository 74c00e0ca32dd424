//! Confines a worker on Linux (Landlock and seccomp): takes what it may read, gives something to apply between fork and exec.

use std::{io, path::Path};

use crate::{WorkerError, WorkerOptions, install::Installed};

/// What the platform can confine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxSupport {
    /// Whether files can be confined.
    pub files: bool,
    /// Whether the network and new processes can be denied.
    pub system_calls: bool,
    /// For people: what is missing and why.
    pub explanation: String,
}

/// What this platform can confine.
pub fn sandbox_support() -> SandboxSupport {
    SandboxSupport {
        files: false,
        system_calls: false,
        explanation: "not built yet".into(),
    }
}

/// Rules made before the fork.
pub(crate) struct Confinement;

impl Confinement {
    /// Binds the calling process to the rules. Makes system calls only.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "the rules come with the next commit"
    )]
    pub(crate) fn apply(&self) -> io::Result<()> {
        Ok(())
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the rules come with the next commit"
)]
pub(crate) fn confine(
    _options: &WorkerOptions,
    _installed: &Installed,
    _folder: &Path,
) -> Result<Confinement, WorkerError> {
    Ok(Confinement)
}
