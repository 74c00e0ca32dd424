//! Tells test classes from classes under test: takes a path and a document; asks no build.

use std::path::{Component, Path};

use super::documents::Document;

/// Whether the document is a test class: by its source root as Maven and Gradle name them, else by what it imports.
pub fn is_test(path: &Path, document: &Document) -> bool {
    let names: Vec<_> = path.components().map(Component::as_os_str).collect();
    let stands_among_tests = names.windows(2).any(|pair| {
        pair[0] == "src"
            && pair[1]
                .to_str()
                .is_some_and(|name| name.to_lowercase().contains("test"))
    });
    let imports_junit = || {
        let mut lines = document.text().lines().map(str::trim_start);
        lines.any(|line| {
            line.starts_with("import org.junit") || line.starts_with("import static org.junit")
        })
    };
    stands_among_tests || imports_junit()
}
