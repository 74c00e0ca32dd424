//! Warm workers between runs: takes settings, keeps the workers of the last project alive, gives reports run by run.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use goalline_goals::Criterion;

use crate::{
    Cancel, EngineError, Events, FaultVerdict, LastPairs, LastResults, MeasuredPair,
    MeasuredSearch, ModuleCoverage, PairSuite, Report, Request, Settings, SuiteRun, UserTestReport,
    coverage::{self, MapMemory, Tester},
    evaluate::{
        Evaluation, Scorers,
        fault_check::FaultyVersion,
        measure::measure,
        measure_pair::measure_pair,
        selection_check::{SelectionCheck, check_selection},
    },
    prepare::{pools::PoolKey, prepared::read},
    request::Caller,
    run::run,
    store::last_results::ResultStore,
    warm::{Warm, start, tester},
};

/// Runs generations one after the other, on workers that stay warm as long as the project is the same.
pub struct Session {
    settings: Settings,
    store: ResultStore,
    warm: Mutex<Option<WarmWorkers>>,
    maps: Arc<MapMemory>,
}

/// Workers between runs.
struct WarmWorkers {
    fit: PoolKey,
    warm: Warm,
    scorers: Scorers,
}

impl WarmWorkers {
    fn measuring(&mut self) -> Evaluation<'_> {
        Evaluation {
            warm: &mut self.warm,
            scorers: &mut self.scorers,
        }
    }
}

impl Session {
    /// A session without workers yet: the first run starts them.
    pub fn new(settings: Settings) -> Self {
        Self {
            store: ResultStore::new(&settings),
            settings,
            warm: Mutex::new(None),
            maps: Arc::default(),
        }
    }

    /// Starts workers for the request's project ahead of a run, so that the run finds them warm.
    pub fn warm_up(&self, request: &Request) -> Result<(), EngineError> {
        let kept = self.take(request)?;
        self.keep(kept);
        Ok(())
    }

