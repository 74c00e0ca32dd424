//! Runs: the newest save wins, progress can be cancelled, and whatever goes wrong is said once while everything else
//! goes on.

use std::{fs, thread, time::Duration};

use goalline_engine::Event;
use serde_json::{Value, json};

use super::{
    CART, able, begin, not_reached, playing, report, start, start_heard, test,
    waiting::{until_cancelled, until_holds},
};
use crate::serve::state::generator::Failure;

#[test]
fn hints_change_as_tests_become_ready_and_nothing_found_is_lost_by_cancel() {
    let mut editor = start(able(json!({})), |job, cancel, events| {
        begin(job, events);
        thread::sleep(Duration::from_millis(300));
        let ready = test(job, "sizeOfTwo", "n > 1#0:true");
        events.event(Event::TestReady(ready.clone()));
        until_cancelled(cancel);
        Ok(report(job, &[ready], &[("n > ", not_reached(Some(1.0)))]))
    });
    editor
        .client
        .ignore(&["window/workDoneProgress/create", "$/progress"]);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let before = [
        "4:12 never run in a test",
        "4:30 never run in a test",
        "11:15 never run in a test",
    ];
    assert_eq!(editor.hints(), before);
    assert_eq!(
        editor.hints()[2],
        "11:15 never run in a test · test ready for true"
    );
    let stopped = editor.client.call(
        "workspace/executeCommand",
        json!({ "command": "goalline.stop", "arguments": [uri] }),
    );
    assert_eq!(stopped, Value::Null);
    assert_eq!(
        editor.hints(),
        [
            "4:30 never run in a test",
            "11:15 never run in a test · test ready for true"
        ]
    );
    editor.end();
}

