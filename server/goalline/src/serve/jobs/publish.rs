//! When diagnostics are sent: takes hints that a file's view may have changed, sends it once it has and not more
//! often than eyes need.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};
use tower_lsp::ls_types::{
    Diagnostic, PublishDiagnosticsParams, TextDocumentIdentifier, notification::PublishDiagnostics,
    request::CodeLensRefresh,
};

use tracing::error;

use super::server_session::ServerSession;
use crate::serve::{
    transport::{
        convert,
        ordered::panic_text,
        publisher::{Wake, Wakes},
    },
    view::{diagnostics, lens, pair_hints, related::TestPlaces, tree::GoalsChanged},
};

/// How long a change waits, so that typing does not make the hints dance.
const AFTER_A_CHANGE: Duration = Duration::from_millis(200);
/// The least time between two views of one file.
const BETWEEN_VIEWS: Duration = Duration::from_millis(100);

/// What the client was sent last for one file.
#[derive(Default)]
struct LastSent {
    diagnostics: Vec<Diagnostic>,
    lenses: Option<Vec<String>>,
    at: Option<Instant>,
}

#[derive(Default)]
struct Publishing {
    due: BTreeMap<PathBuf, Instant>,
    sent: BTreeMap<PathBuf, LastSent>,
}

/// Publishes until the session is gone.
pub async fn publish(mut wakes: Wakes, session: Weak<ServerSession>) {
    let mut publishing = Publishing::default();
    loop {
        let next = publishing.due.values().min().copied();
        let timer = async {
            match next {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            wake = wakes.next() => {
                let (Some(wake), Some(session)) = (wake, session.upgrade()) else { return };
                publishing.wake(wake, &session);
            }
            () = timer => {
                let Some(session) = session.upgrade() else { return };
                publishing.publish_due(&session);
            }
        }
    }
}

impl Publishing {
    fn wake(&mut self, wake: Wake, session: &Arc<ServerSession>) {
        let now = Instant::now();
        match wake {
            Wake::Soon(path) => self.plan(path, now + AFTER_A_CHANGE),
            Wake::Now(path) => {
                let last = self.sent.get(&path).and_then(|sent| sent.at);
                let at = last.map_or(now, |last| now.max(last + BETWEEN_VIEWS));
                self.plan(path, at);
            }
            Wake::All => {
                let paths: Vec<PathBuf> = session.state().results.keys().cloned().collect();
                for path in paths {
                    self.plan(path, now);
                }
            }
            Wake::Clear(path) => {
                self.due.remove(&path);
                if let Some(uri) = convert::uri_of(&path) {
                    self.send(
                        &path,
                        PublishDiagnosticsParams::new(uri, Vec::new(), None),
                        session,
                    );
                }
                self.sent.remove(&path);
            }
        }
    }

    fn plan(&mut self, path: PathBuf, at: Instant) {
        let due = self.due.entry(path).or_insert(at);
        *due = at.min(*due);
    }

    fn publish_due(&mut self, session: &Arc<ServerSession>) {
        let now = Instant::now();
        let due: Vec<PathBuf> = self
            .due
            .iter()
            .filter(|(_, at)| **at <= now)
            .map(|(path, _)| path.clone())
            .collect();
        for path in due {
            self.due.remove(&path);
            let published = catch_unwind(AssertUnwindSafe(|| self.publish_one(&path, session)));
            if let Err(panic) = published {
                let cause = panic_text(panic.as_ref());
                error!(cause, file = %path.display(), "drawing the hints panicked");
            }
        }
    }

    /// Sends the view of an open file if it is another than the last one.
    fn publish_one(&mut self, path: &Path, session: &Arc<ServerSession>) {
        let mut state = session.state();
        state.refresh(path);
        let state = &*state;
        let Some(document) = state.documents.get(path) else {
            return;
        };
        let results = state.results.get(path);
        let tests = TestPlaces::of(state, path);
        let settings = state.settings.of(path);
        let mut hints = diagnostics::diagnostics(document, results, settings, &tests);
        hints.extend(pair_hints::diagnostics(
            state,
            path,
            settings.max_diagnostics,
        ));
        let titles = lens::titles(document, results, state.trusted);
        let follows = state.client.follows_goals;
        let refreshes = state.client.refreshes_lenses && settings.code_lens;
        let version = document.version;
        let sent = self.sent.entry(path.to_path_buf()).or_default();
        sent.at = Some(Instant::now());
        let old = sent.lenses.replace(titles);
        if refreshes && old.is_some() && old != sent.lenses {
            session.outbox.request::<CodeLensRefresh>((), |_| ());
        }
        let uri = document.uri.clone();
        if follows && (old != sent.lenses || sent.diagnostics != hints) {
            let document = TextDocumentIdentifier::new(uri.clone());
            session.outbox.notify::<GoalsChanged>(document);
        }
        self.send(
            path,
            PublishDiagnosticsParams::new(uri, hints, Some(version)),
            session,
        );
    }

    fn send(&mut self, path: &Path, params: PublishDiagnosticsParams, session: &ServerSession) {
        let sent = self.sent.entry(path.to_path_buf()).or_default();
        if sent.diagnostics != params.diagnostics {
            sent.diagnostics.clone_from(&params.diagnostics);
            session.outbox.notify::<PublishDiagnostics>(params);
        }
    }
}
