//! The binary: takes a command line, gives goals, tests or a language server; computes nothing about Java itself.

mod args;
mod serve;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.command {
        Command::Serve(options) => serve::run(&options),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            eprintln!("goalline: {error:#}");
            ExitCode::from(1)
        }
    }
}
