//! Who may let a workspace run code: the client's own word, and nothing that stands in the workspace.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{CART, Editor, able, begin, not_reached, playing, report, start_heard, start_scripted};
use crate::serve::state::generator::{Failure, Job};

const TO_DO: &str = "Cart: not measured, nothing runs: trust this folder first";

/// An editor that says this in `initialize`, and whose engine covers everything.
fn started(params: Value) -> Editor {
    let mut editor = start_heard(
        params,
        playing(|job, _, events| {
            begin(job, events);
            Ok(report(job, &[], &[("n > 1#0:true", not_reached(None))]))
        }),
    );
    let progress = ["window/workDoneProgress/create", "$/progress"];
    editor.client.ignore(&progress);
    editor
}

/// What an editor says without a word about trust.
fn silent() -> Value {
    let mut params = able(json!({}));
    params["initializationOptions"] = json!({ "coupledBranches": false });
    params
}

/// Opens and saves a class, and asks for tests: nothing runs, and the reason is said each time.
fn nothing_runs(editor: &mut Editor) -> String {
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    for _ in ["opened", "saved"] {
        let status = editor.client.notification("goalline/status");
        assert_eq!(status["message"], TO_DO);
    }
    let params = json!({ "command": "goalline.generate", "arguments": [uri] });
    let id = editor.client.request("workspace/executeCommand", params);
    let error = editor.client.reply(id).expect_err("refused").to_string();
    assert!(error.contains("this folder is not trusted"), "{error}");
    let counted = "4 goals, not measured: trust this folder";
    assert_eq!(editor.lenses(&uri)[0], counted, "the text alone says so");
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 0);
    uri
}

#[test]
fn where_the_client_says_nothing_of_trust_nothing_runs() {
    let mut editor = started(silent());
    nothing_runs(&mut editor);
    editor.end();
}

#[test]
fn a_file_beside_the_workspace_is_not_trusted_with_it() {
    let mut params = able(json!({ "coupledBranches": false }));
    let folders = tempfile::tempdir().expect("a folder");
    let [trusted, other] = ["trusted", "other"].map(|name| folders.path().join(name));
    for folder in [&trusted, &other] {
        fs::create_dir(folder).expect("it is ours");
        fs::write(folder.join("Cart.java"), CART).expect("it is ours");
    }
    let uri = |path: &Path| format!("file://{}", path.display());
    params["workspaceFolders"] = json!([{ "uri": uri(&trusted), "name": "trusted" }]);
    let mut editor = started(params);
    let open = |editor: &mut Editor, folder: &Path| {
        let uri = uri(&folder.join("Cart.java"));
        editor.client.open(&uri, CART);
        editor.client.save(&uri);
        uri
    };
    let beside = open(&mut editor, &other);
    open(&mut editor, &trusted.join("../other"));
    for _ in ["opened", "saved", "opened by another way", "saved"] {
        let status = editor.client.notification("goalline/status");
        let words = "Cart: not measured, nothing runs: it is in no folder that you opened";
        assert_eq!(status["message"], words);
    }
    let params = json!({ "command": "goalline.generate", "arguments": [beside] });
    let id = editor.client.request("workspace/executeCommand", params);
    let error = editor.client.reply(id).expect_err("refused").to_string();
    assert!(error.contains("open its folder"), "{error}");
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 0);
    editor.client.ignore(&["goalline/status"]);
    open(&mut editor, &trusted);
    editor.hints();
    let runs = editor.runs.lock().expect("nobody panics here").len();
    assert_ne!(runs, 0, "the workspace itself is measured");
    editor.end();
}

#[test]
fn a_word_that_is_not_true_is_no_trust() {
    for word in [
        json!(false),
        json!("true"),
        json!(1),
        json!({}),
        json!([true]),
    ] {
        let mut editor = started(able(json!({ "trusted": word })));
        nothing_runs(&mut editor);
        editor.end();
    }
}

