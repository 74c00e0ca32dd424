//! What running a test gives, and the one trait through which anything is run; scoring happens elsewhere.

use thiserror::Error;

use crate::{JavaString, Literal, TestCase, TestCluster, Var};

/// What a predicate did in one run. Distances are raw (not normalised), finite, at least 0; 0 where the outcome
/// happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredicateTrace {
    /// A `PredicateId`.
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
    /// A `MethodId`.
    pub method: u32,
    /// How often it was entered.
    pub count: u32,
}

/// An operation that ran: which of its mutants computed another value at least once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OperationTrace {
    /// `OperationId`.
    pub operation: u32,
    /// Bit `k` is set when the mutant in slot `k` was infected.
    pub infected: u8,
    /// For comparisons of numbers, over all evaluations: the least distances to `a < b`, `a == b` and `a > b`; 0 for
    /// what happened.
    pub relations: Option<[f64; 3]>,
}

/// What a method returned to the test that called it, as far as output goals ask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Returned {
    /// A `boolean` or `Boolean`.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A `char` or `Character`.
    Char(u16),
    /// `null`
    Null,
    /// A text, an array, a collection or a map of the JDK, by its length or size.
    Sized(u32),
    /// An enum constant, by its ordinal.
    Constant(u32),
    /// Any other object, or nothing (`void`).
    Other,
}

/// A call of a method or constructor of the file that the test itself made and that got there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CallTrace {
    /// A `MethodId`.
    pub method: u32,
    /// What it returned; none when an exception left it.
    pub returned: Option<Returned>,
}

/// An exception that left a call which the test itself made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrownTrace {
    /// `MethodId` of the called method.
    pub method: u32,
    /// Binary name of the exception's class.
    pub class: String,
}

/// What became of one mutant when it was switched on for a run of the same test (`RunOptions::mutant`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutantTrace {
    /// `MutantId`.
    pub mutant: u32,
    /// 0 when a test can see the difference, else up to 1: nearer the more the two runs differ inside.
    pub propagation: f64,
}

/// A call on a mock that it had no answer for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnansweredCall {
    /// The test double.
    pub double: Var,
    /// Method name.
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
    /// Binary name of the class that was passed, where one was: it may say what is wanted.
    pub class_argument: Option<String>,
}

/// A method that gave `null` where its caller needed an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullResult {
    /// Binary name of the class that the caller named.
    pub class: String,
    /// Method name.
    pub method: String,
}

/// What one run touched; sparse, each list sorted by its id. Lists that no wanted criterion needs are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Predicates that ran.
    pub predicates: Vec<PredicateTrace>,
    /// Methods that were entered.
    pub methods: Vec<MethodTrace>,
    /// Predicates that ran in a method which the test itself had called, counting those evaluations only.
    pub direct: Vec<PredicateTrace>,
    /// Lines on which a statement began, by their index in `FileFlow::lines`.
    pub lines: Vec<u32>,
    /// Operations that ran.
    pub operations: Vec<OperationTrace>,
    /// Calls that the test itself made, by method and in order.
    pub calls: Vec<CallTrace>,
    /// What ended the last of these calls, where that was an exception.
    pub thrown: Option<ThrownTrace>,
    /// Calls on mocks that had no answer, each method of each mock once, in the order of the first calls. What gives
    /// nothing is among them: it could fail.
    pub unanswered: Vec<UnansweredCall>,
    /// Whose `null` ended the run with a `NullPointerException`, where that is known.
    pub null_result: Option<NullResult>,
    /// Mutants that were run apart, as the search adds them; workers leave it empty.
    pub mutants: Vec<MutantTrace>,
}

impl Trace {
    /// What the predicate did, if it ran.
    pub fn predicate(&self, id: u32) -> Option<&PredicateTrace> {
        find(&self.predicates, id)
    }

    /// What the predicate did in calls that the test itself made, if it ran there.
    pub fn direct_predicate(&self, id: u32) -> Option<&PredicateTrace> {
        find(&self.direct, id)
    }

    /// The trace of what came after an earlier point of the same run, as far as it is counted: predicates and methods
    /// by how often they ran there; the rest as it is.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let later = |all: &[PredicateTrace], known: &[PredicateTrace]| -> Vec<PredicateTrace> {
            let counted = all.iter().map(|one| {
                let before = find(known, one.predicate);
                let (so, not_so) = before.map_or((0, 0), |it| (it.true_count, it.false_count));
                PredicateTrace {
                    true_count: one.true_count.saturating_sub(so),
                    false_count: one.false_count.saturating_sub(not_so),
                    ..*one
                }
            });
            let ran = |one: &PredicateTrace| one.true_count + one.false_count > 0;
            counted.filter(ran).collect()
        };
        let methods = self.methods.iter().map(|one| {
            let at = earlier
                .methods
                .binary_search_by_key(&one.method, |it| it.method);
            let before = at.map_or(0, |at| earlier.methods[at].count);
            MethodTrace {
                count: one.count.saturating_sub(before),
                ..*one
            }
        });
        Self {
            predicates: later(&self.predicates, &earlier.predicates),
            direct: later(&self.direct, &earlier.direct),
            methods: methods.filter(|one| one.count > 0).collect(),
            ..self.clone()
        }
    }

    /// What the operation did, if it ran.
    pub fn operation(&self, id: u32) -> Option<&OperationTrace> {
        let at = self
            .operations
            .binary_search_by_key(&id, |entry| entry.operation)
            .ok()?;
        Some(&self.operations[at])
    }

    /// Whether the method was entered.
    pub fn entered(&self, id: u32) -> bool {
        self.methods
            .binary_search_by_key(&id, |entry| entry.method)
            .is_ok()
    }
}

