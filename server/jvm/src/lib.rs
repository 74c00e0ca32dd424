//! The worker JVM: takes test cases and Java texts, gives what compiling and running them did; knows nothing of goals or editors.

mod attribution;
mod batch;
mod encode;
mod error;
mod folder;
#[cfg(test)]
mod golden;
mod guilt;
mod install;
mod interrupt;
mod junit;
mod link;
mod options;
mod outcome;
mod pace;
mod pool;
mod process;
mod program;
mod protocol;
mod reflect;
mod sandbox;
mod spare;
mod spawn;
mod state;
mod user_tests;
mod watch;
mod wire;
mod worker;

pub use error::WorkerError;
pub use interrupt::Interrupt;
pub use options::{
    CheckOutcome, CompileOutcome, CompileSetup, JavacDiagnostic, Sandbox, SetId, SourceUnit,
    TestResult, WorkerOptions,
};
pub use pool::Pool;

pub use sandbox::{Promise, SandboxSupport, sandbox_support};
pub use state::{CopiedNumbers, ProbeRoom, SiteRoom};
pub use user_tests::{UserTestEnd, UserTestResult, UserTestRun};
pub use worker::Worker;

/// Ends all workers of this process and removes their folders: for its last moment, when other threads may still hold some.
pub fn end_workers() {
    watch::kill_all();
    folder::remove_own();
}
