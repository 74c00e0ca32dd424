//! The folder where Goalline keeps what it can make again: says where it is; cleans nothing.

use std::{
    env,
    path::{Path, PathBuf},
};

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
