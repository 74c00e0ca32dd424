//! What goes over the pipe, both ways: messages in order, places and paths, what the client can do; knows no goals.

pub mod class_path;
pub mod client;
pub mod convert;
pub mod framing;
pub mod lifecycle;
pub mod log;
pub mod ordered;
pub mod outbox;
pub mod panics;
pub mod pipe;
pub mod progress;
pub mod publisher;
pub mod remedy;
pub mod status;
