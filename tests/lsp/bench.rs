//! Drives the server as an editor does and prints how long a person waits: after a keystroke, after a save; judges
//! nothing.
//!
//! `cargo bench -p goalline-tests --bench editor`, or with a class of one's own: `… --bench editor --
//! path/to/Cart.java`. What the sandbox costs: the same with `--without-sandbox`, in turn with it.

#[expect(dead_code, reason = "a bench needs less of the client than the tests")]
mod client;
#[expect(dead_code, reason = "a bench needs less of the server than the tests")]
mod server;

use std::{
    env, fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use server::Server;

const KEYSTROKES: i32 = 200;
const SAVES: usize = 5;

fn main() {
    keystrokes();
    // Cargo adds a flag of its own.
    if let Some(class) = env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
    {
        return saves(&fs::canonicalize(class).expect("the class is there"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shop");
    let copied = Command::new("cp")
        .arg("-r")
        .arg(shop)
        .arg(folder.path())
        .status();
    assert!(
        copied.is_ok_and(|status| status.success()),
        "the fixture can be copied"
    );
    saves(&folder.path().join("shop/src/main/java/shop/Cart.java"));
}

/// A class of 2,000 lines with a predicate every fourth.
fn long_class() -> String {
    let methods = (0..400).map(|number| {
        format!("    int m{number}(int a) {{\n        if (a > {number}) {{\n            return a - 1;\n        }}\n    return 0; }}\n")
    });
    format!("class Long {{\n{}}}\n", methods.collect::<String>())
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// From the keystroke to the figures of all methods, which need the tree and the goals.
fn keystrokes() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let at = uri(Path::new("/long/Long.java"));
    client.open(&at, &long_class());
    let mut times = Vec::new();
    for version in 2..KEYSTROKES + 2 {
        let place = json!({ "line": 1002, "character": 12 });
        let text = if version % 2 == 0 { "x" } else { "" };
        let end = if version % 2 == 0 {
            place.clone()
        } else {
            json!({ "line": 1002, "character": 13 })
        };
        let asked = Instant::now();
        client.change(
            &at,
            version,
            json!([{ "range": { "start": place, "end": end }, "text": text }]),
        );
        client.call(
            "textDocument/codeLens",
            json!({ "textDocument": { "uri": at } }),
        );
        times.push(asked.elapsed());
    }
    say("keystroke to goals, 2,000 lines", &mut times);
    server.end();
}

/// From the save of a new branch to its hint, and to its ready test, on a warm server.
fn saves(class: &Path) {
    let mut server = Server::start();
    let client = &mut server.client;
    client.ignore(&["window/logMessage", "window/showMessage"]);
    let sandbox = !env::args().any(|argument| argument == "--without-sandbox");
    let options = json!({ "trusted": true, "sandbox": sandbox });
    client.initialize_with(json!({ "capabilities": {}, "initializationOptions": options }));
    let text = fs::read_to_string(class).expect("the class is there");
    let text = text.trim_end().trim_end_matches('}');
    client.open(&uri(class), text);
    let (mut hints, mut tests) = (Vec::new(), Vec::new());
    for round in 0..=SAVES {
        let method = format!(
            "    int bench{round}(int a) {{\n        if (a > {round}) {{\n            return 1;\n        }}\n        return 0;\n    }}\n}}\n"
        );
        let version = i32::try_from(round).expect("a small number") + 2;
        client.change(
            &uri(class),
            version,
            json!([{ "text": format!("{text}{}{method}", "\n".repeat(round)) }]),
        );
        let line = text.lines().count() + 1 + round;
        let asked = Instant::now();
        client.save(&uri(class));
        wait_for(client, line, "");
        hints.push(asked.elapsed());
        wait_for(client, line, "ready");
        tests.push(asked.elapsed());
        while client.notification("goalline/status")["state"] == "running" {}
        if round == 0 {
            say("save to first diagnostics, cold", &mut hints);
            say("save to first ready test, cold", &mut tests);
            (hints, tests) = (Vec::new(), Vec::new());
        }
    }
    say("save to first diagnostics, warm", &mut hints);
    say("save to first ready test, warm", &mut tests);
    client.ignore(&["goalline/status", "textDocument/publishDiagnostics"]);
    server.end();
}

/// Waits for a hint on this line whose message contains this word.
fn wait_for(client: &mut client::Client, line: usize, word: &str) {
    loop {
        let published = client.notification("textDocument/publishDiagnostics");
        let hints = published["diagnostics"].as_array().expect("a list");
        let is_it = |hint: &Value| {
            let message = hint["message"].as_str().unwrap_or_default();
            hint["range"]["start"]["line"] == line && message.contains(word)
        };
        if hints.iter().any(is_it) {
            return;
        }
    }
}

#[expect(clippy::print_stdout, reason = "the figures are what a bench is for")]
fn say(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: usize| {
        times
            .get(times.len().saturating_sub(1) * share / 100)
            .map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{what}: median {:.1} ms, 90 % {:.1} ms, worst {:.1} ms of {}",
        at(50),
        at(90),
        at(100),
        times.len()
    );
}
