//! What clients of ours have beyond the protocol: previews, lists of goals, ignored goals, a class path from
//! elsewhere, pausing.

use std::fs;

use goalline_engine::GoalState;
use serde_json::{Value, json};

use super::{CART, Editor, able, apply, report, start, test, waiting::until_holds};
use crate::serve::state::generator::Failure;

const CART_TEST: &str = "package shop;

import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void coupon() {
    }
}
";

/// A client of ours.
fn ours(options: Value) -> Value {
    let mut params = able(options);
    params["capabilities"]["experimental"] = json!({
        "goalline": { "previewTests": true, "goals": true, "remedies": true, "classPath": true }
    });
    params["capabilities"]["window"]["showDocument"] = json!({ "support": true });
    params["capabilities"]["textDocument"]["publishDiagnostics"] =
        json!({ "relatedInformation": true });
    params
}

/// One verified test, one goal that a test of the user covers.
fn started(params: Value) -> (Editor, String) {
    let mut editor = start(params, |job, _, _| {
        let tests = [test(job, "totalOfNull", "coupon != null#0:false")];
        let by = GoalState::CoveredByUser(vec!["CartTest.coupon".into()]);
        Ok(report(job, &tests, &[("coupon != null#0:true", by)]))
    });
    editor
        .client
        .ignore(&["goalline/goalsChanged", "goalline/classPath"]);
    fs::write(editor.path("CartTest.java"), CART_TEST).expect("the folder is writable");
    fs::write(editor.path("pom.xml"), "").expect("the folder is writable");
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    (editor, uri)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "callers write JSON where they pass it"
)]
fn command(editor: &mut Editor, command: &str, argument: Value) -> Value {
    let params = json!({ "command": command, "arguments": [argument] });
    editor.client.call("workspace/executeCommand", params)
}

#[test]
fn a_preview_gives_the_test_class_before_and_after_and_what_the_test_covers() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let titles = editor.titles(&uri, 4, 14);
    assert_eq!(
        titles[..2],
        ["Insert test totalOfNull", "Preview test totalOfNull"]
    );
    let preview = command(
        &mut editor,
        "goalline.preview",
        json!({ "uri": uri, "tests": ["totalOfNull"] }),
    );
    assert_eq!(preview["title"], "totalOfNull in CartTest");
    assert_eq!(preview["isNew"], false);
    assert_eq!(preview["before"], CART_TEST);
    let after = preview["after"].as_str().expect("a text");
    assert!(after.contains("    void totalOfNull() {"), "{after}");
    assert_eq!(
        preview["tests"][0]["covers"],
        json!(["`coupon != null` false in total()"])
    );
    assert_eq!(
        fs::read_to_string(editor.path("CartTest.java")).expect("it is there"),
        CART_TEST
    );
    editor.end();
}

#[test]
fn an_inserted_test_is_shown_where_it_stands() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let insert = editor.actions(&uri, 4, 14).remove(0);
    let edit = editor.client.call("codeAction/resolve", insert.clone())["edit"].clone();
    apply(&edit);
    let then = insert["command"].clone();
    editor.client.call("workspace/executeCommand", then);
    let (id, shown) = editor.client.server_request("window/showDocument");
    assert_eq!(shown["uri"], editor.uri("CartTest.java"));
    let lines: Vec<&str> = CART_TEST.lines().collect();
    let last = lines.len() as u64 - 1;
    assert!(
        shown["selection"]["start"]["line"].as_u64() >= Some(last),
        "{shown}"
    );
    editor.client.answer(&id, json!({ "success": true }));
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    editor.end();
}

#[test]
fn the_list_of_goals_has_every_goal_with_its_state_and_its_tests() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let goals = editor.client.call("goalline/goals", json!({ "uri": uri }));
    let total = &goals["methods"][0];
    assert_eq!(total["name"], "total()");
    let shown = |goal: &Value| {
        format!(
            "{} {} {} {}",
            goal["label"], goal["state"], goal["tests"], goal["coveredBy"]
        )
    };
    let shown: Vec<String> = total["goals"]
        .as_array()
        .expect("a list")
        .iter()
        .map(shown)
        .collect();
    assert_eq!(
        shown[..2],
        [
            "\"`coupon != null` true\" \"covered\" [] [\"CartTest.coupon\"]",
            "\"`coupon != null` false\" \"ready\" [\"totalOfNull\"] []",
        ]
    );
    editor.end();
}

#[test]
fn a_hint_names_the_test_that_covers_it_the_other_way() {
    let (mut editor, _) = started(ours(json!({})));
    let published = editor
        .client
        .notification("textDocument/publishDiagnostics");
    let related = &published["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(
        related["message"],
        "CartTest.coupon covers it the other way"
    );
    assert_eq!(related["location"]["uri"], editor.uri("CartTest.java"));
    assert_eq!(
        related["location"]["range"]["start"],
        json!({ "line": 6, "character": 9 })
    );
    editor.end();
}

