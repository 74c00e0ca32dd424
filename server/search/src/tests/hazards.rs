//! What the search learns from calls that take too long.

use goalline_testcase::{
    CallableId, Execution, Literal, Outcome, Statement, StatementKind, TestCase, TestCluster,
    Trace, Var,
};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

use super::subject::{MiniSubject, MiniValue};
use crate::{
    Cost,
    hazards::{blamed_calls::BlamedCalls, quarantine::Hazards},
    scripted::throws,
};

const POWERS: MiniSubject = MiniSubject {
    java: "package shop; class Subject { void pow(int n) {} void pow(long n) {} void grow(Subject s) {} void sum(int n) {} }",
    methods: &[
        ("<init>", "I:V"),
        ("pow", "I:V"),
        ("pow", "J:V"),
        ("grow", "O:V"),
        ("sum", "I:V"),
    ],
    body: |_, _, _, _| Ok(MiniValue::Null),
};

fn called(cluster: &TestCluster, name: &str, descriptor: &str) -> CallableId {
    *cluster
        .under_test()
        .iter()
        .find(|id| {
            let called = cluster.callable(**id);
            called.name == name && called.descriptor == descriptor
        })
        .expect("the subject has it")
}

/// `new Subject(made).name(argument)`, or with the subject itself as the argument.
fn test(
    cluster: &TestCluster,
    made: i32,
    (name, descriptor): (&str, &str),
    argument: Option<&Literal>,
) -> TestCase {
    let constructor = called(cluster, "<init>", "(I)V");
    let callable = called(cluster, name, descriptor);
    let call = |callable, receiver, argument| StatementKind::Call {
        callable,
        receiver,
        arguments: [argument].into_iter().collect(),
    };
    let own = cluster.callable(constructor).returns;
    let number = cluster.callable(constructor).parameters[0];
    let parameter = cluster.callable(callable).parameters[0];
    let statements = vec![
        (number, StatementKind::Literal(Literal::Int(made))),
        (own, call(constructor, None, Var(0))),
        (
            parameter,
            argument
                .cloned()
                .map_or(StatementKind::Null, StatementKind::Literal),
        ),
        (
            cluster.callable(callable).returns,
            call(
                callable,
                Some(Var(1)),
                Var(if argument.is_some() { 2 } else { 1 }),
            ),
        ),
    ];
    TestCase {
        statements: statements
            .into_iter()
            .map(|(ty, kind)| Statement { ty, kind })
            .collect(),
    }
}

/// Whether a test is still tried at least once in a hundred times.
fn is_tried(hazards: &mut Hazards, test: &TestCase, cluster: &TestCluster) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..100).any(|_| {
        hazards.start_batch();
        hazards.admits(test, false, cluster, &mut rng)
    })
}

fn ended(outcome: Outcome) -> Execution {
    Execution {
        outcome,
        trace: Trace::default(),
        steps: 1,
        observations: Vec::new(),
        slow_at: None,
    }
}

fn after_hazard(cluster: &TestCluster, blamed_call: &TestCase) -> Hazards {
    let mut hazards = Hazards::default();
    let outcome = Outcome::TimedOut {
        statement: Var(3),
        by_steps: false,
    };
    hazards.learn(blamed_call, &ended(outcome), cluster);
    hazards
}

#[test]
fn one_hazard_warns_of_all_overloads_and_of_no_other_method() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |call, argument| test(&cluster, 1, call, Some(&argument));
    let blamed_call = make(("pow", "(I)V"), Literal::Int(50_000));
    let mut hazards = after_hazard(&cluster, &blamed_call);
    let large = make(("pow", "(J)V"), Literal::Long(5_000));
    let small = make(("pow", "(J)V"), Literal::Long(4_999));
    let other = make(("sum", "(I)V"), Literal::Int(50_000));
    assert!(!is_tried(&mut hazards, &large, &cluster));
    assert!(is_tried(&mut hazards, &small, &cluster));
    assert!(is_tried(&mut hazards, &other, &cluster));
}

#[test]
fn a_large_number_that_did_no_harm_once_is_to_blame_after_two_hazards() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |argument| test(&cluster, 1, ("pow", "(I)V"), Some(&Literal::Int(argument)));
    let mut hazards = Hazards::default();
    hazards.learn(&make(2_000_000_000), &ended(Outcome::Passed), &cluster);
    let ends_badly = |hazards: &mut Hazards, argument| {
        let outcome = Outcome::TimedOut {
            statement: Var(3),
            by_steps: false,
        };
        hazards.learn(&make(argument), &ended(outcome), &cluster);
    };
    ends_badly(&mut hazards, 20_000_000);
    assert!(is_tried(&mut hazards, &make(20_000_000), &cluster));
    ends_badly(&mut hazards, 30_000_000);
    assert!(!is_tried(&mut hazards, &make(3_000_000), &cluster));
    assert!(is_tried(&mut hazards, &make(2_000), &cluster));
}

