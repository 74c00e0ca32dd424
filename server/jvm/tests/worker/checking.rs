//! Generated tests compiled against plain classes and run, and sources that annotation processors make.

use std::fs;

use goalline_jvm::{CompileSetup, SetId, Worker, WorkerOptions};

use crate::compiling::{unit, workers};
use crate::support::{jdks, options};

const JUPITER: &str = r#"package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class CounterTest {
    private final Counter counter = new Counter();
    @Test void startsAtOne() { assertEquals(1, counter.next()); assertEquals(1, Counter.made); }
    @Test void isWrong() {
        assertEquals(2, counter.next());
    }
    @Test void throwsOnNull() {
        NullPointerException thrown = assertThrows(NullPointerException.class, () -> counter.add(null));
        assertNotNull(thrown);
        assertEquals(0.5, 0.25 + 0.25, 1e-9);
        assertArrayEquals(new int[] { 1 }, new int[] { 1 });
    }
    @Test void neverEnds() { while (true) { counter.next(); } }
}
"#;

const JUNIT4: &str = r#"package p;
import static org.junit.Assert.*;
import org.junit.Test;
public class CounterTest {
    @Test(expected = NullPointerException.class) public void throwsOnNull() { new Counter().add(null); }
    @Test(expected = IllegalStateException.class) public void throwsSomethingElse() { new Counter().add(null); }
    @Test public void startsAtOne() { assertEquals(1, new Counter().next()); }
}
"#;

const COUNTER: &str = "package p; class Counter { static int made; private int n; Counter() { made++; } \
    int next() { return ++n; } int add(Integer more) { return n += more; } }";

/// A process that makes room for another one, the first time that this runs.
const RETIRING: &str = r#"package p;
import java.nio.file.*;
import org.junit.jupiter.api.Test;
class RetiringTest {
    @Test void endsOnce() throws Exception {
        if (Files.notExists(Path.of("MARK"))) {
            Files.createFile(Path.of("MARK"));
            Runtime.getRuntime().halt(64);
        }
    }
}
"#;

#[test]
fn what_a_worker_was_asked_that_had_just_made_room_for_another_is_asked_again() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let options = WorkerOptions {
        sandbox: goalline_jvm::Sandbox::Off,
        ..options(feature, &home)
    };
    let mut worker = Worker::start(&options).unwrap();
    let mark = folder.path().join("mark");
    let text = RETIRING.replace("MARK", mark.to_str().unwrap());
    let retiring = unit("/t/p/RetiringTest.java", &text);
    let first = worker.process_id();
    let outcome = worker.check(&retiring, "p.RetiringTest", 1, &[]).unwrap();
    assert!(mark.exists(), "it did not end");
    assert_ne!(worker.process_id(), first);
    assert!(outcome.tests.iter().all(|test| test.passed), "{outcome:?}");
}

