//! The runs of an experiment: takes a plan and something that measures, makes the runs that are missing on several
//! threads, and keeps each at once.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use thiserror::Error;

use crate::{Folder, FolderError, Plan, PlannedRun, RunOutcome, Shard};

/// Why an experiment stopped before its end. What was run is kept.
#[derive(Debug, Error)]
pub enum Stopped {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The user.
    #[error("interrupted: --resume goes on")]
    Cancelled,
}

/// Makes single runs.
pub trait Measure {
    /// What became of the run; none when it was cancelled.
    fn measure(&mut self, plan: &Plan, job: PlannedRun) -> Option<RunOutcome>;
}

/// Hears how far an experiment is; called from several threads.
pub trait RunnerProgress: Sync {
    /// So many runs of so many are there; `failed` says why the last one gave nothing.
    fn ran(&self, done: usize, all: usize, failed: Option<&str>);
}

/// What is to be run, and where the runs are kept.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a> {
    /// All runs.
    pub plan: &'a Plan,
    /// The part of them that is made here.
    pub shard: Shard,
    /// Where they are kept.
    pub folder: &'a Folder,
    /// Threads that make them.
    pub threads: usize,
}

impl Runner<'_> {
    /// Makes the runs of a shard that are missing, each thread with a measure of its own.
    ///
    /// # Errors
    /// See [`Stopped`].
    pub fn run<M: Measure>(
        &self,
        measure: &(dyn Fn() -> M + Sync),
        progress: &dyn RunnerProgress,
    ) -> Result<(), Stopped> {
        let (plan, folder) = (self.plan, self.folder);
        let jobs = plan.shard(self.shard);
        let mut missing = Vec::new();
        for job in &jobs {
            // What gave nothing may have had a reason that is gone.
            if !matches!(folder.outcome(plan, *job)?, Some(RunOutcome::Measured(_))) {
                missing.push(*job);
            }
        }
        let all = jobs.len();
        let done = AtomicUsize::new(all - missing.len());
        progress.ran(all - missing.len(), all, None);
        let stretches = plan.stretches(&missing);
        let next = AtomicUsize::new(0);
        let stopped: Mutex<Option<Stopped>> = Mutex::new(None);
        let is_stopped = || lock(&stopped).is_some();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(stretches.len()) {
                scope.spawn(|| {
                    let mut measure = measure();
                    let mut mine = std::iter::from_fn(|| {
                        let stretch = stretches.get(next.fetch_add(1, Ordering::Relaxed))?;
                        Some(stretch.iter())
                    })
                    .flatten();
                    while !is_stopped()
                        && let Some(job) = mine.next()
                    {
                        let kept = match measure.measure(plan, *job).map(|it| signed(it, plan)) {
                            Some(outcome) => folder.keep(plan, *job, &outcome).map(|()| outcome),
                            None => return *lock(&stopped) = Some(Stopped::Cancelled),
                        };
                        match kept {
                            Ok(outcome) => {
                                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                                progress.ran(done, all, why(&outcome));
                            }
                            Err(error) => return *lock(&stopped) = Some(error.into()),
                        }
                    }
                });
            }
        });
        let stopped = stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
        stopped.map_or(Ok(()), Err)
    }
}

/// With the build that made the run.
fn signed(mut outcome: RunOutcome, plan: &Plan) -> RunOutcome {
    if let RunOutcome::Measured(record) = &mut outcome {
        record.build.clone_from(&plan.build);
    }
    outcome
}

fn lock(stopped: &Mutex<Option<Stopped>>) -> std::sync::MutexGuard<'_, Option<Stopped>> {
    stopped.lock().unwrap_or_else(PoisonError::into_inner)
}

fn why(outcome: &RunOutcome) -> Option<&str> {
    match outcome {
        RunOutcome::Measured(_) => None,
        RunOutcome::Failed(reason) => Some(reason),
    }
}
