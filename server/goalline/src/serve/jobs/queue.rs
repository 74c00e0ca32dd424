//! The queue of runs: takes jobs, gives one at a time, the newest of each file only, those for pairs last; runs
//! nothing itself.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use goalline_engine::Cancel;

use super::asking::{AskedBuilds, project_of};
use crate::serve::state::generator::Job;

/// Saves that follow each other within this time are one.
const SETTLE: Duration = Duration::from_millis(15);

/// A search that gave no sign for so long gives way to files of other projects: code that loops, or that suspends
/// threads, holds up its own project alone.
const STUCK: Duration = Duration::from_secs(10);

/// Times that one gives way at most: of two that are stuck each has its turn to the end.
const MOST_GIVEN_WAY: u32 = 3;

/// What to do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobTask {
    /// Search for tests.
    Generate,
    /// Say what the user's tests cover, without a search: the run of all tests of the module has ended.
    Measure,
    /// Search for pairs of branches of the file and of what it calls; gives way to everything else.
    Pairs,
    /// Show what an earlier process has found, and start what a later run needs.
    WarmUp,
    /// Only show what an earlier process has found.
    Recall,
    /// Run all tests of the module of the file; has a queue of its own.
    Suite,
}

impl JobTask {
    /// Whether the user waits for something else first.
    pub fn is_of_background(self) -> bool {
        matches!(self, Self::Measure | Self::Pairs)
    }
}

/// A run whose turn it is.
pub struct Next {
    /// What to do.
    pub task: JobTask,
    /// With what.
    pub job: Job,
    /// Names its progress to the client.
    pub token: String,
    /// Ends it early.
    pub cancel: Cancel,
}

/// A run that goes on.
struct Current {
    job: Job,
    task: JobTask,
    token: String,
    cancel: Cancel,
    /// When it last gave a sign.
    sign: Instant,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<(JobTask, Job)>,
    /// Builds whose files wait for what they say.
    asked: AskedBuilds,
    current: Option<Current>,
    /// Files whose run gave way since it was asked for, and how often.
    gave_way: BTreeMap<PathBuf, u32>,
    count: u64,
    is_closed: bool,
}

impl QueueState {
    /// The next run: one that only measures when nothing else waits but runs for pairs, which come last. One whose
    /// build is being asked is none.
    fn take(&mut self) -> Option<(JobTask, Job)> {
        let rank = |task: JobTask| match task {
            JobTask::Pairs => 2,
            JobTask::Measure => 1,
            _ => 0,
        };
        let ready = self
            .waiting
            .iter()
            .enumerate()
            .filter(|it| self.is_ready(it.1));
        let first = ready.min_by_key(|(at, (task, _))| (rank(*task), *at));
        let at = first.map(|(at, _)| at)?;
        self.waiting.remove(at)
    }

    /// Whether nothing has to be waited for first.
    fn is_ready(&self, waiting: &(JobTask, Job)) -> bool {
        !self.asked.holds(&waiting.1.path)
    }

    /// A run of the background waits for its turn; one of the same file on an older text does not any more.
    fn put_behind(&mut self, task: JobTask, job: Job) {
        self.waiting
            .retain(|(other, waiting)| *other != task || waiting.path != job.path);
        self.waiting.push_back((task, job));
    }

    /// A search that is on and has given no sign for long begins again later, where a file of another project waits.
    fn give_way(&mut self, now: Instant) {
        let is_stuck = |it: &&Current| {
            it.task == JobTask::Generate
                && !it.cancel.is_cancelled()
                && now.saturating_duration_since(it.sign) >= STUCK
        };
        let Some(current) = self.current.as_ref().filter(is_stuck) else {
            return;
        };
        let path = &current.job.path;
        let is_of_another = |(task, job): &(JobTask, Job)| {
            !task.is_of_background() && project_of(&job.path) != project_of(path)
        };
        let is_spent = self
            .gave_way
            .get(path)
            .is_some_and(|times| *times >= MOST_GIVEN_WAY);
        if is_spent || !self.waiting.iter().any(is_of_another) {
            return;
        }
        tracing::info!(file = %path.display(), "gave no sign for long and gives way");
        current.cancel.replace();
        let job = current.job.clone();
        *self.gave_way.entry(job.path.clone()).or_default() += 1;
        self.waiting.push_back((JobTask::Generate, job));
    }

