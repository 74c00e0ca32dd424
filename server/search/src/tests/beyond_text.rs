//! Goals that a trace alone does not decide: exceptions that come up while tests run, and mutants that run isolated.

use std::sync::Arc;

use goalline_flow::{FileFlow, OperationKind};
use goalline_goals::{Criterion, GoalId, GoalSet, MutantId, SLOTS, Target};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    Execution, Executor, ExecutorError, Literal, Observation, Observed, OperationTrace, Outcome,
    RunOptions, SeenConstant, StatementKind, TestCase, TestCluster, ThrownTrace, Trace, Var,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    searching::Heard,
    subject::{MiniSubject, MiniValue},
};
use crate::{
    Algorithm, ConstantPool, HandedOn, Minimisation, Parameters, SearchResult, SearchTask, World,
    algorithms::search,
    minimise,
    scripted::{ScriptedExecutor, throws},
};

/// Throws one of two exceptions, far apart.
const PICKY: MiniSubject = MiniSubject {
    java: "package shop; class Subject { void take(int a) { if (a > 9) throw new IllegalStateException(); } }",
    methods: &[("<init>", ":V"), ("take", "I:V")],
    body: |recorder, _, name, arguments| {
        if name == "<init>" {
            return Ok(MiniValue::Null);
        }
        recorder.enter(0);
        let a = arguments[0].number();
        recorder.less(0, 9, a);
        match a {
            10.. => Err("java.lang.IllegalStateException"),
            -3 => Err("java.lang.ArithmeticException"),
            _ => Ok(MiniValue::Null),
        }
    },
};

/// The exceptions that leave `take`, in the trace as workers tell of them.
struct Throwing;

impl Executor for Throwing {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let script = |cluster: &_, test: &_, options, recorder: &mut _| {
            PICKY.run(cluster, test, options, recorder)
        };
        let mut runs = ScriptedExecutor::new(script).run(cluster, tests, options)?;
        for run in &mut runs {
            if let Outcome::Threw { thrown, .. } = &run.outcome
                && thrown.class != "java.lang.NullPointerException"
            {
                run.trace.thrown = Some(ThrownTrace {
                    method: 0,
                    class: thrown.class.clone(),
                });
            }
        }
        Ok(runs)
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        Vec::new()
    }
}

/// Computes `a + 1`, or what the mutant makes of it, and shows it.
struct Adding {
    with_mutant: u64,
    without: u64,
}

const ADDING: MiniSubject = MiniSubject {
    java: "package shop; class Subject { int take(int a) { return a + 1; } }",
    methods: &[("<init>", ":V"), ("take", "I:I")],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

fn compute(slot: u32, a: i32) -> Option<i32> {
    match slot {
        0 => Some(a.wrapping_add(1)),
        1 => Some(a.wrapping_sub(1)),
        2 | 3 => Some(a),
        // The remainder by one is hidden from whoever calls: a mutant that is infected and never noticed.
        _ => None,
    }
}

fn add(cluster: &TestCluster, test: &TestCase, options: RunOptions) -> Execution {
    let mut trace = Trace::default();
    let mut observations = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &statement.kind
        else {
            continue;
        };
        if cluster.callable(*callable).name != "take" {
            continue;
        }
        let argument = &test.statements[usize::from(arguments[0].0)].kind;
        let StatementKind::Literal(Literal::Int(a)) = argument else {
            return ended(throws(at, "java.lang.NullPointerException"), trace);
        };
        trace.operations = vec![OperationTrace {
            operation: 0,
            infected: 0b11110,
            relations: None,
        }];
        let slot = options.mutant.map_or(0, |mutant| mutant % SLOTS);
        let value = compute(slot, *a).unwrap_or_else(|| a.wrapping_add(1));
        observations.push(Observation {
            var: Var(at as u16),
            subject: goalline_testcase::ObservedPart::Value,
            observed: Observed::Literal(Literal::Int(value)),
        });
    }
    Execution {
        observations,
        ..ended(Outcome::Passed, trace)
    }
}

fn ended(outcome: Outcome, trace: Trace) -> Execution {
    Execution {
        outcome,
        trace,
        steps: 1,
        slow_at: None,
        observations: Vec::new(),
    }
}

impl Executor for Adding {
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
            .map(|test| add(cluster, test, options))
            .collect())
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        Vec::new()
    }
}

fn seek(
    (subject, goals): (&MiniSubject, &GoalSet),
    wanted: &[GoalId],
    executor: &mut dyn Executor,
    algorithm: Algorithm,
) -> (SearchResult, TestCluster) {
    let mut cluster = subject.cluster(goals);
    let task = SearchTask {
        goals,
        wanted,
        pool: ConstantPool::default(),
        seeds: Vec::new(),
        parameters: &Parameters::of_papers(algorithm),
    };
    let world = World {
        cluster: &mut cluster,
        executor,
        stop: &mut |so_far| so_far >= 6_000,
        events: &mut Heard::default(),
    };
    let found = search(task, world, &mut ChaCha8Rng::seed_from_u64(3));
    (found, cluster)
}

