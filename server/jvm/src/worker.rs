//! One worker: compiles, describes, checks; starts its JVM when it is needed and tells a new one all that the last
//! one knew.

mod archive;
mod asking;
pub(crate) mod user_tests;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use goalline_flow::AttributedFile;
use goalline_testcase::{RunOptions, SeenConstant, Var};

use crate::{
    CheckOutcome, CompileOutcome, CompileSetup, Described, Interrupt, JavacDiagnostic, Sandbox,
    SetId, SourceUnit, TestResult, WorkerError, WorkerOptions,
    install::{self, Installed},
    junit_doubles,
    process::{Process, ProcessEnd, Wait},
    protocol as p,
    protocol::{
        attribution,
        link::{LinkTable, Linked},
        outcome::Results,
        reflect,
        state::{self, ProbeRoom, WorkerState},
        wire::{Decoder, Encoder},
    },
    request_limits::{self, RequestLimits},
};

/// How long a JVM may take to read what it is asked.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long a JVM may take to start.
const START: Duration = Duration::from_secs(30);
/// How often a JVM is started that somebody ends each time.
const MOST_STARTS: usize = 3;
/// How long one test may take when it is checked.
const CHECK_LIMIT_MS: u64 = 5_000;

/// One JVM and what it has to know. When the JVM dies, the next request starts another one.
pub struct Worker {
    options: WorkerOptions,
    installed: Installed,
    /// What a JVM that is started now may read, beside the JDK and itself.
    pub(crate) readable: Vec<PathBuf>,
    process: Option<Process>,
    pub(crate) state: WorkerState,
    applied: WorkerState,
    linked: Linked,
    pub(crate) interrupt: Interrupt,
    request_limits: RequestLimits,
}

impl Worker {
    /// Compiles the worker where that was not done yet, starts a JVM and waits for its first answer.
    pub fn start(options: &WorkerOptions) -> Result<Worker, WorkerError> {
        let mut worker = Self::cold(options)?;
        worker.wake()?;
        Ok(worker)
    }

    /// A worker whose JVM is started on first use.
    pub(crate) fn cold(options: &WorkerOptions) -> Result<Worker, WorkerError> {
        let installed = install::install(options, |jars| archive::write(options, jars))?;
        Ok(Self::of(options, installed))
    }

    fn of(options: &WorkerOptions, installed: Installed) -> Worker {
        Self {
            options: options.clone(),
            installed,
            readable: options.readable.clone(),
            process: None,
            state: WorkerState::default(),
            applied: WorkerState::default(),
            linked: Linked::default(),
            interrupt: Interrupt::default(),
            request_limits: RequestLimits::default(),
        }
    }

    /// Sets how the project is compiled; compiled classes are forgotten when that differs from before.
    pub fn configure(&mut self, setup: &CompileSetup) -> Result<(), WorkerError> {
        self.state.configure(setup);
        self.sync()
    }

    /// Makes room for the probes of the classes in use.
    pub fn prepare(&mut self, room: &ProbeRoom) -> Result<(), WorkerError> {
        self.state.prepare(room);
        self.sync()
    }

    /// Forgets what was compiled into the sets from texts of other paths than these: its probes would report the
    /// numbers of other files.
    pub fn keep_only(&mut self, sets: &[SetId], paths: &[&Path]) -> Result<(), WorkerError> {
        let sets: Vec<usize> = sets.iter().map(|set| set.number()).collect();
        let names: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
        self.state.keep_only(&sets, &names);
        self.sync()
    }

    /// Compiles the texts in memory, with the sources they need from the source roots. On failure the classes of the
    /// last success stay.
    pub fn compile(
        &mut self,
        units: &[SourceUnit],
        set: SetId,
    ) -> Result<CompileOutcome, WorkerError> {
        let set = set.number();
        let mut encoder = Encoder::default();
        encoder.u8(set as u8);
        write_units(&mut encoder, units);
        let mut state = self.state.clone();
        let outcome = self.request(p::COMPILE, &encoder.bytes, |answer| {
            let outcome = CompileOutcome {
                ok: answer.u8()? != 0,
                diagnostics: answer.list(diagnostic)?,
                classes: answer.list(Decoder::text)?,
            };
            state.compiled(set, answer)?;
            Ok(outcome)
        });
        let outcome = outcome.map_err(WorkerError::while_compiling)?;
        self.applied = state.clone();
        self.state = state;
        Ok(outcome)
    }

