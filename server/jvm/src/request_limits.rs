//! How long requests take: takes what each kind took so far, gives how long the next one may take; asks for nothing
//! itself.

use std::{collections::BTreeMap, time::Duration};

use crate::protocol as p;

/// How long a request may take of whose kind none was answered yet.
const FIRST: Duration = Duration::from_secs(60);
/// How long it may always take.
const LEAST: Duration = Duration::from_secs(20);
/// How long a request may always take that has javac compile: the next one may name the largest class of the project.
const LEAST_COMPILING: Duration = FIRST;
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

/// So many times its limit a request may take where other programs keep the processor from it.
const MOST_STARVED: u32 = 4;

/// After this time it is looked how long a request has had to wait for the processor.
const STARVES: Duration = Duration::from_secs(1);

/// How long one request has been waited for.
#[derive(Debug)]
pub(crate) struct Patience {
    limit: Duration,
    /// How long the process had waited for the processor when it was first looked at.
    before: Option<Duration>,
}

impl Patience {
    /// For a request that may take so long.
    pub(crate) fn new(limit: Duration) -> Self {
        let before = None;
        Self { limit, before }
    }

    /// Whether it is at its end after so long. What the process spent waiting for the processor, as `starved` tells of
    /// all its life, does not count.
    pub(crate) fn is_over(&mut self, elapsed: Duration, starved: impl Fn() -> Duration) -> bool {
        if elapsed > STARVES {
            self.before.get_or_insert_with(&starved);
        }
        if elapsed <= self.limit {
            return false;
        }
        let waited = starved();
        let waited = waited.saturating_sub(*self.before.get_or_insert(waited));
        elapsed > (self.limit + waited).min(self.limit * MOST_STARVED)
    }
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
            Some(Taken::Slowest(taken)) => {
                let compiles = [p::COMPILE, p::ATTRIBUTE].contains(&kind);
                let least = if compiles { LEAST_COMPILING } else { LEAST };
                (*taken * FACTOR).clamp(least, MOST)
            }
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
    fn time_in_which_other_programs_had_the_processor_does_not_count() {
        let second = Duration::from_secs;
        let mut idle = Patience::new(second(20));
        assert!(!idle.is_over(second(2), || second(5)));
        assert!(!idle.is_over(second(20), || second(5)));
        assert!(
            idle.is_over(second(21), || second(5)),
            "it waits for nobody"
        );
        let mut starved = Patience::new(second(20));
        assert!(!starved.is_over(second(2), || second(5)));
        assert!(!starved.is_over(second(30), || second(20)));
        assert!(starved.is_over(second(36), || second(20)));
        assert!(starved.is_over(second(81), || second(500)), "not for ever");
        let mut short = Patience::new(Duration::from_millis(500));
        assert!(short.is_over(Duration::from_millis(501), || second(5)));
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

    #[test]
    fn a_small_class_that_compiled_at_once_leaves_a_large_one_its_time() {
        let mut limits = RequestLimits::default();
        for (kind, limit) in [(p::COMPILE, FIRST), (p::DESCRIBE, LEAST)] {
            limits.answered(kind, Duration::from_millis(900));
            assert_eq!(limits.limit(kind), limit);
        }
    }
}
