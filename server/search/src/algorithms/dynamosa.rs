//! DynaMOSA (Panichella, Kifetew, Tonella 2018): preference sorting over the goals that what is covered already leads
//! to.

use super::many_objective;
use crate::{population::ranking::Sorting, session::SearchSession};

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>) {
    many_objective::run(session, Sorting::Preference);
}
