//! The spare worker of another user: what it shows of tests that depend on locale, time zone, day or charset, on every
//! JDK that is found.

use goalline_jvm::CompileSetup;
use goalline_testcase::{Execution, Literal, Observation, Observed, Outcome, RunOptions};

use crate::support::{CompiledSubject, jdks, observing, options, text};

const CLOCK: &str = r#"package shop;
public class Clock {
    public static String price(double value) { return String.format("%.2f", value); }
    public static String shout(String word) { return word.toUpperCase(); }
    public static int bytes(String word) { return word.getBytes().length; }
    public static int hour(long time) { return new java.util.Date(time).getHours(); }
    public static String signed(String word) { return word + System.getProperty("user.name") + System.getProperty("user.home"); }
    public static int workers(int least) { return Math.max(least, Runtime.getRuntime().availableProcessors()); }
    public static int mark(int number) { return number + System.identityHashCode(new Object()); }
    public static int twice(int number) { return number * 2; }
    public static long seconds(int least) { return Math.max(least, System.currentTimeMillis() / 10_000); }
    public static int year(int least) { return Math.max(least, new java.util.Date().getYear()); }
    public static int age(String born) {
        return java.time.LocalDate.now().getYear() - java.time.LocalDate.parse(born).getYear();
    }
    public static int month(int least) { return Math.max(least, java.util.Calendar.getInstance().get(2)); }
    public static long zoned(String zone) { return java.time.ZonedDateTime.now(java.time.ZoneId.of(zone)).getYear(); }
    public static String made(int least) { return String.valueOf(new java.util.GregorianCalendar().get(1) + least); }
    public static int due(long time) {
        java.util.Date due = new java.util.Date(time);
        return (time > 0 ? new java.util.Date() : due).getYear() - due.getYear();
    }
    public static int asked(int least) {
        java.util.function.Supplier<java.time.Year> now = java.time.Year::now;
        return now.get().getValue() + least;
    }
    public static java.time.LocalDate known(String zone) {
        java.time.Instant then = java.time.Instant.ofEpochSecond(7);
        return java.time.LocalDate.now(java.time.Clock.fixed(then, java.time.ZoneId.of(zone)));
    }
    static final Runtime JVM = Runtime.getRuntime();
    public static int leave(int number) { JVM.halt(number); return number; }
}
"#;

fn here_and_elsewhere(
    subject: &mut CompiledSubject,
    name: &str,
    argument: Literal,
) -> [Vec<Observation>; 2] {
    let tests = [subject.test(&[(name, &[argument])])];
    let here = subject.run_all(&tests, observing());
    let there = subject
        .pool
        .run_on_spare(&subject.cluster, &tests, observing());
    let seen = |mut runs: Vec<Execution>| runs.remove(0).observations;
    [seen(here), seen(there.expect("it runs"))]
}

#[test]
fn what_depends_on_the_user_differs_and_nothing_else_does() {
    for (feature, home) in jdks() {
        let mut subject =
            CompiledSubject::with(CLOCK, &options(feature, &home), 1, &CompileSetup::default());
        subject.pool = subject.pool.with_spare_elsewhere();
        for (name, argument) in [
            ("price", Literal::Double(1.5)),
            ("shout", text("title")),
            ("bytes", text("\u{e9}")),
            ("hour", Literal::Long(3_600_000)),
            ("signed", text("by ")),
            ("workers", Literal::Int(1)),
            ("mark", Literal::Int(1)),
            ("seconds", Literal::Int(1)),
            ("year", Literal::Int(1)),
            ("age", text("2019-02-03")),
            ("month", Literal::Int(-1)),
            ("zoned", text("UTC")),
            ("made", Literal::Int(1)),
            ("due", Literal::Long(1)),
            ("asked", Literal::Int(1)),
        ] {
            let [here, there] = here_and_elsewhere(&mut subject, name, argument);
            assert_ne!(here, there, "{name} on JDK {feature}");
            assert_eq!(here.len(), there.len(), "{name} on JDK {feature}");
        }
        for (name, argument) in [("twice", Literal::Int(4)), ("known", text("UTC"))] {
            let [here, there] = here_and_elsewhere(&mut subject, name, argument);
            assert_eq!(here, there, "{name} on JDK {feature}");
        }
    }
}

