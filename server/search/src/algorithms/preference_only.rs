//! An ablation of DynaMOSA: dynamic goals, the preference criterion alone, all others in one front.

use super::many_objective;
use crate::{population::ranking::Sorting, session::SearchSession};

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>) {
    many_objective::run(session, Sorting::PreferenceOnly);
}
