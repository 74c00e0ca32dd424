//! The three experiments that plain tower-lsp fails: order of changes, a flood of requests while the client is
//! silent, a panic.

use serde_json::{Value, json};

use crate::server::{Server, mirror};

const URI: &str = "file:///shop/Cart.java";

#[test]
fn a_request_sees_all_changes_before_it_and_they_were_applied_in_order() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open(URI, "");
    for number in 1..=8 {
        let at = json!({ "line": 0, "character": number - 1 });
        let change = json!([{ "range": { "start": at, "end": at }, "text": number.to_string() }]);
        client.change(URI, number + 1, change);
    }
    assert_eq!(mirror(client, URI), "12345678");
    server.end();
}

#[test]
fn a_request_does_not_see_the_change_after_it() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.open(URI, "class A { boolean a(int x) { return x > 1; } }");
    for version in 2..200_i32 {
        let lens = client.request(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": URI } }),
        );
        let text = if version % 2 == 0 {
            ""
        } else {
            "class A { void a() {} }"
        };
        client.change(URI, version, json!([{ "text": text }]));
        let lenses = client.reply(lens).expect("lenses");
        assert_eq!(
            lenses.as_array().map(Vec::len),
            Some(usize::from(version % 2 == 0)),
            "{version}"
        );
    }
    server.end();
}

#[test]
fn a_thousand_requests_are_answered_while_the_client_answers_nothing() {
    let mut server = Server::start();
    let client = &mut server.client;
    client.call(
        "initialize",
        json!({
            "capabilities": { "workspace": { "configuration": true } },
            "initializationOptions": { "testRequests": true, "trusted": true }
        }),
    );
    client.open(URI, "class A {}");
    let mut asked = Vec::new();
    for _ in 0..1000 {
        client.notify(
            "workspace/didChangeConfiguration",
            json!({ "settings": null }),
        );
        asked.push(client.request("goalline/text", json!({ "uri": URI })));
    }
    for id in asked {
        assert_eq!(client.reply(id), Ok(Value::from("class A {}")));
    }
    for _ in 0..1000 {
        let (id, params) = client.server_request("workspace/configuration");
        assert_eq!(params["items"][0]["section"], "goalline");
        client.answer(&id, json!([null]));
    }
    assert_eq!(mirror(client, URI), "class A {}");
    server.end();
}

#[test]
fn a_handler_that_panics_answers_an_error_and_the_server_goes_on() {
    let mut server = Server::ready();
    let client = &mut server.client;
    for _ in 0..10 {
        let id = client.request("goalline/panic", Value::Null);
        let error = client.reply(id).expect_err("a panic is no result");
        assert_eq!(error["code"], -32603);
    }
    client.open(URI, "class A {}");
    assert_eq!(mirror(client, URI), "class A {}");
    server.end();
}

#[test]
fn the_last_panics_stand_in_the_debug_information_with_their_places() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let asked = json!({ "command": "goalline.debugInformation" });
    let mut told = || {
        let text = client.call("workspace/executeCommand", asked.clone());
        text.as_str().unwrap_or_default().to_owned()
    };
    assert!(told().ends_with("no panic since the server was started"));
    let id = server.client.request("goalline/panic", Value::Null);
    server.client.reply(id).expect_err("a panic is no result");
    let text = server.client.call("workspace/executeCommand", asked);
    let text = text.as_str().unwrap_or_default();
    assert!(text.contains("asked to panic"), "{text}");
    assert!(text.contains("handlers/backend.rs:"), "{text}");
    server.end();
}

#[test]
fn a_client_that_writes_much_before_it_reads_does_not_stop_the_server() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let text = "// é\n".repeat(20_000);
    client.open(URI, &text);
    let asked: Vec<i64> = (0..200)
        .map(|_| client.request("goalline/text", json!({ "uri": URI })))
        .collect();
    for id in asked {
        assert_eq!(client.reply(id), Ok(Value::from(text.as_str())));
    }
    server.end();
}
