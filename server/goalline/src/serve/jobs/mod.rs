//! What goes on beside the handlers: the session, the queue and the thread of runs, the sending of views.

pub mod asking;
pub mod builds;
pub mod engine;
pub mod publish;
pub mod queue;
pub mod reveal;
pub mod run;
pub mod run_thread;
pub mod session;
pub mod suite;
