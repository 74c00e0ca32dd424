//! Hover on a hint: takes a document, its results and a place, gives the goal, its state and the ready test's source as Markdown.

use std::fmt::Write as _;

use goalline_engine::ReadyTest;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::{
    convert,
    documents::Document,
    related,
    results::FileResults,
    session::Session,
    words::{self, Missing},
};

/// Answers `textDocument/hover`.
pub fn hover(session: &Session, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let path = convert::path_of(&at.text_document.uri)?;
    let state = session.state();
    let document = state.documents.get(&path)?;
    let results = state.results.get(&path)?;
    let offset = convert::offset_of(document.lines(), at.position);
    let standing = results.standing(document);
    let missing = words::missing(&standing, results);
    let covers = |place: &&Missing<'_>| place.span.start <= offset && offset <= place.span.end;
    let place = missing
        .iter()
        .filter(covers)
        .min_by_key(|place| place.span.end - place.span.start)?;
    let number = standing
        .iter()
        .position(|goal| goal.key == place.goals[0].key)?
        + 1;
    let mut text = format!(
        "**{}**: `{}` — branch · goal {number} of {}\n",
        place.fact(),
        shown(document, place),
        standing.len()
    );
    describe_tests(&mut text, place, results);
    let other = related::other_way(&standing, place);
    if !other.is_empty() {
        // Writing into a String cannot fail.
        let _ = writeln!(text, "\nCovered the other way by: {}", other.join(", "));
    }
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(convert::range_of(document.lines(), place.span)),
    })
}

/// The expression on one line, shortened.
fn shown(document: &Document, place: &Missing<'_>) -> String {
    const LONGEST: usize = 80;
    let text = place
        .span
        .of(document.text())
        .split_whitespace()
        .collect::<Vec<_>>();
    let text = text.join(" ").replace('`', "'");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn describe_tests(text: &mut String, place: &Missing<'_>, results: &FileResults) {
    let offers = results.offers();
    let tests: Vec<&ReadyTest> = place
        .ready_tests()
        .iter()
        .filter_map(|name| {
            offers
                .iter()
                .find(|test| test.name == *name)
                .map(|test| &***test)
        })
        .collect();
    for test in &tests {
        let lines = test.source.lines().count();
        // Writing into a String cannot fail.
        let _ = write!(
            text,
            "\nA test is ready: `{}` ({lines} lines)\n\n```java\n{}\n```\n",
            test.name, test.source
        );
    }
    if let (Some(attempt), true) = (place.attempt(), tests.is_empty()) {
        let near = match attempt.distance {
            Some(distance) => format!("Closest attempt, {} away", words::rounded(distance)),
            None => "Closest attempt; the expression did not run".into(),
        };
        let _ = write!(
            text,
            "\n{near}:\n\n```java\n{}\n```\n",
            attempt.statements.trim_end()
        );
    }
    if let Some(reason) = place.refusal() {
        let _ = write!(
            text,
            "\nThe search covered it, but no test is offered: {reason}\n"
        );
    }
}
