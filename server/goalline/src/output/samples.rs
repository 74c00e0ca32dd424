//! A made-up run for the tests of what the command line prints and writes.

use std::sync::Arc;

use goalline_engine::{
    ClosestAttempt, FileKeys, GoalReport, GoalState, PossibleFault, ReadyTest, Report,
    SearchFigures, UserTest, UserTestOutcome, UserTests, WrittenTest,
    goals::{Criterion, GoalKey, GoalSet, flow::FileFlow},
    syntax::JavaFile,
};

/// The class that the run was about.
pub const CART: &str = "package shop;

class Cart {
    int total(int a) {
        if (a > 7) {
            return 1;
        }
        return a == 3 ? 2 : 3;
    }

    void clear() {}
}
";

/// The file and the report of the run: two goals covered, the others each in another state.
pub fn run() -> (JavaFile, Report) {
    let file = JavaFile::parse(CART);
    let set = GoalSet::of(Arc::new(FileFlow::of(&file)), &[Criterion::Branch]);
    let states = [
        GoalState::TestReady("totalReturnsOne".into()),
        GoalState::CoveredByUser(vec!["CartTest.adds".into()]),
        GoalState::NotReached(Some(ClosestAttempt {
            distance: Some(1204.0),
            statements: "Cart cart = new Cart();\ncart.total(1207);".into(),
        })),
        GoalState::NotOffered("it did not pass twice".into()),
        GoalState::NotMeasurable("javac objects to its probe".into()),
    ];
    let test = ReadyTest {
        written: written("totalReturnsOne"),
        goals: vec![set.goals[0].key.clone()],
        case: goalline_testcase::StoredTest::default(),
        tells_apart: Vec::new(),
        left_out: Vec::new(),
        minor_kills: Vec::new(),
    };
    let goals = set.goals.iter().cloned().zip(states);
    let report = Report {
        class: "shop.Cart".into(),
        goals: goals
            .map(|(goal, state)| GoalReport {
                missing: set.missing(&goal),
                stands_for: 0,
                is_sought: true,
                goal,
                state,
            })
            .collect(),
        tests: vec![Arc::new(test)],
        tables: Vec::new(),
        faults: vec![PossibleFault {
            exception: "java.lang.ArithmeticException".into(),
            reason: "it divides without a check".into(),
            method: "total(int)".into(),
            input: "new Cart().total(0);".into(),
            stack: vec!["shop.Cart.total(Cart.java:8)".into()],
            failing: None,
            accepting: None,
        }],
        user_tests: user_tests(&set.goals[1].key),
        calls: Vec::new(),
        seen: FileKeys::default(),
        figures: SearchFigures {
            executions: 94_200,
            search_seconds: 1.84,
            first_test_seconds: Some(0.4),
            total_seconds: 2.5,
            seed: 1,
            deaths: 0,
        },
        test_class: String::new(),
        test_class_name: "CartTest".into(),
        notices: vec!["a notice".into()],
    };
    (file, report)
}

fn user_tests(covered: &GoalKey) -> UserTests {
    let test = |method: &str, outcome| UserTest {
        id: method.into(),
        class: "shop.CartTest".into(),
        method: method.into(),
        name: method.into(),
        outcome,
        // What is not among the goals shown does not count.
        covers: vec![covered.clone(), GoalKey("hidden".into())],
        enters: Vec::new(),
        is_remembered: false,
    };
    UserTests {
        tests: vec![
            test("adds", UserTestOutcome::Passed),
            test("totals", UserTestOutcome::Failed("expected: <1>".into())),
        ],
        ..UserTests::default()
    }
}

fn written(name: &str) -> WrittenTest {
    WrittenTest {
        name: name.into(),
        source: format!(
            "@Test\nvoid {name}() {{\n    Cart cart = new Cart();\n\n    assertEquals(1, cart.total(8));\n}}"
        ),
        imports: vec!["org.junit.jupiter.api.Test".into()],
        static_imports: vec!["org.junit.jupiter.api.Assertions.assertEquals".into()],
        plain_names: vec!["shop.Cart".into()],
        method: "total(int)".into(),
        callable: goalline_testcase::CallableId(0),
        implicit_exception: false,
        assertions: 1,
        kills: Vec::new(),
        collaborators: goalline_engine::Collaborators::default(),
        stated: Vec::new(),
        names: goalline_engine::NameChoices::default(),
    }
}
