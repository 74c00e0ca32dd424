//! From tests that a search found to tests that are offered: made smaller, observed, written, checked.

pub(crate) mod assertion_selection;
pub(crate) mod causes;
pub(crate) mod equal_objects;
mod fault_reasons;
pub(crate) mod house_style;
pub(crate) mod isolated;
pub(crate) mod joining;
pub(crate) mod live;
pub(crate) mod polluters;
pub mod possible_faults;
pub(crate) mod renew;
pub(crate) mod searched;
pub(crate) mod tables;
pub(crate) mod test_class_text;
pub mod verification;
