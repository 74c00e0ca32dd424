//! Document notifications: takes open, change, save and close in order, changes the session, asks for runs; answers nothing.

use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams,
};

use super::{convert, runs::Task, session::Session};

/// `textDocument/didOpen`
pub fn open(session: &Session, params: DidOpenTextDocumentParams) {
    let opened = params.text_document;
    let mut guard = session.state();
    let state = &mut *guard;
    let Some(path) = state
        .documents
        .open(opened.uri, opened.version, opened.text)
    else {
        return;
    };
    let document = state.documents.get(&path);
    if let (Some(results), Some(document)) = (state.results.get_mut(&path), document) {
        results.reopen(document.text());
    }
    let (runs_on_open, runs_on_save) = (state.settings.run_on_open, state.settings.run_on_save);
    drop(guard);
    session.publisher.now(&path);
    if runs_on_open {
        session.run(&path, Task::Generate);
    } else if runs_on_save {
        session.run(&path, Task::WarmUp);
    }
}

/// `textDocument/didChange`
pub fn change(session: &Session, params: &DidChangeTextDocumentParams) {
    let mut guard = session.state();
    let state = &mut *guard;
    let document = &params.text_document;
    let changed = state
        .documents
        .change(&document.uri, document.version, &params.content_changes);
    let Some((path, changes)) = changed else {
        return;
    };
    let document = state.documents.get(&path);
    if let (Some(results), Some(document)) = (state.results.get_mut(&path), document) {
        results.edit(&changes, document.text());
    }
    let mains = state.tested_by(&path);
    drop(guard);
    session.publisher.soon(&path);
    mains.iter().for_each(|main| session.publisher.soon(main));
}

/// `textDocument/didSave`
pub fn save(session: &Session, params: &DidSaveTextDocumentParams) {
    let Some(path) = convert::path_of(&params.text_document.uri) else {
        return;
    };
    let state = session.state();
    let mains = state.tested_by(&path);
    let runs_on_save = state.settings.run_on_save;
    drop(state);
    mains.iter().for_each(|main| session.publisher.now(main));
    if runs_on_save {
        session.run(&path, Task::Generate);
    }
}

/// `textDocument/didClose`: what runs have found stays.
pub fn close(session: &Session, params: &DidCloseTextDocumentParams) {
    session.state().documents.close(&params.text_document.uri);
}
