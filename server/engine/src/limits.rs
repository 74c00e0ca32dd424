//! How long a run goes on after its search: takes the seconds of the search and a flag, says what may still be begun;
//! ends nothing itself.

use std::{
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use goalline_jvm::Interrupt;
use goalline_prepare::Cancel;

/// How long after a cancel tests are still begun to be made ready.
const LATE: Duration = Duration::from_secs(6);

/// How long after a cancel those that were begun are made ready.
const OVER: Duration = Duration::from_secs(10);

/// How long after a cancel a JVM may be at what it was asked before.
pub(crate) const LAST_ANSWER: Duration = Duration::from_secs(13);

/// How long a search may take that is bounded by executions alone. Its result may not depend on the clock; but nobody
/// waits for longer than this.
pub(crate) const LONGEST_UNTIMED: Duration = Duration::from_secs(240);

/// Parts of the search's time, with the least and the most seconds that they come to.
#[derive(Clone, Copy, Debug)]
struct TimeShare {
    of_search: f64,
    least: f64,
    most: f64,
    /// Seconds where the search has no time: so many that the result hardly ever depends on the clock.
    untimed: f64,
}

/// For runs with mutants, which make tests better, and for these alone: once they have taken so long, assertions are
/// chosen without.
const FOR_BETTER: TimeShare = TimeShare {
    of_search: 0.4,
    least: 3.0,
    most: 8.0,
    untimed: 120.0,
};

/// For choosing assertions anew after the search: where the first choice took so long, it is not begun.
const FOR_ASSERTION_SELECTION: TimeShare = TimeShare {
    of_search: 1.0,
    least: 6.0,
    most: 20.0,
    untimed: 120.0,
};

/// For tests: what is not made ready after these is left out. Most classes need less than the least, on a busy
/// machine, too.
const FOR_READY: TimeShare = TimeShare {
    of_search: 3.0,
    least: 30.0,
    most: 120.0,
    untimed: 240.0,
};

/// For possible faults, which are looked at last, from when that begins: inputs that never end take their whole limit
/// each, and nobody waits for those.
const FOR_FAULTS: TimeShare = TimeShare {
    of_search: 0.5,
    least: 4.0,
    most: 20.0,
    untimed: 120.0,
};

impl TimeShare {
    fn time(self, search_seconds: Option<f64>) -> Duration {
        let part = |seconds: f64| (seconds * self.of_search).clamp(self.least, self.most);
        Duration::from_secs_f64(search_seconds.map_or(self.untimed, part))
    }
}

/// The limits of one run. Where its search is bounded by executions alone they are far away, for then the result may
/// not depend on the clock.
#[derive(Debug)]
pub(crate) struct RunLimits<'a> {
    cancel: &'a Cancel,
    search_seconds: Option<f64>,
    search_end: OnceLock<Instant>,
    left_out: AtomicUsize,
    better: Mutex<Spent>,
    faults_begin: OnceLock<Instant>,
}

/// Time that was spent on something, and since when more of it is.
#[derive(Debug, Default)]
struct Spent {
    before: Duration,
    since: Option<Instant>,
}

/// While it lives, time is spent on what only makes tests better.
pub(crate) struct Spending<'l>(&'l Mutex<Spent>);

impl Drop for Spending<'_> {
    fn drop(&mut self) {
        let mut spent = locked(self.0);
        if let Some(since) = spent.since.take() {
            spent.before += since.elapsed();
        }
    }
}

