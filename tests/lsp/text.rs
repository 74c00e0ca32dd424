//! The server's mirror of a document: the same text as the editor's, whatever is typed and however positions are
//! counted.

use serde_json::{Value, json};

use crate::server::{Server, mirror};

const URI: &str = "file:///shop/Cart.java";

fn at(line: usize, character: usize) -> Value {
    json!({ "line": line, "character": character })
}

fn replace(from: &Value, to: &Value, text: &str) -> Value {
    json!([{ "range": { "start": from, "end": to }, "text": text }])
}

#[test]
fn columns_count_utf_16_units() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open(URI, "é你😀x\r\ny\rz");
    client.change(URI, 2, replace(&at(0, 4), &at(0, 5), "X"));
    client.change(URI, 3, replace(&at(1, 1), &at(2, 0), "|"));
    client.change(URI, 4, replace(&at(0, 2), &at(0, 4), "a"));
    assert_eq!(mirror(client, URI), "é你aX\r\ny|z");
    server.end();
}

#[test]
fn several_changes_speak_each_of_the_text_after_the_one_before() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open(URI, "abc");
    let insert =
        |column: usize, text: &str| replace(&at(0, column), &at(0, column), text)[0].clone();
    client.change(
        URI,
        2,
        json!([insert(0, "1"), insert(1, "2"), insert(5, "3")]),
    );
    assert_eq!(mirror(client, URI), "12abc3");
    let many: Vec<Value> = (0..40).map(|column| insert(column, "é")).collect();
    client.change(URI, 3, json!(many));
    assert_eq!(mirror(client, URI), "é".repeat(40) + "12abc3");
    server.end();
}

#[test]
fn a_change_without_a_range_is_the_whole_text_and_positions_are_clamped() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open(URI, "abc");
    client.change(URI, 2, json!([{ "text": "x\ny" }]));
    client.change(URI, 3, replace(&at(0, 99), &at(0, 99), "!"));
    client.change(URI, 4, replace(&at(77, 3), &at(88, 1), "?"));
    assert_eq!(mirror(client, URI), "x!\ny?");
    client.change(URI, 5, replace(&at(1, 1), &at(0, 1), "-"));
    assert_eq!(mirror(client, URI), "x-?", "an end before its start");
    server.end();
}

#[test]
fn older_versions_and_documents_that_are_not_open_are_ignored() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.change(URI, 1, json!([{ "text": "ghost" }]));
    assert_eq!(mirror(client, URI), Value::Null);
    client.open(URI, "abc");
    client.change(URI, 7, json!([{ "text": "seven" }]));
    client.change(URI, 6, json!([{ "text": "six" }]));
    assert_eq!(mirror(client, URI), "seven");
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(mirror(client, URI), Value::Null);
    client.open("untitled:Untitled-1", "class A {}");
    assert_eq!(mirror(client, "untitled:Untitled-1"), Value::Null);
    server.end();
}

/// A generator of test input; nothing about it has to be good, only the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// An editor's own idea of its text: lines of UTF-16 units.
fn offset(text: &[u16], line: usize, column: usize) -> usize {
    let mut at = 0;
    for _ in 0..line {
        while at < text.len() && text[at] != u16::from(b'\n') {
            at += 1;
        }
        at = (at + 1).min(text.len());
    }
    let start = at;
    while at < text.len() && text[at] != u16::from(b'\n') && at - start < column {
        at += 1;
    }
    at
}

/// A text as an editor holds it: UTF-16 units.
struct Typed {
    text: Vec<u16>,
    dice: Dice,
}

impl Typed {
    /// Types one key somewhere, perhaps over something; gives the change, if the place is one where a caret can stand.
    fn key(&mut self) -> Option<Value> {
        const KEYS: [&str; 12] = [
            "a",
            "é",
            "你",
            "😀",
            "\n",
            "{",
            "}",
            ";",
            " ",
            "if (x > 1) ",
            "\"",
            "class A { ",
        ];
        let is_low = |unit: Option<&u16>| unit.is_some_and(|unit| (0xdc00..0xe000).contains(unit));
        let lines = self
            .text
            .iter()
            .filter(|unit| **unit == u16::from(b'\n'))
            .count()
            + 1;
        let (line, column) = (self.dice.roll(lines), self.dice.roll(30));
        let start = offset(&self.text, line, column);
        if is_low(self.text.get(start)) {
            return None;
        }
        let line_start = offset(&self.text, line, 0);
        let line_end = offset(&self.text, line, usize::MAX);
        let deletes = self.dice.roll(if self.text.len() > 3000 { 4 } else { 2 });
        let mut end = (start + deletes).min(line_end);
        if is_low(self.text.get(end)) {
            end += 1;
        }
        let erases = deletes > 0 && self.dice.roll(2) == 0;
        let key = if erases {
            ""
        } else {
            KEYS[self.dice.roll(KEYS.len())]
        };
        self.text.splice(start..end, key.encode_utf16());
        let (from, to) = (at(line, start - line_start), at(line, end - line_start));
        Some(replace(&from, &to, key))
    }

    fn text(&self) -> String {
        String::from_utf16_lossy(&self.text)
    }
}

#[test]
fn ten_thousand_keystrokes_leave_both_with_the_same_text() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let text = "class Cart {\n    int total(int x) { return x; }\n}\n"
        .encode_utf16()
        .collect();
    let mut typed = Typed {
        text,
        dice: Dice(7),
    };
    client.open(URI, &typed.text());
    for version in 2..10_002 {
        if let Some(change) = typed.key() {
            client.change(URI, version, change);
        }
        if version % 1000 == 0 {
            assert_eq!(mirror(client, URI), typed.text(), "at {version}");
        }
    }
    assert_eq!(mirror(client, URI), typed.text());
    server.end();
}
