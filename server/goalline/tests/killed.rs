//! A run of the command line that is killed while it writes the test class, and its workers with it: the class is the
//! old one or the whole new one. Needs a JDK and Linux.
//!
//! `GOALLINE_KILLS` says how often (default 2).
#![cfg(target_os = "linux")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

const CART: &str =
    "package shop;\npublic class Cart {\n    public int size(int n) { return n > 1 ? n : 1; }\n}\n";

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}

/// Whether the process has a file of the folder open that it writes, under whatever name.
fn has_open(process: u32, folder: &Path) -> bool {
    let open = fs::read_dir(format!("/proc/{process}/fd"));
    let mut ends = open.into_iter().flatten().flatten();
    ends.any(|it| {
        let end = fs::read_link(it.path()).unwrap_or_default();
        end.starts_with(folder) && !end.ends_with("CartTest.java")
    })
}

/// Generates tests and kills the program at once when it writes beside the test class; whether that moment came.
fn killed_while_writing(root: &Path, tests: &Path) -> bool {
    let mut run = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args(["generate", "src/main/java/shop/Cart.java", "--seconds", "1"])
        .args(["--sandbox", "when-available"])
        .current_dir(root)
        .env("XDG_CACHE_HOME", root.join("cache"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let process = run.id();
    while run.try_wait().expect("it is ours").is_none() {
        if has_open(process, tests) {
            run.kill().expect("it runs");
            run.wait().expect("it was killed");
            return true;
        }
        thread::sleep(Duration::from_micros(50));
    }
    false
}

#[test]
fn a_run_that_is_killed_while_it_writes_the_test_class_leaves_it_whole() {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("not tested: there is no javac on the path");
        return;
    }
    let kills = std::env::var("GOALLINE_KILLS");
    let kills = kills.ok().and_then(|it| it.parse().ok()).unwrap_or(2);
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("src/test/java/shop");
    let class = tests.join("CartTest.java");
    let main = folder.path().join("src/main/java/shop");
    for one in [&tests, &main] {
        fs::create_dir_all(one).expect("a folder");
    }
    fs::write(main.join("Cart.java"), CART).expect("a file");
    // Long enough for its writing to take a moment.
    let own = format!(
        "package shop;\n\nclass CartTest {{\n{}}}\n",
        "    // mine\n".repeat(40_000)
    );
    let (mut moments, mut left) = (0, 0);
    for _ in 0..kills {
        fs::write(&class, &own).expect("a file");
        moments += usize::from(killed_while_writing(folder.path(), &tests));
        let text = fs::read_to_string(&class).expect("it is there");
        let is_old = text == own;
        let is_new = text.contains("@Test") && text.ends_with("}\n");
        let kept = text.matches("    // mine\n").count();
        assert!(
            (is_old || is_new) && kept == 40_000,
            "{kept} lines of {}",
            text.len()
        );
        for name in names(&tests)
            .iter()
            .filter(|it| it.starts_with(".goalline-"))
        {
            left += 1;
            fs::remove_file(tests.join(name)).expect("it was left");
        }
    }
    eprintln!("{moments} of {kills} were killed while they wrote; {left} left a file beside");
}