#[test]
fn an_object_counts_as_the_numbers_that_it_was_made_from() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |made| test(&cluster, made, ("grow", "(Lshop/Subject;)V"), None);
    let mut hazards = after_hazard(&cluster, &make(90_000));
    assert!(!is_tried(&mut hazards, &make(9_000), &cluster));
    assert!(is_tried(&mut hazards, &make(8_000), &cluster));
}

#[test]
fn what_was_not_run_makes_only_the_call_that_is_to_blame_rarer() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |call| test(&cluster, 1, call, Some(&Literal::Int(1)));
    let refused = make(("pow", "(I)V"));
    let mut hazards = Hazards::default();
    let outcome = Outcome::NotRun {
        statement: Var(3),
        reason: "pow ended 3 workers".to_owned(),
    };
    for _ in 0..1_000 {
        hazards.learn(&refused, &ended(outcome.clone()), &cluster);
    }
    assert!(!is_tried(&mut hazards, &refused, &cluster));
    assert!(is_tried(&mut hazards, &make(("sum", "(I)V")), &cluster));
}

#[test]
fn what_was_nearly_too_slow_limits_numbers_and_no_call_under_test_is_given_up() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |number| test(&cluster, 1, ("pow", "(I)V"), Some(&Literal::Int(number)));
    let slow = Execution {
        slow_at: Some(Var(3)),
        ..ended(Outcome::Passed)
    };
    let mut hazards = Hazards::default();
    hazards.learn(&make(50_000), &slow, &cluster);
    assert!(!is_tried(&mut hazards, &make(50_000), &cluster));
    assert!(is_tried(&mut hazards, &make(4_999), &cluster));
    let mut hazards = Hazards::default();
    for _ in 0..1_000 {
        hazards.learn(&make(1), &slow, &cluster);
    }
    assert!(is_tried(&mut hazards, &make(1), &cluster));
}

#[test]
fn a_slow_call_under_test_leaves_the_others_their_time_and_is_still_made() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let test = test(&cluster, 1, ("pow", "(I)V"), Some(&Literal::Int(1)));
    let slow = Execution {
        slow_at: Some(Var(3)),
        ..ended(Outcome::Passed)
    };
    let mut hazards = Hazards::default();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut made = |hazards: &mut Hazards| {
        let tries = (0..1_000).filter(|_| hazards.admits(&test, false, &cluster, &mut rng));
        tries.count()
    };
    hazards.learn(&test, &slow, &cluster);
    assert_eq!(made(&mut hazards), 1_000, "once is no habit");
    for _ in 0..10 {
        hazards.learn(&test, &slow, &cluster);
    }
    let of_thousand = made(&mut hazards);
    assert!((20..200).contains(&of_thousand), "{of_thousand}");
    for _ in 0..2_000 {
        hazards.learn(&test, &ended(Outcome::Passed), &cluster);
    }
    assert!(made(&mut hazards) > 800, "other input is quick");
}

#[test]
fn hazards_are_counted_by_the_call_that_had_them_and_what_it_cost() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |number| test(&cluster, 1, ("pow", "(I)V"), Some(&Literal::Int(number)));
    let died = |statement| {
        ended(Outcome::Died {
            cause: "the memory limit".to_owned(),
            statement,
        })
    };
    let mut blamed_calls = BlamedCalls::default();
    blamed_calls.note(&make(7), &died(Some(Var(3))));
    blamed_calls.note(&make(8), &died(Some(Var(3))));
    blamed_calls.note(&make(8), &died(Some(Var(1))));
    blamed_calls.note(&make(9), &ended(Outcome::Passed));
    let list = blamed_calls.into_list();
    let short: Vec<_> = list.iter().map(|it| (it.times, it.test.len())).collect();
    assert_eq!(short, [(2, 4), (1, 2)]);
    assert_eq!(list[0].cost, Cost::Worker("the memory limit".to_owned()));
}

#[test]
fn memory_that_ran_out_is_blamed_on_the_size_that_an_object_was_told_long_before() {
    let goals = POWERS.goals();
    let cluster = POWERS.cluster(&goals);
    let make = |made| test(&cluster, made, ("sum", "(I)V"), Some(&Literal::Int(1)));
    let mut hazards = Hazards::default();
    // That it was made at all proves nothing: the memory is taken later.
    hazards.learn(&make(900_000_000), &ended(Outcome::Passed), &cluster);
    let ran_out = Execution {
        slow_at: Some(Var(3)),
        ..ended(throws(3, "java.lang.OutOfMemoryError"))
    };
    hazards.learn(&make(900_000_000), &ran_out, &cluster);
    assert!(!is_tried(&mut hazards, &make(9_000_000), &cluster));
    assert!(is_tried(&mut hazards, &make(90_000), &cluster));
}
