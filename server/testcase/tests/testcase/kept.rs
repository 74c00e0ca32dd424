//! What outlives a cluster: tests are kept as text, and fit into the cluster of the class as it is later.

use goalline_flow::FileFlow;
use goalline_testcase::{
    ClassUnderTest, DoubleStyle, JavaString, JavaType, Literal, Primitive, Statement,
    StatementKind, StoredTest, TestCase, TestCluster, Var, Vars, printed_to, with_prints_caught,
};
use proptest::prelude::*;

use crate::{
    editing::{CART, build, cluster, numbers},
    java,
};

/// The cluster of the same classes after somebody worked on them.
fn later(from: &str, to: &str) -> TestCluster {
    let text = CART.replacen(from, to, 1);
    assert!(from.is_empty() || text != CART, "the edit found nothing");
    let classes = ["p.Gift", "p.Cart", "p.Item"].map(str::to_owned);
    let subject = ClassUnderTest {
        classes: &classes,
        package: "p",
        flow: &FileFlow::default(),
    };
    TestCluster::new(java::classes(&format!("{text} {}", java::JDK)), &subject)
}

fn as_text(kept: &StoredTest) -> String {
    serde_json::to_string(kept).expect("tests are plain data")
}

fn from_text(text: &str) -> StoredTest {
    serde_json::from_str(text).expect("it was written by us")
}

#[test]
fn a_double_keeps_what_its_constructor_is_given_in_a_cluster_that_nobody_asked_yet() {
    let gate_class =
        "public abstract class p.Gate { protected new(int lanes); abstract int used(); }";
    let fresh = || {
        let classes = vec!["p.Gate".to_owned()];
        let subject = ClassUnderTest {
            classes: &classes,
            package: "p",
            flow: &FileFlow::default(),
        };
        TestCluster::new(
            java::classes(&format!("{gate_class} {}", java::JDK)),
            &subject,
        )
    };
    let mut before = fresh();
    let int = before.intern(JavaType::Primitive(Primitive::Int));
    let gate = before.intern(JavaType::class("p.Gate"));
    before.test_double(gate).expect("it is abstract");
    let mut double = StatementKind::test_double(DoubleStyle::Written, Vec::new());
    if let StatementKind::TestDouble { arguments, .. } = &mut double {
        arguments.push(Var(0));
    }
    let three = StatementKind::Literal(Literal::Int(3));
    let statements = vec![
        Statement {
            ty: int,
            kind: three,
        },
        Statement {
            ty: gate,
            kind: double,
        },
    ];
    let test = TestCase { statements };
    let kept = StoredTest::of(&before, &test);
    let mut after = fresh();
    let restored = from_text(&as_text(&kept)).restore(&mut after);
    let restored = restored.expect("nothing it uses is gone");
    assert_eq!(StoredTest::of(&after, &restored), kept);
}

proptest! {
    #[test]
    fn a_test_comes_back_from_its_text_whatever_was_added_to_the_class(numbers in numbers()) {
        let mut before = cluster();
        let test = build(&mut before, &numbers);
        let kept = StoredTest::of(&before, &test);
        let mut after = later("public int total();", "public int total(); public String also(p.Gift gift);");
        let restored = from_text(&as_text(&kept)).restore(&mut after).expect("nothing it uses is gone");
        prop_assert_eq!(StoredTest::of(&after, &restored), kept);
    }

    #[test]
    fn a_test_is_dropped_exactly_when_it_uses_what_is_gone(numbers in numbers()) {
        let mut before = cluster();
        let test = build(&mut before, &numbers);
        let is_gone = |statement: &Statement| match &statement.kind {
            StatementKind::Call { callable, .. } => before.callable(*callable).name == "twice",
            _ => false,
        };
        let uses_it = test.statements.iter().any(is_gone);
        let mut after = later("public p.Item twice(); ", "");
        let restored = StoredTest::of(&before, &test).restore(&mut after);
        prop_assert_eq!(restored.is_none(), uses_it);
    }

    #[test]
    fn floating_values_and_lone_surrogates_keep_their_bits(bits: u64, unit: u16) {
        let mut cluster = cluster();
        let literals = [
            Literal::Double(f64::from_bits(bits)),
            Literal::Text(JavaString([unit, 0xd800].as_slice().into())),
        ];
        let types = ["java.lang.Double", "java.lang.String"].map(|name| cluster.intern(goalline_testcase::JavaType::class(name)));
        let statements = literals.into_iter().zip(types).map(|(literal, ty)| Statement { ty, kind: StatementKind::Literal(literal) });
        let test = TestCase { statements: statements.collect() };
        let kept = from_text(&as_text(&StoredTest::of(&cluster, &test)));
        prop_assert_eq!(kept.restore(&mut cluster), Some(test));
    }
}

