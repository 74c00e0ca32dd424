//! What running a test gives, and the one trait through which anything is run; scoring happens elsewhere.

use thiserror::Error;

use crate::{JavaString, TestCase, TestCluster, Var};

/// What a predicate did in one run. Distances are raw (not normalised), finite, at least 0; 0 where the outcome happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredicateTrace {
    /// `PredicateId` plus the probe base of its file.
    pub predicate: u32,
    /// How often it was true.
    pub true_count: u32,
    /// How often it was false.
    pub false_count: u32,
    /// Least distance to true over all evaluations.
    pub true_distance: f64,
    /// Least distance to false over all evaluations.
    pub false_distance: f64,
}

/// A method that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodTrace {
    /// `MethodId` plus the probe base of its file.
    pub method: u32,
    /// How often it was entered.
    pub count: u32,
}

/// What one run touched; sparse, each list sorted by its id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Predicates that ran.
    pub predicates: Vec<PredicateTrace>,
    /// Methods that were entered.
    pub methods: Vec<MethodTrace>,
}

impl Trace {
    /// What the predicate did, if it ran.
    pub fn predicate(&self, id: u32) -> Option<&PredicateTrace> {
        let at = self
            .predicates
            .binary_search_by_key(&id, |entry| entry.predicate)
            .ok()?;
        Some(&self.predicates[at])
    }

    /// Whether the method was entered.
    pub fn entered(&self, id: u32) -> bool {
        self.methods
            .binary_search_by_key(&id, |entry| entry.method)
            .is_ok()
    }
}

/// One frame of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// Binary class name.
    pub class: String,
    /// Method name.
    pub method: String,
    /// One-based line; 0 when unknown.
    pub line: u32,
}

/// An exception that left a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Binary name of its class.
    pub class: String,
    /// The nearest supertype-or-self that a test can name: a public class, or one visible from the test's package.
    pub nameable: String,
    /// `getMessage()`; none when null or not asked for.
    pub message: Option<JavaString>,
    /// From the throwing frame outwards, frames of the worker left out; filled only in observing runs.
    pub stack: Vec<StackFrame>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All statements ran.
    Passed,
    /// The statement threw; later ones did not run.
    Threw {
        /// The statement.
        statement: Var,
        /// What it threw.
        thrown: Thrown,
    },
    /// The step budget or the time limit ended it at this statement.
    TimedOut {
        /// The statement.
        statement: Var,
        /// Whether it was the step budget (reproducible) or the clock (not reproducible).
        by_steps: bool,
    },
    /// The worker died while running it.
    Died {
        /// What killed it, for people: "System.exit(3)", "out of memory", "killed by the time limit".
        cause: String,
    },
}

/// What an observation looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The value that the statement itself returned.
    Value,
    /// What a public method without parameters (by name and descriptor) of the variable returned after the last statement.
    Inspector {
        /// Method name.
        method: String,
        /// JVM descriptor.
        descriptor: String,
    },
    /// A field of the variable, read after the last statement.
    Field {
        /// Field name.
        name: String,
    },
}

/// A value that an assertion can state.
#[derive(Clone, Debug, PartialEq)]
pub enum Observed {
    /// `null`
    Null,
    /// A primitive or its wrapper, or a String.
    Literal(crate::Literal),
    /// An enum constant.
    Enum {
        /// Binary name of the enum.
        class: String,
        /// Constant.
        constant: String,
    },
    /// The same object as an earlier variable.
    Same(Var),
    /// An array; the elements when all of them are statable and there are at most 32.
    Array {
        /// Length.
        length: u32,
        /// Elements, or empty with `length > 0` when they cannot be stated.
        elements: Vec<Observed>,
    },
    /// A `java.util.Collection` or `Map`; elements (maps: none) as for arrays, in iteration order, only for `List`.
    Sized {
        /// `size()`.
        size: u32,
        /// Elements when all of them are statable and there are at most 32.
        elements: Vec<Observed>,
    },
    /// A value of the JDK that its text tells: `BigInteger`, `BigDecimal`, `StringBuilder`, `UUID`, `Locale`, java.time.
    Value {
        /// Binary name of its class.
        class: String,
        /// What `toString` gives.
        text: JavaString,
    },
    /// Any other object, by the binary name of its class.
    Object {
        /// Binary name.
        class: String,
    },
}

/// One observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The variable.
    pub var: Var,
    /// What of it.
    pub subject: Subject,
    /// What was seen.
    pub observed: Observed,
}

/// An operand seen at a comparison, for the constant pool.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenConstant {
    /// An integral or char operand.
    Integral(i64),
    /// A floating operand.
    Floating(f64),
    /// A string operand.
    Text(JavaString),
}

/// One run of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// What it touched, whatever the outcome (empty when the worker died).
    pub trace: Trace,
    /// Probe steps used.
    pub steps: u64,
    /// Only in observing runs.
    pub observations: Vec<Observation>,
}

/// How tests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// Steps after which a test is ended.
    pub step_budget: u64,
    /// Wall-clock milliseconds per test after which the worker is given up.
    pub time_limit_ms: u32,
    /// Give each test a class loader of its own (fresh static state).
    pub fresh_loader: bool,
    /// Return observations, messages and stacks.
    pub observe: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            step_budget: 100_000,
            time_limit_ms: 1_000,
            fresh_loader: false,
            observe: false,
        }
    }
}

/// Why nothing could be run at all. The death of a worker is not among them: that is an `Outcome`.
#[derive(Debug, Error)]
pub enum ExecutorError {
    /// The run was cancelled by its owner.
    #[error("cancelled")]
    Cancelled,
    /// Workers cannot be started, or died again and again.
    #[error("{0}")]
    Unavailable(String),
}

/// The only way the search sees the outside world. Results come in the order of the tests, one each.
pub trait Executor {
    /// Runs each test. A worker that dies costs the guilty test only.
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError>;

    /// Operands seen at comparisons since the last call, without duplicates, in the order they were seen.
    fn take_seen(&mut self) -> Vec<SeenConstant>;
}
