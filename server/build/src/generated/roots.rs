//! Source roots among generated files: takes a folder that generators wrote into, gives the folders that packages
//! begin in; a generator may have made `openapi/src/main/java` where another made `antlr4`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{files::read_file, plain_folder, source_file};

/// Folders that annotation processors fill: our own compile makes these sources anew.
const OF_PROCESSORS: [&str; 2] = ["annotations", "test-annotations"];

/// No generator nests deeper.
const MOST_DEPTH: usize = 30;

/// The roots below a folder of generated sources, each once, in the order of their names.
pub fn roots_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in sorted(folder) {
        let is_of_processors = OF_PROCESSORS.iter().any(|name| entry.ends_with(name));
        if !is_of_processors {
            look_into(&entry, MOST_DEPTH, &mut found);
        }
    }
    found
}

fn look_into(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if depth == 0 || !folder.is_dir() {
        return;
    }
    let entries = sorted(folder);
    let is_java = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "java");
    for file in entries.iter().filter(is_java) {
        if let Some(root) = root_of(file)
            && !found.contains(&root)
        {
            found.push(root);
        }
    }
    for folder in entries {
        look_into(&folder, depth - 1, found);
    }
}

/// A file whose package is not that of its folder has no root.
pub fn root_of(file: &Path) -> Option<PathBuf> {
    let text = read_file(file).ok()?;
    let package = source_file::package_of(&String::from_utf8_lossy(&text));
    plain_folder::source_root(file, &package)
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_where_packages_begin_and_those_of_processors_are_left_out() {
        let dir = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("openapi/src/main/java/org/api/A.java", "package org.api;"),
            ("openapi/src/main/java/org/api/B.java", "package org.api;"),
            ("antlr4/org/Lexer.java", "package org;"),
            ("templates/Config.java", "class Config {}"),
            ("annotations/org/Mapper.java", "package org;"),
            ("notes/readme.txt", ""),
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let expected = ["antlr4", "openapi/src/main/java", "templates"];
        assert_eq!(
            roots_below(dir.path()),
            expected.map(|it| dir.path().join(it))
        );
        assert!(roots_below(&dir.path().join("nothing")).is_empty());
    }
}
