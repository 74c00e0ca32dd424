//! Compiling, describing and checking, on every JDK that is found.

use std::{fs, path::PathBuf};

use crate::support::{jdks, options};
use goalline_jvm::{CompileSetup, SetId, SourceUnit, Worker};
use goalline_testcase::{ClassDescription, ClassKind, ConstantDescription, JavaType};

fn unit(path: &str, text: &str) -> SourceUnit {
    SourceUnit {
        path: PathBuf::from(path),
        text: text.to_owned(),
    }
}

fn workers() -> Vec<Worker> {
    jdks()
        .into_iter()
        .map(|(feature, home)| Worker::start(&options(feature, &home)).expect("a worker"))
        .collect()
}

#[test]
fn an_error_is_told_with_its_place_in_utf16_and_the_last_good_classes_stay() {
    for mut worker in workers() {
        let good = worker
            .compile(&[unit("/s/A.java", "class A { int a; }")], SetId::Plain)
            .unwrap();
        assert!(good.ok);
        assert_eq!(good.classes, ["A"]);
        let text = "class A { String s = \"😀\"; int b = nothing; }";
        let bad = worker
            .compile(&[unit("/s/A.java", text)], SetId::Plain)
            .unwrap();
        assert!(!bad.ok);
        let error = &bad.diagnostics[0];
        assert!(
            error.is_error && error.file.ends_with("A.java"),
            "{error:?}"
        );
        let before = text[..text.find("nothing").unwrap()].encode_utf16().count();
        let before = i64::try_from(before).unwrap();
        assert_eq!((error.start, error.end), (before, before + 7));
        assert_eq!(
            (error.line, error.code.as_str()),
            (1, "compiler.err.cant.resolve.location")
        );
        let described = worker.describe(&["A".into()], &[], 0).unwrap();
        assert_eq!(described[0].fields[0].name, "a");
    }
}

