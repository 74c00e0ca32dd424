//! Pairs of branches on the example project, with the real engine: a diagnostic with places in two files, and a test from it that covers
//! what it says when it is run; needs a JDK, and Maven for JUnit.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::{client::Client, server::Server, story};

/// What `Cart` calls under a branch of its own.
const CALL: &str = "discount.rateFor(total)";

/// Seconds of search: enough on a busy machine.
const SECONDS: u32 = 6;

/// Opens and saves the class, and gives the first diagnostic of pairs at the call.
fn hint(server: &mut Server, cart: &Path) -> Value {
    let text = fs::read_to_string(cart).expect("the fixture is there");
    let line = text.lines().position(|line| line.contains(CALL));
    let client = &mut server.client;
    client.ignore(&["goalline/status", "window/logMessage", "window/showMessage"]);
    let mut capabilities = story::capabilities();
    capabilities["textDocument"]["publishDiagnostics"] = json!({ "relatedInformation": true });
    let options = json!({ "secondsPerSave": SECONDS });
    client
        .initialize_with(json!({ "capabilities": capabilities, "initializationOptions": options }));
    client.open(&story::uri(cart), &text);
    client.save(&story::uri(cart));
    loop {
        let published = client.notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"].as_array().expect("a list").clone();
        let is_it = |hint: &Value| {
            hint["code"] == "coupled-branch" && hint["range"]["start"]["line"] == json!(line)
        };
        if let Some(hint) = hints.into_iter().find(is_it) {
            client.ignore(&["textDocument/publishDiagnostics"]);
            return hint;
        }
    }
}

fn goals(hint: &Value) -> BTreeSet<String> {
    let goals = hint["data"]["goals"].as_array().expect("a list");
    goals.iter().map(ToString::to_string).collect()
}

/// The edit of the first action that inserts a test of a pair.
fn first_test(client: &mut Client, cart: &Path, hint: &Value) -> Value {
    let context = json!({ "diagnostics": [hint] });
    let params = json!({ "textDocument": { "uri": story::uri(cart) }, "range": hint["range"], "context": context });
    let actions = client.call("textDocument/codeAction", params);
    let of_a_pair = |action: &&Value| {
        let title = action["title"].as_str().unwrap_or_default();
        title.starts_with("Insert test ") && title.contains(" with ")
    };
    let action = actions.as_array().expect("a list").iter().find(of_a_pair);
    let action = action.unwrap_or_else(|| panic!("{actions}")).clone();
    client.call("codeAction/resolve", action)["edit"].clone()
}

#[test]
fn a_pair_is_shown_in_both_files_and_its_test_covers_it_when_run() {
    let has_maven = Command::new("mvn").arg("--version").output().is_ok();
    if !story::has_jdk() || !has_maven {
        eprintln!("not tested: it needs a JDK and Maven");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    story::copy(&story::shop(), folder.path());
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let mut server = Server::start();
    let before = hint(&mut server, &cart);
    let message = before["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("combinations with Discount.rateFor are never tested together"),
        "{message}"
    );
    let related = before["relatedInformation"].as_array().expect("places");
    let files: BTreeSet<&str> = related
        .iter()
        .filter_map(|it| it["location"]["uri"].as_str()?.rsplit('/').next())
        .collect();
    assert_eq!(files, BTreeSet::from(["Cart.java", "Discount.java"]));
    let edit = first_test(&mut server.client, &cart, &before);
    server.end();

    let change = &edit["documentChanges"][0];
    let tests = folder.path().join("src/test/java/shop/CartTest.java");
    assert_eq!(change["textDocument"]["uri"], story::uri(&tests));
    let old = fs::read_to_string(&tests).expect("the fixture has one");
    let new = story::edited(&old, &change["edits"]);
    fs::write(&tests, new).expect("the folder is writable");

    let mut server = Server::start();
    let after = hint(&mut server, &cart);
    server.end();
    let (before, after) = (goals(&before), goals(&after));
    assert!(
        after.is_subset(&before) && after.len() < before.len(),
        "{before:?} {after:?}"
    );
}
