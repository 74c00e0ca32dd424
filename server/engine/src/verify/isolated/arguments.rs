//! Arguments tested one by one: takes ready tests of one method, gives in place of one that differs in several inputs
//! from each that ends otherwise a test that differs in one, with the other inputs as they are there.

use std::{collections::BTreeMap, sync::Arc};

use goalline_jvm::Pool;
use goalline_prepare::{EngineError, ReadyTest};
use goalline_testcase::{
    CallableId, CallableKind, Execution, Executor, Observed, ObservedPart, Outcome, RunOptions,
    Statement, StatementKind, TestCase, TestCluster, Var,
};

use super::{MOST, MOST_LOOKED_AT, Replacement};
use crate::verify::{
    live::JudgedBatch,
    verification::{Candidate, SINGLE, Verdict, Verification},
};

/// Tests that end otherwise whose inputs are tried, at most, the shortest first.
const MOST_DONORS: usize = 3;

/// Tests that are tried, at most.
const MOST_TRIALS: usize = 96;

/// Statements that a test may have more than the one in whose place it comes.
const MOST_LONGER: usize = 3;

/// An input of a call: the receiver is the first one, where there is one.
type Inputs = Vec<Var>;

/// A ready test of a method.
struct MethodTest<'d> {
    /// Its place among the verdicts.
    at: usize,
    candidate: &'d Candidate,
    ready: &'d Arc<ReadyTest>,
    /// The test in the numbers of the cluster at hand.
    test: TestCase,
    inputs: Inputs,
    /// What makes each of the inputs, by itself.
    pieces: Vec<Vec<Statement>>,
}

/// How an act ended.
#[derive(PartialEq)]
enum ActEnd<'r> {
    Threw {
        class: &'r str,
        /// Where it was made.
        place: Option<(&'r str, &'r str, u32)>,
    },
    Gave(&'r Observed),
}

impl<'r> ActEnd<'r> {
    /// None of what gave nothing that can be compared.
    fn of(run: &'r Execution, act: Var) -> Option<Self> {
        match &run.outcome {
            Outcome::Passed => {
                let mut seen = run.observations.iter();
                let result =
                    seen.find(|one| one.var == act && one.subject == ObservedPart::Value)?;
                // Which of its objects a test means by a number, another one does not know.
                let is_of_test = matches!(result.observed, Observed::Same(_));
                (!is_of_test).then_some(Self::Gave(&result.observed))
            }
            Outcome::Threw { statement, thrown } if *statement == act => {
                let top = thrown.stack.first();
                Some(Self::Threw {
                    class: &thrown.class,
                    place: top.map(|it| (&*it.class, &*it.method, it.line)),
                })
            }
            _ => None,
        }
    }
}

/// The last statement.
fn act_of(test: &TestCase) -> Var {
    Var(test.len().saturating_sub(1) as u16)
}

/// What the act is made on and given.
fn inputs_of(test: &TestCase) -> Inputs {
    match &test.statement(act_of(test)).kind {
        StatementKind::Call {
            receiver,
            arguments,
            ..
        } => receiver.iter().chain(arguments).copied().collect(),
        _ => Vec::new(),
    }
}

/// The statements before the act that make this input, and what is done with it; none where they make another input,
/// too.
fn makers(test: &TestCase, inputs: &[Var], input: Var) -> Option<Vec<Var>> {
    let is_value = |var: Var| {
        matches!(
            test.statement(var).kind,
            StatementKind::Literal(_) | StatementKind::Null
        )
    };
    let found = test.makers_of(input);
    let is_shared = |other: &Var| *other != input && !is_value(*other) && found.contains(other);
    let is_given_twice = inputs.iter().filter(|it| **it == input).count() > 1;
    (!is_given_twice && !inputs.iter().any(is_shared)).then_some(found)
}

/// Copies statements of a test behind others; gives where each of them is now.
fn copy(test: &TestCase, vars: &[Var], into: &mut Vec<Statement>) -> BTreeMap<Var, Var> {
    let mut places = BTreeMap::new();
    for var in vars {
        let mut statement = test.statement(*var).clone();
        statement.kind.visit_uses_mut(|used| *used = places[used]);
        places.insert(*var, Var(into.len() as u16));
        into.push(statement);
    }
    places
}

impl<'d> MethodTest<'d> {
    fn of(
        at: usize,
        candidate: &'d Candidate,
        ready: &'d Arc<ReadyTest>,
        cluster: &mut TestCluster,
    ) -> Option<Self> {
        let test = ready.case.restore(cluster)?;
        let inputs = inputs_of(&test);
        let mut pieces = Vec::new();
        for input in &inputs {
            let mut piece = Vec::new();
            copy(&test, &makers(&test, &inputs, *input)?, &mut piece);
            pieces.push(piece);
        }
        Some(Self {
            at,
            candidate,
            ready,
            test,
            inputs,
            pieces,
        })
    }

    /// The method that it calls last, where that is one of a class under test that takes several things.
    fn method(&self, cluster: &TestCluster) -> Option<CallableId> {
        let StatementKind::Call { callable, .. } = self.test.statement(act_of(&self.test)).kind
        else {
            return None;
        };
        let called = cluster.callable(callable);
        let is_method = matches!(
            called.kind,
            CallableKind::Method | CallableKind::StaticMethod | CallableKind::Constructor
        );
        (called.is_under_test && is_method && self.inputs.len() > 1).then_some(callable)
    }