fn locked(spent: &Mutex<Spent>) -> std::sync::MutexGuard<'_, Spent> {
    spent
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl<'a> RunLimits<'a> {
    /// For a search of so many seconds, if it has a time.
    pub(crate) fn new(cancel: &'a Cancel, search_seconds: Option<f64>) -> Self {
        Self {
            cancel,
            search_seconds,
            search_end: OnceLock::new(),
            left_out: AtomicUsize::new(0),
            better: Mutex::default(),
            faults_begin: OnceLock::new(),
        }
    }

    /// The search is over, and what makes tests ready has been compiled: time counts from now on.
    pub(crate) fn end_search(&self) {
        self.search_end.get_or_init(Instant::now);
    }

    /// Whether the search had a time, and what follows it has one.
    pub(crate) fn is_timed(&self) -> bool {
        self.search_seconds.is_some()
    }

    /// Whether nothing more is begun that only makes tests better.
    pub(crate) fn is_late_for_better(&self) -> bool {
        let is_spent = || {
            let spent = locked(&self.better);
            let now = spent.since.map_or(Duration::ZERO, |since| since.elapsed());
            spent.before + now > FOR_BETTER.time(self.search_seconds)
        };
        self.cancel.is_cancelled() || self.is_late() || is_spent()
    }

    /// Whether tests that are ready are not looked at once more.
    pub(crate) fn is_late_for_assertion_selection(&self) -> bool {
        self.is_late_for_better() || self.has_passed(FOR_ASSERTION_SELECTION)
    }

    /// Counts what is done until the end of the result as spent on making tests better; beside a search that costs
    /// nobody anything.
    pub(crate) fn spend_on_better(&self) -> Spending<'_> {
        if self.search_end.get().is_some() {
            locked(&self.better).since = Some(Instant::now());
        }
        Spending(&self.better)
    }

    /// Whether no more tests are begun to be made ready; those that are begun still become so.
    pub(crate) fn is_late(&self) -> bool {
        self.is_over() || self.cancelled_for(LATE) || self.has_passed(FOR_READY)
    }

    /// Whether no more is looked at that may be a fault; asked first, that begins.
    pub(crate) fn is_late_for_faults(&self) -> bool {
        let spent = self.faults_begin.get_or_init(Instant::now).elapsed();
        self.is_over() || spent > FOR_FAULTS.time(self.search_seconds)
    }

    /// Whether what is begun is given up, too: a newer run waits, or the user has waited for long enough.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.is_replaced() || self.cancelled_for(OVER)
    }

    /// Ends what a JVM is at where [`RunLimits::is_over`] is not asked for too long.
    pub(crate) fn interrupt(&self) -> Interrupt {
        Interrupt::default().so_long_after(self.cancel.moment(), LAST_ANSWER)
    }

    /// So many tests were found and not made ready.
    pub(crate) fn leave_out(&self, tests: usize) {
        self.left_out.fetch_add(tests, Ordering::Relaxed);
    }

    /// What the user should know of tests that were left out; nothing where a newer run waits, which finds them again.
    pub(crate) fn notice(&self) -> Option<String> {
        let count = self.left_out.load(Ordering::Relaxed);
        if count == 0 || self.cancel.is_replaced() {
            return None;
        }
        let (tests, were) = if count == 1 {
            ("test", "was")
        } else {
            ("tests", "were")
        };
        let why = if self.cancel.is_cancelled() {
            "before the run was ended".to_owned()
        } else {
            let seconds = FOR_READY.time(self.search_seconds).as_secs();
            format!("in the {seconds} s after it: each takes long to check here")
        };
        Some(format!(
            "{count} more {tests} that the search found {were} not made ready {why}"
        ))
    }

    fn cancelled_for(&self, time: Duration) -> bool {
        self.cancel.since().is_some_and(|since| since > time)
    }

    fn has_passed(&self, share: TimeShare) -> bool {
        let passed = |end: &Instant| end.elapsed() > share.time(self.search_seconds);
        self.search_end.get().is_some_and(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_search_has_a_part_of_its_time() {
        let times = |share: TimeShare| {
            [0.5, 3.0, 10.0, 600.0].map(|search| share.time(Some(search)).as_secs())
        };
        assert_eq!(times(FOR_BETTER), [3, 3, 4, 8]);
        assert_eq!(times(FOR_ASSERTION_SELECTION), [6, 6, 10, 20]);
        assert_eq!(times(FOR_READY), [30, 30, 30, 120]);
        assert_eq!(times(FOR_FAULTS), [4, 4, 5, 20]);
    }

    #[test]
    fn a_search_without_a_time_has_far_limits_but_those_of_the_user() {
        let cancel = Cancel::default();
        let limits = RunLimits::new(&cancel, None);
        limits.end_search();
        assert!(!limits.is_late_for_better() && !limits.is_late());
        cancel.cancel();
        assert!(limits.is_late_for_better() && !limits.is_late());
        for share in [FOR_BETTER, FOR_ASSERTION_SELECTION, FOR_READY, FOR_FAULTS] {
            assert!(share.time(None) >= 5 * share.time(Some(2.0)), "{share:?}");
        }
    }

    #[test]
    fn possible_faults_have_a_time_of_their_own_from_when_they_are_looked_at() {
        let cancel = Cancel::default();
        let limits = RunLimits::new(&cancel, Some(2.0));
        limits.end_search();
        assert!(limits.faults_begin.get().is_none());
        assert!(!limits.is_late_for_faults());
        let begun = *limits.faults_begin.get().expect("it was asked");
        assert!(!limits.is_late_for_faults());
        assert_eq!(limits.faults_begin.get(), Some(&begun));
    }

    #[test]
    fn only_the_time_that_mutants_take_after_the_search_counts_against_them() {
        let cancel = Cancel::default();
        let limits = RunLimits::new(&cancel, Some(2.0));
        drop(limits.spend_on_better());
        assert_eq!(locked(&limits.better).before, Duration::ZERO);
        limits.end_search();
        let spending = limits.spend_on_better();
        assert!(!limits.is_late_for_better());
        locked(&limits.better).before = FOR_BETTER.time(Some(2.0));
        drop(spending);
        while !limits.is_late_for_better() {
            drop(limits.spend_on_better());
        }
        assert!(!limits.is_late());
    }

    #[test]
    fn a_newer_run_ends_everything_at_once() {
        let cancel = Cancel::default();
        let limits = RunLimits::new(&cancel, Some(2.0));
        assert!(!limits.is_over());
        cancel.replace();
        assert!(limits.is_late_for_better() && limits.is_late() && limits.is_over());
    }

    #[test]
    fn what_was_left_out_is_told_with_the_reason() {
        let cancel = Cancel::default();
        let limits = RunLimits::new(&cancel, Some(3.0));
        let told = || limits.notice().unwrap_or_default();
        assert_eq!(told(), "");
        limits.leave_out(1);
        assert!(told().starts_with("1 more test that"), "{}", told());
        limits.leave_out(4);
        assert!(told().starts_with("5 more tests that"), "{}", told());
        assert!(told().contains("30 s"), "{}", told());
        cancel.cancel();
        assert!(told().ends_with("before the run was ended"), "{}", told());
        cancel.replace();
        assert_eq!(told(), "");
    }
}
