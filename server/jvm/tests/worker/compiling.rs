//! Compiling, on every JDK that is found: errors, source roots, what is compiled again, options of the build.

use std::{
    fs,
    path::{Path, PathBuf},
};

use goalline_jvm::{CompileSetup, SetId, SourceUnit, Worker, WorkerOptions};

use crate::support::{jdks, options};

pub(crate) fn unit(path: &str, text: &str) -> SourceUnit {
    SourceUnit {
        path: PathBuf::from(path),
        text: text.to_owned(),
    }
}

pub(crate) fn workers() -> Vec<Worker> {
    jdks()
        .into_iter()
        .map(|(feature, home)| Worker::start(&options(feature, &home)).expect("a worker"))
        .collect()
}

/// An empty source root and the folder of its package `p`.
fn root_with_package() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let package = root.path().join("p");
    fs::create_dir(&package).unwrap();
    (root, package)
}

#[test]
fn a_damaged_part_of_the_worker_in_the_cache_is_made_anew() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let cache = tempfile::tempdir().unwrap();
    let options = WorkerOptions {
        cache: cache.path().to_path_buf(),
        ..options(feature, &home)
    };
    drop(Worker::start(&options).expect("a worker"));
    let parts = || {
        let folders = fs::read_dir(cache.path()).unwrap().flatten();
        let files = folders.filter_map(|folder| fs::read_dir(folder.path()).ok());
        let files = files.flatten().flatten().map(|file| file.path());
        files.filter(|file| file.is_file()).collect::<Vec<_>>()
    };
    let has_archive = usize::from(feature >= 17);
    assert_eq!(parts().len(), 3 + has_archive, "{:?}", parts());
    // Every damage is seen, says a test of `install`; this one shows that a worker starts in spite of it.
    for part in parts() {
        let whole = fs::read(&part).unwrap();
        fs::write(&part, &whole[..whole.len() / 2]).unwrap();
    }
    drop(Worker::start(&options).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(parts().len(), 3 + has_archive, "{:?}", parts());
    drop(Worker::start(&options).unwrap_or_else(|error| panic!("{error}")));
}

#[cfg(target_os = "linux")]
#[test]
fn what_each_worker_loads_is_mapped_from_an_archive_on_every_jdk_that_makes_one() {
    for (feature, home) in jdks() {
        let worker = Worker::start(&options(feature, &home)).expect("a worker");
        let maps = format!("/proc/{}/maps", worker.process_id().expect("it runs"));
        let maps = fs::read_to_string(maps).expect("its mappings");
        assert_eq!(maps.contains("worker.jsa"), feature >= 17, "JDK {feature}");
    }
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
        let described = worker.describe(&["A".into()], &[], 0).unwrap().classes;
        assert_eq!(described[0].fields[0].name, "a");
    }
}

