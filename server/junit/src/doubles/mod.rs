//! Test doubles as Java text: mocks where the project has a library for them, small classes elsewhere.

pub(crate) mod anonymous;
pub(crate) mod mocks;
