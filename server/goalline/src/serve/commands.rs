//! Commands a client can execute: takes their arguments, starts and stops runs, applies edits; never waits for what it started.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    ls_types::{ExecuteCommandParams, Uri},
};

use super::{convert, runs::Task, session::Session};

/// Search for tests of a file: `[uri]`.
pub const GENERATE: &str = "goalline.generate";
/// Stop the run of a file, or all runs: `[uri]` or `[]`.
pub const STOP: &str = "goalline.stop";
/// Insert tests: `[{ "uri": …, "tests": [name …] }]`.
pub const INSERT: &str = "goalline.insert";
/// All commands, as they are announced.
pub const ALL: [&str; 2] = [GENERATE, STOP];

/// Answers `workspace/executeCommand`.
pub fn execute(session: &Session, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let argument = params.arguments.into_iter().next();
    match params.command.as_str() {
        GENERATE => {
            let uri: Uri = read(argument)?;
            let path = convert::path_of(&uri);
            let asked = path.is_some_and(|path| session.run(&path, Task::Generate));
            if asked {
                Ok(None)
            } else {
                Err(cannot_run(session, &uri))
            }
        }
        STOP => {
            let uri: Option<Uri> = argument.map(|it| read(Some(it))).transpose()?;
            session.stop(uri.and_then(|uri| convert::path_of(&uri)).as_deref());
            Ok(None)
        }
        other => Err(Error::invalid_params(format!(
            "goalline has no command {other}"
        ))),
    }
}

fn cannot_run(session: &Session, uri: &Uri) -> Error {
    let reason = if session.state().settings.trusted {
        "it is not open, not a file, or a test class"
    } else {
        "this workspace is not trusted, so no code is run"
    };
    Error::invalid_params(format!(
        "no tests can be generated for {}: {reason}",
        uri.as_str()
    ))
}

fn read<T: for<'a> Deserialize<'a>>(argument: Option<Value>) -> Result<T> {
    let value = argument.unwrap_or_default();
    serde_json::from_value(value).map_err(|error| Error::invalid_params(error.to_string()))
}
