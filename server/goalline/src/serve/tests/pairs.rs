//! Pairs of branches in an editor: a diagnostic with places in two files, its matrix, its tests; runs for them come last and follow both files.

use std::{
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use goalline_engine::{
    Cancel, Combination, CoupledBranch, CoupledCall, GoalReport, GoalState, LastPairs, Seen,
};
use goalline_goals::GoalKey;
use goalline_syntax::Span;
use serde_json::{Value, json};

use super::{
    Editor, able, begin, report, start_remembering_pairs, start_with, test,
    waiting::{until, until_cancelled, until_holds},
};
use crate::serve::known::{
    generator::{Failure, Job},
    state::saved_text,
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

/// `n > 3` true with `n > 9` true, which the user covers, and with false, which a ready test does.
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
    LastPairs::of(&report, (&job.path, job.text.clone()), &job.open_texts)
}

/// The text of the callee as the job has it.
fn callee(job: &Job) -> String {
    let coupon = job.path.with_file_name("Coupon.java");
    let held = job.open_texts.get(&coupon).map(ToString::to_string);
    held.unwrap_or_else(|| saved_text(&coupon).expect("it is there"))
}

/// What the pairs of a caller depend on.
fn seen(job: &Job) -> Seen {
    let coupon = job.path.with_file_name("Coupon.java");
    Seen::of([(&*job.path, &*job.text), (&*coupon, &*callee(job))])
}

/// A file that calls nobody.
fn alone(job: &Job) -> LastPairs {
    LastPairs::none(Seen::of([(&*job.path, &*job.text)]))
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
fn saving_or_closing_the_callee_runs_the_callers_again_on_the_text_that_counts() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let is_closed = Arc::new(AtomicBool::new(false));
    let (note, may_end) = (seen.clone(), is_closed.clone());
    let mut editor = shop(move |job, _| {
        if job.name() != "Cart" {
            return Ok(alone(job));
        }
        let coupon = job.path.with_file_name("Coupon.java");
        let text = job.open_texts.get(&coupon);
        let text = text.map_or("closed".into(), |text| {
            text.lines().next().unwrap_or("").to_owned()
        });
        let is_second = text == "// new";
        note.lock().expect("nobody panics here").push(text);
        until_holds("leave to end", || {
            !is_second || may_end.load(Ordering::Relaxed)
        });
        Ok(pairs(job))
    });
    let callee = editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    next(&mut editor);
    let at = json!({ "line": 0, "character": 0 });
    let edit = json!([{ "range": { "start": at, "end": at }, "text": "// new\n" }]);
    editor.client.change(&callee, 2, edit);
    next(&mut editor);
    editor.client.save(&callee);
    let wait = |count: usize| {
        until_holds(&format!("{count} runs"), || {
            seen.lock().expect("nobody panics here").len() >= count
        });
    };
    wait(2);
    // What the editor said was saved never reached the disk: after closing, the disk counts, also for the run that is on.
    let closed = json!({ "textDocument": { "uri": callee } });
    editor.client.notify("textDocument/didClose", closed);
    editor.lenses(&uri);
    is_closed.store(true, Ordering::Relaxed);
    wait(3);
    let texts = seen.lock().expect("nobody panics here").clone();
    assert_eq!(texts, ["package shop;", "// new", "closed"]);
    end(editor);
}

#[test]
fn a_run_for_pairs_gives_way_to_a_save_and_comes_back_afterwards() {
    let started = Arc::new(AtomicBool::new(false));
    let has_started = started.clone();
    let texts = Arc::new(Mutex::new(Vec::new()));
    let note = texts.clone();
    let mut editor = shop(move |job, cancel| {
        if job.name() != "Cart" {
            return Ok(alone(job));
        }
        note.lock().expect("nobody panics here").push(callee(job));
        if !has_started.swap(true, Ordering::Relaxed) {
            until_cancelled(cancel);
        }
        Ok(pairs(job))
    });
    let coupon = editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("the run for pairs", || started.load(Ordering::Relaxed));
    let changed = COUPON.replace("? 2", "? 3");
    editor
        .client
        .change(&coupon, 2, json!([{ "text": changed }]));
    editor.client.save(&coupon);
    let hint = next(&mut editor);
    assert_eq!(hint["range"]["start"]["line"], 5);
    end(editor);
    let texts = texts.lock().expect("nobody panics here").clone();
    assert_eq!(texts, [COUPON.to_owned(), changed]);
}

#[test]
fn a_callee_that_gets_its_first_branch_gives_its_caller_pairs_when_it_is_saved() {
    let runs = Arc::new(AtomicBool::new(false));
    let has_run = runs.clone();
    let mut editor = shop(move |job, _| {
        if job.name() != "Cart" {
            return Ok(alone(job));
        }
        has_run.store(true, Ordering::Relaxed);
        if callee(job).contains("n > 9") {
            Ok(pairs(job))
        } else {
            Ok(LastPairs::none(seen(job)))
        }
    });
    let coupon = editor.open("Coupon.java", &COUPON.replace("n > 9 ? 2 : 1", "1"));
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("a run for pairs", || runs.load(Ordering::Relaxed));
    editor
        .client
        .change(&coupon, 2, json!([{ "text": COUPON }]));
    editor.client.save(&coupon);
    let hint = next(&mut editor);
    assert_eq!(hint["range"]["start"]["line"], 5);
    end(editor);
}

#[test]
fn a_caller_that_was_closed_while_its_callee_changed_is_looked_at_again_when_it_opens() {
    let texts = Arc::new(Mutex::new(Vec::new()));
    let note = texts.clone();
    let mut editor = shop(move |job, _| {
        if job.name() != "Cart" {
            return Ok(alone(job));
        }
        note.lock().expect("nobody panics here").push(callee(job));
        Ok(pairs(job))
    });
    let coupon = editor.open("Coupon.java", COUPON);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    next(&mut editor);
    let closed = json!({ "textDocument": { "uri": uri } });
    editor.client.notify("textDocument/didClose", closed);
    let changed = COUPON.replace("? 2", "? 3");
    editor
        .client
        .change(&coupon, 2, json!([{ "text": changed }]));
    editor.client.save(&coupon);
    editor.open("Cart.java", CART);
    let count = || texts.lock().expect("nobody panics here").len();
    until_holds("a second run", || count() == 2);
    end(editor);
    let texts = texts.lock().expect("nobody panics here").clone();
    assert_eq!(texts, [COUPON.to_owned(), changed]);
}

#[test]
fn a_caller_that_was_closed_before_its_pairs_were_looked_at_is_looked_at_when_it_opens() {
    let [has_begun, is_closed, has_coupled] = [0; 3].map(|_| Arc::new(AtomicBool::new(false)));
    let (begun, closed, coupled) = (has_begun.clone(), is_closed.clone(), has_coupled.clone());
    let mut editor = start_with(
        with_related(),
        move |job, _, events| {
            begin(job, events);
            begun.store(true, Ordering::Relaxed);
            until_holds("leave to end", || closed.load(Ordering::Relaxed));
            Ok(report(job, &[], &[]))
        },
        move |job, _| {
            coupled.store(true, Ordering::Relaxed);
            Ok(pairs(job))
        },
    );
    fs::write(editor.path("Coupon.java"), COUPON).expect("the folder is writable");
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("the search", || has_begun.load(Ordering::Relaxed));
    let closing = json!({ "textDocument": { "uri": uri } });
    editor.client.notify("textDocument/didClose", closing);
    editor.lenses(&uri);
    is_closed.store(true, Ordering::Relaxed);
    let has_ended = || editor.runs.lock().expect("nobody panics here").len() == 2;
    until_holds("the end of the search", has_ended);
    assert!(!has_coupled.load(Ordering::Relaxed));
    editor.open("Cart.java", CART);
    next(&mut editor);
    end(editor);
}

#[test]
fn a_callee_that_changes_on_the_disk_runs_its_open_callers_again() {
    let texts = Arc::new(Mutex::new(Vec::new()));
    let note = texts.clone();
    let mut editor = shop(move |job, _| {
        note.lock().expect("nobody panics here").push(callee(job));
        Ok(pairs(job))
    });
    // Not UTF-8, as old sources are.
    let old = [COUPON.as_bytes(), b"// \xf6\n"].concat();
    let changed = COUPON.replace("? 2", "? 3");
    let coupon = editor.path("Coupon.java");
    fs::write(&coupon, COUPON).expect("the folder is writable");
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    next(&mut editor);
    let count = || texts.lock().expect("nobody panics here").len();
    let tell = |editor: &mut Editor| {
        let told = json!({ "changes": [{ "uri": editor.uri("Coupon.java"), "type": 2 }] });
        editor
            .client
            .notify("workspace/didChangeWatchedFiles", told);
        editor.lenses(&uri);
    };
    tell(&mut editor);
    fs::write(&coupon, &changed).expect("the folder is writable");
    tell(&mut editor);
    until_holds("a second run", || count() == 2);
    fs::write(&coupon, old).expect("the folder is writable");
    tell(&mut editor);
    until_holds("a third run", || count() == 3);
    end(editor);
    let texts = texts.lock().expect("nobody panics here").clone();
    assert_eq!(texts[..2], [COUPON.to_owned(), changed]);
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
    editor.hints_become(&["4:12 never run"]);
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