    /// Something is asked for that the user waits for: a run of the background that is on begins again later, one of
    /// the same file when it is asked for again.
    fn interrupt_background(&mut self, path: &Path) {
        self.waiting
            .retain(|(task, waiting)| !task.is_of_background() || waiting.path != *path);
        let current = self.current.as_ref();
        let current = current.filter(|it| it.task.is_of_background() && !it.cancel.is_cancelled());
        let Some(current) = current else {
            return;
        };
        current.cancel.replace();
        if current.job.path != path {
            let (task, job) = (current.task, current.job.clone());
            self.put_behind(task, job);
        }
    }
}

/// Whether a job is for a method, and the newer one for all of the very same text: that may be nobody's wish.
fn goes_first(job: &Job, newer: &Job) -> bool {
    job.path == newer.path
        && job.method.is_some()
        && newer.method.is_none()
        && job.text == newer.text
}

/// The runs that go on and wait.
#[derive(Default)]
pub struct Queue {
    line: Mutex<QueueState>,
    changed: Condvar,
}

impl Queue {
    /// Asks for a run. An older one of the same file is cancelled, one on the very same text goes on instead; one for a
    /// method that the user asked for comes to its end before one for the whole text. Gives whether the job was taken.
    pub fn ask(&self, task: JobTask, job: Job) -> bool {
        let mut line = self.line();
        if task.is_of_background() {
            line.put_behind(task, job);
            self.changed.notify_all();
            return true;
        }
        line.interrupt_background(&job.path);
        line.gave_way.remove(&job.path);
        let is_waiting = line
            .waiting
            .iter()
            .any(|(_, waiting)| waiting.path == job.path);
        if matches!(task, JobTask::WarmUp | JobTask::Recall) && is_waiting {
            return false;
        }
        if let Some(current) = line.current.as_ref().filter(|it| it.job.path == job.path) {
            let is_same = current.task == task
                && current.job.text == job.text
                && current.job.method == job.method;
            if is_same && !is_waiting && !current.cancel.is_cancelled() {
                return false;
            }
            let is_search = current.task == JobTask::Generate && task == JobTask::Generate;
            if is_search && !goes_first(&current.job, &job) {
                current.cancel.replace();
            }
        }
        line.waiting
            .retain(|(_, waiting)| waiting.path != job.path || goes_first(waiting, &job));
        line.waiting.push_back((task, job));
        self.changed.notify_all();
        true
    }

    /// Whether a run of this file waits for a build that is being read, or for a JVM that starts for a later run: the
    /// first time Maven may have to download what it needs.
    pub fn is_warming_up(&self, path: &Path) -> bool {
        let line = self.line();
        let current = line.current.as_ref();
        current.is_some_and(|it| it.task == JobTask::WarmUp) || line.asked.holds(path)
    }

    /// The build of a run that is on is asked from now on.
    pub fn ask_build(&self, path: &Path, token: &str, cancel: &Cancel) {
        self.line().asked.begin(path, token, cancel);
    }

    /// The build that was asked under this token has answered, or nobody wants its answer any more.
    pub fn answered(&self, token: &str) {
        self.line().asked.end(token);
        self.changed.notify_all();
    }

    /// The run that is on waits until its build has answered, unless a newer one of the same file does.
    pub fn hold(&self, task: JobTask, job: &Job, cancel: &Cancel) {
        let mut line = self.line();
        let is_newer = |(_, waiting): &(JobTask, Job)| waiting.path == job.path;
        if !cancel.is_replaced() && !line.waiting.iter().any(is_newer) {
            line.waiting.push_back((task, job.clone()));
        }
        line.current = None;
        self.changed.notify_all();
    }

