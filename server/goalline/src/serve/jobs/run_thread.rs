//! The thread that runs: takes one run after the other from the queue and survives each of them; what a run does
//! stands in `file_run`.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Weak},
    thread,
    time::Duration,
};

use tokio::runtime::Handle;
use tracing::error;

use super::{
    builds::{AskOutcome, BuildAsker},
    file_run::JobRun,
    queue::{JobTask, Next, Queue},
    server_session::ServerSession,
};
use crate::serve::{state::generator::Generator, transport::ordered::panic_text};

/// How much this thread, and with it every worker and build that it starts, stands back behind other programs.
const NICENESS: i32 = 5;

/// How often somebody looks whether a run is stuck.
const LOOK: Duration = Duration::from_secs(1);

/// Starts the thread with a stack of so many bytes; it ends with the queue or with the session.
pub fn start(
    queue: &Arc<Queue>,
    session: Weak<ServerSession>,
    generator: Arc<dyn Generator>,
    stack: usize,
) -> std::io::Result<()> {
    let looked_after = Arc::downgrade(queue);
    let queue = queue.clone();
    let runtime = Handle::current();
    let work = move || {
        give_way(NICENESS);
        while let Some(next) = queue.next() {
            let Some(session) = session.upgrade() else {
                return;
            };
            let asker = BuildAsker {
                queue: &queue,
                generator: &generator,
                stack,
                runtime: &runtime,
            };
            if run(&session, &asker, &next) {
                queue.done();
            }
        }
    };
    thread::Builder::new()
        .name("goalline-turns".into())
        .spawn(move || look_after(&looked_after))?;
    thread::Builder::new()
        .name("goalline-runs".into())
        .stack_size(stack)
        .spawn(work)
        .map(|_| ())
}

/// Has a run that is stuck give way, as long as there is a queue.
fn look_after(queue: &Weak<Queue>) {
    while queue.upgrade().is_some_and(|queue| queue.look_after()) {
        thread::sleep(LOOK);
    }
}

/// Plays one run; false where it waits for its build instead.
fn run(session: &ServerSession, asker: &BuildAsker<'_>, next: &Next) -> bool {
    let mut one = JobRun {
        session,
        generator: &**asker.generator,
        job: next.job.clone(),
        cancel: next.cancel.clone(),
    };
    let done = catch_unwind(AssertUnwindSafe(|| {
        if next.task.is_of_background() && !one.renew() {
            return AskOutcome::Stopped;
        }
        one.ask_java_server();
        let end = asker.ask(&one, next);
        match end {
            AskOutcome::Answered => play(&mut one, next, asker.runtime),
            AskOutcome::Stopped if next.task == JobTask::Generate => one.stopped(),
            AskOutcome::Stopped | AskOutcome::Held => {}
        }
        end
    }));
    done.unwrap_or_else(|panic| {
        let cause = panic_text(panic.as_ref());
        error!(cause, "a run panicked");
        one.failed(&cause);
        AskOutcome::Answered
    }) != AskOutcome::Held
}

fn play(one: &mut JobRun<'_>, next: &Next, runtime: &Handle) {
    match next.task {
        JobTask::Generate => one.generate(runtime, &next.token),
        JobTask::Pairs => one.pairs(),
        JobTask::Measure => one.measure(),
        JobTask::WarmUp => {
            one.recall();
            one.warm_up();
        }
        JobTask::Recall => one.recall(),
        // It has a thread of its own.
        JobTask::Suite => {}
    }
}

/// The machine is first of all the user's. On Linux niceness belongs to a thread, and what it starts inherits it;
/// elsewhere it would slow the answers of the server, too.
pub fn give_way(niceness: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(niceness) {
        tracing::info!(%error, "runs do not give way to other programs");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}
