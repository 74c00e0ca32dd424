//! One run for one file: takes a job, plays the engine's events into the session, says how it ended; where it runs is decided in `runs`.

use goalline_engine::{Cancel, Event, GoalState, Phase, Report};
use tokio::runtime::Handle;
use tower_lsp::ls_types::MessageType;

use super::{
    generator::{Failure, Generator, Job},
    progress::Progress,
    results::FileResults,
    session::Session,
    status::{self, StatusState},
};

/// What a run works with.
pub struct Run<'a> {
    /// Where results go.
    pub session: &'a Session,
    /// The engine.
    pub generator: &'a dyn Generator,
    /// What to run.
    pub job: Job,
    /// Ends it early.
    pub cancel: Cancel,
}

impl Run<'_> {
    /// Starts what a later run needs. Failures are told when a run is really asked for.
    pub fn warm_up(&self) {
        if let Err(failure) = self.generator.warm_up(&self.job) {
            tracing::info!(?failure, file = %self.job.path.display(), "nothing was warmed up");
        }
    }

    /// Searches for tests.
    pub fn generate(&self, runtime: &Handle, token: &str) {
        let name = self.job.name();
        self.status(StatusState::Running, format!("{name}: looking for tests"));
        let has_progress = self.session.state().client.has_progress;
        let progress = has_progress.then(|| {
            let outbox = self.session.outbox.clone();
            Progress::start(outbox, runtime, token, name.clone())
        });
        let result = self.generator.test_place(&self.job).and_then(|place| {
            self.results(|results| results.place = Some(place));
            let mut events = |event| self.event(event, progress.as_ref());
            self.generator
                .generate(&self.job, &self.cancel, &mut events)
        });
        drop(progress);
        if self.forget_deleted() {
            return;
        }
        match result {
            Ok(report) => self.finish(&report),
            Err(failure) => self.give_up(failure),
        }
        self.session.publisher.now(&self.job.path);
    }

    /// The run panicked.
    pub fn failed(&self, cause: &str) {
        self.give_up(Failure::Trouble(format!(
            "goalline failed while working on {}: {cause}. Other files are not affected; please report it.",
            self.job.name()
        )));
    }

    fn event(&self, event: Event, progress: Option<&Progress>) {
        match event {
            Event::Phase(phase) => {
                let doing = match phase {
                    Phase::Compiling => "compiling",
                    Phase::Searching => "searching",
                    Phase::Verifying => "checking tests",
                };
                self.status(
                    StatusState::Running,
                    format!("{}: {doing}", self.job.name()),
                );
            }
            Event::Goals(states) => {
                self.results(|results| results.set_goals(self.job.number, states));
                self.session.publisher.now(&self.job.path);
            }
            Event::Progress { covered, total, .. } => {
                if let Some(progress) = progress {
                    let percentage = (covered * 100).checked_div(total).unwrap_or(100);
                    progress.report(format!("{covered} of {total} goals"), percentage as u32);
                }
                if !self.job.path.exists() {
                    self.cancel.cancel();
                }
            }
            Event::Covered(_) => {}
            Event::TestReady(test) => {
                self.results(|results| results.add_test(test));
                self.session.publisher.now(&self.job.path);
            }
            Event::Notice(notice) => self.session.say_once(MessageType::WARNING, &notice),
        }
    }

    fn finish(&self, report: &Report) {
        self.results(|results| results.finish(self.job.number, report));
        for notice in &report.notices {
            self.session.say_once(MessageType::WARNING, notice);
        }
        let is_covered = |state: &GoalState| {
            matches!(state, GoalState::CoveredByUser(_) | GoalState::TestReady(_))
        };
        let covered = report
            .goals
            .iter()
            .filter(|goal| is_covered(&goal.state))
            .count();
        self.status(
            StatusState::Idle,
            format!(
                "{}: {covered} of {} goals, {} tests ready",
                self.job.name(),
                report.goals.len(),
                report.tests.len()
            ),
        );
    }

    fn give_up(&self, failure: Failure) {
        let mut had_goals = false;
        self.results(|results| {
            results.give_up(self.job.number);
            had_goals = results.is_measured();
        });
        let name = self.job.name();
        match failure {
            Failure::Cancelled => self.status(StatusState::Idle, format!("{name}: stopped")),
            Failure::NothingToTest(reason) => {
                self.status(StatusState::Idle, format!("{name}: {reason}"));
                self.session
                    .outbox
                    .log(MessageType::INFO, format!("{name}: {reason}"));
            }
            Failure::DoesNotCompile(messages) => {
                let goals = if had_goals {
                    ", goals from the last good save"
                } else {
                    ""
                };
                let line = format!("{name} does not compile{goals}");
                self.status(StatusState::Broken, line.clone());
                let first = messages.first().map(|message| format!(": {message}"));
                let line = line + &first.unwrap_or_default();
                self.session.outbox.log(MessageType::INFO, line);
            }
            Failure::Trouble(message) => {
                let first = message.lines().next().unwrap_or_default().to_owned();
                self.status(StatusState::Error, first);
                self.session.say_once(MessageType::ERROR, &message);
            }
        }
    }

    /// A file that is gone has no results.
    fn forget_deleted(&self) -> bool {
        let is_deleted = !self.job.path.exists();
        if is_deleted {
            self.session.forget(&self.job.path);
            self.status(
                StatusState::Idle,
                format!("{} was deleted", self.job.name()),
            );
        }
        is_deleted
    }

    fn status(&self, state: StatusState, message: impl Into<String>) {
        status::send(&self.session.outbox, &self.job.path, state, message);
    }

    fn results(&self, change: impl FnOnce(&mut FileResults)) {
        let mut state = self.session.state();
        change(state.results.entry(self.job.path.clone()).or_default());
    }
}
