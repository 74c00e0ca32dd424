//! What runs are asked of: the workers of the last project stay warm between them, and results are remembered.

use std::{path::Path, sync::Arc};

use goalline_coverage::{self as coverage, MapMemory, Tester};
use goalline_prepare::{
    Cancel, EngineError, Events, ModuleCoverage, Report, Request, Settings, SuiteRun,
    UserTestReport, prepare::prepared::read, request::Caller,
};

use crate::{
    LastPairs, LastResults,
    kept_workers::KeptWorkers,
    run::run,
    store::last_results::ResultStore,
    warm::{Warm, tester},
};

/// Runs generations one after the other, on workers that stay warm as long as the project is the same.
pub struct Session {
    settings: Settings,
    store: ResultStore,
    workers: KeptWorkers<()>,
    maps: Arc<MapMemory>,
}

impl Session {
    /// A session without workers yet: the first run starts them.
    pub fn new(settings: Settings) -> Self {
        let maps = Arc::default();
        Self {
            store: ResultStore::new(&settings),
            workers: KeptWorkers::new(settings.clone(), Arc::clone(&maps)),
            settings,
            maps,
        }
    }

    /// Starts workers for the request's project ahead of a run, so that the run finds them warm.
    pub fn warm_up(&self, request: &Request) -> Result<(), EngineError> {
        self.workers.with(request, |_, ()| Ok(()))
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
        self.workers.with(request, |warm, ()| {
            run(warm, &self.store, request, cancel, events)
        })
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

    /// Runs the user's own tests and says what they cover; searches for nothing.
    ///
    /// # Errors
    /// See [`EngineError`]. Tests that cannot be run are no error but a notice.
    pub fn run_user_tests(
        &self,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<UserTestReport, EngineError> {
        self.workers.with(request, |warm, ()| {
            let Warm {
                searchers,
                attributions,
                tester,
                ..
            } = warm;
            coverage::report(searchers, attributions, tester, request, cancel)
        })
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
}
