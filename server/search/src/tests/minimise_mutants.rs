//! Minimisation of a test that kills many mutants: edits alone are tried with a few of them, and none is lost.

use std::sync::Arc;

use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalId, GoalSet, SLOTS, Target};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    CallableId, Execution, Executor, ExecutorError, Literal, Observation, Observed, OperationTrace,
    Outcome, RunOptions, SeenConstant, Statement, StatementKind, TestCase, TestCluster, Trace, Var,
};

use super::subject::{MiniSubject, MiniValue};
use crate::{HandedOn, Minimisation, minimise, minimise::behaviours::behaviours};

/// Mutants, one for each of the numbers from 10 on: a test kills the one whose number it passes.
const MUTANTS: u32 = 20;

/// The first of these numbers.
const FIRST: i32 = 10;

/// A number that is noticed with each of the mutants.
const ALL: i32 = 1_000_003;

const SUMMING: MiniSubject = MiniSubject {
    java: "package shop; class Subject { int take(int a) { return a + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 \
           + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20; } }",
    methods: &[("<init>", ":V"), ("take", "I:I")],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

/// Shows what each call was given, or one more where the mutant that is switched on is about this number.
#[derive(Default)]
struct Summing {
    with_mutant: u64,
    without: u64,
}

/// The numbers that the test passes, each with the place of its call.
fn passed(cluster: &TestCluster, test: &TestCase) -> Vec<(usize, i32)> {
    let of_call = |(at, statement): (usize, &Statement)| {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &statement.kind
        else {
            return None;
        };
        let argument = arguments
            .first()
            .filter(|_| cluster.callable(*callable).name == "take")?;
        match test.statements[usize::from(argument.0)].kind {
            StatementKind::Literal(Literal::Int(number)) => Some((at, number)),
            _ => None,
        }
    };
    test.statements
        .iter()
        .enumerate()
        .filter_map(of_call)
        .collect()
}

/// Whether a call with the number is noticed with the mutant of this operation.
fn notices(number: i32, operation: u32) -> bool {
    number == ALL || number == FIRST + operation.cast_signed()
}

fn sum(cluster: &TestCluster, test: &TestCase, options: RunOptions) -> Execution {
    let passed = passed(cluster, test);
    let switched_on = options.mutant.map(|mutant| mutant / SLOTS);
    let is_seen = |operation: &u32| {
        passed
            .iter()
            .any(|(_, number)| notices(*number, *operation))
    };
    let operations = (0..MUTANTS)
        .filter(is_seen)
        .map(|operation| OperationTrace {
            operation,
            infected: 0b10,
            relations: None,
        });
    let observations = passed.iter().map(|(at, number)| {
        let is_changed = switched_on.is_some_and(|operation| notices(*number, operation));
        Observation {
            var: Var(*at as u16),
            subject: goalline_testcase::ObservedPart::Value,
            observed: Observed::Literal(Literal::Int(number + i32::from(is_changed))),
        }
    });
    Execution {
        outcome: Outcome::Passed,
        trace: Trace {
            operations: operations.collect(),
            ..Trace::default()
        },
        steps: 1,
        slow_at: None,
        observations: observations.collect(),
    }
}

impl Executor for Summing {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let count = tests.len() as u64;
        match options.mutant {
            Some(_) => self.with_mutant += count,
            None => self.without += count,
        }
        Ok(tests
            .iter()
            .map(|test| sum(cluster, test, options))
            .collect())
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        Vec::new()
    }
}

/// A test that passes each of these numbers.
fn passing(cluster: &TestCluster, numbers: impl Iterator<Item = i32>) -> TestCase {
    let named = |name: &str| -> CallableId {
        let mut ids = cluster.under_test().iter().copied();
        ids.find(|id| cluster.callable(*id).name == name)
            .expect(name)
    };
    let call = |name: &str, receiver: Option<Var>, arguments: &[Var]| Statement {
        ty: cluster.callable(named(name)).returns,
        kind: StatementKind::Call {
            callable: named(name),
            receiver,
            arguments: arguments.iter().copied().collect(),
        },
    };
    let mut statements = vec![call("<init>", None, &[])];
    for number in numbers {
        let literal = Var(statements.len() as u16);
        let kind = StatementKind::Literal(Literal::Int(number));
        let ty = cluster.callable(named("take")).parameters[0];
        statements.push(Statement { ty, kind });
        statements.push(call("take", Some(Var(0)), &[literal]));
    }
    TestCase { statements }
}

