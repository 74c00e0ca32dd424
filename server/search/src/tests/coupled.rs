//! Coupled branches (COUPLED.md): worked examples of their fitness by hand, and what a search for them runs.

use std::sync::Arc;

use goalline_flow::{Branch, CallSite, FileFlow, MethodId, PredicateId};
use goalline_goals::{CoupledBranches, GoalId, GoalKey, GoalSet, JoinedPair};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    CallableId, Executor, MethodTrace, Outcome, PredicateTrace, Statement, StatementKind, TestCase,
    TestCluster, Trace,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    searching::Heard,
    subject::{MiniSubject, MiniValue},
};
use crate::{
    Algorithm, ConstantPool, Fitness, Parameters, SearchResult, SearchTask, World,
    algorithms::search,
    normalise,
    population::archive::is_error,
    scripted::{Recorder, ScriptedExecutor, throws},
};

/// `a` decides about the call of `g`, in which `x` comes first and `y` after it.
const CALLER: &str = "class R { void f() { if (a) e.g(); } }";
const CALLEE: &str = "class E { void g() { if (x) if (y) z(); } }";

pub(super) fn branch(predicate: u32) -> Branch {
    Branch {
        predicate: PredicateId(predicate),
        outcome: true,
    }
}

/// The pairs of `a` with `x` and with `y`, all true.
pub(super) fn goals() -> GoalSet {
    let flows = [CALLER, CALLEE].map(|text| FileFlow::of(&JavaFile::parse(text)));
    let parts = [(&flows[0], CALLER.len()), (&flows[1], CALLEE.len())];
    let (mut flow, raised) = FileFlow::joined(&parts);
    let call = CALLER.find("e.g()").expect("the call");
    let span = goalline_syntax::Span::new(call, call + "e.g()".len());
    flow.call_sites.push(CallSite {
        caller: MethodId(0),
        callees: vec![raised[1].method(MethodId(0))],
        span,
        controls: vec![branch(0)],
    });
    let pair = |callee: u32| JoinedPair {
        branches: CoupledBranches {
            caller: branch(0),
            callee: raised[1].branch(branch(callee)),
        },
        key: GoalKey(format!("a + {callee}").into()),
        method: MethodId(0),
        span,
    };
    GoalSet::coupled(Arc::new(flow), &[pair(0), pair(1)])
}

/// Predicates that ran, each with its distance to true.
fn trace(ran: &[(u32, f64)], methods: &[u32]) -> Trace {
    let one = |(predicate, distance): &(u32, f64)| PredicateTrace {
        predicate: *predicate,
        true_count: u32::from(*distance == 0.0),
        false_count: u32::from(*distance > 0.0),
        true_distance: *distance,
        false_distance: 0.0,
    };
    let entered = |method: &u32| MethodTrace {
        method: *method,
        count: 1,
    };
    Trace {
        predicates: ran.iter().map(one).collect(),
        methods: methods.iter().map(entered).collect(),
        ..Trace::default()
    }
}

fn distances(trace: &Trace) -> [f64; 2] {
    let goals = goals();
    let mut fitness = Fitness::new(&goals);
    fitness.load(trace);
    [0, 1].map(|goal| fitness.distance(goals.goal(GoalId(goal)).target))
}

fn covered(trace: &Trace) -> Vec<GoalId> {
    let mut found = Vec::new();
    Fitness::new(&goals()).covered(trace, |goal| found.push(goal));
    found
}

#[test]
fn pairs_are_goals_with_their_own_keys_and_depend_on_nothing() {
    let goals = goals();
    let keys: Vec<_> = goals.goals.iter().map(|goal| &*goal.key.0).collect();
    assert_eq!(keys, ["a + 0", "a + 1"]);
    assert!(
        goals
            .goals
            .iter()
            .all(|goal| goals.depends(goal.id).is_empty())
    );
}

#[test]
fn before_the_callers_branch_only_its_distance_counts() {
    let near = trace(&[(0, 3.0)], &[0]);
    let expected = 1.0 + normalise(3.0);
    assert!(
        distances(&near)
            .iter()
            .all(|far| (far - expected).abs() < 1e-12)
    );
    assert!(covered(&near).is_empty());
}

