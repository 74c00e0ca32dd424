//! The sandbox of platforms that have none: confines nothing and says so.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::SandboxSupport;
use crate::{WorkerError, WorkerOptions, install::Installed};

/// No rules.
pub(crate) struct Confinement;

impl Confinement {
    /// Does nothing.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as on platforms that confine"
    )]
    pub(crate) fn apply(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes no rules.
#[expect(clippy::unnecessary_wraps, reason = "as on platforms that confine")]
pub(crate) fn confine(
    _options: &WorkerOptions,
    _installed: &Installed,
    _readable: &[PathBuf],
    _writable: &Path,
) -> Result<Confinement, WorkerError> {
    Ok(Confinement)
}

pub(crate) fn support() -> SandboxSupport {
    SandboxSupport {
        files: false,
        system_calls: false,
        explanation: "this platform has no sandbox that goalline knows: tests run with your rights"
            .into(),
    }
}
