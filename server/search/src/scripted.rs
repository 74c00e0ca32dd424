//! An executor without a JVM, for tests of what searches: a closure says what each test case does.

use std::collections::BTreeMap;

use goalline_testcase::{
    Execution, Executor, ExecutorError, JavaString, MethodTrace, Observation, Outcome,
    PredicateTrace, RunOptions, SeenConstant, TestCase, TestCluster, Thrown, Trace, UnansweredCall,
    Var,
};

/// Writes down what a scripted program does, as probes would.
#[derive(Debug, Default)]
pub struct Recorder {
    predicates: BTreeMap<u32, PredicateTrace>,
    methods: BTreeMap<u32, u32>,
    seen: Vec<SeenConstant>,
    observations: Vec<Observation>,
    unanswered: Vec<UnansweredCall>,
    steps: u64,
}

impl Recorder {
    /// Something is seen at the end.
    pub fn observe(&mut self, observation: Observation) {
        self.observations.push(observation);
    }

    /// A double was asked and had no answer.
    pub fn ask_in_vain(&mut self, call: UnansweredCall) {
        self.unanswered.push(call);
    }

    /// A method was entered.
    pub fn enter(&mut self, method: u32) {
        *self.methods.entry(method).or_default() += 1;
        self.steps += 1;
    }

    /// A predicate was evaluated: gives `outcome` back.
    pub fn evaluate(&mut self, predicate: u32, outcome: bool, distance: f64) -> bool {
        let trace = self.predicates.entry(predicate).or_insert(PredicateTrace {
            predicate,
            true_count: 0,
            false_count: 0,
            true_distance: f64::MAX,
            false_distance: f64::MAX,
        });
        let (happened, other) = (0.0, distance);
        if outcome {
            trace.true_count += 1;
            trace.true_distance = happened;
            trace.false_distance = trace.false_distance.min(other);
        } else {
            trace.false_count += 1;
            trace.false_distance = happened;
            trace.true_distance = trace.true_distance.min(other);
        }
        self.steps += 1;
        outcome
    }

    /// `a == b` on numbers.
    pub fn equal(&mut self, predicate: u32, a: i64, b: i64) -> bool {
        self.seen.extend([a, b].map(SeenConstant::Integral));
        let distance = if a == b {
            1.0
        } else {
            (a as f64 - b as f64).abs()
        };
        self.evaluate(predicate, a == b, distance)
    }

    /// `a < b` on numbers.
    pub fn less(&mut self, predicate: u32, a: i64, b: i64) -> bool {
        self.seen.extend([a, b].map(SeenConstant::Integral));
        let gap = (a as f64 - b as f64).abs();
        self.evaluate(predicate, a < b, if a < b { gap } else { gap + 1.0 })
    }

    /// A boolean condition.
    pub fn holds(&mut self, predicate: u32, outcome: bool) -> bool {
        self.evaluate(predicate, outcome, 1.0)
    }

    /// `a.equals(b)` on strings; the distance is in code units and in length.
    pub fn same_text(&mut self, predicate: u32, a: &str, b: &str) -> bool {
        self.seen
            .extend([a, b].map(|text| SeenConstant::Text(JavaString::from(text))));
        let units = |text: &str| text.encode_utf16().map(f64::from).collect::<Vec<f64>>();
        let (x, y) = (units(a), units(b));
        let apart: f64 = x.iter().zip(&y).map(|(x, y)| (x - y).abs()).sum();
        let longer = x.len().abs_diff(y.len()) as f64;
        self.evaluate(
            predicate,
            a == b,
            if a == b { 1.0 } else { apart + 128.0 * longer },
        )
    }

    fn trace(self) -> Trace {
        let methods = self.methods.into_iter();
        Trace {
            predicates: self.predicates.into_values().collect(),
            methods: methods
                .map(|(method, count)| MethodTrace { method, count })
                .collect(),
            unanswered: self.unanswered,
            ..Trace::default()
        }
    }
}

/// The outcome of a test whose statement throws.
pub fn throws(statement: usize, class: &str) -> Outcome {
    let thrown = Thrown {
        class: class.to_owned(),
        nameable: class.to_owned(),
        message: None,
        stack: Vec::new(),
        ..Thrown::default()
    };
    Outcome::Threw {
        statement: Var(statement as u16),
        thrown,
    }
}

/// Runs tests by asking a closure what each does.
pub struct ScriptedExecutor<F> {
    script: F,
    seen: Vec<SeenConstant>,
}

impl<F: FnMut(&TestCluster, &TestCase, RunOptions, &mut Recorder) -> Outcome> ScriptedExecutor<F> {
    /// An executor over this closure.
    pub fn new(script: F) -> Self {
        Self {
            script,
            seen: Vec::new(),
        }
    }
}

impl<F> Executor for ScriptedExecutor<F>
where
    F: FnMut(&TestCluster, &TestCase, RunOptions, &mut Recorder) -> Outcome,
{
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let mut executions = Vec::with_capacity(tests.len());
        for test in tests {
            let mut recorder = Recorder::default();
            let outcome = (self.script)(cluster, test, options, &mut recorder);
            for constant in recorder.seen.drain(..) {
                if !self.seen.contains(&constant) {
                    self.seen.push(constant);
                }
            }
            let steps = recorder.steps;
            let observations = std::mem::take(&mut recorder.observations);
            let trace = recorder.trace();
            executions.push(Execution {
                outcome,
                trace,
                steps,
                observations,
                slow_at: None,
            });
        }
        Ok(executions)
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        std::mem::take(&mut self.seen)
    }
}
