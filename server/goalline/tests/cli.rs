//! The command line from outside: what it prints, where, and with which status; needs neither JDK nor network.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn goalline(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args(args)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

const CART: &str = "package shop;\nclass Cart { int m(int a) { return a > 1 ? 2 : 3; } }\n";

#[test]
fn goals_in_json_have_the_documented_fields() {
    let folder = folder_with(&[("Cart.java", CART)]);
    let output = goalline(folder.path(), &["goals", "Cart.java", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let goals = json["goals"].as_array().expect("a list");
    assert_eq!(goals.len(), 2);
    let mut fields: Vec<&str> = goals[0]
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    fields.sort_unstable();
    assert_eq!(
        fields,
        [
            "class",
            "column",
            "criterion",
            "end_column",
            "end_line",
            "key",
            "line",
            "method",
            "outcome",
            "text"
        ]
    );
    assert_eq!(
        (&goals[0]["line"], &goals[0]["column"]),
        (&2.into(), &36.into())
    );
}

#[test]
fn output_has_no_colours_where_there_is_no_terminal() {
    let folder = folder_with(&[("Cart.java", CART)]);
    let output = goalline(folder.path(), &["goals", "Cart.java"]);
    assert!(!text(&output.stdout).contains('\u{1b}'));
    assert!(
        text(&output.stdout).contains("^^^^^ true, false"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn broken_java_still_has_the_goals_of_its_sound_members() {
    let broken = "class A { void x( { } int m(int a) { return a > 1 ? 2 : 3; } }";
    let folder = folder_with(&[("A.java", broken)]);
    let output = goalline(folder.path(), &["goals", "A.java"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("members with a syntax error are left out"));
}

#[cfg(unix)]
#[test]
fn no_complaint_about_a_file_makes_a_terminal_do_what_its_name_says() {
    let folder = folder_with(&[]);
    let hostile = "\u{1b}]0;owned\u{7}\u{202e}.java";
    for command in ["goals", "couple", "coverage"] {
        let output = goalline(folder.path(), &[command, hostile]);
        let said = [output.stdout, output.stderr].concat();
        let said = text(&said);
        let obeyed = said.chars().filter(|c| c.is_control() && *c != '\n');
        assert_eq!(obeyed.count(), 0, "{command}: {said:?}");
        assert!(
            said.contains("␛]0;owned␇\u{fffd}.java"),
            "{command}: {said:?}"
        );
    }
}

#[test]
fn wrong_use_has_status_2_and_says_what_is_wrong() {
    let folder = folder_with(&[("Cart.java", CART), ("notes.txt", "")]);
    for (args, message) in [
        (&["goals", "Missing.java"][..], "cannot read Missing.java"),
        (&["generate", "Missing.java"], "Missing.java: "),
        (&["generate", "notes.txt"], "is not a Java file"),
        (
            &["generate", "Cart.java", "--sources", "nowhere"],
            "--sources names nowhere",
        ),
        (
            &["generate", "Cart.java", "--classpath", "no.jar"],
            "--classpath names no.jar",
        ),
        (&["generate", "Cart.java", "--seconds=-1"], "--seconds"),
        (
            &["generate", "Cart.java", "--method", "totl"],
            "declares no method totl; did you mean m(int)?",
        ),
        (
            &[
                "generate",
                "Cart.java",
                "--method",
                "total",
                "--criteria",
                "coupled",
            ],
            "--method is for goals of the file",
        ),
        (
            &[
                "generate",
                "Cart.java",
                "--algorithm",
                "one-goal",
                "--criteria",
                "smart",
            ],
            "one-goal does not go with exception goals",
        ),
        (&["generate"], "Usage"),
    ] {
        let output = goalline(folder.path(), args);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{args:?}: {}",
            text(&output.stderr)
        );
        assert!(
            text(&output.stderr).contains(message),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_java_home_without_java_has_status_1_and_a_remedy() {
    let folder = folder_with(&[("Cart.java", CART)]);
    let output = goalline(
        folder.path(),
        &["generate", "Cart.java", "--java-home", "."],
    );
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    for part in [
        "goalline: no JDK found.",
        "looked at:",
        "found:",
        "which has no bin/java",
        "to do:",
    ] {
        assert!(stderr.contains(part), "{stderr}");
    }
    assert!(!folder.path().join("CartTest.java").exists());
}

#[test]
fn the_doctor_finds_a_missing_jdk() {
    let folder = folder_with(&[]);
    let output = goalline(folder.path(), &["doctor", "--java-home", "."]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("--  JDK"),
        "{}",
        text(&output.stdout)
    );
}

/// Processes that run this program, or what it started.
#[cfg(target_os = "linux")]
fn running(program: &str) -> usize {
    let all = fs::read_dir("/proc").expect("it is Linux").flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.filter(|line| line.contains(program)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_run_whose_build_loops_and_the_build_with_it() {
    use std::os::unix::fs::PermissionsExt;

    let maven = "#!/bin/sh\n/bin/sh -c 'while :; do :; done' \"$0\"\n";
    let folder = folder_with(&[
        ("shop/pom.xml", "<project/>"),
        ("shop/src/main/java/shop/Cart.java", CART),
        ("programs/bin/mvn", maven),
    ]);
    let program = folder.path().join("programs/bin/mvn");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let program = program.display().to_string();
    let path = std::env::var("PATH").expect("there is one");
    let mut run = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args([
            "generate",
            "shop/src/main/java/shop/Cart.java",
            "--sandbox",
            "when-available",
        ])
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .env(
            "PATH",
            format!("{}:{path}", folder.path().join("programs/bin").display()),
        )
        .spawn()
        .expect("the binary runs");
    while running(&program) < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let signal = Command::new("kill").arg(run.id().to_string()).status();
    assert!(signal.expect("kill").success());
    assert_eq!(run.wait().expect("it ends").code(), Some(1));
    assert_eq!(running(&program), 0);
    assert!(!folder.path().join("shop/src/test").exists());
}

#[cfg(unix)]
#[test]
fn an_experiment_without_room_names_the_file_and_leaves_nothing_half_written() {
    let folder = folder_with(&[
        ("subjects.tsv", "code\tshop.Cart\tnumbers\n"),
        ("code/shop/Cart.java", CART),
    ]);
    // No file may grow, as on a full disk.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", full, "sh", env!("CARGO_BIN_EXE_goalline")])
        .args(["experiment", "--subjects", "subjects.tsv"])
        .args(["--configurations", "random", "--max-executions", "10"])
        .args(["--seeds", "1", "--out", "results"])
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .output()
        .expect("the binary runs");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("goalline: results/experiment.json: "),
        "{stderr}"
    );
    let left = fs::read_dir(folder.path().join("results")).expect("it was made");
    let left = left.map(|it| it.expect("an entry").file_name().into_string());
    let left: Vec<String> = left.map(|name| name.expect("UTF-8")).collect();
    let left: Vec<&String> = left
        .iter()
        .filter(|name| !name.starts_with(".lock") && *name != "runs")
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
