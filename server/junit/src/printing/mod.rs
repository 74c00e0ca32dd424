//! Statements of a test case as Java text.

pub(crate) mod arguments;
pub(crate) mod captor;
pub(crate) mod double_forms;
pub(crate) mod formatters;
pub(crate) mod layout;
pub(crate) mod literals;
pub(crate) mod plan;
pub(crate) mod printer;
