//! Ctrl-C: the first one ends the search and keeps what it found, the second one ends the program, and so does time.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use goalline_engine::{Cancel, build::BuildStop};

/// Status of a program that a second Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// How long a program that is to stop may still check and write what it found.
const GRACE: Duration = Duration::from_secs(15);

/// A flag that the first Ctrl-C (or SIGTERM) sets.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let seen = AtomicBool::new(false);
    let flag = cancel.clone();
    let installed = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            end();
        }
        eprintln!("\ngoalline: stopping, what was found is kept; Ctrl-C again ends at once");
        flag.cancel();
        // What is stuck, in a JVM or elsewhere, does not keep whoever asked.
        let later = || {
            thread::sleep(GRACE);
            eprintln!("goalline: it did not stop by itself and is ended; no file is half written");
            end();
        };
        if thread::Builder::new().spawn(later).is_err() {
            end();
        }
    });
    if let Err(error) = installed {
        tracing::warn!(%error, "Ctrl-C ends the program without keeping anything");
    }
    cancel
}

/// Ends build tools as soon as this is cancelled.
pub fn stop_with(cancel: &Cancel) -> BuildStop {
    let cancel = cancel.clone();
    BuildStop::when(move || cancel.is_cancelled())
}

/// Ends the program with all that it started: builds end with it by themselves.
fn end() {
    goalline_jvm::end_workers();
    std::process::exit(INTERRUPTED);
}
