//! Code of one project that never comes to an end, while the user works on another one.

use std::{fs, path::Path, process::Command};

use serde_json::json;

use crate::{
    server::Server,
    story::{capabilities, copy, has_jdk, shop, uri},
};

const PROCESSOR: &str = r#"
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
@SupportedAnnotationTypes("*")
public class Looping extends AbstractProcessor {
    @Override public SourceVersion getSupportedSourceVersion() { return SourceVersion.latest(); }
    @Override public boolean process(Set<? extends TypeElement> all, RoundEnvironment round) { while (true) { } }
}
"#;

const PLAIN: &str = "package a;\npublic class Loops {\n    public static int f(int n) { return n > 3 ? 1 : 2; }\n}\n";

/// Its class is never initialised.
const INITIALISING: &str = "package a;\npublic class Loops {\n    static int last;\n    static { while (last >= 0) { last = last + 1 & 7; } }\n    public static int f(int n) { return n > 3 ? 1 : 2; }\n}\n";

fn run(program: &str, arguments: &[&str], folder: &Path) {
    let done = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .status();
    assert!(done.expect("a JDK is there").success());
}

/// A project whose compilation never ends, for a processor among its libraries loops.
fn with_a_processor(folder: &Path) {
    let made = folder.join("made");
    fs::create_dir_all(made.join("META-INF/services")).expect("it is ours");
    fs::create_dir_all(folder.join("lib")).expect("it is ours");
    fs::write(made.join("Looping.java"), PROCESSOR).expect("it is ours");
    let service = "META-INF/services/javax.annotation.processing.Processor";
    fs::write(made.join(service), "Looping\n").expect("it is ours");
    run("javac", &["-proc:none", "Looping.java"], &made);
    let jar = folder.join("lib/looping.jar");
    let jar = jar.to_str().expect("a plain path");
    run(
        "jar",
        &["--create", "--file", jar, "Looping.class", "META-INF"],
        &made,
    );
    fs::remove_dir_all(made).expect("it is ours");
}

/// A project whose Maven never answers.
fn with_a_build(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(folder.join("pom.xml"), "<project/>").expect("it is ours");
    let maven = folder.with_file_name("bin").join("mvn");
    fs::write(&maven, "#!/bin/sh\nwhile :; do :; done\n").expect("it is ours");
    fs::set_permissions(&maven, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// The class of this text is saved, then one of another project; what was told of the first one until the tests of the
/// other one are ready.
fn told_until_another_project_is_served(text: &str, prepare: impl Fn(&Path)) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("loops/src/a/Loops.java");
    fs::create_dir_all(place.parent().expect("a folder")).expect("it is ours");
    fs::write(&place, text).expect("it is ours");
    fs::create_dir_all(folder.path().join("bin")).expect("it is ours");
    prepare(&folder.path().join("loops"));
    let other = folder.path().join("shop");
    copy(&shop(), &other);
    fs::remove_file(other.join("pom.xml")).expect("the fixture has one");
    let cart = other.join("src/main/java/shop/Cart.java");
    let saved = fs::read_to_string(&cart).expect("the fixture is there");

    let mut server =
        Server::start_with_programs(&folder.path().join("bin"), &folder.path().join("cache"));
    let client = &mut server.client;
    client.ignore(&["window/logMessage", "window/showMessage"]);
    client.ignore(&["textDocument/publishDiagnostics"]);
    let options = json!({
        "trusted": true, "suite": "never", "coupledBranches": false, "secondsPerSave": 0.5
    });
    client.initialize_with(
        json!({ "capabilities": capabilities(), "initializationOptions": options }),
    );
    client.open(&uri(&place), text);
    client.save(&uri(&place));
    client.open(&uri(&cart), &saved);
    client.save(&uri(&cart));
    let mut heard = Vec::new();
    loop {
        let status = client.notification("goalline/status");
        let message = status["message"].as_str().unwrap_or_default().to_owned();
        heard.push(message.clone());
        if message.starts_with("Cart: ") && message.contains("tests ready") {
            break;
        }
    }
    client.ignore(&["goalline/status"]);
    server.end();
    let of_first = heard.iter().filter_map(|it| it.strip_prefix("Loops: "));
    of_first.map(str::to_owned).collect()
}

#[test]
fn a_processor_that_loops_gives_way_to_a_file_of_another_project() {
    if has_jdk() {
        let told = told_until_another_project_is_served(PLAIN, with_a_processor);
        assert!(told.iter().any(|it| it == "stopped"), "{told:?}");
        assert!(
            !told.iter().any(|it| it.contains("tests ready")),
            "{told:?}"
        );
    }
}

#[test]
fn a_build_that_loops_holds_up_its_own_file_alone() {
    if has_jdk() {
        let told = told_until_another_project_is_served(PLAIN, with_a_build);
        let waits = |it: &String| it.contains("waiting for what its build says");
        assert!(told.iter().any(waits), "{told:?}");
        assert!(
            !told.iter().any(|it| it.contains("tests ready")),
            "{told:?}"
        );
    }
}

#[test]
fn a_class_that_is_never_initialised_gives_way_to_a_file_of_another_project_or_ends() {
    if has_jdk() {
        let told = told_until_another_project_is_served(INITIALISING, |_| {});
        let is_out_of_the_way = |it: &String| it == "stopped" || it.contains("0 tests ready");
        assert!(told.iter().any(is_out_of_the_way), "{told:?}");
    }
}