#[test]
fn sources_are_found_in_the_roots_kept_and_compiled_again_when_they_change() {
    for mut worker in workers() {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("p");
        fs::create_dir(&package).unwrap();
        let write = |name: &str, text: &str| fs::write(package.join(name), text).unwrap();
        write(
            "B.java",
            "package p; public class B { public int one() { return C.ONE; } }",
        );
        write("C.java", "package p; class C { static final int ONE = 1; }");
        write("Broken.java", "package p; class Broken { syntax error }");
        fs::write(root.path().join("module-info.java"), "module m { }").unwrap();
        let setup = CompileSetup {
            source_roots: vec![root.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let path = package.join("A.java");
        let a = |call: &str| {
            unit(
                path.to_str().unwrap(),
                &format!("package p; class A {{ int a() {{ return new B().{call}(); }} }}"),
            )
        };
        let outcome = worker.compile(&[a("one")], SetId::Plain).unwrap();
        assert!(outcome.ok, "{:?}", outcome.diagnostics);
        write(
            "B.java",
            "package p; public class B { public int another() { return C.ONE; } }",
        );
        assert!(!worker.compile(&[a("one")], SetId::Plain).unwrap().ok);
        let outcome = worker.compile(&[a("another")], SetId::Plain).unwrap();
        assert!(outcome.ok, "{:?}", outcome.diagnostics);
    }
}

#[test]
fn classes_that_use_a_changed_member_are_compiled_again() {
    for mut worker in workers() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(root.path().join(name), text).unwrap();
        write(
            "User.java",
            "class User { static Object use() { return new A().get(); } }",
        );
        let setup = CompileSetup {
            source_roots: vec![root.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let path = root.path().join("A.java");
        let a = |ty: &str| {
            let text = format!(
                "class A {{ {ty} get() {{ return null; }} Object o() {{ return User.use(); }} }}"
            );
            unit(path.to_str().unwrap(), &text)
        };
        for ty in ["String", "Integer"] {
            let outcome = worker.compile(&[a(ty)], SetId::Plain).unwrap();
            assert!(outcome.ok, "{:?}", outcome.diagnostics);
            let test = unit(
                "/t/ATest.java",
                "import org.junit.jupiter.api.Test; import static org.junit.jupiter.api.Assertions.*;\n\
                 class ATest { @Test void linked() { assertNull(new A().o()); } }",
            );
            let checked = worker.check(&test, "ATest", 1, &[]).unwrap();
            assert!(checked.tests[0].passed, "{:?}", checked.tests);
        }
    }
}

#[test]
fn an_older_jar_of_the_project_shares_its_packages() {
    for mut worker in workers() {
        let old = tempfile::tempdir().unwrap();
        let classes = tempfile::tempdir().unwrap();
        fs::write(
            old.path().join("Old.java"),
            "package p; class Old { static int seen() { return New.n; } }",
        )
        .unwrap();
        fs::write(
            old.path().join("New.java"),
            "package p; class New { static int n = 1; }",
        )
        .unwrap();
        let javac = worker.jdk_home().join("bin/javac");
        let sources = ["Old.java", "New.java"].map(|name| old.path().join(name));
        let compiled = std::process::Command::new(javac)
            .arg("-d")
            .arg(classes.path())
            .args(sources)
            .status();
        assert!(compiled.unwrap().success());
        let setup = CompileSetup {
            class_path: vec![classes.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let new = unit(
            "/s/p/New.java",
            "package p; class New { static int n = 2; }",
        );
        assert!(worker.compile(&[new], SetId::Plain).unwrap().ok);
        let test = unit(
            "/t/p/NewTest.java",
            "package p; import org.junit.Test; import static org.junit.Assert.*;\n\
             public class NewTest { @Test public void newer() { assertEquals(2, Old.seen()); } }",
        );
        let checked = worker.check(&test, "p.NewTest", 1, &[]).unwrap();
        assert!(checked.tests[0].passed, "{:?}", checked.tests);
    }
}

#[test]
fn compiler_options_of_the_build_are_taken_and_what_names_files_is_dropped() {
    for mut worker in workers() {
        let options = [
            "--release",
            "11",
            "-d",
            "/nowhere",
            "-Werror",
            "-Xlint:all",
            "-parameters",
        ];
        let setup = CompileSetup {
            options: options.map(String::from).to_vec(),
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let old = worker
            .compile(&[unit("/s/A.java", "class A { int a; }")], SetId::Plain)
            .unwrap();
        assert!(old.ok, "{:?}", old.diagnostics);
        let new = worker
            .compile(&[unit("/s/R.java", "record R(int a) { }")], SetId::Plain)
            .unwrap();
        assert!(!new.ok);
    }
}

const SHAPES: &str = r#"package p;
import java.util.*;
public abstract class Shapes<T extends Comparable<T>> implements Iterable<T> {
    public static final int LIMIT = 42;
    static final String NAME = "shapes";
    static { if (true) { throw new IllegalStateException("must not run"); } }
    protected Shapes(List<? extends T> all, int... sizes) throws java.io.IOException { }
    public abstract <K> Map<K, T[]> index(Map<? super K, ?> keys);
    enum Kind { ROUND, FLAT { } }
    interface Corner { default int count() { return 4; } }
    class Inner { Inner(int a) { } }
    static class Square extends Shapes<String> implements Corner {
        Square() throws java.io.IOException { super(List.of()); }
        public <K> Map<K, String[]> index(Map<? super K, ?> keys) { return null; }
        public Iterator<String> iterator() { return null; }
    }
}
"#;

#[test]
fn classes_are_described_with_generics_and_without_running_them() {
    for mut worker in workers() {
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes".into(), "no.such.Class".into()];
        let all = worker
            .describe(&roots, &["java.util.ArrayList".into()], 2)
            .unwrap();
        let class = |name: &str| -> &ClassDescription {
            all.iter()
                .find(|class| class.name == name)
                .unwrap_or_else(|| panic!("no {name}"))
        };
        let shapes = class("p.Shapes");
        assert!(shapes.modifiers.is_abstract());
        assert_eq!(shapes.type_parameters[0].bounds.len(), 1);
        assert_eq!(shapes.subclasses, ["p.Shapes$Square"]);
        let constructor = &shapes.constructors[0];
        assert!(constructor.is_varargs);
        assert_eq!(constructor.parameter_names, ["all", "sizes"]);
        let JavaType::Class { name, arguments } = &constructor.parameters[0] else {
            panic!()
        };
        assert_eq!(name, "java.util.List");
        assert!(matches!(
            &arguments[0],
            JavaType::Wildcard {
                upper: Some(_),
                lower: None
            }
        ));
        let constants: Vec<_> = shapes
            .fields
            .iter()
            .map(|field| field.constant.clone())
            .collect();
        assert_eq!(constants[0], Some(ConstantDescription::Integral(42)));
        assert_eq!(
            constants[1],
            Some(ConstantDescription::Text("shapes".into()))
        );
        assert!(!class("java.util.ArrayList").constructors.is_empty());
        assert!(class("java.lang.Iterable").methods.is_empty(), "only named");
        let square = class("p.Shapes$Square");
        assert_eq!(square.canonical.as_deref(), Some("p.Shapes.Square"));
        assert_eq!(
            square.methods.len(),
            2,
            "bridges are left out: {:?}",
            square.methods
        );
        assert!(all.iter().all(|class| class.name != "p.Shapes$Kind$1"));
    }
}

#[test]
fn enums_and_inner_classes_are_described() {
    for mut worker in workers() {
        let compiled = worker
            .compile(&[unit("/s/p/Shapes.java", SHAPES)], SetId::Plain)
            .unwrap();
        assert!(compiled.ok, "{:?}", compiled.diagnostics);
        let roots: Vec<String> = vec!["p.Shapes$Kind".into(), "p.Shapes$Inner".into()];
        let more = worker.describe(&roots, &[], 0).unwrap();
        assert_eq!(
            (more[0].kind, more[0].enum_constants.len()),
            (ClassKind::Enum, 2)
        );
        assert_eq!(
            more[1].constructors[0].parameters.len(),
            2,
            "the outer instance is first"
        );
    }
}

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

#[test]
fn tests_are_checked_alone_and_together_with_stand_ins_where_there_is_no_junit() {
    for mut worker in workers() {
        assert!(
            worker
                .compile(&[unit("/s/p/Counter.java", COUNTER)], SetId::Plain)
                .unwrap()
                .ok
        );
        let jupiter = unit("/t/p/CounterTest.java", JUPITER);
        let outcome = worker.check(&jupiter, "p.CounterTest", 2, &[]).unwrap();
        assert!(outcome.stand_in_junit);
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
        let javac = std::process::Command::new(home.join("bin/javac"))
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
