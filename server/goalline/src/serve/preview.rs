//! Tests before and after they are inserted: takes their names, gives the text of the test class with them and what they cover, and
//! shows where they stand once they are in; changes nothing.

use std::{path::Path, sync::Arc, time::Duration};

use goalline_engine::{GoalState, WrittenTest};
use goalline_syntax::{JavaFile, LineIndex, Span, declarations};
use serde::{Deserialize, Serialize};
use tower_lsp::{
    jsonrpc::Result,
    ls_types::{Range, ShowDocumentParams, Uri, request::ShowDocument},
};

use super::{
    convert,
    followed::{Asked, Followed},
    generator::name_of,
    insertion,
    results::{FileResults, body_of, without_blanks},
    session::{Session, State},
};

/// How often inserted tests are looked for before the file is shown without them.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Tests of a main file, by name.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Chosen {
    /// The main file.
    pub uri: Uri,
    /// Names of ready tests.
    pub tests: Vec<String>,
    /// Whether they are tests of pairs of branches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pairs: bool,
}

/// What an editor shows before tests are inserted.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    /// "`addRejectsZeroQuantity` in `CartTest`", without the ticks.
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
pub fn preview(state: &State, chosen: &Chosen) -> Result<Preview> {
    let path = convert::path_of(&chosen.uri).unwrap_or_default();
    let planned = insertion::plan(state, &path, chosen)?;
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

/// Opens the test file where the inserted tests stand, as far as the client can. The client may say that an edit was made before it
/// says what the text is now, so the tests are looked for a few times.
pub fn reveal(session: &Arc<Session>, chosen: Chosen) {
    let session = Arc::downgrade(session);
    tokio::spawn(async move {
        for looks_left in (0..LOOKS).rev() {
            let Some(session) = session.upgrade() else {
                return;
            };
            match place(&session.state(), &chosen) {
                Some(params) if params.selection.is_some() || looks_left == 0 => {
                    // Where the editor does not show it, the test stands there all the same.
                    session.outbox.request::<ShowDocument>(params, |_| ());
                    return;
                }
                Some(_) => {}
                None => return,
            }
            drop(session);
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    });
}

/// Where to look; none where the client or the user does not want to.
fn place(state: &State, chosen: &Chosen) -> Option<ShowDocumentParams> {
    if !state.client.shows_documents || !state.settings.reveal_inserted {
        return None;
    }
    let path = convert::path_of(&chosen.uri)?;
    let results = state.results.get(&path)?;
    let file = &results.place.as_ref()?.file;
    let tests = match state.pairs.get(&path).filter(|_| chosen.pairs) {
        Some(pairs) => pairs.tests_named(&chosen.tests),
        None => results.tests_named(&chosen.tests),
    };
    Some(ShowDocumentParams {
        uri: convert::uri_of(file)?,
        external: None,
        take_focus: Some(true),
        selection: selection(state, file, &tests),
    })
}

/// From the first to the last of these tests in the newest text of the test file.
fn selection(state: &State, file: &Path, tests: &[&WrittenTest]) -> Option<Range> {
    let text = state.text_of(file)?;
    let parsed = JavaFile::parse(text.as_str());
    let declared = declarations(&parsed);
    let bodies: Vec<String> = tests.iter().filter_map(|test| body_of(test)).collect();
    let spans = declared
        .types
        .iter()
        .flat_map(|ty| &ty.members)
        .filter(|member| {
            let body = member.body.map(|span| without_blanks(span.of(&text)));
            body.is_some_and(|body| bodies.contains(&body))
        })
        .map(|member| member.span);
    let whole = spans
        .reduce(|whole, span| Span::new(whole.start.min(span.start), whole.end.max(span.end)))?;
    Some(convert::range_of(&LineIndex::new(text.as_str()), whole))
}
