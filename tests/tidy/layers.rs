//! Rules about crates: who may import whom, who may touch the disk, who knows the language server protocol.

use std::{collections::BTreeMap, fs};

use crate::sources::{expect_none, root, with_ending};

/// Each crate with the crates that it may import. A row imports only rows above it: the order is the architecture.
const LAYERS: [(&str, &[&str]); 16] = [
    ("limits", &[]),
    ("syntax", &[]),
    ("flow", &["syntax"]),
    ("goals", &["flow", "syntax"]),
    ("instrument", &["flow", "goals", "syntax"]),
    ("testcase", &["flow", "syntax"]),
    ("search", &["flow", "goals", "testcase"]),
    ("jvm", &["limits", "flow", "syntax", "testcase"]),
    ("junit", &["flow", "goals", "syntax", "testcase"]),
    ("build", &["limits"]),
    (
        "prepare",
        &[
            "flow",
            "goals",
            "instrument",
            "junit",
            "jvm",
            "build",
            "search",
            "syntax",
            "testcase",
        ],
    ),
    (
        "coverage",
        &[
            "flow",
            "goals",
            "instrument",
            "junit",
            "jvm",
            "build",
            "search",
            "syntax",
            "testcase",
            "prepare",
        ],
    ),
    (
        "engine",
        &[
            "flow", "goals", "junit", "jvm", "build", "search", "syntax", "testcase", "prepare",
            "coverage",
        ],
    ),
    (
        "evaluate",
        &[
            "flow", "goals", "junit", "jvm", "search", "testcase", "prepare", "engine",
        ],
    ),
    ("experiment", &["engine", "evaluate"]),
    (
        "goalline",
        &[
            "limits",
            "engine",
            "evaluate",
            "experiment",
            "flow",
            "goals",
            "jvm",
            "syntax",
            "testcase",
        ],
    ),
];

/// Crates that compute and do nothing else.
const PURE: [&str; 7] = [
    "syntax",
    "flow",
    "goals",
    "instrument",
    "testcase",
    "search",
    "junit",
];

#[test]
fn the_table_itself_never_points_upwards() {
    for (row, (name, imports)) in LAYERS.iter().enumerate() {
        for import in *imports {
            let other = LAYERS.iter().position(|(name, _)| name == import);
            assert!(
                other.is_some_and(|other| other < row),
                "{name} imports {import}"
            );
        }
    }
}

#[test]
fn every_crate_has_a_row_and_every_row_a_crate() {
    let mut crates: Vec<String> = imports().into_keys().collect();
    let mut rows: Vec<String> = LAYERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    crates.sort();
    rows.sort();
    assert_eq!(crates, rows);
}

#[test]
fn a_crate_imports_only_what_its_row_allows() {
    let mut complaints = Vec::new();
    for (name, imports) in imports() {
        let allowed = LAYERS
            .iter()
            .find(|(row, _)| *row == name)
            .map_or(&[][..], |(_, row)| row);
        for import in imports
            .iter()
            .filter(|import| !allowed.contains(&import.as_str()))
        {
            complaints.push(format!("server/{name} imports goalline-{import}"));
        }
    }
    expect_none("lower layers never import higher ones", &complaints);
}

/// The crates under `server/`, each with the crates of ours that it imports; its tests may import what they need.
fn imports() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root().join("server"))
        .expect("server/ exists")
        .flatten()
    {
        let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) else {
            continue;
        };
        let used = manifest
            .split("[dev-dependencies]")
            .next()
            .unwrap_or_default();
        let names = used.lines().filter_map(|line| {
            let name = line.split(['.', ' ', '=']).next()?;
            Some(name.strip_prefix("goalline-")?.to_owned())
        });
        all.insert(
            entry.file_name().to_string_lossy().into_owned(),
            names.collect(),
        );
    }
    all
}

#[test]
fn only_the_binary_knows_the_language_server_protocol() {
    let mut complaints = Vec::new();
    for source in with_ending("rs").into_iter().chain(with_ending("toml")) {
        let may = ["server/goalline/", "tests/"]
            .iter()
            .any(|folder| source.path.starts_with(folder));
        if !may
            && ["tower_lsp", "tower-lsp", "lsp_types", "ls_types"]
                .iter()
                .any(|name| source.text.contains(name))
        {
            complaints.push(source.path);
        }
    }
    expect_none("types of the protocol stay in server/goalline", &complaints);
}

#[test]
fn crates_that_compute_touch_nothing_outside() {
    const OUTSIDE: [&str; 7] = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "Instant::now",
        "SystemTime::now",
        "rand::rng()",
    ];
    let mut complaints = Vec::new();
    for source in with_ending("rs") {
        let is_pure = PURE
            .iter()
            .any(|name| source.path.starts_with(&format!("server/{name}/src/")));
        if !is_pure || source.is_test() {
            continue;
        }
        for line in source.production_lines() {
            complaints.extend(
                OUTSIDE
                    .iter()
                    .filter(|outside| line.contains(**outside))
                    .map(|outside| format!("{}: {outside}", source.path)),
            );
        }
    }
    expect_none(
        "files, processes, clocks and chance belong to jvm, build, engine and goalline",
        &complaints,
    );
}