#[test]
fn an_initialiser_that_fails_is_told_with_what_was_behind_it() {
    const TEXT: &str = "package p; import org.junit.jupiter.api.Test; class CrateTest {
    static class Crate { static int size = Integer.parseInt(\"many\"); }
    @Test void sizes() { Crate.size++; }
}";
    for mut worker in workers() {
        let crates = unit("/t/p/CrateTest.java", TEXT);
        let outcome = worker.check(&crates, "p.CrateTest", 1, &[]).unwrap();
        let failure = outcome.tests[0].failure.as_deref().unwrap();
        let cause = "java.lang.NumberFormatException: For input string: \"many\" at line 3";
        let told = format!("java.lang.ExceptionInInitializerError, caused by {cause}");
        assert_eq!(failure, told);
    }
}

#[test]
fn tests_are_checked_alone_and_together_with_doubles_where_there_is_no_junit() {
    for mut worker in workers() {
        assert!(
            worker
                .compile(&[unit("/s/p/Counter.java", COUNTER)], SetId::Plain)
                .unwrap()
                .ok
        );
        let jupiter = unit("/t/p/CounterTest.java", JUPITER);
        let outcome = worker.check(&jupiter, "p.CounterTest", 2, &[]).unwrap();
        assert!(outcome.has_junit_doubles);
        assert_eq!(
            outcome
                .diagnostics
                .iter()
                .filter(|one| one.is_error)
                .count(),
            0
        );
        let passed: Vec<_> = outcome
            .tests
            .iter()
            .map(|test| (test.method.as_str(), test.passed))
            .collect();
        assert_eq!(
            passed,
            [
                ("isWrong", false),
                ("neverEnds", false),
                ("startsAtOne", false),
                ("throwsOnNull", false)
            ]
        );
        let failure = outcome.tests[0].failure.as_deref().unwrap();
        assert_eq!(
            failure,
            "java.lang.AssertionError: expected <2> but was <1> at line 8"
        );
        let endless = JUPITER.find("    @Test void neverEnds").unwrap();
        let calm = unit(
            "/t/p/CounterTest.java",
            &format!("{}}}\n", &JUPITER[..endless]),
        );
        let outcome = worker.check(&calm, "p.CounterTest", 2, &[]).unwrap();
        let passed: Vec<_> = outcome.tests.iter().map(|test| test.passed).collect();
        assert_eq!(passed, [false, false, true], "{:?}", outcome.tests);
        let failure = outcome.tests[1].failure.as_deref().unwrap();
        assert!(
            failure.starts_with("together with other tests: "),
            "another test made a counter before: {failure}"
        );
        let old = unit("/t/p/CounterTest.java", JUNIT4);
        let outcome = worker.check(&old, "p.CounterTest", 2, &[]).unwrap();
        let passed: Vec<_> = outcome.tests.iter().map(|test| test.passed).collect();
        assert_eq!(passed, [true, true, false], "{:?}", outcome.tests);
    }
}

const PRINTED: &str = r#"package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class PrintedTest {
    @Test void isPrintedAlike() { assertEquals("1", String.format("%d", 1)); }
    @Test void isPrintedAsHere() { assertEquals("1.5", String.format("%.1f", 1.5)); }
}
"#;

#[test]
fn what_only_holds_in_the_language_of_this_machine_fails() {
    for mut worker in workers() {
        let printed = unit("/t/p/PrintedTest.java", PRINTED);
        let outcome = worker.check(&printed, "p.PrintedTest", 2, &[]).unwrap();
        let passed: Vec<_> = outcome.tests.iter().map(|test| test.passed).collect();
        assert_eq!(passed, [true, false], "{:?}", outcome.tests);
        let failure = outcome.tests[1].failure.as_deref().unwrap();
        assert!(
            failure.starts_with("on a machine with another language and time zone: "),
            "{failure}"
        );
    }
}

/// It holds in one half of the day, which the first run finds out.
const MORNING: &str = r#"package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class MorningTest {
    @Test void isGreetedAlike() {
        String half = String.valueOf(java.time.LocalTime.now().getHour() / 12);
        String first = System.getProperty("p.half", half);
        System.setProperty("p.half", first);
        assertEquals(first, half);
    }
}
"#;

#[test]
fn what_only_holds_in_the_morning_fails_whatever_the_hour() {
    for mut worker in workers() {
        let morning = unit("/t/p/MorningTest.java", MORNING);
        let outcome = worker.check(&morning, "p.MorningTest", 2, &[]).unwrap();
        let failures: Vec<_> = outcome.tests.iter().map(|it| it.failure.clone()).collect();
        let [Some(failure)] = &failures[..] else {
            panic!("{failures:?}")
        };
        let where_it_fails = "on a machine with another language and time zone: ";
        assert!(failure.starts_with(where_it_fails), "{failure}");
    }
}

const TABLES: &str = r#"package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;
class TablesTest {
    private boolean isUsed;

