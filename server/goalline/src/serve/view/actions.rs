//! Code actions: takes a place in a class, gives what can be inserted or shown there, from memory; the edit is made
//! when one is chosen.

use goalline_engine::ReadyTest;
use goalline_syntax::Span;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    ls_types::{
        CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    },
};

use super::{
    chosen::NamedTests,
    commands,
    diagnostics::SOURCE,
    goal_sentences::{self, Missing},
    insertion_edit, pair_actions,
};
use crate::serve::{
    state::{
        asked::MethodAround, documents::Document, faults::Fault, generator::name_of,
        results::FileResults, server::ServerState,
    },
    transport::{client::ClientFacts, convert},
};

/// Inserting the tests of a method.
const METHOD: CodeActionKind = CodeActionKind::new("quickfix.goalline.method");
/// Inserting the tests of a class, among quick fixes.
const CLASS: CodeActionKind = CodeActionKind::new("quickfix.goalline.class");
/// The same, where an editor asks for source actions.
const SOURCE_CLASS: CodeActionKind = CodeActionKind::new("source.goalline.insertAll");

/// The kinds that are announced.
pub fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QUICKFIX, METHOD, CLASS, SOURCE_CLASS]
}

/// Answers `textDocument/codeAction`.
pub fn actions(
    state: &mut ServerState,
    params: &CodeActionParams,
) -> Option<Vec<CodeActionOrCommand>> {
    let path = convert::path_of(&params.text_document.uri)?;
    state.refresh(&path);
    let state = &*state;
    let document = state.documents.get(&path)?;
    let results = state.results.get(&path)?;
    let asked = convert::span_of(document.lines(), params.range);
    let standing = results.standing(document);
    let missing = goal_sentences::missing(&standing, results);
    let touches = |span: Span| span.start <= asked.end && asked.start <= span.end;
    let places: Vec<&Missing<'_>> = missing.iter().filter(|place| touches(place.span)).collect();
    let menu = ActionMenu {
        params,
        results,
        client: state.client,
    };
    let mut actions = Vec::new();
    for fault in results.shown_faults() {
        if fault.span().is_some_and(touches) {
            actions.extend(menu.fault(fault));
        }
    }
    actions.extend(menu.tests(&places));
    actions.extend(pair_actions::actions(state, &path, asked, params));
    actions.extend(menu.methods(&owners(&places, document, asked)));
    if !actions.is_empty() || menu.wants_source() {
        actions.extend(menu.class(&name_of(&path)));
    }
    actions.extend(menu.attempts(&places));
    actions.extend(menu.ignoring(&places));
    let mut wanted: Vec<CodeAction> = actions
        .into_iter()
        .filter(|action| is_wanted(action, params))
        .collect();
    if !state.client.resolves_edits {
        wanted.retain_mut(|action| add_edit(state, action).is_ok());
    }
    Some(
        wanted
            .into_iter()
            .map(CodeActionOrCommand::CodeAction)
            .collect(),
    )
}

/// Answers `codeAction/resolve`.
pub fn resolve(state: &ServerState, mut action: CodeAction) -> Result<CodeAction> {
    add_edit(state, &mut action)?;
    Ok(action)
}

fn add_edit(state: &ServerState, action: &mut CodeAction) -> Result<()> {
    let Some(data) = action.data.clone() else {
        return Ok(());
    };
    let chosen: NamedTests =
        serde_json::from_value(data).map_err(|error| Error::invalid_params(error.to_string()))?;
    let path = convert::path_of(&chosen.uri).unwrap_or_default();
    action.edit = Some(insertion_edit::edit(state, &path, &chosen)?);
    Ok(())
}

