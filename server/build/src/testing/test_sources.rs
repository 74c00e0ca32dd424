//! The Java sources of a project as files with their contents: takes a project, gives paths, texts and stamps; parses
//! nothing.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use crate::{Project, files::read_file};

/// Java files that are looked at below one root at most.
const MOST_FILES: usize = 50_000;

/// Bytes of a source at most where the texts of many are held at once: what is larger nobody wrote by hand.
const LARGEST: u64 = 4 << 20;

/// Bytes of all such texts together: a few kilobytes of disk can stand for any number of them.
const LARGEST_TOGETHER: u64 = 128 << 20;

/// Reads sources whose texts are held at once, as long as there is room for them.
pub struct SourceTexts {
    room: u64,
}

impl Default for SourceTexts {
    fn default() -> Self {
        Self {
            room: LARGEST_TOGETHER,
        }
    }
}

impl SourceTexts {
    /// The text of a source.
    ///
    /// # Errors
    /// What the system said, or that it is too large, by itself or beside the others.
    pub fn read(&mut self, file: &Path) -> io::Result<String> {
        let size = fs::metadata(file)?.len();
        if size > LARGEST.min(self.room) {
            let words = "it is too large for a source";
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, words));
        }
        self.room -= size;
        Ok(String::from_utf8_lossy(&read_file(file)?).into_owned())
    }
}

/// The files with their texts, those left out that cannot be read or for which there is no room.
pub fn source_texts(
    files: impl IntoIterator<Item = PathBuf>,
) -> impl Iterator<Item = (PathBuf, String)> {
    let mut texts = SourceTexts::default();
    files.into_iter().filter_map(move |file| {
        let text = texts.read(&file).ok()?;
        Some((file, text))
    })
}

/// What tells cheaply whether a file changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Stamp {
    /// Nanoseconds of the last change since 1970.
    pub modified: u64,
    /// Bytes.
    pub size: u64,
}

impl Stamp {
    /// The stamp of a file; none when it is not there.
    pub fn of(file: &Path) -> Option<Self> {
        let found = fs::metadata(file).ok()?;
        let modified = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self {
            modified: u64::try_from(modified.as_nanos()).unwrap_or(u64::MAX),
            size: found.len(),
        })
    }
}

/// The stamp of a jar, or of all files below a folder.
pub fn stamps(entry: &Path) -> Vec<(PathBuf, Stamp)> {
    if !entry.is_dir() {
        let own = Stamp::of(entry).map(|stamp| (entry.to_path_buf(), stamp));
        return own.into_iter().collect();
    }
    files_below(entry, &|_| true)
        .into_iter()
        .filter_map(|file| Some((file.clone(), Stamp::of(&file)?)))
        .collect()
}

impl Project {
    /// The Java files of the test roots, in order. A root that does not exist has none.
    pub fn test_files(&self) -> Vec<PathBuf> {
        java_files(&self.test_roots)
    }

    /// The Java files of main and test roots, in order.
    pub fn java_files(&self) -> Vec<PathBuf> {
        let mut files = java_files(&self.source_roots);
        files.extend(self.test_files());
        files.sort();
        files.dedup();
        files
    }
}

/// A class that a build made, by its path in the output folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MadeClass {
    /// `shop/CartProxy.class`.
    pub path: PathBuf,
    /// Bytes.
    pub size: u64,
}

impl Project {
    /// The classes in output folders that no source file is named after, in order: proxies, aspects, what other
    /// languages are compiled to. Tests meet them, and no source says that they changed.
    pub fn made_beside_sources(&self) -> Vec<MadeClass> {
        let is_class = |name: &Path| name.extension().is_some_and(|ending| ending == "class");
        let mut found = Vec::new();
        for folder in &self.output_folders {
            for file in files_below(folder, &is_class) {
                let Ok(path) = file.strip_prefix(folder) else {
                    continue;
                };
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let source = format!("{}.java", stem.split('$').next().unwrap_or_default());
                let source = path.with_file_name(source);
                let has_source = self
                    .source_roots
                    .iter()
                    .any(|root| root.join(&source).is_file());
                if let Some(stamp) = Stamp::of(&file).filter(|_| !has_source) {
                    found.push(MadeClass {
                        path: path.to_path_buf(),
                        size: stamp.size,
                    });
                }
            }
        }
        found.sort();
        found
    }
}

fn java_files(roots: &[PathBuf]) -> Vec<PathBuf> {
    let is_java = |name: &Path| {
        name.extension()
            .is_some_and(|extension| extension == "java")
    };
    let mut found: Vec<PathBuf> = roots
        .iter()
        .flat_map(|root| files_below(root, &is_java))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The files at any depth that are wanted, in order; hidden folders are passed over.
fn files_below(root: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !entry.file_name().to_string_lossy().starts_with('.') {
                open.push(path);
            } else if kind.is_file() && is_wanted(&path) {
                found.push(path);
            }
        }
        if found.len() > MOST_FILES {
            break;
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_would_fill_the_memory_are_left_out() {
        let dir = tempfile::tempdir().expect("a folder");
        let sparse = |name: String, size: u64| {
            let path = dir.path().join(name);
            let file = fs::File::create(&path).expect("a file");
            file.set_len(size).expect("it takes no room on the disk");
            path
        };
        let many = (0..40).map(|at| sparse(format!("{at:02}.java"), LARGEST));
        let one = sparse("Large.java".to_owned(), LARGEST + 1);
        let own = sparse("Own.java".to_owned(), 0);
        fs::write(&own, "class Own { }").expect("a file");
        let files: Vec<PathBuf> = [own.clone(), one].into_iter().chain(many).collect();
        let texts: Vec<_> = source_texts(files).collect();
        assert_eq!(texts[0], (own, "class Own { }".to_owned()));
        let together: usize = texts.iter().map(|(_, text)| text.len()).sum();
        assert_eq!(texts.len(), 32, "{together} bytes");
    }

    #[test]
    fn what_a_build_makes_of_no_source_is_told_by_path_and_size() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let file = dir.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(&file, text).expect("a file");
            file
        };
        let source = write("src/shop/Cart.java", "class Cart {}");
        for (name, text) in [("Cart", "a"), ("Cart$Line", "b"), ("CartProxy", "made")] {
            write(&format!("classes/shop/{name}.class"), text);
        }
        let settings = crate::ProjectSettings::default();
        let project = Project::discover_text(&source, "package shop; class Cart {}", &settings);
        let mut project = project.expect("a plain folder");
        project.source_roots = vec![dir.path().join("src")];
        project.output_folders = vec![dir.path().join("classes"), dir.path().join("none")];
        let made = MadeClass {
            path: "shop/CartProxy.class".into(),
            size: 4,
        };
        assert_eq!(project.made_beside_sources(), [made]);
    }

    #[test]
    fn java_files_are_found_at_any_depth_and_a_missing_root_has_none() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path().join("t");
        for file in ["a/b/A.java", "B.java", ".git/C.java", "a/D.txt"] {
            let file = root.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, "").expect("a file");
        }
        let found = java_files(&[root.clone(), dir.path().join("none"), root.clone()]);
        assert_eq!(found, [root.join("B.java"), root.join("a/b/A.java")]);
    }
}
