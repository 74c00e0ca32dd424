//! What offered tests assert: a small class in a plain folder, searched on a real JVM.

use goalline_engine::{Budget, Cancel, Event, Report, Request, RunPhase, Session, Settings};

use crate::cart::CART;

fn generate(text: &str) -> Report {
    generated(text, false)
}

/// With a search for mutants that survive.
fn generate_further(text: &str) -> Report {
    generated(text, true)
}

fn generated(text: &str, kill_survivors: bool) -> Report {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(1_000),
    };
    let request = Request {
        kill_survivors,
        ..crate::cart::save(root.path(), text, budget)
    };
    let session = Session::new(Settings::default());
    session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("the class compiles")
}

#[test]
fn tests_say_which_mutants_they_notice_and_assert_what_notices_them() {
    let report = generate(
        "package shop;
public class Cart {
    private int items;
    private int price;
    private String note = \"\";
    public void add(int count, int each) {
        items += count;
        price = price + count * each;
        if (count > 3) note = \"many\";
    }
    public int items() { return items; }
    public int price() { return price; }
    public String note() { return note; }
}
",
    );
    let told: Vec<&String> = report
        .tests
        .iter()
        .flat_map(|test| &test.tells_apart)
        .collect();
    assert!(
        told.iter()
            .any(|one| *one == "line 8: count * each from count + each"),
        "{told:#?}"
    );
    assert!(
        report.tests.iter().all(|test| test.assertions >= 1),
        "{}",
        report.test_class
    );
    assert!(
        report.test_class.contains(".price())"),
        "{}",
        report.test_class
    );
}

#[test]
fn a_call_that_is_left_out_and_nothing_in_place_of_a_result_are_noticed() {
    let report = generate(
        "package shop;
import java.util.List;
public class Cart {
    private String note = \"paid\";
    public void tell(List<String> all) {
        all.add(note);
    }
    public String note() {
        return note;
    }
}
",
    );
    let told: Vec<&String> = report
        .tests
        .iter()
        .flat_map(|test| &test.tells_apart)
        .collect();
    for sought in [
        "line 6: all.add(note); from no call",
        "line 9: return note; from return \"\";",
    ] {
        assert!(told.iter().any(|one| *one == sought), "{told:#?}");
    }
}

#[test]
fn a_condition_that_is_turned_round_is_noticed() {
    let report = generate(
        "package shop;
public class Cart {
    private int opened;
    public void open(Object key) {
        if (key == null) return;
        if (key instanceof String) opened++;
        if (key.toString().isEmpty()) opened += 2;
    }
    public int opened() { return opened; }
}
",
    );
    let tests = report.tests.iter();
    let told: Vec<&String> = tests.flat_map(|test| &test.tells_apart).collect();
    for sought in [
        "line 5: key == null from key != null",
        "line 6: key instanceof String from !(key instanceof String)",
        "line 7: key.toString().isEmpty() from !key.toString().isEmpty()",
    ] {
        assert!(told.iter().any(|one| *one == sought), "{sought}: {told:#?}");
    }
}

#[test]
fn a_result_that_is_nothing_in_all_tests_is_sought_as_something() {
    let report = generate_further(
        "package shop;
import java.util.Optional;
public class Cart {
    private String note;
    public void setNote(String note) {
        this.note = note;
    }
    public Optional<String> note() {
        return Optional.ofNullable(note);
    }
}
",
    );
    let told: Vec<&String> = report
        .tests
        .iter()
        .flat_map(|test| &test.tells_apart)
        .collect();
    let sought = "line 9: return Optional.ofNullable(note); from return Optional.empty();";
    let class = &report.test_class;
    assert!(told.iter().any(|one| *one == sought), "{told:#?}\n{class}");
}

#[test]
fn what_a_lambda_makes_is_sought_though_no_test_called_it() {
    let report = generate_further(
        "package shop;
import java.util.Optional;
public class Cart {
    public String note(Optional<String> note) {
        return note.orElseThrow(() -> new IllegalStateException(\"no note\"));
    }
}
",
    );
    let class = &report.test_class;
    assert!(class.contains("assertEquals(\"no note\""), "{class}");
}

#[test]
fn a_run_that_the_user_ends_while_tests_are_made_ready_has_them_without_mutants() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(1_000),
    };
    let request = crate::cart::save(root.path(), CART, budget);
    let session = Session::new(Settings::default());
    let told = |ends: Option<RunPhase>| -> Vec<bool> {
        let cancel = Cancel::default();
        let report = session.generate(&request, &cancel, &mut |event| {
            if matches!(event, Event::Phase(phase) if Some(phase) == ends) {
                cancel.cancel();
            }
        });
        let tests = report.expect("the class compiles").tests;
        tests.iter().map(|it| !it.tells_apart.is_empty()).collect()
    };
    assert!(told(None).contains(&true));
    let ended = told(Some(RunPhase::Verifying));
    assert!(!ended.is_empty() && !ended.contains(&true), "{ended:?}");
}

