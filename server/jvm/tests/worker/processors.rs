//! Annotation processors: what they may ask and write, what becomes of one that fails, what is compiled without them.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use goalline_jvm::{CompileOutcome, CompileSetup, SetId, Worker, WorkerError, WorkerOptions};
use goalline_testcase::{Literal, Outcome};
use tempfile::TempDir;

use crate::{
    compiling::unit,
    support::{CompiledSubject, TestScript, jdks, options, test_double},
};

/// What is around the method `made` of a processor that makes a class of this name for each compilation.
fn processor(name: &str, members: &str) -> String {
    format!(
        "package q; import java.io.*; import java.util.*; import javax.annotation.processing.*; import \
          javax.lang.model.SourceVersion;
         import javax.lang.model.element.*; import javax.tools.*;
         @SupportedAnnotationTypes(\"*\") public class {name} extends AbstractProcessor {{
         @Override public SourceVersion getSupportedSourceVersion() {{ return SourceVersion.latest(); }}
         void make(String name) {{
           try (Writer writer = processingEnv.getFiler().createSourceFile(\"p.\" + name).openWriter()) {{
             writer.write(\"package p; class \" + name + \" {{ }}\");
           }} catch (IOException problem) {{ throw new UncheckedIOException(problem); }} }}
         void expect(boolean holds, String what) {{
           if (!holds) processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, what); }}
         {members} }}"
    )
}

/// Compiles processors to a folder with a service file, as a processor path has it.
fn processor_path(jdk: &Path, processors: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    let mut names = String::new();
    for (name, text) in processors {
        let source = folder.path().join(format!("{name}.java"));
        fs::write(&source, text).unwrap();
        sources.push(source);
        names.extend(["q.", name, "\n"]);
    }
    if processors.is_empty() {
        return folder;
    }
    let compiled = crate::support::javac(jdk)
        .args(["-proc:none", "-nowarn", "-d"])
        .arg(folder.path())
        .args(sources)
        .status();
    assert!(compiled.unwrap().success());
    let services = folder.path().join("META-INF/services");
    fs::create_dir_all(&services).unwrap();
    let file = services.join("javax.annotation.processing.Processor");
    fs::write(file, names).unwrap();
    folder
}

/// Compiles a class `p.A` of this body with the processors, in a project with one resource.
fn compile(worker: &mut Worker, processors: &[(&str, String)], body: &str) -> CompileOutcome {
    try_compile(worker, processors, body).unwrap()
}

fn try_compile(
    worker: &mut Worker,
    processors: &[(&str, String)],
    body: &str,
) -> Result<CompileOutcome, WorkerError> {
    let jdk = worker.jdk_home().to_path_buf();
    let path = processor_path(&jdk, processors);
    let project = tempfile::tempdir().unwrap();
    let root = project.path().join("java");
    let resources = project.path().join("resources/META-INF");
    fs::create_dir_all(root.join("p")).unwrap();
    fs::create_dir_all(&resources).unwrap();
    fs::write(resources.join("more.json"), "{}").unwrap();
    let setup = CompileSetup {
        source_roots: vec![root.clone()],
        processor_path: vec![path.path().into()],
        ..CompileSetup::default()
    };
    worker.configure(&setup).unwrap();
    let a = root.join("p/A.java");
    let text = format!("package p; class A {{ {body} }}");
    worker.compile(&[unit(a.to_str().unwrap(), &text)], SetId::Plain)
}

fn messages(outcome: &CompileOutcome) -> Vec<&str> {
    let all = outcome.diagnostics.iter();
    all.map(|one| one.message.as_str()).collect()
}

/// Workers that may read all that tests write to temporary folders.
fn open_workers() -> Vec<Worker> {
    jdks()
        .into_iter()
        .map(|(feature, home)| {
            let options = WorkerOptions {
                sandbox: goalline_jvm::Sandbox::Off,
                ..options(feature, &home)
            };
            Worker::start(&options).expect("a worker")
        })
        .collect()
}

