//! MOSA (Panichella, Kifetew, Tonella 2015): preference sorting over all uncovered goals from the start.

use super::many_objective;
use crate::{population::ranking::Sorting, session::SearchSession};

/// Spends the budget.
pub(super) fn run(session: &mut SearchSession<'_>) {
    many_objective::run(session, Sorting::Preference);
}
