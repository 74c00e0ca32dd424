//! The language server: takes requests over standard input, gives diagnostics, code actions and progress; computes nothing about Java itself.

use std::process::ExitCode;

use crate::args::ServeArgs;

/// Serves until the client says `exit` or closes the pipe.
pub fn run(_options: &ServeArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("the language server is not part of this build")
}