    /// Whether a run of this file has to wait for a build.
    pub fn holds(&self, path: &Path) -> bool {
        self.line().asked.holds(path)
    }

    /// Whether somebody waits for a run, and not for a build.
    pub fn is_busy(&self) -> bool {
        let line = self.line();
        let current = line.current.iter().map(|it| it.task);
        let waiting = line.waiting.iter().filter(|it| line.is_ready(it));
        let mut all = current.chain(waiting.map(|(task, _)| *task));
        all.any(|task| task != JobTask::Pairs)
    }

    /// The run that is on works on this instead of what it was asked for with.
    pub fn renew(&self, job: &Job) {
        if let Some(current) = &mut self.line().current {
            current.job = job.clone();
        }
    }

    /// The job of the run for pairs that is on: what it finds will be about the texts that the job has.
    pub fn pairs_under_way(&self) -> Option<Job> {
        let line = self.line();
        let current = line.current.as_ref().filter(|it| it.task == JobTask::Pairs);
        current.map(|it| it.job.clone())
    }

    /// Stops the runs of a file, or all of them; gives the files whose searches had not begun.
    pub fn stop(&self, path: Option<&Path>) -> Vec<PathBuf> {
        let mut line = self.line();
        line.asked.cancel(path);
        let is_meant = |job: &Job| path.is_none_or(|path| job.path == path);
        if let Some(current) = line
            .current
            .as_ref()
            .filter(|current| is_meant(&current.job))
        {
            current.cancel.cancel();
        }
        let meant: Vec<PathBuf> = line
            .waiting
            .iter()
            .filter(|(task, job)| *task == JobTask::Generate && is_meant(job))
            .map(|(_, job)| job.path.clone())
            .collect();
        line.waiting.retain(|(_, job)| !is_meant(job));
        meant
    }

    /// Stops the run that shows this progress token; gives the file for which a build is asked under it.
    pub fn stop_token(&self, token: &str) -> Option<PathBuf> {
        let line = self.line();
        if let Some(current) = line
            .current
            .as_ref()
            .filter(|current| current.token == token)
        {
            current.cancel.cancel();
        }
        line.asked.file_of(token)
    }

    /// Stops everything for good; waits until the thread has let go of its run, at most `patience`.
    pub fn close(&self, patience: Duration) {
        self.stop(None);
        let mut line = self.line();
        line.is_closed = true;
        self.changed.notify_all();
        // Past the patience the process ends anyway, and its workers with it.
        let _ = self.changed.wait_timeout_while(line, patience, |line| {
            line.current.is_some() || !line.asked.is_empty()
        });
    }

