//! The files that the rules are about: finds them, tells code from comments and inline tests; judges nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A text file of the repository.
pub struct SourceFile {
    /// Its path from the root of the repository, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ has a parent")
        .to_path_buf()
}

/// All files of our own with this ending: nothing built, fetched, or written to be read by the tests.
pub fn with_ending(ending: &str) -> Vec<SourceFile> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["server", "grammars", "editors", "tests"] {
        walk(&root.join(folder), &mut |path| {
            if path
                .extension()
                .is_some_and(|extension| extension == ending)
            {
                let text = fs::read_to_string(path).unwrap_or_default();
                let path = path
                    .strip_prefix(&root)
                    .expect("it was found below the root");
                found.push(SourceFile {
                    path: path.to_string_lossy().replace('\\', "/"),
                    text,
                });
            }
        });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The documents at the root of the repository.
pub fn documents() -> impl Iterator<Item = SourceFile> {
    let names = ["README.md", "CHANGELOG.md", "SECURITY.md"].into_iter();
    names.map(|name| SourceFile {
        path: name.to_owned(),
        text: fs::read_to_string(root().join(name)).expect("a document"),
    })
}

fn walk(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    const SKIPPED: [&str; 6] = [
        "target",
        "node_modules",
        "fixtures",
        "dist",
        "proptest-regressions",
        ".git",
    ];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if !path.is_dir() {
            visit(&path);
        } else if !SKIPPED.iter().any(|skipped| name == *skipped) {
            walk(&path, visit);
        }
    }
}

impl SourceFile {
    /// Whether the whole file is a test, or written for tests.
    pub fn is_test(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        self.path.starts_with("tests/")
            || self.path.contains("/tests/")
            || self.path.contains("/benches/")
            || name == "tests.rs"
            || name.ends_with("_tests.rs")
    }

    /// The lines before the inline tests.
    pub fn production_lines(&self) -> impl Iterator<Item = &str> {
        let lines: Vec<&str> = self.text.lines().collect();
        let tests = lines.windows(2).position(|pair| {
            pair[0].trim() == "#[cfg(test)]" && pair[1].trim_start().starts_with("mod ")
        });
        let end = tests.unwrap_or(lines.len());
        lines.into_iter().take(end)
    }
}

/// Fails with one line per complaint.
pub fn expect_none(rule: &str, complaints: &[String]) {
    assert!(
        complaints.is_empty(),
        "{rule}:\n  {}",
        complaints.join("\n  ")
    );
}
