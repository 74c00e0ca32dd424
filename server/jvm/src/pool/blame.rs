//! Which tests and callables ended workers: remembered, so that they are not run again; runs nothing.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use goalline_testcase::{
    CallableId, Execution, Outcome, RunOptions, StatementKind, TestCase, TestCluster, Trace, Var,
};

/// Deaths after which a callable may be given up …
const DEATHS: u32 = 3;
/// … when it ended the worker in at least one of so many runs.
const RUNS_PER_DEATH: u32 = 10;

/// Who ended workers, since the classes or the cluster last changed.
#[derive(Default)]
pub(crate) struct Suspicion {
    version: u64,
    epoch: u64,
    tests: HashMap<u64, Outcome>,
    callables: BTreeMap<CallableId, Blame>,
}

#[derive(Default)]
struct Blame {
    deaths: u32,
    runs: u32,
}

impl Suspicion {
    /// Forgets everything when it was about other classes or another cluster.
    pub(crate) fn adopt(&mut self, version: u64, epoch: u64) {
        if (self.version, self.epoch) != (version, epoch) {
            *self = Self {
                version,
                epoch,
                ..Self::default()
            };
        }
    }

    /// What comes of the test without running it, when that is known. A test that is run alone in a fresh loader went
    /// well before: it is not refused for what others did with the same callable.
    pub(crate) fn verdict(
        &mut self,
        cluster: &TestCluster,
        test: &TestCase,
        bytes: &[u8],
        options: RunOptions,
    ) -> Option<Execution> {
        if self.tests.is_empty() {
            return None;
        }
        if let Some(outcome) = self.tests.get(&hash(bytes)) {
            return Some(ended_by(outcome.clone()));
        }
        if options.fresh_loader {
            return None;
        }
        for (statement, at) in test.statements.iter().zip(0..) {
            if let StatementKind::Call { callable, .. } = &statement.kind
                && let Some(blame) = self.callables.get_mut(callable)
            {
                if blame.deaths >= DEATHS && blame.deaths * RUNS_PER_DEATH >= blame.runs {
                    let name = &cluster.callable(*callable).name;
                    let deaths = blame.deaths;
                    return Some(ended_by(Outcome::NotRun {
                        statement: Var(at),
                        reason: format!("{name} ended {deaths} workers and is not tried again"),
                    }));
                }
                blame.runs += 1;
            }
        }
        None
    }

    /// Remembers the test: it is not run again.
    pub(crate) fn remember(&mut self, bytes: &[u8], outcome: &Outcome) {
        self.tests.insert(hash(bytes), outcome.clone());
    }

    /// Remembers the test, and blames the call at the statement, or the last one where it is not known.
    pub(crate) fn blame(
        &mut self,
        test: &TestCase,
        bytes: &[u8],
        outcome: &Outcome,
        at: Option<Var>,
    ) {
        self.remember(bytes, outcome);
        let statement = at.map_or(test.len().saturating_sub(1), |var| var.0 as usize);
        if let Some(statement) = test.statements.get(statement)
            && let StatementKind::Call { callable, .. } = &statement.kind
        {
            self.callables.entry(*callable).or_default().deaths += 1;
        }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The outcome of a test that ended its worker, at this statement where that is known.
pub(crate) fn died(cause: &str, statement: Option<Var>) -> Outcome {
    Outcome::Died {
        cause: cause.to_owned(),
        statement,
    }
}

/// The execution of a test of which only the outcome is known.
pub(crate) fn ended_by(outcome: Outcome) -> Execution {
    Execution {
        outcome,
        trace: Trace::default(),
        steps: 0,
        observations: Vec::new(),
        slow_at: None,
    }
}