#[test]
fn a_member_that_tests_may_no_longer_use_is_gone() {
    let mut before = cluster();
    let test = build(&mut before, &[1; 64]);
    let kept = StoredTest::of(&before, &test);
    let restored = kept.restore(&mut later(
        "public new(String owner);",
        "private new(String owner);",
    ));
    let calls_it = as_text(&kept).contains("(Ljava/lang/String;)V");
    assert_eq!((calls_it, restored), (true, None));
}

const STREAMS: &str = "
    public class p.Bill { public new(); public void print(); }
    public class java.io.OutputStream { }
    public class java.io.ByteArrayOutputStream extends java.io.OutputStream { public new(); }
    public class java.io.PrintStream extends java.io.OutputStream { public new(java.io.OutputStream out); }
";

/// The cluster of a bill whose source has these words.
fn bill(words: &[&str]) -> TestCluster {
    let subject = ClassUnderTest {
        classes: &["p.Bill".to_owned()],
        package: "p",
        flow: &FileFlow::default(),
    };
    let classes = java::classes(&format!("{STREAMS} {}", java::JDK));
    let mut cluster = TestCluster::new(classes, &subject);
    cluster.mention(words.iter().map(|it| (*it).to_owned()).collect());
    cluster
}

/// `new Bill().print()`
fn printing(cluster: &mut TestCluster) -> TestCase {
    let mut test = TestCase::default();
    for callable in cluster.under_test().to_vec() {
        let (ty, receiver) = {
            let called = cluster.callable(callable);
            (called.returns, called.receiver.map(|_| Var(0)))
        };
        let arguments = Vars::new();
        let kind = StatementKind::Call {
            callable,
            receiver,
            arguments,
        };
        test.statements.push(Statement { ty, kind });
    }
    test
}

#[test]
fn streams_are_caught_that_the_source_names_right_before_the_last_call() {
    let mut cluster = bill(&["System", "err", "out", "println"]);
    let test = printing(&mut cluster);
    let caught = with_prints_caught(&test, &mut cluster);
    let calls = caught.iter().map(|test| {
        let names = test.statements.iter().map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => cluster.callable(*callable).name.clone(),
            _ => String::new(),
        });
        names.collect::<Vec<_>>().join(" ")
    });
    let expected = ["Out", "Err"].map(|it| format!("<init> <init> <init> set{it} print"));
    assert_eq!(calls.collect::<Vec<_>>(), expected);
    for test in &caught {
        let sinks: Vec<Var> = printed_to(&test.statements, &cluster).collect();
        assert_eq!(sinks, [Var(1)]);
    }
    // `System.arraycopy`, and `out` in a comment.
    for words in [["out", "println"], ["System", "out"]] {
        let silent = &mut bill(&words);
        assert_eq!(with_prints_caught(&printing(silent), silent), []);
    }
}

#[test]
fn a_test_that_catches_what_is_printed_comes_back_though_nobody_else_may_set_the_stream() {
    let mut cluster = bill(&["System", "out", "println"]);
    let test = printing(&mut cluster);
    let caught = with_prints_caught(&test, &mut cluster).remove(0);
    let kept = StoredTest::of(&cluster, &caught);
    let mut later = bill(&[]);
    let restored = from_text(&as_text(&kept)).restore(&mut later);
    let restored = restored.expect("nothing it uses is gone");
    assert_eq!(StoredTest::of(&later, &restored), kept);
}
