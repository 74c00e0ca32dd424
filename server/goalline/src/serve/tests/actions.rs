//! Code actions: offered from memory, resolved on the newest text, never offered twice, never over a file that is
//! there.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
};

use serde_json::{Value, json};

use super::{CART, Editor, able, apply, not_reached, report, start, test, waiting::until_holds};

const OLD_TEST: &str = "package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void old() {
        assertEquals(1, 1);
    }
}
";

/// Three tests: two for `total`, one for `size`.
fn with_three_tests(params: Value) -> (Editor, String) {
    let mut editor = start(params, |job, _, _| {
        let tests = [
            test(job, "totalOfNull", "coupon != null#0:false"),
            test(job, "totalOfFour", "n > 3#0:true"),
            test(job, "sizeOfTwo", "n > 1#0:true"),
        ];
        Ok(report(
            job,
            &tests,
            &[("n > 3#0:false", not_reached(Some(2.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints().len(), 3);
    (editor, uri)
}

fn resolve(editor: &mut Editor, uri: &str, title: &str) -> Value {
    let actions = editor.actions(uri, 4, 14);
    let action = actions.into_iter().find(|action| action["title"] == title);
    let action = action.unwrap_or_else(|| panic!("{title} is not offered"));
    assert_eq!(
        action.get("edit"),
        None,
        "the edit is made when the action is chosen"
    );
    editor.client.call("codeAction/resolve", action)["edit"].clone()
}

#[test]
fn a_hint_offers_its_test_those_of_its_method_and_those_of_the_class() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    let all = [
        "Insert all 2 tests of total()",
        "Insert all 3 tests of Cart",
    ];
    assert_eq!(
        editor.titles(&uri, 4, 14),
        [
            "Insert test totalOfNull",
            all[0],
            all[1],
            "Ignore this goal"
        ]
    );
    assert_eq!(
        editor.titles(&uri, 4, 32),
        [
            "Insert test totalOfFour",
            all[0],
            all[1],
            "Ignore these goals"
        ]
    );
    assert_eq!(editor.titles(&uri, 3, 10), all, "on the method's name");
    assert_eq!(editor.titles(&uri, 6, 0), [""; 0]);
    editor.end();
}

#[test]
fn an_editor_that_asks_for_source_actions_gets_the_class_only() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    let at = json!({ "line": 0, "character": 0 });
    let mut only = |kind: &str| {
        let context = json!({ "diagnostics": [], "only": [kind] });
        let params = json!({ "textDocument": { "uri": uri }, "range": { "start": at, "end": at }, "context": context });
        let actions = editor.client.call("textDocument/codeAction", params);
        actions
            .as_array()
            .into_iter()
            .flatten()
            .map(|action| action["title"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(only("source"), ["Insert all 3 tests of Cart"]);
    assert_eq!(
        only("source.goalline.insertAll"),
        ["Insert all 3 tests of Cart"]
    );
    assert_eq!(only("source.organizeImports"), [""; 0]);
    assert_eq!(only("refactor"), [""; 0]);
    editor.end();
}

#[test]
fn a_test_goes_into_a_new_class_where_there_is_none() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    let edit = resolve(&mut editor, &uri, "Insert all 3 tests of Cart");
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it was created");
    assert!(text.starts_with("package shop;\n"), "{text}");
    for name in ["totalOfNull", "totalOfFour", "sizeOfTwo"] {
        assert!(
            text.contains(&format!(
                "    void {name}() {{\n        assertEquals(\"{name}\""
            )),
            "{text}"
        );
    }
    editor.end();
}

#[test]
fn a_test_goes_into_the_class_on_disk_and_then_into_the_open_one() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    fs::write(editor.path("CartTest.java"), OLD_TEST).expect("the folder is writable");
    let edit = resolve(&mut editor, &uri, "Insert test totalOfNull");
    assert_eq!(
        edit["documentChanges"][0]["textDocument"]["version"],
        Value::Null
    );
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it is there");
    assert!(
        text.contains("void old()") && text.contains("void totalOfNull()"),
        "{text}"
    );

    let test_uri = editor.uri("CartTest.java");
    editor.client.open(&test_uri, OLD_TEST);
    editor.client.change(
        &test_uri,
        9,
        json!([{ "text": format!("// dirty\n{OLD_TEST}") }]),
    );
    let edit = resolve(&mut editor, &uri, "Insert test totalOfNull");
    assert_eq!(
        edit["documentChanges"][0]["textDocument"],
        json!({ "uri": test_uri, "version": 9 })
    );
    let line = edit["documentChanges"][0]["edits"][0]["range"]["start"]["line"].as_u64();
    assert!(
        line.is_some_and(|line| line > 10),
        "the newest text counts: {edit}"
    );
    editor.end();
}

#[test]
fn an_empty_test_file_becomes_a_whole_class() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    editor.open("CartTest.java", "");
    let edit = resolve(&mut editor, &uri, "Insert test totalOfNull");
    let text = edit["documentChanges"][0]["edits"][0]["newText"]
        .as_str()
        .unwrap_or_default();
    assert!(
        text.starts_with("package shop;") && text.contains("class CartTest"),
        "{edit}"
    );
    editor.end();
}

#[test]
fn what_was_inserted_counts_as_covered_and_is_not_offered_again() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    fs::write(editor.path("CartTest.java"), OLD_TEST).expect("the folder is writable");
    let edit = resolve(&mut editor, &uri, "Insert test totalOfNull");
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it is there");
    let test_uri = editor.uri("CartTest.java");
    editor.client.open(&test_uri, OLD_TEST);
    editor
        .client
        .change(&test_uri, 2, json!([{ "text": text }]));
    let hints = editor.hints();
    assert_eq!(hints.len(), 2, "{hints:?}");
    assert_eq!(editor.titles(&uri, 4, 14), [""; 0]);
    assert_eq!(editor.lenses(&uri)[0], "2/4 goals · 1 test ready");
    editor
        .client
        .change(&test_uri, 3, json!([{ "text": OLD_TEST }]));
    assert_eq!(editor.hints().len(), 3, "taken back with undo");
    editor.client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": test_uri } }),
    );
    assert_eq!(
        editor.hints().len(),
        2,
        "the disk counts again, and there it stands"
    );
    editor.client.open(&test_uri, OLD_TEST);
    assert_eq!(editor.hints().len(), 3, "the open text counts again");
    editor.end();
}

#[test]
fn a_test_that_was_taken_counts_no_more_once_a_run_says_that_it_does_not_cover_its_goal() {
    let has_run = AtomicBool::new(false);
    let mut editor = start(able(json!({})), move |job, _, _| {
        let goal = "coupon != null#0:false";
        if has_run.swap(true, Ordering::Relaxed) {
            return Ok(report(job, &[], &[(goal, not_reached(Some(1.0)))]));
        }
        Ok(report(job, &[test(job, "totalOfNull", goal)], &[]))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints().len(), 1);
    let edit = resolve(&mut editor, &uri, "Insert test totalOfNull");
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it is there");
    let test_uri = editor.uri("CartTest.java");
    editor.client.open(&test_uri, &text);
    editor.hints_become(&[]);
    editor.client.save(&uri);
    let hints = editor.hints();
    assert_eq!(hints.len(), 1, "{hints:?}");
    editor.end();
}

#[test]
fn a_broken_test_class_is_left_alone_with_the_reason() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    editor.open(
        "CartTest.java",
        "package shop;\nclass CartTest {\n  void a( {\n}\n",
    );
    let actions = editor.actions(&uri, 4, 14);
    let id = editor
        .client
        .request("codeAction/resolve", actions[0].clone());
    let error = editor.client.reply(id).expect_err("refused");
    assert_eq!(error["code"], -32803);
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.contains("cannot insert into CartTest")),
        "{error}"
    );
    editor.end();
}

#[test]
fn an_editor_that_resolves_nothing_gets_the_edit_at_once() {
    let options = json!({ "trusted": true });
    let params = json!({ "capabilities": {}, "initializationOptions": options });
    let (mut editor, uri) = with_three_tests(params);
    fs::write(editor.path("CartTest.java"), OLD_TEST).expect("the folder is writable");
    let actions = editor.actions(&uri, 4, 14);
    let changes = &actions[0]["edit"]["changes"][editor.uri("CartTest.java")];
    assert!(
        changes.as_array().is_some_and(|edits| !edits.is_empty()),
        "{actions:?}"
    );
    editor.end();
}

#[test]
fn the_lens_inserts_through_the_editor() {
    let (mut editor, uri) = with_three_tests(able(json!({})));
    let lenses = editor.client.call(
        "textDocument/codeLens",
        json!({ "textDocument": { "uri": uri } }),
    );
    let command = lenses[0]["command"].clone();
    assert_eq!(command["title"], "1/4 goals · 2 tests ready");
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.client.call("workspace/executeCommand", params);
    let (id, params) = editor.client.server_request("workspace/applyEdit");
    apply(&params["edit"]);
    editor.client.answer(&id, json!({ "applied": true }));
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it was created");
    assert!(
        text.contains("totalOfNull") && text.contains("totalOfFour") && !text.contains("sizeOfTwo")
    );
    // The hints of what was inserted go, sooner or later.
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    editor.end();
}

#[test]
fn a_lens_of_a_test_that_was_just_replaced_inserts_the_one_in_its_place() {
    let mut editor = start(able(json!({})), |job, _, _| {
        let name = if &*job.text == CART {
            "first"
        } else {
            "second"
        };
        let tests = [test(job, name, "coupon != null#0:false")];
        Ok(report(job, &tests, &[]))
    });
    let uri = editor.open("Cart.java", CART);
    let all = json!({ "textDocument": { "uri": uri } });
    editor.client.save(&uri);
    assert_eq!(editor.hints().len(), 1);
    let lens = editor.client.call("textDocument/codeLens", all.clone())[0]["command"].clone();
    assert_eq!(lens["arguments"][0]["tests"], json!(["first"]));
    editor
        .client
        .change(&uri, 2, json!([{ "text": format!("{CART}\n") }]));
    editor.client.save(&uri);
    until_holds("a lens with other tests", || {
        let lenses = editor.client.call("textDocument/codeLens", all.clone());
        lenses[0]["command"]["arguments"] != lens["arguments"]
    });
    let insert = json!({ "command": lens["command"], "arguments": lens["arguments"] });
    editor
        .client
        .call("workspace/executeCommand", insert.clone());
    let (id, params) = editor.client.server_request("workspace/applyEdit");
    apply(&params["edit"]);
    editor.client.answer(&id, json!({ "applied": true }));
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it was created");
    assert!(text.contains("void second()"), "{text}");
    let id = editor.client.request("workspace/executeCommand", insert);
    let error = editor
        .client
        .reply(id)
        .expect_err("it stands there already");
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.contains("CartTest")),
        "{error}"
    );
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    editor.end();
}

#[test]
fn the_closest_attempt_can_be_shown() {
    let mut editor = start(able(json!({})), |job, _, _| {
        Ok(report(
            job,
            &[],
            &[("n > 1#0:true", not_reached(Some(1204.0)))],
        ))
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    let actions = editor.actions(&uri, 11, 16);
    assert_eq!(actions[0]["title"], "Show closest attempt");
    let command = &actions[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let shown = editor.client.call("workspace/executeCommand", params);
    assert_eq!(
        shown,
        "closest attempt at `n > 1`, 1,204 away:\nnew Cart().size(1);"
    );
    assert_eq!(
        editor.client.notification("window/showMessage")["message"],
        shown
    );
    editor.end();
}
