//! Calls that cost a worker or a time limit: takes what ended badly, says which tests not to run; forgets nothing, runs nothing.

use std::collections::BTreeMap;

use goalline_testcase::{
    CallableId, Literal, Outcome, StatementKind, TestCase, TestCluster, TypeId, Var,
};
use rand::Rng;

/// Numbers below this are never blamed.
const HARMLESS: f64 = 1_000.0;

/// Numbers from this on are passed with care where nothing of that size was passed before.
const LARGE: f64 = 100_000.0;

/// Tests of a batch that may pass such a number.
const DARING_PER_BATCH: u32 = 2;

/// Uses that have to go well to make up for one that ended badly.
const STRIKE: f64 = 20.0;

/// What an accident leaves of a number that may be passed.
const LEFT: f64 = 0.1;

/// Learns from tests that ran out of time or killed the worker: a large number that was passed is not passed again, nor
/// anything above a tenth of it; a call without one is made more and more rarely.
#[derive(Debug, Default)]
pub(crate) struct Dangers {
    limits: BTreeMap<(CallableId, usize), f64>,
    /// The largest numbers that did no harm.
    proven: BTreeMap<(CallableId, usize), f64>,
    strikes: BTreeMap<CallableId, Record>,
    /// The same for stand-ins, by their type.
    stand_in_strikes: BTreeMap<TypeId, Record>,
    accidents: u32,
    daring: u32,
}

impl Dangers {
    /// Starts a batch; the first one of a search dares nothing.
    pub(crate) fn start_batch(&mut self) {
        self.daring = 0;
    }

    /// Learns from the end of a test.
    pub(crate) fn learn(&mut self, test: &TestCase, outcome: &Outcome, cluster: &TestCluster) {
        match outcome {
            Outcome::Passed => self.prove(test, test.len()),
            Outcome::Threw {
                statement: Var(at), ..
            }
            | Outcome::TimedOut {
                statement: Var(at),
                by_steps: true,
            } => {
                self.prove(test, usize::from(*at));
            }
            Outcome::TimedOut {
                statement: Var(at),
                by_steps: false,
            } => {
                self.accidents += 1;
                self.blame(test, usize::from(*at));
            }
            Outcome::Died { .. } => {
                self.accidents += 1;
                let is_under_test = |at: &usize| match &test.statements[*at].kind {
                    StatementKind::Call { callable, .. } => {
                        cluster.callable(*callable).is_under_test
                    }
                    _ => false,
                };
                // Which call it was is not known.
                for at in (0..test.len()).filter(is_under_test) {
                    self.blame(test, at);
                }
            }
        }
    }

    /// Notes the large numbers among the first `end` statements.
    fn prove(&mut self, test: &TestCase, end: usize) {
        for statement in &test.statements[..end] {
            let StatementKind::Call {
                callable,
                arguments,
                ..
            } = &statement.kind
            else {
                continue;
            };
            if let Some(record) = self.strikes.get_mut(callable) {
                record.successes += 1;
            }
            for (slot, var) in arguments.iter().enumerate() {
                let size = magnitude(test, *var);
                if size >= LARGE {
                    let proven = self.proven.entry((*callable, slot)).or_insert(size);
                    *proven = proven.max(size);
                }
            }
        }
    }

    fn blame(&mut self, test: &TestCase, at: usize) {
        let Some(statement) = test.statements.get(at) else {
            return;
        };
        let (callable, arguments) = match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => (callable, arguments),
            StatementKind::StandIn { .. } => {
                self.stand_in_strikes
                    .entry(statement.ty)
                    .or_default()
                    .strikes += 1;
                return;
            }
            _ => return,
        };
        let mut is_explained = false;
        for (slot, var) in arguments.iter().enumerate() {
            let size = magnitude(test, *var);
            let proven = self.proven.get(&(*callable, slot));
            if size >= HARMLESS && proven.is_none_or(|proven| size > *proven) {
                is_explained = true;
                let limit = self
                    .limits
                    .entry((*callable, slot))
                    .or_insert(f64::INFINITY);
                *limit = limit.min(size * LEFT);
            }
        }
        if !is_explained {
            self.strikes.entry(*callable).or_default().strikes += 1;
        }
    }

    /// Whether the test may run. `is_first` says that nothing ran yet.
    pub(crate) fn admits(&mut self, test: &TestCase, is_first: bool, rng: &mut impl Rng) -> bool {
        let mut is_daring = false;
        for statement in &test.statements {
            let (callable, arguments) = match &statement.kind {
                StatementKind::Call {
                    callable,
                    arguments,
                    ..
                } => (callable, arguments),
                StatementKind::StandIn { .. } => {
                    if !passes(self.stand_in_strikes.get(&statement.ty), rng) {
                        return false;
                    }
                    continue;
                }
                _ => continue,
            };
            for (slot, var) in arguments.iter().enumerate() {
                let size = magnitude(test, *var);
                if size < HARMLESS {
                    continue;
                }
                if self
                    .limits
                    .get(&(*callable, slot))
                    .is_some_and(|limit| size >= *limit)
                {
                    return false;
                }
                let proven = self
                    .proven
                    .get(&(*callable, slot))
                    .copied()
                    .unwrap_or(LARGE);
                is_daring |= size > 2.0 * proven;
            }
            if !passes(self.strikes.get(callable), rng) {
                return false;
            }
        }
        if is_daring {
            self.daring += 1;
            let is_allowed = rng.random_bool(1.0 / f64::from(1 + self.accidents));
            return !is_first && self.daring <= DARING_PER_BATCH && is_allowed;
        }
        true
    }
}

/// How often a call was there when something ended badly, and how often it went well since the first time.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    strikes: u32,
    successes: u32,
}

/// A call is made the more rarely the more of its uses ended badly; one that was only there becomes usual again.
fn passes(record: Option<&Record>, rng: &mut impl Rng) -> bool {
    record.is_none_or(|record| {
        let good = f64::from(record.successes + 4);
        rng.random_bool(good / (good + STRIKE * f64::from(record.strikes)))
    })
}

/// The size of a number that is passed; 0 for what is none.
fn magnitude(test: &TestCase, var: Var) -> f64 {
    match &test.statements[usize::from(var.0)].kind {
        StatementKind::Literal(Literal::Short(value)) => f64::from(*value).abs(),
        StatementKind::Literal(Literal::Int(value)) => f64::from(*value).abs(),
        StatementKind::Literal(Literal::Long(value)) => (*value as f64).abs(),
        StatementKind::Literal(Literal::Float(value)) => f64::from(*value).abs(),
        StatementKind::Literal(Literal::Double(value)) => value.abs(),
        _ => 0.0,
    }
}
