//! How long requests take: takes what each kind took so far, gives how long the next one may take; asks for nothing
//! itself.

use std::{collections::BTreeMap, time::Duration};

/// How long a request may take of whose kind none was answered yet.
const FIRST: Duration = Duration::from_secs(60);
/// How long it may always take.
const LEAST: Duration = Duration::from_secs(20);
/// How long none may take.
const MOST: Duration = Duration::from_secs(120);
/// So many times what the slowest one took.
const FACTOR: u32 = 10;

/// How long a first batch of tests may take beside its tests: classes of the project and of its libraries are loaded
/// and initialised.
const FIRST_BATCH: Duration = Duration::from_secs(30);
/// How long a later one may take beside its tests. Code that suspends the worker's own threads holds up the work on
/// other files for so long.
const LATER_BATCH: Duration = Duration::from_secs(8);

/// How long a batch of so many tests may take where each may take so long: the worker ends a test itself, which takes
/// a while, too.
pub(crate) fn of_batch(each: Duration, count: usize, is_acquainted: bool) -> Duration {
    let beside = if is_acquainted {
        LATER_BATCH
    } else {
        FIRST_BATCH
    };
    (each * 2).saturating_mul(u32::try_from(count).unwrap_or(u32::MAX)) + beside
}

/// What requests of each kind took.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestLimits(BTreeMap<u8, Taken>);

#[derive(Clone, Copy, Debug)]
enum Taken {
    /// The slowest one that was answered.
    Slowest(Duration),
    /// The last one was not answered in time: code of the project may loop, and does not hold up others for long a
    /// second time.
    TooLong,
}

impl RequestLimits {
    /// How long the next request of this kind may take.
    pub(crate) fn limit(&self, kind: u8) -> Duration {
        match self.0.get(&kind) {
            None => FIRST,
            Some(Taken::Slowest(taken)) => (*taken * FACTOR).clamp(LEAST, MOST),
            Some(Taken::TooLong) => LEAST,
        }
    }

    /// One was answered after so long.
    pub(crate) fn answered(&mut self, kind: u8, after: Duration) {
        let slowest = match self.0.get(&kind) {
            Some(Taken::Slowest(slowest)) => after.max(*slowest),
            _ => after,
        };
        self.0.insert(kind, Taken::Slowest(slowest));
    }

    /// One was given up.
    pub(crate) fn gave_up(&mut self, kind: u8) {
        self.0.insert(kind, Taken::TooLong);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_has_answered_tests_is_waited_for_less_than_one_that_loads_classes_yet() {
        let each = Duration::from_millis(100);
        assert_eq!(of_batch(each, 25, false), Duration::from_secs(35));
        assert_eq!(of_batch(each, 25, true), Duration::from_secs(13));
    }

    #[test]
    fn a_request_may_take_ten_times_what_one_took_and_little_after_one_that_never_ended() {
        let mut limits = RequestLimits::default();
        assert_eq!(limits.limit(1), FIRST);
        limits.answered(1, Duration::from_secs(3));
        limits.answered(1, Duration::from_millis(50));
        assert_eq!(limits.limit(1), Duration::from_secs(30));
        limits.answered(1, Duration::from_secs(50));
        assert_eq!(limits.limit(1), MOST);
        limits.gave_up(1);
        assert_eq!(limits.limit(1), LEAST);
        assert_eq!(
            limits.limit(2),
            FIRST,
            "other kinds have nothing to do with it"
        );
    }
}
