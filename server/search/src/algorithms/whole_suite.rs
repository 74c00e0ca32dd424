//! Whole suite, WS (Fraser and Arcuri 2013): individuals are suites, scored by all goals; the best one is the result.

use super::suites::{self, SuitePopulation};
use crate::session::SearchSession;

/// Spends the budget; the tests of the best suite alone are kept.
pub(super) fn run(session: &mut SearchSession<'_>) {
    let mut suites = SuitePopulation::new(session, suites::Archiving::Off);
    suites.search(session);
    for test in suites.best_tests() {
        session.credit(test);
    }
}
