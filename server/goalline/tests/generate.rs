//! `goalline generate` from outside, on a plain folder with the JDK of this machine: what is written, and that it is
//! the same twice.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const GATE: &str = "package a;

/** A gate. */
public class Gate {
    private int passed;

    public String pass(int age, String ticket) {
        if (age < 0) {
            throw new IllegalArgumentException(\"age is negative\");
        }
        passed++;
        return age > 64 || \"day\".equals(ticket) ? \"free\" : \"pay\";
    }

    public int passed() {
        return passed;
    }
}
";

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = folder.path().join("src/main/java/a");
    fs::create_dir_all(&sources).expect("a folder");
    fs::write(sources.join("Gate.java"), GATE).expect("a file");
    folder
}

fn generate(folder: &Path, flags: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args([
            "generate",
            "src/main/java/a/Gate.java",
            "--max-executions",
            "2000",
        ])
        .args(flags)
        .current_dir(folder)
        .output()
        .expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    output
}

#[test]
fn the_same_seed_writes_the_same_tests_and_the_same_report() {
    let folder = project();
    let mut results = Vec::new();
    for name in ["one", "two"] {
        generate(
            folder.path(),
            &["--seed", "7", "--out", name, "--report", "report.json"],
        );
        let tests = fs::read_to_string(folder.path().join(name).join("a/GateTest.java"));
        let report = fs::read(folder.path().join("report.json")).expect("a report");
        let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
        assert_eq!(report["criteria"][0]["covered"], 7, "{report:#}");
        assert_eq!(report["criteria"][0]["total"], 7, "{report:#}");
        results.push((
            tests.expect("tests"),
            report["goals"].clone(),
            report["executions"].clone(),
        ));
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn the_worker_is_compiled_from_our_sources_and_nothing_that_lies_where_we_are_started() {
    let folder = project();
    // javac runs plugins that a service file on its class path names, and compiles sources that it finds there.
    let planted = [
        (
            "META-INF/services/com.sun.source.util.Plugin",
            "evil.Plugin\n",
        ),
        ("goalline/worker/IllegalStateException.java", "no Java"),
    ];
    for (path, text) in planted {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let cache = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args(["generate", "src/main/java/a/Gate.java", "--dry-run"])
        .args(["--max-executions", "50"])
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", cache.path())
        .env("CLASSPATH", folder.path())
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn of_one_method_the_goals_and_tests_are_told_and_no_others() {
    let folder = project();
    let output = generate(
        folder.path(),
        &["--dry-run", "--method", "pass(int, String)"],
    );
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("branch goals: 6 of 6 covered"), "{shown}");
    assert!(!shown.contains("void passed"), "{shown}");
}

#[cfg(unix)]
#[test]
fn a_link_to_another_project_gets_no_tests_where_the_project_is_named() {
    let (folder, other) = (project(), project());
    let link = folder.path().join("src/main/java/a/Linked.java");
    let linked = other.path().join("src/main/java/a/Gate.java");
    std::os::unix::fs::symlink(linked, link).expect("a link");
    let output = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args(["generate", "src/main/java/a/Linked.java", "--project", "."])
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("lies outside of"), "{stderr}");
    assert!(!other.path().join("src/test").exists());
}

#[test]
fn a_dry_run_shows_tests_and_writes_nothing() {
    let folder = project();
    let output = generate(folder.path(), &["--dry-run"]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("branch goals: 7 of 7 covered"), "{shown}");
    assert!(
        shown.contains("assertThrows(IllegalArgumentException.class"),
        "{shown}"
    );
    assert!(!folder.path().join("src/test").exists());
}

#[test]
fn tests_go_into_the_test_class_that_is_there_and_leave_the_rest_of_it_alone() {
    let folder = project();
    let test = folder.path().join("src/test/java/a/GateTest.java");
    fs::create_dir_all(test.parent().expect("a folder")).expect("a folder");
    let own = "package a;\n\nclass GateTest {\n    // mine\n    void helper() {}\n}\n";
    fs::write(&test, own).expect("a file");
    generate(folder.path(), &[]);
    let grown = fs::read_to_string(&test).expect("the test class");
    assert!(
        grown.contains("    // mine\n    void helper() {}\n"),
        "{grown}"
    );
    assert!(grown.contains("@Test"), "{grown}");
}
