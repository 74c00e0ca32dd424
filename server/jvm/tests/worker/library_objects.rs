//! What is told of objects whose classes come from a library: what they were made to hold, nothing that leads elsewhere.

use goalline_jvm::{CompileSetup, SetId, Worker};
use goalline_testcase::{
    DoubleStyle, Literal, Mocking, Observed, ObservedPart, Outcome, StatementKind,
};

use crate::{
    compiling::unit,
    support::{CompiledSubject, TestScript, jdks, observing, options},
};

const LIBRARY: &str = r#"package lib;
public class Reply<T> {
    private final T body;
    public Reply(T body) { this.body = body; }
    public static Reply<String> getCurrent() { throw new IllegalStateException("nobody started"); }
    public static Reply<String> of(String body) {
        if (body.isEmpty()) { throw new IllegalArgumentException("no body"); }
        return new Reply<>(body);
    }
    public T getBody() { return body; }
    public java.util.List<T> getAll() { return java.util.List.of(body); }
    public String[] getFields() { return new String[] {"id"}; }
    public Class<?> getKind() { return long.class; }
    public Object getConnection() { throw new IllegalStateException("connects"); }
    public java.util.List<String> getWarnings() { return java.util.List.of(); }
    public java.util.Set<String> getNames() { return java.util.Set.of("reply"); }
    public java.util.Set<Thread> getThreads() { return java.util.Set.of(Thread.currentThread()); }
    public Headers getHeaders() { return new Headers(); }
    public static class Headers {
        public java.net.URI getLocation() { return java.net.URI.create("/replies/7"); }
        public java.net.URI getLog() { return java.net.URI.create("file:/tmp/log"); }
        public String getTag() { return null; }
        public long getLength() { return -1; }
    }
}"#;

/// What libraries have since there are sealed interfaces: one of which an enum has the usual constants.
const SEALED: &str = "public Code getStatus() { return Usual.GOOD; }
    public sealed interface Code permits Usual { }
    public enum Usual implements Code { GOOD }";

