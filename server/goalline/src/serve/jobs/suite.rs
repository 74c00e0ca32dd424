//! The run of all tests of a module: beside the runs of single files, on a thread and in a JVM of its own, and behind
//! them. It ends with the coverage map, and what the map says of the open files is shown by itself.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Weak},
    thread,
    time::Duration,
};

use goalline_engine::{Event, SuiteRun};
use tokio::runtime::Handle;
use tower_lsp::ls_types::MessageType;
use tracing::error;

use super::{
    builds::{AskOutcome, BuildAsker},
    file_run::{JobRun, ProgressSink, TYPING},
    queue::{JobTask, Next, Queue},
    run_thread::give_way,
    server_session::ServerSession,
};
use crate::{
    output::paint::counted,
    serve::{
        state::{
            generator::{Failure, Generator},
            results::FileResults,
            server::saved_text,
            suites::SuiteEnd,
        },
        transport::ordered::panic_text,
        view::status_words,
    },
};

/// How much more than the other runs this thread stands back, with all that it starts.
const NICENESS: i32 = 10;

/// How long the next test waits before it looks again whether it may begin.
const PATIENCE: Duration = Duration::from_millis(50);

/// Tests that are named when they did not do their work.
const NAMED: usize = 5;

/// Starts the thread with a stack of so many bytes; it ends with the queue or with the session.
pub fn start(
    queue: &Arc<Queue>,
    session: Weak<ServerSession>,
    generator: Arc<dyn Generator>,
    stack: usize,
) -> std::io::Result<()> {
    let queue = queue.clone();
    let runtime = Handle::current();
    let work = move || {
        give_way(NICENESS);
        while let Some(next) = queue.next() {
            let Some(session) = session.upgrade() else {
                return;
            };
            let asker = BuildAsker {
                queue: &queue,
                generator: &generator,
                stack,
                runtime: &runtime,
            };
            let mut run = JobRun {
                session: &session,
                generator: &*generator,
                job: next.job.clone(),
                cancel: next.cancel.clone(),
            };
            let done = catch_unwind(AssertUnwindSafe(|| run.suite(&asker, &next)));
            let is_held = done.unwrap_or_else(|panic| {
                let cause = panic_text(panic.as_ref());
                error!(cause, "the run of a suite panicked");
                false
            });
            if !is_held {
                queue.done();
            }
        }
    };
    thread::Builder::new()
        .name("goalline-suite".into())
        .stack_size(stack)
        .spawn(work)
        .map(|_| ())
}

impl JobRun<'_> {
    /// Runs the tests of the module of the file that did not run yet or may do something else now; whether it waits for
    /// the build instead.
    fn suite(&mut self, asker: &BuildAsker<'_>, next: &Next) -> bool {
        self.wait_for_turn();
        if self.session.queue.holds(&self.job.path) {
            // The same build is being asked for a run that the user waits for.
            asker.queue.hold(next.task, &self.job, &self.cancel);
            thread::sleep(PATIENCE);
            return true;
        }
        let newest = self.session.state().job(&self.job.path, None);
        let Some(newest) = newest.filter(|_| !self.cancel.is_cancelled()) else {
            return false;
        };
        self.job = newest;
        // The disk is what tests run against; what is not saved yet is measured when it is.
        let Some(text) = saved_text(&self.job.path) else {
            return false;
        };
        self.job.text = text.into();
        self.ask_java_server();
        let end = asker.ask(self, next);
        if end == AskOutcome::Answered {
            self.run_suite(asker.runtime, &next.token);
        }
        end == AskOutcome::Held
    }

    fn run_suite(&self, runtime: &Handle, token: &str) {
        let root = match self.generator.module(&self.job) {
            Ok(root) => root,
            Err(failure) => return tracing::info!(?failure, "no module, so no suite"),
        };
        let mut told = self.told(runtime, token, "Your tests".to_owned());
        let mut events = |event| self.suite_event(event, &root, &mut told);
        let result = self.generator.suite(&self.job, &self.cancel, &mut events);
        if let ProgressSink::Status(_) = told {
            self.suite_ended();
        }
        drop(told);
        self.end_suite(&root, result);
    }

    fn suite_event(&self, event: Event, root: &Path, told: &mut ProgressSink) {
        match event {
            Event::UserTests { at, of, .. } => {
                let done = at - 1;
                self.session.state().suites.advance(root, done, of);
                match told {
                    ProgressSink::Progress(progress) => {
                        let percentage = done * 100 / of.max(1);
                        progress.report(format!("{done} of {of}"), percentage as u32);
                    }
                    ProgressSink::Status(advance) => {
                        advance.report(status_words::suite(done, of));
                    }
                }
                self.wait_for_turn();
            }
            Event::Notice(notice) => self.session.say_once(MessageType::WARNING, &notice),
            _ => {}
        }
    }

    /// Who types, and whoever waits for a run, goes first.
    fn wait_for_turn(&self) {
        let is_typing = || {
            let typed = self.session.state().typed;
            typed.is_some_and(|typed| typed.elapsed() < TYPING)
        };
        while !self.cancel.is_cancelled() && (self.session.queue.is_busy() || is_typing()) {
            thread::sleep(PATIENCE);
        }
    }

    fn end_suite(&self, root: &Path, result: Result<SuiteRun, Failure>) {
        let (end, ran, is_empty) = match result {
            Ok(run) => {
                self.tell_idle(&run);
                (SuiteEnd::Complete, run.ran, run.tests == 0)
            }
            // A newer request goes on where this one was.
            Err(Failure::Cancelled) if self.cancel.is_replaced() => return,
            Err(Failure::Cancelled) => (SuiteEnd::GivenUp, 0, false),
            Err(failure) => {
                let name = root.file_name().unwrap_or_default().to_string_lossy();
                let cause = failure.cause();
                let message = format!(
                    "the tests of {name} were not run as a whole, so hints tell of the tests of each class alone: {cause}"
                );
                self.session.outbox.log(MessageType::WARNING, message);
                (SuiteEnd::GivenUp, 0, false)
            }
        };
        let is_news = self.session.state().suites.end(root, end);
        if is_empty {
            return;
        }
        for path in self.open_files(root) {
            let state = self.session.state();
            let results = state.results.get(&path);
            let is_known = results.is_some_and(FileResults::is_settled);
            drop(state);
            if ran > 0 || is_news || !is_known {
                self.session.run(&path, JobTask::Measure);
            }
        }
    }

    /// Names the tests because of which something is not known.
    fn tell_idle(&self, run: &SuiteRun) {
        if run.ran == 0 || run.idle.is_empty() {
            return;
        }
        let tests = counted(run.idle.len(), "test");
        let named = run.idle.iter().take(NAMED).cloned().collect::<Vec<_>>();
        let message = format!(
            "{tests} of yours did not do all of their work here, so what they alone may cover is not known:\n{}",
            named.join("\n")
        );
        self.session.outbox.log(MessageType::WARNING, message);
    }

    fn open_files(&self, root: &Path) -> Vec<PathBuf> {
        let open = self.session.state().documents.texts();
        let inside = open.into_keys().filter(|path| path.starts_with(root));
        inside.collect()
    }
}
