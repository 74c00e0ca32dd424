//! Asks the build of a file what its project is before anything is run for the file: on a thread of its own, so that a
//! build that takes long, or never ends, keeps nobody waiting but the files that it is about.

use std::{
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use goalline_engine::Cancel;
use tokio::runtime::Handle;

use super::{
    file_run::{JobRun, ProgressSink},
    queue::{JobTask, Next, Queue},
};
use crate::serve::{
    state::generator::{Failure, Generator},
    transport::status::StatusState,
    view::status_words,
};

/// How long others wait for a build: one that is known answers within this time.
const PATIENCE: Duration = Duration::from_secs(2);

/// What became of asking.
#[derive(Debug, PartialEq, Eq)]
pub enum AskOutcome {
    /// It has answered: what is run for the file finds the answer at once.
    Answered,
    /// It goes on, and the run waits in the queue until it ends.
    Held,
    /// Nobody wants the answer any more.
    Stopped,
}

/// Who asks, and for whom.
pub struct BuildAsker<'a> {
    /// Where the run waits meanwhile.
    pub queue: &'a Arc<Queue>,
    /// Whom to ask.
    pub generator: &'a Arc<dyn Generator>,
    /// The stack that reading any build file takes.
    pub stack: usize,
    /// Where progress is timed.
    pub runtime: &'a Handle,
}

impl BuildAsker<'_> {
    /// Asks, and waits a moment for the answer; after that the run goes back into the queue.
    pub fn ask(&self, run: &JobRun<'_>, next: &Next) -> AskOutcome {
        let (sender, answer) = mpsc::channel();
        let (generator, job) = (self.generator.clone(), run.job.clone());
        let (queue, cancel) = (self.queue.clone(), run.cancel.clone());
        let token = next.token.clone();
        let (told_sender, told) = mpsc::channel::<ProgressSink>();
        let ask = move || {
            // However it ends, the run that waits for it comes again.
            let _held = HeldRun { queue, token };
            let answer = generator.ask_build(&job, &cancel);
            // Nobody waits for it once the run is held.
            let _ = sender.send(answer);
            // Progress that is shown ends with it.
            drop(told);
        };
        self.queue
            .ask_build(&run.job.path, &next.token, &run.cancel);
        let builder = thread::Builder::new().name("goalline-build".into());
        if let Err(error) = builder.stack_size(self.stack).spawn(ask) {
            tracing::warn!(%error, "the build is asked by the run itself");
            self.queue.answered(&next.token);
            return AskOutcome::Answered;
        }
        match answer.recv_timeout(PATIENCE) {
            Ok(Err(Failure::Cancelled)) => AskOutcome::Stopped,
            // A panic comes again in the run, which says so.
            Ok(_) | Err(RecvTimeoutError::Disconnected) => AskOutcome::Answered,
            Err(RecvTimeoutError::Timeout) if is_stopped(&run.cancel) => AskOutcome::Stopped,
            Err(RecvTimeoutError::Timeout) => {
                self.hold(run, next, &told_sender);
                AskOutcome::Held
            }
        }
    }

    /// The run waits in the queue, and says what for.
    fn hold(&self, run: &JobRun<'_>, next: &Next, told: &mpsc::Sender<ProgressSink>) {
        if next.task == JobTask::Generate {
            let words = status_words::waiting_for_build(&run.job.subject());
            run.status(StatusState::Running, words.clone());
            let shown = run.told(self.runtime, &next.token, words);
            // One that has ended by now needs no progress.
            let _ = told.send(shown);
        }
        self.queue.hold(next.task, &run.job, &run.cancel);
    }
}

/// Whether the user ended it; whoever saved again still waits for the build.
fn is_stopped(cancel: &Cancel) -> bool {
    cancel.is_cancelled() && !cancel.is_replaced()
}

/// A run that may wait for a build; it does not once this is dropped.
struct HeldRun {
    queue: Arc<Queue>,
    token: String,
}

impl Drop for HeldRun {
    fn drop(&mut self) {
        self.queue.answered(&self.token);
    }
}
