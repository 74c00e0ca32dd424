//! The story a user sees, on the example project and with the real engine: save, hints, code action, edit; needs a JDK.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{client::Client, server::Server};

/// The example project.
pub fn shop() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shop")
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder is writable");
    for entry in fs::read_dir(from).expect("the fixture is there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the folder is writable");
        }
    }
}

/// Whether there is a JDK; where there has to be one, there is.
pub fn has_jdk() -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok();
    assert!(
        found || std::env::var_os("CI").is_none(),
        "continuous integration has a JDK"
    );
    if !found {
        eprintln!("not tested: there is no javac on the path");
    }
    found
}

/// `file:///…`
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// What a client says that can do what these tests ask.
pub fn capabilities() -> Value {
    json!({
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } },
        "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } }
    })
}

/// What such a client says in `initialize` whose user trusts the folder.
pub fn trusting() -> Value {
    json!({ "capabilities": capabilities(), "initializationOptions": { "trusted": true } })
}

/// A text after edits of the protocol, which do not overlap; columns are those of ASCII.
pub fn edited(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let offset = |at: &Value| {
        let number = |name: &str| at[name].as_u64().expect("a number") as usize;
        starts[number("line")] + number("character")
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().expect("a text");
            (offset(&range["start"]), offset(&range["end"]), new)
        })
        .collect();
    edits.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    let mut text = text.to_owned();
    for (start, end, new) in edits {
        text.replace_range(start..end, new);
    }
    text
}

/// The first published hint of a file that offers a test.
pub fn hint_with_a_test(client: &mut Client, file: &str) -> Value {
    hint_with_a_test_from(client, file, 0)
}

/// The first published hint of a file that offers a test for what stands on this line or below.
pub fn hint_with_a_test_from(client: &mut Client, file: &str, line: usize) -> Value {
    loop {
        let published = client.notification("textDocument/publishDiagnostics");
        if published["uri"] != file {
            continue;
        }
        let hints = published["diagnostics"].as_array().expect("a list").clone();
        let is_ready = |hint: &Value| {
            let at = hint["range"]["start"]["line"].as_u64();
            let words = hint["message"].as_str();
            at.is_some_and(|it| it >= line as u64)
                && words.is_some_and(|it| it.ends_with("· test ready"))
        };
        if let Some(hint) = hints.into_iter().find(is_ready) {
            return hint;
        }
    }
}

#[test]
fn what_was_found_is_there_when_the_file_is_opened_in_a_later_process() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let text = fs::read_to_string(&cart).expect("the fixture is there");
    let start = |ignored: &[&str]| {
        let mut server = Server::start();
        server.client.ignore(ignored);
        let params = trusting();
        server.client.initialize_with(params);
        server.client.open(&uri(&cart), &text);
        server
    };
    let (hints, status) = ("textDocument/publishDiagnostics", "goalline/status");
    let mut server = start(&["window/logMessage", "window/showMessage", hints]);
    server.client.save(&uri(&cart));
    let is_done = |status: Value| status.to_string().contains("tests ready");
    while !is_done(server.client.notification(status)) {}
    server.client.ignore(&[status]);
    server.end();
    let mut server = start(&["window/logMessage", "window/showMessage", status]);
    hint_with_a_test(&mut server.client, &uri(&cart));
    server.client.ignore(&[hints]);
    server.end();
}

#[test]
fn what_other_classes_tests_leave_uncovered_is_told_when_a_file_is_opened_and_later_with_nobody_running_them()
 {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    // No test names this class: one of another class gets to it.
    let money = folder.path().join("src/main/java/shop/Money.java");
    let text = fs::read_to_string(&money).expect("the fixture is there");
    let caches = tempfile::tempdir().expect("a folder");
    let messages = |suite: &str, is_saved: bool| {
        // What one run remembers is not told by the other.
        let mut server = Server::start_with_cache(&caches.path().join(suite));
        let status = "goalline/status";
        let others = ["window/logMessage", "window/showMessage", status];
        server.client.ignore(&others);
        let options = json!({ "trusted": true, "suite": suite });
        let params = json!({ "capabilities": capabilities(), "initializationOptions": options });
        server.client.initialize_with(params);
        server.client.open(&uri(&money), &text);
        if is_saved {
            server.client.save(&uri(&money));
        }
        let hints = "textDocument/publishDiagnostics";
        let published = server.client.notification(hints);
        server.client.ignore(&[hints]);
        server.end();
        let hints = published["diagnostics"].as_array().expect("a list").clone();
        let message = |hint: Value| hint["message"].as_str().unwrap_or_default().to_owned();
        hints.into_iter().map(message).collect::<Vec<String>>()
    };
    let of_class = messages("never", true);
    assert!(
        !of_class.is_empty() && of_class.iter().all(|it| it.contains(" in a test of Money")),
        "{of_class:?}"
    );
    let of_all = messages("onOpen", false);
    let expected = ["never true in a test", "never called in a test"];
    assert_eq!(of_all[..2], expected, "{of_all:?}");
}

#[test]
fn a_server_that_ends_leaves_no_folder_of_a_worker() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let temporary = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let text = fs::read_to_string(&cart).expect("the fixture is there");
    let mut server = Server::start_with_temporary(temporary.path());
    let client = &mut server.client;
    let (hints, status) = ("textDocument/publishDiagnostics", "goalline/status");
    client.ignore(&["window/logMessage", "window/showMessage", status]);
    let options = json!({ "trusted": true });
    client.initialize_with(
        json!({ "capabilities": capabilities(), "initializationOptions": options }),
    );
    client.open(&uri(&cart), &text);
    client.save(&uri(&cart));
    hint_with_a_test(client, &uri(&cart));
    client.ignore(&[hints]);
    let workers = || {
        let all = fs::read_dir(temporary.path())
            .expect("it is ours")
            .flatten();
        let names = all.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names
            .filter(|name| name.starts_with("goalline-worker-"))
            .count()
    };
    assert!(workers() > 0, "workers stay warm");
    server.end();
    assert_eq!(workers(), 0);
}

#[test]
fn a_saved_class_gets_hints_and_a_test_that_goes_into_its_test_class() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let text = fs::read_to_string(&cart).expect("the fixture is there");
    let mut server = Server::start();
    let client = &mut server.client;
    client.ignore(&["goalline/status", "window/logMessage", "window/showMessage"]);
    client.initialize_with(trusting());
    client.open(&uri(&cart), &text);
    client.save(&uri(&cart));

    let hint = hint_with_a_test(client, &uri(&cart));
    client.ignore(&["textDocument/publishDiagnostics"]);
    let context = json!({ "diagnostics": [hint] });
    let params = json!({ "textDocument": { "uri": uri(&cart) }, "range": hint["range"], "context": context });
    let actions = client.call("textDocument/codeAction", params);
    let action = actions[0].clone();
    let name = action["title"]
        .as_str()
        .and_then(|title| title.strip_prefix("Insert test "));
    let name = name.unwrap_or_else(|| panic!("{action}")).to_owned();
    assert_eq!(action["diagnostics"][0]["data"], hint["data"]);
    let edit = client.call("codeAction/resolve", action)["edit"].clone();
    let change = &edit["documentChanges"][0];
    assert_eq!(
        change["textDocument"]["uri"],
        uri(&folder.path().join("src/test/java/shop/CartTest.java"))
    );
    assert!(
        change["edits"]
            .to_string()
            .contains(&format!("void {name}()")),
        "{edit}"
    );
    server.end();
}
