//! The user's own tests under a real JUnit, from a project that Maven reads: which run, what they cover, what they
//! cannot break.
//!
//! Without Maven these tests say so and end; the first run downloads what the poms name.

mod cancelling;
mod joining;
mod mapping;
mod mocking;
mod running;
mod shop;
mod tables;