const DESK: &str = "package p;
public class Desk {
    public static lib.Reply<String> reply(int n) { return new lib.Reply<>(\"no \" + n); }
    public static void send(Post post) { post.take(reply(7)); }
    public static void current() { lib.Reply.getCurrent(); }
    public static void empty() { lib.Reply.of(\"\"); }
}
interface Post { void take(lib.Reply<String> reply); }";

/// A desk beside the library, which is compiled into this folder.
fn desk_beside(folder: &std::path::Path, feature: u32, home: &std::path::Path) -> CompiledSubject {
    let source = folder.join("Reply.java");
    let end = LIBRARY.rfind('}').unwrap();
    let more = if feature >= 17 { SEALED } else { "" };
    let library = format!("{}{more}}}", &LIBRARY[..end]);
    std::fs::write(&source, library).unwrap();
    let compiled = crate::support::javac(home)
        .arg("-d")
        .arg(folder)
        .arg(source)
        .status();
    assert!(compiled.unwrap().success());
    let setup = CompileSetup {
        class_path: vec![folder.into()],
        ..CompileSetup::default()
    };
    CompiledSubject::with(DESK, &options(feature, home), 1, &setup)
}

#[test]
fn what_a_mock_is_given_of_a_library_is_told_by_its_getters() {
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let mut subject = desk_beside(folder.path(), feature, &home);
        subject.cluster.allow_mocks(Mocking::Extensible);
        let send = subject.callable("send");
        let post = subject.cluster.callable(send).parameters[0];
        let mut script = TestScript::default();
        let (answers, style) = (Vec::new(), DoubleStyle::Mock);
        let post = script.push(post, StatementKind::test_double(style, answers));
        script.call(&subject.cluster, send, None, &[post]);
        let execution = subject.run_with(&script.test, observing());
        let calls = execution
            .observations
            .iter()
            .find_map(|one| match &one.observed {
                Observed::Calls { arguments, .. } => Some(&arguments[0][0]),
                _ => None,
            });
        let Some(Observed::Described { class, parts }) = calls else {
            panic!("{:?}", execution.observations);
        };
        assert_eq!(class, "lib.Reply");
        let body = parts.iter().find(|part| part.method == "getBody");
        let told = Observed::Literal(Literal::Text("no 7".into()));
        assert_eq!(body.map(|part| &part.observed), Some(&told));
        assert!(parts.iter().all(|part| part.method != "getConnection"));
    }
}

#[test]
fn what_an_object_of_a_library_holds_is_told_and_nothing_that_may_lead_elsewhere() {
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let is_sealed = feature >= 17;
        let mut subject = desk_beside(folder.path(), feature, &home);
        let test = subject.test(&[("reply", &[Literal::Int(7)])]);
        let execution = subject.run_with(&test, observing());
        let told = execution
            .observations
            .iter()
            .filter_map(|one| match &one.subject {
                ObservedPart::Inspector { method, .. } => Some((method.as_str(), &one.observed)),
                _ => None,
            });
        let told: Vec<(&str, &Observed)> = told.collect();
        let names: Vec<&str> = told.iter().map(|(name, _)| *name).collect();
        let location = "getHeaders().getLocation";
        let all = [
            "getAll",
            "getBody",
            "getFields",
            "getKind",
            "getNames",
            "getStatus",
            location,
        ];
        let expected = all.into_iter();
        let expected = expected.filter(|it| is_sealed || *it != "getStatus");
        assert_eq!(names, expected.collect::<Vec<_>>());
        let is_constant = |it: &&(&str, &Observed)| matches!(it.1, Observed::Constant { .. });
        assert_eq!(
            told.iter().filter(is_constant).count(),
            usize::from(is_sealed)
        );
        let body = Observed::Literal(Literal::Text("no 7".into()));
        assert_eq!(told[1].1, &body);
        let kind = Observed::Value {
            class: "java.lang.Class".to_owned(),
            text: "long".into(),
        };
        assert!(told.contains(&("getKind", &kind)));
    }
}

/// A class that a library of tests has, and what it says of services.
fn test_library(home: &std::path::Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Top.java");
    let top = "package lib; public class Top implements Runnable { public void run() { }
        public static String name() { return \"top\"; } }";
    std::fs::write(&source, top).unwrap();
    let compiled = crate::support::javac(home)
        .arg("-d")
        .arg(folder.path())
        .arg(source)
        .status();
    assert!(compiled.unwrap().success());
    let services = folder.path().join("META-INF/services");
    std::fs::create_dir_all(&services).unwrap();
    std::fs::write(services.join("java.lang.Runnable"), "lib.Top\n").unwrap();
    folder
}

#[test]
fn what_only_the_libraries_of_tests_have_is_there_where_code_runs_but_no_service_in_a_search() {
    const SHELF: &str = "package p;
public class Shelf {
    public static String top(int n) throws Exception {
        return (String) Class.forName(\"lib.Top\").getMethod(\"name\").invoke(null) + n;
    }
    public static int services() {
        int count = 0;
        for (Runnable one : java.util.ServiceLoader.load(Runnable.class, Shelf.class.getClassLoader())) {
            count++;
        }
        return count;
    }
}";
    const TEST: &str = "package p;
public class ShelfTest {
    @org.junit.jupiter.api.Test
    void servicesAreFound() { org.junit.jupiter.api.Assertions.assertEquals(1, Shelf.services()); }
}";
    for (feature, home) in jdks() {
        let folder = test_library(&home);
        let setup = CompileSetup {
            test_libraries: vec![folder.path().into()],
            ..CompileSetup::default()
        };
        let mut subject = CompiledSubject::with(SHELF, &options(feature, &home), 1, &setup);
        let test = subject.test(&[("top", &[Literal::Int(7)]), ("services", &[])]);
        let execution = subject.run_with(&test, observing());
        let seen = |literal: Literal| {
            let wanted = Observed::Literal(literal);
            execution
                .observations
                .iter()
                .any(|one| one.observed == wanted)
        };
        assert!(seen(Literal::Text("top7".into())), "{execution:?}");
        assert!(seen(Literal::Int(0)), "{execution:?}");
        let mut worker = Worker::start(&options(feature, &home)).expect("a worker");
        worker.configure(&setup).expect("a setup");
        let shelf = unit("/s/p/Shelf.java", SHELF);
        let compiled = worker.compile(&[shelf], SetId::Plain);
        assert!(compiled.expect("a worker").ok);
        let test = unit("/t/p/ShelfTest.java", TEST);
        let checked = worker.check(&test, "p.ShelfTest", 1, &[]).expect("a check");
        assert!(checked.tests.iter().all(|test| test.passed), "{checked:?}");
        assert_eq!(checked.tests.len(), 1);
    }
}

#[test]
fn what_a_library_lacks_that_was_asked_with_nothing_is_of_the_surroundings() {
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let mut subject = desk_beside(folder.path(), feature, &home);
        let mut is_of_surroundings = |method: &str| {
            let mut script = TestScript::default();
            let called = subject.callable(method);
            script.call(&subject.cluster, called, None, &[]);
            let run = subject.run_with(&script.test, observing());
            match run.outcome {
                Outcome::Threw { thrown, .. } => thrown.is_of_surroundings,
                other => panic!("{other:?}"),
            }
        };
        assert!(is_of_surroundings("current"));
        assert!(!is_of_surroundings("empty"), "an input is the reason");
    }
}
