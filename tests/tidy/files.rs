//! Rules about single files: an opening sentence, a bounded size, names that mean something, nothing left lying about.

use crate::sources::{Source, expect_none, with_ending};

const MOST_CODE_LINES: usize = 400;

#[test]
fn every_rust_file_opens_with_a_sentence() {
    expect_opening("rs", |text| text.starts_with("//! "));
}

#[test]
fn every_java_file_opens_with_a_sentence() {
    expect_opening("java", |text| text.contains("/**"));
}

#[test]
fn every_query_opens_with_what_it_captures() {
    expect_opening("scm", |text| text.starts_with(';'));
}

fn expect_opening(ending: &str, is_open: impl Fn(&str) -> bool) {
    let silent: Vec<String> = with_ending(ending)
        .into_iter()
        .filter(|source| !is_open(&source.text))
        .map(|source| source.path)
        .collect();
    expect_none(
        "the first line says what the file takes, gives and leaves alone",
        &silent,
    );
}

#[test]
fn no_file_is_too_long_to_read() {
    let all = with_ending("rs").into_iter().chain(with_ending("java"));
    let long: Vec<String> = all
        .filter(|source| !source.is_test())
        .map(|source| (source.code_lines(), source.path))
        .filter(|(lines, _)| *lines > MOST_CODE_LINES)
        .map(|(lines, path)| format!("{path}: {lines} lines of code"))
        .collect();
    expect_none("a file has at most 400 lines of code, tests aside", &long);
}

#[test]
fn nothing_is_left_for_later() {
    // Written so that this file does not complain about itself.
    let marks = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["#[ign", "ore"],
        ["allow(dead", "_code)"],
    ]
    .map(|it| it.concat());
    let mut left = Vec::new();
    for source in with_ending("rs").into_iter().chain(with_ending("java")) {
        for (line, number) in source.text.lines().zip(1..) {
            if let Some(mark) = marks.iter().find(|mark| line.contains(mark.as_str())) {
                left.push(format!("{}:{number}: {mark}", source.path));
            }
        }
    }
    expect_none("finish it, delete it, or open an issue", &left);
}

#[test]
fn names_say_what_a_thing_is() {
    let mut vague = Vec::new();
    for source in with_ending("rs").into_iter().chain(with_ending("java")) {
        vague.extend(vague_names(&source));
    }
    expect_none(
        "no Manager, Helper, Util, Misc, Impl, Data or Info in names",
        &vague,
    );
}

fn vague_names(source: &Source) -> Vec<String> {
    const KEYWORDS: [&str; 7] = [
        "struct",
        "enum",
        "trait",
        "type",
        "class",
        "interface",
        "mod",
    ];
    const VAGUE: [&str; 8] = [
        "manager", "helper", "helpers", "util", "utils", "misc", "impl", "info",
    ];
    let mut found = Vec::new();
    for (line, number) in source.text.lines().zip(1..) {
        let code = line.split("//").next().unwrap_or(line);
        if code.trim_start().starts_with('*') {
            continue;
        }
        let words: Vec<&str> = code
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        for pair in words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0])) {
            let is_vague = |part: &String| VAGUE.contains(&part.as_str()) || part == "data";
            if parts(pair[1]).iter().any(is_vague) {
                found.push(format!("{}:{number}: {}", source.path, pair[1]));
            }
        }
    }
    found
}

/// `FileFlow` and `file_flow` as `file`, `flow`.
fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    for c in name.chars() {
        if c.is_uppercase() || c == '_' {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
    }
    parts
}
