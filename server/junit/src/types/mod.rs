//! Types and names as Java text sees them in one place of one file.

pub(crate) mod hierarchy;
pub(crate) mod overloads;
pub(crate) mod signatures;
pub(crate) mod type_names;
pub(crate) mod variables;
