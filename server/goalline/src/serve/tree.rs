//! `goalline/goals`: takes a document, gives its goals by method with their states, for a tree, a list or a coverage view; draws nothing.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use goalline_engine::GoalState;
use goalline_flow::MethodId;
use goalline_goals::{Goal, GoalKey};
use serde::Serialize;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri, notification::Notification};

use super::{
    convert,
    documents::Document,
    results::{Asked, FileResults, Followed, Owner},
    session::{Session, State},
    test_classes, words,
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
    NotMeasurable,
}

/// Answers `goalline/goals`.
pub fn goals(session: &Session, document: TextDocumentIdentifier) -> Option<FileGoals> {
    let path = convert::path_of(&document.uri)?;
    let mut state = session.state();
    state.refresh(&path);
    let methods = methods(&state, &path)?;
    Some(FileGoals {
        uri: document.uri,
        methods,
    })
}

fn methods(state: &State, path: &Path) -> Option<Vec<MethodGoals>> {
    let document = state.documents.get(path)?;
    if test_classes::is_test(path, document) {
        return None;
    }
    let results = state.results.get(path);
    let standing = results.map(|it| it.standing(document)).unwrap_or_default();
    let known: BTreeMap<&GoalKey, &Followed> =
        standing.iter().map(|goal| (&goal.key, *goal)).collect();
    let set = document.goals();
    let mut methods: BTreeMap<MethodId, MethodGoals> = BTreeMap::new();
    for goal in &set.goals {
        let method = methods.entry(goal.method).or_insert_with(|| MethodGoals {
            name: Owner::of(&set.flow, goal.method).shown(),
            range: convert::range_of(document.lines(), set.flow.method(goal.method).name_span),
            goals: Vec::new(),
        });
        let followed = known.get(&goal.key).copied();
        method
            .goals
            .push(tree_goal(document, results, goal, followed));
    }
    Some(methods.into_values().collect())
}

fn tree_goal(
    document: &Document,
    results: Option<&FileResults>,
    goal: &Goal,
    followed: Option<&Followed>,
) -> TreeGoal {
    let asked = Asked::of(document.goals(), goal);
    let owner = Owner::of(&document.goals().flow, goal.method);
    let mut item = TreeGoal {
        key: goal.key.0.clone(),
        label: match asked {
            Asked::Other => format!("`{}`: {}", goal.text, document.goals().missing(goal)),
            _ => words::label(asked, &goal.text, &owner),
        },
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
        GoalState::NotMeasured => TreeState::NotMeasured,
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
        GoalState::TestReady(test) => {
            item.tests.push(test.clone());
            TreeState::Ready
        }
        GoalState::NotOffered(reason) => {
            item.note = Some(reason.clone());
            TreeState::Missing
        }
        GoalState::NotReached(attempt) => {
            item.note = attempt.as_ref().map(words::nearness);
            TreeState::Missing
        }
    };
    item
}