    /// Waits for the next run; none when the queue is closed.
    pub fn next(&self) -> Option<Next> {
        let mut line = self.line();
        loop {
            let has_ready = |line: &QueueState| line.waiting.iter().any(|it| line.is_ready(it));
            while !has_ready(&line) && !line.is_closed {
                line = self
                    .changed
                    .wait(line)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            drop(line);
            thread::sleep(SETTLE);
            line = self.line();
            if line.is_closed {
                return None;
            }
            let Some((task, job)) = line.take() else {
                continue;
            };
            line.count += 1;
            let kind = if task == JobTask::Suite { "/suite" } else { "" };
            let token = format!("goalline{kind}/{}", line.count);
            let cancel = Cancel::default();
            line.current = Some(Current {
                job: job.clone(),
                task,
                token: token.clone(),
                cancel: cancel.clone(),
                sign: Instant::now(),
            });
            return Some(Next {
                task,
                job,
                token,
                cancel,
            });
        }
    }

    /// The run that is on has got somewhere.
    pub fn sign(&self) {
        if let Some(current) = &mut self.line().current {
            current.sign = Instant::now();
        }
    }

    /// Looks whether the run that is on is stuck while others wait; false once the queue is closed.
    pub fn look_after(&self) -> bool {
        let mut line = self.line();
        line.give_way(Instant::now());
        !line.is_closed
    }

    /// The run that was given has ended.
    pub fn done(&self) {
        self.line().current = None;
        self.changed.notify_all();
    }

    fn line(&self) -> MutexGuard<'_, QueueState> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use crate::serve::state::{asked::MethodAround, settings::ClientSettings};

    use super::*;

    /// A job for a file in this folder, which is a project.
    fn job(root: &Path, project: &str, file: &str) -> Job {
        let folder = root.join(project);
        fs::create_dir_all(folder.join("src")).expect("it is ours");
        fs::write(folder.join("pom.xml"), "").expect("it is ours");
        Job {
            number: 1,
            path: folder.join("src").join(file),
            method: None,
            text: "".into(),
            settings: ClientSettings::default(),
            own: ClientSettings::default(),
            folders: Vec::new(),
            java_server: None,
            awaits_suite: false,
            open_texts: BTreeMap::new(),
        }
    }

    /// A queue whose current run is about `first` while `second` waits, looked at so long after the last sign.
    fn looked_at(first: Job, second: Job, after: Duration) -> (Queue, Next) {
        let queue = Queue::default();
        assert!(queue.ask(JobTask::Generate, first));
        let next = queue.next().expect("it is open");
        assert!(queue.ask(JobTask::Generate, second));
        let now = Instant::now() + after;
        queue.line().give_way(now);
        (queue, next)
    }

    #[test]
    fn a_run_that_gives_no_sign_gives_way_to_a_file_of_another_project_and_comes_again() {
        let root = tempfile::tempdir().expect("a folder");
        let (loops, other) = (
            job(root.path(), "loops", "A.java"),
            job(root.path(), "shop", "Cart.java"),
        );
        let (queue, next) = looked_at(loops.clone(), other.clone(), STUCK);
        assert!(next.cancel.is_replaced());
        queue.done();
        assert_eq!(queue.next().expect("it waits").job.path, other.path);
        queue.done();
        for times in 1..=MOST_GIVEN_WAY {
            let again = queue.next().expect("it comes again");
            assert_eq!(again.job.path, loops.path);
            assert!(queue.ask(JobTask::Generate, other.clone()));
            queue.line().give_way(Instant::now() + STUCK);
            // At last it has its turn, until it is asked for anew.
            let gives_way = times < MOST_GIVEN_WAY;
            assert_eq!(again.cancel.is_replaced(), gives_way);
            queue.done();
            assert_eq!(queue.next().expect("it waits").job.path, other.path);
            queue.done();
        }
    }

    #[test]
    fn a_search_for_a_method_ends_before_one_for_all_of_the_same_text() {
        let root = tempfile::tempdir().expect("a folder");
        let whole = job(root.path(), "shop", "Cart.java");
        let flow = goalline_flow::FileFlow::of(&goalline_syntax::JavaFile::parse(
            "class Cart { int total() { return 1; } }",
        ));
        let total = flow.methods.iter().find(|it| it.name == "total");
        let method = MethodAround::of(&flow, total.expect("it is declared").id);
        let of_method = Job {
            method: Some(method),
            ..whole.clone()
        };
        let (queue, next) = looked_at(of_method.clone(), whole.clone(), Duration::ZERO);
        assert!(!next.cancel.is_replaced());
        queue.done();
        assert!(queue.next().expect("it waits").job.method.is_none());
        queue.done();
        // What was typed since is what the user works on.
        let typed = Job {
            text: "class Cart {}".into(),
            ..whole
        };
        let (_, next) = looked_at(of_method, typed, Duration::ZERO);
        assert!(next.cancel.is_replaced());
    }

    #[test]
    fn a_run_that_gets_on_or_that_only_files_of_its_project_wait_for_goes_on() {
        let root = tempfile::tempdir().expect("a folder");
        let first = job(root.path(), "shop", "Cart.java");
        let beside = job(root.path(), "shop", "Till.java");
        let other = job(root.path(), "clinic", "Pet.java");
        let (_, next) = looked_at(first.clone(), beside, STUCK);
        assert!(!next.cancel.is_cancelled());
        let (_, next) = looked_at(first, other, STUCK / 2);
        assert!(!next.cancel.is_cancelled());
    }
}
