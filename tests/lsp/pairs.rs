//! Pairs of branches on the example project, with the real engine: a diagnostic with places in two files, and a test
//! from it that covers what it says when it is run; needs a JDK, and Maven for JUnit.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::{client::Client, server::Server, story};

/// What `Cart` calls under a branch of its own.
const CALL: &str = "discount.rateFor(total)";

/// Seconds of search: enough on a busy machine.
const SECONDS: u32 = 6;

/// Opens and saves the class.
fn save(client: &mut Client, cart: &Path) {
    client.ignore(&["goalline/status", "window/logMessage", "window/showMessage"]);
    let mut capabilities = story::capabilities();
    capabilities["textDocument"]["publishDiagnostics"] = json!({ "relatedInformation": true });
    let options = json!({ "secondsPerSave": SECONDS, "trusted": true });
    client
        .initialize_with(json!({ "capabilities": capabilities, "initializationOptions": options }));
    let text = fs::read_to_string(cart).expect("the fixture is there");
    client.open(&story::uri(cart), &text);
    client.save(&story::uri(cart));
}

/// The next diagnostic of pairs at the call.
fn hint(client: &mut Client, cart: &Path) -> Value {
    let text = fs::read_to_string(cart).expect("the fixture is there");
    let line = text.lines().position(|line| line.contains(CALL));
    loop {
        let published = client.notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"].as_array().expect("a list").clone();
        let is_it = |hint: &Value| {
            hint["code"] == "coupled-branch" && hint["range"]["start"]["line"] == json!(line)
        };
        if let Some(hint) = hints.into_iter().find(is_it) {
            return hint;
        }
    }
}

/// The pairs that a diagnostic calls missing.
fn goals(hint: &Value) -> BTreeSet<String> {
    let goals = hint["data"]["goals"].as_array().expect("a list");
    let keys = goals.iter().map(|key| key.as_str().expect("a key"));
    keys.map(str::to_owned).collect()
}

/// The first action that inserts a test of a pair, with its edit.
fn offer(client: &mut Client, cart: &Path, hint: &Value) -> Value {
    let context = json!({ "diagnostics": [hint] });
    let params = json!({ "textDocument": { "uri": story::uri(cart) }, "range": hint["range"], "context": context });
    let actions = client.call("textDocument/codeAction", params);
    let of_a_pair = |action: &&Value| {
        let title = action["title"].as_str().unwrap_or_default();
        title.starts_with("Insert test ") && title.contains(" with ")
    };
    let action = actions.as_array().expect("a list").iter().find(of_a_pair);
    let action = action.unwrap_or_else(|| panic!("{actions}")).clone();
    client.call("codeAction/resolve", action)
}

/// The test and the pair that a title names: `Insert test total (vip true with from > 0 false)`.
fn named(title: &str, missing: &BTreeSet<String>) -> (String, String) {
    let parts = title
        .strip_prefix("Insert test ")
        .and_then(|rest| rest.strip_suffix(')')?.split_once(" ("));
    let (test, pair) = parts.unwrap_or_else(|| panic!("{title}"));
    let in_key = |branch: &str| {
        let (condition, outcome) = branch.rsplit_once(' ').expect("a condition, its outcome");
        format!(":branch:{condition}#0:{outcome} ")
    };
    let (first, second) = pair.split_once(" with ").expect("two branches");
    let (first, second) = (in_key(first) + "+ ", in_key(second) + "@ ");
    let mut keys = missing.iter();
    let key = keys.find(|key| key.contains(&first) && key.contains(&second));
    let key = key.unwrap_or_else(|| panic!("{title}: {missing:?}"));
    (test.to_owned(), key.clone())
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
    save(&mut server.client, &cart);
    let before = hint(&mut server.client, &cart);
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
    let offer = offer(&mut server.client, &cart, &before);
    let title = offer["title"].as_str().expect("a title");
    let (test, pair) = named(title, &goals(&before));

    let change = &offer["edit"]["documentChanges"][0];
    let tests = folder.path().join("src/test/java/shop/CartTest.java");
    assert_eq!(change["textDocument"]["uri"], story::uri(&tests));
    let old = fs::read_to_string(&tests).expect("the fixture has one");
    let new = story::edited(&old, &change["edits"]);
    // What is left once the test stands there is what a run of it has to leave.
    server.client.open(&story::uri(&tests), &new);
    let rest = loop {
        let rest = goals(&hint(&mut server.client, &cart));
        if !rest.contains(&pair) {
            break rest;
        }
    };
    server.client.ignore(&["textDocument/publishDiagnostics"]);
    server.end();
    fs::write(&tests, new).expect("the folder is writable");

    // A server that was told nothing of the test has to run it.
    let cache = tempfile::tempdir().expect("a folder");
    let mut server = Server::start_with_cache(cache.path());
    save(&mut server.client, &cart);
    let after = hint(&mut server.client, &cart);
    server.client.ignore(&["textDocument/publishDiagnostics"]);
    assert_eq!(goals(&after), rest, "{title}");
    let at = &after["range"]["start"];
    let params = json!({ "textDocument": { "uri": story::uri(&cart) }, "position": at });
    let hover = server.client.call("textDocument/hover", params);
    let matrix = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(
        matrix.contains(&format!("✓ CartTest.{test} |")),
        "{title} for {pair}: {matrix}\n{}",
        fs::read_to_string(&tests).unwrap()
    );
    server.end();
}
