//! Possible faults: shown at the line that throws, with the input, a failing test, and a way to call them intended;
//! never inserted unasked.

use std::fs;

use goalline_engine::{PossibleFault, WrittenTest};
use serde_json::{Value, json};

use super::{CART, Editor, able, apply, report, start, test};
use crate::serve::state::generator::Job;

pub const MESSAGE: &str = "possible fault: `new Cart().size(-1)` throws ArrayIndexOutOfBoundsException: an array gets the size -2, which no argument is";

/// A fault in `size`.
pub fn fault(job: &Job) -> PossibleFault {
    let written = |name: &str| WrittenTest {
        name: name.into(),
        source: format!("@Test\nvoid {name}() {{\n    new Cart().size(-1);\n    // {name}\n}}"),
        ..test(job, name, "n > 1#0:true").written.clone()
    };
    PossibleFault {
        exception: "java.lang.ArrayIndexOutOfBoundsException".into(),
        method: "size".into(),
        reason: "an array gets the size -2, which no argument is".into(),
        input: "Cart cart = new Cart();\nnew Cart().size(-1);\n".into(),
        stack: vec![
            "java.util.Arrays.copyOf:3".into(),
            "shop.Cart.size:12".into(),
        ],
        failing: Some(written("sizeOfMinusOneFails")),
        accepting: Some(written("sizeRejectsMinusOne")),
    }
}

/// A run that found one fault, in `size`, and nothing else.
fn with_a_fault() -> (Editor, String) {
    let mut editor = start(able(json!({})), |job, _, _| {
        let mut report = report(job, &[], &[]);
        report.faults.push(fault(job));
        Ok(report)
    });
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    (editor, uri)
}

fn named(editor: &mut Editor, uri: &str, title: &str) -> Value {
    let actions = editor.actions(uri, 11, 20);
    let found = actions.into_iter().find(|action| action["title"] == title);
    found.unwrap_or_else(|| panic!("{title} is not offered"))
}

#[test]
fn a_possible_fault_is_a_warning_at_the_line_of_the_class_that_throws_and_follows_edits() {
    let (mut editor, uri) = with_a_fault();
    let published = editor
        .client
        .notification("textDocument/publishDiagnostics");
    let shown = &published["diagnostics"][0];
    assert_eq!(shown["message"], MESSAGE);
    assert_eq!(
        (&shown["code"], &shown["severity"]),
        (&json!("fault"), &json!(2))
    );
    assert_eq!(
        shown["range"]["start"],
        json!({ "line": 11, "character": 8 })
    );
    let above = json!([{ "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "text": "\n" }]);
    editor.client.change(&uri, 2, above);
    assert_eq!(editor.hints(), [format!("12:8 {MESSAGE}")]);
    editor.end();
}

#[test]
fn a_possible_fault_shows_its_input_with_the_stack() {
    let (mut editor, uri) = with_a_fault();
    editor.hints();
    let show = named(&mut editor, &uri, "Show input");
    let text = editor
        .client
        .call("workspace/executeCommand", show["command"].clone());
    assert_eq!(
        text,
        "Cart cart = new Cart();\nnew Cart().size(-1);\n  throws java.lang.ArrayIndexOutOfBoundsException\n  \
         at java.util.Arrays.copyOf:3\n  at shop.Cart.size:12"
    );
    assert_eq!(
        editor.client.notification("window/showMessage")["message"],
        text
    );
    editor.end();
}

#[test]
fn a_failing_test_is_inserted_once_and_the_fault_stays() {
    let (mut editor, uri) = with_a_fault();
    editor.hints();
    let insert = named(&mut editor, &uri, "Insert as a failing test");
    let edit = editor.client.call("codeAction/resolve", insert)["edit"].clone();
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it was created");
    assert!(text.contains("void sizeOfMinusOneFails()"), "{text}");
    assert_eq!(
        editor.titles(&uri, 11, 20),
        ["Show input", "This is intended"]
    );
    editor.end();
}

#[test]
fn an_intended_exception_gets_the_test_that_expects_it_and_is_shown_no_more() {
    let (mut editor, uri) = with_a_fault();
    editor.hints();
    fs::write(editor.path("pom.xml"), "").expect("the folder is writable");
    let intended = named(&mut editor, &uri, "This is intended");
    let edit = editor.client.call("codeAction/resolve", intended.clone())["edit"].clone();
    apply(&edit);
    let text = fs::read_to_string(editor.path("CartTest.java")).expect("it was created");
    assert!(text.contains("void sizeRejectsMinusOne()"), "{text}");
    editor
        .client
        .call("workspace/executeCommand", intended["command"].clone());
    assert_eq!(editor.hints(), [""; 0]);
    let kept = fs::read_to_string(editor.path(".goalline/ignored-goals")).expect("it was kept");
    assert!(
        kept.contains(
            "shop.Cart#size:fault:java.lang.ArrayIndexOutOfBoundsException:shop.Cart.size"
        ),
        "{kept}"
    );
    editor.end();
}
