//! The line above each method: takes a document and its results, gives "7/9 goals · 2 tests ready"; calls nothing
//! missing that was not measured.

use std::{collections::BTreeMap, fmt::Write as _};

use goalline_engine::GoalState;
use goalline_flow::MethodId;
use goalline_goals::GoalKey;
use goalline_syntax::Span;
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command};

use super::commands;
use crate::{
    output::paint::counted,
    serve::{
        state::{documents::Document, results::FileResults, server::ServerState, test_classes},
        transport::convert,
    },
};

/// Answers `textDocument/codeLens`.
pub fn lenses(state: &ServerState, params: &CodeLensParams) -> Option<Vec<CodeLens>> {
    let path = convert::path_of(&params.text_document.uri)?;
    let document = state.documents.get(&path)?;
    if !state.settings.of(&path).code_lens || test_classes::is_test(&path, document) {
        return None;
    }
    let lines = document.lines();
    let uri = params.text_document.uri.as_str();
    let is_to_be_trusted = !state.trusted && state.client.asks_for_trust;
    let lenses = figures(document, state.results.get(&path))
        .into_iter()
        .map(|method| {
            let range = convert::range_of(lines, method.span);
            let (command, argument) = if !method.tests.is_empty() {
                let tests = json!({ "uri": uri, "tests": method.tests });
                (commands::INSERT, tests)
            } else if is_to_be_trusted {
                (commands::TRUST, json!(uri))
            } else if method.measured == 0 {
                (commands::GENERATE, json!(uri))
            } else {
                let place = json!({ "uri": uri, "position": range.start });
                (commands::GENERATE_METHOD, place)
            };
            CodeLens {
                range,
                command: Some(Command::new(
                    method.title(state.trusted),
                    command.into(),
                    Some(vec![argument]),
                )),
                data: None,
            }
        });
    Some(lenses.collect())
}

/// The titles alone, to see whether a client should ask again.
pub fn titles(document: &Document, results: Option<&FileResults>, is_trusted: bool) -> Vec<String> {
    figures(document, results)
        .iter()
        .map(|method| method.title(is_trusted))
        .collect()
}

/// Figures of one method.
struct Figures {
    span: Span,
    total: usize,
    measured: usize,
    unknown: usize,
    covered: usize,
    /// Those that were made for it, and those that are ready for its goals.
    tests: Vec<String>,
}

impl Figures {
    fn offer(&mut self, test: &str) {
        if !self.tests.iter().any(|name| name == test) {
            self.tests.push(test.to_owned());
        }
    }

    fn title(&self, is_trusted: bool) -> String {
        let goals = if self.total == 1 { "goal" } else { "goals" };
        if self.measured == 0 && !is_trusted {
            return format!("{} {goals}, not measured: trust this folder", self.total);
        }
        if self.measured == 0 {
            return format!("{} {goals}, not measured yet", self.total);
        }
        // Writing into a String cannot fail.
        let mut title = format!("{}/{} {goals}", self.covered, self.total);
        let unmeasured = self.total - self.measured;
        if unmeasured > 0 {
            let _ = write!(title, " · {unmeasured} not measured yet");
        }
        if self.unknown > 0 {
            let _ = write!(title, " · {} not known", self.unknown);
        }
        if !self.tests.is_empty() {
            let _ = write!(title, " · {} ready", counted(self.tests.len(), "test"));
        }
        title
    }
}

/// The methods with goals, in the order of the text.
fn figures(document: &Document, results: Option<&FileResults>) -> Vec<Figures> {
    let goals = document.goals();
    let standing = results
        .map(|results| results.standing(document))
        .unwrap_or_default();
    let states: BTreeMap<&GoalKey, &GoalState> = standing
        .iter()
        .map(|goal| (&goal.key, &goal.state))
        .collect();
    let taken = results.map(FileResults::taken_goals).unwrap_or_default();
    let mut methods: BTreeMap<MethodId, Figures> = BTreeMap::new();
    for goal in goals.goals() {
        let state = states.get(&goal.key).copied();
        let is_ignored = results.is_some_and(|results| results.is_ignored(&goal.key));
        if is_ignored || matches!(state, Some(GoalState::NotMeasurable(_))) {
            continue;
        }
        let figures = methods.entry(goal.method).or_insert_with(|| Figures {
            span: goals.set.flow.method(goal.method).name_span,
            total: 0,
            measured: 0,
            unknown: 0,
            covered: 0,
            tests: Vec::new(),
        });
        figures.total += 1;
        let is_measured = state.is_some_and(|state| *state != GoalState::NotMeasured);
        figures.measured += usize::from(is_measured);
        let is_unknown = matches!(state, Some(GoalState::NotKnown(_)));
        figures.unknown += usize::from(is_unknown && !taken.contains(&goal.key));
        let is_covered = matches!(state, Some(GoalState::CoveredByUser(_)));
        let is_covered = is_covered || taken.contains(&goal.key);
        figures.covered += usize::from(is_covered);
        if let Some(GoalState::TestReady(name) | GoalState::NotKnown(Some(name))) = state
            && !is_covered
        {
            figures.offer(name);
        }
    }
    let offers = results.map(FileResults::verified).unwrap_or_default();
    for test in &offers {
        let first = test.goals.first().and_then(|key| goals.set.by_key(key));
        if let Some(figures) = first.and_then(|goal| methods.get_mut(&goal.method)) {
            figures.offer(&test.name);
        }
    }
    for figures in methods.values_mut() {
        let order = |name: &String| offers.iter().position(|test| test.name == *name);
        figures.tests.retain(|name| order(name).is_some());
        figures.tests.sort_by_key(order);
    }
    methods.into_values().collect()
}