#[test]
fn nothing_is_written_for_a_file_outside_of_the_workspace() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let folder = json!({ "uri": editor.uri(""), "name": "work" });
    let event = json!({ "event": { "added": [folder], "removed": [] } });
    editor
        .client
        .notify("workspace/didChangeWorkspaceFolders", event);
    let mut ignore = editor.actions(&uri, 4, 14).pop().expect("it is offered")["command"].clone();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("Cart.java");
    ignore["arguments"][0]["uri"] = json!(format!("file://{}", file.display()));
    let id = editor.client.request("workspace/executeCommand", ignore);
    let refused = editor.client.reply(id).expect_err("refused");
    let message = refused["message"].as_str().unwrap_or_default();
    assert!(message.contains("outside of the workspace"), "{message}");
    assert!(!elsewhere.path().join(".goalline").exists());
    editor.end();
}

#[test]
fn an_ignored_goal_is_shown_no_more_until_its_line_is_deleted() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let ignore = editor.actions(&uri, 4, 14).pop().expect("it is offered");
    assert_eq!(ignore["title"], "Ignore this goal");
    let file = editor
        .client
        .call("workspace/executeCommand", ignore["command"].clone());
    assert_eq!(file, editor.uri(".goalline/ignored-goals"));
    assert_eq!(editor.hints(), [""; 0]);
    fs::remove_file(editor.path(".goalline/ignored-goals")).expect("it was written");
    editor
        .client
        .change(&uri, 2, json!([{ "text": format!("{CART}\n") }]));
    assert_eq!(editor.hints().len(), 1);
    editor.end();
}

#[test]
fn a_read_only_test_file_is_left_alone_with_a_reason() {
    let (mut editor, uri) = started(ours(json!({})));
    assert_eq!(editor.hints().len(), 1);
    let file = editor.path("CartTest.java");
    let mut permissions = fs::metadata(&file).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).expect("it is ours");
    let insert = editor.actions(&uri, 4, 14).remove(0);
    let id = editor.client.request("codeAction/resolve", insert);
    let error = editor.client.reply(id).expect_err("nothing is inserted");
    let message = error["message"].as_str().expect("a text");
    assert!(
        message.ends_with("is read-only: make it writable and try again"),
        "{message}"
    );
    editor.end();
}

#[test]
fn while_paused_a_save_runs_nothing() {
    let mut editor = start(ours(json!({})), |job, _, _| Ok(report(job, &[], &[])));
    editor.client.ignore(&[
        "goalline/goalsChanged",
        "goalline/classPath",
        "textDocument/publishDiagnostics",
        "window/logMessage",
    ]);
    let uri = editor.open("Cart.java", CART);
    command(&mut editor, "goalline.pause", Value::Null);
    editor.client.save(&uri);
    command(&mut editor, "goalline.resume", Value::Null);
    assert!(editor.runs.lock().expect("nobody panics here").is_empty());
    editor.client.save(&uri);
    until_holds("a run to its end", || {
        editor.runs.lock().expect("nobody panics here").len() == 2
    });
    editor.end();
}

#[test]
fn the_class_path_of_the_java_server_reaches_the_run_where_no_build_is_read() {
    let mut params = ours(json!({ "runOnOpen": true, "runOnSave": false }));
    params["capabilities"]["window"] = json!({});
    let mut editor = start(params, |job, _, _| {
        let told = job
            .java_server
            .clone()
            .ok_or(Failure::Trouble("goalline: nothing was told".into()))?;
        Err(Failure::Trouble(format!(
            "goalline: told {:?}, see goalline.classPathFrom",
            told.entries
        )))
    });
    editor.client.ignore(&["goalline/goalsChanged"]);
    let jar = editor.path("a.jar");
    fs::write(&jar, "").expect("the folder is writable");
    let uri = editor.open("Cart.java", CART);
    let (id, asked) = editor.client.server_request("goalline/classPath");
    assert_eq!(asked, json!({ "uri": uri }));
    let gone = editor.path("gone.jar");
    editor.client.answer(&id, json!({ "entries": [jar, gone] }));
    // Trouble comes with a button that opens the setting it names.
    let (id, shown) = editor.client.server_request("window/showMessageRequest");
    assert_eq!(
        shown["message"],
        format!("goalline: told [{jar:?}], see goalline.classPathFrom")
    );
    assert_eq!(shown["actions"], json!([{ "title": "Open Setting" }]));
    editor
        .client
        .answer(&id, json!({ "title": "Open Setting" }));
    let remedy = editor.client.notification("goalline/remedy");
    assert_eq!(remedy, json!({ "setting": "goalline.classPathFrom" }));
    editor.end();
}