    /// Describes the roots, what they mention up to `depth` steps away, their supertypes, the `allowed` JDK classes and
    /// those JDK classes that stand as parameters; other JDK classes come without members. Runs no code of theirs.
    pub fn describe(
        &mut self,
        roots: &[String],
        allowed: &[String],
        depth: u32,
    ) -> Result<Described, WorkerError> {
        let mut encoder = Encoder::default();
        encoder.varint(u64::from(depth));
        encoder.texts(roots.iter());
        encoder.texts(allowed.iter());
        self.request(p::DESCRIBE, &encoder.bytes, reflect::classes)
    }

    /// What the units declare and whom their calls mean, by javac's attribution; in the order of the units. Errors in
    /// the code leave out what javac could not understand and nothing else. Changes no set of classes.
    pub fn attribute(&mut self, units: &[SourceUnit]) -> Result<Vec<AttributedFile>, WorkerError> {
        let mut encoder = Encoder::default();
        write_units(&mut encoder, units);
        let read = |answer: &mut Decoder<'_>| attribution::files(answer, units);
        let found = self.request(p::ATTRIBUTE, &encoder.bytes, read);
        found.map_err(WorkerError::while_compiling)
    }

    /// Compiles a JUnit test class against the plain classes and runs each of its test methods so many times, each time
    /// alone, on a new object, in a new class loader; then all that passed in one class loader, in order and in
    /// reverse. Where the test class path has no JUnit, test doubles take its place.
    pub fn check(
        &mut self,
        source: &SourceUnit,
        class_name: &str,
        times: u32,
        test_class_path: &[PathBuf],
    ) -> Result<CheckOutcome, WorkerError> {
        for path in test_class_path {
            self.open(path.clone());
        }
        let mut units = vec![source.clone()];
        let doubles = junit_doubles::junit_doubles(&source.text, test_class_path);
        let has_junit_doubles = !doubles.is_empty();
        units.extend(doubles);
        let mut encoder = Encoder::default();
        encoder.text(class_name);
        encoder.varint(u64::from(times));
        encoder.varint(CHECK_LIMIT_MS);
        encoder.texts(state::path_texts(test_class_path).into_iter());
        write_units(&mut encoder, &units);
        let (diagnostics, stuck, tests) = self.request(p::CHECK, &encoder.bytes, |answer| {
            answer.u8()?;
            Ok((
                answer.list(diagnostic)?,
                answer.u8()? != 0,
                answer.list(test_result)?,
            ))
        })?;
        if stuck {
            self.process = None;
        }
        Ok(CheckOutcome {
            diagnostics,
            tests,
            has_junit_doubles,
        })
    }

    /// Sets the flag that ends a request by killing the JVM.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// For who asks one thing after the other.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`] once the owner interrupted it.
    pub fn check_interrupt(&self) -> Result<(), WorkerError> {
        if self.interrupt.is_interrupted() {
            return Err(WorkerError::Cancelled);
        }
        Ok(())
    }

    /// Home of its JDK.
    pub fn jdk_home(&self) -> &Path {
        &self.options.jdk_home
    }

    /// The class path of the worker itself: its own jar and that of the probe runtime.
    pub fn class_path(&self) -> String {
        let jars = [self.installed.worker_jar(), self.installed.probe_jar()];
        jars.map(|jar| jar.display().to_string()).join(":")
    }

    /// The number of its process, while there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Takes over what another worker knows.
    pub(crate) fn follow(&mut self, other: &WorkerState) {
        if self.state.version != other.version {
            self.state = other.clone();
        }
    }

