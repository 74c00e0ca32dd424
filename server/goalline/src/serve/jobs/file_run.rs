//! One run for one file: takes a job, plays the engine's events into the session, says how it ended; where it runs is
//! decided in `run_thread`.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use goalline_engine::build::read_text;
use goalline_engine::{Cancel, Event, FileKeys, GoalState, LastPairs, ReadyTest, Report};
use goalline_goals::GoalKey;
use goalline_syntax::JavaFile;
use tokio::runtime::Handle;
use tower_lsp::ls_types::MessageType;

use super::server_session::ServerSession;
use crate::serve::{
    state::{
        documents::shown::SelectedGoals,
        faults::Faults,
        generator::{Failure, Generator, Job},
        pairs::FilePairs,
        results::{FileResults, Measured, NotKnownYet},
        server::saved_text,
        settings::ClassPathFrom,
    },
    transport::{
        class_path,
        progress::ClientProgress,
        status::{self, Advance, StatusLine, StatusState},
    },
    view::status_words,
};

/// Who typed a moment ago is typing.
pub const TYPING: Duration = Duration::from_millis(300);
/// How long one report of progress makes the search wait at most.
const LONGEST_BACK_OFF: Duration = Duration::from_millis(500);

/// What a run works with.
pub struct JobRun<'a> {
    /// Where results go.
    pub session: &'a ServerSession,
    /// The engine.
    pub generator: &'a dyn Generator,
    /// What to run.
    pub job: Job,
    /// Ends it early.
    pub cancel: Cancel,
}

/// Where a run says how far it is: in one place, so that nobody sees it twice.
pub enum ProgressSink {
    /// As progress of the protocol.
    Progress(ClientProgress),
    /// In the status line.
    Status(Advance),
}

