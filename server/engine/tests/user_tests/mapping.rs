//! The coverage map of a module: what tests cover of classes that they do not name, and which run again.

use goalline_engine::{
    Cancel, EngineError, Event, GoalState, ModuleCoverage, OtherTests, Request, SuiteRun,
};

use super::shop::{DEPENDENCIES, ShopProject, covering};

const CART: &str = "package shop;
public class Cart {
    int total;
    public int add(int price) { if (price > 9) { total += price; } return total; }
}
";

const TILL: &str = "package shop;
public class Till {
    public int pay(int price) { return new Cart().add(price); }
}
";

const TILL_TEST: &str = "package shop;
import org.junit.jupiter.api.*;
class TillTest { @Test void pays() { Assertions.assertEquals(20, new Till().pay(20)); } }
";

const OTHER: &str =
    "package shop; public class Other { public int a(int a) { return a > 1 ? a : 1; } }";

const OTHER_TEST: &str = "package shop;
import org.junit.jupiter.api.*;
class OtherTest { @Test void works() { Assertions.assertEquals(2, new Other().a(2)); } }
";

fn shop() -> Option<ShopProject> {
    ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Cart.java", CART),
            ("src/main/java/shop/Till.java", TILL),
            ("src/main/java/shop/Other.java", OTHER),
            ("src/test/java/shop/TillTest.java", TILL_TEST),
            ("src/test/java/shop/OtherTest.java", OTHER_TEST),
        ],
    )
}

fn mapped(shop: &ShopProject) -> ModuleCoverage {
    let request = shop.request("Cart", 0);
    let map = shop
        .session
        .map_coverage(&request, &Cancel::default(), &mut |_| {});
    map.expect("a map")
}

/// `CoveredByUser` and so on of a goal of a class, without what is in it.
fn state(map: &ModuleCoverage, class: &str, goal: &str) -> GoalState {
    let file = map
        .files
        .iter()
        .find(|it| it.file.ends_with(format!("{class}.java")));
    let mut goals = file.expect("the file").goals.iter();
    let found = goals.find(|it| it.key.0.contains(goal));
    found.expect("the goal").state.clone()
}

#[test]
fn the_map_tells_what_tests_of_other_classes_cover_and_what_one_that_is_not_in_it_yet_may_cover() {
    let Some(shop) = shop() else {
        return;
    };
    let of = |goal: &str| {
        let report = shop.run("Cart");
        let found = report.states.iter().find(|(key, _)| key.0.contains(goal));
        (found.expect("the goal").1.clone(), covering(&report, goal))
    };
    let map = mapped(&shop);
    assert_eq!((map.tests, map.ran, map.open), (2, 2, 0), "{map:#?}");
    assert_eq!(of("price > 9#0:true").1, ["TillTest.pays"]);
    assert_eq!(of("price > 9#0:false").0, GoalState::NotReached(None));
    let covered = GoalState::CoveredByUser(vec!["TillTest.pays".to_owned()]);
    assert_eq!(state(&map, "Cart", "price > 9#0:true"), covered);
    assert_eq!(
        state(&map, "Other", "a > 1#0:false"),
        GoalState::NotReached(None)
    );
    let later = TILL_TEST.replace("TillTest", "LaterTest");
    shop.write("src/test/java/shop/LaterTest.java", &later);
    assert_eq!(of("price > 9#0:false").0, GoalState::NotKnown(None));
}

#[test]
fn a_class_that_does_not_compile_is_named_and_the_map_is_made_without_it() {
    let Some(shop) = shop() else {
        return;
    };
    let text = "package shop;\nclass Broken { int a(int b) { return b > 1 ? \"no\" : 2; } }\n";
    shop.write("src/main/java/shop/Broken.java", text);
    let map = mapped(&shop);
    let [notice] = &map.notices[..] else {
        panic!("{:?}", map.notices)
    };
    let cause = "Broken.java does not compile (line 2: incompatible types: ";
    assert!(notice.contains(cause), "{notice}");
    let covered = GoalState::CoveredByUser(vec!["TillTest.pays".to_owned()]);
    assert_eq!(state(&map, "Cart", "price > 9#0:true"), covered);
}

