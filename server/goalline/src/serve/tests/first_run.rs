//! The first save in a project whose build nobody has read: what the user waits for is said.

use std::sync::{Mutex, mpsc::channel};

use serde_json::json;

use super::{CART, ScriptedEngine, able, begin, playing, report, start_heard};

#[test]
fn a_save_that_waits_for_the_build_says_so() {
    let ((tell_begun, begun), (go_on, wait)) = (channel(), channel());
    let wait = Mutex::new(wait);
    let mut editor = start_heard(
        able(json!({ "coupledBranches": false })),
        ScriptedEngine {
            warm_up: Box::new(move || {
                tell_begun.send(()).expect("the test listens");
                let wait = wait.lock().expect("nobody panics here");
                wait.recv().expect("the test goes on");
            }),
            ..playing(|job, _, events| {
                begin(job, events);
                Ok(report(job, &[], &[]))
            })
        },
    );
    editor.client.ignore(&[
        "textDocument/publishDiagnostics",
        "window/workDoneProgress/create",
        "$/progress",
    ]);
    let uri = editor.open("Cart.java", CART);
    begun.recv().expect("what opens a class warms up");
    editor.client.save(&uri);
    let mut said = || editor.client.notification("goalline/status")["message"].clone();
    assert_eq!(said(), "Cart: reading the build first");
    go_on.send(()).expect("it waits");
    assert_eq!(said(), "Cart: 6 of 6 goals have a test, 0 tests ready");
    editor.end();
}
