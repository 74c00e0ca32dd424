//! New tests among those of the user: whatever does not pass inside of the test class, or breaks a test of it, is not
//! offered.

use goalline_engine::{Cancel, Event, GoalState, Report};

use super::shop::{DEPENDENCIES, ShopProject};

const LAMP: &str = "package shop;
public class Lamp {
    static boolean isBroken;
    public boolean isOn() { return !isBroken; }
    public int watts(int volts) { if (volts > 200) { return 60; } return 0; }
}
";

const LAMP_TEST: &str = "package shop;
import org.junit.jupiter.api.*;
class LampTest {
    @BeforeAll static void breakIt() { Lamp.isBroken = true; }
    @Test void isThere() { new Lamp(); }
}
";

/// What a short search for `Lamp` gives in a project of these files; none without Maven.
fn generated(files: &[(&str, &str)]) -> Option<Report> {
    let shop = ShopProject::new(DEPENDENCIES, files)?;
    let request = shop.request("Lamp", 1_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {});
    Some(report.expect("a report"))
}

/// Why the first goal that has a test is not offered it; empty where all are.
fn not_offered(report: &Report) -> String {
    let mut states = report.goals.iter().map(|goal| &goal.state);
    let reason = states.find_map(|state| match state {
        GoalState::NotOffered(reason) => Some(reason.clone()),
        _ => None,
    });
    reason.unwrap_or_default()
}

#[test]
fn a_test_that_does_not_pass_among_those_of_the_user_is_not_offered() {
    let files = [
        ("src/main/java/shop/Lamp.java", LAMP),
        ("src/test/java/shop/LampTest.java", LAMP_TEST),
    ];
    let Some(report) = generated(&files) else {
        return;
    };
    assert!(
        report.test_class.contains("watts("),
        "{}",
        report.test_class
    );
    assert!(
        !report.test_class.contains("assertTrue(lamp.isOn())"),
        "{}",
        report.test_class
    );
    let reason = not_offered(&report);
    assert!(
        reason.contains("does not pass inside of shop.LampTest: "),
        "{reason}"
    );
}

#[test]
fn where_the_users_test_class_does_not_compile_tests_are_offered_and_the_user_is_told() {
    let test = LAMP_TEST.replace(
        "class LampTest {",
        "class LampTest {\n    no.such.Library library;",
    );
    let files = [
        ("src/main/java/shop/Lamp.java", LAMP),
        ("src/test/java/shop/LampTest.java", &test),
    ];
    let Some(report) = generated(&files) else {
        return;
    };
    assert!(
        report.test_class.contains("watts("),
        "{}",
        report.test_class
    );
    let told = |notice: &&String| notice.contains("LampTest");
    let told: Vec<&String> = report.notices.iter().filter(told).collect();
    let expected = "shop.LampTest does not compile (line 4: package no.such does not exist), so what it covers is not \
                    known, nor whether new tests pass in it";
    assert_eq!(told, [expected]);
}

#[test]
fn a_test_of_the_user_that_ends_its_jvm_does_so_once_and_the_new_ones_join_the_others() {
    let test = LAMP_TEST.replace(
        "class LampTest {",
        "class LampTest {
            @Test void stops() throws Exception {
                var log = java.nio.file.Path.of(\"stopped\");
                java.nio.file.Files.writeString(log, \"once\", java.nio.file.StandardOpenOption.CREATE,
                        java.nio.file.StandardOpenOption.APPEND);
                System.exit(3);
            }",
    );
    let files = [
        ("src/main/java/shop/Lamp.java", LAMP),
        ("src/test/java/shop/LampTest.java", &test),
    ];
    let Some(shop) = ShopProject::open(DEPENDENCIES, &files) else {
        return;
    };
    let request = shop.request("Lamp", 1_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("a report");
    assert!(not_offered(&report).contains("does not pass inside of shop.LampTest: "));
    let log = shop.root().join("stopped");
    assert_eq!(std::fs::read_to_string(log).expect("it ran"), "once");
}

/// A test class whose last test, by the hash that JUnit orders names by, leaves what others after it cannot bear.
fn spoiling(imports: &str, annotations: &str) -> String {
    format!(
        "package shop;
        {imports}
        {annotations} public class LampTest {{
            @Test public void burnsOutAfterYearsTwice() {{ Lamp.isBroken = true; }}
        }}"
    )
}

const JUPITER: &str = "import org.junit.jupiter.api.*;";

#[test]
fn a_test_that_passes_among_those_of_the_user_in_order_alone_is_not_offered() {
    for imports in [JUPITER, "import org.junit.Test;"] {
        let test = spoiling(imports, "");
        let files = [
            ("src/main/java/shop/Lamp.java", LAMP),
            ("src/test/java/shop/LampTest.java", &test),
        ];
        let Some(report) = generated(&files) else {
            return;
        };
        let reason = not_offered(&report);
        assert!(
            reason.contains("does not pass inside of shop.LampTest in reverse order: "),
            "{imports}: {reason}"
        );
        assert!(report.test_class.contains("watts("), "{imports}");
    }
}

#[test]
fn a_class_that_says_in_which_order_it_runs_is_not_run_in_another() {
    let by_name = "@TestMethodOrder(MethodOrderer.MethodName.class)";
    let test = spoiling(JUPITER, by_name).replace("burnsOutAfterYearsTwice", "wearsOut");
    let files = [
        ("src/main/java/shop/Lamp.java", LAMP),
        ("src/test/java/shop/LampTest.java", &test),
    ];
    let Some(report) = generated(&files) else {
        return;
    };
    let (tests, reason) = (&report.test_class, not_offered(&report));
    assert!(tests.contains("lamp.isOn()"), "{reason}: {tests}");
}

const WORN: &str = "package shop;
public class Lamp {
    static int burntOut;
    public int watts(int volts) {
        if (volts > 200) {
            burntOut++;
            return 60;
        }
        return 0;
    }
}
";

/// A class of which one test holds only while no lamp has burnt out, and another one never.
fn trusting(imports: &str) -> String {
    format!(
        "package shop;
        {imports}
        public class LampTest {{
            @Test public void noneBurntOutYet() {{ if (Lamp.burntOut != 0) throw new IllegalStateException(); }}
            @Test public void neverHolds() {{ throw new IllegalStateException(); }}
        }}"
    )
}

#[test]
fn a_test_that_makes_one_of_the_user_fail_is_not_offered() {
    for imports in [JUPITER, "import org.junit.Test;"] {
        let test = trusting(imports);
        let files = [
            ("src/main/java/shop/Lamp.java", WORN),
            ("src/test/java/shop/LampTest.java", &test),
        ];
        let Some(report) = generated(&files) else {
            return;
        };
        let (tests, reason) = (&report.test_class, not_offered(&report));
        assert!(
            reason.contains("with it, your test noneBurntOutYet of shop.LampTest does not pass"),
            "{imports}: {reason}: {tests}"
        );
        assert!(!tests.contains("60"), "{imports}: {tests}");
        assert!(tests.contains("assertEquals(0, "), "{imports}: {tests}");
    }
}