fn find(predicates: &[PredicateTrace], id: u32) -> Option<&PredicateTrace> {
    let at = predicates.binary_search_by_key(&id, |entry| entry.predicate);
    Some(&predicates[at.ok()?])
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thrown {
    /// Binary name of its class.
    pub class: String,
    /// The nearest supertype-or-self that a test can name: a public class, or one visible from the test's package.
    pub nameable: String,
    /// `getMessage()`; none when null or not asked for.
    pub message: Option<JavaString>,
    /// What a test can name of the exception that it was made of; none where there is none, or not asked for.
    pub cause: Option<String>,
    /// What it carries beside those, as its getters tell it; their variable is the statement that threw it.
    pub carried: Vec<Observation>,
    /// Whether a library threw it that was asked, with nothing, for what was set up elsewhere: no input of the test is
    /// the reason. False where that was not asked for.
    pub is_of_surroundings: bool,
    /// From the throwing frame outwards, frames of the worker left out; in runs that do not observe none, or the first
    /// ones of an exception that may be a refusal.
    pub stack: Vec<StackFrame>,
}

impl Thrown {
    /// Whether a container or buffer of the JDK refused to be changed: that says something of what the test handed in,
    /// not of who changed it.
    pub fn is_refusal(&self) -> bool {
        const REFUSALS: [&str; 3] = [
            "java.lang.UnsupportedOperationException",
            "java.nio.BufferOverflowException",
            "java.nio.ReadOnlyBufferException",
        ];
        const OWNERS: [&str; 2] = ["java.util.", "java.nio."];
        let is_of_owner = |frame: &StackFrame| OWNERS.iter().any(|it| frame.class.starts_with(it));
        // One that inherits its refusal is called by nobody but the test.
        let has_caller =
            |stack: &[StackFrame]| stack.iter().any(|it| !it.class.starts_with("java."));
        REFUSALS.contains(&self.class.as_str())
            && self.stack.first().is_some_and(is_of_owner)
            && has_caller(&self.stack)
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
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
        /// What killed it, for people: "System.exit(3)", "the memory limit".
        cause: String,
        /// The statement that was running, where that is known.
        statement: Option<Var>,
    },
    /// It was not run, because something that it calls ended workers before. Says nothing new about the test.
    NotRun {
        /// The statement that makes that call.
        statement: Var,
        /// Why, for people.
        reason: String,
    },
    /// It was not run, because the run was ended before its turn. Says nothing about the test.
    Left,
}

/// What an observation looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObservedPart {
    /// The value that the statement itself returned.
    Value,
    /// What a public method without parameters (by name and descriptor) of the variable returned after the last
    /// statement.
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
    /// The calls of this method (by name and descriptor) on the variable, a mock, up to the last statement.
    Interaction {
        /// Method name.
        method: String,
        /// JVM descriptor.
        descriptor: String,
    },
}

/// What stands in a text that a call gave in place of an identity hash: `[Pet@… name = 'Leo']`. Such a text can be
/// stated in parts alone.
pub const HIDDEN_IDENTITY: &str = "@\u{2026}";

/// A value that an assertion can state.
#[derive(Clone, Debug, PartialEq)]
pub enum Observed {
    /// `null`
    Null,
    /// A primitive or its wrapper, or a String.
    Literal(crate::Literal),
    /// A constant by its name: of an enum, or one that the source gives.
    Constant {
        /// Binary name of its class.
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
    /// A `java.util.Collection` that is no set; elements as for arrays, in iteration order, only for `List`.
    Sized {
        /// `size()`.
        size: u32,
        /// Elements when all of them are statable and there are at most 32.
        elements: Vec<Observed>,
    },
    /// A `java.util.Set` or `Map`.
    Unordered(Unordered),
    /// A value of the JDK that its text tells: `BigInteger`, `BigDecimal`, `StringBuilder`, `UUID`, `Locale`,
    /// java.time.
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
    /// An object that a mock was given and that no variable of the test holds, by what its getters say.
    Described {
        /// Binary name.
        class: String,
        /// What they say, sorted by their names.
        parts: Vec<DescribedPart>,
    },
    /// The calls that were made: what an `Interaction` shows, and nothing else.
    Calls {
        /// How many; at least one.
        count: u32,
        /// The arguments of each call in their order, as they were when it was made, where there are few calls (else
        /// none): `Same` for a variable of the test, `Object` where nothing can be stated of one.
        arguments: Vec<Vec<Observed>>,
    },
}

impl Observed {
    /// Whether it is what an object says that was told nothing: `null`, a text without characters, `false`, zero.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Null | Self::Literal(Literal::Boolean(false)) => true,
            Self::Literal(Literal::Text(text)) => text.to_text().is_empty(),
            Self::Literal(literal) => literal.number() == Some(0.0),
            _ => false,
        }
    }
}

