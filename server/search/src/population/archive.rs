//! The archive: per goal the best test that covers it and the best that did so alone in a fresh class loader; runs
//! nothing.

use std::sync::Arc;

use goalline_goals::GoalId;
use goalline_testcase::{Execution, Outcome, TestCase, Var};

/// How good a way to end a test is; better ways come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// All statements ran.
    Passed,
    /// It threw what a class throws on purpose.
    Threw,
    /// It threw what the JVM throws by itself: a null dereference, a bad cast or index; or what it was given refused to
    /// be changed.
    ThrewImplicitly,
}

/// Exceptions that are a sign of a careless input rather than of a behaviour.
const IMPLICIT: [&str; 10] = [
    // Of an `assert` as a rule.
    "java.lang.AssertionError",
    "java.lang.NullPointerException",
    "java.lang.ClassCastException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ArrayStoreException",
    "java.lang.StackOverflowError",
    "java.lang.OutOfMemoryError",
    "java.lang.InternalError",
];

/// Whether an error that the JVM throws ended the run: what the test called may not have begun at all.
pub(crate) fn is_error(outcome: &Outcome) -> bool {
    let Outcome::Threw { thrown, .. } = outcome else {
        return false;
    };
    let name = thrown.class.strip_prefix("java.lang.");
    name.is_some_and(|name| name.ends_with("Error") && name != "AssertionError")
}

impl Ending {
    /// The ending of a run; none when it timed out or killed the worker.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        match outcome {
            Outcome::Passed => Some(Self::Passed),
            Outcome::Threw { thrown, .. }
                if IMPLICIT.contains(&thrown.class.as_str()) || thrown.is_refusal() =>
            {
                Some(Self::ThrewImplicitly)
            }
            Outcome::Threw { .. } => Some(Self::Threw),
            Outcome::TimedOut { .. }
            | Outcome::Died { .. }
            | Outcome::NotRun { .. }
            | Outcome::Left => None,
        }
    }
}

/// The number of statements that ran: the whole test, or up to the one that threw.
pub fn executed_length(test: &TestCase, outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Threw {
            statement: Var(at), ..
        } => test.len().min(usize::from(*at) + 1),
        _ => test.len(),
    }
}

/// A test in the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedTest {
    /// The statements that ran.
    pub test: TestCase,
    /// How it ended.
    pub ending: Ending,
    /// All wanted goals it covers, sorted.
    pub covers: Vec<GoalId>,
    /// The steps it used.
    pub steps: u64,
}

/// What decides between two tests for one goal: less is better.
pub(crate) type Grade = (Ending, usize);

#[derive(Clone, Debug, Default)]
struct Slot {
    best: Option<Arc<ArchivedTest>>,
    confirmed: Option<Arc<ArchivedTest>>,
    refuted: bool,
}

impl Slot {
    fn is_unconfirmed(&self) -> bool {
        self.refuted && self.confirmed.is_none()
    }
}

/// Per goal the best covering test. Deterministic: on equal grade the first one stays.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// By goal; none where the goal is not wanted.
    slots: Vec<Option<Slot>>,
    /// Whether a test that passes is better than a shorter one that throws.
    prefers_passing: bool,
}

impl Archive {
    /// An archive for these goals. Of two tests for one the shorter one stays (Panichella et al. 2018, §3.2), with
    /// `prefers_passing` only where both end alike: one that passes tells more than one that throws.
    pub fn new(wanted: &[GoalId], prefers_passing: bool) -> Self {
        let count = wanted
            .iter()
            .map(|goal| goal.0 as usize + 1)
            .max()
            .unwrap_or(0);
        let mut slots = vec![None; count];
        for goal in wanted {
            slots[goal.0 as usize] = Some(Slot::default());
        }
        Self {
            slots,
            prefers_passing,
        }
    }

    /// What decides between a test that ends so after so many statements and others.
    pub(crate) fn grade(&self, ending: Ending, length: usize) -> Grade {
        if self.prefers_passing {
            (ending, length)
        } else {
            (Ending::Passed, length)
        }
    }

    fn grade_of(&self, entry: &ArchivedTest) -> Grade {
        self.grade(entry.ending, entry.test.len())
    }

