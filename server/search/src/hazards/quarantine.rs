//! Calls that cost a worker or a time limit: takes what ended badly, says which tests not to run; forgets nothing,
//! runs nothing.

use std::collections::{BTreeMap, HashMap};

use goalline_testcase::{
    CallableId, Execution, Literal, Outcome, Statement, StatementKind, TestCase, TestCluster,
    TypeId, Var,
};
use rand::Rng;

use crate::Ending;

/// Numbers below this are never blamed.
const HARMLESS: f64 = 1_000.0;

/// Numbers from this on are passed with care where nothing of that size was passed before.
const LARGE: f64 = 100_000.0;

/// Times after which a large number is to blame although as large a one did no harm elsewhere.
const MOST_EXCUSED: u32 = 2;

/// Tests of a batch that may pass such a number.
const DARING_PER_BATCH: u32 = 2;

/// Uses that have to go well to make up for one that ended badly.
const STRIKE: f64 = 20.0;

/// Slow runs of a call before it is made more rarely than others: on a busy machine any call is slow once.
const SLOW_RUNS: u32 = 2;

/// A call under test that is slow whatever it is given is still made in such a share of the tests that are to call it.
const SLOW_SHARE: f64 = 0.05;

/// Calls that an object may be made by, one from the other, for their numbers to count as its size.
const MAKERS: u32 = 3;

/// What a hazard leaves of a number that may be passed.
const LEFT: f64 = 0.1;

/// The same where the memory ran out: numbers well below that still cost more than a thousand tests.
const LEFT_OF_MEMORY: f64 = 0.01;

/// Thrown where a call asked for more memory than there is. It takes the JVM seconds to find out.
const OUT_OF_MEMORY: &str = "java.lang.OutOfMemoryError";

/// Learns from tests that ran out of time or killed the worker: a large number that was passed is not passed again, nor
/// anything above a tenth of it; a call without one is made more and more rarely.
#[derive(Debug, Default)]
pub(crate) struct Hazards {
    families: Families,
    limits: BTreeMap<(Family, usize), f64>,
    /// How often a large number stood where something ended badly.
    harms: BTreeMap<(Family, usize), u32>,
    /// The largest numbers that did no harm.
    proven: BTreeMap<(Family, usize), f64>,
    strikes: BTreeMap<CallableId, CallRecord>,
    /// The same for test doubles, by their type.
    double_strikes: BTreeMap<TypeId, CallRecord>,
    /// Calls that were slow, as files, pictures and key generators are.
    slow: BTreeMap<CallableId, CallRecord>,
    blamed_calls: u32,
    daring: u32,
}

/// The callables of one name in one class: what one of them cannot bear, the others cannot either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Family(u32);

#[derive(Debug, Default)]
struct Families {
    by_name: HashMap<(String, String), Family>,
    by_callable: HashMap<CallableId, Family>,
}

impl Families {
    fn of(&mut self, callable: CallableId, cluster: &TestCluster) -> Family {
        *self.by_callable.entry(callable).or_insert_with(|| {
            let called = cluster.callable(callable);
            let name = (called.declared_in.clone(), called.name.clone());
            let next = Family(self.by_name.len() as u32);
            *self.by_name.entry(name).or_insert(next)
        })
    }
}

impl Hazards {
    /// Starts a batch; the first one of a search dares nothing.
    pub(crate) fn start_batch(&mut self) {
        self.daring = 0;
    }

    /// Learns from a run of a test.
    pub(crate) fn learn(&mut self, test: &TestCase, run: &Execution, cluster: &TestCluster) {
        if let Outcome::Threw {
            statement: Var(at),
            thrown,
        } = &run.outcome
            && thrown.class == OUT_OF_MEMORY
        {
            self.blamed_calls += 1;
            if !self.blame_sizes(test, *at, cluster, 0) {
                self.strike(test, Var(*at));
            }
            return;
        }
        if let (Some(Var(at)), Some(_)) = (run.slow_at, Ending::of(&run.outcome)) {
            self.learn_slow(test, usize::from(at), cluster);
            return;
        }
        match &run.outcome {
            Outcome::Left => {}
            Outcome::Passed => self.prove(test, test.len(), cluster),
            Outcome::Threw {
                statement: Var(at), ..
            }
            | Outcome::TimedOut {
                statement: Var(at),
                by_steps: true,
            } => {
                self.prove(test, usize::from(*at), cluster);
            }
            Outcome::TimedOut {
                statement: Var(at),
                by_steps: false,
            }
            | Outcome::Died {
                statement: Some(Var(at)),
                ..
            } => {
                self.blamed_calls += 1;
                self.blame(test, usize::from(*at), cluster);
            }
            Outcome::NotRun { statement, .. } => self.strike(test, *statement),
            Outcome::Died {
                statement: None, ..
            } => {
                self.blamed_calls += 1;
                let is_under_test = |at: &usize| match &test.statements[*at].kind {
                    StatementKind::Call { callable, .. } => {
                        cluster.callable(*callable).is_under_test
                    }
                    _ => false,
                };
                // Which call it was is not known.
                for at in (0..test.len()).filter(is_under_test) {
                    self.blame(test, at, cluster);
                }
            }
        }
    }

