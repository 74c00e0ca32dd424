//! The binary: takes a command line, gives goals, tests or a language server; computes nothing about Java itself.

mod args;
mod commands;
mod destination;
mod interrupt;
mod output;
mod run;
mod serve;

use std::{io, process::ExitCode};

use clap::Parser;

use crate::{
    args::{Args, Command},
    output::visible::{Visible, complain},
};

fn main() -> ExitCode {
    let args = Args::parse();
    if let Command::Serve(options) = &args.command {
        return finish(serve::run(options));
    }
    log_to_stderr();
    let mut out = Visible::new(anstream::stdout());
    let result = match &args.command {
        Command::Demo(options) => commands::demo::run(options, &mut out),
        Command::Doctor(options) => commands::doctor::run(options, &mut out),
        Command::Goals(options) => commands::goals::run(options, &mut out),
        Command::Couple(options) => commands::couple::run(options, &mut out),
        Command::Coverage(options) => commands::coverage::run(options, &mut out),
        Command::Generate(options) => commands::generate::run(options, &mut out),
        Command::Experiment(options) => commands::experiment::run(options, &mut out),
        Command::Serve(_) => unreachable!("served above"),
    };
    let status = finish(result.map(ExitCode::from));
    // A spare worker may still be starting on a thread of its own.
    goalline_jvm::end_workers();
    status
}

fn finish(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(commands::NOTHING)
        }
    }
}

/// Whether somebody stopped reading: `goalline goals A.java | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Logs go to standard error, warnings only unless `GOALLINE_LOG` says otherwise.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("GOALLINE_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .init();
}
