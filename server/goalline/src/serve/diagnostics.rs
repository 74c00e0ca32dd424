//! Hints in an editor: takes a document and its results, gives LSP diagnostics at the exact expressions; sends nothing.

use serde_json::json;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, NumberOrString};

use super::{
    convert,
    documents::Document,
    related::TestPlaces,
    results::FileResults,
    settings::{Settings, Severity},
    words::{self, Missing},
};

/// The `source` of every diagnostic of ours.
pub const SOURCE: &str = "goalline";

/// The hints of a document, in the order of the text.
pub fn diagnostics(
    document: &Document,
    results: Option<&FileResults>,
    settings: &Settings,
    tests: &TestPlaces,
) -> Vec<Diagnostic> {
    let Some(results) = results else {
        return Vec::new();
    };
    let standing = results.standing(document);
    let missing = words::missing(&standing, results);
    let severity = match settings.severity {
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    };
    let (shown, hidden) = missing.split_at(missing.len().min(settings.max_diagnostics));
    let hint = |place: &Missing<'_>| Diagnostic {
        related_information: tests.related(&standing, place),
        ..diagnostic(document, place, severity)
    };
    let mut hints: Vec<Diagnostic> = shown.iter().map(hint).collect();
    if let Some(first) = hidden.first() {
        hints.push(Diagnostic {
            range: convert::range_of(document.lines(), first.span),
            severity: Some(severity),
            code: Some(NumberOrString::String("more".into())),
            source: Some(SOURCE.into()),
            message: format!(
                "{} more expressions are not covered; goalline.maxDiagnostics hides them",
                hidden.len()
            ),
            ..Diagnostic::default()
        });
    }
    hints
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
        code: Some(NumberOrString::String("branch".into())),
        source: Some(SOURCE.into()),
        message: place.message(),
        data: Some(json!({ "goals": keys })),
        ..Diagnostic::default()
    }
}
