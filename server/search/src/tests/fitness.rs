//! Worked examples of the formulas of FITNESS.md, by hand.

use goalline_goals::{GoalId, GoalSet};
use goalline_testcase::{MethodTrace, PredicateTrace, Trace};

use super::subject::MiniSubject;
use crate::{Fitness, distance, normalise};

fn goals(java: &'static str) -> GoalSet {
    let methods = &[];
    MiniSubject {
        java,
        methods,
        body: |_, _, _, _| Err("nothing runs"),
    }
    .goals()
}

fn goal(goals: &GoalSet, text: &str, outcome: bool) -> GoalId {
    let end = format!("branch:{text}#0:{outcome}");
    let found = goals.goals.iter().find(|goal| goal.key.0.ends_with(&end));
    found
        .unwrap_or_else(|| panic!("no goal {end} in {:?}", goals.goals))
        .id
}

fn predicate(goals: &GoalSet, text: &str) -> u32 {
    let found = goals
        .flow
        .predicates
        .iter()
        .find(|predicate| predicate.text == text);
    found.expect("the predicate stands in the text").id.0
}

fn method(goals: &GoalSet, name: &str) -> u32 {
    let found = goals.flow.methods.iter().find(|method| method.name == name);
    found.expect("the method stands in the text").id.0
}

/// Predicates that were false, each with its distance to true; methods that were entered.
fn trace(goals: &GoalSet, falses: &[(&str, f64)], methods: &[&str]) -> Trace {
    let mut predicates: Vec<PredicateTrace> = falses
        .iter()
        .map(|(text, distance)| PredicateTrace {
            predicate: predicate(goals, text),
            true_count: 0,
            false_count: 1,
            true_distance: *distance,
            false_distance: 0.0,
        })
        .collect();
    predicates.sort_by_key(|entry| entry.predicate);
    let mut methods: Vec<MethodTrace> = methods
        .iter()
        .map(|name| MethodTrace {
            method: method(goals, name),
            count: 1,
        })
        .collect();
    methods.sort_by_key(|entry| entry.method);
    Trace {
        predicates,
        methods,
        ..Trace::default()
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

const NESTED: &str = r"
class Subject {
    void f(int a, int b, int c) {
        if (a == 1) {
            if (b == 2) {
                if (c == 3) { return; }
            }
        }
    }
}
";

#[test]
fn normalised_distances_stay_below_one() {
    close(normalise(0.0), 0.0);
    close(normalise(1.0), 0.5);
    close(normalise(3.0), 0.75);
    assert!(normalise(f64::MAX) < 1.0);
    assert!(normalise(f64::INFINITY) < 1.0);
    assert!(normalise(f64::NAN) < 1.0);
}

#[test]
fn a_covered_branch_is_zero_away_and_the_other_by_its_distance() {
    let goals = goals(NESTED);
    let trace = trace(&goals, &[("a == 1", 3.0)], &["f"]);
    close(distance(&goals, goal(&goals, "a == 1", false), &trace), 0.0);
    close(distance(&goals, goal(&goals, "a == 1", true), &trace), 0.75);
}

#[test]
fn each_control_dependence_on_the_way_adds_one() {
    let goals = goals(NESTED);
    let trace = trace(&goals, &[("a == 1", 3.0)], &["f"]);
    close(distance(&goals, goal(&goals, "b == 2", true), &trace), 1.75);
    close(
        distance(&goals, goal(&goals, "b == 2", false), &trace),
        1.75,
    );
    close(distance(&goals, goal(&goals, "c == 3", true), &trace), 2.75);
}

#[test]
fn a_predicate_that_an_exception_kept_from_running_is_one_away_from_its_covered_control() {
    let goals = goals(NESTED);
    let mut trace = trace(&goals, &[("a == 1", 0.0)], &["f"]);
    trace.predicates[0].true_count = 1;
    close(distance(&goals, goal(&goals, "b == 2", true), &trace), 1.0);
}

#[test]
fn of_runs_that_broke_off_on_a_straight_way_the_one_that_came_further_is_nearer() {
    let goals = goals(
        "class Subject {\n void f(int a) {\n  g();\n  h();\n  if (a == 1) { return; }\n }\n}",
    );
    let mut fitness = Fitness::new(&goals);
    let mut broken_off = |lines: &[u32]| {
        let mut trace = trace(&goals, &[], &["f"]);
        trace.lines = lines.to_vec();
        fitness.load(&trace);
        fitness.distance(goals.goal(goal(&goals, "a == 1", true)).target)
    };
    assert!(broken_off(&[]) <= 1.0, "no line is measured");
    // By hand: of the way's three lines two, one, none and all are left.
    let left = [&[0][..], &[0, 1], &[0, 1, 2], &[]].map(&mut broken_off);
    let thirds = left.map(|it| ((it - 1.0) * 3e12).round() as i32);
    assert_eq!(thirds, [2, 1, 0, 3]);
}

#[test]
fn the_least_of_several_controls_counts() {
    let goals = goals(
        "class Subject { void f(int a, int b) { if (a == 1 || b == 2) { if (a == b) { return; } } } }",
    );
    let trace = trace(&goals, &[("a == 1", 9.0), ("b == 2", 1.0)], &["f"]);
    close(distance(&goals, goal(&goals, "a == b", true), &trace), 1.5);
}

const CALLS: &str = r"
class Subject {
    void open(int a) {
        if (a == 1) { hidden(a); }
    }
    private void hidden(int b) {
        if (b == 2) { deep(b); }
    }
    private void deep(int c) {
        if (c == 3) { return; }
    }
    private void nobody(int d) {
        if (d == 4) { return; }
    }
}
";

#[test]
fn private_methods_are_reached_through_their_call_sites() {
    let goals = goals(CALLS);
    let trace = trace(&goals, &[("a == 1", 1.0)], &["open"]);
    // hidden: 1 + ν(1) away from being entered; its predicate one more; deep: two control dependences further.
    close(
        distance(&goals, goal(&goals, "b == 2", true), &trace),
        1.0 + 1.0 + 0.5,
    );
    close(
        distance(&goals, goal(&goals, "c == 3", true), &trace),
        1.0 + 1.0 + 1.0 + 1.5,
    );
}

#[test]
fn methods_that_nothing_calls_are_worst() {
    let goals = goals(CALLS);
    let trace = trace(&goals, &[("a == 1", 1.0)], &["open"]);
    let worst = distance(&goals, goal(&goals, "d == 4", true), &trace);
    for goal in &goals.goals {
        assert!(distance(&goals, goal.id, &trace) <= worst);
    }
    assert!(worst > 10.0);
}

#[test]
fn recursion_does_not_loop() {
    let goals = goals(
        "class Subject { private void f(int a) { if (a == 1) { g(a); } } private void g(int b) { if (b == 2) { f(b); } } }",
    );
    let trace = trace(&goals, &[], &[]);
    assert!(distance(&goals, goal(&goals, "a == 1", true), &trace).is_finite());
}

#[test]
fn a_loop_that_depends_on_itself_is_entered_from_the_method() {
    let goals = goals(
        "class Subject { void f(int n) { do { if (n == 5) { return; } n--; } while (n > 0); } }",
    );
    let trace = trace(&goals, &[], &["f"]);
    close(distance(&goals, goal(&goals, "n == 5", true), &trace), 1.0);
}
