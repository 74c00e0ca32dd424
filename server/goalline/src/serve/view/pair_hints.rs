//! Pairs of branches in an editor: takes the calls of a document, gives a diagnostic per call and the matrix of its
//! combinations; sends nothing.

#![expect(
    clippy::similar_names,
    reason = "caller and callee are the words of the subject"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::{Path, PathBuf},
};

use goalline_engine::{Combination, CoupledBranch, GoalState};
use goalline_syntax::Span;
use serde_json::json;
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
};

use super::{
    diagnostics::{SOURCE, hiding},
    markdown::{code, prose},
};
use crate::serve::{
    state::{
        documents::moved::MovedText,
        pairs::{FilePairs, PairsAt},
        server::ServerState,
        settings::Severity,
    },
    transport::convert,
};

/// The stable code of the diagnostics.
pub const CODE: &str = "coupled-branch";

/// Branches of either side that a diagnostic leads to.
const MOST_RELATED: usize = 5;
/// Rows and columns of a matrix that are shown.
const MOST_ROWS: usize = 12;
const MOST_COLUMNS: usize = 8;
/// Characters of a condition in a matrix.
const LONGEST: usize = 40;

/// A call at its place in the document now.
pub struct PlacedCall<'a> {
    /// The call.
    pub at: PairsAt<'a>,
    /// Where it stands.
    pub span: Span,
}

/// The calls of a document that no edit has touched since the run.
pub fn placed<'a>(state: &'a ServerState, path: &Path) -> Vec<PlacedCall<'a>> {
    let (Some(pairs), Some(document)) = (state.pairs.get(path), state.documents.get(path)) else {
        return Vec::new();
    };
    let Some(old) = pairs
        .text(path)
        .filter(|_| state.settings.of(path).coupled_branches)
    else {
        return Vec::new();
    };
    let moved = MovedText::new(old, document.text());
    let placed = pairs.at(path).into_iter().filter_map(|at| {
        let span = moved.span(at.call.span)?;
        Some(PlacedCall { at, span })
    });
    placed.collect()
}

/// One diagnostic per call with something missing, so many at most, those with a verified test before others; then one
/// that counts the rest.
pub fn diagnostics(state: &ServerState, path: &Path, most: usize) -> Vec<Diagnostic> {
    let (Some(pairs), Some(document)) = (state.pairs.get(path), state.documents.get(path)) else {
        return Vec::new();
    };
    let mut places = Places::new(state, pairs);
    let severity = match state.settings.of(path).severity {
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    };
    let mut calls = placed(state, path);
    calls.retain(|call| !call.at.missing.is_empty());
    let hidden = cut(&mut calls, most, |call| has_test(pairs, &call.at));
    let hint = |call: &PlacedCall<'_>| {
        let keys: Vec<&str> = call.at.missing.iter().map(|one| &*one.key.0).collect();
        let related = state.client.shows_related.then(|| places.related(&call.at));
        Diagnostic {
            range: convert::range_of(document.lines(), call.span),
            severity: Some(severity),
            code: Some(NumberOrString::String(CODE.into())),
            source: Some(SOURCE.into()),
            message: message(pairs, &call.at),
            related_information: related.filter(|it| !it.is_empty()),
            data: Some(json!({ "goals": keys })),
            ..Diagnostic::default()
        }
    };
    let mut hints: Vec<Diagnostic> = calls.iter().map(hint).collect();
    if let Some(first) = hidden.first() {
        let count = hidden.len();
        let calls = if count == 1 { "call has" } else { "calls have" };
        let what = format!("{count} more {calls} combinations that are never tested together");
        hints.push(hiding(document, first.span, &what, severity));
    }
    hints
}

/// Takes away what is more than so many, first what is not preferred, then what comes last; both stay in their order.
fn cut<T>(all: &mut Vec<T>, most: usize, is_preferred: impl Fn(&T) -> bool) -> Vec<T> {
    let preferred = all.iter().filter(|one| is_preferred(one)).count();
    let (mut best, mut others) = (most, most.saturating_sub(preferred));
    let is_hidden = |one: &mut T| {
        let left = if is_preferred(one) {
            &mut best
        } else {
            &mut others
        };
        let has_room = *left > 0;
        *left -= usize::from(has_room);
        !has_room
    };
    all.extract_if(.., is_hidden).collect()
}

/// "3 of 8 combinations with `Fraction.reduce` are never tested together".
fn fact(at: &PairsAt<'_>) -> String {
    let (missing, measured) = (at.missing.len(), at.measured);
    let callee = &at.call.callee;
    let noun = if measured == 1 {
        "combination"
    } else {
        "combinations"
    };
    let (verb, of) = match missing {
        0 => ("all are tested together", format!("{measured} {noun}")),
        1 => (
            "is never tested together",
            format!("1 of {measured} {noun}"),
        ),
        _ => (
            "are never tested together",
            format!("{missing} of {measured} {noun}"),
        ),
    };
    let more = match at.call.more {
        0 => String::new(),
        more => format!(", and {more} more that were not looked at"),
    };
    format!("{of} with {callee} {verb}{more}")
}

/// How many tests there are is left out: that differs from run to run, and hints stay calm.
fn message(pairs: &FilePairs, at: &PairsAt<'_>) -> String {
    let suffix = if has_test(pairs, at) {
        " · test ready"
    } else {
        ""
    };
    format!("{}{suffix}", fact(at))
}

fn has_test(pairs: &FilePairs, at: &PairsAt<'_>) -> bool {
    at.missing.iter().any(|one| pairs.ready(one).is_some())
}

