//! An ablation of DynaMOSA: dynamic goals, the preference criterion alone, all others in one front.

use super::many_objective;
use crate::{population::ranking::Sorting, session::Session};

/// Spends the budget.
pub(super) fn run(session: &mut Session<'_>) {
    many_objective::run(session, Sorting::PreferenceOnly);
}
