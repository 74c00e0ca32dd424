//! A workspace of a stranger: what it says about JDKs, trust and paths makes nothing of its own run; and what no
//! editor would send.
//!
//! Its "JDK" is a script that leaves a mark wherever it is run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    client::Client,
    server::{Server, mirror},
    story::{capabilities, copy, has_jdk, hint_with_a_test, shop, uri},
};

const NOT_TRUSTED: &str = "Cart: not measured, nothing runs: trust this folder first";

/// The example project in the hands of a stranger.
struct Stranger {
    folder: TempDir,
}

impl Stranger {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let stranger = Self { folder };
        copy(&shop(), &stranger.project());
        // Nothing of Maven is wanted here.
        fs::remove_file(stranger.project().join("pom.xml")).expect("the fixture has one");
        stranger
    }

    /// Above it is what any user of the machine may write to.
    fn project(&self) -> PathBuf {
        self.folder.path().join("above/project")
    }

    fn cart(&self) -> PathBuf {
        self.project().join("src/main/java/shop/Cart.java")
    }

    fn mark(&self) -> PathBuf {
        self.folder.path().join("it-ran")
    }

    /// A "JDK" in a folder below the stranger's.
    fn jdk(&self, at: &str) -> PathBuf {
        let home = self.folder.path().join(at);
        let bin = home.join("bin");
        fs::create_dir_all(&bin).expect("the folder is writable");
        let script = format!(
            "#!/bin/sh\ntouch '{}'\necho 'openjdk version \"17.0.1\" 2021-10-19' >&2\n",
            self.mark().display()
        );
        for name in ["java", "javac"] {
            fs::write(bin.join(name), &script).expect("the folder is writable");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = fs::Permissions::from_mode(0o755);
                fs::set_permissions(bin.join(name), mode).expect("it is ours");
            }
        }
        home
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.folder.path().join(path), text).expect("the folder is writable");
    }

    /// Starts a server in it that reads no settings, with these options.
    fn start(&self, options: &Value) -> Server {
        let mut server = Server::start_with_cache(&self.folder.path().join("cache"));
        let folder = json!({ "uri": uri(&self.project()), "name": "project" });
        server.client.initialize_with(json!({
            "capabilities": capabilities(),
            "workspaceFolders": [folder],
            "initializationOptions": options
        }));
        server
    }

    fn open_and_save(&self, client: &mut Client) {
        let text = fs::read_to_string(self.cart()).expect("the class is there");
        client.open(&uri(&self.cart()), &text);
        client.save(&uri(&self.cart()));
    }
}

fn settings(server: &mut Server, goalline: &Value) {
    let settings = json!({ "settings": { "goalline": goalline } });
    server
        .client
        .notify("workspace/didChangeConfiguration", settings);
}

/// Names of a JDK that lead to the stranger's, from the project.
fn names(jdk: &Path) -> [String; 3] {
    let absolute = jdk.display().to_string();
    let climbing = format!("{}{absolute}", "../".repeat(30));
    [absolute, climbing, "../../jdk".to_owned()]
}

#[test]
fn tool_version_files_start_no_program_of_theirs_before_trust_and_after() {
    if !has_jdk() {
        return;
    }
    let stranger = Stranger::new();
    let jdk = stranger.jdk("jdk");
    for name in names(&jdk) {
        for folder in ["above/project", "above"] {
            stranger.write(&format!("{folder}/.sdkmanrc"), &format!("java={name}\n"));
            stranger.write(&format!("{folder}/.java-version"), &format!("{name}\n"));
        }
        let mut server = stranger.start(&json!({ "coupledBranches": false }));
        let ignored = ["window/logMessage", "window/showMessage"];
        server.client.ignore(&ignored);
        stranger.open_and_save(&mut server.client);
        for _ in ["opened", "saved"] {
            let status = server.client.notification("goalline/status");
            assert_eq!(status["message"], NOT_TRUSTED);
        }
        assert!(!stranger.mark().exists(), "{name} before trust");

        server.client.ignore(&["goalline/status"]);
        server
            .client
            .notify("goalline/trust", json!({ "trusted": true }));
        server.client.save(&uri(&stranger.cart()));
        hint_with_a_test(&mut server.client, &uri(&stranger.cart()));
        assert!(!stranger.mark().exists(), "{name} after trust");
        server.client.ignore(&["textDocument/publishDiagnostics"]);
        server.end();
    }
}