    /// A test that is slow costs as much as thousands of others. Code under test that is slow whatever it is given has
    /// to be called all the same, now and then.
    fn learn_slow(&mut self, test: &TestCase, at: usize, cluster: &TestCluster) {
        self.prove(test, at.min(test.len()), cluster);
        let is_explained = self.limit(test, at, cluster);
        let statement = test.statements.get(at);
        if let Some(StatementKind::Call { callable, .. }) = statement.map(|it| &it.kind)
            && !is_explained
        {
            self.slow.entry(*callable).or_default().strikes += 1;
        }
    }

    /// Notes the large numbers among the first `end` statements.
    fn prove(&mut self, test: &TestCase, end: usize, cluster: &TestCluster) {
        let is_large = holds(test, LARGE);
        if !is_large && self.strikes.is_empty() && self.slow.is_empty() {
            return;
        }
        for statement in &test.statements[..end] {
            let StatementKind::Call {
                callable,
                arguments,
                ..
            } = &statement.kind
            else {
                continue;
            };
            for records in [&mut self.strikes, &mut self.slow] {
                if let Some(record) = records.get_mut(callable) {
                    record.successes += 1;
                }
            }
            if !is_large {
                continue;
            }
            for (slot, var) in arguments.iter().enumerate() {
                let size = magnitude(test, *var);
                if size >= LARGE {
                    let family = self.families.of(*callable, cluster);
                    let proven = self.proven.entry((family, slot)).or_insert(size);
                    *proven = proven.max(size);
                }
            }
        }
    }

    /// Makes a call rarer, whatever it was given.
    fn strike(&mut self, test: &TestCase, at: Var) {
        let statement = test.statements.get(usize::from(at.0));
        if let Some(StatementKind::Call { callable, .. }) = statement.map(|it| &it.kind) {
            self.strikes.entry(*callable).or_default().strikes += 1;
        }
    }

    fn blame(&mut self, test: &TestCase, at: usize, cluster: &TestCluster) {
        if self.limit(test, at, cluster) {
            return;
        }
        let Some(statement) = test.statements.get(at) else {
            return;
        };
        let record = match &statement.kind {
            StatementKind::Call { callable, .. } => self.strikes.entry(*callable).or_default(),
            StatementKind::TestDouble { .. } => {
                self.double_strikes.entry(statement.ty).or_default()
            }
            _ => return,
        };
        record.strikes += 1;
    }

    /// Limits the numbers that may be passed to the call; false where none of them explains what happened.
    fn limit(&mut self, test: &TestCase, at: usize, cluster: &TestCluster) -> bool {
        let statement = test.statements.get(at);
        let Some((callable, arguments)) = statement.and_then(|it| called(it, cluster)) else {
            return false;
        };
        let family = self.families.of(callable, cluster);
        let mut is_explained = false;
        for (slot, var) in arguments.iter().enumerate() {
            let size = magnitude(test, *var);
            let proven = self.proven.get(&(family, slot));
            let is_proven = proven.is_some_and(|proven| size <= *proven);
            let harms = self.harms.entry((family, slot)).or_default();
            *harms += u32::from(size >= LARGE);
            // One to any power is no work: what did no harm there may do so again and again elsewhere.
            if size >= HARMLESS && (!is_proven || *harms >= MOST_EXCUSED) {
                is_explained = true;
                let limit = self.limits.entry((family, slot)).or_insert(f64::INFINITY);
                *limit = limit.min(size * LEFT);
            }
        }
        is_explained
    }

    /// Blames all large numbers that the statement used, those that made what it used included: what takes memory may
    /// have been told its size long before, and have done no harm then. Gives whether there were any.
    fn blame_sizes(
        &mut self,
        test: &TestCase,
        at: u16,
        cluster: &TestCluster,
        makers: u32,
    ) -> bool {
        let Some(StatementKind::Call {
            callable,
            receiver,
            arguments,
        }) = test.statements.get(usize::from(at)).map(|it| &it.kind)
        else {
            return false;
        };
        let family = self.families.of(*callable, cluster);
        let mut any = false;
        for (slot, var) in arguments.iter().enumerate() {
            let size = passed(test, *var);
            if size >= HARMLESS {
                any = true;
                let limit = self.limits.entry((family, slot)).or_insert(f64::INFINITY);
                *limit = limit.min(size * LEFT_OF_MEMORY);
            }
        }
        if makers < MAKERS {
            for Var(maker) in receiver.iter().chain(arguments) {
                any |= self.blame_sizes(test, *maker, cluster, makers + 1);
            }
        }
        any
    }

