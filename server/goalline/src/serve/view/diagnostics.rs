//! Hints in an editor: takes a document and its results, gives LSP diagnostics at the exact expressions; sends nothing.

use goalline_syntax::Span;
use serde_json::json;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, NumberOrString};

use super::{
    goal_sentences::{self, Missing},
    related::TestPlaces,
};
use crate::serve::{
    state::{
        documents::Document,
        faults::Fault,
        results::FileResults,
        settings::{ClientSettings, Severity},
    },
    transport::convert,
};

/// The `source` of every diagnostic of ours.
pub const SOURCE: &str = "goalline";

/// The `code` of possible faults; that of a goal is the name of its criterion.
pub const FAULT: &str = "fault";

/// The possible faults of a document, then its hints in the order of the text.
pub fn diagnostics(
    document: &Document,
    results: Option<&FileResults>,
    settings: &ClientSettings,
    tests: &TestPlaces,
) -> Vec<Diagnostic> {
    let Some(results) = results else {
        return Vec::new();
    };
    let standing = results.standing(document);
    let missing = goal_sentences::missing(&standing, results);
    let severity = match settings.severity {
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    };
    let (shown, hidden) = missing.split_at(missing.len().min(settings.max_diagnostics));
    let hint = |place: &Missing<'_>| Diagnostic {
        related_information: tests.related(&standing, place),
        ..diagnostic(document, place, severity)
    };
    let faults = results.shown_faults();
    let mut hints: Vec<Diagnostic> = faults
        .filter_map(|it| possible_fault(document, it))
        .collect();
    hints.extend(shown.iter().map(hint));
    if let Some(first) = hidden.first() {
        let count = hidden.len();
        let expressions = if count == 1 {
            "expression is"
        } else {
            "expressions are"
        };
        let what = format!("{count} more {expressions} not covered");
        hints.push(hiding(document, first.span, &what, severity));
    }
    hints
}

/// Where hints are hidden because there are too many: what they would say, at the place of the first.
pub fn hiding(
    document: &Document,
    first: Span,
    what: &str,
    severity: DiagnosticSeverity,
) -> Diagnostic {
    Diagnostic {
        range: convert::range_of(document.lines(), first),
        severity: Some(severity),
        code: Some(NumberOrString::String("more".into())),
        source: Some(SOURCE.into()),
        message: format!("{what}; goalline.maxDiagnostics hides them"),
        ..Diagnostic::default()
    }
}

fn diagnostic(
    document: &Document,
    place: &Missing<'_>,
    severity: DiagnosticSeverity,
) -> Diagnostic {
    let keys: Vec<&str> = place.goals.iter().map(|goal| &*goal.key.0).collect();
    Diagnostic {
        range: convert::range_of(document.lines(), place.span),
        severity: Some(severity),
        code: Some(NumberOrString::String(place.criterion().name().into())),
        source: Some(SOURCE.into()),
        message: place.message(),
        data: Some(json!({ "goals": keys })),
        ..Diagnostic::default()
    }
}

/// A warning whatever the severity of goals: a goal that is missing is work to do, a fault is wrong.
fn possible_fault(document: &Document, fault: &Fault) -> Option<Diagnostic> {
    Some(Diagnostic {
        range: convert::range_of(document.lines(), fault.span()?),
        severity: Some(DiagnosticSeverity::WARNING),
        code: Some(NumberOrString::String(FAULT.into())),
        source: Some(SOURCE.into()),
        message: fault.message(),
        data: Some(json!({ "goals": [fault.key] })),
        ..Diagnostic::default()
    })
}
