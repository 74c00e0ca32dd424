//! Whatever a test does to its JVM costs that test only: the others of its batch have their results, and the next
//! batch runs.

use std::{
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use crate::support::{CompiledSubject, jdks, options, text};
use goalline_jvm::{CompileSetup, Sandbox, Worker, WorkerOptions};
use goalline_testcase::{Executor, Literal, Outcome, RunOptions, TestCase, Var};

const TROUBLE: &str = r#"package trouble;
import java.util.regex.Pattern;
public class Trouble {
    static int calls;
    public static void nap(int time) throws InterruptedException { Thread.sleep(time); }
    public static void load(int time) {
        long end = System.nanoTime() + time * 1_000_000L;
        Class<?>[] types = {Runnable.class};
        while (System.nanoTime() < end) {
            ClassLoader own = new ClassLoader(Trouble.class.getClassLoader()) { };
            java.lang.reflect.Proxy.newProxyInstance(own, types, (proxy, method, given) -> null);
        }
    }
    static class Cold {
        static final int TIME = slept(2000);
        static int slept(int time) { try { Thread.sleep(time); } catch (InterruptedException e) { calls++; } return time; }
    }
    public static int warm() { return Cold.TIME > 0 ? Cold.slept(100) : 0; }
    public static int fine(int n) { return n > 0 ? n : -n; }
    static final Runtime JVM = Runtime.getRuntime();
    public static void openExit(int status) { System.exit(status); }
    public static void exit(int status) { if (status >= 0) { JVM.exit(status); } }
    public static void halt(int status) { JVM.halt(status); }
    public static boolean regex(String text) { boolean found = Pattern.compile("(?:.*,){20}x").matcher(text).find(); return found; }
    public static long stream() { return java.util.stream.LongStream.iterate(1, Math::abs).sum(); }
    public static long streamFrom(long start) { return java.util.stream.LongStream.iterate(start, Math::abs).sum(); }
    public static void swallow() { while (true) { try { fine(1); } catch (Throwable all) { fine(2); } } }
    public static int[] allocate(int n) { return new int[n]; }
    public static java.util.List<byte[]> fill() {
        java.util.List<byte[]> all = new java.util.ArrayList<>();
        for (int i = 0; i < 100000; i++) { all.add(new byte[1 << 20]); }
        return all;
    }
    public static void hoard(int megabytes) throws Exception {
        java.lang.reflect.Field only = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) only.get(null);
        long size = (long) megabytes << 20;
        unsafe.setMemory(unsafe.allocateMemory(size), size, (byte) 1);
        Thread.sleep(60_000);
    }
    public static void print(int lines) {
        String line = "x".repeat(1000);
        for (int i = 0; i < lines; i++) { System.out.println(line); System.err.print(line); }
    }
    public static void thread() {
        Thread thread = new Thread(() -> {
            while (true) { try { Thread.sleep(100); } catch (InterruptedException again) { calls++; } }
        });
        thread.setDaemon(true);
        thread.start();
    }
    public static int shortThread() throws InterruptedException {
        Thread thread = new Thread(() -> calls++);
        thread.start();
        thread.join();
        return calls;
    }
    public static void deadlock() throws InterruptedException {
        Object one = new Object();
        synchronized (one) { while (true) { one.wait(); } }
    }
    public static void scribble(byte[] words) throws Exception {
        String[] arguments = System.getProperty("sun.java.command").split(" ");
        try (java.io.OutputStream out = new java.io.FileOutputStream(arguments[2])) { out.write(words); }
    }
    public static void scribbleFrame(int kind) throws Exception { scribble(new byte[] {2, 0, 0, 0, (byte) kind, 77}); }
    public static void scribbleText(String text) throws Exception { scribble(text.getBytes()); }
    public static void scribbleResults(int count) throws Exception {
        byte[] frame = new byte[14 + 6 * count];
        frame[0] = (byte) (frame.length - 4);
        frame[4] = (byte) 130;
        frame[6] = (byte) count;
        scribble(frame);
    }
    public static void interrupt() { Thread.currentThread().interrupt(); }
    public static int broken() { return Broken.VALUE.length(); }
    public static int looping() { return Looping.VALUE.length(); }
    public static void kill() throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { calls++; } }));
        JVM.exit(7);
    }
}
class Broken { static final String VALUE = make(); static String make() { throw new IllegalStateException("no value"); } }
class Looping {
    static final String VALUE = make();
    static String make() { int i = 0; while (i >= 0) { i = (i + 1) % 7; } return "never"; }
}
"#;

