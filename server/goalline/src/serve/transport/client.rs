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
    /// Shows places that belong to a diagnostic.
    pub shows_related: bool,
    /// Opens a document where the server says.
    pub shows_documents: bool,
    /// Has the command `goalline.previewTests`.
    pub previews_tests: bool,
    /// Answers `goalline/classPath` from the user's Java server.
    pub gives_class_path: bool,
    /// Opens what `goalline/remedy` names.
    pub has_remedies: bool,
    /// Listens to `goalline/goalsChanged`.
    pub follows_goals: bool,
    /// Shows the texts that commands answer with.
    pub shows_texts: bool,
    /// Has the command `goalline.trust`, which asks the user.
    pub asks_for_trust: bool,
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
        // What a client of ours can do beyond the protocol: `{ "goalline": { "previewTests": true, … } }`.
        let experimental = params.capabilities.experimental.as_ref();
        let extends = |name: &str| {
            experimental.is_some_and(|it| it["goalline"][name].as_bool().unwrap_or(false))
        };
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
            shows_related: params
                .capabilities
                .text_document
                .as_ref()
                .and_then(|it| it.publish_diagnostics.as_ref())
                .and_then(|it| it.related_information)
                .unwrap_or(false),
            shows_documents: window
                .and_then(|it| it.show_document.as_ref())
                .is_some_and(|it| it.support),
            previews_tests: extends("previewTests"),
            gives_class_path: extends("classPath"),
            has_remedies: extends("remedies"),
            follows_goals: extends("goals"),
            shows_texts: extends("texts"),
            asks_for_trust: extends("trust"),
        }
    }
}
