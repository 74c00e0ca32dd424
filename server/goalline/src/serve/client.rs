//! What the client can do: takes its capabilities, gives the few facts the server decides by.

use tower_lsp::ls_types::{InitializeParams, ResourceOperationKind};

/// Facts about the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
pub struct ClientFacts {
    /// Answers `workspace/configuration`.
    pub has_configuration: bool,
    /// Shows work-done progress.
    pub has_progress: bool,
    /// Asks for the edit of a code action when it is chosen.
    pub resolves_edits: bool,
    /// Understands `documentChanges`.
    pub has_document_changes: bool,
    /// Can create a file as part of an edit.
    pub creates_files: bool,
    /// Refreshes code lenses when asked.
    pub refreshes_lenses: bool,
    /// Lets a server register file watchers.
    pub registers_watchers: bool,
}

impl ClientFacts {
    /// Reads them from `initialize`.
    pub fn of(params: &InitializeParams) -> Self {
        let workspace = params.capabilities.workspace.as_ref();
        let edit = workspace.and_then(|it| it.workspace_edit.as_ref());
        let operations = edit.and_then(|it| it.resource_operations.as_ref());
        let creates_files =
            operations.is_some_and(|it| it.contains(&ResourceOperationKind::Create));
        let resolve = params
            .capabilities
            .text_document
            .as_ref()
            .and_then(|it| it.code_action.as_ref())
            .and_then(|it| it.resolve_support.as_ref());
        let window = params.capabilities.window.as_ref();
        Self {
            has_configuration: workspace.and_then(|it| it.configuration).unwrap_or(false),
            has_progress: window.and_then(|it| it.work_done_progress).unwrap_or(false),
            resolves_edits: resolve.is_some_and(|it| it.properties.iter().any(|it| it == "edit")),
            // Neovim 0.11 lists operations without saying `documentChanges`.
            has_document_changes: creates_files
                || edit.and_then(|it| it.document_changes).unwrap_or(false),
            creates_files,
            refreshes_lenses: workspace
                .and_then(|it| it.code_lens.as_ref())
                .and_then(|it| it.refresh_support)
                .unwrap_or(false),
            registers_watchers: workspace
                .and_then(|it| it.did_change_watched_files)
                .and_then(|it| it.dynamic_registration)
                .unwrap_or(false),
        }
    }
}
