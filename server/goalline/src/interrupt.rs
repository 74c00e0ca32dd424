//! Ctrl-C: the first one ends the search and keeps what it found, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use goalline_engine::Cancel;

/// Status of a program that a second Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C (or SIGTERM) sets.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let seen = AtomicBool::new(false);
    let flag = cancel.clone();
    let installed = ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            goalline_jvm::end_workers();
            std::process::exit(INTERRUPTED);
        }
        eprintln!("\ngoalline: stopping, what was found is kept; Ctrl-C again ends at once");
        flag.cancel();
    });
    if let Err(error) = installed {
        tracing::warn!(%error, "Ctrl-C ends the program without keeping anything");
    }
    cancel
}
