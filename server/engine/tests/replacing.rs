//! What a run does once a newer one waits: a small class in a plain folder, on a real JVM.

use std::fmt::Write;

use goalline_engine::{
    Budget, Cancel, EngineError, Event, PairSelector, Request, RunPhase, Session, Settings,
};

use crate::cart::{CART, save};

/// Methods that each end a test: no test is for two of them, and all of them do not fit into one chunk of checks.
const METHODS: usize = 45;

fn budget(executions: u64) -> Budget {
    Budget {
        seconds: None,
        max_executions: Some(executions),
    }
}

#[test]
fn tests_that_are_not_looked_at_yet_are_left_to_the_newer_run() {
    let mut text = "package shop;\npublic class Cart {\n".to_owned();
    for number in 0..METHODS {
        let line =
            format!("public void m{number}(int a) {{ if (a > {number}) throw new Error(); }}");
        writeln!(text, "{line}").expect("a String takes it");
    }
    text.push('}');
    let root = tempfile::tempdir().expect("a temporary folder");
    let request = save(root.path(), &text, budget(5_000));
    let session = Session::new(Settings::default());
    let whole = session.generate(&request, &Cancel::default(), &mut |_: Event| {});
    let whole = whole.expect("it compiles");
    let whole = whole.tests.len();
    assert!(whole > METHODS, "{whole}");

    let cancel = Cancel::default();
    let cut = session.generate(&request, &cancel, &mut |event| {
        if matches!(event, Event::TestReady(_)) {
            cancel.replace();
        }
    });
    let cut = cut.expect("it keeps what it found").tests.len();
    assert!(0 < cut && cut < whole, "{cut} of {whole} tests were ready");
}

#[test]
fn a_run_for_pairs_gathers_no_files_once_another_one_waits() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let request = Request {
        coupled: Some(PairSelector::default()),
        ..save(root.path(), CART, budget(100))
    };
    let session = Session::new(Settings::default());
    let cancel = Cancel::default();
    // Nothing is coupled here, and a run that went on would say so.
    let result = session.generate(&request, &cancel, &mut |event| {
        if matches!(event, Event::Phase(RunPhase::Compiling)) {
            cancel.replace();
        }
    });
    assert!(matches!(result, Err(EngineError::Cancelled)), "{result:?}");
}
