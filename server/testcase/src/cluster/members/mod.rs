//! The callables of a test cluster: which there are, and with which types each is called.

pub(crate) mod asked_classes;
pub(crate) mod cache;
pub(crate) mod callable;
pub(crate) mod choice;
pub(crate) mod dispatch;
pub(crate) mod framework_names;
pub(crate) mod holders;
pub(crate) mod inference;
pub(crate) mod injected;
pub(crate) mod member;
pub(crate) mod static_constants;
pub(crate) mod test_cluster;
pub(crate) mod under_test;
pub(crate) mod uses;
