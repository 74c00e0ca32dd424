//! Pairs of branches in an editor: a diagnostic with places in two files, its matrix, its tests; when they are looked
//! at again stands in `renewed`.

mod renewed;

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use goalline_engine::{
    Cancel, Combination, CoupledBranch, CoupledCall, FileKeys, GoalReport, GoalState, LastPairs,
};
use goalline_goals::GoalKey;
use goalline_syntax::Span;
use serde_json::{Value, json};

use super::{Editor, able, report, start_remembering_pairs, start_with, test, waiting::until};
use crate::serve::state::{
    generator::{Failure, Job},
    server::saved_text,
};

const CART: &str = "package shop;

class Cart {
    int size(Coupon coupon, int n) {
        if (n > 3) {
            return coupon.rate(n);
        }
        return 0;
    }
}
";

const COUPON: &str = "package shop;

class Coupon {
    int rate(int n) {
        return n > 9 ? 2 : 1;
    }
}
";

fn with_related() -> Value {
    let mut params = able(json!({ "runOnSave": true }));
    params["capabilities"]["textDocument"]["publishDiagnostics"] =
        json!({ "relatedInformation": true });
    params
}

fn branch(file: &Path, text: &str, condition: &str, outcome: bool) -> CoupledBranch {
    let start = text.find(condition).expect("it is there");
    CoupledBranch {
        file: file.to_path_buf(),
        span: Span::new(start, start + condition.len()),
        text: condition.to_owned(),
        outcome,
        within: String::from(if text == CART {
            "Cart.size"
        } else {
            "Coupon.rate"
        }),
    }
}

/// `n > 3` true with `n > 9` true, which the user covers, and with false, which a verified test does.
fn pairs(job: &Job) -> LastPairs {
    let coupon = job.path.with_file_name("Coupon.java");
    let callee = callee(job);
    let start = job.text.find("coupon.rate(n)").expect("the call");
    let keys = ["true", "false"].map(|outcome| GoalKey(format!("pair {outcome}").into()));
    let call = CoupledCall {
        file: job.path.clone(),
        span: Span::new(start, start + "coupon.rate(n)".len()),
        callee: "Coupon.rate".into(),
        callee_files: vec![coupon.clone()],
        callers: vec![branch(&job.path, &job.text, "n > 3", true)],
        callees: [true, false]
            .map(|outcome| branch(&coupon, &callee, "n > 9", outcome))
            .to_vec(),
        combinations: (0..2)
            .map(|callee| Combination {
                caller: 0,
                callee,
                key: keys[callee].clone(),
            })
            .collect(),
        more: 0,
    };
    let mut test = (*test(job, "sizeAndRateReturnsOne", "n > 3#0:true")).clone();
    test.goals = vec![keys[1].clone()];
    let mut report = report(job, &[Arc::new(test)], &[]);
    let one = report.goals[0].goal.clone();
    let states = [
        GoalState::CoveredByUser(vec!["CartTest.large".into()]),
        GoalState::TestReady("sizeAndRateReturnsOne".into()),
    ];
    let goals = keys.into_iter().zip(states).map(|(key, state)| GoalReport {
        goal: goalline_goals::Goal { key, ..one.clone() },
        state,
        missing: String::new(),
        stands_for: 0,
        is_sought: true,
    });
    report.goals = goals.collect();
    report.calls = vec![call];
    report.seen = seen(job);
    LastPairs::of(&report, &job.path, job.text.clone(), &job.open_texts)
}

/// The text of the callee as the job has it.
fn callee(job: &Job) -> String {
    let coupon = job.path.with_file_name("Coupon.java");
    let held = job.open_texts.get(&coupon).map(ToString::to_string);
    held.unwrap_or_else(|| saved_text(&coupon).expect("it is there"))
}

/// What the pairs of a caller depend on.
fn seen(job: &Job) -> FileKeys {
    let coupon = job.path.with_file_name("Coupon.java");
    FileKeys::of([(&*job.path, &*job.text), (&*coupon, &*callee(job))])
}

/// A file that calls nobody.
fn alone(job: &Job) -> LastPairs {
    LastPairs::none(FileKeys::of([(&*job.path, &*job.text)]))
}

fn shop(
    couple: impl Fn(&Job, &Cancel) -> Result<LastPairs, Failure> + Send + Sync + 'static,
) -> Editor {
    start_with(
        with_related(),
        |job, _, _| Ok(report(job, &[], &[])),
        couple,
    )
}

/// Runs that go on in the background may still say something.
fn end(mut editor: Editor) {
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    editor.end();
}

/// The next diagnostic of pairs.
fn next(editor: &mut Editor) -> Value {
    until("a diagnostic of pairs", || {
        let published = editor
            .client
            .notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"].as_array()?;
        let of_pairs = hints.iter().find(|hint| hint["code"] == "coupled-branch");
        of_pairs.cloned()
    })
}

