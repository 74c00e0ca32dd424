//! When pairs are looked at again: after saves, edits, closing and changes on the disk, of the caller's file and of
//! those that it depends on.

use std::{
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use goalline_engine::LastPairs;
use serde_json::json;

use super::{
    super::{
        Editor, begin, report, start_with,
        waiting::{until_cancelled, until_holds},
    },
    CART, COUPON, alone, callee, end, next, pairs, seen, shop, with_related,
};

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
    // What the editor said was saved never reached the disk: after closing, the disk counts, also for the run that is
    // on.
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
        let found = pairs(job);
        note.lock().expect("nobody panics here").push(callee(job));
        Ok(found)
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
    // Counted is a run that has read what it needs: the test changes the file then.
    let mut editor = shop(move |job, _| {
        let found = pairs(job);
        note.lock().expect("nobody panics here").push(callee(job));
        Ok(found)
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