#[test]
fn nothing_is_asserted_that_another_user_would_see_otherwise() {
    let report = generate(
        "package shop;
public class Cart {
    private final double price;
    public Cart(double price) { this.price = price; }
    public String label() { return String.format(\"%.1f\", price); }
    public boolean isFree() { return price == 0; }
}
",
    );
    let class = &report.test_class;
    assert!(!class.contains("assertEquals"), "{class}");
    assert!(class.contains("assertTrue(cart.isFree())"), "{class}");
}

#[test]
fn what_an_exception_carries_is_asserted_beside_its_message_and_what_it_was_made_of_in_place_of_one()
 {
    let report = generate(
        "package shop;
public class Cart {
    public static class Refused extends RuntimeException {
        private final int code;
        Refused(String message, int code) { super(message); this.code = code; }
        public int getCode() { return code; }
    }
    public void pay(int cents) { if (cents < 0) throw new Refused(\"negative\", 402); }
    public void open(boolean isBroken) {
        if (!isBroken) return;
        try { throw new java.io.IOException(); }
        catch (java.io.IOException e) { throw new IllegalStateException(null, e); }
    }
}
",
    );
    let class = &report.test_class;
    for line in [
        "assertEquals(402, thrown.getCode());",
        "assertEquals(\"negative\", thrown.getMessage());",
        "assertTrue(thrown.getCause() instanceof IOException);",
    ] {
        assert!(class.contains(line), "{class}");
    }
}

#[test]
fn of_a_call_that_writes_nothing_it_is_asserted_that_nothing_was_written() {
    let report = generate(
        "package shop;
public class Cart {
    public void write(StringBuilder out, java.util.List<String> names) {
        out.ensureCapacity(9);
        if (names.isEmpty()) return;
        out.append(names.get(0)).append(';');
    }
}
",
    );
    let class = &report.test_class;
    assert!(
        !class.contains("assertDoesNotThrow"),
        "{class} {:?}",
        report.goals
    );
    assert!(
        class.contains("assertEquals(\"\", out.toString())"),
        "{class} {:?}",
        report.goals
    );
}

#[test]
fn a_refused_argument_stands_beside_arguments_that_are_accepted() {
    let report = generate_further(
        "package shop;
public class Cart {
    public int label(Object kind, String text) {
        if (!(kind instanceof Integer)) throw new IllegalArgumentException(\"no number\");
        if (text.isEmpty()) throw new IllegalArgumentException(\"no text\");
        return (Integer) kind + text.length();
    }
}
",
    );
    let class = &report.test_class;
    let call = |message: &str| {
        let tests = class.split("@Test").find(|test| test.contains(message));
        let lines = tests.expect("a test of each refusal").lines();
        let mut calls = lines.filter(|line| line.contains(".label("));
        calls.next().expect("a call").to_owned()
    };
    assert!(
        !call("no number").contains("null)"),
        "{class} {:?}",
        report.goals
    );
    assert!(!call("no number").contains("\"\")"), "{class}");
    assert!(!call("no text").contains("label(null"), "{class}");
}

#[test]
fn mutants_choose_the_same_assertions_each_time() {
    let (first, second) = (generate(CART), generate(CART));
    assert_eq!(first.test_class, second.test_class);
    let kills = |report: &Report| -> Vec<Vec<u32>> {
        report.tests.iter().map(|test| test.kills.clone()).collect()
    };
    assert_eq!(kills(&first), kills(&second));
}

#[test]
fn what_other_tests_share_is_not_changed() {
    let report = generate(
        "package shop;
public class Cart {
    public static final Cart SHARED = new Cart();
    private int limit = 4;
    public Cart() { }
    public void setLimit(int most) { if (most > 9) limit = 9; else limit = most; }
    public int limit() { return limit; }
}
",
    );
    let class = &report.test_class;
    assert!(class.contains(".setLimit("), "{class}");
    assert!(!class.contains("SHARED.setLimit("), "{class}");
}

#[test]
fn a_guard_is_tested_with_an_object_that_lacks_nothing_else() {
    let report = generate_further(
        "package shop;
public class Cart {
    public static class Goods {
        private String name;
        private Integer price;
        private Integer stock;
        public String getName() { return name; }
        public void setName(String name) { this.name = name; }
        public Integer getPrice() { return price; }
        public void setPrice(Integer price) { this.price = price; }
        public Integer getStock() { return stock; }
        public void setStock(Integer stock) { this.stock = stock; }
    }
    private int saved;
    public String save(Goods goods) {
        if (goods.getName() == null || goods.getPrice() == null || goods.getStock() == null) {
            return \"incomplete\";
        }
        saved++;
        return \"saved\";
    }
    public int saved() { return saved; }
}
",
    );
    let class = &report.test_class;
    for property in ["Name", "Price", "Stock"] {
        let condition = format!("Goods{property}IsNull");
        let mut tests = report.tests.iter();
        let found = tests.find(|test| test.name.contains(&condition));
        let text = &found
            .unwrap_or_else(|| panic!("{condition}: {class}"))
            .source;
        let set = ["Name", "Price", "Stock"].map(|it| text.contains(&format!("set{it}(")));
        assert_eq!(
            set.iter().filter(|it| **it).count(),
            2,
            "{condition}: {class}"
        );
        assert!(
            !text.contains(&format!("set{property}(")),
            "{condition}: {class}"
        );
    }
}
