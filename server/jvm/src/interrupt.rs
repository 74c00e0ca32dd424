//! When waiting ends early: takes a flag and times, says whether a wait or a batch of tests is over; ends nothing
//! itself.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use goalline_testcase::RunOptions;

/// A flag that ends a wait early. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    patience: Duration,
    budget_end: Option<Instant>,
    deadline: Option<Instant>,
    /// A moment that may not have come yet, and how long after it the wait ends.
    after: Option<(Arc<OnceLock<Instant>>, Duration)>,
}

impl Interrupt {
    /// Ends the run that is waiting now, and each later one.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether it was interrupted.
    pub fn is_interrupted(&self) -> bool {
        let has_passed = |(moment, pause): &(Arc<OnceLock<Instant>>, Duration)| {
            moment.get().is_some_and(|it| it.elapsed() > *pause)
        };
        self.flag.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() > deadline)
            || self.after.as_ref().is_some_and(has_passed)
    }

    /// Ends batches of tests at this time: what is done of them comes back, and the JVM stays warm. Runs in fresh
    /// class loaders, which confirm what was found, have their time all the same.
    #[must_use]
    pub fn with_budget_end(mut self, end: Instant) -> Self {
        self.budget_end = Some(end);
        self
    }

    /// Whether a batch run like this should end now, with what is done of it.
    pub(crate) fn is_over(&self, options: RunOptions) -> bool {
        let has_passed = |end: Instant| Instant::now() > end;
        self.is_interrupted() || (!options.fresh_loader && self.budget_end.is_some_and(has_passed))
    }

    /// Interrupts by itself at this time.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Interrupts by itself so long after a moment, once that has come.
    #[must_use]
    pub fn so_long_after(mut self, moment: Arc<OnceLock<Instant>>, pause: Duration) -> Self {
        self.after = Some((moment, pause));
        self
    }

    /// Gives an answer so much time after the interrupt: a JVM that is about to answer stays warm.
    #[must_use]
    pub fn patient(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Whether it waits for answers: what was answered is worth keeping.
    pub(crate) fn is_patient(&self) -> bool {
        !self.patience.is_zero()
    }

    /// Whether it was interrupted and an answer has been waited for long enough since.
    pub(crate) fn is_due(&self, waited: Duration) -> bool {
        self.is_interrupted() && waited >= self.patience
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self {
            flag,
            patience: Duration::ZERO,
            budget_end: None,
            deadline: None,
            after: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_so_long_after_a_moment_once_that_has_come() {
        let moment = Arc::new(OnceLock::new());
        let after = |pause| Interrupt::default().so_long_after(moment.clone(), pause);
        let (soon, late) = (after(Duration::ZERO), after(Duration::from_secs(3_600)));
        assert!(!soon.is_interrupted());
        moment.get_or_init(Instant::now);
        // The clock may stand still between two looks.
        while moment.get().is_some_and(|it| it.elapsed().is_zero()) {
            std::hint::spin_loop();
        }
        assert!(soon.is_interrupted() && soon.is_due(Duration::ZERO));
        assert!(!late.is_interrupted());
    }
}
