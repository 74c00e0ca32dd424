//! Source roots among generated files: takes a folder that generators wrote into, gives the folders that packages
//! begin in; a generator may have made `openapi/src/main/java` where another made `antlr4`. No link is followed: the
//! folder may be one that a stranger brought, and what is found in it is opened to whatever runs.

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
    let is_of_processors = |one: &PathBuf| OF_PROCESSORS.iter().any(|name| one.ends_with(name));
    let folders = FolderEntries::of(folder).folders;
    for folder in folders.iter().filter(|one| !is_of_processors(one)) {
        look_into(folder, MOST_DEPTH, &mut found);
    }
    found
}

fn look_into(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if depth == 0 {
        return;
    }
    let FolderEntries { sources, folders } = FolderEntries::of(folder);
    for file in &sources {
        if let Some(root) = root_of(file)
            && !found.contains(&root)
        {
            found.push(root);
        }
    }
    for folder in folders {
        look_into(&folder, depth - 1, found);
    }
}

/// What lies in a folder, in the order of its names.
#[derive(Default)]
struct FolderEntries {
    sources: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl FolderEntries {
    /// Nothing where the folder is a link.
    fn of(folder: &Path) -> Self {
        let mut found = Self::default();
        if !is_own_folder(folder) {
            return found;
        }
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else {
                continue;
            };
            if kind.is_dir() {
                found.folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "java") {
                found.sources.push(path);
            }
        }
        found.sources.sort();
        found.folders.sort();
        found
    }
}

/// Whether it is a folder, and no link to one.
pub fn is_own_folder(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|about| about.is_dir())
}

/// A file whose package is not that of its folder has no root.
pub fn root_of(file: &Path) -> Option<PathBuf> {
    let text = read_file(file).ok()?;
    let package = source_file::package_of(&String::from_utf8_lossy(&text));
    plain_folder::source_root(file, &package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_link_among_generated_sources_leads_anywhere_and_none_goes_round_in_circles() {
        use std::os::unix::fs::symlink;

        let dir = tempfile::tempdir().expect("a folder");
        let made = dir.path().join("evil/target/generated-sources");
        let users = dir.path().join("bank/src/main/java/bank");
        for folder in [&made.join("own/org"), &users] {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(users.join("Keys.java"), "package bank;").expect("a file");
        fs::write(made.join("own/org/A.java"), "package org;").expect("a file");
        let java = dir.path().join("bank/src/main/java");
        symlink(&java, made.join("linked")).expect("a link");
        symlink(users.join("Keys.java"), made.join("own/Keys.java")).expect("a link");
        // Whoever follows these does so for ever.
        for name in ["a", "b", "c"] {
            symlink(".", made.join("own").join(name)).expect("a link");
        }
        assert_eq!(roots_below(&made), [made.join("own")]);
        let whole = dir.path().join("evil/target/generated-test-sources");
        symlink(dir.path().join("bank/src/main"), &whole).expect("a link");
        assert_eq!(roots_below(&whole), Vec::<PathBuf>::new());
    }

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