#[test]
fn a_call_has_one_diagnostic_that_leads_into_both_files_and_a_test_that_takes_it_away() {
    let mut editor = shop(|job, _| Ok(pairs(job)));
    editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let hint = next(&mut editor);
    assert_eq!(
        hint["message"],
        "1 of 2 combinations with Coupon.rate is never tested together · test ready"
    );
    assert_eq!(
        hint["range"]["start"],
        json!({ "line": 5, "character": 19 })
    );
    let related = hint["relatedInformation"].as_array().expect("two places");
    let places: Vec<(bool, &Value)> = related
        .iter()
        .map(|it| {
            let uri = it["location"]["uri"].as_str().unwrap_or("?");
            (
                uri.ends_with("/Coupon.java"),
                &it["location"]["range"]["start"],
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            (false, &json!({ "line": 4, "character": 12 })),
            (true, &json!({ "line": 4, "character": 15 })),
        ]
    );

    let at = json!({ "line": 5, "character": 22 });
    let params = json!({ "textDocument": { "uri": uri }, "position": at });
    let hover = editor.client.call("textDocument/hover", params);
    let text = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(
        text.contains("| | `n > 9` true | `n > 9` false |\n|---|---|---|\n| `n > 3` true | ✓ CartTest.large | test ready |"),
        "{text}"
    );

    let titles = editor.titles(&uri, 5, 22);
    assert_eq!(
        titles,
        [
            "Insert test sizeAndRateReturnsOne (n > 3 true with n > 9 false)",
            "Ignore the pairs with Coupon.rate",
        ]
    );
    let action = editor.actions(&uri, 5, 22)[0].clone();
    let resolved = editor.client.call("codeAction/resolve", action);
    super::apply(&resolved["edit"]);
    let written = fs::read_to_string(editor.path("CartTest.java")).expect("it was made");
    assert!(
        written.contains("void sizeAndRateReturnsOne()"),
        "{written}"
    );
    let test_file = editor.uri("CartTest.java");
    editor.client.open(&test_file, &written);
    editor.hints_become(&[]);
    end(editor);
}

#[test]
fn the_diagnostic_follows_edits_of_both_files() {
    let mut editor = shop(|job, _| Ok(pairs(job)));
    let callee = editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    next(&mut editor);
    let line = |at: u32| {
        let at = json!({ "line": at, "character": 0 });
        json!([{ "range": { "start": at, "end": at }, "text": "// new\n" }])
    };
    editor.client.change(&callee, 2, line(0));
    let hint = next(&mut editor);
    let place = |hint: &Value| hint["relatedInformation"][1]["location"]["range"]["start"].clone();
    assert_eq!(place(&hint), json!({ "line": 5, "character": 15 }));
    editor.client.change(&uri, 2, line(1));
    let hint = next(&mut editor);
    assert_eq!(
        hint["range"]["start"],
        json!({ "line": 6, "character": 19 })
    );
    end(editor);
}

#[test]
fn a_test_that_was_taken_counts_no_more_once_a_run_says_that_it_does_not_cover_the_pair() {
    let runs = Arc::new(AtomicBool::new(false));
    let has_run = runs.clone();
    let mut editor = shop(move |job, _| {
        if job.name() != "Cart" {
            return Ok(alone(job));
        }
        let mut found = pairs(job);
        if has_run.swap(true, Ordering::Relaxed) {
            found.tests.clear();
            found.states[1].1 = super::not_reached(None);
        }
        Ok(found)
    });
    let coupon = editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    next(&mut editor);
    let action = editor.actions(&uri, 5, 22)[0].clone();
    let resolved = editor.client.call("codeAction/resolve", action);
    super::apply(&resolved["edit"]);
    let written = fs::read_to_string(editor.path("CartTest.java")).expect("it was made");
    let test_file = editor.uri("CartTest.java");
    editor.client.open(&test_file, &written);
    editor.hints_become(&[]);
    editor.client.save(&coupon);
    let hint = next(&mut editor);
    assert_eq!(
        hint["message"],
        "1 of 2 combinations with Coupon.rate is never tested together"
    );
    end(editor);
}

#[test]
fn whoever_does_not_want_pairs_gets_none() {
    let runs = Arc::new(AtomicBool::new(false));
    let has_run = runs.clone();
    let mut editor = start_with(
        able(json!({ "coupledBranches": false })),
        |job, _, _| {
            Ok(report(
                job,
                &[],
                &[("n > 3#0:true", super::not_reached(None))],
            ))
        },
        move |job, _| {
            has_run.store(true, Ordering::Relaxed);
            Ok(pairs(job))
        },
    );
    editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints_become(&["4:12 never true in a test"]);
    editor.client.save(&uri);
    end(editor);
    assert!(!runs.load(Ordering::Relaxed));
}

#[test]
fn pairs_of_an_earlier_process_are_shown_where_they_stand_now() {
    let mut editor = start_remembering_pairs(with_related(), |job| {
        let text: Arc<str> = Arc::from(CART);
        let of_caller = job.path.ends_with("Cart.java").then(|| Job {
            text: text.clone(),
            ..job.clone()
        });
        Some(pairs(&of_caller?))
    });
    editor.open("Coupon.java", COUPON);
    editor.open("Cart.java", &format!("// somebody was here\n{CART}"));
    let hint = next(&mut editor);
    assert_eq!(hint["range"]["start"]["line"], 6);
    assert_eq!(
        hint["message"],
        "1 of 2 combinations with Coupon.rate is never tested together · test ready"
    );
    end(editor);
}

#[test]
fn pairs_of_an_earlier_process_are_not_shown_where_the_callee_has_changed_since() {
    let mut editor = start_remembering_pairs(with_related(), |job| {
        let mut then = job.clone();
        let coupon = job.path.with_file_name("Coupon.java");
        let is_outdated = job.name() == "Cart";
        if is_outdated {
            then.open_texts.insert(coupon, Arc::from(COUPON));
        }
        (job.name() != "Coupon").then(|| pairs(&then))
    });
    editor.open("Coupon.java", &COUPON.replace("? 2", "? 3"));
    editor.open("Cart.java", CART);
    let uri = editor.open("Basket.java", &CART.replace("Cart", "Basket"));
    // What is remembered is shown in the order of opening.
    let first = until("a diagnostic of pairs", || {
        let published = editor
            .client
            .notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"].as_array()?;
        let has_pairs = hints.iter().any(|hint| hint["code"] == "coupled-branch");
        has_pairs.then(|| published["uri"].clone())
    });
    assert_eq!(first, json!(uri));
    end(editor);
}