    /// Runs one generation. A second call at the same time starts workers of its own.
    ///
    /// # Errors
    /// See [`EngineError`]; a search that ends early is no error, its report says what it has.
    pub fn generate(
        &self,
        request: &Request,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<Report, EngineError> {
        let mut kept = self.take(request)?;
        (kept.scorers.scoring, kept.scorers.pair) = (None, None);
        let result = run(&mut kept.warm, &self.store, request, cancel, events);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
    }

    /// Runs one generation for all pairs of branches of the request's file and remembers what it found. A run that
    /// was cancelled for another one leaves no trace.
    ///
    /// # Errors
    /// See [`EngineError`]; a file without pairs is no error.
    pub fn couple(&self, request: &Request, cancel: &Cancel) -> Result<LastPairs, EngineError> {
        let found = match self.generate(request, cancel, &mut |_| {}) {
            Ok(report) => {
                let text = read(request)?;
                LastPairs::of(&report, &request.file, text, &request.open_texts)
            }
            Err(EngineError::NothingCoupled { seen, .. }) => LastPairs::none(seen),
            Err(error) => return Err(error),
        };
        if !cancel.is_replaced() {
            self.store.put_pairs(&request.file, &found);
        }
        Ok(found)
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
        let mut kept = self.take(request)?;
        kept.scorers.pair = None;
        let result = measure(&mut kept.measuring(), request, scored, cancel);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result.map(|(measured, _)| measured)
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
        let mut kept = self.take(request)?;
        kept.scorers.pair = None;
        let result = self.compared(&mut kept.measuring(), request, faulty, scored, cancel);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
    }

    fn compared(
        &self,
        on: &mut Evaluation<'_>,
        request: &Request,
        faulty: &Request,
        scored: &[Criterion],
        cancel: &Cancel,
    ) -> Result<(MeasuredSearch, FaultVerdict), EngineError> {
        let (measured, tests) = measure(on, request, scored, cancel)?;
        let Some(scoring) = &on.scorers.scoring else {
            return Ok((measured, FaultVerdict::NotDetected));
        };
        let mut version = FaultyVersion::of(on.scorers.faulty.take(), &self.settings, faulty)?;
        let verdict = version.verdict(faulty, &tests, scoring, &mut on.warm.checkers)?;
        on.scorers.faulty = Some(version);
        Ok((measured, verdict))
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
        let mut kept = self.take(caller)?;
        let result = measure_pair(&mut kept.measuring(), caller, inner, suite, cancel);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
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
        let mut kept = self.take(request)?;
        kept.scorers.pair = None;
        let result = check_selection(&mut kept.measuring(), request, cancel);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
    }

    /// Runs the user's own tests and says what they cover; searches for nothing.
    ///
    /// # Errors
    /// See [`EngineError`]. Tests that cannot be run are no error but a notice.
    pub fn run_user_tests(
        &self,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<UserTestReport, EngineError> {
        let mut kept = self.take(request)?;
        let Warm {
            searchers,
            attributions,
            tester,
            ..
        } = &mut kept.warm;
        let result = coverage::report(searchers, attributions, tester, request, cancel);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
    }

    /// What the user's own tests cover of the whole module that the request's file belongs to. Tests run that did not
    /// yet, or that a change can affect; each is kept as it ends, so that a run that is cut short goes on from there.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn map_coverage(
        &self,
        request: &Request,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<ModuleCoverage, EngineError> {
        coverage::map(
            &mut self.tester(request),
            request,
            &mut Caller { cancel, events },
        )
    }

    /// Runs the tests that this would run, and says nothing of what they cover: runs of single files find it. May go on
    /// beside another run, in a JVM of its own, which ends with it.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn complete_map(
        &self,
        request: &Request,
        cancel: &Cancel,
        events: &mut dyn Events,
    ) -> Result<SuiteRun, EngineError> {
        coverage::complete(
            &mut self.tester(request),
            request,
            &mut Caller { cancel, events },
        )
    }

    fn tester(&self, request: &Request) -> Tester {
        tester(&self.settings, request, &self.maps)
    }

    /// What was last found for this file, in this process or an earlier one, if its text is still the same.
    pub fn last_results(&self, file: &Path) -> Option<LastResults> {
        self.store.last_results(file)
    }

    /// What was last found of pairs of branches for this file, in this process or an earlier one.
    pub fn last_pairs(&self, file: &Path) -> Option<LastPairs> {
        self.store.last_pairs(file)
    }

    fn take(&self, request: &Request) -> Result<WarmWorkers, EngineError> {
        let kept = self
            .warm
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let fit = PoolKey::of(request);
        match kept {
            Some(kept) if kept.fit == fit => Ok(kept),
            _ => Ok(WarmWorkers {
                fit,
                warm: start(&self.settings, request, &self.maps)?,
                scorers: Scorers::default(),
            }),
        }
    }

    fn keep(&self, kept: WarmWorkers) {
        let mut slot = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(kept);
    }
}

/// Whether the workers of a run that ended so are of no more use.
fn is_lost<T>(result: &Result<T, EngineError>) -> bool {
    result.as_ref().is_err_and(EngineError::is_of_worker)
}

#[cfg(test)]
mod tests {
    use goalline_jvm::WorkerError;
    use goalline_testcase::ExecutorError;

    use super::*;

    #[test]
    fn workers_outlive_a_cancelled_question_and_not_a_broken_one() {
        let lost = |error: EngineError| is_lost::<()>(&Err(error));
        assert!(!lost(WorkerError::Cancelled.into()));
        assert!(!lost(ExecutorError::Cancelled.into()));
        assert!(lost(WorkerError::Failed("x".to_owned()).into()));
        assert!(lost(ExecutorError::Unavailable("x".to_owned()).into()));
        assert!(!lost(EngineError::NothingToTest("x".to_owned())));
    }
}
