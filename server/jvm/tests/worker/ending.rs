//! Batches that end early, by their budget or by their owner: what was done of them stays, and the worker with it.

use std::{
    thread,
    time::{Duration, Instant},
};

use goalline_jvm::Interrupt;
use goalline_testcase::{
    Execution, Executor, ExecutorError, Literal, Outcome, RunOptions, TestCase,
};

use crate::support::{CompiledSubject, observing};

const PATIENT: &str = r#"
package shop;
public class Patient {
    public static int fine(int x) { return x > 2 ? 1 : 0; }
    public static void nap(int millis) throws InterruptedException { Thread.sleep(millis); }
    public static int refuse(int x) { throw new IllegalArgumentException("no " + x); }
    static final Runtime JVM = Runtime.getRuntime();
    public static void exit(int status) { JVM.exit(status); }
    public static void deadlock() throws InterruptedException {
        Object one = new Object();
        synchronized (one) { while (true) { one.wait(); } }
    }
}
"#;

/// No test of these ends by its own clock.
const UNLIMITED: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 600_000,
    fresh_loader: false,
    observe: false,
    mutant: None,
    pauses: false,
};

fn subject() -> Option<CompiledSubject> {
    CompiledSubject::new(PATIENT)
}

fn fine(subject: &mut CompiledSubject) -> TestCase {
    subject.test(&[("fine", &[Literal::Int(3)])])
}

fn is_left(run: &Execution) -> bool {
    run.outcome == Outcome::Left
}

/// Two quick tests, one that takes seconds, one behind it.
fn batch(subject: &mut CompiledSubject) -> Vec<TestCase> {
    let quick = fine(subject);
    let slow = subject.test(&[("nap", &[Literal::Int(3_000)])]);
    let behind = subject.test(&[("refuse", &[Literal::Int(1)])]);
    vec![quick.clone(), quick, slow, behind]
}