#[test]
fn settings_of_the_workspace_cannot_trust_it() {
    let mut params = silent();
    params["capabilities"]["workspace"]["configuration"] = json!(true);
    let mut editor = started(params);
    let (id, _) = editor.client.server_request("workspace/configuration");
    let answer = json!([{ "trusted": true, "runOnOpen": true }]);
    editor.client.answer(&id, answer);
    let shown = editor.client.notification("window/showMessage");
    let ignored = "there is no setting goalline.trusted; it has no effect";
    assert_eq!(shown["message"], ignored);
    nothing_runs(&mut editor);
    editor.end();

    // Clients that cannot be asked send theirs.
    let mut editor = started(silent());
    let settings = json!({ "settings": { "goalline": { "trusted": true } } });
    let changed = "workspace/didChangeConfiguration";
    editor.client.notify(changed, settings);
    let shown = editor.client.notification("window/showMessage");
    assert_eq!(shown["message"], ignored);
    nothing_runs(&mut editor);
    editor.end();
}

#[test]
fn trust_that_is_granted_later_begins_with_what_is_open_and_can_be_taken_away() {
    let mut editor = started(silent());
    let uri = nothing_runs(&mut editor);
    editor
        .client
        .notify("goalline/trust", json!({ "trusted": true }));
    editor.client.save(&uri);
    assert_eq!(editor.hints(), ["11:15 never true in a test"]);
    let is_done = |status: &Value| status["message"] != "Cart: looking for tests";
    while !is_done(&editor.client.notification("goalline/status")) {}
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 2);

    editor
        .client
        .notify("goalline/trust", json!({ "trusted": false }));
    editor.client.save(&uri);
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    while editor.client.notification("goalline/status")["message"] != TO_DO {}
    editor.client.ignore(&["goalline/status"]);
    assert_eq!(editor.runs.lock().expect("nobody panics here").len(), 2);
    editor.end();
}

#[test]
fn a_client_that_asks_for_trust_has_the_question_above_each_method() {
    let mut params = silent();
    params["capabilities"]["experimental"] = json!({ "goalline": { "trust": true } });
    let mut editor = started(params);
    let uri = nothing_runs(&mut editor);
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses = editor.client.call("textDocument/codeLens", document);
    assert_eq!(lenses[0]["command"]["command"], "goalline.trust");
    editor.end();
}

/// Whether a run takes the JDK that settings name, where the client's own options name this one.
fn takes_jdk(own: &Value, configured: &str) -> Result<(), String> {
    let jdk = |job: &Job| match job.java_home() {
        Ok(home) => Failure::Trouble(format!(
            "taken: {}",
            home.unwrap_or(Path::new("?")).display()
        )),
        Err(refused) => refused,
    };
    let mut editor = start_scripted(Value::Null, playing(move |job, _, _| Err(jdk(job))));
    let folder = editor.folder.path().to_path_buf();
    let inside = |name: &str| name.replace("WORK", &folder.display().to_string());
    fs::create_dir_all(folder.join("jdk")).expect("the folder is writable");
    let mut params = able(json!({ "java": own }));
    let home = params["initializationOptions"]["java"]["home"].take();
    if let Some(home) = home.as_str() {
        params["initializationOptions"]["java"]["home"] = json!(inside(home));
    }
    params["workspaceFolders"] = json!([{ "uri": editor.uri(""), "name": "work" }]);
    editor.client.initialize_with(params);
    let settings = json!({ "goalline": { "java": { "home": inside(configured) } } });
    let changed = "workspace/didChangeConfiguration";
    editor
        .client
        .notify(changed, json!({ "settings": settings }));
    let uri = editor.open("Cart.java", CART);
    editor.client.save(&uri);
    let shown = editor.client.notification("window/showMessage");
    editor.client.ignore(&["textDocument/publishDiagnostics"]);
    editor.end();
    let message = shown["message"].as_str().expect("a text").to_owned();
    if message.starts_with("taken: ") {
        Ok(())
    } else {
        Err(message)
    }
}

#[test]
fn a_jdk_inside_of_the_workspace_is_taken_only_where_the_clients_own_options_name_it() {
    let nothing = json!({});
    assert_eq!(takes_jdk(&nothing, "/usr/lib/jvm/jdk-17"), Ok(()));
    for inside in ["WORK/jdk", "WORK/x/../jdk", "jdk", "./jdk"] {
        let refused = takes_jdk(&nothing, inside).expect_err(inside);
        assert!(refused.contains("goalline.java.home"), "{refused}");
    }
    let own = json!({ "home": "WORK/jdk" });
    assert_eq!(takes_jdk(&own, "WORK/jdk"), Ok(()));
    assert!(takes_jdk(&own, "WORK/other").is_err());
}
