//! How the server ends: exit, a closed pipe, a dead editor; its standard input stays open where that makes it harder.

use std::process::Command;

use serde_json::{Value, json};

use crate::server::Server;

#[test]
fn exit_after_shutdown_is_0_although_standard_input_stays_open() {
    let mut server = Server::ready();
    server.client.end();
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn exit_without_shutdown_is_1() {
    let mut server = Server::ready();
    server.client.notify("exit", Value::Null);
    assert_eq!(server.wait(), Some(1));
}

#[test]
fn a_closed_pipe_without_shutdown_is_1() {
    let mut server = Server::ready();
    server.client.hang_up();
    assert_eq!(server.wait(), Some(1));
}

#[test]
fn neovim_says_shutdown_and_hangs_up() {
    let mut server = Server::ready();
    server.client.call("shutdown", Value::Null);
    server.client.hang_up();
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn a_client_that_says_nothing_after_shutdown_is_not_waited_for() {
    let mut server = Server::ready();
    server.client.call("shutdown", Value::Null);
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn a_hang_up_before_initialize_ends_the_server() {
    let mut server = Server::start();
    server.client.hang_up();
    assert_eq!(server.wait(), Some(1));
}

#[test]
fn requests_after_shutdown_are_refused() {
    let mut server = Server::ready();
    let client = &mut server.client;
    client.call("shutdown", Value::Null);
    let id = client.request("goalline/text", json!({ "uri": "file:///A.java" }));
    assert_eq!(client.reply(id).expect_err("refused")["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn the_server_ends_with_its_editor() {
    let mut editor = Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("sleep is everywhere on unix");
    let mut server = Server::start();
    server
        .client
        .initialize_with(json!({ "processId": editor.id(), "capabilities": {} }));
    editor
        .kill()
        .and_then(|()| editor.wait())
        .expect("it is our child");
    assert_eq!(server.wait(), Some(1));
}

#[test]
fn the_editor_may_be_named_on_the_command_line() {
    let mut editor = Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("sleep is everywhere on unix");
    let mut server = Server::start_with(&[&format!("--clientProcessId={}", editor.id())]);
    server
        .client
        .initialize_with(json!({ "processId": null, "capabilities": {} }));
    editor
        .kill()
        .and_then(|()| editor.wait())
        .expect("it is our child");
    assert_eq!(server.wait(), Some(1));
}
