//! When the server ends: takes signals (shutdown, a closed pipe, a dead editor), gives the exit status; ends nothing
//! by itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Notify, time::sleep};

/// How long a client may take between `shutdown` and `exit`; Neovim never sends the second.
const PATIENCE_AFTER_SHUTDOWN: Duration = Duration::from_secs(2);
/// How often the editor's process is looked at.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// What the ends of the server have in common.
#[derive(Default)]
pub struct Lifecycle {
    has_shut_down: AtomicBool,
    shut_down: Notify,
    /// The client closed its end of our output.
    pub broken: Arc<Notify>,
    orphaned: Notify,
}

impl Lifecycle {
    /// Notes the `shutdown` request: from now on the exit status is 0.
    pub fn shut_down(&self) {
        self.has_shut_down.store(true, Ordering::Relaxed);
        self.shut_down.notify_one();
    }

    /// The exit status of the specification: 0 after `shutdown`, else 1.
    pub fn exit_status(&self) -> u8 {
        u8::from(!self.has_shut_down.load(Ordering::Relaxed))
    }

    /// Returns when the server has to end although neither `exit` nor the end of input came.
    pub async fn ended_otherwise(&self) {
        let impatient = async {
            self.shut_down.notified().await;
            sleep(PATIENCE_AFTER_SHUTDOWN).await;
        };
        tokio::select! {
            () = impatient => {}
            () = self.broken.notified() => {}
            () = self.orphaned.notified() => {}
        }
    }

    /// Ends the server once the process `id` is gone.
    pub fn watch(self: &Arc<Self>, id: u32) {
        let lifecycle = self.clone();
        tokio::spawn(async move {
            while is_alive(id) {
                sleep(WATCH_INTERVAL).await;
            }
            lifecycle.orphaned.notify_one();
        });
    }
}

/// Whether a process with this id exists. Where that cannot be asked, it counts as alive: the end of input tells then.
#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::{io::Errno, process};
    let Some(pid) = i32::try_from(id).ok().and_then(process::Pid::from_raw) else {
        return true;
    };
    !matches!(process::test_kill_process(pid), Err(Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
