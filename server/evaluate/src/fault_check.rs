//! Whether a suite tells a faulty version of a class from the right one: takes tests made on the right one, runs them
//! on both, and compares what assertions can state; makes no test.

use std::path::PathBuf;

use goalline_engine::observe::OBSERVING;
use goalline_jvm::Pool;
use goalline_prepare::{
    EngineError, Request, Settings,
    prepare::{
        pools::{PoolKey, start_pool},
        prepare,
    },
    sources::attributions::Attributions,
};
use goalline_search::propagation;
use goalline_testcase::{Executor, Observation, TestCase};
use serde::{Deserialize, Serialize};

use crate::scoring::Scoring;

/// What became of a suite on the faulty version (Zhou et al. 2022, RQ on faults).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultVerdict {
    /// Some test ends otherwise there, or shows another value of what it always shows on the right version.
    Detected,
    /// No test does.
    NotDetected,
    /// Some test ends otherwise when it runs on the right version again: as a regression suite it is of no use.
    Failing,
}

impl FaultVerdict {
    /// In tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Detected => "detected",
            Self::NotDetected => "not detected",
            Self::Failing => "failing",
        }
    }
}

/// A JVM with the faulty version of a class.
pub(crate) struct FaultyVersion {
    fit: PoolKey,
    pool: Pool,
    /// The file that is compiled there.
    file: Option<PathBuf>,
}

impl FaultyVersion {
    /// The JVM as it was left, where it is one of this project.
    pub(crate) fn of(
        last: Option<Self>,
        settings: &Settings,
        request: &Request,
    ) -> Result<Self, EngineError> {
        let fit = PoolKey::of(request);
        match last {
            Some(last) if last.fit == fit => Ok(last),
            _ => Ok(Self {
                fit,
                pool: start_pool(settings, request)?,
                file: None,
            }),
        }
    }

    /// Runs the tests here and, twice, where they were scored.
    pub(crate) fn verdict(
        &mut self,
        request: &Request,
        tests: &[TestCase],
        scoring: &Scoring,
        checkers: &mut Pool,
    ) -> Result<FaultVerdict, EngineError> {
        if self.file.as_ref() != Some(&request.file) {
            let attributions = &mut Attributions::of(&request.project);
            prepare(request, self.pool.worker(), attributions)?;
            self.file = Some(request.file.clone());
        }
        let first = checkers.run(&scoring.cluster, tests, OBSERVING)?;
        let second = checkers.run(&scoring.cluster, tests, OBSERVING)?;
        let faulty = self.pool.run(&scoring.cluster, tests, OBSERVING)?;
        let mut verdict = FaultVerdict::NotDetected;
        for ((right, again), faulty) in first.iter().zip(&second).zip(&faulty) {
            if propagation(right, &[], again) == Some(0.0) {
                return Ok(FaultVerdict::Failing);
            }
            let stable = right.observations.iter();
            let stable = stable.filter(|it| again.observations.contains(it));
            let stable: Vec<Observation> = stable.cloned().collect();
            if propagation(right, &stable, faulty) == Some(0.0) {
                verdict = FaultVerdict::Detected;
            }
        }
        Ok(verdict)
    }
}