#[test]
fn after_a_change_those_tests_run_again_that_ran_something_of_the_file_or_changed_themselves() {
    let Some(shop) = shop() else {
        return;
    };
    assert_eq!(mapped(&shop).ran, 2);
    assert_eq!(mapped(&shop).ran, 0, "nothing changed");
    shop.write("src/main/java/shop/Cart.java", &CART.replace("> 9", "> 8"));
    // The test of another class is run for the class that changed, without a new map.
    let report = shop.run("Cart");
    assert_eq!(covering(&report, "price > 8#0:true"), ["TillTest.pays"]);
    let map = mapped(&shop);
    assert_eq!(map.ran, 1);
    assert_eq!(
        state(&map, "Cart", "price > 8#0:false"),
        GoalState::NotReached(None)
    );
    // What no test entered is nobody's business, nor are comments.
    let unused = CART.replace(
        "int total;",
        "int total; // the sum\n    int unused() { return 1; }",
    );
    shop.write(
        "src/main/java/shop/Cart.java",
        &unused.replace("> 9", "> 8"),
    );
    assert_eq!(
        mapped(&shop).ran,
        1,
        "a new method may override another one"
    );
    let changed = unused
        .replace("> 9", "> 8")
        .replace("return 1;", "return 2;")
        .replace("the sum", "a sum");
    shop.write("src/main/java/shop/Cart.java", &changed);
    assert_eq!(mapped(&shop).ran, 0);
    let both = OTHER_TEST.replace(
        "@Test void works",
        "@Test void one() { new Other().a(1); } @Test void works",
    );
    shop.write("src/test/java/shop/OtherTest.java", &both);
    let map = mapped(&shop);
    assert_eq!(map.ran, 1);
    let covered = GoalState::CoveredByUser(vec!["OtherTest.one".to_owned()]);
    assert_eq!(state(&map, "Other", "a > 1#0:false"), covered);
}

#[test]
fn without_a_map_what_other_tests_may_cover_is_not_known_where_they_are_to_run_and_else_told_of_tests_of_the_class()
 {
    let Some(shop) = shop() else {
        return;
    };
    let run = |awaits_suite: bool| {
        let request = Request {
            awaits_suite,
            ..shop.request("Cart", 0)
        };
        let report = shop.session.run_user_tests(&request, &Cancel::default());
        let report = report.expect("a report");
        let mut states = report.states.iter();
        let state = states.find(|(key, _)| key.0.contains("price > 9#0:true"));
        (state.expect("the goal").1.clone(), report.tests.others)
    };
    let awaited = (GoalState::NotKnown(None), OtherTests::Awaited);
    assert_eq!(run(true), awaited);
    let of_the_class = (GoalState::NotReached(None), OtherTests::NotRun);
    assert_eq!(run(false), of_the_class);
    let of_cart = OtherTests::NotRun.limited("never true in a test", "Cart");
    assert_eq!(of_cart, "never true in a test of Cart");
    let request = shop.request("Cart", 0);
    let ran = shop
        .session
        .complete_map(&request, &Cancel::default(), &mut |_| {});
    let all = SuiteRun {
        tests: 2,
        ran: 2,
        idle: Vec::new(),
    };
    assert_eq!(ran.expect("a map"), all);
    let covered = GoalState::CoveredByUser(vec!["TillTest.pays".to_owned()]);
    assert_eq!(run(true), (covered, OtherTests::Known));
}

