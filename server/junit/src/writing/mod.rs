//! Whole tests: statements, assertions and a name put together.

pub(crate) mod alias_merging;
pub(crate) mod body;
pub(crate) mod chains;
pub(crate) mod draft;
pub(crate) mod idle_answers;
pub(crate) mod sharing;
