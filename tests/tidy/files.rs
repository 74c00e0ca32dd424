//! Rules about files and folders: an opening sentence, lines that fit a window, folders that can be taken in at a
//! glance, names that mean something, nothing left lying about. How long a file is says nothing: one that tells one
//! story may be long.

use std::{collections::BTreeMap, fs};

use crate::sources::{SourceFile, expect_none, root, with_ending};

/// Files of source in one folder, its subfolders left out.
const MOST_FILES: usize = 16;

/// Columns of a line.
const WIDEST: usize = 120;

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
fn no_folder_holds_more_than_one_can_take_in() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for source in with_ending("rs").into_iter().chain(with_ending("java")) {
        let folder = source
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        if source.path.contains("/src/") || source.path.contains("/worker/goalline/") {
            *folders.entry(folder.to_owned()).or_default() += 1;
        }
    }
    let full = folders.iter().filter(|(_, files)| **files > MOST_FILES);
    let full: Vec<String> = full
        .map(|(folder, files)| format!("{folder}: {files} files"))
        .collect();
    expect_none("a folder of sources has at most 16 files", &full);
}

#[test]
fn every_file_of_tests_belongs_to_an_executable() {
    let complaints: Vec<String> = with_ending("rs")
        .iter()
        .filter(|source| !is_built(&source.path))
        .map(|source| source.path.clone())
        .collect();
    expect_none("no executable of tests has it as a module", &complaints);
}

/// Whether cargo or another file names a file of a crate's `tests` folder.
fn is_built(path: &str) -> bool {
    let Some((of_crate, inner)) = path.split_once("/tests/") else {
        return true;
    };
    let read = |path: String| fs::read_to_string(root().join(path)).unwrap_or_default();
    let manifest = read(format!("{of_crate}/Cargo.toml"));
    let found_by_cargo = !inner.contains('/') && !manifest.contains("autotests = false");
    if manifest.is_empty() || found_by_cargo || manifest.contains(&format!("\"tests/{inner}\"")) {
        return true;
    }
    let (folder, name) = path.rsplit_once('/').unwrap_or_default();
    let (folder, name) = match (name, folder.rsplit_once('/')) {
        ("mod.rs" | "main.rs", Some(above)) => above,
        _ => (folder, name.trim_end_matches(".rs")),
    };
    ["main.rs", "mod.rs"]
        .map(|file| read(format!("{folder}/{file}")))
        .iter()
        .any(|text| text.contains(&format!("mod {name};")))
        || !read(format!("{folder}/{name}/main.rs")).is_empty()
}

#[test]
fn lines_fit_a_window() {
    let mut wide = Vec::new();
    let all = with_ending("rs").into_iter().chain(with_ending("java"));
    for source in all.chain(with_ending("md")) {
        // Tables, addresses and texts in quotes cannot be broken.
        let lines = source.production_lines().zip(1..);
        let whole =
            |line: &str| line.starts_with('|') || line.contains("://") || line.contains('"');
        let lines = lines.filter(|(line, _)| !whole(line));
        let wide_lines = lines.filter(|(line, _)| line.chars().count() > WIDEST);
        for (line, number) in wide_lines.filter(|_| !source.is_test()) {
            wide.push(format!(
                "{}:{number}: {} columns",
                source.path,
                line.chars().count()
            ));
        }
    }
    expect_none("a line has at most 120 columns", &wide);
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

fn vague_names(source: &SourceFile) -> Vec<String> {
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
