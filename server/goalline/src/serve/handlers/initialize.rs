//! The handshake: takes `initialize`, gives capabilities and the server's name; starts no work.

use serde_json::json;
use tower_lsp::ls_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, ExecuteCommandOptions,
    HoverProviderCapability, InitializeParams, InitializeResult, OneOf, PositionEncodingKind,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::configuration;
use crate::{
    output::sandbox_words::{missing, promises},
    serve::{
        jobs::server_session::ServerSession,
        transport::client::ClientFacts,
        view::{actions, commands},
    },
};

/// Answers `initialize`.
pub fn initialize(session: &ServerSession, params: InitializeParams) -> InitializeResult {
    if let Some(process) = params.process_id {
        session.lifecycle.watch(process);
    }
    let facts = ClientFacts::of(&params);
    let folders = params.workspace_folders.unwrap_or_default();
    let folders = configuration::paths_of(&folders).collect();
    session.initialize(facts, folders, params.initialization_options);
    InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "goalline".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        }),
        ..InitializeResult::default()
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(actions::kinds()),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        // What of its promises the sandbox does not keep here: a line or more for the status item.
        experimental: Some(json!({ "goalline": { "sandbox": missing(&promises()) } })),
        ..ServerCapabilities::default()
    }
}
