//! Document notifications: takes open, change, save and close in order, changes the session, asks for runs; answers
//! nothing.

use std::{path::Path, time::Instant};

use goalline_syntax::JavaFile;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, MessageType,
};

use crate::serve::{
    jobs::{queue::JobTask, server_session::ServerSession},
    state::{documents::Document, generator::name_of, machine, test_classes},
    transport::{
        convert,
        status::{self, StatusState},
    },
};

/// `textDocument/didOpen`
pub fn open(session: &ServerSession, params: DidOpenTextDocumentParams) {
    let opened = params.text_document;
    let mut guard = session.state();
    let state = &mut *guard;
    let settings = &state.settings;
    let Some(path) = state
        .documents
        .open(opened.uri, opened.version, opened.text, |path| {
            settings.of(path).shown_choice()
        })
    else {
        return;
    };
    let document = state.documents.get(&path);
    if let (Some(results), Some(document)) = (state.results.get_mut(&path), document) {
        results.reopen(document.text());
    }
    let file = document.map(Document::file);
    let limited = file.filter(|file| file.limit().is_some());
    let limited = limited.and_then(JavaFile::left_out);
    drop(guard);
    if let Some(reason) = limited {
        let message = format!("goalline: {}: {reason}", name_of(&path));
        session.say_once(MessageType::WARNING, &message);
    }
    session.publisher.now(&path);
    session.refresh_tested_by(&path);
    begin(session, &path);
}

/// `goalline/trust`: the user trusts the workspace now, or no more. What is open begins as if it were opened now.
pub fn trust(session: &ServerSession, is_trusted: bool) {
    if !session.trust(is_trusted) {
        return;
    }
    let open = session.state().documents.texts();
    for path in open.keys() {
        begin(session, path);
    }
}

/// What a file that was opened makes the server do.
fn begin(session: &ServerSession, path: &Path) {
    let state = session.state();
    if !state.may_run(path) {
        drop(state);
        session.say_not_trusted(path);
        return;
    }
    let settings = state.settings.of(path);
    let runs_on_open = settings.runs_on_open() && !state.is_paused;
    let runs_on_save = settings.runs_on_save() && !state.is_paused;
    drop(state);
    let task = match (runs_on_open, runs_on_save) {
        (true, _) => JobTask::Generate,
        (false, true) => JobTask::WarmUp,
        (false, false) => JobTask::Recall,
    };
    session.run(path, task);
    session.run_suite(path, true);
    session.renew_pairs(path, task == JobTask::WarmUp);
}

/// `textDocument/didChange`
pub fn change(session: &ServerSession, params: &DidChangeTextDocumentParams) {
    let mut guard = session.state();
    let state = &mut *guard;
    state.typed = Some(Instant::now());
    let document = &params.text_document;
    let Some((path, changes)) =
        state
            .documents
            .change(&document.uri, document.version, &params.content_changes)
    else {
        return;
    };
    let document = state.documents.get(&path);
    if let (Some(results), Some(document)) = (state.results.get_mut(&path), document) {
        results.edit(&changes, document.text());
    }
    drop(guard);
    session.publisher.soon(&path);
    session.refresh_tested_by(&path);
    session.refresh_callers(&path);
}

/// `textDocument/didSave`
pub fn save(session: &ServerSession, params: &DidSaveTextDocumentParams) {
    let Some(path) = convert::path_of(&params.text_document.uri) else {
        return;
    };
    session.refresh_tested_by(&path);
    let state = session.state();
    if !state.may_run(&path) {
        drop(state);
        session.say_not_trusted(&path);
        return;
    }
    let settings = state.settings.of(&path);
    let runs_on_save = settings.runs_on_save() && !state.is_paused;
    let is_class = state
        .documents
        .get(&path)
        .is_some_and(|document| !test_classes::is_test(&path, document));
    let pause = settings.pause.clone();
    drop(state);
    if !is_class {
        session.run_suites_beside(&path);
        return;
    }
    if !runs_on_save {
        return;
    }
    match machine::reason_to_wait(&pause) {
        None => {
            session.run(&path, JobTask::Generate);
            session.run_suite(&path, false);
        }
        Some(reason) => {
            let message = format!("{}: not searched, {reason}", name_of(&path));
            status::send(&session.outbox, &path, StatusState::Idle, message);
        }
    }
}

/// `textDocument/didClose`: what runs have found stays, and of a test file the disk counts again.
pub fn close(session: &ServerSession, params: &DidCloseTextDocumentParams) {
    let closed = session.state().documents.close(&params.text_document.uri);
    if let Some(path) = closed {
        session.refresh_tested_by(&path);
        // What was not saved is gone.
        session.renew_callers(&path);
        session.refresh_callers(&path);
    }
}
