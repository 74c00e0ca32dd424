//! Hover on a hint or on what is covered: takes a document, its results and a place, gives the goal, its state
//! and the verified test's source as Markdown.

use std::fmt::Write as _;

use goalline_engine::{GoalState, ReadyTest};
use goalline_syntax::Span;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::{
    goal_sentences::{self, Missing},
    markdown::{block, code, prose},
    pair_hints, related,
};
use crate::{
    output::paint,
    serve::{
        state::{
            documents::{Document, followed::Followed},
            results::FileResults,
            server::ServerState,
        },
        transport::convert,
    },
};

/// Goals that a hover names at most among those that one stands for.
const NAMED: usize = 3;

/// Answers `textDocument/hover`.
pub fn hover(state: &ServerState, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let path = convert::path_of(&at.text_document.uri)?;
    let document = state.documents.get(&path)?;
    let offset = convert::offset_of(document.lines(), at.position);
    let results = state.results.get(&path);
    let not_known = goal_sentences::why_not_known(state, &path);
    let own = results.and_then(|results| of_goals(document, results, offset, &not_known));
    let (span, text) = match (own, pair_hints::hover(state, &path, offset)) {
        (Some((span, own)), Some((_, pairs))) => (span, format!("{own}\n---\n\n{pairs}")),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return None,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(convert::range_of(document.lines(), span)),
    })
}

/// What there is to say about the smallest hint around an offset.
fn of_goals(
    document: &Document,
    results: &FileResults,
    offset: usize,
    not_known: &str,
) -> Option<(Span, String)> {
    let standing = results.standing(document);
    let parts = [
        of_fault(document, results, offset),
        of_missing(document, results, &standing, offset),
    ];
    let mut parts: Vec<(Span, String)> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        parts.extend(of_covered(document, &standing, offset, not_known));
    }
    let (span, _) = *parts.last()?;
    let texts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
    Some((span, texts.join("\n---\n")))
}

fn is_at(span: Span, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

/// What was thrown that nobody announced, with the input and the stack.
fn of_fault(document: &Document, results: &FileResults, offset: usize) -> Option<(Span, String)> {
    let mut faults = results.shown_faults();
    let (fault, span) = faults.find_map(|fault| {
        let span = fault.span().filter(|span| is_at(*span, offset))?;
        (span.end <= document.text().len()).then_some((fault, span))
    })?;
    let message = prose(&fault.message());
    let shown = block(&fault.shown());
    Some((span, format!("**{message}**\n\n{shown}")))
}

fn of_missing(
    document: &Document,
    results: &FileResults,
    standing: &[&Followed],
    offset: usize,
) -> Option<(Span, String)> {
    let missing = goal_sentences::missing(standing, results);
    let covers = |place: &&Missing<'_>| is_at(place.span, offset);
    let place = missing
        .iter()
        .filter(covers)
        .min_by_key(|place| place.span.end - place.span.start)?;
    let number = standing
        .iter()
        .position(|goal| goal.key == place.goals[0].key)?
        + 1;
    let mut text = format!(
        "**{}**: {} — {} · goal {number} of {}\n",
        prose(&place.fact()),
        code(&shown(document, place.span)),
        place.criterion().title(),
        standing.len()
    );
    describe_tests(&mut text, place, results);
    describe_selection(&mut text, place);
    let other = related::other_way(standing, place);
    if !other.is_empty() {
        // Writing into a String cannot fail.
        let tests = prose(&other.join(", "));
        let _ = writeln!(text, "\nCovered the other way by: {tests}");
    }
    Some((place.span, text))
}

/// The tests of the user that cover what stands here, or why nobody knows: an expression without anything missing says
/// who takes care of it.
fn of_covered(
    document: &Document,
    standing: &[&Followed],
    offset: usize,
    not_known: &str,
) -> Option<(Span, String)> {
    let covered = standing.iter().filter_map(|goal| {
        let says = match &goal.state {
            GoalState::CoveredByUser(tests) => format!("covered by {}", tests.join(", ")),
            GoalState::NotKnown(_) => format!("not known: {not_known}"),
            _ => return None,
        };
        let span = goal.span().filter(|span| is_at(*span, offset))?;
        Some((span, *goal, says))
    });
    let covered: Vec<(Span, &Followed, String)> = covered.collect();
    let span = covered
        .iter()
        .map(|(span, ..)| *span)
        .min_by_key(|span| span.end - span.start)?;
    if span.end > document.text().len() {
        return None;
    }
    let mut text = String::new();
    for (_, goal, says) in covered.iter().filter(|(at, ..)| *at == span) {
        // Writing into a String cannot fail.
        let says = prose(&format!("{}: {says}", goal.label));
        let _ = writeln!(text, "{says}\n");
    }
    Some((span, text))
}

/// What the goals here stand for, and why they were kept where others were left out.
fn describe_selection(text: &mut String, place: &Missing<'_>) {
    let mut implied: Vec<&str> = Vec::new();
    for goal in &place.goals {
        for other in &goal.stands_for {
            if !implied.contains(&other.as_str()) {
                implied.push(other);
            }
        }
    }
    // Writing into a String cannot fail.
    if !implied.is_empty() {
        let named: Vec<String> = implied.iter().take(NAMED).map(|it| prose(it)).collect();
        let more = match implied.len() - named.len() {
            0 => String::new(),
            count => format!(" · {count} more"),
        };
        let _ = writeln!(text, "\nStands for: {}{more}", named.join(" · "));
    }
    if let Some(why) = place.goals[0].why_kept {
        let _ = writeln!(text, "\nKept among the goals of this place: {why}");
    }
}

/// The expression on one line, shortened.
fn shown(document: &Document, span: Span) -> String {
    const LONGEST: usize = 80;
    let text = span
        .of(document.text())
        .split_whitespace()
        .collect::<Vec<_>>();
    let text = text.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

fn describe_tests(text: &mut String, place: &Missing<'_>, results: &FileResults) {
    let offers = results.verified();
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
        let notices = match test.tells_apart.len() {
            0 => String::new(),
            1 => ", kills 1 mutant".to_owned(),
            count => format!(", kills {count} mutants"),
        };
        let pins = if test.implicit_exception {
            ", only pins an implicit exception"
        } else {
            ""
        };
        let _ = write!(
            text,
            "\nA test is ready: {} ({lines} lines{notices}{pins})\n\n{}",
            code(&test.name),
            block(&test.source)
        );
    }
    if let (Some(attempt), true) = (place.attempt(), tests.is_empty()) {
        let near = match attempt.distance {
            Some(distance) => format!("Closest attempt, {} away", paint::distance(distance)),
            None if place.has_run => "The search did not get there; closest attempt".into(),
            None => "Closest attempt; the expression did not run".into(),
        };
        let _ = write!(text, "\n{near}:\n\n{}", block(&attempt.statements));
    }
    if let Some(reason) = place.refusal() {
        let reason = prose(reason);
        let _ = write!(
            text,
            "\nThe search covered it, but no test is offered: {reason}\n"
        );
    }
}
