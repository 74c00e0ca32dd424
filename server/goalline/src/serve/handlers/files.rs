//! Files that change outside of the editor: takes watched changes and deletions, forgets what is gone, has pairs
//! looked at again that depend on them.

use std::path::Path;

use serde_json::json;
use tower_lsp::ls_types::{
    DeleteFilesParams, DidChangeWatchedFilesParams, FileChangeType, Registration,
    RegistrationParams, Uri, request::RegisterCapability,
};

use crate::serve::{jobs::server_session::ServerSession, transport::convert};

/// Asks the client to watch Java files, where it can.
pub fn watch(session: &ServerSession) {
    if !session.state().client.registers_watchers {
        return;
    }
    let registration = Registration {
        id: "goalline-files".into(),
        method: "workspace/didChangeWatchedFiles".into(),
        register_options: Some(json!({ "watchers": [{ "globPattern": "**/*.java" }] })),
    };
    let params = RegistrationParams {
        registrations: vec![registration],
    };
    session.outbox.request::<RegisterCapability>(params, |_| ());
}

/// `workspace/didChangeWatchedFiles`
pub fn changed(session: &ServerSession, params: &DidChangeWatchedFilesParams) {
    for change in &params.changes {
        let Some(path) = convert::path_of(&change.uri) else {
            continue;
        };
        if change.typ == FileChangeType::DELETED && !path.exists() {
            forget(session, &path);
        } else {
            session.refresh_tested_by(&path);
            session.renew_callers(&path);
        }
    }
}

/// `workspace/didDeleteFiles`
pub fn deleted(session: &ServerSession, params: &DeleteFilesParams) {
    for file in &params.files {
        let path = file
            .uri
            .parse::<Uri>()
            .ok()
            .and_then(|uri| convert::path_of(&uri));
        if let Some(path) = path {
            forget(session, &path);
        }
    }
}

fn forget(session: &ServerSession, path: &Path) {
    session.forget(path);
    session.refresh_tested_by(path);
    session.renew_callers(path);
}
