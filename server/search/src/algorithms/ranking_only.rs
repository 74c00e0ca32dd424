//! An ablation of DynaMOSA: dynamic goals, sorted by dominance alone, without the preference criterion.

use super::many_objective;
use crate::{population::ranking::Sorting, session::SearchSession};

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>) {
    many_objective::run(session, Sorting::RankingOnly);
}
