//! Commands that a client executes: takes their arguments, starts and stops runs, applies edits; never waits for what
//! it started.

use std::sync::Arc;

use goalline_engine::GoalState;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    ls_types::{
        ApplyWorkspaceEditParams, ExecuteCommandParams, MessageType, Position, Uri,
        request::ApplyWorkspaceEdit,
    },
};

use crate::serve::{
    jobs::{queue::JobTask, reveal, server_session::ServerSession},
    state::{ignored, server::ServerState},
    transport::{convert, panics},
    view::{
        chosen::NamedTests,
        commands::{
            DEBUG_INFORMATION, GENERATE, GENERATE_METHOD, IGNORE, INSERT, PAUSE, PREVIEW, RESUME,
            REVEAL, SHOW_ATTEMPT, SHOW_FAULT, STOP,
        },
        goal_sentences, insertion_edit, preview,
    },
};

#[derive(Deserialize)]
struct Unwanted {
    uri: Uri,
    goals: Vec<String>,
}

#[derive(Deserialize)]
struct Faulty {
    uri: Uri,
    fault: String,
}

#[derive(Deserialize)]
struct Attempted {
    uri: Uri,
    goal: String,
}

#[derive(Deserialize)]
struct TextPlace {
    uri: Uri,
    position: Position,
}

/// Answers `workspace/executeCommand`.
pub fn execute(
    session: &Arc<ServerSession>,
    params: ExecuteCommandParams,
) -> Result<Option<Value>> {
    let argument = params.arguments.into_iter().next();
    match params.command.as_str() {
        GENERATE => {
            let uri: Uri = read(argument)?;
            let path = convert::path_of(&uri);
            session.state().suites.hope();
            let asked = path.is_some_and(|path| session.run(&path, JobTask::Generate));
            if asked {
                Ok(None)
            } else {
                Err(cannot_run(session, &uri))
            }
        }
        GENERATE_METHOD => generate_method(session, &read(argument)?),
        STOP => {
            let uri: Option<Uri> = argument.map(|it| read(Some(it))).transpose()?;
            session.stop(uri.and_then(|uri| convert::path_of(&uri)).as_deref());
            Ok(None)
        }
        INSERT => insert(session, read(argument)?),
        PREVIEW => {
            let preview = preview::preview(&session.state(), &read(argument)?)?;
            Ok(Some(json!(preview)))
        }
        REVEAL => {
            reveal::reveal(session, read(argument)?);
            Ok(None)
        }
        IGNORE => ignore(session, &read(argument)?),
        PAUSE | RESUME => {
            let is_paused = params.command == PAUSE;
            session.state().is_paused = is_paused;
            if is_paused {
                session.suites.stop(None);
            } else {
                session.state().suites.hope();
            }
            Ok(None)
        }
        DEBUG_INFORMATION => Ok(Some(Value::from(debug_information(&session.state())))),
        SHOW_ATTEMPT => show_attempt(session, &read(argument)?),
        SHOW_FAULT => show_fault(session, &read(argument)?),
        other => Err(Error::invalid_params(format!(
            "goalline has no command {other}"
        ))),
    }
}

/// Searches for the method in which a line stands.
fn generate_method(session: &ServerSession, place: &TextPlace) -> Result<Option<Value>> {
    let Some(path) = convert::path_of(&place.uri) else {
        return Err(cannot_run(session, &place.uri));
    };
    let method = {
        let state = session.state();
        let document = state.documents.get(&path);
        let document = document.ok_or_else(|| unsuitable(&state, &place.uri))?;
        document.method_at(place.position.line as usize)
    };
    let method = method.ok_or_else(|| insertion_edit::failed("no method stands here".into()))?;
    if session.run_method(&path, method) {
        Ok(None)
    } else {
        Err(cannot_run(session, &place.uri))
    }
}

