//! What one run gave, as it is kept on disk: coverage per criterion, how coverage grew, the size of the suite.

use std::collections::BTreeMap;

use goalline_engine::Step;
use goalline_evaluate::{FaultVerdict, MeasuredPair, MeasuredSearch, ScoredGoals};
use serde::{Deserialize, Serialize};

/// Pairs of branches that one test covers.
pub(crate) const COUPLED: &str = "coupled";

/// The same where the callee's branch happened during the call.
pub(crate) const STRICT: &str = "coupled-strict";

/// Mutants of the callee that some test kills.
pub(crate) const CALLEE_MUTANTS: &str = "callee-mutants";

/// What suites for pairs of classes are measured by.
pub(crate) const PAIR_MEASURES: [&str; 4] = [COUPLED, STRICT, "callee-lines", CALLEE_MUTANTS];

/// Places of possible faults; they have no total.
pub(crate) const FAULTS: &str = "faults";

/// Goals of one criterion by whether the suite covers them, by key, in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Covered by the minimised suite in a fresh run.
    pub covered: Vec<String>,
    /// Not covered.
    pub missed: Vec<String>,
}

impl Coverage {
    fn of(scored: &ScoredGoals) -> Self {
        let mut coverage = Self::default();
        for (key, is_covered) in scored {
            let of = if *is_covered {
                &mut coverage.covered
            } else {
                &mut coverage.missed
            };
            of.push(key.0.to_string());
        }
        coverage
    }

    /// All goals.
    pub fn total(&self) -> usize {
        self.covered.len() + self.missed.len()
    }

    /// The covered part, from 0 to 1; 1 where there is nothing to cover.
    pub fn share(&self) -> f64 {
        match self.total() {
            0 => 1.0,
            total => self.covered.len() as f64 / total as f64,
        }
    }
}

/// A run that went through.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// By criterion.
    pub coverage: BTreeMap<String, Coverage>,
    /// Goals that were sought.
    pub sought: usize,
    /// Sought goals covered from this much of the budget on (seconds or tests), in order.
    pub steps: Vec<(f64, usize)>,
    /// Tests in the suite.
    pub tests: usize,
    /// Statements in it.
    pub statements: usize,
    /// Tests that the search ran.
    pub executions: u64,
    /// Workers that died.
    pub deaths: u32,
    /// What the suite says of the subject's faulty version, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultVerdict>,
    /// The build of the program that made the run; empty where nobody said.
    #[serde(default)]
    pub build: String,
}

impl RunRecord {
    /// From what was measured; steps in seconds or in tests.
    pub fn new(measured: &MeasuredSearch, is_timed: bool) -> Self {
        let mut coverage: BTreeMap<String, Coverage> = BTreeMap::new();
        for goal in &measured.goals {
            let of = coverage
                .entry(goal.criterion.name().to_owned())
                .or_default();
            let key = goal.key.0.to_string();
            if goal.is_covered {
                of.covered.push(key);
            } else {
                of.missed.push(key);
            }
        }
        Self {
            coverage,
            sought: measured.sought,
            steps: measured.steps.iter().map(|it| step(it, is_timed)).collect(),
            tests: measured.tests,
            statements: measured.statements,
            executions: measured.executions,
            deaths: measured.deaths,
            fault: None,
            build: String::new(),
        }
    }

    /// The same of a pair of classes.
    pub fn of_pair(measured: &MeasuredPair, is_timed: bool) -> Self {
        let score = &measured.score;
        let parts = [&score.pairs, &score.strict, &score.lines, &score.mutants];
        let named = PAIR_MEASURES.iter().map(|name| (*name).to_owned());
        let mut coverage: BTreeMap<String, Coverage> = named.zip(parts.map(Coverage::of)).collect();
        let faults = Coverage {
            covered: measured.faults.iter().cloned().collect(),
            missed: Vec::new(),
        };
        coverage.insert(FAULTS.to_owned(), faults);
        Self {
            coverage,
            sought: measured.sought,
            steps: measured.steps.iter().map(|it| step(it, is_timed)).collect(),
            tests: measured.tests,
            statements: measured.statements,
            executions: measured.executions,
            deaths: measured.deaths,
            fault: None,
            build: String::new(),
        }
    }

    /// The covered part of the sought goals when this much of the budget was used.
    pub fn sought_share(&self, at: f64) -> f64 {
        let reached = self.steps.iter().take_while(|(from, _)| *from <= at).last();
        let covered = reached.map_or(0, |(_, covered)| *covered);
        covered as f64 / self.sought.max(1) as f64
    }
}

fn step(step: &Step, is_timed: bool) -> (f64, usize) {
    let at = if is_timed {
        step.seconds
    } else {
        step.executions as f64
    };
    (at, step.covered)
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RunOutcome {
    /// It went through.
    Measured(RunRecord),
    /// It gave nothing; why.
    Failed(String),
}
