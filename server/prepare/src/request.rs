//! What an editor or a command line asks of the engine, and what it hears while a run goes on.

pub(crate) mod method_selector;
pub mod pair_selector;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use goalline_goals::{GoalChoice, GoalKey};
use goalline_junit::Framework;
use goalline_jvm::Sandbox;
use goalline_search::Parameters;

use crate::{EngineError, GoalState, MethodSelector, OtherTests, PairSelector, ReadyTest};

/// What stays the same over the runs of one process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of workers that search.
    pub workers: usize,
    /// Heap of one worker in megabytes.
    pub worker_memory_mb: u32,
    /// Whether workers are confined by Landlock and seccomp, and what becomes of a run where the platform has none.
    pub sandbox: Sandbox,
    /// Where compiled workers and results are kept; the user's cache folder when none.
    pub cache: Option<PathBuf>,
    /// Whether a run starts from the tests of the last one of the same file, in this process or an earlier one. A run
    /// is then not the same twice, whatever its seed.
    pub remembers: bool,
    /// Whether the user's own tests may use the network and all files: they run outside of the sandbox.
    pub open_user_tests: bool,
    /// How long one of the user's own tests may take.
    pub user_test_limit: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            workers: 1,
            worker_memory_mb: 512,
            sandbox: Sandbox::WhenAvailable,
            cache: None,
            remembers: false,
            open_user_tests: false,
            user_test_limit: Duration::from_secs(10),
        }
    }
}

/// When a search ends, apart from having covered everything: whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Seconds of search.
    pub seconds: Option<f64>,
    /// Executed tests; with a seed the result is then the same each time.
    pub max_executions: Option<u64>,
}

impl Budget {
    /// What is left of it after so many seconds of search and so many tests; never less than one test.
    #[must_use]
    pub fn without(self, seconds: f64, executions: u64) -> Self {
        let left = |most: u64| most.saturating_sub(executions).max(1);
        Self {
            seconds: self.seconds.map(|most| (most - seconds).max(0.0)),
            max_executions: self.max_executions.map(left),
        }
    }

    /// This share of it, from 0 to 1; never less than one test.
    #[expect(
        clippy::cast_sign_loss,
        reason = "a share of a number of tests is none below zero"
    )]
    #[must_use]
    pub fn share(self, share: f64) -> Self {
        let part = |most: u64| ((most as f64 * share) as u64).max(1);
        Self {
            seconds: self.seconds.map(|seconds| seconds * share),
            max_executions: self.max_executions.map(part),
        }
    }
}

/// One run: goals of a file, tests for them.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own to whoever asks"
)]
pub struct Request {
    /// The Java file.
    pub file: PathBuf,
    /// Its text where an editor holds it; read from the file when none.
    pub text: Option<Arc<str>>,
    /// Only the goals of this class (simple or binary name); all classes of the file when none.
    pub class: Option<String>,
    /// Search for the goals of this method alone. What the user's own tests cover is measured for the whole file, and
    /// what the last run has of other methods stays.
    pub method: Option<MethodSelector>,
    /// The project the file belongs to.
    pub project: Arc<goalline_build::Project>,
    /// The JDK to run on.
    pub jdk: goalline_build::Jdk,
    /// When to stop.
    pub budget: Budget,
    /// Seed of the one generator.
    pub seed: u64,
    /// Which goals are sought and shown.
    pub criteria: GoalChoice,
    /// What searches, and how.
    pub parameters: Parameters,
    /// What to write tests for; found out from the project when none.
    pub framework: Option<Framework>,
    /// Offer tests that only pin a `NullPointerException` or another implicit exception.
    pub implicit_exceptions: bool,
    /// After the goals asked for, search for what their tests would not notice: mutants, and branches that only the
    /// test of another method reaches. What is found is offered; the goals are not shown.
    pub kill_survivors: bool,
    /// Whether the tests go into a class of their own, whatever test class there is: fields of that one take no names.
    pub is_apart: bool,
    /// The tests are to be written as one class: three or more that differ in literals alone become a parameterised
    /// one, where JUnit's `junit-jupiter-params` is there.
    pub one_per_shape: bool,
    /// Run the user's own tests first, and search only for what they miss.
    pub user_tests: bool,
    /// Somebody has all tests of the module run beside this run: what those may cover that did not run yet is not
    /// known until then. Else such goals are told of by what the tests of the class itself do.
    pub awaits_suite: bool,
    /// Search for pairs of branches of the file and of what it calls, in place of the file's own goals. Nothing of
    /// the run is remembered but what the user's own tests cover.
    pub coupled: Option<PairSelector>,
    /// Texts of other files that an editor holds, unsaved ones among them; a run for pairs takes them.
    pub open_texts: BTreeMap<PathBuf, Arc<str>>,
}

