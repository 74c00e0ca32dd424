//! Parameterised tests in place of three or more of one shape: written where the class is written as a whole, and only
//! where they pass among the tests of the user.

use goalline_engine::{Cancel, Event, GoalState, Report};

use super::shop::{DEPENDENCIES, ShopProject};

const FARE: &str = "package shop;
public class Fare {
    public static String of(int age) {
        if (age < 6) { return \"free\"; }
        if (age < 16) { return \"child\"; }
        if (age > 64) { return \"senior\"; }
        return \"full\";
    }
}
";

/// What a short search for `Fare` gives in a project of these files; none without Maven.
fn generated(files: &[(&str, &str)], one_per_shape: bool) -> Option<Report> {
    let shop = ShopProject::new(DEPENDENCIES, files)?;
    let mut request = shop.request("Fare", 2_000);
    request.one_per_shape = one_per_shape;
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {});
    Some(report.expect("a report"))
}

#[test]
fn a_whole_class_has_one_parameterised_test_in_place_of_three_of_a_shape() {
    let files = [("src/main/java/shop/Fare.java", FARE)];
    let Some(report) = generated(&files, true) else {
        return;
    };
    let class = &report.test_class;
    assert!(class.contains("@CsvSource({"), "{class}");
    let body = "(int age, String expected) {\n        assertEquals(expected, Fare.of(age));";
    assert!(class.contains(body), "{class}");
    assert!(class.contains("// when age is"), "{class}");
    let [table] = report.tables.as_slice() else {
        panic!("{class}");
    };
    assert!(table.rows.len() >= 3, "{table:?}");
    let merged = report.written().count() + table.rows.len() - 1;
    assert_eq!(merged, report.tests.len());
    // Each goal keeps a test of its own, which an editor inserts.
    for goal in &report.goals {
        if let GoalState::TestReady(name) = &goal.state {
            let test = report.tests.iter().find(|test| test.name == *name);
            let is_plain = test.is_some_and(|test| test.source.starts_with("@Test\n"));
            assert!(is_plain, "{name}");
        }
    }
}

#[test]
fn tests_for_an_editor_stay_apart() {
    let files = [("src/main/java/shop/Fare.java", FARE)];
    let Some(report) = generated(&files, false) else {
        return;
    };
    assert!(report.tables.is_empty(), "{:?}", report.tables);
    assert!(!report.test_class.contains("@ParameterizedTest"));
}

/// It takes no test with parameters.
const FARE_TEST: &str = "package shop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.*;
class FareTest {
    @BeforeEach void isPlain(TestInfo test) { assertEquals(0, test.getTestMethod().get().getParameterCount()); }
    @Test void isThere() { new Fare(); }
}
";

#[test]
fn tests_stay_apart_where_the_class_of_the_user_does_not_bear_a_parameterised_one() {
    let files = [
        ("src/main/java/shop/Fare.java", FARE),
        ("src/test/java/shop/FareTest.java", FARE_TEST),
    ];
    let Some(report) = generated(&files, true) else {
        return;
    };
    assert!(report.tests.len() >= 3, "{}", report.test_class);
    assert!(report.tables.is_empty(), "{}", report.test_class);
}
