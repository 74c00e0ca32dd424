//! The folder where Goalline keeps what it can make again: says where it is, reads and writes what lies in it; cleans
//! nothing.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::write_whole_with;

/// The cache folder: the setting, else the user's own (`$XDG_CACHE_HOME/goalline`, `~/.cache/goalline`, on macOS
/// `~/Library/Caches/goalline`, on Windows `%LOCALAPPDATA%\goalline`), else one in the temporary folder.
pub fn cache_folder(setting: Option<&Path>) -> PathBuf {
    if let Some(folder) = setting {
        return folder.to_path_buf();
    }
    let variable = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
    };
    let parent = variable("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Caches"))
        } else {
            variable("HOME").map(|home| home.join(".cache"))
        }
    });
    parent.unwrap_or_else(env::temp_dir).join("goalline")
}

/// A name for contents: equal for equal parts, in hexadecimal.
pub fn content_key(parts: &[&[u8]]) -> String {
    let mut key = ContentKey::default();
    for part in parts {
        key.add(part);
    }
    key.finish()
}

/// The same name, made part by part: what many files hold need not be held at once.
#[derive(Default)]
pub(crate) struct ContentKey(Sha256);

impl ContentKey {
    pub(crate) fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update(part.len().to_le_bytes());
        self.0.update(part);
    }

    pub(crate) fn finish(self) -> String {
        format!("{:x}", self.0.finalize())
    }
}

/// Reads what `write_cached` wrote; none when there is nothing, nothing that this version understands, or a file that
/// is not what was written: one that was damaged is made anew, as if it had never been there.
pub fn read_cached<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let bytes = fs::read(file).ok()?;
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (seal, contents) = (&bytes[..end], &bytes[end + 1..]);
    if seal != content_key(&[contents]).as_bytes() {
        tracing::debug!(file = %file.display(), "the cached file is damaged, or of another version");
        return None;
    }
    serde_json::from_slice(contents).ok()
}

/// Writes the value so that the file is whole or as it was. A cache that cannot be written only costs time: that is
/// logged.
pub fn write_cached<T: Serialize>(file: &Path, value: &T) {
    if let Err(error) = write_sealed(file, value, LARGEST) {
        tracing::warn!(file = %file.display(), %error, "cannot write into the cache");
    }
}

/// Bytes of one file at most: whoever can make more of it fills a disk.
const LARGEST: usize = 256 << 20;

/// In front stands a hash of the rest. An error on the way, a full disk above all, leaves what was there; more than
/// `most` bytes are not kept.
fn write_sealed<T: Serialize>(file: &Path, value: &T, most: usize) -> io::Result<()> {
    let contents = serde_json::to_vec(value)?;
    if contents.len() > most {
        return Err(io::Error::other("it is too large to be kept"));
    }
    write_whole_with(file, |out| {
        writeln!(out, "{}", content_key(&[&contents]))?;
        out.write_all(&contents)
    })
}

#[cfg(test)]
mod tests {
    use serde::Serializer;

    use super::*;

    /// A value that fails half way, as a full disk would.
    struct Failing;

    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::{Error, SerializeSeq};
            let mut list = serializer.serialize_seq(None)?;
            list.serialize_element("half of it")?;
            Err(S::Error::custom("no space left"))
        }
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("names");
        assert!(write_sealed(&file, &"x".repeat(20), 10).is_err());
        assert!(!file.exists() && write_sealed(&file, &"x", 10).is_ok());
    }

    fn files_in(folder: &Path) -> usize {
        fs::read_dir(folder).expect("a folder").count()
    }

    #[test]
    fn what_is_written_is_read_again_and_an_error_leaves_what_was_there() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("in/it.json");
        write_cached(&file, &["one", "two"]);
        write_cached(&file, &Failing);
        assert_eq!(
            read_cached(&file),
            Some(vec!["one".to_owned(), "two".to_owned()])
        );
        let never = dir.path().join("in/never.json");
        write_cached(&never, &Failing);
        assert!(!never.exists(), "no empty file is kept");
        assert_eq!(files_in(&dir.path().join("in")), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_disk_that_is_full_leaves_what_was_there() {
        const NAME: &str = "cache::tests::a_disk_that_is_full_leaves_what_was_there";
        const FILE: &str = "GOALLINE_TEST_FILE";
        if let Some(file) = env::var_os(FILE) {
            write_cached(Path::new(&file), &"after ".repeat(1_000));
            return;
        }
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("it.json");
        write_cached(&file, &"before");
        // This very test in a process that may write no file of more than 512 bytes.
        let full = "trap '' XFSZ; ulimit -f 1; exec \"$0\" --exact \"$1\"";
        let ended = std::process::Command::new("sh")
            .args(["-c", full])
            .arg(env::current_exe().expect("this program"))
            .arg(NAME)
            .env(FILE, &file)
            .output()
            .expect("sh");
        assert!(ended.status.success(), "{ended:?}");
        assert!(String::from_utf8_lossy(&ended.stdout).contains("1 passed"));
        assert_eq!(read_cached::<String>(&file).as_deref(), Some("before"));
        assert_eq!(files_in(dir.path()), 1);
    }

    #[test]
    fn a_damaged_file_counts_as_absent_wherever_the_damage_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("it.json");
        write_cached(&file, &"/home/me/library.jar");
        let whole = fs::read(&file).expect("it was written");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, &damaged).expect("a file");
            assert_eq!(read_cached::<String>(&file), None, "byte {at}");
            fs::write(&file, &whole[..at]).expect("a file");
            assert_eq!(read_cached::<String>(&file), None, "cut at {at}");
        }
        fs::write(&file, &whole).expect("a file");
        assert!(read_cached::<String>(&file).is_some());
    }
}