#[test]
fn a_processor_is_told_which_files_are_not_there_and_which_it_has_made_already() {
    let asks = processor(
        "Asks",
        "boolean isDone;
         public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
           if (isDone) return false;
           isDone = true;
           Filer filer = processingEnv.getFiler();
           for (StandardLocation from : new StandardLocation[] {StandardLocation.CLASS_OUTPUT, \
             StandardLocation.SOURCE_OUTPUT}) {
             try { filer.getResource(from, \"\", \"META-INF/none.json\").openInputStream(); expect(false, \"a file \
               that is not there\"); }
             catch (FileNotFoundException | java.nio.file.NoSuchFileException right) { }
             catch (IOException wrong) { expect(false, wrong.toString()); }
             try { filer.getResource(from, \"q.r\", \"none.txt\").getCharContent(true); expect(false, \"a text that \
               is not there\"); }
             catch (FileNotFoundException | java.nio.file.NoSuchFileException right) { }
             catch (IOException wrong) { expect(false, wrong.toString()); }
           }
           try {
             CharSequence copied = \
               filer.getResource(StandardLocation.CLASS_OUTPUT, \"\", \"META-INF/more.json\").getCharContent(true);
             expect(copied.toString().equals(\"{}\"), \"what the build copies is \" + copied);
             FileObject made = filer.createResource(StandardLocation.CLASS_OUTPUT, \"\", \"META-INF/made.txt\");
             try (Writer writer = made.openWriter()) { writer.write(\"made\"); }
             filer.createResource(StandardLocation.SOURCE_OUTPUT, \"\", \"META-INF/made.txt\").openWriter().close();
           } catch (IOException wrong) { expect(false, wrong.toString()); }
           try { filer.createResource(StandardLocation.CLASS_OUTPUT, \"\", \"META-INF/made.txt\"); \
             expect(false, \"made twice\"); }
           catch (FilerException right) { }
           catch (IOException wrong) { expect(false, wrong.toString()); }
           make(\"Made\");
           try { filer.createSourceFile(\"p.Made\"); expect(false, \"a class made twice\"); }
           catch (FilerException right) { }
           catch (IOException wrong) { expect(false, wrong.toString()); }
           return false; }",
    );
    for mut worker in open_workers() {
        let outcome = compile(&mut worker, &[("Asks", asks.clone())], "Made made;");
        assert!(outcome.ok, "{:#?}", messages(&outcome));
    }
}

/// As old versions of Lombok ask where each class goes, which is nowhere.
#[test]
fn what_is_written_to_memory_has_a_path_as_files_have() {
    let asks = processor(
        "Asks",
        &process(
            "try {
               JavaFileObject made = processingEnv.getFiler().createClassFile(\"p.Made\");
               java.nio.file.Path path = java.nio.file.Paths.get(made.toUri());
               expect(path.endsWith(\"p/Made.class\"), path.toString());
               expect(!java.nio.file.Files.exists(path), path + \" is there\");
             } catch (IOException | RuntimeException wrong) { expect(false, wrong.toString()); }",
        ),
    );
    for mut worker in open_workers() {
        let outcome = compile(&mut worker, &[("Asks", asks.clone())], "");
        assert!(outcome.ok, "{:#?}", messages(&outcome));
    }
}

/// The method that does the work, which does it once.
fn process(body: &str) -> String {
    format!(
        "boolean isDone; public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {{
         if (isDone) return false; isDone = true; {body} return false; }}"
    )
}

/// Processors that throw, each at another place, by their names.
fn failing() -> Vec<(&'static str, String)> {
    let at = |method: &str| {
        let body =
            "throw new IllegalStateException(\"no template\", new IOException(\"it is\\n gone\"));";
        match method {
            "init" => format!(
                "@Override public void init(ProcessingEnvironment environment) {{ {body} }}"
            ),
            "types" => {
                format!("@Override public Set<String> getSupportedAnnotationTypes() {{ {body} }}")
            }
            _ => format!("void fail() {{ {body} }}"),
        }
    };
    vec![
        (
            "FailsInInit",
            processor("FailsInInit", &(at("init") + &process(""))),
        ),
        (
            "FailsInTypes",
            processor("FailsInTypes", &(at("types") + &process(""))),
        ),
        (
            "FailsInProcess",
            processor("FailsInProcess", &(at("") + &process("fail();"))),
        ),
        (
            "FailsAsItIsMade",
            processor(
                "FailsAsItIsMade",
                &("int n = 1 / (SourceVersion.latest().ordinal() - \
          SourceVersion.latest().ordinal());"
                    .to_owned()
                    + &process("")),
            ),
        ),
    ]
}

#[test]
fn a_processor_that_fails_is_named_and_the_others_do_their_work() {
    let fails = failing();
    for mut worker in open_workers() {
        for (name, text) in &fails {
            let works = processor("Works", &process("make(\"Made\");"));
            let both = [(*name, text.clone()), ("Works", works)];
            let outcome = compile(&mut worker, &both, "Made made;");
            assert!(outcome.ok, "{name}: {:#?}", messages(&outcome));
            let told: Vec<_> = outcome
                .diagnostics
                .iter()
                .filter(|it| it.is_about_processor())
                .collect();
            let [told] = told.as_slice() else {
                panic!("{name}: {:#?}", messages(&outcome));
            };
            let cause = if *name == "FailsAsItIsMade" {
                "/ by zero"
            } else {
                "java.io.IOException: it is gone"
            };
            assert!(
                told.message.contains(&format!("q.{name}")) && told.message.contains(cause),
                "{}",
                told.message
            );
            assert_eq!(told.message.lines().count(), 1, "{}", told.message);
            assert!(!told.is_error);
            // Without what it would have made, and with the reason before all that follows from it.
            let outcome = compile(&mut worker, &[(*name, text.clone())], "Made made;");
            assert!(!outcome.ok);
            let first = &outcome.diagnostics[0];
            assert!(
                first.is_error && first.is_about_processor(),
                "{:#?}",
                messages(&outcome)
            );
        }
    }
}

#[test]
fn a_processor_may_reach_into_javac_as_old_ones_do() {
    let reaches = processor(
        "Reaches",
        "static final String[] CLASSES = \
          {\"api.JavacTaskImpl\", \"code.Symbol\", \"comp.Attr\", \"file.JavacFileManager\", \"jvm.ClassWriter\",
           \"main.JavaCompiler\", \"model.JavacElements\", \"parser.JavacParser\", \"processing.JavacFiler\", \"tree.TreeMaker\", \"util.Context\"};
         boolean isDone;
         public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
           if (isDone) return false;
           isDone = true;
           for (String name : CLASSES) {
             try { for (java.lang.reflect.Field field : Class.forName(\"com.sun.tools.javac.\" + \
               name).getDeclaredFields()) field.setAccessible(true); }
             catch (Exception wrong) { expect(false, wrong.toString()); }
           }
           return false; }",
    );
    for mut worker in open_workers() {
        let outcome = compile(&mut worker, &[("Reaches", reaches.clone())], "");
        assert!(outcome.ok, "{:#?}", messages(&outcome));
    }
}

#[test]
fn a_test_double_is_compiled_against_classes_and_not_against_sources_that_a_processor_completes() {
    for (feature, home) in jdks() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("p")).unwrap();
        // As Lombok's sources do, the file alone does not compile: only the class that was made of it has everything.
        let on_disk = "package p; abstract class Shape { abstract int size(); int twice() { return getSize() * 2; } }";
        fs::write(root.path().join("p/Shape.java"), on_disk).unwrap();
        let text = on_disk.replace("int twice", "int getSize() { return size(); } int twice");
        let setup = CompileSetup {
            source_roots: vec![root.path().into()],
            ..CompileSetup::default()
        };
        let mut subject = CompiledSubject::with(&text, &options(feature, &home), 1, &setup);
        subject
            .pool
            .worker()
            .keep_only(&[SetId::Plain], &[])
            .unwrap();
        let mut script = TestScript::default();
        let four = script.literal(&mut subject.cluster, Literal::Int(4));
        let shape = test_double(
            &mut script,
            &mut subject.cluster,
            "p.Shape",
            ("size", "()I", four),
        );
        let twice = subject.callable("twice");
        script.call(&subject.cluster, twice, Some(shape), &[]);
        let execution = subject.run(&script.test);
        assert_eq!(execution.outcome, Outcome::Passed, "{feature}");
    }
}

#[test]
fn a_processor_sees_of_the_sources_that_are_only_used_those_that_name_its_annotations() {
    let tells = process(
        "for (Element root : round.getRootElements())
           processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, \"sees \" + root);",
    );
    let asks_for_all = processor("Tells", &tells);
    let asks_for_one = asks_for_all.replace("(\"*\")", "(\"q.mark.Gen\")");
    for mut worker in open_workers() {
        for (text, expected) in [
            (&asks_for_one, vec!["p.A", "p.B", "q.mark.Gen"]),
            (&asks_for_all, vec!["p.A", "p.B", "p.C", "q.mark.Gen"]),
        ] {
            let path = processor_path(worker.jdk_home(), &[("Tells", text.clone())]);
            let project = tempfile::tempdir().unwrap();
            let write = |name: &str, text: &str| {
                let file = project.path().join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, text).unwrap();
            };
            write("p/B.java", "package p; @q.mark.Gen class B { C c; }");
            write("p/C.java", "package p; class C { }");
            write(
                "q/mark/Gen.java",
                "package q.mark; public @interface Gen { }",
            );
            let setup = CompileSetup {
                source_roots: vec![project.path().into()],
                processor_path: vec![path.path().into()],
                ..CompileSetup::default()
            };
            worker.configure(&setup).unwrap();
            let a = project.path().join("p/A.java");
            let a = unit(a.to_str().unwrap(), "package p; class A { B b; }");
            let outcome = worker.compile(&[a], SetId::Plain).unwrap();
            let all = messages(&outcome).into_iter();
            let seen: BTreeSet<&str> = all.filter_map(|it| it.strip_prefix("sees ")).collect();
            assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
        }
    }
}

#[test]
fn where_a_processor_ends_its_jvm_the_message_speaks_of_processors() {
    let ends = [(
        "Ends",
        processor("Ends", &process("Runtime.getRuntime().halt(7);")),
    )];
    for mut worker in open_workers() {
        let error = try_compile(&mut worker, &ends, "").expect_err("the JVM has ended");
        let words = error.to_string();
        assert!(words.starts_with("javac came to no end ("), "{words}");
        assert!(words.contains("annotation processors"), "{words}");
        assert!(
            compile(&mut worker, &[], "").ok,
            "the next request has a JVM"
        );
    }
}

#[test]
fn what_ends_javac_itself_is_an_error_of_the_code() {
    for mut worker in open_workers() {
        // A sum of so many terms is a tree of that depth.
        let sum = "1 + ".repeat(200_000);
        let outcome = compile(&mut worker, &[], &format!("int n = {sum} 1;"));
        assert!(!outcome.ok);
        let [told] = outcome.diagnostics.as_slice() else {
            panic!("{:#?}", messages(&outcome));
        };
        let message = &told.message;
        assert!(
            told.is_error && message.starts_with("javac failed: java.lang.StackOverflowError at "),
            "{message}"
        );
    }
}

#[test]
fn what_a_processor_writes_beside_the_classes_is_there_when_they_run_in_another_worker_too() {
    let writes = processor(
        "Writes",
        "public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
           if (round.processingOver()) {
             try (Writer writer = processingEnv.getFiler()
                 .createResource(StandardLocation.CLASS_OUTPUT, \"\", \"META-INF/services/java.lang.Runnable\").openWriter()) {
               writer.write(\"p.A\");
             } catch (IOException problem) { throw new UncheckedIOException(problem); } }
           return false; }",
    );
    let test = r#"package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class ATest {
    @Test void isFound() {
        ClassLoader own = A.class.getClassLoader();
        java.util.Iterator<Runnable> all = java.util.ServiceLoader.load(Runnable.class, own).iterator();
        assertTrue(all.hasNext());
        assertEquals("p.A", all.next().getClass().getName());
    }
}
"#;
    for mut worker in open_workers() {
        let jdk = worker.jdk_home().to_path_buf();
        let path = processor_path(&jdk, &[("Writes", writes.clone())]);
        let setup = CompileSetup {
            processor_path: vec![path.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let service = "package p; public class A implements Runnable { public void run() { } }";
        let outcome = worker
            .compile(&[unit("/t/p/A.java", service)], SetId::Plain)
            .unwrap();
        assert!(outcome.ok, "{:?}", messages(&outcome));
        let test = unit("/t/p/ATest.java", test);
        let passes = |worker: &mut Worker| {
            let outcome = worker.check(&test, "p.ATest", 1, &[]).unwrap();
            let tests = &outcome.tests;
            assert!(
                !tests.is_empty() && tests.iter().all(|it| it.passed),
                "{outcome:?}"
            );
        };
        passes(&mut worker);
        let process = worker.process_id().expect("it runs");
        let kill = Command::new("kill")
            .arg("-KILL")
            .arg(process.to_string())
            .status();
        assert!(kill.expect("kill").success());
        // Whoever asks next is told of the death, and the one after that has another worker.
        let _ = worker.check(&test, "p.ATest", 1, &[]);
        passes(&mut worker);
    }
}
