//! Copies of projects: takes a folder, writes its files elsewhere without what builds and tools made of it, and gives
//! a key of what generators may read; runs nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::cache::ContentKey;
use crate::files::read_file;

/// Folders that builds and tools make, or that hold what no build reads.
const MADE: [&str; 8] = [
    "target",
    "build",
    "out",
    "node_modules",
    ".git",
    ".gradle",
    ".idea",
    ".goalline",
];

/// A project with more files than this is not copied.
const MOST_FILES: usize = 100_000;

/// One with more bytes, which may be holes and would fill the disk, is not copied either.
const MOST_BYTES: u64 = 4 << 30;

/// Of a larger file its size and time stand for its content.
const LARGE: u64 = 1 << 20;

/// Copies all files below a folder; the second folder must not lie in the first. Links are not followed: what they
/// lead to may lie outside.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut bytes = 0;
    for file in files(from)? {
        bytes += fs::metadata(&file)?.len();
        if bytes > MOST_BYTES {
            let limit = MOST_BYTES >> 20;
            return Err(io::Error::other(format!("more than {limit} MB to copy")));
        }
        let place = to.join(file.strip_prefix(from).unwrap_or(&file));
        fs::create_dir_all(place.parent().unwrap_or(to))?;
        fs::copy(&file, place)?;
    }
    Ok(())
}

/// Whether a folder has a class file that is newer than all of these files: it was built since they changed.
pub fn is_built_since(folder: &Path, files_before: &[PathBuf]) -> bool {
    let time = |file: &Path| fs::metadata(file).and_then(|about| about.modified()).ok();
    let newest = files_before.iter().filter_map(|file| time(file)).max();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_class = path.extension().is_some_and(|ending| ending == "class");
            if is_folder {
                open.push(path);
            } else if is_class && time(&path) > newest {
                return true;
            }
        }
    }
    false
}

/// A key of all files below these folders that may decide what a generator makes: all but Java sources in the roots,
/// which are ours to compile.
pub fn key_of_inputs(folders: &[PathBuf], source_roots: &[PathBuf]) -> io::Result<String> {
    let mut key = ContentKey::default();
    for folder in folders {
        let mut inputs = files(folder)?;
        let is_source = |file: &PathBuf| {
            let is_java = file.extension().is_some_and(|ending| ending == "java");
            is_java && source_roots.iter().any(|root| file.starts_with(root))
        };
        inputs.retain(|file| !is_source(file));
        for file in inputs {
            key.add(file.as_os_str().as_encoded_bytes());
            key.add(content(&file)?);
        }
    }
    Ok(key.finish())
}

/// What a file holds; of a large one its size and when it was written.
pub fn content(file: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(file)?;
    if about.len() < LARGE {
        return read_file(file);
    }
    Ok(format!("{} {:?}", about.len(), about.modified()?).into_bytes())
}

/// The files below a folder in the order of their names.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let root = folder;
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_file() {
                found.push(entry.path());
            } else if kind.is_dir() && !is_made(&entry.path(), root) {
                open.push(entry.path());
            }
            if found.len() > MOST_FILES {
                return Err(io::Error::other(format!("more than {MOST_FILES} files")));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A folder `build` or `out` may as well be a package. Where the project lies says nothing: many keep theirs in `src`.
fn is_made(folder: &Path, root: &Path) -> bool {
    let inside = folder.strip_prefix(root).unwrap_or(folder);
    let is_in_sources = || inside.components().any(|part| part.as_os_str() == "src");
    MADE.iter().any(|name| folder.ends_with(name))
        && (folder.ends_with("node_modules") || !is_in_sources())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    fn project(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        for path in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "before").expect("a file");
        }
        dir
    }

    #[test]
    fn a_copy_has_all_files_but_what_tools_made() {
        let folder = project(&["src/shop/pom.xml"]);
        let from = folder.path().join("src/shop");
        for path in [
            ".mvn/maven.config",
            "p/src/main/java/org/build/A.java",
            "p/target/classes/A.class",
            ".git/config",
            "web/node_modules/x/y.js",
        ] {
            let path = from.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "before").expect("a file");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", from.join("link")).expect("a link");
        let to = tempfile::tempdir().expect("a folder");
        copy(&from, to.path()).expect("a copy");
        let copied: Vec<_> = files(to.path()).expect("files");
        let expected = [
            ".mvn/maven.config",
            "p/src/main/java/org/build/A.java",
            "pom.xml",
        ];
        assert_eq!(copied, expected.map(|it| to.path().join(it)));
    }

    #[test]
    fn a_file_that_is_all_holes_is_not_copied_until_the_disk_is_full() {
        let folder = project(&["a.txt"]);
        let large = fs::File::create(folder.path().join("large")).expect("a file");
        large.set_len(MOST_BYTES).expect("it takes no room");
        let to = tempfile::tempdir().expect("a folder");
        let error = copy(folder.path(), to.path()).expect_err("it is too much");
        assert!(error.to_string().contains("MB to copy"), "{error}");
        assert!(!to.path().join("large").exists());
    }

    #[test]
    fn classes_count_as_built_where_one_is_newer_than_every_build_file() {
        let dir = project(&[
            "classes/org/A.class",
            "classes/org/B.class",
            "classes/note.txt",
        ]);
        let pom = dir.path().join("pom.xml");
        fs::write(&pom, "").expect("a file");
        let at = |path: &str, seconds: u64| {
            let file = fs::File::options().write(true).open(dir.path().join(path));
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            file.and_then(|file| file.set_modified(time))
                .expect("it is ours");
        };
        let classes = dir.path().join("classes");
        let is_built = || is_built_since(&classes, std::slice::from_ref(&pom));
        for (path, seconds) in [
            ("pom.xml", 20),
            ("classes/org/A.class", 10),
            ("classes/org/B.class", 20),
        ] {
            at(path, seconds);
        }
        assert!(!is_built());
        at("classes/org/B.class", 21);
        assert!(is_built());
        assert!(!is_built_since(
            &dir.path().join("none"),
            std::slice::from_ref(&pom)
        ));
    }

    #[test]
    fn the_key_changes_with_inputs_of_generators_and_not_with_sources() {
        let dir = project(&[
            "src/main/api.yml",
            "src/main/java/A.java",
            "src/templates/T.java",
        ]);
        let sources = [dir.path().join("src/main/java")];
        let key = || key_of_inputs(&[dir.path().to_path_buf()], &sources).expect("a key");
        let first = key();
        let write = |path: &str, text| fs::write(dir.path().join(path), text).expect("a file");
        write("src/main/java/A.java", "after");
        assert_eq!(key(), first);
        for input in ["src/main/api.yml", "src/templates/T.java"] {
            write(input, "after");
            assert_ne!(key(), first, "{input}");
            write(input, "before");
        }
        assert_eq!(key(), first);
    }
}
