//! What experiments ask: a search whose suite is measured, alone, beside a faulty version of the class, for a pair of
//! classes, or for what smart selection leaves out. Workers stay warm from one to the next, as a session's do.

use std::sync::Arc;

use goalline_engine::kept_workers::KeptWorkers;
use goalline_goals::Criterion;
use goalline_prepare::{Cancel, EngineError, Request, Settings};
use goalline_testcase::TestCase;

use crate::{
    Evaluation, Scorers,
    fault_check::{FaultVerdict, FaultyVersion},
    measure::{MeasuredSearch, measure},
    measure_pair::{MeasuredPair, PairSuite, measure_pair},
    selection_check::{SelectionCheck, check_selection},
};

/// Measures searches one after the other; nothing of it is offered to anybody.
pub struct Evaluator {
    workers: KeptWorkers<Scorers>,
}

impl Evaluator {
    /// No workers yet: the first search starts them.
    pub fn new(settings: Settings) -> Self {
        Self {
            workers: KeptWorkers::new(settings, Arc::default()),
        }
    }

    /// Searches and measures what of these criteria the minimised suite covers in a fresh run, whatever was sought;
    /// offers and remembers nothing.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn measure(
        &self,
        request: &Request,
        scored: &[Criterion],
        cancel: &Cancel,
    ) -> Result<MeasuredSearch, EngineError> {
        self.workers.with(request, |warm, scorers| {
            scorers.pair = None;
            let on = &mut Evaluation { warm, scorers };
            Ok(measure(on, request, scored, cancel)?.0)
        })
    }

    /// The same, and whether the suite tells the class of the other request, a faulty version of this one, from it.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn measure_with_fault(
        &self,
        request: &Request,
        faulty: &Request,
        scored: &[Criterion],
        cancel: &Cancel,
    ) -> Result<(MeasuredSearch, FaultVerdict), EngineError> {
        self.workers.with(request, |warm, scorers| {
            scorers.pair = None;
            let on = &mut Evaluation { warm, scorers };
            let (measured, tests) = measure(on, request, scored, cancel)?;
            let verdict = self.compared(on, faulty, &tests)?;
            Ok((measured, verdict))
        })
    }

    fn compared(
        &self,
        on: &mut Evaluation<'_>,
        faulty: &Request,
        tests: &[TestCase],
    ) -> Result<FaultVerdict, EngineError> {
        let Some(scoring) = &on.scorers.scoring else {
            return Ok(FaultVerdict::NotDetected);
        };
        let settings = self.workers.settings();
        let mut version = FaultyVersion::of(on.scorers.faulty.take(), settings, faulty)?;
        let verdict = version.verdict(faulty, tests, scoring, &mut on.warm.checkers)?;
        on.scorers.faulty = Some(version);
        Ok(verdict)
    }

    /// Searches for one side of a pair of classes, for both, or for their pairs of branches, and measures what of the
    /// pairs and of the callee the minimised suite covers in a fresh run. The caller's request names the callee; the
    /// other one is about the callee's file. Offers and remembers nothing.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn measure_pair(
        &self,
        caller: &Request,
        inner: &Request,
        suite: PairSuite,
        cancel: &Cancel,
    ) -> Result<MeasuredPair, EngineError> {
        self.workers.with(caller, |warm, scorers| {
            let on = &mut Evaluation { warm, scorers };
            measure_pair(on, caller, inner, suite, cancel)
        })
    }

    /// Searches for what smart selection keeps of a class, by both tables, and checks by running that the goals it
    /// calls implied are covered by each test that covers what stands for them.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn check_selection(
        &self,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<SelectionCheck, EngineError> {
        self.workers.with(request, |warm, scorers| {
            scorers.pair = None;
            check_selection(&mut Evaluation { warm, scorers }, request, cancel)
        })
    }
}
