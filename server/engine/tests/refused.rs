//! What becomes of a test one assertion of which does not hold where it is checked: a small class in a plain folder,
//! on a real JVM.

use goalline_engine::{Budget, Cancel, Event, GoalReport, GoalState, Report, Session, Settings};

use crate::cart::CART;

/// What comes of 500 executions for a cart that has these members.
fn report_of(members: &str) -> Report {
    let (head, _) = CART.split_once("    private").expect("it has members");
    report_beside(&format!("{head}{members}"), &[])
}

/// The same for this text of a cart, with other files beside it.
fn report_beside(cart: &str, others: &[(&str, &str)]) -> Report {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(500),
    };
    let request = crate::cart::save(root.path(), cart, budget);
    for (name, text) in others {
        std::fs::write(request.file.with_file_name(name), text).expect("a file");
    }
    let session = Session::new(Settings::default());
    session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("the class compiles")
}

#[test]
fn of_a_class_that_only_holds_data_it_is_said_that_it_does() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(500),
    };
    let text = "package shop;
public class Cart {
    private int items;
    public int getItems() { return items; }
    public void setItems(int items) { this.items = items; }
}
";
    let request = crate::cart::save(root.path(), text, budget);
    let session = Session::new(Settings::default());
    let result = session.generate(&request, &Cancel::default(), &mut |_: Event| {});
    let error = result.expect_err("nothing is to be tested").to_string();
    assert!(
        error.ends_with("it only holds data, and accessors alone are not worth a test"),
        "{error}"
    );
}

#[test]
fn a_test_is_offered_without_the_assertion_that_did_not_hold() {
    // The depth of the stack is the same in both observing runs, and another one under JUnit.
    let members = "    private final int items;
    private final int depth = new Exception().getStackTrace().length;
    private Cart(int items) { this.items = items; }
    public static Cart of(int count) {
        return count < 0 ? null : new Cart(count > 7 ? 2 : 1);
    }
    public int getDepth() { return depth; }
}
";
    let report = report_of(members);
    let of = report.tests.iter().filter(|test| test.method == "of(int)");
    let sources = of.map(|test| test.source.as_str());
    let sources: Vec<&str> = sources.filter(|it| !it.contains("assertNull(")).collect();
    assert!(!sources.is_empty(), "{:?}", report.tests);
    for source in sources {
        assert!(source.contains("assertNotNull"), "{source}");
        assert!(!source.contains("getDepth"), "{source}");
    }
}

#[test]
fn a_test_that_would_pass_whatever_its_call_does_is_not_offered() {
    // It refuses what is not there, so that it returns would be an answer; nobody sees what it counts.
    let members = "    private int rung;
    public void ring(String tune) {
        java.util.Objects.requireNonNull(tune);
        rung += tune.length();
    }
    public int twice(int count) { return count * 2; }
}
";
    let report = report_of(members);
    let rings: Vec<&str> = report
        .tests
        .iter()
        .filter(|test| test.source.contains(".ring(\""))
        .map(|test| test.source.as_str())
        .collect();
    assert!(rings.is_empty(), "{rings:?}");
    let mut others = report.tests.iter();
    assert!(others.any(|test| test.method == "twice(int)"));
}

#[test]
fn a_test_that_changes_an_object_in_a_static_field_is_not_offered() {
    let members = "    public static final Cart SHARED = new Cart();
    private int items;
    public void setItems(int count) { items = count; }
    public int getItems() { return items; }
    public Cart add(int count) {
        Cart more = new Cart();
        more.items = items + count;
        return more;
    }
}
";
    let report = report_of(members);
    let sources = report.tests.iter().map(|test| test.source.as_str());
    let sources: Vec<&str> = sources.collect();
    assert!(
        sources.iter().any(|it| it.contains("setItems")),
        "{sources:?}"
    );
    assert!(
        !sources.iter().any(|it| it.contains("SHARED.set")),
        "{sources:?}"
    );
    // What gives another one leaves it as it is.
    assert!(sources.iter().any(|it| it.contains(".add(")), "{sources:?}");
}

#[test]
fn of_a_method_that_only_prints_what_it_prints_is_asserted_and_that_it_prints_nothing_on_another_way()
 {
    let members = "    public void warn(int left) {
        if (left < 3) {
            System.out.println(\"Only \" + left + \" left\");
        }
    }
}
";
    let report = report_of(members);
    let sources: Vec<&str> = report.tests.iter().map(|it| it.source.as_str()).collect();
    let has = |text: &str| sources.iter().any(|it| it.contains(text));
    assert!(has("left\", printed.toString().trim());"), "{sources:#?}");
    assert!(
        has("assertEquals(\"\", printed.toString());"),
        "{sources:#?}"
    );
    let is_put_back =
        |it: &&str| it.contains("} finally {\n        System.setOut(standardOut);\n    }");
    assert!(sources.iter().all(is_put_back), "{sources:#?}");
}

#[test]
fn where_nothing_mocks_a_long_interface_is_given_as_the_class_of_the_project_that_implements_it() {
    let cart = "package shop;
public class Cart {
    private final Store store;
    public Cart(Store store) { this.store = store; }
    public String label(int count) { return count > 3 ? store.name() + count : store.name(); }
}
";
    let store = "package shop;
public interface Store { String name(); void open(); void close(); int size(); }
";
    let corner = "package shop;
public class CornerStore implements Store {
    public String name() { return \"corner\"; }
    public void open() { }
    public void close() { }
    public int size() { return 1; }
}
";
    let report = report_beside(cart, &[("Store.java", store), ("CornerStore.java", corner)]);
    let class = &report.test_class;
    assert!(
        class.contains("new CornerStore()"),
        "{class}\n{:?}",
        report.goals
    );
}

#[test]
fn an_abstract_class_whose_constructor_refuses_null_and_zero_is_made_with_what_it_takes() {
    let text = "package shop;
public abstract class Cart {
    private final String owner;
    private final int room;
    protected Cart(String owner, int room) {
        if (owner == null || room <= 0) {
            throw new IllegalArgumentException(\"no room\");
        }
        this.owner = owner;
        this.room = room;
    }
    protected abstract int used();
    public boolean isFull() { return used() >= room; }
    public String label(boolean isLong) { return isLong ? owner + \" of \" + room : owner; }
}
";
    let report = report_beside(text, &[]);
    // That the constructor refuses is asserted where a class of the project calls it.
    let is_missing = |it: &&GoalReport| {
        !it.goal.key.0.contains("<init>") && !matches!(it.state, GoalState::TestReady(_))
    };
    let missing: Vec<&GoalReport> = report.goals.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{}", report.test_class);
}
