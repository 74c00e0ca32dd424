//! The worker that runs no search: takes options, starts its JVM ahead in the background, gives it when it is asked
//! for.

use std::{
    mem,
    num::NonZero,
    thread::{self, JoinHandle},
};

use crate::{Worker, WorkerError, WorkerOptions};

/// What a JVM of another user is like: decimals with a comma, an `i` whose capital letter has a dot, another time
/// zone, texts of one byte a letter, another name and home, another year and day (`AnotherDay.java`).
const ELSEWHERE: [(&str, &str); 7] = [
    ("user.language", "tr"),
    ("user.country", "TR"),
    ("user.timezone", "Pacific/Apia"),
    ("file.encoding", "ISO-8859-1"),
    ("user.name", "elsewhere"),
    ("user.home", "/home/elsewhere"),
    ("goalline.another.day", "true"),
];

/// Identity hashes that nobody foresees, as every JVM has them that is not told otherwise.
const RANDOM_HASHES: &str = "-XX:hashCode=5";

/// A spare worker, and whether it may take the place of another.
pub(crate) struct Spare {
    options: WorkerOptions,
    is_elsewhere: bool,
    state: SpareState,
}

enum SpareState {
    /// Nobody needed it yet: a JVM that starts would take time from those that work.
    Absent,
    Ready(Box<Worker>),
    Starting(JoinHandle<Result<Worker, WorkerError>>),
}

impl Spare {
    /// One that is not started yet and is like the others.
    pub(crate) fn like(options: &WorkerOptions) -> Self {
        Self {
            options: options.clone(),
            is_elsewhere: false,
            state: SpareState::Absent,
        }
    }

    /// One that is not started yet, with the locale, the time zone, the charset, the day and the name of another
    /// user, other identity hashes and a processor more.
    pub(crate) fn elsewhere(options: &WorkerOptions) -> Self {
        let mut options = options.clone();
        let properties = ELSEWHERE.map(|(name, value)| (name.to_owned(), value.to_owned()));
        options.properties.extend(properties);
        let here = thread::available_parallelism().map_or(1, NonZero::get);
        options
            .flags
            .push(format!("-XX:ActiveProcessorCount={}", here + 1));
        options.flags.push(RANDOM_HASHES.to_owned());
        Self {
            is_elsewhere: true,
            ..Self::like(&options)
        }
    }

    /// Whether it may not take the place of another worker.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// Lets the next JVM read these files, too.
    pub(crate) fn readable(&mut self, readable: &[std::path::PathBuf]) {
        self.options.readable = readable.to_vec();
    }

    /// Starts its JVM in the background, where that was not done.
    pub(crate) fn start(&mut self) {
        if let SpareState::Absent = self.state {
            let options = self.options.clone();
            self.state = SpareState::Starting(thread::spawn(move || Worker::start(&options)));
        }
    }

    /// Gives it away and starts another one in the background.
    pub(crate) fn renew(&mut self) -> Self {
        let mut next = Self::like(&self.options);
        next.start();
        mem::swap(&mut next, self);
        next
    }

    /// The worker, once its JVM has started.
    pub(crate) fn ready(&mut self) -> Result<&mut Worker, WorkerError> {
        self.start();
        if let SpareState::Starting(_) = self.state {
            let cold = Box::new(Worker::cold(&self.options)?);
            if let SpareState::Starting(start) =
                mem::replace(&mut self.state, SpareState::Ready(cold))
                && let Ok(started) = start.join()
            {
                self.state = SpareState::Ready(Box::new(started?));
            }
        }
        match &mut self.state {
            SpareState::Ready(worker) => Ok(worker),
            SpareState::Absent | SpareState::Starting(_) => unreachable!("it was replaced above"),
        }
    }
}
