//! Rules about the modules of the language server: its folders are layers, and within a folder nothing imports in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{Source, expect_none, with_ending};

const SERVE: &str = "server/goalline/src/serve/";

/// The folders, each of which imports only those before it.
const FOLDERS: [&str; 5] = ["wire", "known", "picture", "work", "handlers"];

/// The folder and the name of a file of the language server.
fn place(source: &Source) -> Option<(&str, &str)> {
    let rest = source.path.strip_prefix(SERVE)?;
    let (folder, file) = rest.split_once('/')?;
    let name = file.strip_suffix(".rs")?;
    (!source.is_test() && name != "mod").then_some((folder, name))
}

/// The paths of a file that begin like this, each up to its semicolon.
fn imports<'a>(source: &'a Source, from: &'a str) -> impl Iterator<Item = &'a str> {
    let after = source.text.split(from).skip(1);
    after.filter_map(|rest| rest.split(';').next())
}

fn words(path: &str) -> impl Iterator<Item = &str> {
    path.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

#[test]
fn a_folder_of_the_language_server_imports_only_folders_before_it() {
    let mut complaints = Vec::new();
    for source in &with_ending("rs") {
        let Some((folder, _)) = place(source) else {
            continue;
        };
        let Some(layer) = FOLDERS.iter().position(|name| *name == folder) else {
            complaints.push(format!(
                "{}: {folder} has no place in the order",
                source.path
            ));
            continue;
        };
        for path in imports(source, "use crate::serve::") {
            let not_before = FOLDERS[layer..].iter();
            for name in not_before.filter(|name| path.contains(&format!("{name}::"))) {
                complaints.push(format!("{} imports {name}", source.path));
            }
        }
    }
    expect_none("the order is the architecture", &complaints);
}

#[test]
fn files_of_one_folder_of_the_language_server_import_in_no_circle() {
    let sources = with_ending("rs");
    let mut waiting: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for source in &sources {
        if let Some(place) = place(source) {
            let named = imports(source, "use super::").flat_map(words);
            waiting.insert(place, named.collect());
        }
    }
    assert!(waiting.len() > 20, "these are {waiting:?}");
    loop {
        let is_free = |(folder, _): &(&str, &str), imports: &BTreeSet<&str>| {
            !imports
                .iter()
                .any(|name| waiting.contains_key(&(*folder, *name)))
        };
        let free: Vec<(&str, &str)> = waiting
            .iter()
            .filter(|(place, imports)| is_free(place, imports))
            .map(|(place, _)| *place)
            .collect();
        if free.is_empty() {
            break;
        }
        for place in free {
            waiting.remove(&place);
        }
    }
    let circle: Vec<String> = waiting
        .keys()
        .map(|(folder, name)| format!("{folder}/{name}.rs"))
        .collect();
    expect_none("these import one another in a circle", &circle);
}