#[test]
fn the_newest_save_wins_and_no_two_runs_overlap() {
    let mut editor = start(able(json!({})), |job, cancel, _| {
        if !job.text.contains("last") {
            until_cancelled(cancel);
            return Err(Failure::Cancelled);
        }
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    editor
        .client
        .ignore(&["window/workDoneProgress/create", "$/progress"]);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    thread::sleep(Duration::from_millis(100));
    for version in 2..6 {
        editor.client.change(
            &uri,
            version,
            json!([{ "text": format!("// {version}\n{CART}") }]),
        );
        editor.client.save(&uri);
    }
    editor
        .client
        .change(&uri, 6, json!([{ "text": format!("// last\n{CART}") }]));
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["12:15 never true in a test"]);
    let runs = editor.runs.lock().expect("nobody panics here").clone();
    assert!(
        runs.chunks(2).all(|pair| pair == ["begin", "end"]),
        "{runs:?}"
    );
    assert!(
        runs.len() <= 6,
        "saves that follow each other at once are one: {runs:?}"
    );
    editor.end();
}

#[test]
fn two_saves_within_ten_milliseconds_are_one_run() {
    let mut editor = start(able(json!({})), |job, _, _| {
        thread::sleep(Duration::from_millis(50));
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    thread::sleep(Duration::from_millis(200));
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 2);
    editor.end();
}

#[test]
fn files_wait_for_each_other() {
    let mut editor = start(able(json!({})), |job, _, _| {
        thread::sleep(Duration::from_millis(20));
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    for name in ["A.java", "B.java", "C.java"] {
        let uri = editor.open(name, CART);
        editor.client.save(&uri);
    }
    for _ in 0..3 {
        assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    }
    let runs = editor.runs.lock().expect("nobody panics here").clone();
    assert_eq!(runs, ["begin", "end"].repeat(3));
    editor.end();
}

#[test]
fn progress_appears_after_a_while_and_its_cancel_ends_the_run() {
    let mut editor = start(able(json!({})), |job, cancel, events| {
        begin(job, events);
        until_holds("the end of the run", || {
            events.event(two_of_six());
            cancel.is_cancelled()
        });
        Err(Failure::Cancelled)
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    editor.hints();
    let (id, params) = editor
        .client
        .server_request("window/workDoneProgress/create");
    let token = params["token"].clone();
    editor.client.answer(&id, Value::Null);
    let begin = editor.client.notification("$/progress");
    assert_eq!(begin["token"], token);
    assert_eq!(
        begin["value"],
        json!({ "kind": "begin", "title": "Cart", "cancellable": true, "message": "searching, 2 of 6 goals", "percentage": 33 })
    );
    let report = editor.client.notification("$/progress");
    assert_eq!(report["value"]["kind"], "report");
    editor
        .client
        .notify("window/workDoneProgress/cancel", json!({ "token": token }));
    until_holds("the end of the progress", || {
        editor.client.notification("$/progress")["value"]["kind"] == "end"
    });
    editor.end();
}

fn two_of_six() -> Event {
    Event::Progress {
        covered: 2,
        total: 6,
        executions: 9,
        seconds: 0.1,
    }
}

#[test]
fn where_the_client_shows_a_status_alone_it_says_how_far_tests_and_search_are() {
    let mut params = able(json!({}));
    params["capabilities"]["window"] = json!({});
    let mut editor = start_heard(
        params,
        playing(|job, cancel, events| {
            begin(job, events);
            events.event(Event::UserTests {
                class: "shop.CartTest".into(),
                at: 2,
                of: 5,
            });
            until_holds("the end of the run", || {
                events.event(two_of_six());
                cancel.is_cancelled()
            });
            Err(Failure::Cancelled)
        }),
    );
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    until_holds("a status with a test class", || {
        let status = editor.client.notification("goalline/status");
        status["message"] == "Cart: running your tests, CartTest (2 of 5)"
    });
    until_holds("a status with figures", || {
        let status = editor.client.notification("goalline/status");
        status["message"] == "Cart: searching, 2 of 6 goals"
    });
    editor.client.ignore(&["goalline/status"]);
    editor.hints();
    let stop = json!({ "command": "goalline.stop", "arguments": [uri] });
    editor.client.call("workspace/executeCommand", stop);
    editor.end();
}

#[test]
fn a_progress_that_the_client_never_agrees_to_is_never_shown() {
    let mut editor = start(able(json!({})), |job, _, events| {
        begin(job, events);
        thread::sleep(Duration::from_millis(700));
        Ok(report(job, &[], &[]))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let (id, _) = editor
        .client
        .server_request("window/workDoneProgress/create");
    editor.hints_become(&[]);
    editor.client.answer(&id, Value::Null);
    editor.client.call(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    editor.end();
}

#[test]
fn a_class_that_does_not_compile_is_one_line_and_its_hints_stay() {
    let mut editor = start(able(json!({})), |job, _, _| {
        if job.text.contains("oops") {
            return Err(Failure::DoesNotCompile(vec![
                "Cart.java:12: error: oops".into(),
            ]));
        }
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    editor.client.change(
        &uri,
        2,
        json!([{ "text": CART.replace("return 0", "return oops") }]),
    );
    editor.client.save(&uri);
    let line = editor.client.notification("window/logMessage");
    assert_eq!(
        line["message"],
        "Cart does not compile, goals from the last good save: Cart.java:12: error: oops"
    );
    assert_eq!(editor.lenses(&uri), ["4/4 goals", "1/2 goals"]);
    editor.end();
}

#[test]
fn trouble_is_shown_once_with_cause_and_remedy() {
    let mut editor = start(able(json!({})), |_, _, _| {
        Err(Failure::Trouble("goalline: no JDK found.".into()))
    });
    let uri = editor.open("Cart.java", CART);
    for version in 2..5 {
        editor.client.change(
            &uri,
            version,
            json!([{ "text": format!("// {version}\n{CART}") }]),
        );
        editor.client.save(&uri);
        thread::sleep(Duration::from_millis(60));
    }
    let shown = editor.client.notification("window/showMessage");
    assert_eq!(
        shown,
        json!({ "type": 1, "message": "goalline: no JDK found." })
    );
    editor.end();
}

#[test]
fn a_run_that_panics_costs_its_own_results_only() {
    let mut editor = start(able(json!({})), |job, _, _| {
        assert!(!job.text.contains("poison"), "poisoned");
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    editor
        .client
        .ignore(&["window/workDoneProgress/create", "$/progress"]);
    let uri = editor.open("Poison.java", &format!("// poison\n{CART}"));
    editor.client.save(&uri);
    let shown = editor.client.notification("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.contains("poisoned")),
        "{shown}"
    );
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    editor.end();
}

#[test]
fn a_file_that_is_deleted_while_its_run_goes_on_is_forgotten() {
    let mut editor = start(able(json!({})), |job, cancel, events| {
        begin(job, events);
        until_cancelled(cancel);
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1.0)))],
        ))
    });
    editor
        .client
        .ignore(&["window/workDoneProgress/create", "$/progress"]);
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints().len(), 3);
    fs::remove_file(editor.path("Cart.java")).expect("it was there");
    let change = json!({ "changes": [{ "uri": uri, "type": 3 }] });
    editor
        .client
        .notify("workspace/didChangeWatchedFiles", change);
    assert_eq!(editor.hints(), [""; 0]);
    editor.end();
}

#[test]
fn a_thousand_runs_asked_for_while_the_client_is_silent_do_not_stop_the_server() {
    let mut editor = start(able(json!({})), |job, _, events| {
        begin(job, events);
        Ok(report(job, &[], &[]))
    });
    editor.client.ignore(&[
        "textDocument/publishDiagnostics",
        "window/workDoneProgress/create",
        "$/progress",
    ]);
    let uri = editor.open("Cart.java", CART);
    let ids: Vec<i64> = (0..1000)
        .map(|_| {
            let params = json!({ "command": "goalline.generate", "arguments": [uri] });
            editor.client.request("workspace/executeCommand", params)
        })
        .collect();
    for id in ids {
        assert_eq!(editor.client.reply(id), Ok(Value::Null));
    }
    editor.end();
}
