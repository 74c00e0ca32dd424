//! `SECURITY.md` against the tests: a promise stands beside the test that holds it, and that test exists.

use std::fs;

use crate::sources::{expect_none, root};

/// Stories in real editors: the file is the test.
const STORIES: [&str; 2] = [".lua", ".mjs"];

/// The promises: the lines of tables, each with its files and the tests named behind them.
fn named_tests(text: &str) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let last = line.trim_end_matches(" |").rsplit(" | ").next();
        let mut file = String::new();
        for word in last.unwrap_or_default().split('`').skip(1).step_by(2) {
            if word.contains('/') {
                word.clone_into(&mut file);
                if STORIES.iter().any(|ending| word.ends_with(ending)) {
                    named.push((file.clone(), String::new()));
                }
            } else {
                named.push((file.clone(), word.to_owned()));
            }
        }
    }
    named
}

#[test]
fn every_promise_is_held_by_a_test_that_exists() {
    let text = fs::read_to_string(root().join("SECURITY.md")).expect("SECURITY.md");
    let named = named_tests(&text);
    assert!(named.len() > 20, "the tables are read: {}", named.len());
    let missing: Vec<String> = named
        .iter()
        .filter(|(file, test)| {
            let source = fs::read_to_string(root().join(file)).unwrap_or_default();
            let is_there = if test.is_empty() {
                !source.is_empty()
            } else {
                source.contains(&format!("fn {test}("))
            };
            !is_there
        })
        .map(|(file, test)| format!("{file}: {test}"))
        .collect();
    expect_none("named in SECURITY.md, but not there", &missing);
    let bare: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("| test |"))
        .filter(|line| named_tests(line).is_empty())
        .map(str::to_owned)
        .collect();
    expect_none("promised in SECURITY.md without a test", &bare);
}
