//! Builds that come to no end: takes where to remember one and how to ask, asks unless the same one came to no end a
//! while ago; runs nothing itself.

use std::{
    io,
    path::Path,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use crate::{BuildStop, read_cached, write_cached};

/// How long nobody waits for the same build again.
const HOLDS: Duration = Duration::from_secs(600);

/// An error that may say that there was no answer.
pub trait NoAnswer {
    /// Why there was none; nothing where there was one, a no.
    fn no_answer(&self) -> Option<&io::Error>;
}

/// What is kept of a build that came to no end.
#[derive(Debug, Serialize, Deserialize)]
struct StuckBuild {
    /// Seconds since 1970.
    asked: u64,
    /// Which limit ended it.
    words: String,
}

/// Asks, unless the same question, which has this record, came to no end within ten minutes. What was answered until
/// somebody stopped it is no answer: it may lack anything.
///
/// # Errors
/// What was answered, or what ended the build then.
pub fn ask<T, E: NoAnswer>(
    record: &Path,
    stop: &BuildStop,
    error: impl Fn(io::Error) -> E,
    ask: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if let Some(kept) = read_cached::<StuckBuild>(record).filter(StuckBuild::holds) {
        let words = format!(
            "{}; it is asked again when a build file changes, or after ten minutes",
            kept.words
        );
        return Err(error(io::Error::new(io::ErrorKind::TimedOut, words)));
    }
    let answer = ask();
    if stop.is_due() {
        return Err(error(BuildStop::error()));
    }
    let cause = answer.as_ref().err().and_then(NoAnswer::no_answer);
    let ended_by_limit = |cause: &&io::Error| {
        matches!(
            cause.kind(),
            io::ErrorKind::TimedOut | io::ErrorKind::QuotaExceeded
        )
    };
    if let Some(cause) = cause.filter(ended_by_limit) {
        let kept = StuckBuild {
            asked: now(),
            words: cause.to_string(),
        };
        write_cached(record, &kept);
    }
    answer
}

impl StuckBuild {
    fn holds(&self) -> bool {
        let age = now().checked_sub(self.asked);
        age.is_some_and(|age| age < HOLDS.as_secs())
    }
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl NoAnswer for io::Error {
        fn no_answer(&self) -> Option<&io::Error> {
            Some(self)
        }
    }

    /// What asking gives, and whether anybody was asked.
    fn asked(record: &Path, kind: io::ErrorKind) -> (io::Error, bool) {
        let mut was_asked = false;
        let answer = ask(
            record,
            &BuildStop::default(),
            |error| error,
            || {
                was_asked = true;
                Err::<(), _>(io::Error::new(kind, "no answer within 300 s"))
            },
        );
        (answer.expect_err("there is none"), was_asked)
    }

    #[test]
    fn a_build_that_came_to_no_end_is_not_waited_for_again_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("it.stuck.json");
        let (_, was_asked) = asked(&record, io::ErrorKind::TimedOut);
        assert!(was_asked);
        let (error, was_asked) = asked(&record, io::ErrorKind::TimedOut);
        assert!(
            !was_asked
                && error
                    .to_string()
                    .starts_with("no answer within 300 s; it is")
        );
        let earlier = now() - HOLDS.as_secs();
        let words = "no answer".to_owned();
        write_cached(
            &record,
            &StuckBuild {
                asked: earlier,
                words,
            },
        );
        assert!(asked(&record, io::ErrorKind::QuotaExceeded).1);
        assert!(!asked(&record, io::ErrorKind::TimedOut).1);
    }

    #[test]
    fn what_was_answered_until_somebody_stopped_it_is_no_answer() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("it.stuck.json");
        let answer = ask(
            &record,
            &BuildStop::when(|| true),
            |error: io::Error| error,
            || Ok(1),
        );
        assert_eq!(
            answer.expect_err("it was stopped").kind(),
            io::ErrorKind::Interrupted
        );
        assert!(!record.exists());
    }

    #[test]
    fn a_build_that_the_user_stopped_is_asked_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("it.stuck.json");
        assert!(asked(&record, io::ErrorKind::Interrupted).1);
        assert!(asked(&record, io::ErrorKind::Interrupted).1);
    }
}