/// Asks the editor to apply the edit; it answers whenever it likes.
fn insert(session: &Arc<ServerSession>, mut chosen: NamedTests) -> Result<Option<Value>> {
    let mut state = session.state();
    let path = convert::path_of(&chosen.uri).unwrap_or_default();
    state.refresh(&path);
    let edit = insertion_edit::edit(&state, &path, &chosen)?;
    if let Some(results) = state.results.get(&path).filter(|_| !chosen.pairs) {
        let tests = results.insertable(&chosen.tests);
        chosen.tests = tests.into_iter().map(|test| test.name.clone()).collect();
    }
    let inserting = Arc::downgrade(session);
    let label = Some("Insert tests".into());
    let outbox = session.outbox.clone();
    let params = ApplyWorkspaceEditParams { label, edit };
    session
        .outbox
        .request::<ApplyWorkspaceEdit>(params, move |reply| {
            let reason = match reply {
                Ok(reply) if reply.applied => {
                    if let Some(session) = inserting.upgrade() {
                        reveal::reveal(&session, chosen);
                    }
                    return;
                }
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

fn show_attempt(session: &ServerSession, attempted: &Attempted) -> Result<Option<Value>> {
    let state = session.state();
    let results = convert::path_of(&attempted.uri).and_then(|path| state.results.get(&path));
    let goal = results.and_then(|results| results.goal(&attempted.goal));
    let Some((goal, GoalState::NotReached(Some(attempt)))) = goal.map(|goal| (goal, &goal.state))
    else {
        return Err(insertion_edit::failed(
            "there is no attempt for this goal any more".into(),
        ));
    };
    let text = format!(
        "closest attempt at `{}`, {}:\n{}",
        goal.text,
        goal_sentences::nearness(attempt),
        attempt.statements.trim_end()
    );
    Ok(Some(shown(session, &state, text)))
}

/// A text for the user: in a message where the client does not show the answer itself.
fn shown(session: &ServerSession, state: &ServerState, text: String) -> Value {
    if !state.client.shows_texts {
        session.outbox.show(MessageType::INFO, &text);
    }
    Value::from(text)
}

fn show_fault(session: &ServerSession, faulty: &Faulty) -> Result<Option<Value>> {
    let state = session.state();
    let results = convert::path_of(&faulty.uri).and_then(|path| state.results.get(&path));
    let Some(fault) = results.and_then(|results| results.faults.by_key(&faulty.fault)) else {
        return Err(insertion_edit::failed(
            "the newest search has not seen this fault".into(),
        ));
    };
    Ok(Some(shown(session, &state, fault.shown())))
}

/// Keeps the goals in the project's file, and takes their hints away.
fn ignore(session: &ServerSession, unwanted: &Unwanted) -> Result<Option<Value>> {
    let path = convert::path_of(&unwanted.uri).unwrap_or_default();
    if !session.state().is_inside(&path) {
        let outside = format!("{} lies outside of the workspace", path.display());
        return Err(insertion_edit::failed(outside));
    }
    let kept = session.state().ignored.add(&path, &unwanted.goals);
    let file = kept.map_err(|error| {
        let file = ignored::FILE;
        insertion_edit::failed(format!("{file} cannot be written: {error}"))
    })?;
    session.publisher.now(&path);
    Ok(convert::uri_of(&file).map(|uri| json!(uri)))
}

/// What a report of a bug needs of the server. A panic may quote a line of what it worked on; all else says nothing
/// of the user's files.
fn debug_information(state: &ServerState) -> String {
    let mut lines = vec![
        format!(
            "goalline {} for {} {}",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
        format!(
            "files searched: {}, folders: {}, trusted: {}, paused: {}",
            state.results.len(),
            state.folders.len(),
            state.trusted,
            state.is_paused
        ),
    ];
    let panics = panics::last();
    if panics.is_empty() {
        lines.push("no panic since the server was started".into());
    }
    lines.extend(panics);
    lines.join("\n")
}

fn cannot_run(session: &ServerSession, uri: &Uri) -> Error {
    unsuitable(&session.state(), uri)
}

fn unsuitable(state: &ServerState, uri: &Uri) -> Error {
    let is_inside = convert::path_of(uri).is_none_or(|path| state.is_inside(&path));
    let reason = if !is_inside {
        "it is in no folder that you opened, so no code is run: open its folder"
    } else if state.trusted {
        "it is not open, not a file, or a test class"
    } else {
        "this folder is not trusted, so no code is run: trust it first"
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
