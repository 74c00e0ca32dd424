//! Work-done progress of one run: takes its numbers, shows them once the run is not a short one; never says more than
//! an eye can follow.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::{runtime::Handle, time::sleep};
use tower_lsp::ls_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport, notification::Progress as ProgressNotification,
    request::WorkDoneProgressCreate,
};

use super::outbox::Outbox;

/// A run shorter than this shows no progress at all.
const BEGIN_AFTER: Duration = Duration::from_millis(500);
/// The least time between two reports.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressStage {
    /// The run has just begun, or the client has not yet agreed to a token.
    Silent,
    Shown,
    Ended,
}

struct Now {
    stage: ProgressStage,
    title: String,
    message: String,
    percentage: u32,
    reported: Option<Instant>,
}

/// The progress of one run; it ends when this is dropped, however the run ends.
pub struct ClientProgress(ShownProgress);

#[derive(Clone)]
struct ShownProgress {
    outbox: Outbox,
    token: ProgressToken,
    now: Arc<Mutex<Now>>,
}

impl Drop for ClientProgress {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl ClientProgress {
    /// Starts silently; shows itself after a while unless it has ended by then.
    pub fn start(outbox: Outbox, runtime: &Handle, token: &str, title: String) -> Self {
        let message = String::new();
        let now = Now {
            stage: ProgressStage::Silent,
            title,
            message,
            percentage: 0,
            reported: None,
        };
        let shown = ShownProgress {
            outbox,
            token: NumberOrString::String(token.into()),
            now: Arc::new(Mutex::new(now)),
        };
        let later = shown.clone();
        runtime.spawn(async move {
            sleep(BEGIN_AFTER).await;
            later.create();
        });
        Self(shown)
    }

    /// "14 of 31 goals".
    pub fn report(&self, message: String, percentage: u32) {
        self.0.report(message, percentage);
    }
}

impl ShownProgress {
    fn report(&self, message: String, percentage: u32) {
        let mut now = self.now();
        now.message = message;
        now.percentage = percentage.min(100);
        let is_due = now
            .reported
            .is_none_or(|at| at.elapsed() >= BETWEEN_REPORTS);
        if now.stage == ProgressStage::Shown && is_due {
            now.reported = Some(Instant::now());
            self.send(WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(now.message.clone()),
                percentage: Some(now.percentage),
            }));
        }
    }

    fn end(&self) {
        let mut now = self.now();
        if now.stage == ProgressStage::Shown {
            self.send(WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
        }
        now.stage = ProgressStage::Ended;
    }

    /// Asks the client for the token; only its answer makes the progress visible.
    fn create(&self) {
        if self.now().stage == ProgressStage::Ended {
            return;
        }
        let params = WorkDoneProgressCreateParams {
            token: self.token.clone(),
        };
        let shown = self.clone();
        self.outbox
            .request::<WorkDoneProgressCreate>(params, move |reply| {
                if reply.is_ok() {
                    shown.begin();
                }
            });
    }

    fn begin(&self) {
        let mut now = self.now();
        if now.stage == ProgressStage::Ended {
            return;
        }
        now.stage = ProgressStage::Shown;
        now.reported = Some(Instant::now());
        self.send(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: now.title.clone(),
            cancellable: Some(true),
            message: Some(now.message.clone()),
            percentage: Some(now.percentage),
        }));
    }

    fn send(&self, value: WorkDoneProgress) {
        self.outbox.notify::<ProgressNotification>(ProgressParams {
            token: self.token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        });
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
