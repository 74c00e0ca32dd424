//! Test doubles as Java text: mocks where the project has a library for them, small classes elsewhere.

pub(crate) mod anonymous;
pub(crate) mod asked_class;
pub(crate) mod captors;
pub(crate) mod injection;
pub(crate) mod mock_calls;
pub(crate) mod mocks;
pub(crate) mod stubs;
pub(crate) mod verifying;