#[test]
fn a_test_that_failed_in_its_last_assertion_leaves_nothing_open_and_one_may_load_itself_from_its_file()
 {
    let Some(shop) = shop() else {
        return;
    };
    let own = "package shop;
import org.junit.jupiter.api.*;
import java.net.*;
class OwnTest {
    @Test void late() {
        Assertions.assertEquals(1, new Third().b(1));
    }
    @Test void anew() throws Exception {
        URL own = OwnTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader other = new URLClassLoader(new URL[] {own}, null)) {
            Assertions.assertNotSame(Inner.class, other.loadClass(Inner.class.getName()));
        }
    }
    static class Inner {}
}
";
    shop.write("src/test/java/shop/OwnTest.java", own);
    let third = "package shop; class Third { int b(int b) { return b > 5 ? 1 : 2; } }";
    shop.write("src/main/java/shop/Third.java", third);
    let map = mapped(&shop);
    assert_eq!(map.idle, [""; 0]);
    assert_eq!(
        state(&map, "Third", "b > 5#0:true"),
        GoalState::NotReached(None)
    );
}

#[test]
fn what_the_build_leaves_out_by_name_or_tag_covers_nothing_and_what_it_runs_does() {
    let tagged = OTHER_TEST.replace("@Test void", "@Tag(\"slow\") @Test void");
    let little = TILL_TEST
        .replace("TillTest", "TillChecks")
        .replace("20", "0");
    let Some(shop) = shop() else {
        return;
    };
    shop.write("src/test/java/shop/OtherTest.java", &tagged);
    shop.write("src/test/java/shop/TillChecks.java", &little);
    let states = || {
        let map = mapped(&shop);
        let of = |class: &str, goal: &str| match state(&map, class, goal) {
            GoalState::CoveredByUser(tests) => tests.join(" "),
            GoalState::NotReached(_) => "missing".to_owned(),
            other => panic!("{other:?}"),
        };
        [
            of("Cart", "price > 9#0:true"),
            of("Cart", "price > 9#0:false"),
            of("Other", "a > 1#0:true"),
        ]
    };
    // Surefire takes no class of that name for a test.
    assert_eq!(states(), ["TillTest.pays", "missing", "OtherTest.works"]);
    let pom = std::fs::read_to_string(shop.root().join("pom.xml")).expect("a pom");
    let selection = "<includes><include>**/*Checks.java</include><include>**/Other*</include></includes>\
         <excludedGroups>slow</excludedGroups><argLine>";
    shop.write("pom.xml", &pom.replace("<argLine>", selection));
    assert_eq!(states(), ["missing", "TillChecks.pays", "missing"]);
}