    /// Makes room for a goal that came up while tests ran; whether it was not known.
    pub(crate) fn admit(&mut self, goal: GoalId) -> bool {
        let at = goal.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, None);
        }
        let is_new = self.slots[at].is_none();
        self.slots[at].get_or_insert_with(Slot::default);
        is_new
    }

    /// Whether tests for the goal are kept.
    pub(crate) fn seeks(&self, goal: GoalId) -> bool {
        self.slot(goal).is_some()
    }

    fn slot(&self, goal: GoalId) -> Option<&Slot> {
        self.slots.get(goal.0 as usize)?.as_ref()
    }

    fn slot_mut(&mut self, goal: GoalId) -> Option<&mut Slot> {
        self.slots.get_mut(goal.0 as usize)?.as_mut()
    }

    fn wanted(&self) -> impl Iterator<Item = (GoalId, &Slot)> {
        let all = self.slots.iter().zip(0..);
        all.filter_map(|(slot, goal)| Some((GoalId(goal), slot.as_ref()?)))
    }

    /// Whether a test of this grade is better than what the archive has for the goal.
    pub(crate) fn would_take(&self, goal: GoalId, grade: Grade) -> bool {
        self.slot(goal).is_some_and(|slot| match &slot.best {
            Some(best) => grade < self.grade_of(best),
            None => !slot.is_unconfirmed(),
        })
    }

    /// Whether tests seemed to cover the goal that did not do so in a fresh class loader: only what ran in one counts.
    pub(crate) fn is_unconfirmed(&self, goal: GoalId) -> bool {
        self.slot(goal).is_some_and(Slot::is_unconfirmed)
    }

    /// Offers a run; gives the goals that had no test before.
    pub fn offer(
        &mut self,
        test: &TestCase,
        execution: &Execution,
        covers: Vec<GoalId>,
    ) -> Vec<GoalId> {
        let Some(ending) = Ending::of(&execution.outcome) else {
            return Vec::new();
        };
        let length = executed_length(test, &execution.outcome);
        if !covers
            .iter()
            .any(|goal| self.would_take(*goal, self.grade(ending, length)))
        {
            return Vec::new();
        }
        let test = TestCase {
            statements: test.statements[..length].to_vec(),
        };
        self.take(ArchivedTest {
            test,
            ending,
            covers,
            steps: execution.steps,
        })
    }

    /// Takes a test, cut to the statements that ran, for those of its goals that it serves best; gives the goals that
    /// had no test before.
    pub(crate) fn take(&mut self, mut entry: ArchivedTest) -> Vec<GoalId> {
        entry.covers.retain(|goal| self.slot(*goal).is_some());
        entry.covers.sort_unstable();
        entry.covers.dedup();
        let entry = Arc::new(entry);
        let mut first = Vec::new();
        for goal in &entry.covers {
            if self.would_take(*goal, self.grade_of(&entry)) {
                let slot = self.slot_mut(*goal);
                if let Some(slot) = slot
                    && slot.best.replace(entry.clone()).is_none()
                {
                    first.push(*goal);
                }
            }
        }
        first
    }

    /// Notes that this test, run alone in a fresh class loader, covered its goals; gives those that had no such test
    /// before.
    pub fn confirm(&mut self, entry: &Arc<ArchivedTest>) -> Vec<GoalId> {
        let mut first = Vec::new();
        for goal in &entry.covers {
            let is_better = |old: &Option<Arc<ArchivedTest>>| {
                let old = old.as_ref().map(|old| self.grade_of(old));
                old.is_none_or(|old| self.grade_of(entry) < old)
            };
            let Some(slot) = self.slot(*goal) else {
                continue;
            };
            let (confirms, is_best) = (is_better(&slot.confirmed), is_better(&slot.best));
            let Some(slot) = self.slot_mut(*goal) else {
                continue;
            };
            if slot.confirmed.is_none() {
                first.push(*goal);
            }
            if confirms {
                slot.confirmed = Some(entry.clone());
            }
            if is_best {
                slot.best = Some(entry.clone());
            }
        }
        first
    }

    /// Forgets an unconfirmed test for a goal that it did not reach in a fresh class loader. Gives whether the goal is
    /// now open again.
    pub fn refute(&mut self, goal: GoalId) -> bool {
        let Some(slot) = self.slot_mut(goal) else {
            return false;
        };
        slot.refuted = true;
        slot.best = slot.confirmed.clone();
        slot.best.is_none()
    }

    /// Whether a test covers the goal, confirmed or not.
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.slot(goal).is_some_and(|slot| slot.best.is_some())
    }

    /// The best test for the goal, confirmed or not.
    pub fn best(&self, goal: GoalId) -> Option<&Arc<ArchivedTest>> {
        self.slot(goal)?.best.as_ref()
    }

    /// The best confirmed test for the goal.
    pub fn confirmed(&self, goal: GoalId) -> Option<&Arc<ArchivedTest>> {
        self.slot(goal)?.confirmed.as_ref()
    }

    /// Goals with their best tests, confirmed or not, by number.
    pub fn tests(&self) -> impl Iterator<Item = (GoalId, &Arc<ArchivedTest>)> {
        self.wanted()
            .filter_map(|(goal, slot)| Some((goal, slot.best.as_ref()?)))
    }

    /// Goals with their confirmed tests, by number.
    pub fn confirmed_tests(&self) -> impl Iterator<Item = (GoalId, &Arc<ArchivedTest>)> {
        self.wanted()
            .filter_map(|(goal, slot)| Some((goal, slot.confirmed.as_ref()?)))
    }

    /// Goals that no confirmed test covers though some test does.
    pub(crate) fn unconfirmed(&self) -> Vec<GoalId> {
        let is_open = |slot: &Slot| slot.best.is_some() && slot.confirmed.is_none();
        self.wanted()
            .filter(|(_, slot)| is_open(slot))
            .map(|(goal, _)| goal)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::throws;

    #[test]
    fn what_the_machine_says_is_worse_than_what_a_class_throws_on_purpose() {
        let of = |class: &str| Ending::of(&throws(0, class));
        for error in ["java.lang.InternalError", "java.lang.StackOverflowError"] {
            assert_eq!(of(error), Some(Ending::ThrewImplicitly), "{error}");
        }
        assert_eq!(of("shop.Sold"), Some(Ending::Threw));
    }
}
