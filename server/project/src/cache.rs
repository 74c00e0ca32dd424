//! The folder where Goalline keeps what it can make again: says where it is, reads and writes what lies in it; cleans nothing.

use std::{
    env, fs,
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
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    format!("{:x}", hash.finalize())
}

/// Reads what `write_cached` wrote; none when there is nothing, or nothing that this version understands.
pub fn read_cached<T: DeserializeOwned>(file: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// Writes the value so that the file is whole or as it was. A cache that cannot be written only costs time: that is logged.
pub fn write_cached<T: Serialize>(file: &Path, value: &T) {
    let write = || write_whole_with(file, |out| Ok(serde_json::to_writer(out, value)?));
    if let Err(error) = write() {
        tracing::warn!(file = %file.display(), %error, "cannot write into the cache");
    }
}