#[test]
fn exceptions_become_goals_once_seen_and_have_a_test_each() {
    for algorithm in Algorithm::all().filter(|it| it.takes_discovered()) {
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(PICKY.java)));
        let goals = GoalSet::of(flow, &[Criterion::Branch, Criterion::Exception]);
        let wanted = MiniSubject::wanted(&goals);
        let (found, _) = seek((&PICKY, &goals), &wanted, &mut Throwing, algorithm);
        let mut seen: Vec<&str> = goals.discovered.goals().map(|it| &*it.detail).collect();
        seen.sort_unstable();
        let both = [
            "java.lang.ArithmeticException",
            "java.lang.IllegalStateException",
        ];
        assert_eq!(seen, both, "{}", algorithm.name());
        for goal in goals.discovered.goals() {
            let name = algorithm.name();
            let entry = found
                .archive
                .confirmed(goal.id)
                .unwrap_or_else(|| panic!("{name}"));
            assert_eq!(
                entry.test.statements.len(),
                3,
                "{name}: object, number, call"
            );
        }
    }
}

#[test]
fn nobody_asks_for_exceptions_and_none_becomes_a_goal() {
    let goals = PICKY.goals();
    let wanted = MiniSubject::wanted(&goals);
    seek((&PICKY, &goals), &wanted, &mut Throwing, Algorithm::Mosa);
    assert_eq!(goals.discovered.goals().count(), 0);
}

#[test]
fn a_kept_test_names_no_goal_that_nobody_seeks() {
    // Whoever gets to the first condition's true branch has one of the second's, too.
    let subject = MiniSubject {
        java: "package shop; class Subject { void take(int a) { if (a > 9) { if (a > 20) { a = 0; } } } }",
        methods: &[("<init>", ":V"), ("take", "I:V")],
        body: |recorder, _, name, arguments| {
            recorder.enter(0);
            if name == "take" && recorder.less(0, 9, arguments[0].number()) {
                recorder.less(1, 20, arguments[0].number());
            }
            Ok(MiniValue::Null)
        },
    };
    let goals = subject.goals();
    let is_it = |goal: &&goalline_goals::Goal| goal.key.0.ends_with("a > 9#0:true");
    let sought = goals.goals.iter().find(is_it).expect("a branch").id;
    for algorithm in Algorithm::all() {
        let mut executor =
            ScriptedExecutor::new(|cluster: &_, test: &_, options, recorder: &mut _| {
                subject.run(cluster, test, options, recorder)
            });
        let (found, _) = seek((&subject, &goals), &[sought], &mut executor, algorithm);
        let entry = found.archive.confirmed(sought);
        let covers = entry.map(|entry| &*entry.covers);
        assert_eq!(covers, Some(&[sought][..]), "{}", algorithm.name());
    }
}

#[test]
fn a_mutant_is_killed_by_what_a_test_shows_and_its_runs_are_counted() {
    for algorithm in Algorithm::all().filter(|it| *it != Algorithm::OneGoal) {
        let flow = FileFlow::with_operations(&JavaFile::parse(ADDING.java));
        assert_eq!(flow.operations[0].kind, OperationKind::Arithmetic);
        let goals = GoalSet::of(Arc::new(flow), &[Criterion::Strong]);
        let of_addition = |goal: &&goalline_goals::Goal| match goal.target {
            Target::Strong(mutant) => mutant.operation().0 == 0,
            _ => false,
        };
        let wanted = goals.goals.iter().filter(of_addition);
        let wanted: Vec<GoalId> = wanted.map(|goal| goal.id).collect();
        let mut executor = Adding {
            with_mutant: 0,
            without: 0,
        };
        let (found, mut cluster) = seek((&ADDING, &goals), &wanted, &mut executor, algorithm);
        let name = algorithm.name();
        assert_eq!(
            found.executions,
            executor.with_mutant + executor.without,
            "{name}"
        );
        // A batch may run over the budget by its mutants, each of its tests by a few.
        assert!(found.executions < 7_000, "{name}: {}", found.executions);
        let mutant = |goal: GoalId| match goals.goal(goal).target {
            Target::Strong(mutant) => mutant,
            _ => MutantId(0),
        };
        for goal in wanted {
            let is_killed = found.archive.confirmed(goal).is_some();
            assert_eq!(
                is_killed,
                mutant(goal).slot() < 4,
                "{name}: {}",
                goals.goal(goal).detail
            );
            if let Some(entry) = found.archive.confirmed(goal) {
                let mut bench = Minimisation {
                    goals: &goals,
                    cluster: &mut cluster,
                    executor: &mut executor,
                    options: RunOptions::default(),
                    handed_on: &mut HandedOn::default(),
                };
                let small = minimise(&entry.test, &[goal], &mut bench).expect("it runs");
                assert_eq!(small.statements.len(), 3, "{name}: object, number, call");
            }
        }
    }
}
