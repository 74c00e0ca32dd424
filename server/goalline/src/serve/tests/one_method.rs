//! A search for one method alone: asked for at a place, told by the method's name, and what is known of other methods
//! stays.

use goalline_engine::{GoalState, Report};
use serde_json::{Value, json};

use super::{CART, able, begin, not_reached, playing, report, start_heard, test};
use crate::serve::state::generator::{Failure, Job};

/// The report of a search for `size` alone: of other methods it says no more than that nothing covers them.
fn of_size(job: &Job) -> Report {
    let tests = [test(job, "sizeOfTwo", "n > 1#0:true")];
    let nothing = GoalState::NotReached(None);
    let mut report = report(job, &tests, &[("", nothing)]);
    for goal in &mut report.goals {
        goal.is_sought = goal.goal.key.0.contains("size(");
    }
    report
}

fn generate_at(uri: &str, line: u32) -> Value {
    let place = json!({ "uri": uri, "position": { "line": line, "character": 0 } });
    json!({ "command": "goalline.generateMethod", "arguments": [place] })
}

#[test]
fn a_search_for_one_method_is_told_by_its_name_and_looks_for_no_pairs() {
    let mut scripted = playing(|job, _, events| {
        assert_eq!(job.subject(), "Cart.size()");
        begin(job, events);
        Ok(of_size(job))
    });
    scripted.couple = Box::new(|_, _| panic!("pairs are those of the whole file"));
    let mut editor = start_heard(able(json!({})), scripted);
    editor.client.ignore(&[
        "textDocument/publishDiagnostics",
        "window/workDoneProgress/create",
        "$/progress",
    ]);
    let uri = editor.open("Cart.java", CART);
    editor
        .client
        .call("workspace/executeCommand", generate_at(&uri, 11));
    let mut told = String::new();
    while !told.ends_with("ready") {
        let status = editor.client.notification("goalline/status");
        told = status["message"].as_str().unwrap_or_default().to_owned();
        assert!(told.starts_with("Cart.size(): "), "{told}");
    }
    assert_eq!(told, "Cart.size(): 1 of 2 goals have a test, 1 test ready");
    editor.end();
}

#[test]
fn goals_that_were_not_sought_are_not_called_tried() {
    let mut editor = super::start(able(json!({})), |job, _, _| match &job.method {
        Some(_) => Ok(of_size(job)),
        None => Err(Failure::Cancelled),
    });
    let uri = editor.open("Cart.java", CART);
    editor
        .client
        .call("workspace/executeCommand", generate_at(&uri, 10));
    let hints = editor.hints();
    // Of a condition that a search has tried in vain it would say "never run" alone.
    assert_eq!(hints[0], "4:12 never run in a test");
    let lenses = editor.lenses(&uri);
    assert_eq!(lenses, ["0/4 goals", "0/2 goals · 1 test ready"]);
    editor.end();
}

#[test]
fn where_no_method_stands_nothing_is_searched() {
    let mut editor = super::start(able(json!({})), |_, _, _| Err(Failure::Cancelled));
    let uri = editor.open("Cart.java", CART);
    let id = editor
        .client
        .request("workspace/executeCommand", generate_at(&uri, 0));
    let error = editor.client.reply(id).expect_err("refused");
    assert_eq!(error["message"], "no method stands here");
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 0);
    editor.end();
}

#[test]
fn a_lens_without_tests_searches_its_method_once_the_class_was_measured() {
    let mut editor = super::start(able(json!({})), |job, _, _| {
        Ok(report(job, &[], &[("n > 1", not_reached(None))]))
    });
    let uri = editor.open("Cart.java", CART);
    let commands = |editor: &mut super::Editor| -> Vec<Value> {
        let params = json!({ "textDocument": { "uri": uri } });
        let lenses = editor.client.call("textDocument/codeLens", params);
        let lenses = lenses.as_array().cloned().unwrap_or_default();
        lenses
            .into_iter()
            .map(|lens| lens["command"].clone())
            .collect()
    };
    assert_eq!(commands(&mut editor)[1]["command"], "goalline.generate");
    editor.client.save(&uri);
    editor.hints();
    let size = commands(&mut editor).remove(1);
    assert_eq!(size["command"], "goalline.generateMethod");
    assert_eq!(size["arguments"][0]["position"]["line"], 10);
    editor.end();
}