/// A flag that ends a run early; what was found is kept. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_cancelled: Arc<AtomicBool>,
    is_replaced: Arc<AtomicBool>,
    /// When it was cancelled.
    moment: Arc<OnceLock<Instant>>,
}

impl Cancel {
    /// The flag itself, for those who wait for a JVM.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.is_cancelled.clone()
    }

    /// The flag of a newer run, for those who wait for a JVM in what is done after a search.
    pub fn replaced_flag(&self) -> Arc<AtomicBool> {
        self.0.is_replaced.clone()
    }

    /// Ends the run that holds a clone of this flag. What it found is still checked and reported.
    pub fn cancel(&self) {
        self.0.moment.get_or_init(Instant::now);
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// How long ago it was cancelled; none while it was not.
    pub fn since(&self) -> Option<Duration> {
        self.0.moment.get().map(Instant::elapsed)
    }

    /// The moment at which it was cancelled, once that has come, for those who wait for a JVM.
    pub fn moment(&self) -> Arc<OnceLock<Instant>> {
        self.0.moment.clone()
    }

    /// Ends the run at once, because a newer one of the same file waits: that one starts from what this one found.
    pub fn replace(&self) {
        self.0.is_replaced.store(true, Ordering::Relaxed);
        self.cancel();
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// The error of a run that was cancelled before it had anything.
    pub fn check(&self) -> Result<(), EngineError> {
        if self.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        Ok(())
    }

    /// Whether a newer run waits.
    pub fn is_replaced(&self) -> bool {
        self.0.is_replaced.load(Ordering::Relaxed)
    }
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPhase {
    /// Starting or waking a worker, compiling.
    Compiling,
    /// Running the user's own tests.
    UserTests,
    /// Searching.
    Searching,
    /// Minimising, asserting, checking in a fresh JVM.
    Verifying,
}

/// What happens in a run, in order.
#[derive(Clone, Debug)]
pub enum Event {
    /// A phase began.
    Phase(RunPhase),
    /// One of the user's own test classes begins to run.
    UserTests {
        /// Its binary name.
        class: String,
        /// Its number, from 1.
        at: usize,
        /// How many there are.
        of: usize,
    },
    /// The goals of this run, once the class is compiled and the user's own tests have run.
    Goals {
        /// Each with its first state.
        states: Vec<(GoalKey, GoalState)>,
        /// What tests of other classes leave open.
        others: OtherTests,
    },
    /// Numbers for a progress bar; at most ten a second.
    Progress {
        /// Goals covered so far.
        covered: usize,
        /// Goals that can be measured.
        total: usize,
        /// Tests run so far.
        executions: u64,
        /// Seconds of search so far.
        seconds: f64,
    },
    /// The search covered this goal (its test is not ready yet).
    Covered(GoalKey),
    /// A test is ready: written, compiled against the plain class and passed twice in a JVM that ran no search.
    TestReady(Arc<ReadyTest>),
    /// Something the user should read once: cause and remedy.
    Notice(String),
}

/// Who hears the events of a run; called on the thread of the run, must not block.
pub trait Events {
    /// Takes one event.
    fn event(&mut self, event: Event);
}

impl<F: FnMut(Event)> Events for F {
    fn event(&mut self, event: Event) {
        self(event);
    }
}

/// Whoever asked for a run: ends it, and hears of it.
pub struct Caller<'a> {
    /// Ends it.
    pub cancel: &'a Cancel,
    /// Hears of it.
    pub events: &'a mut dyn Events,
}
