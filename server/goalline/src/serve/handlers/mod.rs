//! The messages of the protocol, one table and who answers: each from memory, at once.

pub mod backend;
pub mod configuration;
pub mod execute;
pub mod files;
pub mod initialize;
pub mod sync;
