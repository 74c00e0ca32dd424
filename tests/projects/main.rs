//! Whole projects among the fixtures: their own builds test them, and Goalline's picture of their coverage is that of
//! these tests.
//!
//! A build that is not installed is said so, and its test ends; the first run downloads what the builds name.

mod gradle;
mod maven;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

/// The states of a line's goals.
type LineStates = BTreeMap<u64, Vec<String>>;

/// A copy of a fixture, with a cache of its own.
struct FixtureCopy {
    _folder: tempfile::TempDir,
    root: PathBuf,
    cache: PathBuf,
}

impl FixtureCopy {
    fn of(fixture: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let base = fs::canonicalize(folder.path()).expect("a real path");
        let root = base.join(fixture);
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fixtures")
            .join(fixture);
        copy(&from, &root);
        Self {
            _folder: folder,
            root,
            cache: base.join("cache"),
        }
    }

    /// What `goalline coverage` says of a module: states by line, by path below the module's sources.
    fn states(&self, module: &str) -> BTreeMap<String, LineStates> {
        let mut command = Command::new(goalline());
        command
            .args(["coverage", "--format", "json"])
            .arg(self.root.join(module))
            .env("XDG_CACHE_HOME", &self.cache);
        let answer: Value = serde_json::from_str(&output_of(command)).expect("JSON");
        eprintln!("{module}: {} {}", answer["did_nothing"], answer["notices"]);
        let sources = self.root.join(module).join("src/main/java");
        let mut files = BTreeMap::new();
        for file in answer["files"].as_array().expect("files") {
            let path = Path::new(file["file"].as_str().expect("a path"));
            let Ok(name) = path.strip_prefix(&sources) else {
                continue;
            };
            let mut lines = LineStates::new();
            for goal in file["goals"].as_array().expect("goals") {
                let line = goal["line"].as_u64().expect("a line");
                let state = goal["state"].as_str().expect("a state").to_owned();
                lines.entry(line).or_default().push(state);
            }
            files.insert(name.display().to_string(), lines);
        }
        files
    }

    /// All files with their contents.
    fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.root.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    open.push(entry.path());
                } else {
                    let bytes = fs::read(entry.path()).expect("a file");
                    found.insert(entry.path(), bytes);
                }
            }
        }
        found
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("a copy");
        }
    }
}

/// The program: the one that is named, else the one that cargo built beside this test.
fn goalline() -> PathBuf {
    let named = std::env::var_os("GOALLINE_SERVER").map(PathBuf::from);
    named.unwrap_or_else(|| {
        let own = std::env::current_exe().expect("this program");
        let folder = own.parent().and_then(Path::parent).expect("target/debug");
        folder.join(format!("goalline{}", std::env::consts::EXE_SUFFIX))
    })
}

fn has(program: &str) -> bool {
    let answer = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    let is_there = answer.is_ok_and(|it| it.status.success());
    if !is_there {
        eprintln!("skipped: {program} is not installed");
    }
    is_there
}

/// Standard output of a command that ends well.
fn output_of(mut command: Command) -> String {
    let done = command
        .stdin(Stdio::null())
        .output()
        .expect("it can be run");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success(),
        "{command:?}: {text}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
    text
}
