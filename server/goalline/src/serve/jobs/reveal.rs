//! Tests once they are inserted: takes their names, shows where they stand in the test file; changes nothing.

use std::{path::Path, sync::Arc, time::Duration};

use goalline_engine::WrittenTest;
use goalline_syntax::{JavaFile, LineIndex, Span, declarations};
use tower_lsp::ls_types::{Range, ShowDocumentParams, request::ShowDocument};

use super::server_session::ServerSession;
use crate::serve::{
    state::{
        documents::equal_bodies::{body_of, without_blanks},
        server::ServerState,
    },
    transport::convert,
    view::chosen::NamedTests,
};

/// How often inserted tests are looked for before the file is shown without them.
const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Opens the test file where the inserted tests stand, as far as the client can. The client may say that an edit was
/// made before it says what the text is now, so the tests are looked for a few times.
pub fn reveal(session: &Arc<ServerSession>, chosen: NamedTests) {
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
fn place(state: &ServerState, chosen: &NamedTests) -> Option<ShowDocumentParams> {
    if !state.client.shows_documents || !state.settings.window.reveal_inserted {
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
fn selection(state: &ServerState, file: &Path, tests: &[&WrittenTest]) -> Option<Range> {
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
