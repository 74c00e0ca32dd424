//! The queue of runs: takes jobs, runs one at a time on a thread of its own, the newest of each file only; what a run does stands in `run`.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::Duration,
};

use goalline_engine::Cancel;
use tokio::runtime::Handle;
use tracing::error;

use super::{
    generator::{Generator, Job},
    ordered::panic_text,
    run,
    session::Session,
};

/// Saves that follow each other within this time are one.
const SETTLE: Duration = Duration::from_millis(15);

/// How much this thread, and with it every worker and build that it starts, stands back behind other programs.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// What to do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Search for tests.
    Generate,
    /// Search for pairs of branches of the file and of what it calls; gives way to everything else.
    Pairs,
    /// Only start what a later run needs.
    WarmUp,
}

struct Current {
    job: Job,
    task: Task,
    token: String,
    cancel: Cancel,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Task, Job)>,
    current: Option<Current>,
    count: u64,
    is_closed: bool,
}

impl Queue {
    /// The next run: one for pairs when nothing else waits.
    fn take(&mut self) -> Option<(Task, Job)> {
        let is_urgent = |(task, _): &(Task, Job)| *task != Task::Pairs;
        let first = self.waiting.iter().position(is_urgent);
        self.waiting.remove(first.unwrap_or_default())
    }

    /// A run for pairs waits for its turn; one of the same file on an older text does not any more.
    fn put_behind(&mut self, job: Job) {
        self.waiting
            .retain(|(task, waiting)| *task != Task::Pairs || waiting.path != job.path);
        self.waiting.push_back((Task::Pairs, job));
    }

    /// Something is asked for that the user waits for: a run for pairs that is on begins again later, one of the same file when it
    /// is asked for again.
    fn interrupt_pairs(&mut self, path: &Path) {
        self.waiting
            .retain(|(task, waiting)| *task != Task::Pairs || waiting.path != *path);
        let current = self.current.as_ref().filter(|it| it.task == Task::Pairs);
        let Some(current) = current.filter(|it| !it.cancel.is_cancelled()) else {
            return;
        };
        current.cancel.replace();
        if current.job.path != path {
            let job = current.job.clone();
            self.put_behind(job);
        }
    }
}

/// The runs that go on and wait.
#[derive(Default)]
pub struct Runs {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Runs {
    /// Asks for a run. An older one of the same file is cancelled, one on the very same text goes on instead.
    /// Gives whether the job was taken.
    pub fn ask(&self, task: Task, job: Job) -> bool {
        let mut queue = self.queue();
        if task == Task::Pairs {
            queue.put_behind(job);
            self.changed.notify_all();
            return true;
        }
        queue.interrupt_pairs(&job.path);
        let is_waiting = queue
            .waiting
            .iter()
            .any(|(_, waiting)| waiting.path == job.path);
        if task == Task::WarmUp && is_waiting {
            return false;
        }
        if let Some(current) = queue.current.as_ref().filter(|it| it.job.path == job.path) {
            let is_same = current.task == task && current.job.text == job.text;
            if is_same && !is_waiting && !current.cancel.is_cancelled() {
                return false;
            }
            if current.task == Task::Generate && task == Task::Generate {
                current.cancel.replace();
            }
        }
        queue
            .waiting
            .retain(|(_, waiting)| waiting.path != job.path);
        queue.waiting.push_back((task, job));
        self.changed.notify_all();
        true
    }

    /// Stops the runs of a file, or all of them; gives the files whose runs had not begun.
    pub fn stop(&self, path: Option<&Path>) -> Vec<PathBuf> {
        let mut queue = self.queue();
        let is_meant = |job: &Job| path.is_none_or(|path| job.path == path);
        if let Some(current) = queue
            .current
            .as_ref()
            .filter(|current| is_meant(&current.job))
        {
            current.cancel.cancel();
        }
        let meant: Vec<PathBuf> = queue
            .waiting
            .iter()
            .filter(|(_, job)| is_meant(job))
            .map(|(_, job)| job.path.clone())
            .collect();
        queue.waiting.retain(|(_, job)| !is_meant(job));
        meant
    }

    /// Stops the run that shows this progress token.
    pub fn stop_token(&self, token: &str) {
        let queue = self.queue();
        if let Some(current) = queue
            .current
            .as_ref()
            .filter(|current| current.token == token)
        {
            current.cancel.cancel();
        }
    }

    /// Stops everything for good; waits until the thread has let go of its run, at most `patience`.
    pub fn close(&self, patience: Duration) {
        self.stop(None);
        let mut queue = self.queue();
        queue.is_closed = true;
        self.changed.notify_all();
        // Past the patience the process ends anyway, and its workers with it.
        let _ = self
            .changed
            .wait_timeout_while(queue, patience, |queue| queue.current.is_some());
    }

    /// Starts the thread.
    pub fn start(
        self: &Arc<Self>,
        session: Weak<Session>,
        generator: Arc<dyn Generator>,
    ) -> std::io::Result<()> {
        let runs = self.clone();
        let runtime = Handle::current();
        let work = move || {
            give_way();
            while let Some((task, job, token, cancel)) = runs.next() {
                let Some(session) = session.upgrade() else {
                    return;
                };
                let mut one = run::Run {
                    session: &session,
                    generator: &*generator,
                    job,
                    cancel,
                };
                let done = catch_unwind(AssertUnwindSafe(|| {
                    one.ask_java_server();
                    match task {
                        Task::Generate => one.generate(&runtime, &token),
                        Task::Pairs => one.pairs(),
                        Task::WarmUp => one.warm_up(),
                    }
                }));
                if let Err(panic) = done {
                    let cause = panic_text(panic.as_ref());
                    error!(cause, "a run panicked");
                    one.failed(&cause);
                }
                runs.done();
            }
        };
        thread::Builder::new()
            .name("goalline-runs".into())
            .spawn(work)
            .map(|_| ())
    }

    fn next(&self) -> Option<(Task, Job, String, Cancel)> {
        let mut queue = self.queue();
        loop {
            while queue.waiting.is_empty() && !queue.is_closed {
                queue = self
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            drop(queue);
            thread::sleep(SETTLE);
            queue = self.queue();
            if queue.is_closed {
                return None;
            }
            let Some((task, job)) = queue.take() else {
                continue;
            };
            queue.count += 1;
            let token = format!("goalline/{}", queue.count);
            let cancel = Cancel::default();
            queue.current = Some(Current {
                job: job.clone(),
                task,
                token: token.clone(),
                cancel: cancel.clone(),
            });
            return Some((task, job, token, cancel));
        }
    }

    fn done(&self) {
        self.queue().current = None;
        self.changed.notify_all();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The machine is first of all the user's. On Linux niceness belongs to a thread, and what it starts inherits it; elsewhere it would
/// slow the answers of the server, too.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::info!(%error, "runs do not give way to other programs");
    }
}