#[test]
fn settings_of_the_workspace_neither_trust_it_nor_name_a_program_in_it() {
    let stranger = Stranger::new();
    let jdk = stranger.jdk("above/project/jdk");
    let options = json!({ "coupledBranches": false });
    let mut server = stranger.start(&options);
    let of_workspace = json!({
        "trusted": true,
        "runOnOpen": true,
        "sandbox": false,
        "java": { "home": jdk },
        "classpath": [stranger.project()],
        "sources": [stranger.project()]
    });
    settings(&mut server, &of_workspace);
    let shown = server.client.notification("window/showMessage");
    let ignored = "there is no setting goalline.trusted; it has no effect";
    assert_eq!(shown["message"], ignored);
    let shown = server.client.notification("window/showMessage");
    let message = shown["message"].as_str().expect("a text");
    assert!(
        message.contains("only your own settings may loosen it"),
        "{message}"
    );
    stranger.open_and_save(&mut server.client);
    for _ in ["opened", "saved"] {
        let status = server.client.notification("goalline/status");
        assert_eq!(status["message"], NOT_TRUSTED);
    }
    assert!(!stranger.mark().exists(), "before trust");
    server
        .client
        .notify("goalline/trust", json!({ "trusted": true }));
    let shown = server.client.notification("window/showMessage");
    let message = shown["message"].as_str().expect("a text");
    assert!(message.contains("lies in the workspace"), "{message}");
    assert!(!stranger.mark().exists(), "after trust");
    let rest = ["goalline/status", "textDocument/publishDiagnostics"];
    server.client.ignore(&rest);
    server.client.ignore(&["window/logMessage"]);
    server.end();

    // The user's own word does: the mark tells that the script would have been seen.
    let mut options = options;
    options["trusted"] = json!(true);
    options["java"] = json!({ "home": jdk });
    let mut server = stranger.start(&options);
    let rest = ["goalline/status", "textDocument/publishDiagnostics"];
    server.client.ignore(&rest);
    server.client.ignore(&["window/logMessage"]);
    stranger.open_and_save(&mut server.client);
    server.client.notification("window/showMessage");
    assert!(stranger.mark().exists(), "the user named it");
    server.end();
}

#[test]
fn sources_that_nest_without_end_or_hold_twenty_thousand_classes_do_not_end_the_server() {
    let stranger = Stranger::new();
    let mut server = stranger.start(&json!({ "testRequests": true }));
    let client = &mut server.client;
    client.ignore(&["goalline/status", "textDocument/publishDiagnostics"]);
    let beside = "    int f(int a) { return a > 1 ? 1 : 2; }\n";
    let of_class =
        |body: &str| format!("class A {{\n{beside}    Object g() {{ return {body}; }}\n}}\n");
    let (many, deep) = (20_000, 50_000);
    let texts = [
        of_class(&["() -> ".repeat(deep), "1".into()].concat()),
        of_class(&["(".repeat(deep), "1".into(), ")".repeat(deep)].concat()),
        of_class(&["1".into(), " + 1".repeat(deep)].concat()),
        of_class(&["x".into(), ".a()".repeat(deep)].concat()),
        format!(
            "class A {{\n{beside}{}{}}}\n",
            "class N {".repeat(deep),
            "}".repeat(deep)
        ),
        (0..many)
            .map(|number| format!("class A{number} {{\n{beside}}}\n"))
            .collect::<Vec<_>>()
            .concat(),
    ];
    let is_too_deep = |number: usize| matches!(number, 0 | 1 | 4);
    for (number, text) in texts.iter().enumerate() {
        let uri = format!("file:///hostile/A{number}.java");
        client.open(&uri, text);
        let is_too_much = number == texts.len() - 1;
        if is_too_deep(number) || is_too_much {
            let shown = client.notification("window/showMessage");
            let message = shown["message"].as_str().expect("a text");
            let depth = "nests more than 300 levels deep";
            let reason = if is_too_much {
                "cannot be measured"
            } else {
                depth
            };
            assert!(message.contains(reason), "{message}");
        }
        let params = json!({ "textDocument": { "uri": uri } });
        let lenses = client.call("textDocument/codeLens", params);
        if is_too_much {
            assert_eq!(lenses.as_array().map_or(0, Vec::len), 0, "{number}");
            continue;
        }
        let first = &lenses[0]["command"]["title"];
        assert_eq!(
            first, "2 goals, not measured: trust this folder",
            "{number}"
        );
    }
    server.end();
}

#[test]
fn a_broken_header_is_answered_and_costs_no_other_message() {
    let mut server = Server::ready();
    let client = &mut server.client;
    let headers = [
        "Content-Length: -5\r\n\r\n",
        "Content-Length: many\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 4294967296\r\n\r\n",
        "Content-Length: 60000000\r\n\r\n",
        "Content-Type: none\r\n\r\n",
    ];
    for (number, header) in headers.into_iter().enumerate() {
        let uri = format!("file:///A{number}.java");
        client.write(header.as_bytes());
        client.write(br#"{"jsonrpc":"2.0","method":"lost"}"#);
        client.open(&uri, "class A {}");
        assert_eq!(mirror(client, &uri), "class A {}", "{header}");
        let error = client.reply(-1).expect_err("a broken header");
        assert_eq!(error["code"], -32700, "{error}");
    }
    server.end();
}
