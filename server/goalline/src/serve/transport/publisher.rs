//! Where those who change something say that the view of a file may be another now; when it is drawn and sent,
//! `publish` decides.

use std::path::{Path, PathBuf};

use tokio::sync::mpsc;

/// What may have changed.
pub enum Wake {
    /// The text of a file.
    Soon(PathBuf),
    /// What runs know of it.
    Now(PathBuf),
    /// A setting.
    All,
    /// It is gone.
    Clear(PathBuf),
}

/// Tells the publishing task what to look at.
#[derive(Clone)]
pub struct Publisher(mpsc::UnboundedSender<Wake>);

/// The hints that wait for the publishing task.
pub struct Wakes(mpsc::UnboundedReceiver<Wake>);

impl Wakes {
    /// The next one; none once nobody can say anything any more.
    pub async fn next(&mut self) -> Option<Wake> {
        self.0.recv().await
    }
}

/// A publisher and what its task is made of.
pub fn publisher() -> (Publisher, Wakes) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Publisher(sender), Wakes(receiver))
}

impl Publisher {
    /// The text changed.
    pub fn soon(&self, path: &Path) {
        self.wake(Wake::Soon(path.to_path_buf()));
    }

    /// A run has news.
    pub fn now(&self, path: &Path) {
        self.wake(Wake::Now(path.to_path_buf()));
    }

    /// A setting changed.
    pub fn publish_all(&self) {
        self.wake(Wake::All);
    }

    /// The file is gone.
    pub fn clear(&self, path: &Path) {
        self.wake(Wake::Clear(path.to_path_buf()));
    }

    fn wake(&self, wake: Wake) {
        // The task is gone only when the server has ended.
        let _ = self.0.send(wake);
    }
}