/// Places in the files of the calls, as these are now.
struct Places<'a> {
    state: &'a ServerState,
    pairs: &'a FilePairs,
    files: BTreeMap<PathBuf, Option<MovedText>>,
}

impl<'a> Places<'a> {
    fn new(state: &'a ServerState, pairs: &'a FilePairs) -> Self {
        Self {
            state,
            pairs,
            files: BTreeMap::new(),
        }
    }

    /// The branches of what is missing: those of the caller, then those of the callee.
    fn related(&mut self, at: &PairsAt<'_>) -> Vec<DiagnosticRelatedInformation> {
        let of = |side: fn(&Combination) -> usize| -> BTreeSet<usize> {
            at.missing.iter().map(|one| side(one)).collect()
        };
        let callers = of(|one| one.caller).into_iter();
        let callees = of(|one| one.callee).into_iter();
        let callers = callers.map(|at_side| (&at.call.callers[at_side], "leads to the call"));
        let callees = callees.map(|at_side| (&at.call.callees[at_side], "in what it calls"));
        let sides = callers.take(MOST_RELATED).chain(callees.take(MOST_RELATED));
        let mut related = Vec::new();
        for (branch, what) in sides {
            if let Some(location) = self.location(branch) {
                let text = shown(&branch.text, LONGEST);
                related.push(DiagnosticRelatedInformation {
                    location,
                    message: format!("{text} {}: {what}", branch.outcome),
                });
            }
        }
        related
    }

    fn location(&mut self, branch: &CoupledBranch) -> Option<Location> {
        let (state, pairs) = (self.state, self.pairs);
        let moved = self
            .files
            .entry(branch.file.clone())
            .or_insert_with(|| {
                let now = state.text_of(&branch.file)?;
                Some(MovedText::new(pairs.text(&branch.file)?, &now))
            })
            .as_ref()?;
        let range = convert::range_of(&moved.lines, moved.span(branch.span)?);
        Some(Location::new(convert::uri_of(&branch.file)?, range))
    }
}

/// What a hover says about the call at an offset: the fact and its matrix.
pub fn hover(state: &ServerState, path: &Path, offset: usize) -> Option<(Span, String)> {
    let pairs = state.pairs.get(path)?;
    let calls = placed(state, path).into_iter();
    let calls = calls.filter(|call| call.span.start <= offset && offset <= call.span.end);
    let call = calls.min_by_key(|call| call.span.end - call.span.start)?;
    let fact = prose(&fact(&call.at));
    let text = format!("**{fact}**\n\n{}", matrix(pairs, &call.at));
    Some((call.span, text))
}

/// A row per branch of the caller, a column per branch of the callee.
fn matrix(pairs: &FilePairs, at: &PairsAt<'_>) -> String {
    let call = at.call;
    let columns = call.callees.len().min(MOST_COLUMNS);
    let rows = call.callers.len().min(MOST_ROWS);
    let head = |branch: &CoupledBranch, side: &[CoupledBranch]| {
        let text = code(&shown(&branch.text, LONGEST)).replace('|', "\\|");
        // Implementations of one method may ask the same.
        let is_like = |other: &&CoupledBranch| {
            (&other.text, other.outcome) == (&branch.text, branch.outcome) && *other != branch
        };
        let within = match side.iter().find(is_like) {
            Some(_) => format!(" in {}", prose(&branch.within)),
            None => String::new(),
        };
        format!("{text} {}{within}", branch.outcome)
    };
    // Writing into a String cannot fail.
    let mut text = String::from("| |");
    for callee in &call.callees[..columns] {
        let _ = write!(text, " {} |", head(callee, &call.callees));
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(columns));
    for (row, caller) in call.callers[..rows].iter().enumerate() {
        let _ = write!(text, "\n| {} |", head(caller, &call.callers));
        for column in 0..columns {
            let is_here = |one: &&Combination| one.caller == row && one.callee == column;
            let one = call.combinations.iter().find(is_here);
            let _ = write!(text, " {} |", cell(pairs, one));
        }
    }
    let (more_rows, more_columns) = (call.callers.len() - rows, call.callees.len() - columns);
    if more_rows + more_columns > 0 {
        let _ = write!(
            text,
            "\n\n… {more_rows} more rows and {more_columns} more columns"
        );
    }
    text.push('\n');
    text
}

fn cell(pairs: &FilePairs, one: Option<&Combination>) -> String {
    let Some(one) = one else {
        return String::new();
    };
    if let Some(name) = pairs.taken(one) {
        return format!("✓ {}", prose(name));
    }
    match pairs.state(one) {
        Some(GoalState::CoveredByUser(tests)) => {
            let first = tests.first().map_or("", String::as_str);
            format!("✓ {}", prose(first))
        }
        Some(GoalState::NotMeasurable(_) | GoalState::NotMeasured) | None => "not measured".into(),
        Some(_) if pairs.ready(one).is_some() => "test ready".into(),
        Some(GoalState::NotKnown(_)) => "not known".into(),
        Some(_) => "–".into(),
    }
}

/// A condition on one line, shortened.
pub fn shown(text: &str, longest: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace('`', "'");
    match text.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_taken_from_the_end_and_first_of_what_has_no_test() {
        let cut = |most: usize| {
            let mut calls = vec!["a", "B", "c", "D", "e"];
            let hidden = cut(&mut calls, most, |call| {
                call.starts_with(char::is_uppercase)
            });
            (calls.concat(), hidden.concat())
        };
        assert_eq!(cut(5), ("aBcDe".to_owned(), String::new()));
        assert_eq!(cut(3), ("aBD".to_owned(), "ce".to_owned()));
        assert_eq!(cut(1), ("B".to_owned(), "acDe".to_owned()));
    }
}