    @ParameterizedTest
    @CsvSource({
        "a, 1, 1.5, true, x", // one
        "'', -2, 1e-6, false, ' '",
        "'it''s, so', 2147483647, 0.0, true, ''''"
    })
    void readsRows(String text, int number, double ratio, boolean flag, char letter) {
        assertFalse(isUsed);
        isUsed = true;
        String row = text + "|" + number + "|" + ratio + "|" + flag + "|" + letter;
        assertTrue(row.equals("a|1|1.5|true|x") || row.equals("|-2|1.0E-6|false| ")
                || row.equals("it's, so|2147483647|0.0|true|'"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void failsAtTheLastRow(int number) {
        assertTrue(number < 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b\n"})
    void readsTexts(String text) {
        assertFalse(text.isEmpty());
    }
}
"#;

#[test]
fn a_parameterised_test_passes_when_each_of_its_rows_does() {
    for mut worker in workers() {
        let tables = unit("/t/p/TablesTest.java", TABLES);
        let outcome = worker.check(&tables, "p.TablesTest", 2, &[]).unwrap();
        let passed: Vec<_> = outcome
            .tests
            .iter()
            .map(|test| (test.method.as_str(), test.passed))
            .collect();
        let expected = [
            ("failsAtTheLastRow", false),
            ("readsRows", true),
            ("readsTexts", true),
        ];
        assert_eq!(passed, expected, "{outcome:?}");
    }
}

const PROCESSOR: &str = r#"package made;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.*;
@SupportedAnnotationTypes("java.lang.Deprecated")
public class Maker extends AbstractProcessor {
    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }
    @Override public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (Element one : round.getElementsAnnotatedWith(Deprecated.class)) {
            String name = one.getSimpleName() + "Made";
            try (Writer out = processingEnv.getFiler().createSourceFile("p." + name, one).openWriter()) {
                out.write("package p; class " + name + " { static int n() { return 1; } }");
            } catch (java.io.IOException broken) {
                throw new IllegalStateException(broken);
            }
        }
        return false;
    }
}
"#;

#[test]
fn annotation_processors_see_the_sources_that_a_unit_only_uses() {
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let (root, processor) = (folder.path().join("src"), folder.path().join("processor"));
        fs::create_dir_all(root.join("p")).unwrap();
        fs::create_dir_all(processor.join("META-INF/services")).unwrap();
        fs::write(folder.path().join("Maker.java"), PROCESSOR).unwrap();
        let service = "META-INF/services/javax.annotation.processing.Processor";
        fs::write(processor.join(service), "made.Maker").unwrap();
        let javac = crate::support::javac(&home)
            .args(["-proc:none", "-d"])
            .arg(&processor)
            .arg(folder.path().join("Maker.java"))
            .status()
            .expect("javac runs");
        assert!(javac.success());
        let stock = "package p; @Deprecated class Stock { int made() { return StockMade.n(); } }";
        fs::write(root.join("p/Stock.java"), stock).unwrap();
        let options = goalline_jvm::WorkerOptions {
            readable: vec![folder.path().into()],
            ..options(feature, &home)
        };
        let mut worker = Worker::start(&options).expect("a worker");
        let setup = CompileSetup {
            source_roots: vec![root.clone()],
            processor_path: vec![processor],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let path = root.join("p/A.java");
        let text = "package p; class A { int a() { return new Stock().made(); } }";
        let path = path.to_str().expect("a plain path");
        let outcome = worker.compile(&[unit(path, text)], SetId::Plain).unwrap();
        assert!(outcome.ok, "JDK {feature}: {:?}", outcome.diagnostics);
        assert_eq!(outcome.classes, ["p.A"]);
        // The stock is compiled already, and goes on fitting.
        let again = worker.compile(&[unit(path, text)], SetId::Probed).unwrap();
        assert!(again.ok, "JDK {feature}: {:?}", again.diagnostics);
    }
}

#[test]
fn a_test_meets_the_class_that_was_compiled_and_no_other_text_of_it() {
    // A jar for several releases has a second text of a class, which a later release alone compiles.
    let test = "package p; import org.junit.jupiter.api.Test; class ShopTest {
    @Test void sells() { if (new Stock().count() != 7) throw new AssertionError(); }
}";
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let (root, later) = (folder.path().join("java"), folder.path().join("java99"));
        for folder in [&root, &later] {
            fs::create_dir_all(folder.join("p")).unwrap();
        }
        let stock = "package p; class Stock { int count() { return 7; } }";
        fs::write(root.join("p/Stock.java"), stock).unwrap();
        let options = goalline_jvm::WorkerOptions {
            readable: vec![folder.path().into()],
            ..options(feature, &home)
        };
        let mut worker = Worker::start(&options).expect("a worker");
        let setup = CompileSetup {
            source_roots: vec![root.clone(), later.clone()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let path = root.join("p/Shop.java");
        let shop = unit(
            path.to_str().expect("a plain path"),
            "package p; class Shop { int sold() { return new Stock().count(); } }",
        );
        let outcome = worker.compile(&[shop], SetId::Plain).unwrap();
        assert!(outcome.ok, "JDK {feature}: {:?}", outcome.diagnostics);
        let other = "package p; class Stock { Later when; int count() { return 9; } }";
        fs::write(later.join("p/Stock.java"), other).unwrap();
        let newer = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        let file = fs::File::options()
            .write(true)
            .open(later.join("p/Stock.java"));
        file.unwrap().set_modified(newer).unwrap();
        let checked = unit("/t/p/ShopTest.java", test);
        let outcome = worker.check(&checked, "p.ShopTest", 1, &[]).unwrap();
        assert!(outcome.tests.iter().all(|it| it.passed), "{outcome:?}");
        assert_eq!(outcome.tests.len(), 1, "{outcome:?}");
    }
}

#[test]
fn a_static_initialiser_has_more_time_than_a_test() {
    let slow = "package p; class Slow { static { try { Thread.sleep(6500); } \
                catch (InterruptedException e) { } } static int one() { return 1; } }";
    let test = "package p; import org.junit.jupiter.api.Test; class SlowTest { \
                @Test void one() { Slow.one(); } }";
    // Each class loader waits for it once more: one JDK will do.
    for mut worker in workers().into_iter().take(1) {
        let compiled = worker.compile(&[unit("/s/p/Slow.java", slow)], SetId::Plain);
        assert!(compiled.expect("a worker").ok);
        let test = unit("/t/p/SlowTest.java", test);
        let outcome = worker.check(&test, "p.SlowTest", 1, &[]).expect("a worker");
        assert!(outcome.tests.iter().all(|it| it.passed), "{outcome:?}");
    }
}

/// A library that counts how often it was started.
const STARTING: &str = "package lib; public class Starting { public static final int TIMES = \
    Integer.getInteger(\"starts\", 0) + 1; static { System.setProperty(\"starts\", \"\" + TIMES); } }";

#[test]
fn libraries_start_once_for_many_checks_and_anew_after_a_failure() {
    // What is told of loading is told by any JDK.
    for mut worker in workers().into_iter().take(1) {
        let folder = tempfile::tempdir().expect("a folder");
        let java = folder.path().join("Starting.java");
        fs::write(&java, STARTING).expect("a file");
        let javac = crate::support::javac(worker.jdk_home())
            .arg("-d")
            .args([folder.path(), &java])
            .status();
        assert!(javac.expect("javac runs").success());
        let mut has_passed = |times: i32| {
            let text = format!(
                "package p; import org.junit.jupiter.api.*; class StartTest {{ \
                 @Test void starts() {{ Assertions.assertEquals({times}, lib.Starting.TIMES); }} }}"
            );
            let source = unit("/t/p/StartTest.java", &text);
            let path = [folder.path().to_path_buf()];
            let outcome = worker
                .check(&source, "p.StartTest", 2, &path)
                .expect("a worker");
            assert_eq!(outcome.tests.len(), 1, "{outcome:?}");
            outcome.tests[0].passed
        };
        assert!(has_passed(1) && has_passed(1));
        assert!(!has_passed(2));
        assert!(has_passed(2));
    }
}