    /// Whether the test may run. `is_first` says that nothing ran yet.
    pub(crate) fn admits(
        &mut self,
        test: &TestCase,
        is_first: bool,
        cluster: &TestCluster,
        rng: &mut impl Rng,
    ) -> bool {
        let mut is_daring = false;
        let is_sizeable = holds(test, HARMLESS);
        let knows_calls = !self.strikes.is_empty() || !self.slow.is_empty();
        if !is_sizeable && !knows_calls && self.double_strikes.is_empty() {
            return true;
        }
        for statement in &test.statements {
            let is_double = matches!(statement.kind, StatementKind::TestDouble { .. });
            if is_double && !passes(self.double_strikes.get(&statement.ty), rng) {
                return false;
            }
            let Some((callable, arguments)) = called(statement, cluster) else {
                continue;
            };
            let slots = if is_sizeable { arguments } else { &[] };
            for (slot, var) in slots.iter().enumerate() {
                let size = magnitude(test, *var);
                if size < HARMLESS {
                    continue;
                }
                let family = self.families.of(callable, cluster);
                let limit = self.limits.get(&(family, slot));
                if limit.is_some_and(|limit| size >= *limit) {
                    return false;
                }
                let proven = self.proven.get(&(family, slot)).copied();
                is_daring |= passed(test, *var) > 2.0 * proven.unwrap_or(LARGE);
            }
            let is_sought = cluster.callable(callable).is_under_test;
            if !passes(self.strikes.get(&callable), rng)
                || !is_worth_it(self.slow.get(&callable), is_sought, rng)
            {
                return false;
            }
        }
        if is_daring {
            self.daring += 1;
            let is_allowed = rng.random_bool(1.0 / f64::from(1 + self.blamed_calls));
            return !is_first && self.daring <= DARING_PER_BATCH && is_allowed;
        }
        true
    }
}

/// How often a call was there when something ended badly, and how often it went well since the first time.
#[derive(Clone, Copy, Debug, Default)]
struct CallRecord {
    strikes: u32,
    successes: u32,
}

/// A call is made the more rarely the more of its uses ended badly; one that was only there becomes usual again.
fn passes(record: Option<&CallRecord>, rng: &mut impl Rng) -> bool {
    record.is_none_or(|record| {
        let good = f64::from(record.successes + 4);
        rng.random_bool(good / (good + STRIKE * f64::from(record.strikes)))
    })
}

/// The same for a call that is slow again and again: it takes the time of the others, but where it is under test its
/// own goals are sought, too.
fn is_worth_it(record: Option<&CallRecord>, is_sought: bool, rng: &mut impl Rng) -> bool {
    match record {
        Some(record) if record.strikes >= SLOW_RUNS => {
            passes(Some(record), rng) || is_sought && rng.random_bool(SLOW_SHARE)
        }
        _ => true,
    }
}

/// Whether any number in the test is of that size.
fn holds(test: &TestCase, least: f64) -> bool {
    test.statements
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::Literal(literal) => size(literal) >= least,
            _ => false,
        })
}

/// The size of a number that is passed itself; 0 for what is none.
fn passed(test: &TestCase, var: Var) -> f64 {
    magnitude_within(test, var, 0)
}

/// The size of a number that is passed, or of the largest one that a passed object was made from; 0 where there is
/// none.
fn magnitude(test: &TestCase, var: Var) -> f64 {
    magnitude_within(test, var, MAKERS)
}

/// What a statement calls, and with what: a double of an abstract class its constructor.
fn called<'a>(statement: &'a Statement, cluster: &TestCluster) -> Option<(CallableId, &'a [Var])> {
    match &statement.kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => Some((*callable, arguments)),
        StatementKind::TestDouble { arguments, .. } if !arguments.is_empty() => {
            let constructor = cluster.double_constructor(statement.ty)?;
            Some((constructor, arguments))
        }
        _ => None,
    }
}

fn magnitude_within(test: &TestCase, Var(at): Var, makers: u32) -> f64 {
    match &test.statements[usize::from(at)].kind {
        StatementKind::Literal(literal) => size(literal),
        StatementKind::Call {
            receiver,
            arguments,
            ..
        } if makers > 0 => {
            let used = receiver.iter().chain(arguments);
            used.map(|var| magnitude_within(test, *var, makers - 1))
                .fold(0.0, f64::max)
        }
        StatementKind::TestDouble { arguments, .. } if makers > 0 => {
            let used = arguments.iter();
            used.map(|var| magnitude_within(test, *var, makers - 1))
                .fold(0.0, f64::max)
        }
        _ => 0.0,
    }
}

/// The size of a number, or of a text that is one.
fn size(literal: &Literal) -> f64 {
    match literal {
        Literal::Short(value) => f64::from(*value).abs(),
        Literal::Int(value) => f64::from(*value).abs(),
        Literal::Long(value) => (*value as f64).abs(),
        Literal::Float(value) => f64::from(*value).abs(),
        Literal::Double(value) => value.abs(),
        Literal::Text(text) => {
            let digits = text
                .0
                .iter()
                .filter(|unit| (48..58).contains(*unit))
                .count();
            // Exponents and separators do not matter for how large it is.
            if digits + 1 >= text.0.len() {
                10_f64.powi(i32::try_from(digits).unwrap_or(i32::MAX))
            } else {
                0.0
            }
        }
        Literal::Boolean(_) | Literal::Byte(_) | Literal::Char(_) | Literal::Class(_) => 0.0,
    }
}
