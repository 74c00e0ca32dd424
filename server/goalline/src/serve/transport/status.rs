//! The one status line: takes what happens to a file, gives the custom notification `goalline/status`; shows nothing
//! by itself.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{Uri, notification::Notification};

use super::{convert, outbox::Outbox};

/// `goalline/status`: server to client.
pub enum Status {}

impl Notification for Status {
    type Params = StatusParams;
    const METHOD: &'static str = "goalline/status";
}

/// What the status line says about a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatusParams {
    /// The file.
    pub uri: Uri,
    /// For an icon.
    pub state: StatusState,
    /// For people.
    pub message: String,
}

/// What a file is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StatusState {
    /// Nothing goes on.
    Idle,
    /// A run goes on.
    Running,
    /// The class does not compile; the goals are those of the last good save.
    Broken,
    /// Runs are not possible.
    Error,
}

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusLine {
    /// For an icon.
    pub state: StatusState,
    /// For people.
    pub message: String,
}

/// The least time between two statuses of one search: what an eye can follow.
const BETWEEN: Duration = Duration::from_millis(500);

/// How far the search for a file is, for a client that shows the status and no progress beside it.
pub struct Advance {
    outbox: Outbox,
    path: PathBuf,
    said: Option<(Instant, String)>,
}

impl Advance {
    /// Nothing was said yet.
    pub fn new(outbox: Outbox, path: PathBuf) -> Self {
        Self {
            outbox,
            path,
            said: None,
        }
    }

    /// Says it unless it was just said, or said the same way.
    pub fn report(&mut self, message: String) {
        let is_news = self
            .said
            .as_ref()
            .is_none_or(|(at, said)| at.elapsed() >= BETWEEN && *said != message);
        if is_news {
            send(&self.outbox, &self.path, StatusState::Running, &message);
            self.said = Some((Instant::now(), message));
        }
    }
}

/// Sends the status of a file.
pub fn send(outbox: &Outbox, path: &Path, state: StatusState, message: impl Into<String>) {
    if let Some(uri) = convert::uri_of(path) {
        outbox.notify::<Status>(StatusParams {
            uri,
            state,
            message: message.into(),
        });
    }
}
