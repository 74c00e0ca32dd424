//! The sandbox of platforms that have none: confines nothing and says so.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::SandboxSupport;
use crate::{WorkerError, WorkerOptions, exec_program::ExecProgram, install::Installed};

/// No rules.
pub(crate) struct Confinement;

impl Confinement {
    /// Does nothing.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as on platforms that confine"
    )]
    pub(crate) fn apply(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Turns the calling process into the program; gives why it did not.
    #[expect(clippy::unused_self, reason = "as on platforms that confine")]
    pub(crate) fn execute(&self, program: &ExecProgram) -> io::Error {
        let [path, arguments, environment] = program.pointers();
        // SAFETY: the pointers are those of a text and of lists that end, which the program owns.
        unsafe { libc::execve(path.cast(), arguments.cast(), environment.cast()) };
        io::Error::last_os_error()
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
        promises: Vec::new(),
    }
}
