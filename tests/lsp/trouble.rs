//! What real workspaces are like: many files, long files, several folders; everything goes on as if there were one
//! small class. Two of the tests need a JDK.

use std::{fmt::Write as _, fs, path::Path};

use serde_json::{Value, json};

use crate::{
    server::{Server, mirror},
    story::{copy, has_jdk, hint_with_a_test, shop, trusting, uri},
};

/// Methods of five lines each.
fn class_of(methods: usize) -> String {
    let mut text = String::from("class Long {\n");
    for number in 0..methods {
        // Writing into a String cannot fail.
        let _ = write!(
            text,
            "    int m{number}(int a) {{\n        if (a > {number}) {{\n            return 1;\n        }}\n        return 0; }}\n"
        );
    }
    text + "}\n"
}

fn opened(client: &mut crate::client::Client, class: &Path) {
    let text = fs::read_to_string(class).expect("the class is there");
    client.open(&uri(class), &text);
}

/// Starts a server whose hints are the only thing of interest.
fn ready() -> Server {
    let mut server = Server::start();
    let client = &mut server.client;
    client.ignore(&["goalline/status", "window/logMessage", "window/showMessage"]);
    client.initialize_with(trusting());
    server
}

#[test]
fn a_file_of_twenty_thousand_lines_is_followed_through_edits() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let (at, mut text) = ("file:///long/Long.java", class_of(4_000));
    assert!(text.lines().count() > 20_000);
    client.open(at, &text);
    let lenses = |client: &mut crate::client::Client| {
        let params = json!({ "textDocument": { "uri": at } });
        client.call("textDocument/codeLens", params)
    };
    assert_eq!(lenses(client).as_array().map(Vec::len), Some(4_000));
    for version in 2..22 {
        let start = json!({ "line": 1 + 5 * 100 * (version - 2), "character": 0 });
        let range = json!({ "start": start, "end": start });
        client.change(at, version, json!([{ "range": range, "text": "// é\n" }]));
        let offset: usize = text
            .split_inclusive('\n')
            .take(start["line"].as_u64().expect("a number") as usize)
            .map(str::len)
            .sum();
        text.insert_str(offset, "// é\n");
    }
    assert_eq!(mirror(client, at), Value::from(text));
    assert_eq!(lenses(client).as_array().map(Vec::len), Some(4_000));
    server.end();
}

#[test]
fn one_class_of_two_thousand_gets_its_test() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    for number in 0..2_000 {
        let package = folder
            .path()
            .join(format!("src/main/java/many/p{}", number % 50));
        fs::create_dir_all(&package).expect("the folder is writable");
        let text = format!(
            "package many.p{};\npublic class C{number} {{ public int get(int a) {{ return a > {number} ? 1 : 2; }} }}\n",
            number % 50
        );
        fs::write(package.join(format!("C{number}.java")), text).expect("the folder is writable");
    }
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let mut server = ready();
    opened(&mut server.client, &cart);
    server.client.save(&uri(&cart));
    hint_with_a_test(&mut server.client, &uri(&cart));
    server.client.ignore(&["textDocument/publishDiagnostics"]);
    server.end();
}

#[test]
fn two_folders_of_a_workspace_have_each_their_own_test_class() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = ready();
    for name in ["one", "two"] {
        let project = folder.path().join(name);
        copy(&shop(), &project);
        let cart = project.join("src/main/java/shop/Cart.java");
        opened(&mut server.client, &cart);
        server.client.save(&uri(&cart));
        let hint = hint_with_a_test(&mut server.client, &uri(&cart));
        let context = json!({ "diagnostics": [] });
        let params = json!({ "textDocument": { "uri": uri(&cart) }, "range": hint["range"], "context": context });
        let action = server.client.call("textDocument/codeAction", params)[0].clone();
        let edit = server.client.call("codeAction/resolve", action)["edit"].clone();
        assert_eq!(
            edit["documentChanges"][0]["textDocument"]["uri"],
            uri(&project.join("src/test/java/shop/CartTest.java"))
        );
    }
    server.client.ignore(&["textDocument/publishDiagnostics"]);
    server.end();
}
