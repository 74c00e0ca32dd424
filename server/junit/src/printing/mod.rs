//! Statements of a test case as Java text.

pub(crate) mod arguments;
pub(crate) mod captor;
pub(crate) mod double_forms;
pub(crate) mod formatters;
pub(crate) mod layout;
pub(crate) mod literal_text;
pub(crate) mod printer;
pub(crate) mod value_places;
