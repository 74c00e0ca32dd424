//! Whole suite with archive, WSA (Rojas, Vivanti, Arcuri, Fraser 2017): what any test covers is kept at once and
//! leaves the fitness at the end of the iteration; new tests are sampled from the archive too.

use super::suites::{Archiving, SuitePopulation};
use crate::session::SearchSession;

/// Spends the budget; the result is the archive.
pub(super) fn run(session: &mut SearchSession<'_>) {
    SuitePopulation::new(session, Archiving::On).search(session);
}
