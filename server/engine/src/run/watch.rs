//! When a search ends: takes a budget and a flag, says how much is used up; the one place where a search meets the
//! clock.

use std::time::{Duration, Instant};

use goalline_prepare::{Budget, Cancel};
use goalline_search::Stop;

/// How long a cancelled search waits for tests that are running, before it ends their JVM.
pub(crate) const LAST_ANSWER: Duration = Duration::from_millis(400);

/// Watches over the budget of one search.
pub(crate) struct Watch<'a> {
    pub cancel: &'a Cancel,
    pub budget: Budget,
    pub started: Instant,
    /// Tests that searches before this one ran on the same budget.
    pub before: u64,
    /// When a search ends whose budget has no time.
    pub longest: Option<Duration>,
}

impl Stop for Watch<'_> {
    fn reads_clock(&self) -> bool {
        self.budget.seconds.is_some()
    }

    fn should_stop(&mut self, executions: u64) -> bool {
        let is_untimed = self.budget.seconds.is_none();
        let too_long = self.longest.filter(|_| is_untimed);
        self.cancel.is_cancelled()
            || self.spent(executions).is_some_and(|spent| spent >= 1.0)
            || too_long.is_some_and(|longest| self.started.elapsed() > longest)
    }

    fn spent(&mut self, executions: u64) -> Option<f64> {
        let seconds = self.started.elapsed().as_secs_f64();
        let by_time = self.budget.seconds.map(|most| seconds / most);
        let by_tests = self
            .budget
            .max_executions
            .map(|most| (self.before + executions) as f64 / most.max(1) as f64);
        by_time.into_iter().chain(by_tests).reduce(f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_take_long_end_a_search_that_was_given_no_time() {
        let cancel = Cancel::default();
        let mut watch = Watch {
            cancel: &cancel,
            budget: Budget {
                seconds: None,
                max_executions: Some(1_000_000),
            },
            started: Instant::now(),
            before: 0,
            longest: None,
        };
        assert!(!watch.should_stop(1));
        watch.longest = Some(Duration::ZERO);
        assert!(watch.should_stop(1));
        watch.budget.seconds = Some(60.0);
        assert!(!watch.should_stop(1));
    }
}
