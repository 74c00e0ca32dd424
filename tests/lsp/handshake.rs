//! What the server says it can do, and how it takes what it does not know or what is malformed.

use serde_json::{Value, json};

use crate::server::{Server, mirror};

const VSCODE: &str = include_str!("fixtures/vscode-initialize-params.json");
const NEOVIM: &str = include_str!("fixtures/neovim-initialize-params.json");

/// What an editor really sends, with a process that is there.
fn recorded(fixture: &str) -> Value {
    let mut params: Value = serde_json::from_str(fixture).expect("the fixture is JSON");
    params["processId"] = json!(std::process::id());
    params
}

#[test]
fn vs_code_gets_utf_16_incremental_sync_and_a_name() {
    let mut server = Server::start();
    let client = &mut server.client;
    let result = client.initialize_with(recorded(VSCODE));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(
        result["capabilities"]["textDocumentSync"],
        json!({ "openClose": true, "change": 2, "save": true })
    );
    assert_eq!(result["serverInfo"]["name"], "goalline");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    let (id, _) = client.server_request("workspace/configuration");
    client.answer(&id, json!([{ "severity": "hint" }]));
    let (id, params) = client.server_request("client/registerCapability");
    assert_eq!(
        params["registrations"][0]["method"],
        "workspace/didChangeWatchedFiles"
    );
    client.answer(&id, Value::Null);
    server.end();
}

#[test]
fn neovim_offers_three_encodings_and_gets_the_one_of_its_other_clients() {
    let mut server = Server::start();
    let client = &mut server.client;
    let params = recorded(NEOVIM);
    let offers = &params["capabilities"]["general"]["positionEncodings"];
    assert_eq!(*offers, json!(["utf-8", "utf-16", "utf-32"]));
    let result = client.initialize_with(params);
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    // It watches no files on Linux; asking for that all the same would be one message more here.
    let (id, _) = client.server_request("workspace/configuration");
    client.answer(&id, json!([{}]));
    server.end();
}

#[test]
fn editors_are_told_what_the_sandbox_keeps_on_this_machine() {
    let mut server = Server::start();
    let result = server.client.initialize_with(json!({ "capabilities": {} }));
    let said = &result["capabilities"]["experimental"]["goalline"]["sandbox"];
    assert!(
        said.as_str().is_some_and(|it| it.contains("the sandbox")),
        "{said}"
    );
    server.end();
}

#[test]
fn a_request_before_initialize_is_refused() {
    let mut server = Server::start();
    let client = &mut server.client;
    let id = client.request("textDocument/hover", json!({}));
    assert_eq!(client.reply(id).expect_err("refused")["code"], -32002);
    client.initialize_with(json!({ "capabilities": {} }));
    server.end();
}

#[test]
fn unknown_methods_are_answered_and_unknown_notifications_ignored() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.notify("$/unheardOf", json!({}));
    client.notify("unheard/of", json!([1]));
    client.notify("$/cancelRequest", json!({ "id": 4711 }));
    client.notify("$/setTrace", json!({ "value": "off" }));
    for method in ["unheard/of", "$/unheardOf", "textDocument/rename"] {
        let id = client.request(method, json!({}));
        let code = client.reply(id).expect_err("unknown")["code"].clone();
        assert!(code == -32601 || code == -32602, "{method}: {code}");
    }
    server.end();
}

#[test]
fn malformed_parameters_get_an_error_and_malformed_notifications_do_no_harm() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open("file:///A.java", "class A {}");
    client.notify("textDocument/didChange", json!({ "textDocument": 3 }));
    client.notify("textDocument/didOpen", Value::Null);
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///A.java", "version": "x" } }),
    );
    for params in [
        Value::Null,
        json!([]),
        json!({ "textDocument": { "uri": 7 } }),
    ] {
        let id = client.request("textDocument/hover", params);
        assert_eq!(client.reply(id).expect_err("malformed")["code"], -32602);
    }
    assert_eq!(mirror(client, "file:///A.java"), "class A {}");
    server.end();
}

#[test]
fn bytes_that_are_no_message_are_answered_and_passed_over() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.write(b"Content-Length: 5\r\n\r\n{nope");
    assert_eq!(client.reply(-1).expect_err("no JSON")["code"], -32700);
    client.open("file:///A.java", "class A {}");
    assert_eq!(mirror(client, "file:///A.java"), "class A {}");
    server.end();
}

#[test]
fn a_cancelled_request_gets_exactly_one_reply() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open("file:///A.java", "class A {}");
    for _ in 0..100 {
        let id = client.request("goalline/text", json!({ "uri": "file:///A.java" }));
        client.notify("$/cancelRequest", json!({ "id": id }));
        match client.reply(id) {
            Ok(text) => assert_eq!(text, "class A {}"),
            Err(error) => assert_eq!(error["code"], -32800),
        }
    }
    server.end();
}

#[test]
fn wrong_settings_are_named_once_and_the_server_goes_on() {
    let mut server = Server::start();
    let client = &mut server.client;
    client.initialize_with(
        json!({ "capabilities": {}, "initializationOptions": { "maxDiagnostics": "many" } }),
    );
    let shown = client.notification("window/showMessage");
    assert!(
        shown["message"]
            .as_str()
            .is_some_and(|text| text.contains("expected usize")),
        "{shown}"
    );
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": null }),
    );
    server.end();
}