/// The methods an action may be about: those of the hints under the cursor, and one whose name stands on its line.
fn owners(places: &[&Missing<'_>], document: &Document, asked: Span) -> Vec<MethodAround> {
    let mut owners: Vec<MethodAround> = places
        .iter()
        .map(|place| place.goals[0].owner.clone())
        .collect();
    let flow = &document.goals().set.flow;
    let lines = document.lines();
    let line = lines.line_of(asked.start);
    let named = flow
        .methods
        .iter()
        .filter(|method| lines.line_of(method.name_span.start) == line);
    owners.extend(named.map(|method| MethodAround::of(flow, method.id)));
    let mut unique: Vec<MethodAround> = Vec::new();
    for owner in owners {
        if !unique.contains(&owner) {
            unique.push(owner);
        }
    }
    unique
}

/// Whether the editor asked for this kind: `quickfix` includes `quickfix.goalline.method`.
fn is_wanted(action: &CodeAction, params: &CodeActionParams) -> bool {
    let kind = action.kind.as_ref().map_or("", CodeActionKind::as_str);
    let is_within = |only: &CodeActionKind| {
        let only = only.as_str();
        only.is_empty()
            || kind == only
            || kind
                .strip_prefix(only)
                .is_some_and(|it| it.starts_with('.'))
    };
    params
        .context
        .only
        .as_ref()
        .is_none_or(|kinds| kinds.iter().any(is_within))
}

struct ActionMenu<'a> {
    params: &'a CodeActionParams,
    results: &'a FileResults,
    client: ClientFacts,
}

