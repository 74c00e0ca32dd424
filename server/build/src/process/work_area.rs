//! A folder for one build, which writes into it what it likes: gives a new one, removes it when it is dropped.

use std::{io, path::Path};

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

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for WorkArea {
    fn drop(&mut self) {
        if let Err(error) = remove_tree(self.path()) {
            let path = self.path().display();
            tracing::debug!(%error, %path, "the folder of a build stays");
        }
    }
}
