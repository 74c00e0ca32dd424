//! The spare worker of another user: what it shows of tests that depend on locale, time zone or charset, on every JDK
//! that is found.

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
        ] {
            let [here, there] = here_and_elsewhere(&mut subject, name, argument);
            assert_ne!(here, there, "{name} on JDK {feature}");
            assert_eq!(here.len(), there.len(), "{name} on JDK {feature}");
        }
        let [here, there] = here_and_elsewhere(&mut subject, "twice", Literal::Int(4));
        assert_eq!(here, there, "JDK {feature}");
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
