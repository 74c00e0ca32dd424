//! What the server logs, to standard error: takes a level, holds to it from then on; `RUST_LOG` wins (`debug`, `goalline_jvm=trace`).

use std::{env, io, sync::OnceLock};

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

type Change = Box<dyn Fn(EnvFilter) + Send + Sync>;

/// Exchanges the filter of the process.
static CHANGE: OnceLock<Change> = OnceLock::new();

/// Begins to log, at the level `info` until [`set_level`] says otherwise.
pub fn start() {
    let logging = tracing_subscriber::fmt()
        .with_env_filter(filter(LevelFilter::INFO))
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_filter_reloading();
    let handle = logging.reload_handle();
    let change = move |filter| {
        if let Err(error) = handle.reload(filter) {
            tracing::warn!(%error, "the level of the log stays as it was");
        }
    };
    logging.init();
    CHANGE.get_or_init(|| Box::new(change));
}

/// Logs from now on what is as grave as this; nothing happens where [`start`] was not called.
pub fn set_level(level: LevelFilter) {
    if let Some(change) = CHANGE.get() {
        change(filter(level));
    }
}

fn filter(level: LevelFilter) -> EnvFilter {
    let builder = EnvFilter::builder().with_default_directive(level.into());
    match env::var(EnvFilter::DEFAULT_ENV) {
        Ok(wanted) if !wanted.is_empty() => builder.parse_lossy(wanted),
        _ => builder.parse_lossy(""),
    }
}