impl ActionMenu<'_> {
    /// Show the input; insert a test that fails as long as it happens; or call it intended: then the test that
    /// expects it is inserted, where there is one, and it is shown no more.
    fn fault(&self, fault: &Fault) -> Vec<CodeAction> {
        let diagnostics = Some(self.diagnostics_of(&[fault.key.as_str()]));
        let uri = &self.params.text_document.uri;
        let show = json!({ "uri": uri, "fault": fault.key });
        let ignore = json!({ "uri": uri, "goals": [fault.key] });
        let command = |title: &str, command: &str, argument: Value| CodeAction {
            title: title.to_owned(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: diagnostics.clone(),
            command: Some(Command::new(
                title.to_owned(),
                command.into(),
                Some(vec![argument]),
            )),
            ..CodeAction::default()
        };
        let mut actions = vec![command("Show input", commands::SHOW_FAULT, show)];
        actions.extend(fault.failing().map(|test| CodeAction {
            diagnostics: diagnostics.clone(),
            ..self.insert(
                "Insert as a failing test".to_owned(),
                CodeActionKind::QUICKFIX,
                vec![test.name.clone()],
            )
        }));
        let accepting = fault.found.accepting.as_ref();
        actions.push(CodeAction {
            data: accepting.map(|test| self.chosen(vec![test.name.clone()])),
            ..command("This is intended", commands::IGNORE, ignore)
        });
        actions
    }

    fn tests(&self, places: &[&Missing<'_>]) -> Vec<CodeAction> {
        let offers = self.results.verified();
        let mut actions: Vec<CodeAction> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for place in places {
            for name in place.ready_tests() {
                let Some(test) = offers.iter().find(|test| test.name == name) else {
                    continue;
                };
                if names.contains(&name) {
                    continue;
                }
                names.push(name);
                actions.push(CodeAction {
                    diagnostics: Some(self.diagnostics_at(place)),
                    is_preferred: Some(actions.is_empty()),
                    ..self.insert(
                        insert_title(test),
                        CodeActionKind::QUICKFIX,
                        vec![name.to_owned()],
                    )
                });
                actions.extend(self.preview(name, place));
            }
        }
        actions
    }

    /// What a client of ours shows before it inserts; other clients have the hover.
    fn preview(&self, name: &str, place: &Missing<'_>) -> Option<CodeAction> {
        let title = format!("Preview test {name}");
        let chosen = self.chosen(vec![name.to_owned()]);
        let command = Command::new(
            title.clone(),
            commands::PREVIEW_TESTS.into(),
            Some(vec![chosen]),
        );
        self.client.previews_tests.then(|| CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(self.diagnostics_at(place)),
            command: Some(command),
            ..CodeAction::default()
        })
    }

    /// Without diagnostics, because editors put those with some first, and this one is the last to be wanted.
    fn ignoring(&self, places: &[&Missing<'_>]) -> Vec<CodeAction> {
        let ignore = |place: &&Missing<'_>| {
            let keys: Vec<&str> = place.goals.iter().map(|goal| &*goal.key.0).collect();
            let title = match keys.len() {
                1 => "Ignore this goal".to_owned(),
                _ => "Ignore these goals".to_owned(),
            };
            let argument = json!({ "uri": self.params.text_document.uri, "goals": keys });
            CodeAction {
                title: title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                command: Some(Command::new(
                    title,
                    commands::IGNORE.into(),
                    Some(vec![argument]),
                )),
                ..CodeAction::default()
            }
        };
        places.iter().map(ignore).collect()
    }

    fn methods(&self, owners: &[MethodAround]) -> Vec<CodeAction> {
        let of = |owner: &MethodAround| {
            let tests = self.results.tests_of(owner);
            let title = format!("Insert all {} tests of {}", tests.len(), owner.shown());
            (tests.len() > 1).then(|| self.insert(title, METHOD, tests))
        };
        owners.iter().filter_map(of).collect()
    }

    fn class(&self, class: &str) -> Option<CodeAction> {
        let tests: Vec<String> = self
            .results
            .verified()
            .iter()
            .map(|test| test.name.clone())
            .collect();
        let kind = if self.wants_source() {
            SOURCE_CLASS
        } else {
            CLASS
        };
        let title = format!("Insert all {} tests of {class}", tests.len());
        (tests.len() > 1).then(|| self.insert(title, kind, tests))
    }

    fn attempts(&self, places: &[&Missing<'_>]) -> Vec<CodeAction> {
        let show = |place: &&Missing<'_>| {
            let key = place.attempted()?;
            let argument = json!({ "uri": self.params.text_document.uri, "goal": &*key.0 });
            let title = "Show closest attempt".to_owned();
            Some(CodeAction {
                title: title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(self.diagnostics_at(place)),
                command: Some(Command::new(
                    title,
                    commands::SHOW_ATTEMPT.into(),
                    Some(vec![argument]),
                )),
                ..CodeAction::default()
            })
        };
        places.iter().filter_map(show).collect()
    }

    fn insert(&self, title: String, kind: CodeActionKind, tests: Vec<String>) -> CodeAction {
        let chosen = self.chosen(tests);
        let reveal = || {
            Command::new(
                title.clone(),
                commands::REVEAL.into(),
                Some(vec![chosen.clone()]),
            )
        };
        CodeAction {
            kind: Some(kind),
            command: self.client.shows_documents.then(reveal),
            data: Some(chosen),
            title,
            ..CodeAction::default()
        }
    }

    fn chosen(&self, tests: Vec<String>) -> Value {
        let chosen = NamedTests {
            uri: self.params.text_document.uri.clone(),
            tests,
            pairs: false,
        };
        serde_json::to_value(chosen).expect("names and a URI are plain JSON")
    }

    /// The diagnostics of ours that the editor says it shows for this place.
    fn diagnostics_at(&self, place: &Missing<'_>) -> Vec<Diagnostic> {
        let keys: Vec<&str> = place.goals.iter().map(|goal| &*goal.key.0).collect();
        self.diagnostics_of(&keys)
    }

    fn diagnostics_of(&self, keys: &[&str]) -> Vec<Diagnostic> {
        let is_ours = |shown: &&Diagnostic| {
            let shown_keys = shown
                .data
                .as_ref()
                .and_then(|data| data["goals"].as_array());
            let is_asked = |key: &Value| keys.iter().any(|asked| *key == **asked);
            shown.source.as_deref() == Some(SOURCE)
                && shown_keys.is_some_and(|shown| shown.iter().any(is_asked))
        };
        self.params
            .context
            .diagnostics
            .iter()
            .filter(is_ours)
            .cloned()
            .collect()
    }

    fn wants_source(&self) -> bool {
        let only = self.params.context.only.as_deref().unwrap_or_default();
        only.iter().any(|kind| kind.as_str().starts_with("source"))
    }
}

/// A test that only pins an implicit exception says so: not everybody wants to keep one.
fn insert_title(test: &ReadyTest) -> String {
    let pins = if test.implicit_exception {
        ", which only pins an implicit exception"
    } else {
        ""
    };
    format!("Insert test {}{pins}", test.name)
}