#[test]
fn after_it_the_callees_distance_counts_and_stays_below_one() {
    let entered = trace(&[(0, 0.0), (1, 4.0)], &[0, 1]);
    let [x, y] = distances(&entered);
    assert!((x - normalise(normalise(4.0))).abs() < 1e-12, "{x}");
    assert!(x < y && y < 1.0, "{x} {y}");
    let missed = trace(&[(0, 0.0)], &[0]);
    let [far, farther] = distances(&missed);
    assert!(y < farther && x < far && farther < 1.0, "{far} {farther}");
}

#[test]
fn what_an_error_ended_before_the_callee_was_entered_is_no_nearer_for_having_called_it() {
    let goals = goals();
    let mut fitness = Fitness::new(&goals);
    let mut lost = |trace: &Trace| {
        fitness.load(trace);
        [0, 1].map(|goal| fitness.lost_its_callee(goals.goal(GoalId(goal)).target))
    };
    assert_eq!(lost(&trace(&[(0, 3.0)], &[0])), [false, false]);
    assert_eq!(lost(&trace(&[(0, 0.0)], &[0])), [true, true]);
    assert_eq!(lost(&trace(&[(0, 0.0), (1, 4.0)], &[0, 1])), [false, false]);
    let ended = |class: &str| is_error(&throws(0, class));
    assert!(
        ended("java.lang.ExceptionInInitializerError") && ended("java.lang.NoClassDefFoundError")
    );
    assert!(!ended("java.lang.AssertionError") && !ended("java.io.IOException"));
}

#[test]
fn a_pair_is_covered_when_one_test_covers_both_branches() {
    let both = trace(&[(0, 0.0), (1, 0.0), (2, 5.0)], &[0, 1]);
    assert!(distances(&both)[0] <= 0.0);
    assert_eq!(covered(&both), [GoalId(0)]);
    let callee_alone = trace(&[(1, 0.0), (2, 0.0)], &[1]);
    assert!(distances(&callee_alone).iter().all(|far| *far >= 1.0));
    assert!(covered(&callee_alone).is_empty());
}

/// What is looked for is two numbers away: one that the caller compares, one that was set before the call.
const SETTING: MiniSubject = MiniSubject {
    java: "package shop; class Subject { int x; void set(int v) { x = v; } void f(int a) { if (a == 321) Callee.g(x); } }",
    methods: &[("<init>", ":V"), ("set", "I:V"), ("f", "I:V")],
    body: |recorder, state, name, arguments| {
        match name {
            "set" => {
                recorder.enter(0);
                *state = arguments[0].number();
            }
            "f" => {
                recorder.enter(1);
                if recorder.equal(0, arguments[0].number(), 321) {
                    recorder.enter(2);
                    recorder.equal(1, *state, 4711);
                }
            }
            _ => {}
        }
        Ok(MiniValue::Null)
    },
};

pub(super) const SET: &str =
    "package shop; class Callee { static void g(int x) { if (x == 4711) h(); } }";

/// The one pair of `f` with `g`.
fn setting_goals() -> GoalSet {
    let flows = [SETTING.java, SET].map(|text| FileFlow::of(&JavaFile::parse(text)));
    let (mut flow, raised) =
        FileFlow::joined(&[(&flows[0], SETTING.java.len()), (&flows[1], SET.len())]);
    let span = goalline_syntax::Span::new(0, 1);
    flow.call_sites.push(CallSite {
        caller: MethodId(1),
        callees: vec![raised[1].method(MethodId(0))],
        span,
        controls: vec![branch(0)],
    });
    let pair = JoinedPair {
        branches: CoupledBranches {
            caller: branch(0),
            callee: raised[1].branch(branch(0)),
        },
        key: GoalKey("a + x".into()),
        method: MethodId(1),
        span,
    };
    GoalSet::coupled(Arc::new(flow), &[pair])
}

/// A test that makes an object and calls nothing.
fn without_call(cluster: &TestCluster) -> TestCase {
    let mut ids = (0..cluster.callables().len() as u32).map(CallableId);
    let new = ids.find(|id| cluster.callable(*id).name == "<init>");
    let new = new.expect("the subject has a constructor");
    TestCase {
        statements: vec![Statement {
            ty: cluster.callable(new).returns,
            kind: StatementKind::Call {
                callable: new,
                receiver: None,
                arguments: Vec::new().into(),
            },
        }],
    }
}