#[test]
fn tests_written_with_testng_run_with_the_testng_of_the_project_one_by_one_and_beside_others() {
    let testng = "<dependency><groupId>org.testng</groupId><artifactId>testng</artifactId>\
         <version>7.10.2</version><scope>test</scope></dependency></dependencies>";
    let ng_test = "package shop;
import org.testng.Assert;
import org.testng.annotations.*;
@Test
public class CartTest {
    private Cart cart;
    @BeforeMethod public void before() { cart = new Cart(); }
    @AfterMethod public void after() { cart = null; }
    public void addsMuch() { Assert.assertEquals(cart.add(20), 20); }
    @DataProvider public Object[][] prices() { return new Object[][] {{1}, {2}}; }
    @Test(dataProvider = \"prices\") public void addsLittle(int price) { Assert.assertEquals(cart.add(price), 0); }
}
";
    let files = [
        ("src/main/java/shop/Cart.java", CART),
        ("src/main/java/shop/Other.java", OTHER),
        ("src/test/java/shop/CartTest.java", ng_test),
        ("src/test/java/shop/OtherTest.java", OTHER_TEST),
    ];
    let dependencies = DEPENDENCIES.replace("</dependencies>", testng);
    let Some(shop) = ShopProject::new(&dependencies, &files) else {
        return;
    };
    let report = shop.run("Cart");
    assert_eq!(report.notices, [""; 0]);
    assert_eq!(covering(&report, "price > 9#0:true"), ["CartTest.addsMuch"]);
    assert_eq!(
        covering(&report, "price > 9#0:false"),
        ["CartTest.addsLittle"]
    );
    // Only the test that entered what changed runs again.
    let changed = CART.replace("> 9", "> 8");
    shop.write("src/main/java/shop/Cart.java", &changed);
    let report = shop.run("Cart");
    assert_eq!(covering(&report, "price > 8#0:true"), ["CartTest.addsMuch"]);
    let map = mapped(&shop);
    assert_eq!((map.tests, map.idle.len()), (2, 0), "{:?}", map.idle);
    let covered = GoalState::CoveredByUser(vec!["OtherTest.works".to_owned()]);
    assert_eq!(state(&map, "Other", "a > 1#0:true"), covered);
}

#[test]
fn tests_of_a_testng_older_than_what_can_be_driven_run_with_one_that_can() {
    let testng = "<dependencies><dependency><groupId>org.testng</groupId><artifactId>testng</artifactId>\
         <version>6.9.10</version><scope>test</scope></dependency></dependencies>";
    let ng_test = "package shop;
import org.testng.Assert;
import org.testng.annotations.*;
@Test
public class CartTest {
    public void addsMuch() { Assert.assertEquals(new Cart().add(20), 20); }
}
";
    let files = [
        ("src/main/java/shop/Cart.java", CART),
        ("src/test/java/shop/CartTest.java", ng_test),
    ];
    let Some(shop) = ShopProject::new(testng, &files) else {
        return;
    };
    let report = shop.run("Cart");
    assert_eq!(report.notices, [""; 0]);
    assert_eq!(covering(&report, "price > 9#0:true"), ["CartTest.addsMuch"]);
}

#[test]
fn a_test_that_passes_once_its_classes_are_loaded_did_all_that_it_does() {
    // As one that goes by the clock passes once all that it uses is loaded.
    let late = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class CartTest {
    static int loaded;
    @Test void isInTime() {
        assertTrue(loaded++ > 0);
        assertEquals(20, new Cart().add(20));
    }
}
";
    let files = [
        ("src/main/java/shop/Cart.java", CART),
        ("src/test/java/shop/CartTest.java", late),
    ];
    let Some(shop) = ShopProject::new(DEPENDENCIES, &files) else {
        return;
    };
    let map = mapped(&shop);
    assert_eq!(map.idle, [""; 0]);
    let covered = GoalState::CoveredByUser(vec!["CartTest.isInTime".to_owned()]);
    assert_eq!(state(&map, "Cart", "price > 9#0:true"), covered);
    assert_eq!(
        state(&map, "Cart", "price > 9#0:false"),
        GoalState::NotReached(None)
    );
}

#[test]
fn a_test_does_not_fail_for_what_another_class_left_in_a_library() {
    // As two Spring contexts that make the tables of one database in memory: in the build they have one context.
    let test = |class: &str, call: &str| {
        format!(
            "package shop;
import static org.junit.jupiter.api.Assertions.*;
import java.lang.reflect.Field;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.logging.*;
class {class} {{
    static boolean isMine;
    @Test void works() throws Exception {{
        Field listeners = LoggerFactory.class.getDeclaredField(\"listeners\");
        listeners.setAccessible(true);
        assertTrue(isMine || ((Set<?>) listeners.get(null)).isEmpty());
        LoggerFactory.addListener(new LogRecordListener());
        isMine = true;
        assertEquals(20, {call}(20));
    }}
}}
"
        )
    };
    let files = [
        ("src/main/java/shop/Cart.java", CART),
        ("src/main/java/shop/Till.java", TILL),
        (
            "src/test/java/shop/CartTest.java",
            &test("CartTest", "new Cart().add"),
        ),
        (
            "src/test/java/shop/TillTest.java",
            &test("TillTest", "new Till().pay"),
        ),
    ];
    let Some(shop) = ShopProject::new(DEPENDENCIES, &files) else {
        return;
    };
    let map = mapped(&shop);
    assert_eq!(map.idle, [""; 0]);
    let covered = GoalState::CoveredByUser(vec!["CartTest.works".into(), "TillTest.works".into()]);
    assert_eq!(state(&map, "Cart", "price > 9#0:true"), covered);
}

#[test]
fn many_classes_that_fail_in_libraries_of_their_own_leave_those_behind_them_as_they_are() {
    // Each is tried once more in new libraries, of which a process has only so many.
    let failing = |number: usize| {
        format!(
            "package shop; import org.junit.jupiter.api.*;
class A{number}Test {{
    @Test void fails() {{
        Assertions.assertEquals(1, new Cart().add(20));
        new Cart().add(1);
    }}
}}
"
        )
    };
    let names: Vec<String> = (10..22)
        .map(|number| format!("src/test/java/shop/A{number}Test.java"))
        .collect();
    let texts: Vec<String> = (10..22).map(failing).collect();
    let mut files = vec![
        ("src/main/java/shop/Cart.java", CART),
        ("src/main/java/shop/Till.java", TILL),
        ("src/test/java/shop/TillTest.java", TILL_TEST),
    ];
    let all = names.iter().zip(&texts);
    files.extend(all.map(|(name, text)| (name.as_str(), text.as_str())));
    let Some(shop) = ShopProject::new(DEPENDENCIES, &files) else {
        return;
    };
    let map = mapped(&shop);
    let covered = GoalState::CoveredByUser(vec!["TillTest.pays".to_owned()]);
    assert_eq!(state(&map, "Till", "entry#0"), covered);
    assert_eq!(map.idle.len(), 12, "{:?}", map.idle);
    let is_own = |it: &&String| it.contains("fails: org.opentest4j.AssertionFailedError");
    assert_eq!(map.idle.iter().filter(is_own).count(), 12, "{:?}", map.idle);
}

#[test]
fn a_run_of_the_suite_that_was_ended_goes_on_where_it_was() {
    let Some(shop) = shop() else {
        return;
    };
    let request = shop.request("Cart", 0);
    let cancel = Cancel::default();
    let mut events = |event| {
        if let Event::UserTests { at: 2, .. } = event {
            cancel.cancel();
        }
    };
    let ended = shop.session.complete_map(&request, &cancel, &mut events);
    assert!(matches!(ended, Err(EngineError::Cancelled)), "{ended:?}");
    let later = shop
        .session
        .complete_map(&request, &Cancel::default(), &mut |_| {});
    assert_eq!(later.expect("a map").ran, 1);
}

#[test]
fn a_save_does_not_wait_for_other_tests_that_take_long_and_what_they_covered_counts_until_they_ran_again()
 {
    let Some(shop) = shop() else {
        return;
    };
    let slow = TILL_TEST.replace(
        "void pays() {",
        "void pays() throws Exception { Thread.sleep(1200);",
    );
    shop.write("src/test/java/shop/TillTest.java", &slow);
    assert_eq!(mapped(&shop).ran, 2);
    let changed = CART.replace("return total;", "return total + 0;");
    shop.write("src/main/java/shop/Cart.java", &changed);
    let request = Request {
        awaits_suite: true,
        ..shop.request("Cart", 0)
    };
    let report = shop.session.run_user_tests(&request, &Cancel::default());
    let report = report.expect("a report");
    assert_eq!(report.tests.others, OtherTests::Renewed);
    assert_eq!(covering(&report, "price > 9#0:true"), ["TillTest.pays"]);
    let mut states = report.states.iter();
    let other = states.find(|(key, _)| key.0.contains("price > 9#0:false"));
    assert_eq!(other.expect("the goal").1, GoalState::NotKnown(None));
    assert_eq!(mapped(&shop).ran, 1);
    let report = shop.session.run_user_tests(&request, &Cancel::default());
    assert_eq!(report.expect("a report").tests.others, OtherTests::Known);
}
