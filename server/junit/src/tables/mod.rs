//! Tests of one shape as one parameterised test.

pub(crate) mod columns;
pub(crate) mod merging;
pub(crate) mod table;
pub(crate) mod table_names;
pub(crate) mod test_literals;