#[test]
fn every_test_of_a_search_for_pairs_calls_a_covering_method() {
    let goals = setting_goals();
    let cluster = SETTING.cluster(&goals);
    let without = without_call(&cluster);
    let mut missing = 0;
    let mut executor = ScriptedExecutor::new(
        |cluster: &TestCluster, test: &TestCase, options, recorder: &mut _| {
            let calls_f = test.statements.iter().any(|it| {
                matches!(&it.kind,
            StatementKind::Call { callable, .. } if cluster.callable(*callable).name == "f")
            });
            missing += usize::from(!calls_f);
            SETTING.run(cluster, test, options, recorder)
        },
    );
    let parameters = Parameters {
        algorithm: Algorithm::Mosa,
        ..Parameters::default()
    };
    let (found, _) = search_pair(&parameters, &mut executor, vec![without]);
    assert!(found.archive.confirmed(GoalId(0)).is_some());
    assert_eq!(missing, 0, "tests that call no covering method");
}

/// A search for the one pair of `f` with `g`.
fn search_pair(
    parameters: &Parameters,
    executor: &mut dyn Executor,
    seeds: Vec<TestCase>,
) -> (SearchResult, Heard) {
    let goals = setting_goals();
    let mut heard = Heard::default();
    let task = SearchTask {
        goals: &goals,
        wanted: &[GoalId(0)],
        pool: ConstantPool::default(),
        seeds,
        parameters,
    };
    let world = World {
        cluster: &mut SETTING.cluster(&goals),
        executor,
        stop: &mut |so_far| so_far >= 20_000,
        events: &mut heard,
    };
    let found = search(task, world, &mut ChaCha8Rng::seed_from_u64(1));
    (found, heard)
}

#[test]
fn intermediate_goals_are_sought_and_nobody_hears_of_them() {
    let mut executor = ScriptedExecutor::new(
        |cluster: &TestCluster, test: &TestCase, options, recorder: &mut _| {
            SETTING.run(cluster, test, options, recorder)
        },
    );
    let (found, heard) = search_pair(&Parameters::default(), &mut executor, Vec::new());
    let test = found
        .archive
        .confirmed(GoalId(0))
        .expect("the pair is found");
    assert_eq!(test.covers, [GoalId(0)]);
    assert_eq!(found.archive.tests().count(), 1);
    assert!(heard.covered.iter().all(|(goal, _)| *goal == GoalId(0)));
    let intermediate = heard.reached.iter().filter(|(goal, _)| *goal != GoalId(0));
    assert_eq!(intermediate.count(), 0);
    assert!(
        heard
            .progress
            .iter()
            .all(|it| it.wanted == 1 && it.covered <= 1)
    );
}

/// The tests that a search for a pair runs whose caller's branch nothing brings about, sought all at once, with steps
/// after so many generations.
fn tests_run(steps_after: u32) -> Vec<TestCase> {
    let mut run = Vec::new();
    let mut executor = ScriptedExecutor::new(
        |_: &TestCluster, test: &TestCase, _, recorder: &mut Recorder| {
            run.push(test.clone());
            recorder.enter(1);
            recorder.holds(0, false);
            Outcome::Passed
        },
    );
    let parameters = Parameters {
        algorithm: Algorithm::Mosa,
        steps_after,
        ..Parameters::default()
    };
    let (found, _) = search_pair(&parameters, &mut executor, Vec::new());
    assert!(found.archive.confirmed(GoalId(0)).is_none());
    run
}

#[test]
fn steps_come_in_after_so_many_generations_without_another_pair_and_not_before() {
    let (without, with) = (tests_run(u32::MAX), tests_run(100));
    let alike = without.iter().zip(&with).take_while(|(a, b)| a == b);
    let (alike, all) = (alike.count(), without.len());
    // A generation is 50 tests and at most a twentieth for local search.
    assert!((5_000..6_000).contains(&alike), "{alike} of {all}");
}
