//! Calls that cost a worker or a time limit: takes what ended badly, says which tests not to run; forgets nothing, runs nothing.

use std::collections::BTreeMap;

use goalline_testcase::{CallableId, Literal, Outcome, StatementKind, TestCase, TestCluster, Var};
use rand::Rng;

/// Numbers below this are never blamed.
const HARMLESS: f64 = 1_000.0;

/// Learns from tests that ran out of time or killed the worker: a large number that was passed is not passed again, nor
/// anything above half of it; a call without one is made more and more rarely.
#[derive(Debug, Default)]
pub(crate) struct Dangers {
    limits: BTreeMap<(CallableId, usize), f64>,
    strikes: BTreeMap<CallableId, u32>,
}

impl Dangers {
    /// Learns from the end of a test.
    pub(crate) fn learn(&mut self, test: &TestCase, outcome: &Outcome, cluster: &TestCluster) {
        match outcome {
            Outcome::TimedOut {
                statement: Var(at),
                by_steps: false,
            } => {
                self.blame(test, usize::from(*at));
            }
            Outcome::Died { .. } => {
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
            _ => {}
        }
    }

    fn blame(&mut self, test: &TestCase, at: usize) {
        let Some(StatementKind::Call {
            callable,
            arguments,
            ..
        }) = test.statements.get(at).map(|statement| &statement.kind)
        else {
            return;
        };
        let mut is_explained = false;
        for (slot, var) in arguments.iter().enumerate() {
            let size = magnitude(test, *var);
            if size >= HARMLESS {
                is_explained = true;
                let limit = self
                    .limits
                    .entry((*callable, slot))
                    .or_insert(f64::INFINITY);
                *limit = limit.min(size / 2.0);
            }
        }
        if !is_explained {
            *self.strikes.entry(*callable).or_default() += 1;
        }
    }

    /// Whether the test may run.
    pub(crate) fn admits(&self, test: &TestCase, rng: &mut impl Rng) -> bool {
        if self.limits.is_empty() && self.strikes.is_empty() {
            return true;
        }
        test.statements.iter().all(|statement| {
            let StatementKind::Call {
                callable,
                arguments,
                ..
            } = &statement.kind
            else {
                return true;
            };
            let is_small = arguments.iter().enumerate().all(|(slot, var)| {
                let limit = self.limits.get(&(*callable, slot));
                limit.is_none_or(|limit| magnitude(test, *var) < *limit)
            });
            let strikes = self.strikes.get(callable).copied().unwrap_or(0);
            is_small
                && (strikes == 0 || rng.random_bool(0.5_f64.powi(strikes.min(8).cast_signed())))
        })
    }
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
