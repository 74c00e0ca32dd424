//! A folder for one build, which writes into it what it likes: gives a new one, removes it when it is dropped.

use std::{
    io,
    path::{Path, PathBuf},
};

use goalline_limits::remove_tree;
use tempfile::TempDir;

/// A temporary folder that goes however deep the folders in it lie, and whichever of them the build closed.
#[derive(Debug)]
pub(crate) struct WorkArea(TempDir);

impl WorkArea {
    /// A new one among the temporary folders of the system.
    pub(crate) fn new() -> io::Result<Self> {
        tempfile::tempdir().map(Self)
    }

    /// The same in a folder of ours.
    pub(crate) fn new_in(folder: &Path) -> io::Result<Self> {
        tempfile::tempdir_in(folder).map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A new folder in an area, for what we put there ourselves. Whoever ran there before may have left a link under every
/// name that it could guess, and we write outside of any sandbox. It goes with the area.
pub(crate) fn fresh_in(area: &Path) -> io::Result<PathBuf> {
    tempfile::tempdir_in(area).map(TempDir::keep)
}

impl Drop for WorkArea {
    fn drop(&mut self) {
        if let Err(error) = remove_tree(self.path()) {
            let path = self.path().display();
            tracing::debug!(%error, %path, "the folder of a build stays");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink, thread};

    use super::*;

    #[test]
    fn an_area_in_the_cache_goes_however_deep_the_folders_in_it_lie() {
        let cache = tempfile::tempdir().expect("a folder");
        let area = WorkArea::new_in(cache.path()).expect("a folder");
        let (root, next) = (area.path().join("root"), area.path().join("next"));
        fs::create_dir(&root).expect("it is ours");
        for _ in 0..6_000 {
            fs::create_dir(&next).expect("it is ours");
            fs::rename(&root, next.join("root")).expect("it is ours");
            fs::rename(&next, &root).expect("it is ours");
        }
        let small = thread::Builder::new().stack_size(64 << 10);
        let thread = small.spawn(move || drop(area)).expect("a thread");
        thread.join().expect("it goes on");
        assert!(fs::read_dir(cache.path()).is_ok_and(|mut left| left.next().is_none()));
    }

    #[test]
    fn a_folder_for_what_we_write_is_none_that_was_there_before() {
        let (users, area) = (tempfile::tempdir(), WorkArea::new().expect("a folder"));
        let users = users.expect("a folder");
        symlink(users.path(), area.path().join("model")).expect("a link");
        let fresh = fresh_in(area.path()).expect("a folder");
        assert_eq!(fresh.parent(), Some(area.path()));
        assert!(!fresh.is_symlink() && fresh != fresh_in(area.path()).expect("a folder"));
    }
}
