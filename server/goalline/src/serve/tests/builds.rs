//! Builds that take long to say what a project is, or never say it: their own files wait, everything else goes on.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use goalline_engine::Cancel;
use serde_json::{Value, json};

use super::{
    CART, Editor, ScriptedEngine, able, begin, not_reached, playing, report, start_heard,
    waiting::{until_cancelled, until_holds},
};
use crate::serve::state::generator::{Failure, Job};

/// An editor whose engine finds nothing new, and asks builds so.
fn start_asking(
    ask: impl Fn(&Job, &Cancel) -> Result<(), Failure> + Send + Sync + 'static,
) -> Editor {
    let search = |job: &Job, _: &Cancel, events: &mut dyn goalline_engine::Events| {
        begin(job, events);
        Ok(report(job, &[], &[("n > ", not_reached(Some(1.0)))]))
    };
    let options = json!({ "coupledBranches": false, "suite": "never", "runOnOpen": false });
    let mut editor = start_heard(
        able(options),
        ScriptedEngine {
            ask_build: Box::new(ask),
            ..playing(search)
        },
    );
    let passed_over = ["textDocument/publishDiagnostics", "window/logMessage"];
    editor.client.ignore(&passed_over);
    editor
        .client
        .ignore(&["window/workDoneProgress/create", "$/progress"]);
    editor
}

/// Opens and saves a class of a project of its own.
fn save_in(editor: &mut Editor, project: &str) -> String {
    let folder = editor.path(project);
    fs::create_dir_all(&folder).expect("the folder is writable");
    fs::write(folder.join("pom.xml"), "<project/>").expect("the folder is writable");
    let uri = editor.open(&format!("{project}/{project}.java"), CART);
    editor.client.save(&uri);
    uri
}

/// Waits for a status line that begins and goes on so.
fn hear(editor: &mut Editor, name: &str, words: &str) {
    until_holds(words, || {
        let status = editor.client.notification("goalline/status");
        let message = status["message"].as_str().unwrap_or_default();
        message.starts_with(name) && message.contains(words)
    });
}

fn is_of(job: &Job, project: &str) -> bool {
    job.path.parent().is_some_and(|it| it.ends_with(project))
}

#[test]
fn a_build_that_never_ends_holds_up_its_own_files_alone_and_can_be_stopped() {
    let mut editor = start_asking(|job, cancel| {
        if !is_of(job, "loops") {
            return Ok(());
        }
        until_cancelled(cancel);
        Err(Failure::Cancelled)
    });
    let stuck = save_in(&mut editor, "loops");
    hear(&mut editor, "loops", "waiting for what its build says");
    save_in(&mut editor, "shop");
    hear(&mut editor, "shop", "goals have a test");
    // Its goals are those of its text meanwhile.
    let goals = editor
        .client
        .call("goalline/goals", json!({ "uri": stuck }));
    assert!(goals.to_string().contains("n > 3"), "{goals}");
    let stop = json!({ "command": "goalline.stop", "arguments": [stuck] });
    let answer = editor.client.call("workspace/executeCommand", stop);
    assert_eq!(answer, Value::Null);
    hear(&mut editor, "loops", "stopped");
    editor.client.ignore(&["goalline/status"]);
    editor.end();
}

#[test]
fn a_run_comes_again_once_its_build_has_answered_however_often_it_was_saved_meanwhile() {
    let may_answer = Arc::new(AtomicBool::default());
    let answers = may_answer.clone();
    let mut editor = start_asking(move |_, _| {
        until_holds("the answer", || answers.load(Ordering::Relaxed));
        Ok(())
    });
    let uri = save_in(&mut editor, "slow");
    hear(&mut editor, "slow", "waiting for what its build says");
    editor.client.save(&uri);
    hear(&mut editor, "slow", "reading the build first");
    assert!(editor.runs.lock().expect("nobody panics here").is_empty());
    may_answer.store(true, Ordering::Relaxed);
    hear(&mut editor, "slow", "goals have a test");
    editor.client.ignore(&["goalline/status"]);
    editor.end();
}
