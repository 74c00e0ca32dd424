//! What of the JDK a test may use, and what it must leave alone.

pub(crate) mod allowed;
pub(crate) mod forbidden;
pub(crate) mod parameter_names;
pub(crate) mod table;
pub(crate) mod values;
