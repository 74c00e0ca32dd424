//! What collaborators and functions that are handed over do in a minimised test: answer, fail or stay silent.

pub(super) mod answering_functions;
pub(super) mod asked_by_id;
pub(super) mod failing;
pub(crate) mod silent;
pub(super) mod stand_ins;
