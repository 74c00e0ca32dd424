//! Running test cases on every JDK that is found: outcomes, traces, observations, seen constants.

use crate::support::{Subject, jdks, observing, options, text};
use goalline_jvm::CompileSetup;
use goalline_testcase::{
    Executor, Literal, Observed, Outcome, RunOptions, SeenConstant, Subject as Of, Var,
};

const CART: &str = r#"package shop;
public class Cart {
    private int total;
    enum Size { SMALL, LARGE }
    public void add(int price) {
        if (price < 0) {
            throw new IllegalArgumentException("negative: " + price);
        }
        total += price;
    }
    int total() { return total; }
    public Size getSize() { return total > 100 ? Size.LARGE : Size.SMALL; }
    public int[] pair(int a) { return new int[] { a, total }; }
    public java.util.List<String> names() { return java.util.List.of("a", "b"); }
    static boolean isCoupon(String code) { if (code.equals("SUMMER")) return true; return false; }
    public static int loop(int n) { int i = 0; while (i != n) { i++; } return i; }
    public static int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1); }
}
"#;

#[test]
fn a_passing_test_gives_its_branches_and_distances_on_every_jdk() {
    for (feature, home) in jdks() {
        let mut subject =
            Subject::with(CART, &options(feature, &home), 1, &CompileSetup::default());
        let test = subject.test(&[("add", &[Literal::Int(7)]), ("total", &[])]);
        let execution = subject.run(&test);
        assert_eq!(execution.outcome, Outcome::Passed);
        let predicate = subject.predicate("price < 0");
        let trace = execution.trace.predicate(predicate).expect("it ran");
        assert_eq!((trace.true_count, trace.false_count), (0, 1));
        assert_eq!((trace.true_distance, trace.false_distance), (8.0, 0.0));
        assert!(execution.steps >= 2, "{} steps", execution.steps);
        assert_eq!(execution.trace.methods.len(), 2, "{:?}", execution.trace);
    }
}

#[test]
fn an_exception_ends_the_test_and_says_where_it_came_from() {
    let Some(mut subject) = Subject::new(CART) else {
        return;
    };
    let test = subject.test(&[("add", &[Literal::Int(-1)]), ("total", &[])]);
    let execution = subject.run_with(&test, observing());
    let Outcome::Threw { statement, thrown } = execution.outcome else {
        panic!("{:?}", execution.outcome)
    };
    assert_eq!(statement, Var(2));
    assert_eq!(thrown.class, "java.lang.IllegalArgumentException");
    assert_eq!(thrown.message.expect("a message").to_text(), "negative: -1");
    assert_eq!(thrown.stack.len(), 1);
    assert_eq!(
        (thrown.stack[0].method.as_str(), thrown.stack[0].line),
        ("add", 7)
    );
}

#[test]
fn an_endless_loop_ends_by_steps() {
    let Some(mut subject) = Subject::new(CART) else {
        return;
    };
    let test = subject.test(&[("loop", &[Literal::Int(-1)])]);
    let execution = subject.run(&test);
    assert_eq!(
        execution.outcome,
        Outcome::TimedOut {
            statement: Var(1),
            by_steps: true
        }
    );
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn endless_recursion_is_an_exception_of_the_test() {
    let Some(mut subject) = Subject::new(CART) else {
        return;
    };
    let test = subject.test(&[("deep", &[Literal::Int(1)])]);
    let options = RunOptions {
        step_budget: 100_000_000,
        ..RunOptions::default()
    };
    let execution = subject.run_with(&test, options);
    let Outcome::Threw { thrown, .. } = execution.outcome else {
        panic!("{:?}", execution.outcome)
    };
    assert_eq!(thrown.class, "java.lang.StackOverflowError");
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn an_observing_run_tells_values_and_what_inspectors_return() {
    let Some(mut subject) = Subject::new(CART) else {
        return;
    };
    let test = subject.test(&[
        ("add", &[Literal::Int(101)]),
        ("total", &[]),
        ("pair", &[Literal::Int(3)]),
        ("names", &[]),
    ]);
    let execution = subject.run_with(&test, observing());
    assert_eq!(execution.outcome, Outcome::Passed);
    let seen: Vec<(Var, Of, Observed)> = execution
        .observations
        .into_iter()
        .map(|one| (one.var, one.subject, one.observed))
        .collect();
    let int = |value| Observed::Literal(Literal::Int(value));
    let name = |value: &str| Observed::Literal(text(value));
    assert!(seen.contains(&(Var(3), Of::Value, int(101))), "{seen:#?}");
    let pair = Observed::Array {
        length: 2,
        elements: vec![int(3), int(101)],
    };
    assert!(seen.contains(&(Var(5), Of::Value, pair)), "{seen:#?}");
    let names = Observed::Sized {
        size: 2,
        elements: vec![name("a"), name("b")],
    };
    assert!(seen.contains(&(Var(6), Of::Value, names)), "{seen:#?}");
    let size = Of::Inspector {
        method: "getSize".into(),
        descriptor: "()Lshop/Cart$Size;".into(),
    };
    let large = Observed::Enum {
        class: "shop.Cart$Size".into(),
        constant: "LARGE".into(),
    };
    assert!(seen.contains(&(Var(0), size, large)), "{seen:#?}");
}

#[test]
fn constants_met_at_comparisons_are_told_once() {
    let Some(mut subject) = Subject::new(CART) else {
        return;
    };
    let test = subject.test(&[("isCoupon", &[text("x")])]);
    subject.run(&test);
    let seen = subject.pool.take_seen();
    assert!(
        seen.contains(&SeenConstant::Text("SUMMER".into())),
        "{seen:?}"
    );
    subject.run(&test);
    assert_eq!(subject.pool.take_seen(), Vec::new());
}
