//! Which of the user's tests run, how they end, what they cover.

use std::{process::Command, time::Duration};

use goalline_engine::{
    Cancel, GoalState, Inconclusive, PairDefinition, PairSelector, Request, UserTest,
    UserTestReport, goals::GoalChoice,
};

use super::shop::{DEPENDENCIES, ShopProject, covering, jdk, outcomes};

const TILL: &str = "package shop;
public class Till {
    private int total;
    public boolean add(int price) {
        if (price < 0) { return false; }
        total += price;
        return true;
    }
    public String size() { return total > 100 ? \"large\" : \"small\"; }
    public boolean isOpen(Clock clock) { return clock.hour() >= 9; }
    public final static class Clock { public final int hour() { return 3; } }
    public boolean unused(int a) { return a == 7; }
}
";

const TILL_TEST: &str = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class TillTest {
    final Till till = new Till();
    @ParameterizedTest @ValueSource(ints = {1, 2}) void addsPrices(int price) { assertTrue(till.add(price)); }
    @Test void fails() { till.add(200); assertEquals(\"small\", till.size()); }
    @Test void isNotAssumed() { assumeTrue(false); }
    @Test @Disabled(\"later\") void isDisabled() { }
    @Test void seesTheBuild() throws Exception {
        assertEquals(\"EUR\", System.getProperty(\"till.currency\"));
        assertEquals(\"strict\", System.getProperty(\"till.mode\"));
        assertEquals(\"here\", System.getenv(\"TILL_HOME\"));
        assertTrue(java.nio.file.Files.exists(java.nio.file.Path.of(\"pom.xml\")));
        assertEquals(\"of tests\", new String(getClass().getResourceAsStream(\"/data.txt\").readAllBytes()).trim());
    }
    @Nested class Small { @Test void isSmall() { assertEquals(\"small\", till.size()); } }
    @Test void bodyDependsOnProbes() {
        assertEquals(0, java.util.Arrays.stream(Till.class.getDeclaredMethods()).filter(m -> m.isSynthetic()).count());
        for (StackTraceElement frame : new Exception().getStackTrace()) { \
          assertFalse(frame.getClassName().startsWith(\"shop.Clock\")); }
    }
}
";

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one build, with a test class of each kind"
)]
fn every_kind_of_junit_test_runs_as_the_build_runs_it_and_covers_what_it_reached() {
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Till.java", TILL),
            ("src/test/resources/data.txt", "of tests"),
            // That of the tests hides it.
            ("src/main/resources/data.txt", "of the module"),
            ("src/test/java/shop/TillTest.java", TILL_TEST),
            (
                "src/test/java/shop/AbstractTillTest.java",
                "package shop; import org.junit.jupiter.api.Test; abstract class AbstractTillTest {
                 abstract Till till();
                 @Test void refuses() { org.junit.jupiter.api.Assertions.assertFalse(till().add(-1)); } }",
            ),
            (
                "src/test/java/shop/InheritedTest.java",
                "package shop; class InheritedTest extends AbstractTillTest { Till till() { return new Till(); } }",
            ),
            (
                "src/test/java/other/OldTillTest.java",
                "package other; import org.junit.*; import shop.Till;
                 public class OldTillTest { @Test public void adds() { Assert.assertTrue(new Till().add(3)); } }",
            ),
            (
                "src/test/java/shop/MockedTest.java",
                "package shop; import static org.mockito.Mockito.*; import org.junit.jupiter.api.*;
                 class MockedTest { @Test void isOpenAtNine() {
                 Till.Clock clock = mock(Till.Clock.class); when(clock.hour()).thenReturn(9);
                 Assertions.assertTrue(new Till().isOpen(clock)); } }",
            ),
        ],
    ) else {
        return;
    };
    let report = shop.run("Till");
    assert_eq!(
        outcomes(&report),
        [
            "aborted TillTest.isDisabled",
            "aborted TillTest.isNotAssumed",
            "failed TillTest.fails",
            "passed InheritedTest.refuses",
            "passed MockedTest.isOpenAtNine",
            "passed OldTillTest.adds",
            "passed TillTest.Small.isSmall",
            "passed TillTest.addsPrices",
            "passed TillTest.addsPrices",
            "passed TillTest.bodyDependsOnProbes",
            "passed TillTest.seesTheBuild",
        ],
        "{:#?}",
        report.notices
    );
    assert_eq!(
        covering(&report, "price < 0#0:true"),
        ["InheritedTest.refuses"]
    );
    assert_eq!(
        covering(&report, "total > 100#0:true"),
        ["TillTest.fails"],
        "a failing test counts for what it reached"
    );
    assert_eq!(
        covering(&report, "clock.hour() >= 9#0:true"),
        ["MockedTest.isOpenAtNine"]
    );
    assert!(covering(&report, "a == 7#0:true").is_empty());
    let notices = report.notices.join("\n");
    assert!(notices.contains("TillTest.fails"), "{notices}");

    // A change of one body runs the tests that entered it, and no other.
    shop.write(
        "src/main/java/shop/Till.java",
        &TILL.replace("total > 100", "total > 300"),
    );
    let again = shop.run("Till");
    let ran: Vec<String> = again
        .tests
        .tests
        .iter()
        .filter(|test| !test.is_remembered)
        .map(UserTest::label)
        .collect();
    assert_eq!(ran, ["TillTest.fails", "TillTest.Small.isSmall"]);
    assert!(outcomes(&again).contains(&"passed TillTest.fails".to_owned()));
    assert_eq!(
        covering(&again, "price < 0#0:true"),
        ["InheritedTest.refuses"],
        "what is remembered still counts"
    );
    let third = shop.run("Till");
    assert!(third.tests.tests.iter().all(|test| test.is_remembered));
    assert_eq!(outcomes(&third), outcomes(&again));
}

const ROUGH: &str = "package shop;
public class Rough {
    public static int sign(int a) { return a > 0 ? 1 : a < 0 ? -1 : 0; }
    public static int twice(int b) { return b > 8 ? b : b + b; }
    public static int half(int c) { return c > 5 ? c / 2 : c; }
}
";

const ROUGH_TEST: &str = "package shop;
import org.junit.jupiter.api.*;
@TestMethodOrder(MethodOrderer.MethodName.class)
class RoughTest {
    @Test void aHangs() { while (true) { Rough.sign(1); } }
    @Test void bExits() { System.exit(3); Rough.half(8); }
    @Test void bTakesAllMemory() { Rough.half(new long[Integer.MAX_VALUE - 8].length); }
    @Test void cPrints() { String line = \"x\".repeat(1 << 20); for (int i = 0; i < 1024; i++) { \
      System.out.print(line); System.err.println(line); } Rough.sign(1); }
    @Test void dNeedsTheNetwork() throws Exception { Rough.sign(-1); new java.net.Socket(\"127.0.0.1\", 9).close(); }
    @Test void eNeedsAFile() throws Exception { \
      java.nio.file.Files.writeString(java.nio.file.Path.of(\"outside.txt\"), \"a\"); }
    @Test void fPasses() { Assertions.assertEquals(0, Rough.sign(0)); }
}
";

#[test]
fn tests_of_a_module_of_java_8_run() {
    let cart =
        "package shop; public class Cart { public int first(int a) { return a > 100 ? 2 : 1; } }";
    let test =
        "package shop; import org.junit.*; public class CartTest { @Test public void first() {
        Assert.assertEquals(2, new Cart().first(120)); } }";
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Cart.java", cart),
            ("src/test/java/shop/CartTest.java", test),
        ],
    ) else {
        return;
    };
    shop.release(8);
    let report = shop.run("Cart");
    assert!(report.notices.is_empty(), "{:?}", report.notices);
    assert_eq!(
        outcomes(&report),
        ["passed CartTest.first"],
        "{:?}",
        report.tests
    );
}

const SCANNING_TEST: &str = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import java.io.File;
import java.net.URL;
import java.util.*;
import org.junit.jupiter.api.Test;
class CartTest {
    static Set<String> scan(String name) throws Exception {
        Set<String> found = new TreeSet<>();
        for (URL url : Collections.list(CartTest.class.getClassLoader().getResources(name))) {
            if (url.getProtocol().equals(\"file\")) { walk(new File(url.toURI()), name, found); }
        }
        return found;
    }
    static void walk(File at, String name, Set<String> found) {
        for (File file : at.listFiles()) {
            if (file.isDirectory()) { walk(file, name + '/' + file.getName(), found); }
            else { found.add(name + '/' + file.getName()); }
        }
    }
    @Test void findsWhatNothingNames() throws Exception {
        assertTrue(scan(\"shop\").containsAll(Set.of(\"shop/Cart.class\", \"shop/CartTest.class\", \"shop/part/Hidden.class\")), scan(\"shop\").toString());
        assertEquals(0, scan(\"shop\").stream().filter(name -> name.endsWith(\".java\")).count());
        assertEquals(2, ((Price) Class.forName(\"shop.part.Hidden\").getDeclaredConstructor().newInstance()).of(new \
          Cart()));
    }
    @Test void readsClasses() throws Exception {
        URL url = Cart.class.getResource(\"Cart.class\");
        try (java.io.DataInputStream in = new java.io.DataInputStream(url.openStream())) { assertEquals(0xCAFEBABE, \
          in.readInt()); }
        URL home = Cart.class.getProtectionDomain().getCodeSource().getLocation();
        assertTrue(new File(new URL(home, \"shop/Cart.class\").toURI()).isFile());
    }

    @Test void findsByTheSystemLoader() throws Exception {
        assertNotNull(ClassLoader.getSystemResource(\"META-INF/services/shop.Price\"));
        assertEquals(1, Collections.list(ClassLoader.getSystemResources(\"META-INF/services/shop.Price\")).size());
        assertEquals(1, Collections.list(CartTest.class.getClassLoader().getResources(\"META-INF/services/shop.Price\")).size());
        assertSame(Cart.class, Class.forName(\"shop.Cart\", true, ClassLoader.getSystemClassLoader()));
        assertThrows(ClassNotFoundException.class, () -> ClassLoader.getSystemClassLoader().loadClass(\"shop.None\"));
        ClassLoader referred = Optional.<ClassLoader>empty().orElseGet(ClassLoader::getSystemClassLoader);
        assertSame(Cart.class, referred.loadClass(\"shop.Cart\"));
    }
    @Test void compilesAgainstTheClassPath() throws Exception {
        File source = File.createTempFile(\"Uses\", \".java\");
        String name = source.getName().replace(\".java\", \"\");
        java.nio.file.Files.writeString(source.toPath(), \"class \" + name + \" { shop.part.Hidden a; shop.Cart b; \
          org.junit.jupiter.api.Test c; }\");
        int status = javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, source.getPath());
        assertEquals(0, status);
        String path = System.getProperty(\"java.class.path\");
        assertTrue(Arrays.stream(path.split(File.pathSeparator)).anyMatch(entry -> new \
          File(entry, \"META-INF/services/shop.Price\").isFile()), path);
    }
    @Test void findsServices() {
        List<String> names = new ArrayList<>();
        for (Price price : ServiceLoader.load(Price.class)) { names.add(price.getClass().getName()); }
        assertEquals(List.of(\"shop.part.Hidden\"), names);
    }
}
";

#[test]
fn what_scans_packages_finds_classes_that_no_test_names() {
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            (
                "src/main/java/shop/Cart.java",
                "package shop; public class Cart { public int first(int a) { return a > 100 ? 2 : 1; } }",
            ),
            (
                "src/main/java/shop/Price.java",
                "package shop; public interface Price { int of(Cart cart); }",
            ),
            (
                "src/main/java/shop/part/Hidden.java",
                "package shop.part; import shop.*; public class Hidden implements Price { public int of(Cart cart) { \
                  return cart.first(101); } }",
            ),
            (
                "src/main/java/shop/part/Broken.java",
                "package shop.part; class Broken extends Missing { }",
            ),
            (
                "src/main/resources/META-INF/services/shop.Price",
                "shop.part.Hidden",
            ),
            ("src/test/java/shop/CartTest.java", SCANNING_TEST),
        ],
    ) else {
        return;
    };
    let report = shop.run("Cart");
    let passed = [
        "compilesAgainstTheClassPath",
        "findsByTheSystemLoader",
        "findsServices",
        "findsWhatNothingNames",
        "readsClasses",
    ];
    let passed = passed.map(|name| format!("passed CartTest.{name}"));
    assert_eq!(outcomes(&report), passed, "{:#?}", report.tests);
}

#[test]
fn beside_a_class_that_is_looked_for_lie_those_of_its_folder() {
    let test = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import java.io.File;
import org.junit.jupiter.api.Test;
class CartTest {
    @Test void findsOthers() throws Exception {
        File place = new File(CartTest.class.getResource(\"CartTest.class\").toURI());
        assertTrue(new File(place.getParentFile(), \"Weight.class\").isFile());
    }
}
";
    let cart = "package shop; public class Cart { public int a(int b) { return b > 3 ? 1 : 2; } }";
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Cart.java", cart),
            ("src/main/java/shop/Weight.java", WEIGHT),
            ("src/test/java/shop/CartTest.java", test),
        ],
    ) else {
        return;
    };
    let report = shop.run("Cart");
    assert_eq!(outcomes(&report), ["passed CartTest.findsOthers"]);
}

#[test]
fn classes_lie_where_they_say_they_do_and_have_what_the_build_compiles_into_them() {
    let test = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import java.io.File;
import org.junit.jupiter.api.Test;
class WeightTest {
    @Test void isCompiled() throws Exception {
        File home = new File(Weight.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertTrue(new File(home, \"shop/Weight.class\").isFile());
    }
    @Test void namesNoParameters() throws Exception {
        assertFalse(Weight.class.getMethod(\"half\", int.class).getParameters()[0].isNamePresent());
    }
}
";
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Weight.java", WEIGHT),
            ("src/test/java/shop/WeightTest.java", test),
        ],
    ) else {
        return;
    };
    let report = shop.run("Weight");
    let passed =
        ["isCompiled", "namesNoParameters"].map(|name| format!("passed WeightTest.{name}"));
    assert_eq!(outcomes(&report), passed);
}

const WEIGHT: &str = "package shop;
public class Weight {
    public static int half(int c) { return c > 5 ? c / 2 : c; }
    public static int twice(int d) { return d > 6 ? d : d + d; }
    public static int other(int e) { return e > 7 ? e : -e; }
}
";

const WEIGHT_TEST: &str = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class WeightTest {
    @Test void halves() {
        assertNotNull(new java.io.File(\"/etc\").list());
        assertEquals(4, Weight.half(8));
    }
    @Test void doubles() {
        assertEquals(3, Weight.twice(1));
        assertEquals(9, Weight.twice(9));
    }
}
";

#[test]
fn what_a_failing_test_might_cover_is_missing_only_where_it_fails_in_the_build_or_in_the_open_too()
{
    let files = [
        ("src/main/java/shop/Weight.java", WEIGHT),
        ("src/test/java/shop/WeightTest.java", WEIGHT_TEST),
    ];
    let Some(shop) = ShopProject::new(DEPENDENCIES, &files) else {
        return;
    };
    let unknown = |report: &UserTestReport, goal: &str| {
        let states = report.states.iter();
        let mut of = states.filter(|(key, _)| key.0.contains(goal));
        of.any(|(_, state)| matches!(state, GoalState::NotKnown(_)))
    };
    let report = shop.run("Weight");
    let failed = [
        "failed here WeightTest.doubles",
        "failed here WeightTest.halves",
    ];
    assert_eq!(outcomes(&report), failed);
    assert!(unknown(&report, "c > 5#0:true") && unknown(&report, "d > 6#0:true"));
    assert!(!unknown(&report, "e > 7"), "no test names it");
    assert_eq!(covering(&report, "d > 6#0:false"), ["WeightTest.doubles"]);

    // The build says that one of them fails there, too.
    let case = "<testsuite><testcase name=\"doubles\" classname=\"shop.WeightTest\"><failure/></testcase></testsuite>";
    shop.write(
        "src/test/java/shop/WeightTest.java",
        &format!("{WEIGHT_TEST} "),
    );
    shop.write("target/surefire-reports/TEST-shop.WeightTest.xml", case);
    let report = shop.run("Weight");
    let failed = ["failed WeightTest.doubles", "failed here WeightTest.halves"];
    assert_eq!(outcomes(&report), failed);

    // What a sandbox kept from them is not what is remembered without one.
    let open = shop.opened();
    let report = open.run("Weight");
    let ended = ["failed WeightTest.doubles", "passed WeightTest.halves"];
    assert_eq!(outcomes(&report), ended);
    assert_eq!(covering(&report, "c > 5#0:true"), ["WeightTest.halves"]);
}

#[test]
fn a_test_that_hangs_exits_takes_all_memory_prints_or_reaches_outside_costs_itself_alone() {
    let Some(shop) = ShopProject::with_limit(
        Duration::from_secs(8),
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Rough.java", ROUGH),
            ("src/test/java/shop/RoughTest.java", ROUGH_TEST),
        ],
    ) else {
        return;
    };
    let report = shop.run("Rough");
    let ended = [
        "cannot run RoughTest.dNeedsTheNetwork",
        "cannot run RoughTest.eNeedsAFile",
        "died RoughTest.aHangs",
        "died RoughTest.bExits",
        "died RoughTest.bTakesAllMemory",
        "passed RoughTest.cPrints",
        "passed RoughTest.fPasses",
    ];
    assert_eq!(outcomes(&report), ended, "{:#?}", report.notices);
    assert_ne!(report.tests.inconclusive, Inconclusive::None);
    let states = |condition: &str| -> Vec<&GoalState> {
        let states = report.states.iter();
        let of = states.filter(|(key, _)| key.0.contains(condition));
        of.map(|(_, state)| state).collect()
    };
    assert_eq!(
        states("c > 5"),
        [&GoalState::NotKnown(None); 2],
        "what those tests might cover is unknown, not missing"
    );
    assert_eq!(
        states("b > 8"),
        [&GoalState::NotReached(None); 2],
        "no test names what would lead there"
    );
    assert!(!shop.root().join("outside.txt").exists());
    assert_eq!(
        covering(&report, "a < 0#0:true"),
        ["RoughTest.dNeedsTheNetwork"]
    );
    let notices = report.notices.join("\n");
    for part in [
        "System.exit(3)",
        "did not answer in time",
        "--open-user-tests",
    ] {
        assert!(notices.contains(part), "{part}: {notices}");
    }
}

#[test]
fn a_test_class_that_does_not_compile_is_named_and_the_others_run() {
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Rough.java", ROUGH),
            (
                "src/test/java/shop/RoughTest.java",
                "package shop; import org.junit.jupiter.api.*; class RoughTest { @Test void a() { Rough.sgn(1); } }",
            ),
            (
                "src/test/java/shop/OtherTest.java",
                "package shop; import org.junit.jupiter.api.*; class OtherTest { @Test void a() { Rough.sign(1); } }",
            ),
            (
                "src/test/java/shop/NgTest.java",
                "package shop; import org.testng.annotations.Test; class NgTest { @Test void a() { Rough.sign(1); } }",
            ),
        ],
    ) else {
        return;
    };
    let report = shop.run("Rough");
    assert_eq!(outcomes(&report), ["passed OtherTest.a"]);
    assert_eq!(report.tests.broken[0].class, "shop.RoughTest");
    assert_ne!(report.tests.inconclusive, Inconclusive::None);
    let notices = report.notices.join("\n");
    assert!(
        notices.contains("shop.RoughTest does not compile"),
        "{notices}"
    );
    assert!(
        notices.contains("shop.NgTest does not compile"),
        "{notices}"
    );
}

#[test]
fn a_project_without_tests_or_junit_has_nothing_to_say() {
    let Some(shop) = ShopProject::new("", &[("src/main/java/shop/Rough.java", ROUGH)]) else {
        return;
    };
    let report = shop.run("Rough");
    assert_eq!((report.tests.tests.len(), report.notices.len()), (0, 0));
    assert_eq!(report.tests.inconclusive, Inconclusive::None);
    let is_open = |(_, state): &(_, GoalState)| matches!(state, GoalState::NotReached(None));
    assert!(report.states.iter().all(is_open));
}

#[test]
fn a_search_starts_from_the_objects_that_the_tests_build() {
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            (
                "src/main/java/shop/Vault.java",
                "package shop; public class Vault {
                 private final Key key;
                 public Vault(Key key) { this.key = key; }
                 public boolean open(String name, int pin) {
                 return name.hashCode() == 113_097_563 && pin * 31 == 28_466_463 && key.weight() > 70; } }",
            ),
            (
                "src/main/java/shop/Key.java",
                "package shop; public class Key { private final int weight;
                 public Key(int weight) { this.weight = weight; } public int weight() { return weight; } }",
            ),
            (
                "src/test/java/shop/VaultTest.java",
                "package shop; import org.junit.jupiter.api.*; class VaultTest {
                 private final Key key = new Key(77);
                 @Test @Disabled void opens() { Vault vault = new Vault(key); String name = \"wheel\";
                 Assertions.assertTrue(vault.open(name, 918_273)); } }",
            ),
        ],
    ) else {
        return;
    };
    let covers_last = |user_tests: bool| {
        let request = Request {
            user_tests,
            ..shop.request("Vault", 120)
        };
        let report = shop
            .session
            .generate(&request, &Cancel::default(), &mut |_| {});
        let report = report.expect("a report");
        let last = report.goals.iter();
        let mut last = last.filter(|goal| goal.goal.key.0.contains("key.weight() > 70#0:true"));
        matches!(
            last.next().map(|goal| &goal.state),
            Some(GoalState::TestReady(_))
        )
    };
    assert!(covers_last(true), "the disabled test shows how");
    assert!(!covers_last(false), "without it the vault stays shut");
}

const DESK: &str = "package shop;
public class Desk { public String label(Till till) { return till.size(); } }
";

const DIRECT_TEST: &str = "package shop;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
class TillTest extends Base {
    @Test void adds() { assertTrue(new Till().add(3)); }
    @Test void labels() { assertEquals(\"small\", new Desk().label(new Till())); }
    @Test void isClosed() { assertThrows(NullPointerException.class, () -> new Till().isOpen(null)); }
    @Test void isSeven() { seven(new Till()); }
}
";

const BASE_TEST: &str = "package shop;
abstract class Base { void seven(Till till) { till.unused(7); } }
";

#[test]
fn calls_that_tests_make_themselves_count_and_so_does_what_they_return() {
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Till.java", TILL),
            ("src/main/java/shop/Desk.java", DESK),
            ("src/test/java/shop/TillTest.java", DIRECT_TEST),
            ("src/test/java/shop/Base.java", BASE_TEST),
        ],
    ) else {
        return;
    };
    let request = Request {
        criteria: GoalChoice::named("branch,direct,method,noexception,output").expect("criteria"),
        ..shop.request("Till", 0)
    };
    let report = shop
        .session
        .run_user_tests(&request, &Cancel::default())
        .expect("a report");
    let tests = |method: &str, goal: &str| -> Vec<String> {
        let is_it = |key: &str| key.contains(method) && key.contains(goal);
        let mut found = report.states.iter().filter(|(key, _)| is_it(&key.0));
        let keys: Vec<_> = report.states.iter().map(|(key, _)| &key.0).collect();
        match &found
            .next()
            .unwrap_or_else(|| panic!("{goal} of {keys:#?}"))
            .1
        {
            GoalState::CoveredByUser(tests) => tests.clone(),
            _ => Vec::new(),
        }
    };
    assert_eq!(
        tests("add(int)", ":direct:price < 0#0:false"),
        ["TillTest.adds"]
    );
    assert_eq!(tests("add(int)", ":output"), ["TillTest.adds"]);
    assert_eq!(
        tests("size()", ":branch:total > 100#0:false"),
        ["TillTest.labels"]
    );
    assert!(tests("size()", ":direct:total > 100#0:false").is_empty());
    assert!(tests("size()", ":called").is_empty());
    assert_eq!(tests("isOpen(", ":called"), ["TillTest.isClosed"]);
    assert!(tests("isOpen(", ":returned").is_empty());
    assert_eq!(
        tests("unused(int)", ":direct:a == 7#0:true"),
        ["TillTest.isSeven"]
    );
    assert_eq!(tests("unused(int)", ":returned"), ["TillTest.isSeven"]);
    assert!(report.notices.is_empty(), "{:?}", report.notices);
}

#[test]
fn pairs_of_branches_that_the_users_tests_cover_are_covered() {
    let cart = "package shop; public class Cart { int first(int a) { if (a > 100) { return Rates.of(a); } return 0; \
      } }";
    let rates = "package shop; class Rates { static int of(int a) { return a > 500 ? 2 : 1; } }";
    let test = "package shop; class CartTest {
        @org.junit.jupiter.api.Test void first() { new Cart().first(120); }
        @org.junit.jupiter.api.Test void apart() { new Cart().first(130); Rates.of(900); } }";
    let Some(shop) = ShopProject::new(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Cart.java", cart),
            ("src/main/java/shop/Rates.java", rates),
            ("src/test/java/shop/CartTest.java", test),
        ],
    ) else {
        return;
    };
    let run = |reading| {
        let request = Request {
            coupled: Some(PairSelector {
                reading,
                ..PairSelector::default()
            }),
            ..shop.request("Cart", 0)
        };
        let report = shop.session.run_user_tests(&request, &Cancel::default());
        let report = report.expect("a report");
        ["#0:false", "#0:true"].map(|outcome| covering(&report, &format!("a > 500{outcome}")))
    };
    let (first, apart) = ("CartTest.first".to_owned(), "CartTest.apart".to_owned());
    assert_eq!(
        run(PairDefinition::Strict),
        [vec![apart.clone(), first.clone()], vec![]]
    );
    assert_eq!(
        run(PairDefinition::Paper),
        [vec![apart.clone(), first], vec![apart]]
    );
}

/// An annotation processor that ends its JVM where it sees a test.
const ENDS: &str = "package q;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.*;
@SupportedAnnotationTypes(\"*\")
public class Ends extends AbstractProcessor {
    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }
    @Override public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (Element one : round.getRootElements()) {
            if (one.getSimpleName().toString().endsWith(\"Test\")) Runtime.getRuntime().halt(7);
        }
        return false;
    }
}
";

#[test]
fn where_compiling_the_tests_comes_to_no_end_what_they_cover_is_not_known_and_the_run_goes_on() {
    let library = "<dependency><groupId>q</groupId><artifactId>ends</artifactId><version>1</version>\
                   <scope>system</scope><systemPath>${basedir}/lib/ends.jar</systemPath></dependency>\
                   </dependencies>";
    let dependencies = DEPENDENCIES.replace("</dependencies>", library);
    let files = [
        ("src/main/java/shop/Weight.java", WEIGHT),
        ("src/test/java/shop/WeightTest.java", WEIGHT_TEST),
        ("lib/q/Ends.java", ENDS),
        (
            "lib/META-INF/services/javax.annotation.processing.Processor",
            "q.Ends\n",
        ),
    ];
    let Some(shop) = ShopProject::new(&dependencies, &files) else {
        return;
    };
    let run = |tool: &str, arguments: &[&str]| {
        let mut command = Command::new(jdk().home.join("bin").join(tool));
        let status = command
            .args(arguments)
            .current_dir(shop.root().join("lib"))
            .status();
        assert!(status.expect("it runs").success(), "{tool} {arguments:?}");
    };
    run("javac", &["-proc:none", "q/Ends.java"]);
    run("jar", &["-cf", "ends.jar", "q", "META-INF"]);
    let report = shop.run("Weight");
    assert_eq!(outcomes(&report), [""; 0]);
    let notices = report.notices.join("\n");
    assert!(
        notices.contains("what your tests cover is not known: javac came to no end"),
        "{notices}"
    );
    let named = report.states.iter().filter(|(key, _)| {
        let is_named = |method: &&str| key.0.contains(*method);
        ["#half(", "#twice("].iter().any(is_named)
    });
    let states: Vec<&GoalState> = named.map(|(_, state)| state).collect();
    let is_not_known = |state: &&GoalState| matches!(state, GoalState::NotKnown(_));
    assert!(
        !states.is_empty() && states.iter().all(is_not_known),
        "{:#?}",
        report.states
    );
}

#[test]
fn a_class_of_many_slow_tests_is_given_up_and_what_it_covers_not_known() {
    const SLOW: &str =
        "package shop; class Slow { int twice(int c) { return c > 5 ? c * 2 : c; } }";
    const SLOW_TEST: &str = "package shop;
import org.junit.jupiter.api.*;
class SlowTest {
    @RepeatedTest(1000) void sleeps() throws Exception { new Slow().twice(1); Thread.sleep(200); }
}";
    let Some(shop) = ShopProject::with_limit(
        Duration::from_millis(800),
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Slow.java", SLOW),
            ("src/test/java/shop/SlowTest.java", SLOW_TEST),
        ],
    ) else {
        return;
    };
    let report = shop.run("Slow");
    assert_eq!(outcomes(&report), [""; 0]);
    let notices = report.notices.join("\n");
    assert!(notices.contains("were not done after 9 s"), "{notices}");
    let is_open = |(_, state): &(_, GoalState)| matches!(state, GoalState::NotKnown(_));
    assert!(report.states.iter().all(is_open), "{:?}", report.states);
}
