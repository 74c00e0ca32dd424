//! Warm workers between runs: those of the last project stay, so that the next run of it finds them warm. Here, apart
//! from what runs on them, since generating and measuring keep workers alike.

use std::sync::{Arc, Mutex, PoisonError};

use goalline_coverage::MapMemory;
use goalline_prepare::{EngineError, Request, Settings, prepare::pools::PoolKey};

use crate::warm::{Warm, start};

/// Workers that outlive a run as long as the project stays the same, and what their owner left in them.
pub struct KeptWorkers<T> {
    settings: Settings,
    maps: Arc<MapMemory>,
    kept: Mutex<Option<Kept<T>>>,
}

/// Workers between two runs.
struct Kept<T> {
    fit: PoolKey,
    warm: Warm,
    left: T,
}

impl<T: Default> KeptWorkers<T> {
    /// No workers yet: the first run starts them.
    pub fn new(settings: Settings, maps: Arc<MapMemory>) -> Self {
        Self {
            settings,
            maps,
            kept: Mutex::new(None),
        }
    }

    /// What workers are started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Runs on the workers of the request's project. They stay for the next run, unless this one lost them. A second
    /// call at the same time starts workers of its own.
    ///
    /// # Errors
    /// Those of the run, and what keeps workers from starting.
    pub fn with<R>(
        &self,
        request: &Request,
        run: impl FnOnce(&mut Warm, &mut T) -> Result<R, EngineError>,
    ) -> Result<R, EngineError> {
        let mut kept = self.take(request)?;
        let result = run(&mut kept.warm, &mut kept.left);
        if !is_lost(&result) {
            self.keep(kept);
        }
        result
    }

    fn take(&self, request: &Request) -> Result<Kept<T>, EngineError> {
        let mut slot = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = slot.take();
        drop(slot);
        let fit = PoolKey::of(request);
        match kept {
            Some(kept) if kept.fit == fit => Ok(kept),
            _ => Ok(Kept {
                fit,
                warm: start(&self.settings, request, &self.maps)?,
                left: T::default(),
            }),
        }
    }

    fn keep(&self, kept: Kept<T>) {
        let mut slot = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
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
