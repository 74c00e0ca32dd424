//! Where the user's tests stand: takes the test file of a class, gives the place of each test method, for hints that
//! name one; runs nothing.

use std::{collections::BTreeMap, path::Path};

use goalline_engine::GoalState;
use goalline_syntax::{DeclaredKind, JavaFile, LineIndex, declarations};
use tower_lsp::ls_types::{DiagnosticRelatedInformation, Location};

use super::goal_sentences::Missing;
use crate::serve::{
    state::{documents::followed::Followed, server::ServerState},
    transport::convert,
};

/// Test methods of a test file with their places.
#[derive(Default)]
pub struct TestPlaces(BTreeMap<String, Location>);

impl TestPlaces {
    /// The test methods of the file that tests of this class go into; none where the client or the user does not want
    /// them.
    pub fn of(state: &ServerState, class: &Path) -> Self {
        if !state.client.shows_related
            || state.settings.of(class).former.related_locations == Some(false)
        {
            return Self::default();
        }
        let results = state.results.get(class);
        let place = results
            .filter(|results| results.has_covered())
            .and_then(|results| results.place.as_ref());
        let Some((place, text)) = place.and_then(|it| Some((it, state.text_of(&it.file)?))) else {
            return Self::default();
        };
        let Some(uri) = convert::uri_of(&place.file) else {
            return Self::default();
        };
        let lines = LineIndex::new(text.as_str());
        let declared = declarations(&JavaFile::parse(text));
        let methods = declared
            .types
            .iter()
            .flat_map(|ty| &ty.members)
            .filter(|member| member.kind == DeclaredKind::Method);
        Self(
            methods
                .map(|method| {
                    let range = convert::range_of(&lines, method.name_span);
                    (method.name.clone(), Location::new(uri.clone(), range))
                })
                .collect(),
        )
    }

    /// What covers the other outcome of an expression, as related information.
    pub fn related(
        &self,
        standing: &[&Followed],
        place: &Missing<'_>,
    ) -> Option<Vec<DiagnosticRelatedInformation>> {
        let other = other_way(standing, place);
        let found: Vec<_> = other
            .iter()
            .filter_map(|test| {
                Some(DiagnosticRelatedInformation {
                    location: self.0.get(method_of(test))?.clone(),
                    message: format!("{test} covers it the other way"),
                })
            })
            .take(1)
            .collect();
        (!found.is_empty()).then_some(found)
    }
}

/// The user's tests that cover the other outcome of an expression.
pub fn other_way<'a>(standing: &[&'a Followed], place: &Missing<'_>) -> Vec<&'a str> {
    let at_the_place = standing
        .iter()
        .filter(|goal| goal.span() == Some(place.span));
    at_the_place
        .filter_map(|goal| match &goal.state {
            GoalState::CoveredByUser(tests) => Some(tests),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
        .collect()
}

/// `appliesCoupon` of `CartTest.appliesCoupon` or `CartTest#appliesCoupon()`.
fn method_of(test: &str) -> &str {
    let name = test.split('(').next().unwrap_or(test);
    name.rsplit(['.', '#']).next().unwrap_or(name)
}