#[test]
fn sources_are_found_in_the_roots_kept_and_compiled_again_when_they_change() {
    for mut worker in workers() {
        let (root, package) = root_with_package();
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

/// A folder of sources and one of classes, which a build made of them: then all sources are changed to what does not
/// compile, without their times saying so, so that whoever compiles them is found out.
struct BuiltProject {
    root: tempfile::TempDir,
}

impl BuiltProject {
    fn of(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let project = Self { root };
        fs::create_dir_all(project.sources().join("p")).unwrap();
        for (name, text) in files {
            project.write(name, &format!("package p; {text}"), 1_000);
        }
        let (_, home) = jdks().into_iter().next().expect("a JDK");
        let mut javac = crate::support::javac(&home);
        javac.args(["--release", "11", "-d"]).arg(project.classes());
        let sources = files
            .iter()
            .map(|(name, _)| project.sources().join("p").join(name));
        assert!(javac.args(sources).status().unwrap().success());
        for (name, text) in files {
            project.write(name, &format!("package p; {text} syntax error"), 1_000);
        }
        project
    }

    fn sources(&self) -> PathBuf {
        self.root.path().join("src")
    }

    fn classes(&self) -> PathBuf {
        self.root.path().join("classes")
    }

    /// Writes a source, with its time in seconds since 1970.
    fn write(&self, name: &str, text: &str, time: u64) {
        let path = self.sources().join("p").join(name);
        fs::write(&path, text).unwrap();
        let time = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(time);
        let file = fs::File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
    }

    fn setup(&self) -> CompileSetup {
        CompileSetup {
            source_roots: vec![self.sources()],
            built: vec![self.classes()],
            ..CompileSetup::default()
        }
    }

    /// What stands in the way of compiling this class in this package.
    fn complaints(&self, worker: &mut Worker, text: &str) -> Vec<String> {
        worker.configure(&self.setup()).unwrap();
        let path = self.sources().join("p/A.java");
        let unit = unit(path.to_str().unwrap(), &format!("package p; {text}"));
        let outcome = worker.compile(&[unit], SetId::Plain).unwrap();
        let complaints = outcome.diagnostics.into_iter().map(|it| it.message);
        if outcome.ok {
            Vec::new()
        } else {
            complaints.collect()
        }
    }
}

const FAR: u64 = 4_000_000_000;

const USES_B: &str = "class A { int a() { return new B().b(); } }";

#[test]
fn what_the_build_has_compiled_is_not_compiled_again() {
    let built = BuiltProject::of(&[
        ("A.java", "class A { }"),
        ("B.java", "class B { int b() { return C.c(); } }"),
        ("C.java", "class C { static int c() { return 7; } }"),
    ]);
    for mut worker in workers() {
        assert_eq!(built.complaints(&mut worker, USES_B), Vec::<String>::new());
    }
}

#[test]
fn tests_meet_a_class_as_the_build_changed_it_after_compiling_it() {
    const SAYS: &str = "package p; import org.junit.jupiter.api.Test;
        class ATest { @Test void saysSource() {
            org.junit.jupiter.api.Assertions.assertEquals(\"source\", new A().says()); } }";
    // The build had another A: one that asks B. Its source has the same surface and names no B.
    let built = BuiltProject::of(&[
        ("A.java", "class A { String says() { return B.says(); } }"),
        (
            "B.java",
            "class B { static String says() { return \"woven\"; } }",
        ),
    ]);
    let source = "package p; class A { String says() { return \"source\"; } }";
    let edited = "package p; class A { String says() { return \"sour\" + \"ce\"; } }";
    let passes = |worker: &mut Worker, text: &str| {
        let path = built.sources().join("p/A.java");
        let unit = unit(path.to_str().unwrap(), text);
        let outcome = worker.compile(&[unit], SetId::Plain).unwrap();
        assert!(outcome.ok, "{:?}", outcome.diagnostics);
        let test = self::unit("/t/p/ATest.java", SAYS);
        let outcome = worker.check(&test, "p.ATest", 1, &[]).unwrap();
        assert_eq!(outcome.tests.len(), 1, "{outcome:?}");
        outcome.tests[0].passed
    };
    built.write("A.java", source, 1_000);
    for mut worker in workers() {
        worker.configure(&built.setup()).unwrap();
        assert!(!passes(&mut worker, source));
        // What is only in an editor was never built.
        assert!(passes(&mut worker, edited));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_file_without_end_among_classes_of_a_build_are_not_waited_for() {
    let built = BuiltProject::of(&[
        ("A.java", "class A { }"),
        ("B.java", "class B { int b() { return 7; } }"),
    ]);
    let classes = built.classes().join("p");
    let made = std::process::Command::new("mkfifo")
        .arg(classes.join("Pipe.class"))
        .status();
    assert!(made.expect("mkfifo").success());
    let hole = fs::File::create(classes.join("Hole.class")).unwrap();
    hole.set_len(3 << 30).unwrap();
    for mut worker in workers() {
        assert_eq!(built.complaints(&mut worker, USES_B), Vec::<String>::new());
    }
}

#[test]
fn a_changed_source_and_all_that_names_it_however_far_away_are_compiled() {
    let sources = [
        ("A.java", "class A { }"),
        ("B.java", "class B { int b() { return C.c(); } }"),
        ("C.java", "class C { static int c() { return D.d(); } }"),
        ("D.java", "class D { static int d() { return 7; } }"),
        ("E.java", "class E { static int e() { return 8; } }"),
    ];
    for mut worker in workers() {
        let built = BuiltProject::of(&sources);
        built.write(
            "D.java",
            "package p; class D { static long d() { return 7; } }",
            FAR,
        );
        let complaints = built.complaints(&mut worker, USES_B);
        // B and C were broken behind the back of their times, and were looked at.
        assert!(!complaints.is_empty());
        let uses_e = "class A { int a() { return E.e(); } }";
        assert_eq!(built.complaints(&mut worker, uses_e), Vec::<String>::new());
    }
}

#[test]
fn a_changed_source_with_constants_makes_the_build_worthless() {
    let sources = [
        ("A.java", "class A { }"),
        ("B.java", "class B { int b() { return D.ONE; } }"),
        ("D.java", "class D { static final int ONE = 1; }"),
    ];
    for mut worker in workers() {
        let built = BuiltProject::of(&sources);
        built.write(
            "D.java",
            "package p; class D { static final int ONE = 2; }",
            FAR,
        );
        // The class of B has no word of D in it.
        assert!(!built.complaints(&mut worker, USES_B).is_empty());
    }
}

#[test]
fn a_build_that_is_not_what_its_times_say_is_used_no_more() {
    let sources = [
        ("A.java", "class A { }"),
        ("B.java", "class B { int older() { return 1; } }"),
    ];
    for mut worker in workers() {
        let built = BuiltProject::of(&sources);
        built.write(
            "B.java",
            "package p; class B { int b() { return 1; } }",
            1_000,
        );
        assert_eq!(built.complaints(&mut worker, USES_B), Vec::<String>::new());
    }
}

#[test]
fn what_a_compiler_of_an_editor_left_for_broken_code_is_compiled() {
    let broken = "class B { int b() { throw new Error(\"Unresolved compilation problem: \"); } }";
    for mut worker in workers() {
        let built = BuiltProject::of(&[("A.java", "class A { }"), ("B.java", broken)]);
        assert!(!built.complaints(&mut worker, USES_B).is_empty());
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
        let mut javac = crate::support::javac(worker.jdk_home());
        let sources = ["Old.java", "New.java"].map(|name| old.path().join(name));
        let compiled = javac.arg("-d").arg(classes.path()).args(sources).status();
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

/// Texts that a library calls a class of the project to make, where all is one class path; another library that uses
/// this one goes on with the same classes of it, also in what runs next.
#[test]
fn a_library_that_uses_the_project_finds_it() {
    for mut worker in workers() {
        let sources = tempfile::tempdir().unwrap();
        let libraries = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let used =
            "package p; public class Used { public static String name() { return \"old\"; } }";
        let library = "package lib; public class Text {\n\
                    public static String of() { return p.Used.name(); }\n\
                    public static p.Used used() { return new p.Used(); } }";
        let other = "package other; public class Texts {\n\
                    public static Class<?> type() { return lib.Text.class; } }";
        let files = [("Used", used), ("Text", library), ("Texts", other)]
            .map(|(name, text)| written(sources.path(), name, text));
        let compiled = crate::support::javac(worker.jdk_home())
            .arg("-d")
            .arg(libraries[0].path())
            .args(files)
            .status();
        assert!(compiled.unwrap().success());
        fs::remove_file(libraries[0].path().join("p/Used.class")).unwrap();
        fs::rename(
            libraries[0].path().join("other"),
            libraries[1].path().join("other"),
        )
        .unwrap();
        let setup = CompileSetup {
            class_path: libraries.iter().map(|it| it.path().into()).collect(),
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let project = unit("/s/p/Used.java", &used.replace("old", "new"));
        assert!(worker.compile(&[project], SetId::Plain).unwrap().ok);
        let test = unit(
            "/t/p/UsedTest.java",
            "package p; import org.junit.Test; import static org.junit.Assert.*;\n\
             public class UsedTest {\n\
             @Test public void called() { assertEquals(\"new\", lib.Text.of()); }\n\
             @Test public void same() { assertSame(Used.class, lib.Text.used().getClass()); }\n\
             @Test public void once() { assertSame(lib.Text.class, other.Texts.type()); } }",
        );
        for _ in 0..2 {
            let checked = worker.check(&test, "p.UsedTest", 2, &[]).unwrap();
            assert_eq!(checked.tests.len(), 3);
            assert!(
                checked.tests.iter().all(|it| it.passed),
                "{:?}",
                checked.tests
            );
        }
    }
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name).with_extension("java");
    fs::write(&file, text).unwrap();
    file
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

#[test]
fn a_class_that_is_not_named_after_its_file_is_found_in_its_package() {
    for mut worker in workers() {
        let (root, package) = root_with_package();
        let write = |name: &str, text: &str| fs::write(package.join(name), text).unwrap();
        write(
            "Deque.java",
            "package p;\nfinal class Deque<E extends Linked<E>> { }\n\ninterface Linked<T extends Linked<T>> { Step next(); }\n",
        );
        write(
            "Steps.java",
            "package p;\nclass Steps { Other other; }\nabstract class Step { int Missing; }\n",
        );
        write(
            "Others.java",
            "package p;\nclass Others { }\n@Deprecated final class Other { }\n",
        );
        write(
            "Inner.java",
            "package p;\nclass Inner {\n  static class Missing { }\n}\n",
        );
        // Nothing but words for a long time.
        let words = format!(
            "package p;\n/*\n{}*/\nclass Words {{ }}\n",
            "word ".repeat(50_000)
        );
        write("Words.java", &words);
        let setup = CompileSetup {
            source_roots: vec![root.path().into()],
            ..CompileSetup::default()
        };
        worker.configure(&setup).unwrap();
        let a = package.join("A.java");
        let text =
            "package p; class A implements Linked<A> { public Step next() { return null; } }";
        let unit = |text: &str| unit(a.to_str().unwrap(), text);
        for _ in 0..2 {
            let outcome = worker.compile(&[unit(text)], SetId::Plain).unwrap();
            assert!(outcome.ok, "{:?}", outcome.diagnostics);
            assert_eq!(outcome.classes, ["p.A"]);
        }
        write(
            "Steps.java",
            "package p;\nclass Steps { }\nabstract class Step { abstract int size(); }\n",
        );
        let used = text.replace("return null;", "next().size(); return null;");
        let outcome = worker.compile(&[unit(&used)], SetId::Plain).unwrap();
        assert!(outcome.ok, "{:?}", outcome.diagnostics);
        let nested = text.replace("return null;", "Missing none; return null;");
        let outcome = worker.compile(&[unit(&nested)], SetId::Plain).unwrap();
        let codes: Vec<&str> = outcome
            .diagnostics
            .iter()
            .map(|it| it.code.as_str())
            .collect();
        assert_eq!(
            codes,
            ["compiler.err.cant.resolve.location"],
            "a class inside of another one is none of the package"
        );
    }
}
