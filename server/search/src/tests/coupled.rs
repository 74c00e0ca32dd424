//! Worked examples of the fitness of coupled branches (design §8), by hand.

use std::sync::Arc;

use goalline_flow::{Branch, CallSite, FileFlow, MethodId, PredicateId};
use goalline_goals::{CoupledBranches, GoalId, GoalKey, GoalSet, JoinedPair};
use goalline_syntax::JavaFile;
use goalline_testcase::{MethodTrace, PredicateTrace, Trace};

use crate::{Fitness, normalise};

/// `a` decides about the call of `g`, in which `x` comes first and `y` after it.
const CALLER: &str = "class R { void f() { if (a) e.g(); } }";
const CALLEE: &str = "class E { void g() { if (x) if (y) z(); } }";

fn branch(predicate: u32) -> Branch {
    Branch {
        predicate: PredicateId(predicate),
        outcome: true,
    }
}

/// The pairs of `a` with `x` and with `y`, all true.
fn goals() -> GoalSet {
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
    let mut fitness = Fitness::new(&goals, 0);
    fitness.load(trace);
    [0, 1].map(|goal| fitness.distance(goals.goal(GoalId(goal)).target))
}

fn covered(trace: &Trace) -> Vec<GoalId> {
    let mut found = Vec::new();
    Fitness::new(&goals(), 0).covered(trace, |goal| found.push(goal));
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
fn a_pair_is_covered_when_one_test_covers_both_branches() {
    let both = trace(&[(0, 0.0), (1, 0.0), (2, 5.0)], &[0, 1]);
    assert!(distances(&both)[0] <= 0.0);
    assert_eq!(covered(&both), [GoalId(0)]);
    let callee_alone = trace(&[(1, 0.0), (2, 0.0)], &[1]);
    assert!(distances(&callee_alone).iter().all(|far| *far >= 1.0));
    assert!(covered(&callee_alone).is_empty());
}