fn subject() -> Option<CompiledSubject> {
    CompiledSubject::new(TROUBLE)
}

/// Runs the trouble between two harmless tests, and a third one after them; gives the trouble's outcome.
fn survive(subject: &mut CompiledSubject, name: &str, arguments: &[Literal]) -> Outcome {
    survive_within(subject, 400, name, arguments)
}

/// The same with another time limit, in milliseconds of a processor.
fn survive_within(
    subject: &mut CompiledSubject,
    time_limit_ms: u32,
    name: &str,
    arguments: &[Literal],
) -> Outcome {
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let trouble = subject.test(&[(name, arguments)]);
    let options = RunOptions {
        time_limit_ms,
        ..RunOptions::default()
    };
    let batch = [fine.clone(), trouble, fine.clone()];
    let mut executions = subject.run_all(&batch, options);
    for index in [0, 2] {
        assert_eq!(
            executions[index].outcome,
            Outcome::Passed,
            "{name}, test {index}"
        );
        assert!(
            !executions[index].trace.predicates.is_empty(),
            "{name}, test {index}"
        );
    }
    assert_eq!(
        subject.run_with(&fine, options).outcome,
        Outcome::Passed,
        "{name}, afterwards"
    );
    executions.swap_remove(1).outcome
}

fn thrown_of(outcome: &Outcome) -> Option<&str> {
    match outcome {
        Outcome::Threw { thrown, .. } => Some(&thrown.class),
        _ => None,
    }
}

fn thrown(outcome: &Outcome) -> &str {
    thrown_of(outcome).unwrap_or_else(|| panic!("{outcome:?}"))
}