    /// Starts a JVM if there is none; it knows nothing yet.
    pub(crate) fn wake(&mut self) -> Result<(), WorkerError> {
        if self.process.as_mut().is_some_and(Process::has_ended) {
            self.process = None;
        }
        if self.process.is_some() {
            return Ok(());
        }
        self.applied = WorkerState::default();
        self.linked = Linked::default();
        let (process, hello) = self.greeted()?;
        let mut decoder = Decoder::new(&hello.1);
        let version = decoder.varint()?;
        if hello.0 != p::DONE || version != p::VERSION {
            return Err(WorkerError::Protocol(format!(
                "version {version} instead of {}; remove the cache folder",
                p::VERSION
            )));
        }
        self.process = Some(process);
        Ok(())
    }

    /// A new JVM and what it says first. One that somebody ends while it starts (an administrator, a system out of
    /// memory) is no reason to give up.
    fn greeted(&self) -> Result<(Process, (u8, Vec<u8>)), WorkerError> {
        let mut left = MOST_STARTS;
        loop {
            left -= 1;
            let mut process = Process::start(&self.options, &self.installed, &self.readable)?;
            let hello = process
                .send(p::HELLO, &[], START)
                .and_then(|()| process.receive(&mut Wait::new(START, &Interrupt::default())));
            match hello {
                Ok(hello) => return Ok((process, hello)),
                Err(ended) if ended.from_outside && left > 0 => {
                    tracing::warn!(cause = ended.cause, "a worker ended while it started");
                }
                Err(ended) => {
                    return Err(WorkerError::Start {
                        reason: ended.cause,
                    });
                }
            }
        }
    }

    /// Makes sure that the JVM may read the path. Rules cannot be widened, so one that may not has to go.
    fn open(&mut self, path: PathBuf) {
        if self.options.sandbox == Sandbox::Off
            || self.readable.iter().any(|known| path.starts_with(known))
        {
            return;
        }
        self.readable.push(path);
        self.process = None;
    }

    /// Sends a batch of encoded tests, which say what they are at when it `tells`; the results are fetched with
    /// [`Worker::results`].
    pub(crate) fn send_batch(
        &mut self,
        tests: &[&[u8]],
        links: &LinkTable,
        options: RunOptions,
        tells: bool,
    ) -> Result<Result<(), ProcessEnd>, WorkerError> {
        self.sync()?;
        let link = links.missing(&mut self.linked);
        let process = self.process.as_mut().expect("sync has started it");
        if let Some(payload) = link
            && let Err(ended) = process.send(p::LINK, &[&payload], START)
        {
            return Ok(Err(ended));
        }
        let mut encoder = Encoder::default();
        encoder.varint(options.step_budget);
        encoder.varint(u64::from(options.time_limit_ms));
        let flags = [
            options.fresh_loader,
            options.observe,
            options.mutant.is_some(),
            tells,
            options.pauses,
        ];
        let bits = flags
            .iter()
            .zip(0..)
            .map(|(flag, bit)| u8::from(*flag) << bit);
        encoder.u8(bits.sum());
        if let Some(mutant) = options.mutant {
            encoder.varint(u64::from(mutant));
        }
        encoder.count(tests.len());
        for test in tests {
            encoder.blob(test);
        }
        process.count_batch();
        Ok(process.send(p::RUN, &[&encoder.bytes], START))
    }

