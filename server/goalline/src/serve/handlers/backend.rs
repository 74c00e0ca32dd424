//! The one table of handlers: takes each message of the protocol to the file that answers it; none of them waits for
//! anything.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::{
    LanguageServer,
    jsonrpc::{Error, Result},
    ls_types::{
        CodeAction, CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams,
        DeleteFilesParams, DidChangeConfigurationParams, DidChangeTextDocumentParams,
        DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
        DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandParams, Hover,
        HoverParams, InitializeParams, InitializeResult, InitializedParams, NumberOrString,
        TextDocumentIdentifier, WorkDoneProgressCancelParams,
    },
};

use super::{configuration, execute, files, initialize, sync};
use crate::serve::{
    jobs::server_session::ServerSession,
    transport::{convert, outbox::plain_error},
    view::{
        actions, hover, lens,
        tree::{self, FileGoals},
    },
};

/// The server as the framework sees it.
pub struct Backend {
    /// What all handlers work on.
    pub session: Arc<ServerSession>,
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(initialize::initialize(&self.session, params))
    }

    async fn initialized(&self, _: InitializedParams) {
        configuration::pull(&self.session);
        files::watch(&self.session);
    }

    async fn shutdown(&self) -> Result<()> {
        self.session.lifecycle.shut_down();
        self.session.stop(None);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        sync::open(&self.session, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        sync::change(&self.session, &params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        sync::save(&self.session, &params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        sync::close(&self.session, &params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        Ok(hover::hover(&self.session.state(), &params))
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        Ok(lens::lenses(&self.session.state(), &params))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        Ok(actions::actions(&mut self.session.state(), &params))
    }

    async fn code_action_resolve(&self, params: CodeAction) -> Result<CodeAction> {
        actions::resolve(&self.session.state(), params).map_err(plain_error)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        execute::execute(&self.session, params).map_err(plain_error)
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        configuration::changed(&self.session, &params);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        configuration::folders_changed(&self.session, &params.event);
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        files::changed(&self.session, &params);
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        files::deleted(&self.session, &params);
    }
}

/// Handlers of methods that the framework does not know.
#[expect(
    clippy::unused_async,
    reason = "the framework takes handlers that may wait; ours do not"
)]
impl Backend {
    /// `window/workDoneProgress/cancel`
    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        if let NumberOrString::String(token) = params.token {
            self.session.stop_token(&token);
        }
    }

    /// `goalline/goals`: the goals of an open file.
    pub async fn goals(&self, params: TextDocumentIdentifier) -> Result<Option<FileGoals>> {
        Ok(tree::goals(&mut self.session.state(), params))
    }

    /// `goalline/classPathChanged`: the user's Java server has other answers now. Its parameters, `{}`, say nothing
    /// more.
    pub async fn class_path_changed(&self, _: Value) {
        self.session.class_paths.forget();
    }

    /// `goalline/trust`: the client's own word, `{ "trusted": true }`; what is no such word takes trust away.
    pub async fn trust(&self, params: Value) {
        sync::trust(&self.session, params["trusted"] == Value::Bool(true));
    }

    /// `goalline/panic`, for tests only.
    pub async fn panic(&self) -> Result<Value> {
        self.check_test_requests()?;
        panic!("asked to panic");
    }

    /// `goalline/text`, for tests only: the mirror's text.
    pub async fn text(&self, params: TextDocumentIdentifier) -> Result<Option<String>> {
        self.check_test_requests()?;
        let state = self.session.state();
        let document = convert::path_of(&params.uri).and_then(|path| {
            state
                .documents
                .get(&path)
                .map(|document| document.text().to_string())
        });
        Ok(document)
    }

    fn check_test_requests(&self) -> Result<()> {
        if self.session.state().answers_test_requests {
            Ok(())
        } else {
            Err(Error::method_not_found())
        }
    }
}
