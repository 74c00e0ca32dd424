//! The worker JVM: takes test cases and Java texts, gives what compiling and running them did; knows nothing of goals
//! or editors.

mod descriptors;
mod error;
mod exec_program;
mod install;
mod interrupt;
mod junit_doubles;
mod pool;
mod process;
mod protocol;
mod request_limits;
mod resource_limits;
mod results;
mod sandbox;
mod worker;

pub use error::WorkerError;
pub use interrupt::Interrupt;
pub use pool::{KnownClasses, Pool};
pub use results::{
    CheckOutcome, CompileOutcome, CompileSetup, Described, JavacDiagnostic, Sandbox, SetId,
    SourceUnit, TestResult, WorkerOptions,
};

pub use protocol::state::{CopiedNumbers, ProbeRoom, SiteRoom};
pub use sandbox::{Promise, SandboxSupport, sandbox_support};
pub use worker::Worker;
pub use worker::user_tests::{UserTestEnd, UserTestResult, UserTestRun};

/// Ends all workers of this process and removes their folders: for its last moment, when other threads may still hold
/// some.
pub fn end_workers() {
    resource_limits::kill_all();
    process::folder::remove_own();
}
