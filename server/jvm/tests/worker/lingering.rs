//! What goes on in a JVM of which nothing is asked any more: tasks of the common pool, which stays, and what they take.

use std::{
    thread,
    time::{Duration, Instant},
};

use goalline_jvm::{CompileSetup, WorkerOptions};
use goalline_testcase::{Literal, Outcome, RunOptions, TestCase};

use crate::support::{CompiledSubject, jdks, options};

const LATER: &str = r#"package later;
import java.util.concurrent.ForkJoinPool;
public class Later {
    interface Task { void run() throws Exception; }
    static int soon(Task task) {
        ForkJoinPool.commonPool().execute(() -> {
            try { Thread.sleep(500); task.run(); } catch (Exception wrong) { throw new Error(wrong); }
        });
        return 1;
    }
    public static int fine(int n) { return n > 0 ? n : -n; }
    public static int compute() {
        return soon(() -> java.util.stream.LongStream.range(0, Long.MAX_VALUE).map(Long::bitCount).sum());
    }
    public static int hoard(int megabytes) {
        return soon(() -> {
            java.lang.reflect.Field only = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            sun.misc.Unsafe unsafe = (sun.misc.Unsafe) only.get(null);
            long size = (long) megabytes << 20;
            unsafe.setMemory(unsafe.allocateMemory(size), size, (byte) 1);
            Thread.sleep(60_000);
        });
    }
    public static int fill(int files) {
        return soon(() -> {
            byte[] much = new byte[1 << 20];
            String folder = System.getProperty("java.io.tmpdir");
            for (int i = 0; i < files; i++) {
                try (java.io.OutputStream out = new java.io.FileOutputStream(folder + "/" + i)) {
                    for (int j = 0; j < 100; j++) { out.write(much); }
                }
            }
            Thread.sleep(60_000);
        });
    }
    /** Folders in one another, so deep that no path says where the file in the last one lies. */
    public static int bury(int depth) {
        return soon(() -> {
            java.io.File all = new java.io.File(System.getProperty("java.io.tmpdir"));
            java.io.File root = new java.io.File(all, "root"), next = new java.io.File(all, "next");
            root.mkdir();
            for (int i = 0; i < depth; i++) {
                next.mkdir();
                root.renameTo(new java.io.File(next, "root"));
                next.renameTo(root);
            }
            Thread.sleep(60_000);
        });
    }
    public static int await(int selectors) {
        return soon(() -> {
            java.util.List<Object> held = new java.util.ArrayList<>();
            java.util.List<java.nio.channels.Pipe> pipes = new java.util.ArrayList<>();
            for (int i = 0; i < 100; i++) {
                pipes.add(java.nio.channels.Pipe.open());
                pipes.get(i).source().configureBlocking(false);
            }
            for (int i = 0; i < selectors; i++) {
                java.nio.channels.Selector selector = java.nio.channels.Selector.open();
                for (java.nio.channels.Pipe pipe : pipes) {
                    pipe.source().register(selector, java.nio.channels.SelectionKey.OP_READ);
                }
                selector.selectNow();
                held.add(selector);
            }
            Thread.sleep(60_000);
            held.clear();
        });
    }
    public static int pipe(int pipes) {
        return soon(() -> {
            java.util.List<Object> held = new java.util.ArrayList<>();
            for (int i = 0; i < pipes; i++) { held.add(java.nio.channels.Pipe.open()); }
            Thread.sleep(60_000);
            held.clear();
        });
    }
    public static int lock(int parts) {
        return soon(() -> {
            java.io.File file = java.io.File.createTempFile("abc", "d");
            java.util.List<Object> held = new java.util.ArrayList<>();
            try (java.io.RandomAccessFile out = new java.io.RandomAccessFile(file, "rw")) {
                for (int i = 0; i < parts; i++) { held.add(out.getChannel().lock(2 * i, 1, false)); }
                Thread.sleep(60_000);
            }
            held.clear();
        });
    }
    public static int large(int megabytes) throws Exception {
        java.io.File file = java.io.File.createTempFile("abc", "d");
        try (java.io.RandomAccessFile out = new java.io.RandomAccessFile(file, "rw")) {
            out.setLength((long) megabytes << 20);
        } finally {
            file.delete();
        }
        return megabytes;
    }
}
"#;

