//! The command line as clap reads it: names, flags and their help; what they do stands in one module per command.

use clap::{Parser, Subcommand};

/// Shows which coverage goals the tests of a Java class miss, and offers ready, verified tests.
#[derive(Debug, Parser)]
#[command(name = "goalline", version, propagate_version = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands, one module each.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the language server.
    Serve(ServeArgs),
}

/// Options of `serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// Speak over standard input and output (the only transport, and so the default).
    #[arg(long)]
    pub stdio: bool,
    /// The editor's process: the server ends when it is gone.
    #[arg(long = "clientProcessId", value_name = "PID")]
    pub client_process_id: Option<u32>,
}
