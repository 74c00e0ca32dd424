//! The language server: takes requests over standard input, gives diagnostics, code actions and progress; computes
//! nothing about Java itself.
//!
//! Five folders, each imports only those before it: `transport`, `state`, `view`, `jobs`, `handlers`. A message goes
//! through `pipe` and `ordered` to the one table in `backend`. Handlers change or read the `session` and never wait.
//! `run_thread` holds the one thread that works with the engine; what it finds goes into `results`, and `publish` sends
//! the view of a file when it has changed.

mod handlers;
mod jobs;
mod state;
#[cfg(all(test, unix))]
mod tests;
mod transport;
mod view;

use std::{
    io::{Read, Write},
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use tower_lsp::{LspService, Server};

use self::{
    handlers::backend::Backend,
    jobs::{
        engine::Engine, publish, queue::Queue, run_thread, server_session::ServerSession, suite,
    },
    state::generator::Generator,
    transport::{lifecycle::Lifecycle, log, ordered::Ordered, outbox, panics, pipe, publisher},
};
use crate::args::ServeArgs;

/// Of threads that walk trees: many times what the deepest tree takes (`goalline_syntax::DEEPEST`).
const STACK: usize = 16 << 20;
/// How long the end waits for a run to let go of its worker.
const PATIENCE: Duration = Duration::from_millis(500);

/// Serves until the client says `exit` or closes the pipe.
pub fn run(options: &ServeArgs) -> anyhow::Result<ExitCode> {
    log::start();
    panics::keep();
    let status = serve_on(
        std::io::stdin(),
        std::io::stdout(),
        options.client_process_id,
        Arc::new(Engine::default()),
    )?;
    goalline_jvm::end_workers();
    // The thread that reads standard input cannot be ended otherwise.
    std::process::exit(status.into())
}

/// Serves one client; gives the exit status of the specification.
fn serve_on(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    client_process: Option<u32>,
    generator: Arc<dyn Generator>,
) -> anyhow::Result<u8> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(STACK)
        .enable_all()
        .build()?;
    let lifecycle = Arc::new(Lifecycle::default());
    let writer = pipe::output(output, lifecycle.broken.clone())?;
    let (input, output) = (pipe::input(input, writer.refusals)?, writer.output);
    let queue = Arc::new(Queue::default());
    let suites = runtime.block_on(async {
        if let Some(process) = client_process {
            lifecycle.watch(process);
        }
        let (outbox, waiting) = outbox::outbox();
        let (publisher, wakes) = publisher::publisher();
        let session = Arc::new(ServerSession::new(
            outbox,
            publisher,
            queue.clone(),
            lifecycle.clone(),
        ));
        let suites = session.suites.clone();
        suite::start(&suites, Arc::downgrade(&session), generator.clone(), STACK)?;
        run_thread::start(&queue, Arc::downgrade(&session), generator, STACK)?;
        tokio::spawn(publish::publish(wakes, Arc::downgrade(&session)));
        let losing = Arc::downgrade(&session);
        let (service, socket) = LspService::build(|client| {
            tokio::spawn(waiting.send_all(client));
            Backend { session }
        })
        .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
        .custom_method("goalline/goals", Backend::goals)
        .custom_method("goalline/classPathChanged", Backend::class_path_changed)
        .custom_method("goalline/trust", Backend::trust)
        .custom_method("goalline/panic", Backend::panic)
        .custom_method("goalline/text", Backend::text)
        .finish();
        let on_lost_document = Arc::new(move |uri: &str| {
            if let Some(session) = losing.upgrade() {
                session.lose_document(uri);
            }
        });
        let serving =
            Server::new(input, output, socket).serve(Ordered::new(service, on_lost_document));
        tokio::select! {
            () = serving => {}
            () = lifecycle.ended_otherwise() => {}
        }
        anyhow::Ok(suites)
    })?;
    queue.close(PATIENCE);
    suites.close(PATIENCE);
    runtime.shutdown_timeout(PATIENCE);
    // What was already said still reaches a client that reads.
    let asked = Instant::now();
    while !writer.thread.is_finished() && asked.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(lifecycle.exit_status())
}
