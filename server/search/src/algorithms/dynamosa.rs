//! DynaMOSA (Panichella, Kifetew, Tonella 2018): preference sorting over the goals that what is covered already leads
//! to.

use super::many_objective;
use crate::{population::ranking::Sorting, session::Session};

/// Spends the budget.
pub(super) fn run(session: &mut Session<'_>) {
    many_objective::run(session, Sorting::Preference);
}
