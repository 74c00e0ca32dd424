//! Worked examples of the formulas of CRITERIA.md for goals that are not branches, by hand.

use std::sync::Arc;

use goalline_flow::FileFlow;
use goalline_goals::{Criterion, Goal, GoalSet};
use goalline_syntax::JavaFile;
use goalline_testcase::{CallTrace, MethodTrace, OperationTrace, PredicateTrace, Returned, Trace};

use crate::{Fitness, distance};

const SUBJECT: &str = "class Subject {
    int f(int a, int b) {
        if (a == 1) {
            return a + b;
        }
        return 0;
    }
}";

fn goals(criterion: Criterion) -> GoalSet {
    let flow = FileFlow::with_operations(&JavaFile::parse(SUBJECT));
    GoalSet::of(Arc::new(flow), &[criterion])
}

fn goal<'a>(goals: &'a GoalSet, end: &str) -> &'a Goal {
    let found = goals.goals.iter().find(|goal| goal.key.0.ends_with(end));
    found.unwrap_or_else(|| panic!("no goal ends in {end}: {:?}", goals.goals))
}

/// `f` was entered and `a == 1` was false, 3 away.
fn missed() -> Trace {
    Trace {
        predicates: vec![PredicateTrace {
            predicate: 0,
            true_count: 0,
            false_count: 1,
            true_distance: 3.0,
            false_distance: 0.0,
        }],
        methods: vec![MethodTrace {
            method: 0,
            count: 1,
        }],
        ..Trace::default()
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn a_line_is_never_covered_by_its_branch_alone() {
    let goals = goals(Criterion::Line);
    let line = goal(&goals, "line:return a + b;#0");
    close(distance(&goals, line.id, &missed()), 1.75);
    let mut trace = missed();
    trace.predicates[0].true_count = 1;
    close(distance(&goals, line.id, &trace), 1.0);
    let goalline_goals::Target::Line(index) = line.target else {
        panic!("a line");
    };
    trace.lines = vec![index];
    close(distance(&goals, line.id, &trace), 0.0);
}

#[test]
fn a_mutant_is_approached_then_infected() {
    let goals = goals(Criterion::Weak);
    let mutant = goal(&goals, ":a * b");
    close(distance(&goals, mutant.id, &missed()), 1.75);
    let id = mutant.target.mutant().expect("a mutant");
    let mut trace = missed();
    trace.operations = vec![OperationTrace {
        operation: id.operation().0,
        infected: 0,
        relations: None,
    }];
    close(distance(&goals, mutant.id, &trace), 0.5);
    trace.operations[0].infected = 1 << id.slot();
    close(distance(&goals, mutant.id, &trace), 0.0);
}

#[test]
fn a_comparison_is_infected_by_operands_that_tell_both_apart() {
    let goals = goals(Criterion::Weak);
    // `a == 1` and `a <= 1` differ where a is less; the nearest operands were 4 away from that.
    let mutant = goal(&goals, ":a <= 1");
    let operation = mutant.target.mutant().expect("a mutant").operation().0;
    let trace = Trace {
        operations: vec![OperationTrace {
            operation,
            infected: 0,
            relations: Some([4.0, 3.0, 0.0]),
        }],
        ..missed()
    };
    close(distance(&goals, mutant.id, &trace), 0.8);
}

#[test]
fn an_output_is_as_far_as_the_nearest_returned_value() {
    let goals = goals(Criterion::Output);
    let negative = goal(&goals, ":negative");
    close(distance(&goals, negative.id, &missed()), 1.0);
    let call = |value| CallTrace {
        method: 0,
        returned: Some(Returned::Number(value)),
    };
    let mut trace = missed();
    trace.calls = vec![call(7.0), call(2.0)];
    close(distance(&goals, negative.id, &trace), 0.75);
    trace.calls.push(call(-1.0));
    close(distance(&goals, negative.id, &trace), 0.0);
}

#[test]
fn a_direct_branch_counts_in_calls_of_the_test_only() {
    let goals = goals(Criterion::Direct);
    let no = goal(&goals, "a == 1#0:false");
    assert!(distance(&goals, no.id, &missed()) > 1.0);
    let mut trace = missed();
    trace.direct = trace.predicates.clone();
    close(distance(&goals, no.id, &trace), 0.0);
    let mut covered = Vec::new();
    Fitness::new(&goals).covered(&trace, |goal| covered.push(goal));
    assert_eq!(covered, [no.id]);
}

#[test]
fn a_call_that_threw_was_made_but_did_not_return() {
    let threw = CallTrace {
        method: 0,
        returned: None,
    };
    let trace = Trace {
        calls: vec![threw],
        ..missed()
    };
    let called = goals(Criterion::Method);
    close(distance(&called, called.goals[0].id, &trace), 0.0);
    let returned = goals(Criterion::NoException);
    close(distance(&returned, returned.goals[0].id, &trace), 1.0);
}
