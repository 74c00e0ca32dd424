//! Settings from the client: takes `didChangeConfiguration` and changes of the folders, asks for the section
//! `goalline` of each where the client can tell; never waits for it.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use serde_json::Value;
use tower_lsp::ls_types::{
    ConfigurationItem, ConfigurationParams, DidChangeConfigurationParams, WorkspaceFolder,
    WorkspaceFoldersChangeEvent, request::WorkspaceConfiguration,
};

use crate::serve::{jobs::server_session::ServerSession, transport::convert};

const SECTION: &str = "goalline";

/// Asks the client for its settings.
pub fn pull(session: &Arc<ServerSession>) {
    if !session.state().client.has_configuration {
        return;
    }
    let folders = folders_asked(session);
    let scopes = folders.iter().map(|folder| convert::uri_of(folder));
    let items = std::iter::once(None).chain(scopes);
    let items = items.map(|scope_uri| ConfigurationItem {
        scope_uri,
        section: Some(SECTION.into()),
    });
    let params = ConfigurationParams {
        items: items.collect(),
    };
    let asked = Arc::downgrade(session);
    session
        .outbox
        .request::<WorkspaceConfiguration>(params, move |reply| {
            if let (Some(session), Ok(values)) = (asked.upgrade(), reply) {
                let mut values = values.into_iter();
                let window = values.next().unwrap_or_default();
                session.set_settings(&window, folders.into_iter().zip(values).collect());
            }
        });
}

/// The folders that may have settings of their own: with a single one, they are those of the window.
fn folders_asked(session: &ServerSession) -> Vec<PathBuf> {
    let folders = session.state().folders.clone();
    if folders.len() > 1 {
        folders
    } else {
        Vec::new()
    }
}

/// `workspace/didChangeWorkspaceFolders`
pub fn folders_changed(session: &Arc<ServerSession>, event: &WorkspaceFoldersChangeEvent) {
    let mut state = session.state();
    let removed: Vec<PathBuf> = paths_of(&event.removed).collect();
    state.folders.retain(|folder| !removed.contains(folder));
    state.folders.extend(paths_of(&event.added));
    drop(state);
    pull(session);
}

/// The paths of folders of the workspace.
pub fn paths_of(folders: &[WorkspaceFolder]) -> impl Iterator<Item = PathBuf> {
    folders
        .iter()
        .filter_map(|folder| convert::path_of(&folder.uri))
}

/// `workspace/didChangeConfiguration`: the payload counts only where the client cannot be asked.
pub fn changed(session: &Arc<ServerSession>, params: &DidChangeConfigurationParams) {
    if session.state().client.has_configuration {
        pull(session);
    } else {
        let window = params.settings.get(SECTION).unwrap_or(&Value::Null);
        session.set_settings(window, BTreeMap::new());
    }
}
