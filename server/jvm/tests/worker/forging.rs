//! Frames that a test writes itself: the worker's pipe has a name, which code that runs in the worker may find out.

use std::time::{Duration, Instant};

use goalline_jvm::{CompileSetup, Interrupt};
use goalline_testcase::{Executor, Literal, Outcome, RunOptions};

use crate::support::{CompiledSubject, jdks, options};

/// Writes into the pipe of the worker, whose name stands in the command line.
const FORGER: &str = r#"
package shop;
import java.io.FileOutputStream;
import java.io.OutputStream;
public class Forger {
    public static int fine(int n) { return n > 0 ? n : -n; }
    interface Forgery { void write(OutputStream pipe) throws Exception; }
    static int forge(Forgery forgery) throws Exception {
        String pipe = System.getProperty("sun.java.command").split(" ")[2];
        try (OutputStream out = new FileOutputStream(pipe)) { forgery.write(out); }
        return 1;
    }
    /** A frame that never ends, a byte at a time. */
    public static int drip() throws Exception {
        return forge(out -> {
            out.write(new byte[] {-1, -1, -1, 6});
            while (true) { out.write(1); Thread.sleep(10); }
        });
    }
    /** Says much and hears nothing. */
    public static int flood() throws Exception {
        byte[] much = new byte[1 << 16];
        return forge(out -> {
            out.write(new byte[] {-1, -1, -1, 7});
            while (true) { out.write(much); }
        });
    }
}
"#;

/// The forger on each JDK.
fn forgers() -> impl Iterator<Item = CompiledSubject> {
    jdks().into_iter().map(|(feature, home)| {
        CompiledSubject::with(
            FORGER,
            &options(feature, &home),
            1,
            &CompileSetup::default(),
        )
    })
}

#[test]
fn a_test_that_goes_on_saying_something_in_the_name_of_the_worker_is_ended_all_the_same() {
    for mut subject in forgers() {
        ends_what_never_does(&mut subject);
    }
}

fn ends_what_never_does(subject: &mut CompiledSubject) {
    let forgery = subject.test(&[("drip", &[])]);
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    subject.run(&fine);
    let end = Instant::now() + Duration::from_millis(500);
    subject.pool.set_interrupt(Interrupt::default().until(end));
    let options = RunOptions {
        time_limit_ms: 60_000,
        ..RunOptions::default()
    };
    let run = subject.pool.run(&subject.cluster, &[forgery], options);
    assert!(run.is_err(), "{run:?}");
    subject.pool.set_interrupt(Interrupt::default());
    assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
}

#[test]
fn a_flood_of_bytes_in_the_name_of_the_worker_is_a_death_and_takes_no_memory_here() {
    for mut subject in forgers() {
        survives_a_flood(&mut subject);
    }
}

fn survives_a_flood(subject: &mut CompiledSubject) {
    let fine = subject.test(&[("fine", &[Literal::Int(3)])]);
    let flood = subject.test(&[("flood", &[])]);
    let before = peak_memory();
    let run = subject.run(&flood);
    assert!(matches!(run.outcome, Outcome::Died { .. }), "{run:?}");
    assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
    let more = peak_memory() - before;
    assert!(more < 600 << 10, "{more} kilobytes");
}

/// Kilobytes that this process had at most; 0 where the system does not say.
fn peak_memory() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let words = line.and_then(|line| line.split_whitespace().next());
    words.and_then(|word| word.parse().ok()).unwrap_or(0)
}
