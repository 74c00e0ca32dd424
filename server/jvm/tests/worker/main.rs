//! The worker against real JDKs: running, dying, confining, compiling.

#[cfg(target_os = "linux")]
mod attacking;
mod attributing;
mod checking;
mod compiling;
mod confining;
mod describing;
mod dying;
mod elsewhere;
mod ending;
mod forging;
mod golden;
mod library_objects;
mod lingering;
mod mocking;
mod processors;
mod running;
mod support;
mod words;
