//! The class path as the user's Java server knows it: asks the client, waits for it on the thread of a run, remembers
//! the answer; knows nothing of builds.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{TextDocumentIdentifier, Uri, request::Request};

use super::{convert, outbox::Outbox};

/// Where others know a class path, too, a Java server that is still importing its projects is not waited for; the
/// next run asks again.
pub const SHORT_PATIENCE: Duration = Duration::from_secs(5);
/// Where nobody else is to be asked, it is.
pub const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// `goalline/classPath`: server to client; null when there is no Java server or it does not know the file.
pub enum AskClassPath {}

impl Request for AskClassPath {
    type Params = TextDocumentIdentifier;
    type Result = Option<ClassPath>;
    const METHOD: &'static str = "goalline/classPath";
}

/// What a Java server says about the project of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ClassPath {
    /// The test class path: jars and output folders.
    pub entries: Vec<PathBuf>,
    /// Source roots, when it names them.
    pub sources: Vec<PathBuf>,
}

/// The answers so far, by the folder of the file.
pub struct ClassPaths {
    outbox: Outbox,
    known: Mutex<BTreeMap<PathBuf, ClassPath>>,
}

impl ClassPaths {
    /// Knows nothing yet.
    pub fn new(outbox: Outbox) -> Self {
        Self {
            outbox,
            known: Mutex::default(),
        }
    }

    /// The class path for a file, without what is not there. Waits for the client, so long: never call it from a
    /// handler.
    pub fn of(&self, path: &Path, patience: Duration) -> Option<ClassPath> {
        let folder = path.parent()?.to_path_buf();
        let known = self.known().get(&folder).cloned();
        let found = known.or_else(|| {
            let answer = self.ask(convert::uri_of(path)?, patience)?;
            self.known().insert(folder, answer.clone());
            Some(answer)
        })?;
        let existing =
            |paths: Vec<PathBuf>| paths.into_iter().filter(|path| path.exists()).collect();
        Some(ClassPath {
            entries: existing(found.entries),
            sources: existing(found.sources),
        })
    }

    /// The Java server has other answers now.
    pub fn forget(&self) {
        self.known().clear();
    }

    fn ask(&self, uri: Uri, patience: Duration) -> Option<ClassPath> {
        let (sender, answer) = mpsc::channel();
        let document = TextDocumentIdentifier::new(uri);
        self.outbox.request::<AskClassPath>(document, move |reply| {
            // Nobody listens any more when the answer came too late.
            let _ = sender.send(reply.ok().flatten());
        });
        answer.recv_timeout(patience).ok().flatten()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<PathBuf, ClassPath>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
