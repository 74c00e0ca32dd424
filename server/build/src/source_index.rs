//! Keys of file contents that cost a look at time and size while a file stays as it is: takes paths, gives keys;
//! parses nothing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{Stamp, content_key, files::read_file, read_cached, write_cached};

/// What is known of files, kept in the cache between runs.
#[derive(Debug, Default)]
pub struct SourceIndex {
    place: PathBuf,
    known: BTreeMap<PathBuf, IndexEntry>,
    is_changed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct IndexEntry {
    stamp: Stamp,
    key: String,
}

impl SourceIndex {
    /// The index of the project with this root.
    pub fn open(cache: &Path, root: &Path) -> Self {
        let name = content_key(&[root.as_os_str().as_encoded_bytes()]);
        let place = cache.join("sources").join(format!("{name}.json"));
        let known: Option<Vec<(PathBuf, IndexEntry)>> = read_cached(&place);
        Self {
            known: known.unwrap_or_default().into_iter().collect(),
            place,
            is_changed: false,
        }
    }

    /// The key of the file's content; none when it cannot be read.
    pub fn key_of(&mut self, file: &Path) -> Option<String> {
        let stamp = Stamp::of(file)?;
        if let Some(entry) = self.known.get(file)
            && entry.stamp == stamp
        {
            return Some(entry.key.clone());
        }
        let key = content_key(&[&read_file(file).ok()?]);
        let entry = IndexEntry {
            stamp,
            key: key.clone(),
        };
        self.known.insert(file.to_path_buf(), entry);
        self.is_changed = true;
        Some(key)
    }

    /// Keeps what was learned; files that are gone are forgotten.
    pub fn save(&mut self) {
        if !self.is_changed {
            return;
        }
        self.known.retain(|file, _| file.exists());
        let entries: Vec<(&PathBuf, &IndexEntry)> = self.known.iter().collect();
        write_cached(&self.place, &entries);
        self.is_changed = false;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_key_follows_the_content_and_survives_the_process() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("A.java");
        let mut index = SourceIndex::open(dir.path(), dir.path());
        assert_eq!(index.key_of(&file), None);
        fs::write(&file, "class A {}").expect("a file");
        let first = index.key_of(&file);
        index.save();
        fs::write(&file, "class A { int a; }").expect("a file");
        assert_ne!(index.key_of(&file), first);
        fs::write(&file, "class A {}").expect("a file");
        let mut again = SourceIndex::open(dir.path(), dir.path());
        assert_eq!(again.known.len(), 1);
        assert_eq!(again.key_of(&file), first);
    }
}