impl JobRun<'_> {
    /// A run for pairs may have waited while texts changed: it works on what the editor holds now. Gives whether it
    /// still holds the file.
    pub fn renew(&mut self) -> bool {
        let job = self.session.state().job(&self.job.path, None);
        if let Some(job) = &job {
            self.session.queue.renew(job);
            self.job = job.clone();
        }
        job.is_some()
    }

    /// Asks the user's Java server for the class path where nobody else knows it. Waits for the answer, a while.
    pub fn ask_java_server(&mut self) {
        let settings = &self.job.settings;
        let patience = match settings.class_path_from {
            ClassPathFrom::JavaServer => class_path::LONG_PATIENCE,
            ClassPathFrom::Auto if !has_pom(&self.job.path) && settings.classpath.is_empty() => {
                class_path::SHORT_PATIENCE
            }
            ClassPathFrom::Build | ClassPathFrom::Auto => return,
        };
        if self.session.state().client.gives_class_path {
            self.job.java_server = self.session.class_paths.of(&self.job.path, patience);
            if self.job.java_server.is_none() {
                let name = self.job.name();
                self.session.outbox.log(
                    MessageType::WARNING,
                    format!("the Java server knows no class path of {name}; what its folder tells is used instead"),
                );
            }
        }
    }

    /// Starts what a later run needs. Failures are told when a run is really asked for.
    pub fn warm_up(&self) {
        if let Err(failure) = self.generator.warm_up(&self.job) {
            tracing::info!(?failure, file = %self.job.path.display(), "nothing was warmed up");
        }
    }

    /// What an earlier process has found is shown until a run says otherwise; it follows what was edited since.
    pub fn recall(&self) {
        let has_pairs = self.recall_pairs();
        if self.recall_goals() || has_pairs {
            self.session.publisher.now(&self.job.path);
        }
    }

    fn recall_pairs(&self) -> bool {
        let Some(found) = self.generator.last_pairs(&self.job) else {
            return false;
        };
        // What stands in the cache may be about code that is gone.
        if self.session.is_outdated(&found.seen, &self.job.path) {
            return false;
        }
        let mut state = self.session.state();
        let pairs = state.pairs.entry(self.job.path.clone());
        pairs.or_insert_with(|| FilePairs::of(found));
        true
    }

    fn recall_goals(&self) -> bool {
        let Some(last) = self.generator.last_results(&self.job) else {
            return false;
        };
        let place = self.generator.test_place(&self.job).ok();
        let goals = SelectedGoals::of(
            &JavaFile::parse(last.text.clone()),
            &self.job.settings.shown_choice(),
        );
        let states = last.states.iter().map(|(_, state)| state);
        let line = status_words::found(&self.job.subject(), states, last.tests.len());
        let mut guard = self.session.state();
        let state = &mut *guard;
        if let Some(document) = state.documents.get(&self.job.path) {
            let results = state.results.entry(self.job.path.clone()).or_default();
            results.show_last(&goals, last, document.text());
            results.place = results.place.take().or(place);
        }
        state.refresh(&self.job.path);
        drop(guard);
        self.status(StatusState::Idle, line);
        true
    }

    /// Searches for tests.
    pub fn generate(&self, runtime: &Handle, token: &str) {
        let mut told = self.told(runtime, token, self.job.subject());
        let mut test_file = String::new();
        let result = self.generator.test_place(&self.job).and_then(|place| {
            self.results(|results| results.place = Some(place));
            test_file = self.saved_tests();
            let mut events = |event| self.event(event, &mut told);
            self.generator
                .generate(&self.job, &self.cancel, &mut events)
        });
        drop(told);
        if self.forget_deleted() {
            return;
        }
        let is_sound = matches!(&result, Ok(_) | Err(Failure::NothingToTest(_)));
        let answers_method = self.job.method.is_some();
        self.results(|results| results.answers_method = answers_method);
        match result {
            Ok(report) => {
                self.finish(&report);
                if !self.cancel.is_cancelled() && self.job.method.is_none() {
                    self.results(|results| results.forget_taken_in(&test_file));
                }
            }
            Err(failure) => self.give_up(failure),
        }
        self.session.publisher.now(&self.job.path);
        if is_sound && !self.cancel.is_cancelled() && self.job.method.is_none() {
            self.session.run_pairs(&self.job.path, true);
        }
    }

    /// Where the client wants to hear how far a run is.
    pub fn told(&self, runtime: &Handle, token: &str, title: String) -> ProgressSink {
        let has_progress = self.session.state().client.has_progress;
        let outbox = self.session.outbox.clone();
        if has_progress {
            ProgressSink::Progress(ClientProgress::start(outbox, runtime, token, title))
        } else {
            ProgressSink::Status(Advance::new(outbox, self.job.path.clone()))
        }
    }

    /// Searches for pairs of branches, in the background: it says nothing of itself, and whatever stands in its way
    /// was said by the run for the file's own goals.
    pub fn pairs(&self) {
        let test_file = self.saved_tests();
        match self.generator.couple(&self.job, &self.cancel) {
            Ok(_) if self.cancel.is_cancelled() => {}
            Ok(found) => {
                let mut state = self.session.state();
                let pairs = state.pairs.entry(self.job.path.clone()).or_default();
                pairs.update(found, &test_file);
            }
            Err(failure) => {
                tracing::info!(?failure, file = %self.job.path.display(), "no pairs were looked at");
                // What stood in its way may be in any file that is being worked on.
                let open = self.job.open_texts.iter();
                let seen = FileKeys::of(open.map(|(path, text)| (&**path, &**text)));
                let mut state = self.session.state();
                let pairs = state.pairs.entry(self.job.path.clone());
                pairs.or_insert_with(|| FilePairs::of(LastPairs::none(seen)));
            }
        }
        self.session.publisher.now(&self.job.path);
    }

    /// Says what the user's tests cover now that all of the module ran; nothing where a search is about to say it.
    pub fn measure(&mut self) {
        let Some(text) = saved_text(&self.job.path) else {
            return;
        };
        self.job.text = text.into();
        match self.generator.measure(&self.job, &self.cancel) {
            Ok(found) if !self.cancel.is_cancelled() => {
                let place = self.generator.test_place(&self.job).ok();
                let file = JavaFile::parse(self.job.text.clone());
                let goals = SelectedGoals::of(&file, &self.job.settings.shown_choice());
                let mut guard = self.session.state();
                let state = &mut *guard;
                let mut line = None;
                if let Some(document) = state.documents.get(&self.job.path) {
                    let results = state.results.entry(self.job.path.clone()).or_default();
                    let measured = Measured {
                        text: self.job.text.clone(),
                        goals: &goals,
                        states: found.states,
                        limits: NotKnownYet {
                            others: found.tests.others,
                            class: self.job.name(),
                        },
                    };
                    results.measure(measured, document.text());
                    results.place = results.place.take().or(place);
                    // Nobody asked for this just now: it takes no answer away.
                    if !results.answers_method {
                        let tests = results.verified().len();
                        let subject = self.job.subject();
                        line = Some(status_words::found(&subject, results.states(), tests));
                    }
                }
                state.refresh(&self.job.path);
                drop(guard);
                if let Some(line) = line {
                    self.status(StatusState::Idle, line);
                }
            }
            Ok(_) => return,
            Err(failure) => {
                tracing::info!(?failure, file = %self.job.path.display(), "not measured");
                return;
            }
        }
        self.session.publisher.now(&self.job.path);
    }

    /// The text of the test file on the disk, whose tests a run that begins now will run; empty where there is none.
    fn saved_tests(&self) -> String {
        let state = self.session.state();
        let results = state.results.get(&self.job.path);
        let place = results.and_then(|results| results.place.clone());
        drop(state);
        let text = place.and_then(|place| read_text(place.file).ok());
        text.unwrap_or_default()
    }

    /// The user ended it before it had begun.
    pub fn stopped(&self) {
        self.give_up(Failure::Cancelled);
        self.session.publisher.now(&self.job.path);
    }

    /// The run panicked.
    pub fn failed(&self, cause: &str) {
        self.give_up(Failure::Trouble(format!(
            "goalline failed while working on {}: {cause}. Other files are not affected; please report it.",
            self.job.name()
        )));
    }

    fn event(&self, event: Event, told: &mut ProgressSink) {
        self.session.queue.sign();
        match event {
            Event::Phase(phase) => {
                let doing = status_words::phase(phase);
                self.status(
                    StatusState::Running,
                    format!("{}: {doing}", self.job.subject()),
                );
                if let ProgressSink::Progress(progress) = told {
                    progress.report(doing.to_owned(), 0);
                }
            }
            Event::UserTests { class, at, of } => {
                self.advance(told, status_words::user_tests(&class, at, of), 0);
            }
            Event::Goals { states, others } => {
                let name = self.job.name();
                self.results(|results| {
                    results.set_goals(
                        self.job.number,
                        states,
                        NotKnownYet {
                            others,
                            class: name,
                        },
                    );
                });
                self.session.publisher.now(&self.job.path);
            }
            Event::Progress { covered, total, .. } => {
                let percentage = (covered * 100).checked_div(total).unwrap_or(100);
                self.advance(
                    told,
                    status_words::searching(covered, total),
                    percentage as u32,
                );
                self.back_off();
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

    fn advance(&self, told: &mut ProgressSink, doing: String, percentage: u32) {
        match told {
            ProgressSink::Progress(progress) => progress.report(doing, percentage),
            ProgressSink::Status(advance) => {
                advance.report(format!("{}: {doing}", self.job.subject()));
            }
        }
    }

    /// While the user types the machine is theirs: the search waits for a pause, but not for long.
    fn back_off(&self) {
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_BACK_OFF && !self.cancel.is_cancelled() {
            let typed = self.session.state().typed;
            if typed.is_none_or(|typed| typed.elapsed() >= TYPING) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn finish(&self, report: &Report) {
        let faults = Faults::of(self.job.text.clone(), &report.class, &report.faults);
        let mut guard = self.session.state();
        let state = &mut *guard;
        let document = state.documents.get(&self.job.path);
        let results = state.results.entry(self.job.path.clone()).or_default();
        results.finish(self.job.number, report);
        let now = document.map(|document| &**document.text());
        results.set_faults(self.job.number, faults, now);
        drop(guard);
        for notice in &report.notices {
            self.session.say_once(MessageType::WARNING, notice);
        }
        let sought = || report.goals.iter().filter(|goal| goal.is_sought);
        let keys: BTreeSet<&GoalKey> = sought().map(|it| &it.goal.key).collect();
        let is_of_it = |test: &&Arc<ReadyTest>| test.goals.iter().any(|goal| keys.contains(goal));
        let tests = report.tests.iter().filter(is_of_it).count();
        self.tell(sought().map(|goal| &goal.state), tests);
    }

    /// What there is, in one line.
    fn tell<'a>(&self, states: impl Iterator<Item = &'a GoalState>, tests: usize) {
        let message = status_words::found(&self.job.subject(), states, tests);
        self.status(StatusState::Idle, message);
    }

    fn give_up(&self, failure: Failure) {
        let mut had_goals = false;
        self.results(|results| {
            results.give_up(self.job.number);
            had_goals = results.is_measured();
        });
        let name = self.job.name();
        match failure {
            Failure::Cancelled => self.status(StatusState::Idle, status_words::stopped(&name)),
            Failure::NothingToTest(reason) => {
                let line = format!("{name}: {reason}");
                self.status(StatusState::Idle, line.clone());
                self.session.outbox.log(MessageType::INFO, line);
            }
            Failure::DoesNotCompile(messages) => {
                let line = status_words::does_not_compile(&name, had_goals);
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
            let message = format!("{} was deleted", self.job.name());
            status::send(
                &self.session.outbox,
                &self.job.path,
                StatusState::Idle,
                message,
            );
        }
        is_deleted
    }

    /// Says what the file is at, and keeps it for who says something else for a while.
    pub fn status(&self, state: StatusState, message: impl Into<String>) {
        let line = StatusLine {
            state,
            message: message.into(),
        };
        let mut guard = self.session.state();
        if let Some(results) = guard.results.get_mut(&self.job.path) {
            results.line = Some(line.clone());
        }
        // While nobody else can keep another line: the last one that is kept is the last one that is sent.
        status::send(&self.session.outbox, &self.job.path, state, line.message);
    }

    /// The run of the suite has ended in the status line: what was said of the file before stands there again.
    pub fn suite_ended(&self) {
        let guard = self.session.state();
        let results = guard.results.get(&self.job.path);
        let line = results.and_then(|results| results.line.clone());
        let line = line.unwrap_or_else(|| StatusLine {
            state: StatusState::Idle,
            message: status_words::suite_ended(&self.job.name()),
        });
        status::send(
            &self.session.outbox,
            &self.job.path,
            line.state,
            line.message,
        );
    }

    fn results(&self, change: impl FnOnce(&mut FileResults)) {
        let mut state = self.session.state();
        change(state.results.entry(self.job.path.clone()).or_default());
    }
}

/// Whether Maven can be asked.
fn has_pom(path: &Path) -> bool {
    path.ancestors()
        .skip(1)
        .any(|folder| folder.join("pom.xml").is_file())
}