const CALENDAR: &str = "package lib;
public class Days {
    public static int year() { return new java.util.Date().getYear(); }
    public static String title() { return Days.class.getPackage().getImplementationTitle(); }
}";

const DIARY: &str = "package p;
public class Diary {
    public static int page(int least) { return Math.max(least, lib.Days.year()); }
    public static String printed(int number) { return number + lib.Days.title(); }
}";

#[test]
fn a_library_lives_on_another_day_there_too_and_is_the_same_library() {
    for (feature, home) in jdks() {
        let folder = tempfile::tempdir().expect("a folder");
        let in_folder = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("it is written");
            path
        };
        let source = in_folder("Days.java", CALENDAR);
        let manifest = in_folder("manifest", "Implementation-Title: calendar\n");
        let classes = folder.path().join("classes");
        let mut javac = crate::support::javac(&home);
        let compiled = javac.arg("-d").arg(&classes).arg(source).status();
        assert!(compiled.expect("it runs").success());
        let jar = folder.path().join("calendar.jar");
        let mut tool = std::process::Command::new(home.join("bin/jar"));
        tool.arg("-cfm").arg(&jar).arg(manifest);
        let packed = tool.arg("-C").arg(&classes).arg(".").status();
        assert!(packed.expect("it runs").success());

        for library in [jar, classes] {
            let setup = CompileSetup {
                class_path: vec![library],
                ..CompileSetup::default()
            };
            let mut subject = CompiledSubject::with(DIARY, &options(feature, &home), 1, &setup);
            subject.pool = subject.pool.with_spare_elsewhere();
            let [here, there] = here_and_elsewhere(&mut subject, "page", Literal::Int(1));
            assert_ne!(here, there, "JDK {feature}");
            let [here, there] = here_and_elsewhere(&mut subject, "printed", Literal::Int(1));
            assert_eq!(here, there, "JDK {feature}");
        }
    }
}

const STOPWATCH: &str = r#"package shop;
public class Stopwatch {
    private static long start;
    public static void begin() { start = System.nanoTime(); }
    public static long millis() { return (System.nanoTime() - start) / 1_000_000; }
}
"#;

#[test]
fn time_passes_between_the_calls_of_a_test_that_is_to_take_its_time() {
    let Some(mut subject) = CompiledSubject::new(STOPWATCH) else {
        return;
    };
    let test = subject.test(&[("begin", &[]), ("millis", &[])]);
    let pausing = RunOptions {
        pauses: true,
        ..observing()
    };
    let seen = subject.run_with(&test, pausing).observations;
    let zero = Observed::Literal(Literal::Long(0));
    assert!(
        !seen.is_empty() && seen.iter().all(|one| one.observed != zero),
        "{seen:?}"
    );
}

#[test]
fn a_test_that_ends_the_spare_worker_is_run_by_the_others() {
    let Some(subject) = CompiledSubject::new(CLOCK) else {
        return;
    };
    let mut subject = CompiledSubject {
        pool: subject.pool.with_spare_elsewhere(),
        ..subject
    };
    let tests = [
        subject.test(&[("leave", &[Literal::Int(3)])]),
        subject.test(&[("twice", &[Literal::Int(4)])]),
    ];
    let runs = subject
        .pool
        .run_on_spare(&subject.cluster, &tests, RunOptions::default())
        .expect("it runs");
    assert!(
        matches!(runs[0].outcome, Outcome::Died { .. }),
        "{:?}",
        runs[0].outcome
    );
    assert_eq!(runs[1].outcome, Outcome::Passed);
    let [here, there] = here_and_elsewhere(&mut subject, "shout", text("i"));
    assert_ne!(
        here, there,
        "the worker that died came back as the spare one"
    );
}
