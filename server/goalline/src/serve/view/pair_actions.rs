//! Code actions at calls that couple branches: takes a place in a caller, gives the tests of its pairs that can be
//! inserted, from memory.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

use std::path::Path;

use goalline_syntax::Span;
use serde_json::{Value, json};
use tower_lsp::ls_types::{
    CodeAction, CodeActionKind, CodeActionParams, Command, Diagnostic, NumberOrString,
};

use super::{
    chosen::NamedTests,
    commands,
    pair_hints::{CODE, PlacedCall, placed, shown},
};
use crate::serve::state::{pairs::FilePairs, server::ServerState};

/// Inserting all tests of a call.
const CALL: CodeActionKind = CodeActionKind::new("quickfix.goalline.call");
/// Characters of a condition in a title.
const LONGEST: usize = 30;

/// The actions for the calls that a range touches.
pub fn actions(
    state: &ServerState,
    path: &Path,
    asked: Span,
    params: &CodeActionParams,
) -> Vec<CodeAction> {
    let Some(pairs) = state.pairs.get(path) else {
        return Vec::new();
    };
    let menu = PairActionMenu {
        state,
        pairs,
        params,
    };
    let calls = placed(state, path).into_iter();
    let touched = calls.filter(|call| call.span.start <= asked.end && asked.start <= call.span.end);
    let touched = touched.filter(|call| !call.at.missing.is_empty());
    touched.flat_map(|call| menu.of_call(&call)).collect()
}

struct PairActionMenu<'a> {
    state: &'a ServerState,
    pairs: &'a FilePairs,
    params: &'a CodeActionParams,
}

impl PairActionMenu<'_> {
    fn of_call(&self, call: &PlacedCall<'_>) -> Vec<CodeAction> {
        let mut actions: Vec<CodeAction> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for one in &call.at.missing {
            let Some(test) = self.pairs.ready(one) else {
                continue;
            };
            if names.contains(&test.name) {
                continue;
            }
            names.push(test.name.clone());
            let (caller, callee) = (
                &call.at.call.callers[one.caller],
                &call.at.call.callees[one.callee],
            );
            let title = format!(
                "Insert test {} ({} {} with {} {})",
                test.name,
                shown(&caller.text, LONGEST),
                caller.outcome,
                shown(&callee.text, LONGEST),
                callee.outcome
            );
            actions.push(CodeAction {
                diagnostics: Some(self.diagnostics()),
                ..self.insert(title, CodeActionKind::QUICKFIX, vec![test.name.clone()])
            });
        }
        if names.len() > 1 {
            let callee = &call.at.call.callee;
            let title = format!("Insert all {} tests of pairs with {callee}", names.len());
            actions.push(self.insert(title, CALL, names));
        }
        actions.push(self.ignore(call));
        actions
    }

    fn insert(&self, title: String, kind: CodeActionKind, tests: Vec<String>) -> CodeAction {
        let chosen = NamedTests {
            uri: self.params.text_document.uri.clone(),
            tests,
            pairs: true,
        };
        let chosen = serde_json::to_value(chosen).expect("names and a URI are plain JSON");
        let reveal = || {
            let arguments = Some(vec![chosen.clone()]);
            Command::new(title.clone(), commands::REVEAL.into(), arguments)
        };
        CodeAction {
            kind: Some(kind),
            command: self.state.client.shows_documents.then(reveal),
            data: Some(chosen.clone()),
            title,
            ..CodeAction::default()
        }
    }

    fn ignore(&self, call: &PlacedCall<'_>) -> CodeAction {
        let keys: Vec<&str> = call.at.missing.iter().map(|one| &*one.key.0).collect();
        let title = format!("Ignore the pairs with {}", call.at.call.callee);
        let argument: Value = json!({ "uri": self.params.text_document.uri, "goals": keys });
        let command = Command::new(title.clone(), commands::IGNORE.into(), Some(vec![argument]));
        CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            command: Some(command),
            ..CodeAction::default()
        }
    }

    /// The diagnostics of pairs that the editor says it shows here.
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let is_ours = |shown: &&Diagnostic| matches!(&shown.code, Some(NumberOrString::String(code)) if code == CODE);
        let shown = self.params.context.diagnostics.iter();
        shown.filter(is_ours).cloned().collect()
    }
}