/// What becomes of a test that passes these numbers, all mutants being wanted, and the runs that took.
fn made_of<T>(
    numbers: impl Iterator<Item = i32>,
    make: impl FnOnce(&TestCase, &[GoalId], &mut Minimisation<'_>) -> Result<T, ExecutorError>,
) -> (T, Summing) {
    let flow = FileFlow::with_operations(&JavaFile::parse(SUMMING.java));
    let goals = GoalSet::of(Arc::new(flow), &[Criterion::Strong]);
    let is_meant = |goal: &&goalline_goals::Goal| match goal.target {
        Target::Strong(mutant) => mutant.slot() == 1 && mutant.operation().0 < MUTANTS,
        _ => false,
    };
    let wanted = goals.goals.iter().filter(is_meant);
    let wanted: Vec<GoalId> = wanted.map(|goal| goal.id).collect();
    assert_eq!(wanted.len(), MUTANTS as usize);
    let mut cluster = SUMMING.cluster(&goals);
    let test = passing(&cluster, numbers);
    let mut executor = Summing::default();
    let mut bench = Minimisation {
        goals: &goals,
        cluster: &mut cluster,
        executor: &mut executor,
        options: RunOptions::default(),
        handed_on: &mut HandedOn::default(),
    };
    let result = make(&test, &wanted, &mut bench).expect("it runs");
    (result, executor)
}

fn numbers_in(cluster: &TestCluster, test: &TestCase) -> Vec<i32> {
    let passed = passed(cluster, test).into_iter();
    passed.map(|(_, number)| number).collect()
}

/// The numbers that the minimised test passes, of a test that passes these, and the runs that took.
fn minimised(numbers: impl Iterator<Item = i32>) -> (Vec<i32>, Summing) {
    made_of(numbers, |test, wanted, bench| {
        let small = minimise(test, wanted, bench)?;
        Ok(numbers_in(bench.cluster, &small))
    })
}

#[test]
fn each_call_that_notices_mutants_ends_a_test_of_its_own_and_mutants_run_where_they_infect_first() {
    let passed = [11, 500, 10, 11, 12];
    let (parts, executor) = made_of(passed.into_iter(), |test, wanted, bench| {
        let parts = behaviours(test, wanted, bench)?.into_iter();
        let described = parts.map(|part| (numbers_in(bench.cluster, &part.test), part.goals.len()));
        Ok(described.collect::<Vec<_>>())
    });
    // Seventeen mutants that nothing kills stay with the whole test.
    let whole = (passed.to_vec(), 17);
    let expected = [(vec![11], 1), (vec![10], 1), (vec![12], 1), whole];
    assert_eq!(parts, expected);
    // With each mutant at each statement up to which the test infects it, nine runs and not three take it apart.
    assert!(executor.with_mutant < 29, "{}", executor.with_mutant);
}

#[test]
fn what_is_left_notices_every_mutant_though_edits_are_tried_with_few() {
    let needed = FIRST..FIRST + MUTANTS.cast_signed();
    // As many calls that nobody needs stand between those.
    let (left, _) = minimised(needed.clone().flat_map(|number| [number, number + 500]));
    assert_eq!(left, needed.collect::<Vec<_>>());
}

#[test]
fn edits_that_lose_nothing_do_not_run_with_every_mutant() {
    let needless = (0..20).map(|number| 500 + number);
    let (left, executor) = minimised(needless.chain([ALL]));
    assert_eq!(left, [ALL]);
    // With every mutant they would be four and a half times as many as those without.
    let Summing {
        with_mutant,
        without,
    } = executor;
    assert!(with_mutant < 2 * without, "{with_mutant}, {without}");
}
