//! Settings from the client: takes `didChangeConfiguration`, asks for the section `goalline` where the client can tell; never waits for it.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::ls_types::{
    ConfigurationItem, ConfigurationParams, DidChangeConfigurationParams,
    request::WorkspaceConfiguration,
};

use crate::serve::work::session::Session;

const SECTION: &str = "goalline";

/// Asks the client for its settings.
pub fn pull(session: &Arc<Session>) {
    if !session.state().client.has_configuration {
        return;
    }
    let item = ConfigurationItem {
        scope_uri: None,
        section: Some(SECTION.into()),
    };
    let params = ConfigurationParams { items: vec![item] };
    let asked = Arc::downgrade(session);
    session
        .outbox
        .request::<WorkspaceConfiguration>(params, move |reply| {
            if let (Some(session), Ok(values)) = (asked.upgrade(), reply) {
                session.set_settings(values.first().unwrap_or(&Value::Null));
            }
        });
}

/// `workspace/didChangeConfiguration`: the payload counts only where the client cannot be asked.
pub fn changed(session: &Arc<Session>, params: &DidChangeConfigurationParams) {
    if session.state().client.has_configuration {
        pull(session);
    } else {
        session.set_settings(params.settings.get(SECTION).unwrap_or(&Value::Null));
    }
}