fn cause(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Died { cause, .. } => cause,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_exit_that_the_source_shows_ends_its_test_and_no_worker() {
    let Some(mut subject) = subject() else { return };
    let ended = survive(&mut subject, "openExit", &[Literal::Int(3)]);
    assert!(
        matches!(ended, Outcome::TimedOut { by_steps: true, .. }),
        "{ended:?}"
    );
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn a_batch_that_waits_behind_one_that_ends_the_jvm_runs_all_the_same() {
    let Some(mut subject) = subject() else { return };
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let exit = subject.test(&[("exit", &[Literal::Int(3)])]);
    let (first, second) = ([fine.clone(), exit, fine.clone()], [fine.clone(), fine]);
    let CompiledSubject { pool, cluster, .. } = &mut subject;
    let options = RunOptions::default();
    let started = [&first[..], &second[..]]
        .map(|tests| pool.start(cluster, tests, options).expect("it starts"));
    let [one, other] = started;
    let first = pool.finish(&first, one).expect("it ends");
    let second = pool.finish(&second, other).expect("it ends");
    assert_eq!(cause(&first[1].outcome), "System.exit(3)");
    for execution in [&first[0], &first[2], &second[0], &second[1]] {
        assert_eq!(execution.outcome, Outcome::Passed);
        assert!(!execution.trace.predicates.is_empty());
    }
    assert_eq!(pool.deaths(), 1);
}

#[test]
fn what_ends_the_jvm_ends_one_test() {
    let Some(mut subject) = subject() else { return };
    assert_eq!(
        cause(&survive(&mut subject, "exit", &[Literal::Int(3)])),
        "System.exit(3)"
    );
    assert_eq!(subject.pool.deaths(), 1);
    assert_eq!(
        cause(&survive(&mut subject, "exit", &[Literal::Int(3)])),
        "System.exit(3)"
    );
    assert_eq!(
        subject.pool.deaths(),
        1,
        "a test that ended its worker is not run again"
    );
    assert_eq!(
        cause(&survive(&mut subject, "halt", &[Literal::Int(4)])),
        "exit status 4"
    );
    // A shutdown hook that goes on may keep the status from coming.
    let stubborn = survive(&mut subject, "kill", &[]);
    assert!(cause(&stubborn).starts_with("System.exit"), "{stubborn:?}");
}

#[test]
fn what_never_ends_is_ended_by_steps_or_by_the_clock() {
    let Some(mut subject) = subject() else { return };
    let by_steps = |outcome: Outcome| match outcome {
        Outcome::TimedOut { by_steps, .. } => by_steps,
        other => panic!("{other:?}"),
    };
    assert!(by_steps(survive(&mut subject, "swallow", &[])));
    assert!(
        by_steps(survive(&mut subject, "looping", &[])),
        "in a static initialiser"
    );
    assert_eq!(subject.pool.deaths(), 0);
    let hard = text(&",".repeat(60));
    assert!(
        !by_steps(survive(&mut subject, "regex", &[hard])),
        "backtracking"
    );
    assert!(
        !by_steps(survive(&mut subject, "stream", &[])),
        "in the JDK"
    );
    assert!(!by_steps(survive(&mut subject, "deadlock", &[])));
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn what_a_static_initialiser_takes_is_not_the_time_of_the_test() {
    let Some(mut subject) = subject() else { return };
    let options = RunOptions {
        time_limit_ms: 180,
        ..RunOptions::default()
    };
    let test = subject.test(&[("warm", &[])]);
    assert_eq!(subject.run_with(&test, options).outcome, Outcome::Passed);
}

#[test]
fn what_classes_of_a_library_take_that_come_in_is_not_the_time_of_the_test() {
    let Some(mut subject) = subject() else { return };
    let options = RunOptions {
        time_limit_ms: 150,
        ..RunOptions::default()
    };
    let test = subject.test(&[("load", &[Literal::Int(900)])]);
    assert_eq!(subject.run_with(&test, options).outcome, Outcome::Passed);
    let test = subject.test(&[("nap", &[Literal::Int(900)])]);
    let outcome = subject.run_with(&test, options).outcome;
    assert!(matches!(outcome, Outcome::TimedOut { .. }), "{outcome:?}");
}

#[test]
fn a_class_whose_initialiser_was_ended_is_tried_again_however_often() {
    let Some(mut subject) = subject() else { return };
    let looping = subject.test(&[("looping", &[])]);
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let mut is_tried = || {
        let outcome = subject.run(&looping).outcome;
        let is_broken = thrown_of(&outcome) == Some("java.lang.NoClassDefFoundError");
        assert!(is_broken || matches!(outcome, Outcome::TimedOut { by_steps: true, .. }));
        let others = vec![fine.clone(); 100];
        subject.run_all(&others, RunOptions::default());
        !is_broken
    };
    let tried: Vec<bool> = (0..12).map(|_| is_tried()).collect();
    // Each second time the broken class is met, and classes are loaded anew …
    let (often, later) = tried.split_at(7);
    assert_eq!(often, [true, false, true, false, true, false, true]);
    // … then less and less often.
    assert!(later.starts_with(&[false, false]), "{later:?}");
    assert!(later.contains(&true), "{later:?}");
}

/// Waits until no thread of the process wants a processor: one that computes wants it, however busy the machine is.
#[cfg(target_os = "linux")]
fn await_rest(process: u32) {
    let is_running = |task: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(task.path().join("stat"));
        stat.is_ok_and(|it| {
            it.rsplit(") ")
                .next()
                .is_some_and(|rest| rest.starts_with('R'))
        })
    };
    let is_busy = || {
        let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
        tasks.is_ok_and(|all| all.flatten().any(is_running))
    };
    let mut quiet = 0;
    while quiet < 3 {
        quiet = if is_busy() { 0 } else { quiet + 1 };
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_exceeds_its_time_costs_its_thread_and_no_worker_on_every_jdk() {
    for (feature, home) in jdks() {
        let can_be_stopped = feature < 20;
        let told = (0..5).find_map(|_| two_late_ones(feature, &home));
        let (mut subject, ids) = told.expect("a machine so busy says nothing of threads' ages");
        assert_eq!(subject.pool.process_ids(), ids, "JDK {feature}");
        assert_eq!(subject.pool.deaths(), 0, "JDK {feature}");
        // Where threads cannot be stopped, a third one that goes on is too much.
        late(&mut subject, 3, feature);
        late(&mut subject, 4, feature);
        assert_eq!(subject.pool.deaths() > 0, !can_be_stopped, "JDK {feature}");
    }
}

/// A subject in which two tests exceeded their time, and its workers after the first; none if a busy machine took so
/// long that a thread of theirs may have been too old to keep its worker.
#[cfg(target_os = "linux")]
fn two_late_ones(feature: u32, home: &Path) -> Option<(CompiledSubject, Vec<u32>)> {
    // That of `STRAY_NANOS` in Watchdog.java, less what a look takes.
    const AGE: Duration = Duration::from_millis(2_900);
    let setup = CompileSetup::default();
    let mut subject = CompiledSubject::with(TROUBLE, &options(feature, home), 1, &setup);
    let began = Instant::now();
    late(&mut subject, 1, feature);
    let ids = subject.pool.process_ids();
    late(&mut subject, 2, feature);
    (began.elapsed() < AGE).then_some((subject, ids))
}

#[cfg(target_os = "linux")]
fn late(subject: &mut CompiledSubject, start: i64, feature: u32) {
    const LIMIT: u32 = 100;
    let outcome = survive_within(subject, LIMIT, "streamFrom", &[Literal::Long(start)]);
    let is_late = matches!(
        outcome,
        Outcome::TimedOut {
            by_steps: false,
            ..
        }
    );
    assert!(is_late, "JDK {feature}: {outcome:?}");
    if feature < 20 {
        subject.pool.process_ids().into_iter().for_each(await_rest);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_writes_between_our_frames_ends_one_test() {
    let Some(mut subject) = subject() else { return };
    let mut scribbled = |name: &str, literal: Literal| {
        let outcome = survive(&mut subject, name, &[literal]);
        assert!(
            cause(&outcome).contains("unexpected"),
            "{name}: {outcome:?}"
        );
    };
    // Results that end too soon, a kind of frame that there is not, a text, results of more tests than there are.
    scribbled("scribbleFrame", Literal::Int(130));
    scribbled("scribbleFrame", Literal::Int(77));
    scribbled("scribbleText", text("hello"));
    scribbled("scribbleResults", Literal::Int(4));
}

#[test]
fn what_only_throws_costs_no_worker() {
    let Some(mut subject) = subject() else { return };
    let huge = survive(&mut subject, "allocate", &[Literal::Int(i32::MAX)]);
    assert!(
        matches!(huge, Outcome::TimedOut { by_steps: true, .. }),
        "{huge:?}"
    );
    let broken = survive(&mut subject, "broken", &[]);
    assert_eq!(thrown(&broken), "java.lang.ExceptionInInitializerError");
    assert_eq!(survive(&mut subject, "interrupt", &[]), Outcome::Passed);
    assert_eq!(survive(&mut subject, "shortThread", &[]), Outcome::Passed);
    let filled = subject.test(&[("fill", &[])]);
    let options = RunOptions {
        step_budget: u64::from(u32::MAX),
        time_limit_ms: 30_000,
        ..RunOptions::default()
    };
    assert_eq!(
        thrown(&subject.run_with(&filled, options).outcome),
        "java.lang.OutOfMemoryError"
    );
    let printed = subject.test(&[("print", &[Literal::Int(40_000)])]);
    assert_eq!(subject.run_with(&printed, options).outcome, Outcome::Passed);
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn a_thread_that_goes_on_costs_its_worker() {
    let Some(mut subject) = subject() else { return };
    // The first one might be that of a class initialiser.
    assert_eq!(survive(&mut subject, "thread", &[]), Outcome::Passed);
    assert_eq!(subject.pool.deaths(), 0);
    let outcome = survive(&mut subject, "thread", &[]);
    assert_eq!(cause(&outcome), "it left a thread running");
    assert_eq!(subject.pool.deaths(), 1);
}

const LIBRARY: &str = "package lib;
public class Lib {
    public static void scan(boolean spins) {
        Thread thread = new Thread(() -> {
            while (true) {
                if (spins) { Math.sqrt(2); continue; }
                try { Thread.sleep(100); } catch (InterruptedException again) { continue; }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}";

const USER: &str = "package user;
public class User {
    public static int log(int n) { return Log.note(n); }
    public static int scan(int n) { lib.Lib.scan(false); return n > 1 ? 1 : 0; }
    public static int spin(int n) { if (n > 100) { lib.Lib.scan(true); } return n; }
    public static int pool(int n) {
        java.util.concurrent.Executors.newFixedThreadPool(1).execute(() -> { });
        return n > 1 ? 1 : 0;
    }
    static class Log {
        static int noted;
        static { Thread thread = new Thread(Log::write); thread.setDaemon(true); thread.start(); }
        static int note(int n) { return noted = n; }
        static void write() {
            while (true) { try { Thread.sleep(100); } catch (InterruptedException again) { continue; } }
        }
    }
}";

/// A class with a library that starts threads, on each JDK.
fn users_of_a_library() -> Vec<(tempfile::TempDir, CompiledSubject)> {
    let with_library = |(feature, home): (u32, std::path::PathBuf)| {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("Lib.java");
        std::fs::write(&source, LIBRARY).unwrap();
        let compiled = crate::support::javac(&home)
            .args(["-g", "-d"])
            .arg(folder.path())
            .arg(source)
            .status();
        assert!(compiled.unwrap().success());
        let setup = CompileSetup {
            class_path: vec![folder.path().into()],
            ..CompileSetup::default()
        };
        let subject = CompiledSubject::with(USER, &options(feature, &home), 1, &setup);
        (folder, subject)
    };
    jdks().into_iter().map(with_library).collect()
}

#[test]
fn threads_of_class_initialisers_of_libraries_and_of_idle_pools_are_no_fault_of_a_test() {
    for (_library, mut subject) in users_of_a_library() {
        let names = ["log", "scan", "pool"];
        let tests: Vec<TestCase> = (0..12)
            .zip(names.into_iter().cycle())
            .map(|(n, name)| subject.test(&[(name, &[Literal::Int(n)])]))
            .collect();
        let fresh = RunOptions {
            fresh_loader: true,
            ..RunOptions::default()
        };
        for options in [RunOptions::default(), fresh, RunOptions::default()] {
            for (at, execution) in subject.run_all(&tests, options).iter().enumerate() {
                assert_eq!(execution.outcome, Outcome::Passed, "{}", names[at % 3]);
            }
        }
        assert_eq!(subject.pool.deaths(), 0);
    }
}

#[test]
fn a_thread_of_a_library_that_uses_up_the_processor_ends_the_worker_and_nobody_is_blamed() {
    for (_library, mut subject) in users_of_a_library() {
        let spin = subject.test(&[("spin", &[Literal::Int(101)])]);
        let fine = subject.test(&[("spin", &[Literal::Int(3)])]);
        let before = subject.pool.process_ids();
        assert_eq!(subject.run(&spin).outcome, Outcome::Passed);
        let begun = std::time::Instant::now();
        while subject.pool.process_ids() == before && begun.elapsed() < Duration::from_secs(180) {
            assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
            thread::sleep(Duration::from_millis(100));
        }
        assert_ne!(subject.pool.process_ids(), before);
        assert_eq!(subject.pool.deaths(), 0);
        assert_eq!(subject.run(&spin).outcome, Outcome::Passed);
    }
}

#[test]
fn a_callable_that_keeps_ending_workers_is_given_up() {
    let Some(mut subject) = subject() else { return };
    let tests: Vec<TestCase> = (0..6)
        .map(|status| subject.test(&[("exit", &[Literal::Int(status)])]))
        .collect();
    let executions: Vec<_> = tests
        .iter()
        .map(|test| subject.run_with(test, RunOptions::default()))
        .collect();
    assert_eq!(subject.pool.deaths(), 3);
    let Outcome::NotRun { reason, .. } = &executions[5].outcome else {
        panic!("{:?}", executions[5].outcome)
    };
    assert_eq!(reason, "exit ended 3 workers and is not tried again");
    let harmless = subject.test(&[("exit", &[Literal::Int(-1)])]);
    let alone = RunOptions {
        fresh_loader: true,
        ..RunOptions::default()
    };
    let confirmed = subject.run_with(&harmless, alone);
    assert_eq!(
        confirmed.outcome,
        Outcome::Passed,
        "what went well is confirmed"
    );
}

#[test]
fn a_worker_killed_from_outside_is_replaced_and_told_everything_again() {
    let Some(mut subject) = subject() else { return };
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    for _ in 0..2 {
        assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
        for id in subject.pool.process_ids() {
            let killed = Command::new("kill").arg("-9").arg(id.to_string()).status();
            assert!(killed.expect("kill runs").success());
        }
    }
    assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
}

#[test]
fn two_workers_give_results_in_order_and_survive_too() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let mut subject = CompiledSubject::with(
        TROUBLE,
        &options(feature, &home),
        2,
        &CompileSetup::default(),
    );
    let mut tests: Vec<TestCase> = (0..40)
        .map(|n| subject.test(&[("fine", &[Literal::Int(if n % 2 == 0 { n } else { -n } + 1)])]))
        .collect();
    tests[30] = subject.test(&[("halt", &[Literal::Int(4)])]);
    let predicate = subject.predicate("n > 0");
    let executions = subject.run_all(&tests, RunOptions::default());
    for (n, execution) in executions.iter().enumerate() {
        if n == 30 {
            assert_eq!(cause(&execution.outcome), "exit status 4");
        } else {
            let trace = execution.trace.predicate(predicate).expect("it ran");
            assert_eq!(trace.true_count, u32::from(n % 2 == 0), "test {n}");
        }
    }
    assert_eq!(subject.pool.process_ids().len(), 2);
}

#[test]
fn memory_outside_of_the_heap_ends_the_worker_and_the_call_is_known() {
    let Some((feature, home)) = jdks().into_iter().next() else {
        return;
    };
    let small = goalline_jvm::WorkerOptions {
        memory_mb: 64,
        ..options(feature, &home)
    };
    let mut subject = CompiledSubject::with(TROUBLE, &small, 1, &CompileSetup::default());
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let hoard = subject.test(&[
        ("fine", &[Literal::Int(1)]),
        ("hoard", &[Literal::Int(700)]),
    ]);
    let options = RunOptions {
        time_limit_ms: 60_000,
        ..RunOptions::default()
    };
    let call = Var(hoard.len() as u16 - 1);
    let runs = subject.run_all(&[fine.clone(), hoard, fine], options);
    let Outcome::Died { cause, statement } = &runs[1].outcome else {
        panic!("{:?}", runs[1].outcome);
    };
    assert!(
        cause.starts_with("the memory limit (428 MB resident"),
        "{cause}"
    );
    assert_eq!(*statement, Some(call));
    assert_eq!(runs[2].outcome, Outcome::Passed);
}

#[test]
fn a_slow_test_is_known_as_such_with_its_statement() {
    let Some(mut subject) = subject() else { return };
    let slow = subject.test(&[("fine", &[Literal::Int(1)]), ("nap", &[Literal::Int(300)])]);
    let quick = subject.test(&[("nap", &[Literal::Int(0)])]);
    let call = Var(slow.len() as u16 - 1);
    let options = RunOptions {
        time_limit_ms: 800,
        ..RunOptions::default()
    };
    let runs = subject.run_all(&[slow, quick], options);
    assert_eq!(runs[0].outcome, Outcome::Passed);
    assert_eq!(runs[0].slow_at, Some(call));
    assert_eq!(runs[1].slow_at, None);
}

/// A JDK like this one whose JVM is killed while it starts, as often as the file `kills` beside it has lines.
#[cfg(target_os = "linux")]
fn killed_while_starting(jdk: &Path, folder: &Path) -> PathBuf {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = folder.join("jdk");
    std::fs::create_dir_all(home.join("bin")).expect("it is ours");
    for part in ["", "bin"] {
        for entry in std::fs::read_dir(jdk.join(part)).expect("a JDK").flatten() {
            if !["bin", "java"].iter().any(|it| entry.file_name() == *it) {
                let place = home.join(part).join(entry.file_name());
                symlink(entry.path(), place).expect("it is ours");
            }
        }
    }
    let script = format!(
        "#!/bin/sh\nkills={}\nif [ -s $kills ]; then sed -i 1d $kills; kill -9 $$; fi\nexec {}/bin/java \"$@\"\n",
        folder.join("kills").display(),
        jdk.display(),
    );
    let java = home.join("bin/java");
    std::fs::write(&java, script).expect("it is ours");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&java, mode).expect("it is ours");
    home
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_somebody_ends_while_it_starts_is_started_again_and_not_for_ever() {
    let Some((feature, jdk)) = jdks().into_iter().next() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    // The program in the place of the JVM is none that the sandbox would start.
    let worker = WorkerOptions {
        jdk_home: killed_while_starting(&jdk, folder.path()),
        sandbox: Sandbox::Off,
        ..options(feature, &jdk)
    };
    let started = |kills: usize| {
        std::fs::write(folder.path().join("kills"), "\n".repeat(kills)).expect("it is ours");
        Worker::start(&worker).map(|_| ())
    };
    assert!(started(2).is_ok());
    let error = started(3).expect_err("it is killed each time").to_string();
    assert!(error.contains("signal 9"), "{error}");
}