/// What a set or a map holds, in an order that is the same each time.
#[derive(Clone, Debug, PartialEq)]
pub struct Unordered {
    /// `size()`.
    pub size: u32,
    /// Whether it is a map.
    pub is_map: bool,
    /// Elements, or keys, when all of them are statable and there are at most 32.
    pub keys: Vec<Observed>,
    /// The value of each key of a map, an object where it is not statable.
    pub values: Vec<Observed>,
}

/// What a getter says of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedPart {
    /// Method name.
    pub method: String,
    /// JVM descriptor.
    pub descriptor: String,
    /// What it gives.
    pub observed: Observed,
}

/// One observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The variable.
    pub var: Var,
    /// What of it.
    pub subject: ObservedPart,
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
    /// The statement at which the test was seen to use much of its time limit, by the clock and so not reproducible.
    pub slow_at: Option<Var>,
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
    /// The one mutant that is switched on: `MutantId`, of an operation that has a probe.
    pub mutant: Option<u32>,
    /// Let a millisecond pass before each call, so that what depends on the time that passed is another value.
    pub pauses: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            step_budget: 100_000,
            time_limit_ms: 1_000,
            fresh_loader: false,
            observe: false,
            mutant: None,
            pauses: false,
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

/// A batch that was started.
#[derive(Debug)]
pub enum Started {
    /// It ran at once.
    Done(Vec<Execution>),
    /// The executor is at it.
    UnderWay,
}

/// An executor with the cluster that tests for it are made of.
pub struct TestBed<'a> {
    /// What runs them.
    pub executor: &'a mut (dyn Executor + 'a),
    /// What their numbers mean.
    pub cluster: &'a TestCluster,
}

impl TestBed<'_> {
    /// See [`Executor::run`].
    pub fn run(
        &mut self,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        self.executor.run(self.cluster, tests, options)
    }
}

/// The only way the search sees the outside world. Results come in the order of the tests, one each;
/// [`Outcome::Left`] for those that a run ended early did not come to.
pub trait Executor {
    /// Runs each test. A worker that dies costs the test that ended it only.
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError>;

    /// Starts to run tests, so that the caller can do other things meanwhile. Further batches may be started before
    /// the first one is finished, so that the executor never idles; nothing else is run, and batches are finished in
    /// the order in which they were started. An executor that cannot do so runs them at once.
    fn start(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Started, ExecutorError> {
        self.run(cluster, tests, options).map(Started::Done)
    }

    /// The results of the same tests that were started first; as [`Executor::run`] gives them.
    fn finish(
        &mut self,
        tests: &[TestCase],
        started: Started,
    ) -> Result<Vec<Execution>, ExecutorError> {
        debug_assert!(matches!(&started, Started::Done(done) if done.len() == tests.len()));
        match started {
            Started::Done(executions) => Ok(executions),
            Started::UnderWay => Err(ExecutorError::Unavailable("nothing was started".to_owned())),
        }
    }

    /// Operands seen at comparisons since the last call, without duplicates, in the order they were seen. One that
    /// was told may be told again later; none depends on what was run for classes that were compiled before these.
    fn take_seen(&mut self) -> Vec<SeenConstant>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_before_is_not_counted_again() {
        let ran = |predicate, true_count, false_count| PredicateTrace {
            predicate,
            true_count,
            false_count,
            true_distance: 0.0,
            false_distance: 0.0,
        };
        let entered = |method, count| MethodTrace { method, count };
        let before = Trace {
            predicates: vec![ran(1, 0, 1), ran(2, 3, 0)],
            methods: vec![entered(0, 1)],
            ..Trace::default()
        };
        let whole = Trace {
            predicates: vec![ran(1, 1, 1), ran(2, 3, 0), ran(4, 0, 2)],
            methods: vec![entered(0, 2), entered(3, 1)],
            ..Trace::default()
        };
        let later = whole.since(&before);
        assert_eq!(later.predicates, [ran(1, 1, 0), ran(4, 0, 2)]);
        assert_eq!(later.methods, [entered(0, 1), entered(3, 1)]);
    }
}
