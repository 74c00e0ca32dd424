//! `goalline/goals`: takes a document, gives its goals by method with their states, for a tree, a list or a coverage
//! view; draws nothing.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use goalline_engine::GoalState;
use goalline_flow::MethodId;
use goalline_goals::{Goal, GoalKey};
use serde::Serialize;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri, notification::Notification};

use super::goal_sentences;
use crate::serve::{
    state::{
        asked::{Asked, MethodAround, label},
        documents::{Document, followed::Followed},
        faults::Fault,
        results::FileResults,
        server::ServerState,
        test_classes,
    },
    transport::convert,
};

/// `goalline/goalsChanged`: the answer to `goalline/goals` has become another one.
pub enum GoalsChanged {}

impl Notification for GoalsChanged {
    type Params = TextDocumentIdentifier;
    const METHOD: &'static str = "goalline/goalsChanged";
}

/// The goals of a file.
#[derive(Debug, Serialize)]
pub struct FileGoals {
    uri: Uri,
    methods: Vec<MethodGoals>,
    faults: Vec<TreeFault>,
}

/// A possible fault for people.
#[derive(Debug, Serialize)]
struct TreeFault {
    label: String,
    range: Range,
}

/// The goals of a method, in the order of the text.
#[derive(Debug, Serialize)]
struct MethodGoals {
    /// `total()`
    name: String,
    /// Its name in the text.
    range: Range,
    goals: Vec<TreeGoal>,
}

/// A goal for people.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct TreeGoal {
    key: Arc<str>,
    /// "`coupon != null` false"
    label: String,
    /// Its name: `branch`, `line`.
    criterion: &'static str,
    range: Range,
    state: TreeState,
    /// The outcome it asks for, where it asks for one.
    outcome: Option<bool>,
    /// Ready tests that cover it.
    tests: Vec<String>,
    /// The user's tests that cover it.
    covered_by: Vec<String>,
    /// How near the search came, or why there is no test.
    note: Option<String>,
}

/// For an icon and a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum TreeState {
    Covered,
    Ready,
    Missing,
    Ignored,
    NotMeasured,
    /// Tests that could not do their work here may cover it.
    NotKnown,
    NotMeasurable,
}

/// Answers `goalline/goals`.
pub fn goals(state: &mut ServerState, document: TextDocumentIdentifier) -> Option<FileGoals> {
    let path = convert::path_of(&document.uri)?;
    state.refresh(&path);
    let methods = methods(state, &path)?;
    Some(FileGoals {
        uri: document.uri,
        methods,
        faults: faults(state, &path),
    })
}

fn faults(state: &ServerState, path: &Path) -> Vec<TreeFault> {
    let (Some(document), Some(results)) = (state.documents.get(path), state.results.get(path))
    else {
        return Vec::new();
    };
    let shown = |fault: &Fault| {
        Some(TreeFault {
            label: fault.message(),
            range: convert::range_of(document.lines(), fault.span()?),
        })
    };
    results.shown_faults().filter_map(shown).collect()
}

fn methods(state: &ServerState, path: &Path) -> Option<Vec<MethodGoals>> {
    let document = state.documents.get(path)?;
    if test_classes::is_test(path, document) {
        return None;
    }
    let results = state.results.get(path);
    let standing = results.map(|it| it.standing(document)).unwrap_or_default();
    let not_known = goal_sentences::why_not_known(state, path);
    let known: BTreeMap<&GoalKey, &Followed> =
        standing.iter().map(|goal| (&goal.key, *goal)).collect();
    let shown = document.goals();
    let set = &shown.set;
    let mut methods: BTreeMap<MethodId, MethodGoals> = BTreeMap::new();
    for goal in shown.goals() {
        let method = methods.entry(goal.method).or_insert_with(|| MethodGoals {
            name: MethodAround::of(&set.flow, goal.method).shown(),
            range: convert::range_of(document.lines(), set.flow.method(goal.method).name_span),
            goals: Vec::new(),
        });
        let followed = known.get(&goal.key).copied();
        method
            .goals
            .push(tree_goal(document, results, goal, followed, &not_known));
    }
    Some(methods.into_values().collect())
}

fn tree_goal(
    document: &Document,
    results: Option<&FileResults>,
    goal: &Goal,
    followed: Option<&Followed>,
    not_known: &str,
) -> TreeGoal {
    let set = &document.goals().set;
    let asked = Asked::of(set, goal);
    let mut item = TreeGoal {
        key: goal.key.0.clone(),
        label: label(set, goal),
        criterion: goal.criterion.name(),
        range: convert::range_of(document.lines(), goal.span),
        state: TreeState::NotMeasured,
        outcome: match asked {
            Asked::Outcome(outcome) | Asked::Element(outcome) => Some(outcome),
            Asked::Label | Asked::Entry | Asked::Other => None,
        },
        tests: Vec::new(),
        covered_by: Vec::new(),
        note: None,
    };
    let (Some(results), Some(followed)) = (results, followed) else {
        return item;
    };
    item.state = match &followed.state {
        GoalState::NotMeasurable(reason) => {
            item.note = Some(reason.clone());
            TreeState::NotMeasurable
        }
        GoalState::CoveredByUser(tests) => {
            item.covered_by.clone_from(tests);
            TreeState::Covered
        }
        _ if results.is_ignored(&goal.key) => TreeState::Ignored,
        _ if results.is_taken(&goal.key) => TreeState::Covered,
        GoalState::NotMeasured => TreeState::NotMeasured,
        GoalState::NotKnown(ready) => {
            item.tests.extend(ready.clone());
            item.note = Some(not_known.to_owned());
            TreeState::NotKnown
        }
        GoalState::TestReady(test) => {
            item.tests.push(test.clone());
            TreeState::Ready
        }
        GoalState::NotOffered(reason) => {
            item.note = Some(reason.clone());
            TreeState::Missing
        }
        GoalState::NotReached(attempt) => {
            item.note = attempt.as_ref().map(goal_sentences::nearness);
            TreeState::Missing
        }
    };
    item
}
