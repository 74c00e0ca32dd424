//! Commands a client can execute: takes their arguments, starts and stops runs, applies edits; never waits for what it started.

use goalline_engine::GoalState;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    ls_types::{
        ApplyWorkspaceEditParams, ExecuteCommandParams, MessageType, Uri,
        request::ApplyWorkspaceEdit,
    },
};

use super::{convert, hover, insertion, runs::Task, session::Session};

/// Search for tests of a file: `[uri]`.
pub const GENERATE: &str = "goalline.generate";
/// Stop the run of a file, or all runs: `[uri]` or `[]`.
pub const STOP: &str = "goalline.stop";
/// Insert tests: `[{ "uri": …, "tests": [name …] }]`.
pub const INSERT: &str = "goalline.insert";
/// Show how near the search came to a goal: `[{ "uri": …, "goal": key }]`; gives the text, too.
pub const SHOW_ATTEMPT: &str = "goalline.showAttempt";
/// All commands, as they are announced.
pub const ALL: [&str; 4] = [GENERATE, STOP, INSERT, SHOW_ATTEMPT];

#[derive(Deserialize)]
struct Insertion {
    uri: Uri,
    tests: Vec<String>,
}

#[derive(Deserialize)]
struct Attempted {
    uri: Uri,
    goal: String,
}

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
        INSERT => insert(session, &read(argument)?),
        SHOW_ATTEMPT => show_attempt(session, &read(argument)?),
        other => Err(Error::invalid_params(format!(
            "goalline has no command {other}"
        ))),
    }
}

/// Asks the editor to apply the edit; it answers whenever it likes.
fn insert(session: &Session, insertion: &Insertion) -> Result<Option<Value>> {
    let state = session.state();
    let path = convert::path_of(&insertion.uri).unwrap_or_default();
    let edit = insertion::edit(&state, &path, &insertion.tests)?;
    let label = Some("Insert tests".into());
    let outbox = session.outbox.clone();
    let params = ApplyWorkspaceEditParams { label, edit };
    session
        .outbox
        .request::<ApplyWorkspaceEdit>(params, move |reply| {
            let reason = match reply {
                Ok(reply) if reply.applied => return,
                Ok(reply) => reply
                    .failure_reason
                    .unwrap_or_else(|| "the editor refused the edit".into()),
                Err(error) => error.message.into_owned(),
            };
            outbox.show(
                MessageType::ERROR,
                format!("goalline: the tests were not inserted: {reason}"),
            );
        });
    Ok(None)
}

fn show_attempt(session: &Session, attempted: &Attempted) -> Result<Option<Value>> {
    let state = session.state();
    let results = convert::path_of(&attempted.uri).and_then(|path| state.results.get(&path));
    let goal = results.and_then(|results| results.goal(&attempted.goal));
    let Some((goal, GoalState::NotReached(Some(attempt)))) = goal.map(|goal| (goal, &goal.state))
    else {
        return Err(insertion::failed(
            "there is no attempt for this goal any more".into(),
        ));
    };
    let near = match attempt.distance {
        Some(distance) => format!("{} away", hover::rounded(distance)),
        None => "the expression did not run".into(),
    };
    let text = format!(
        "closest attempt at `{}`, {near}:\n{}",
        goal.text,
        attempt.statements.trim_end()
    );
    session.outbox.show(MessageType::INFO, &text);
    Ok(Some(Value::from(text)))
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
