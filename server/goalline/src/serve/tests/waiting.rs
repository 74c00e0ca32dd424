//! The one way to wait in these tests: takes what to look for and how, gives it once it is there; whoever waits in
//! vain is told for what.

use std::{
    thread,
    time::{Duration, Instant},
};

use goalline_engine::Cancel;

/// Enough for the slowest machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// Looks again and again until there is something.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "this did not come: {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until something holds.
pub fn until_holds(what: &str, mut holds: impl FnMut() -> bool) {
    until(what, || holds().then_some(()));
}

/// Waits until the run is cancelled.
pub fn until_cancelled(cancel: &Cancel) {
    until_holds("the end of the run", || cancel.is_cancelled());
}
