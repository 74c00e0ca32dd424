//! New tests joined with a test class that exists, of which nothing else is touched.

pub(crate) mod class_file;
pub(crate) mod existing;
pub(crate) mod field_edits;
pub(crate) mod import_edits;
pub(crate) mod insert;
pub(crate) mod shared_fields;
pub(crate) mod tokens;