    /// The numbers of the inputs in which the other one differs.
    fn differences(&self, other: &Self) -> Vec<usize> {
        let pairs = self.pieces.iter().zip(&other.pieces).enumerate();
        let unlike = pairs.filter(|(_, (own, others))| own != others);
        unlike.map(|(number, _)| number).collect()
    }

    /// This test with one input of the other one.
    fn with_input(&self, other: &Self, number: usize) -> Option<TestCase> {
        let act = act_of(&self.test);
        let old = self.inputs[number];
        let dropped = makers(&self.test, &self.inputs, old)?;
        let is_used_elsewhere = |var: &Var| {
            let mut users = self.test.users(*var).into_iter();
            let input = self.inputs.iter().filter(|it| *it == var).count();
            users.any(|it| it != act && !dropped.contains(&it)) || input > 0 && *var != old
        };
        let kept: Vec<Var> = self
            .test
            .vars()
            .filter(|var| *var != act)
            .filter(|var| !dropped.contains(var) || is_used_elsewhere(var))
            .collect();
        let mut statements = Vec::new();
        let places = copy(&self.test, &kept, &mut statements);
        let input = other.inputs[number];
        let made = makers(&other.test, &other.inputs, input)?;
        let given = copy(&other.test, &made, &mut statements)[&input];
        let mut last = self.test.statement(act).clone();
        let mut position = 0;
        last.kind.visit_uses_mut(|used| {
            *used = if position == number {
                given
            } else {
                places[used]
            };
            position += 1;
        });
        statements.push(last);
        Some(TestCase { statements })
    }
}

/// A test that may have one cause, and in whose place it would come.
struct OneCauseTest {
    of: usize,
    test: TestCase,
}

/// Tests with one input of a test that ends otherwise than each that differs from it in one input alone.
fn trials(tests: &[MethodTest<'_>], runs: &[Execution], numbers: &[usize]) -> Vec<OneCauseTest> {
    let end = |number: usize| ActEnd::of(&runs[number], act_of(&tests[number].test));
    let mut found: Vec<OneCauseTest> = Vec::new();
    for of in numbers.iter().copied() {
        let one = &tests[of];
        let Some(own_end) = end(of) else {
            continue;
        };
        let mut donors: Vec<usize> = numbers.to_vec();
        donors.retain(|it| end(*it).is_some_and(|other| other != own_end));
        donors.sort_by_key(|it| tests[*it].test.len());
        if donors
            .iter()
            .any(|donor| one.differences(&tests[*donor]).len() == 1)
        {
            continue;
        }
        for donor in donors.into_iter().take(MOST_DONORS) {
            let donor = &tests[donor];
            let differing = one.differences(donor).into_iter();
            let made = differing.filter_map(|number| donor.with_input(one, number));
            let short = made.filter(|it| it.len() <= one.test.len() + MOST_LONGER);
            found.extend(short.map(|test| OneCauseTest { of, test }));
        }
    }
    found
}

impl Verification<'_> {
    /// Tests that differ in one input from one that ends otherwise, for the place of ready tests that differ in
    /// several from each, where they cover the same goals and end alike.
    pub(super) fn tests_of_one_cause(
        &self,
        pool: &mut Pool,
        cluster: &mut TestCluster,
        done: &JudgedBatch,
    ) -> Result<Vec<Replacement>, EngineError> {
        let observing = RunOptions {
            observe: true,
            ..SINGLE
        };
        let tests = method_tests(cluster, done);
        let own: Vec<TestCase> = tests.iter().map(|one| one.test.clone()).collect();
        let runs = pool.run(cluster, &own, observing)?;
        let mut by_method: BTreeMap<CallableId, Vec<usize>> = BTreeMap::new();
        for (number, one) in tests.iter().enumerate() {
            if let Some(method) = one.method(cluster) {
                by_method.entry(method).or_default().push(number);
            }
        }
        let mut all: Vec<OneCauseTest> = by_method
            .values()
            .flat_map(|numbers| trials(&tests, &runs, numbers))
            .collect();
        all.retain(|it| it.test.is_well_formed(cluster) && !own.contains(&it.test));
        all.truncate(MOST_TRIALS);
        if all.is_empty() || self.limits.is_late_for_better() {
            return Ok(Vec::new());
        }
        let cases: Vec<TestCase> = all.iter().map(|it| it.test.clone()).collect();
        let seen = pool.run(cluster, &cases, observing)?;
        let mut found: Vec<Replacement> = Vec::new();
        for (trial, run) in all.into_iter().zip(&seen) {
            let one = &tests[trial.of];
            let end = ActEnd::of(run, act_of(&trial.test));
            let is_alike = end.is_some() && end == ActEnd::of(&runs[trial.of], act_of(&one.test));
            let is_new = !found
                .iter()
                .any(|it| it.at == one.at || it.candidate.test == trial.test);
            if is_alike && is_new && self.covers(&one.candidate.goals, run) {
                found.push(Replacement {
                    at: one.at,
                    old: one.ready.clone(),
                    candidate: Candidate::new(trial.test, one.candidate.goals.clone()),
                });
            }
        }
        found.truncate(MOST);
        Ok(found)
    }
}

fn method_tests<'d>(cluster: &mut TestCluster, done: &'d JudgedBatch) -> Vec<MethodTest<'d>> {
    let ready = done
        .iter()
        .enumerate()
        .filter_map(|(at, (candidate, verdict))| match verdict {
            Verdict::Ready(ready) => MethodTest::of(at, candidate, ready, cluster),
            Verdict::Refused(_) => None,
        });
    ready.take(MOST_LOOKED_AT).collect()
}