/// On each JDK: a JVM in which such a test has run and passed is gone after a while, without being asked for
/// anything, and another one goes on.
fn is_ended_unasked(name: &str, arguments: &[Literal]) {
    for (feature, home) in jdks() {
        let small = WorkerOptions {
            memory_mb: 64,
            ..options(feature, &home)
        };
        let mut subject = CompiledSubject::with(LATER, &small, 1, &CompileSetup::default());
        let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
        let test = subject.test(&[(name, arguments)]);
        assert_eq!(subject.run(&test).outcome, Outcome::Passed, "JDK {feature}");
        let jvm = subject.pool.process_ids()[0];
        let begin = Instant::now();
        while is_running(jvm) {
            // What is busy is known by the processor time that it had: a busy machine gives it little.
            let waited = begin.elapsed();
            assert!(waited < Duration::from_secs(300), "JDK {feature} {name}");
            thread::sleep(Duration::from_millis(50));
        }
        let next = subject.run(&fine).outcome;
        assert_eq!(
            next,
            Outcome::Passed,
            "JDK {feature}: blamed for another one"
        );
        assert_eq!(subject.pool.deaths(), 0);
    }
}

/// Whether the process has memory; one that is gone is not reaped before it is asked for something.
fn is_running(process: u32) -> bool {
    let memory = std::fs::read_to_string(format!("/proc/{process}/statm"));
    memory.is_ok_and(|it| !it.starts_with("0 "))
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_computes_unasked_is_ended() {
    is_ended_unasked("compute", &[]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_takes_memory_unasked_is_ended() {
    is_ended_unasked("hoard", &[Literal::Int(700)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_fills_the_disk_is_ended() {
    is_ended_unasked("fill", &[Literal::Int(7)]);
}

/// What walks down such folders by recursion ends with the JVM: the server.
#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_buries_folders_is_ended_and_they_are_cleared_away() {
    is_ended_unasked("bury", &[Literal::Int(15_000)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_waits_for_as_much_as_the_kernel_keeps_for_all_is_ended() {
    is_ended_unasked("await", &[Literal::Int(300)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_keeps_pipes_from_all_other_programs_is_ended() {
    is_ended_unasked("pipe", &[Literal::Int(400)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_that_locks_thousands_of_parts_of_files_is_ended() {
    is_ended_unasked("lock", &[Literal::Int(12_000)]);
}

#[test]
fn an_idle_jvm_stays() {
    let Some(mut subject) = CompiledSubject::new(LATER) else {
        return;
    };
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let many: Vec<TestCase> = vec![fine.clone(); 2_000];
    subject.run_all(&many, RunOptions::default());
    let before = subject.pool.process_ids();
    thread::sleep(Duration::from_secs(5));
    assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
    assert_eq!(subject.pool.process_ids(), before);
}

#[test]
fn a_file_that_grows_beyond_all_bounds_is_an_exception_of_the_test() {
    let Some(mut subject) = CompiledSubject::new(LATER) else {
        return;
    };
    let test = subject.test(&[("large", &[Literal::Int(300)])]);
    let options = RunOptions {
        time_limit_ms: 60_000,
        ..RunOptions::default()
    };
    let outcome = subject.run_with(&test, options).outcome;
    let Outcome::Threw { thrown, .. } = outcome else {
        panic!("a file of 300 megabytes was written: {outcome:?}");
    };
    assert_eq!(thrown.class, "java.io.IOException");
    assert_eq!(subject.pool.deaths(), 0);
}
