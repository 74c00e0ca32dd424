//! What is known of the project's files before anything runs: kept here, since every later step asks it again.

pub mod attributions;
pub(crate) mod compile_setup;
pub mod contracts;
pub(crate) mod documented_conditions;
pub(crate) mod documented_results;
pub(crate) mod environment_calls;
pub(crate) mod index;
pub(crate) mod javadoc_examples;
pub(crate) mod makers;
pub(crate) mod map_keys;
pub(crate) mod matching_texts;
pub(crate) mod mocking;
pub mod skeleton;
pub mod source_literals;
mod spelt_results;