    /// The results of the oldest batch that is not answered, of tests of so many statements each, with the exit status
    /// when the tests called `System.exit`.
    pub(crate) fn results(
        &mut self,
        tests: &[usize],
        options: RunOptions,
        seen: &mut Vec<SeenConstant>,
    ) -> Result<BatchEnd, WorkerError> {
        let process = self.process.as_mut().ok_or_else(not_started)?;
        let each = Duration::from_millis(u64::from(options.time_limit_ms));
        let limit = request_limits::of_batch(each, tests.len(), process.is_acquainted());
        let mut at = None;
        let mut wait = Wait::new(limit, &self.interrupt);
        let received = loop {
            let is_over = || self.interrupt.is_over(options);
            match process.receive_cutting(&mut wait, is_over) {
                Ok((p::AT, payload)) => {
                    let number = Decoder::new(&payload).varint().ok();
                    at = number.map(|number| Var(number as u16));
                }
                other => break other,
            }
        };
        match received {
            Ok((p::RESULTS, payload)) => {
                let mut met = Vec::new();
                let read = process.results.read(&payload, options.observe, &mut met);
                let results = match read.and_then(|results| results.fitting(tests)) {
                    Ok(results) => results,
                    Err(error) => return Ok(self.garbled(&error, at)),
                };
                seen.append(&mut met);
                let exit = (results.state == p::EXIT_CALLED).then(|| self.exit_text());
                if !matches!(results.state, p::COMPLETE | p::CUT) {
                    self.process = None;
                }
                Ok(BatchEnd::Results { results, exit })
            }
            Ok((p::EXITING, _)) => {
                let cause = self.exit_text();
                Ok(BatchEnd::Ended(ProcessEnd {
                    cause,
                    from_outside: false,
                    is_retired: false,
                    statement: at,
                }))
            }
            Ok((other, _)) => {
                let error = WorkerError::Protocol(format!("a frame of kind {other}"));
                Ok(self.garbled(&error, at))
            }
            Err(_) if self.interrupt.is_interrupted() => {
                self.process = None;
                Err(WorkerError::Cancelled)
            }
            Err(ended) => {
                self.process = None;
                let statement = at;
                Ok(BatchEnd::Ended(ProcessEnd { statement, ..ended }))
            }
        }
    }

    /// What it sent cannot be read, nor what it would send next: it is as good as dead. A test before this one may be
    /// to blame.
    fn garbled(&mut self, error: &WorkerError, statement: Option<Var>) -> BatchEnd {
        tracing::warn!(%error, "a worker is replaced");
        self.process = None;
        BatchEnd::Ended(ProcessEnd {
            statement,
            ..ProcessEnd::garbled(error.to_string())
        })
    }

    /// Gives the JVM of this worker away; the next request starts another.
    pub(crate) fn swap_process(&mut self, other: &mut Worker) {
        std::mem::swap(&mut self.process, &mut other.process);
        std::mem::swap(&mut self.applied, &mut other.applied);
        std::mem::swap(&mut self.linked, &mut other.linked);
        std::mem::swap(&mut self.readable, &mut other.readable);
    }

    /// Ends its JVM, if any; the next request starts another.
    pub(crate) fn forget_process(&mut self) {
        self.process = None;
    }

    /// Whether a JVM is running (or has died unnoticed).
    pub(crate) fn is_awake(&self) -> bool {
        self.process.is_some()
    }
}

/// How a batch ended.
pub(crate) enum BatchEnd {
    /// The worker sent results: all of them, or those before the test that ended it.
    Results {
        results: Results,
        exit: Option<String>,
    },
    /// It died without a word, or with one that nobody understands.
    Ended(ProcessEnd),
    /// The JVM that had the batch ended over an earlier one: nothing of it ran.
    Lost,
}

fn not_started() -> WorkerError {
    WorkerError::Died {
        cause: "it was not started".into(),
    }
}

/// Texts to compile.
pub(crate) fn write_units(encoder: &mut Encoder, units: &[SourceUnit]) {
    encoder.count(units.len());
    for unit in units {
        encoder.text(&unit.path.to_string_lossy());
        encoder.text(&unit.text);
    }
}

fn test_result(decoder: &mut Decoder) -> Result<TestResult, WorkerError> {
    let method = decoder.text()?;
    let failure = decoder.optional_text()?;
    Ok(TestResult {
        method,
        passed: failure.is_none(),
        failure,
    })
}

fn diagnostic(decoder: &mut Decoder) -> Result<JavacDiagnostic, WorkerError> {
    Ok(JavacDiagnostic {
        file: decoder.text()?,
        start: decoder.zigzag()?,
        position: decoder.zigzag()?,
        end: decoder.zigzag()?,
        line: decoder.id()?,
        column: decoder.id()?,
        code: decoder.text()?,
        message: decoder.text()?,
        is_error: decoder.u8()? != 0,
    })
}
