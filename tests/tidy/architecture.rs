//! `server/ARCHITECTURE.md` against the repository: every path in it exists, every crate and every dependency is in it.

use std::fs;

use crate::sources::{expect_none, root};

fn text() -> String {
    fs::read_to_string(root().join("server/ARCHITECTURE.md")).expect("server/ARCHITECTURE.md")
}

/// What stands between backticks, code blocks left out.
fn quoted(text: &str) -> Vec<String> {
    let mut quoted = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            quoted.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    quoted
}

#[test]
fn every_path_it_names_exists() {
    let is_path = |word: &&String| {
        let folders = ["server/", "tests/", "editors/", "grammars/", ".ci/"];
        folders.iter().any(|folder| word.starts_with(folder)) && !word.contains(['*', ' ', '…'])
    };
    let quoted = quoted(&text());
    let missing: Vec<String> = quoted
        .iter()
        .filter(is_path)
        .filter(|path| !root().join(path).exists())
        .cloned()
        .collect();
    expect_none("named in server/ARCHITECTURE.md, but not there", &missing);
}

#[test]
fn it_names_every_crate() {
    let text = text();
    let missing: Vec<String> = fs::read_dir(root().join("server"))
        .expect("server/ exists")
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| format!("server/{}", entry.file_name().to_string_lossy()))
        .filter(|folder| !text.contains(&format!("`{folder}`")))
        .collect();
    expect_none("not named in server/ARCHITECTURE.md", &missing);
}

#[test]
fn it_gives_a_reason_for_every_dependency() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let section = manifest
        .split("[workspace.dependencies]")
        .nth(1)
        .and_then(|rest| rest.split("\n[").next())
        .expect("the workspace lists its dependencies");
    let text = text();
    let missing: Vec<String> = section
        .lines()
        .filter_map(|line| line.split([' ', '=']).next())
        .filter(|name| {
            !name.is_empty() && !name.starts_with(['#', '"']) && !name.starts_with("goalline-")
        })
        .filter(|name| !text.contains(&format!("`{name}`")))
        .map(str::to_owned)
        .collect();
    expect_none("without a reason in server/ARCHITECTURE.md", &missing);
}
