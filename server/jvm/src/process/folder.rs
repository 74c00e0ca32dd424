//! The temporary folder of one worker: gives a new one, removes those that a killed server left behind.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use goalline_limits::remove_tree;
use tempfile::TempDir;

use crate::WorkerError;

const PREFIX: &str = "goalline-worker-";

/// The folder for temporary files in a worker's own, where it works: what lies beside it somebody left.
pub(super) const TEMPORARY: &str = "tmp";

/// A folder that is removed when dropped. While it is held its lock is too, which tells others that it is in use.
pub(crate) struct WorkerFolder {
    folder: TempDir,
    _lock: File,
}

impl WorkerFolder {
    /// A new folder among the temporary ones of the system.
    pub(crate) fn new() -> Result<Self, WorkerError> {
        static SWEPT: Once = Once::new();
        let parent = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&parent));
        let made = Self::below(&parent).map_err(|source| WorkerError::Io {
            path: parent,
            source,
        })?;
        if let Some(own) = own().as_mut() {
            own.insert(made.path().to_path_buf());
            Ok(made)
        } else {
            Err(WorkerError::Cancelled)
        }
    }

    fn below(parent: &Path) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        let lock = File::open(folder.path())?;
        lock.lock()?;
        fs::create_dir(folder.path().join(TEMPORARY))?;
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for WorkerFolder {
    fn drop(&mut self) {
        // Should it fail, so will whoever removes the folder next.
        let _ = remove_tree(self.path());
        if let Some(own) = own().as_mut() {
            own.remove(self.path());
        }
    }
}

/// The folders of this process; none once it ends.
fn own() -> MutexGuard<'static, Option<BTreeSet<PathBuf>>> {
    static OWN: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders of this process, which makes no new ones: threads that hold one may not come to their end
/// before it does.
pub(crate) fn remove_own() {
    for path in own().take().into_iter().flatten() {
        if let Err(error) = remove_tree(&path) {
            tracing::debug!(%error, path = %path.display(), "the folder of a worker stays");
        }
    }
}

/// Removes the folders that nobody holds. One that cannot be removed is somebody else's.
fn sweep(parent: &Path) {
    for path in left_behind(parent) {
        if let Err(error) = remove_tree(&path) {
            tracing::debug!(%error, path = %path.display(), "a folder left behind stays");
        }
    }
}

fn left_behind(parent: &Path) -> Vec<PathBuf> {
    fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
        .map(|entry| entry.path())
        // A pipe of that name would never open.
        .filter(|path| is_own(path))
        .filter(|path| is_old(path) && File::open(path).is_ok_and(|lock| lock.try_lock().is_ok()))
        .collect()
}

/// A folder that we made, as it was made: open to us alone.
fn is_own(path: &Path) -> bool {
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    let about = fs::symlink_metadata(path);
    about.is_ok_and(|it| it.is_dir() && it.uid() == user && it.mode() & 0o777 == 0o700)
}

/// Not one that somebody has just made and is about to lock.
fn is_old(path: &Path) -> bool {
    let age = fs::metadata(path)
        .and_then(|it| it.modified())
        .ok()
        .and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age.as_secs() >= 60 || cfg!(test))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        os::unix::fs::{PermissionsExt, symlink},
    };

    use super::{PREFIX, WorkerFolder, sweep};

    #[test]
    fn folders_that_links_lead_to_keep_their_modes_when_a_worker_is_cleared_away() {
        let parent = tempfile::tempdir().unwrap();
        let shared = parent.path().join("shared");
        fs::create_dir_all(shared.join("work")).unwrap();
        for folder in [shared.clone(), shared.join("work")] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let held = WorkerFolder::below(parent.path()).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        for folder in [held.path(), &left] {
            fs::create_dir_all(folder.join("a-work")).unwrap();
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
            symlink(&shared, folder.join("a-work/work")).unwrap();
            symlink(&shared, folder.join("b-work")).unwrap();
        }
        drop(held);
        sweep(parent.path());
        assert!(!left.exists());
        for folder in [shared.clone(), shared.join("work")] {
            let mode = fs::metadata(&folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755, "{}", folder.display());
        }
    }

    #[test]
    fn only_folders_that_nobody_holds_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let held = WorkerFolder::below(parent.path()).unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        let other = parent.path().join("other");
        let open = parent.path().join(format!("{PREFIX}open"));
        for folder in [left.join("deep"), open.join("deep"), other.clone()] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::set_permissions(&left, fs::Permissions::from_mode(0o700)).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        sweep(parent.path());
        assert!(held.path().exists() && other.exists());
        assert!(!left.exists());
        assert!(
            open.join("deep").exists(),
            "we make none that others may write into"
        );
    }
}
