//! What goes on beside the handlers: the session, the queue and the thread of runs, the sending of views.

pub mod asking;
pub mod builds;
pub mod engine;
pub mod file_run;
pub mod publish;
pub mod queue;
pub mod reveal;
pub mod run_thread;
pub mod server_session;
pub mod suite;