#[test]
fn what_a_batch_has_done_when_the_budget_ends_it_stays_and_the_worker_too() {
    let Some(mut subject) = subject() else { return };
    let tests = batch(&mut subject);
    subject.run(&tests[0]);
    let before = subject.pool.process_ids();
    let end = Instant::now() + Duration::from_millis(500);
    subject
        .pool
        .set_interrupt(Interrupt::default().with_budget_end(end));
    let runs = subject.run_all(&tests, UNLIMITED);
    assert_eq!(runs[0].outcome, Outcome::Passed);
    assert_eq!(runs[1].outcome, Outcome::Passed);
    assert!(is_left(&runs[2]) && is_left(&runs[3]), "{runs:?}");
    subject.pool.set_interrupt(Interrupt::default());
    let refused = subject.run(&tests[3]);
    let Outcome::Threw { thrown, .. } = &refused.outcome else {
        panic!("{refused:?}")
    };
    assert_eq!(thrown.class, "java.lang.IllegalArgumentException");
    assert_eq!(subject.pool.process_ids(), before);
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn texts_that_only_an_unsent_result_named_are_sent_again() {
    let Some(mut subject) = subject() else { return };
    let refuse = subject.test(&[("refuse", &[Literal::Int(1)])]);
    let late = subject.test(&[
        ("nap", &[Literal::Int(1_500)]),
        ("refuse", &[Literal::Int(2)]),
    ]);
    let quick = fine(&mut subject);
    subject.run(&quick);
    let end = Instant::now() + Duration::from_millis(500);
    subject
        .pool
        .set_interrupt(Interrupt::default().with_budget_end(end));
    let runs = subject.run_all(&[quick, late], UNLIMITED);
    assert!(is_left(&runs[1]), "{runs:?}");
    subject.pool.set_interrupt(Interrupt::default());
    let refused = subject.run(&refuse);
    let Outcome::Threw { thrown, .. } = &refused.outcome else {
        panic!("{refused:?}")
    };
    assert_eq!(thrown.class, "java.lang.IllegalArgumentException");
}

const RESENTFUL: &str = r#"
package shop;
public class Resentful {
    private boolean isOffended;
    public void offend() { isOffended = true; throw new IllegalStateException("no"); }
    public void refuse() { throw new IllegalStateException("no"); }
    public int getMood() throws InterruptedException {
        if (isOffended) { Thread.sleep(60_000); }
        return 1;
    }
}
"#;

#[test]
fn texts_that_only_a_test_named_whose_object_never_answers_are_sent_again() {
    let Some(mut subject) = CompiledSubject::new(RESENTFUL) else {
        return;
    };
    let batch = ["offend", "refuse"].map(|name| subject.test(&[(name, &[])]));
    let options = RunOptions {
        time_limit_ms: 400,
        ..observing()
    };
    let runs = subject.run_all(&batch, options);
    assert!(
        matches!(runs[0].outcome, Outcome::TimedOut { .. }),
        "{runs:?}"
    );
    let Outcome::Threw { thrown, .. } = &runs[1].outcome else {
        panic!("{runs:?}")
    };
    assert_eq!(thrown.class, "java.lang.IllegalStateException");
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn a_batch_that_waits_behind_one_whose_budget_ended_runs_nothing() {
    let Some(mut subject) = subject() else { return };
    let tests = batch(&mut subject);
    let behind = vec![fine(&mut subject); 3];
    subject.run(&tests[0]);
    let end = Instant::now() + Duration::from_millis(500);
    subject
        .pool
        .set_interrupt(Interrupt::default().with_budget_end(end));
    let CompiledSubject { pool, cluster, .. } = &mut subject;
    let first = pool.start(cluster, &tests, UNLIMITED).expect("it starts");
    let second = pool.start(cluster, &behind, UNLIMITED).expect("it starts");
    let first = pool.finish(&tests, first).expect("what is done");
    let second = pool.finish(&behind, second).expect("what is done");
    assert_eq!(first.iter().filter(|run| is_left(run)).count(), 2);
    assert!(second.iter().all(is_left), "{second:?}");
}

#[test]
fn whenever_the_budget_ends_no_batch_gets_the_results_of_another() {
    const ROUNDS: u32 = 400;
    let Some(mut subject) = subject() else { return };
    let fine = vec![fine(&mut subject); 256];
    let refused = vec![subject.test(&[("refuse", &[Literal::Int(1)])]); 256];
    subject.run(&fine[0]);
    for round in 0..ROUNDS {
        let end = Instant::now() + Duration::from_micros(u64::from(round % 40) * 50);
        let interrupt = Interrupt::default().with_budget_end(end);
        subject.pool.set_interrupt(interrupt);
        let CompiledSubject { pool, cluster, .. } = &mut subject;
        let started = [&fine, &refused, &fine].map(|tests| {
            let started = pool.start(cluster, tests, UNLIMITED);
            (tests, started.expect("it starts"))
        });
        let results = started.map(|(tests, started)| pool.finish(tests, started));
        let [first, second, third] = results.map(|runs| runs.expect("what is done"));
        let is_fine = |run: &Execution| is_left(run) || run.outcome == Outcome::Passed;
        let is_refused =
            |run: &Execution| is_left(run) || matches!(run.outcome, Outcome::Threw { .. });
        assert!(first.iter().chain(&third).all(is_fine), "round {round}");
        assert!(second.iter().all(is_refused), "round {round}");
    }
    assert_eq!(subject.pool.deaths(), 0);
}

#[test]
fn what_was_found_is_confirmed_after_the_budget() {
    let Some(mut subject) = subject() else { return };
    let fine = fine(&mut subject);
    subject
        .pool
        .set_interrupt(Interrupt::default().with_budget_end(Instant::now()));
    let fresh = RunOptions {
        fresh_loader: true,
        ..UNLIMITED
    };
    let runs = subject.run_all(&[fine.clone(), fine], fresh);
    assert!(runs.iter().all(|run| run.outcome == Outcome::Passed));
}

#[test]
fn a_patient_interrupt_keeps_what_is_done_and_spares_the_worker() {
    let Some(mut subject) = subject() else { return };
    let tests = batch(&mut subject);
    subject.run(&tests[0]);
    let before = subject.pool.process_ids();
    let interrupt = Interrupt::default().patient(Duration::from_secs(60));
    subject.pool.set_interrupt(interrupt.clone());
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        interrupt.interrupt();
    });
    let runs = subject.run_all(&tests, UNLIMITED);
    canceller.join().expect("the canceller ends");
    assert_eq!(runs[1].outcome, Outcome::Passed);
    assert!(is_left(&runs[2]) && is_left(&runs[3]), "{runs:?}");
    subject.pool.set_interrupt(Interrupt::default());
    assert_eq!(subject.run(&tests[0]).outcome, Outcome::Passed);
    assert_eq!(subject.pool.process_ids(), before);
}

#[test]
fn a_deadline_ends_a_batch_that_costs_worker_after_worker() {
    let Some(mut subject) = subject() else { return };
    let exits: Vec<TestCase> = (1..100)
        .map(|status| subject.test(&[("exit", &[Literal::Int(status)])]))
        .collect();
    let interrupt = Interrupt::default()
        .patient(Duration::from_secs(60))
        .until(Instant::now());
    subject.pool.set_interrupt(interrupt);
    let runs = subject.run_all(&exits, RunOptions::default());
    assert!(runs[1..].iter().all(is_left));
    assert!(subject.pool.deaths() <= 1);
}

#[test]
fn an_interrupted_batch_ends_at_once_and_the_pool_goes_on() {
    let Some(mut subject) = subject() else { return };
    let interrupt = Interrupt::default();
    subject.pool.set_interrupt(interrupt.clone());
    let stuck = subject.test(&[("deadlock", &[])]);
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        interrupt.interrupt();
    });
    let result = subject.pool.run(&subject.cluster, &[stuck], UNLIMITED);
    assert!(
        matches!(result, Err(ExecutorError::Cancelled)),
        "{result:?}"
    );
    canceller.join().expect("the canceller ends");
    subject.pool.set_interrupt(Interrupt::default());
    let fine = fine(&mut subject);
    assert_eq!(subject.run(&fine).outcome, Outcome::Passed);
}
