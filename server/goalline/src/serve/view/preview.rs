//! Tests before they are inserted: takes their names, gives the text of the test class with them and what they cover;
//! changes nothing.

use goalline_engine::{GoalState, WrittenTest};
use serde::Serialize;
use tower_lsp::{jsonrpc::Result, ls_types::Uri};

use super::{chosen::NamedTests, insertion_edit};
use crate::serve::{
    state::{
        asked::Asked, documents::followed::Followed, generator::name_of, results::FileResults,
        server::ServerState,
    },
    transport::convert,
};

/// What an editor shows before tests are inserted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// "`addRejectsNonPositiveQuantity` in `CartTest`", without the ticks.
    title: String,
    /// The test file.
    test_file: Uri,
    /// Whether the test file has to be made.
    is_new: bool,
    /// Its text now.
    before: String,
    /// Its text afterwards.
    after: String,
    tests: Vec<PreviewedTest>,
}

/// One test and why it is worth having.
#[derive(Debug, Serialize)]
struct PreviewedTest {
    name: String,
    source: String,
    /// What it covers that nothing covers yet, each as people say it.
    covers: Vec<String>,
}

/// The preview of these tests.
pub fn preview(state: &ServerState, chosen: &NamedTests) -> Result<Preview> {
    let path = convert::path_of(&chosen.uri).unwrap_or_default();
    let planned = insertion_edit::plan(state, &path, chosen)?;
    let after = planned.new_text();
    let results = state.results.get(&path).filter(|_| !chosen.pairs);
    let tests: Vec<PreviewedTest> = results
        .map(|results| {
            let tests = results.insertable(&chosen.tests).into_iter();
            tests.map(|test| previewed(results, test)).collect()
        })
        .unwrap_or_default();
    let class = convert::path_of(&planned.uri)
        .map(|file| name_of(&file))
        .unwrap_or_default();
    let what = match tests.as_slice() {
        [test] => test.name.clone(),
        tests => format!("{} tests", tests.len()),
    };
    Ok(Preview {
        title: format!("{what} in {class}"),
        is_new: planned.old.is_none(),
        before: planned.old.as_deref().unwrap_or_default().to_owned(),
        test_file: planned.uri,
        after,
        tests,
    })
}

fn previewed(results: &FileResults, test: &WrittenTest) -> PreviewedTest {
    let is_new = |goal: &&Followed| {
        !matches!(goal.state, GoalState::CoveredByUser(_)) && !results.is_taken(&goal.key)
    };
    let goals = results.goals_of(test);
    let told = |goal: &Followed| match goal.asked {
        Asked::Entry => goal.label.clone(),
        _ => format!("{} in {}", goal.label, goal.owner.shown()),
    };
    PreviewedTest {
        name: test.name.clone(),
        source: test.source.clone(),
        covers: goals.into_iter().filter(is_new).map(told).collect(),
    }
}
