//! The last panics of this process: takes each as it happens, gives them for a report that a user attaches; changes
//! nothing of how they end.

use std::{
    collections::VecDeque,
    panic,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

/// Older ones are forgotten.
const MOST: usize = 5;
/// In characters: a message may quote a whole file.
const LONGEST: usize = 400;

static LAST: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// Keeps each panic from now on, and says it on standard error as before.
pub fn keep() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let thread = thread::current();
        let name = thread
            .name()
            .unwrap_or("a thread without a name")
            .to_owned();
        let text: String = panicked.to_string().chars().take(LONGEST).collect();
        let mut kept = kept();
        kept.truncate(MOST - 1);
        kept.push_front(format!("{name} {text}"));
        drop(kept);
        usual(panicked);
    }));
}

/// The newest first: thread, place in the source, message.
pub fn last() -> Vec<String> {
    kept().iter().cloned().collect()
}

fn kept() -> MutexGuard<'static, VecDeque<String>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}
