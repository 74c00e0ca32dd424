//! What the server logs, to standard error: takes a level, holds to it from then on; `RUST_LOG` wins (`debug`,
//! `goalline_jvm=trace`).

use std::{env, io, sync::OnceLock};

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

type FilterChange = Box<dyn Fn(EnvFilter) + Send + Sync>;

/// Exchanges the filter of the process.
static CHANGE: OnceLock<FilterChange> = OnceLock::new();

/// Begins to log, at the level `info` until [`set_level`] says otherwise.
pub fn start() {
    let logging = tracing_subscriber::fmt()
        .with_env_filter(wanted(LevelFilter::INFO))
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
        change(wanted(level));
    }
}

fn wanted(level: LevelFilter) -> EnvFilter {
    filter(level, &env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default())
}

/// What the environment says, and the level where it says nothing.
fn filter(level: LevelFilter, environment: &str) -> EnvFilter {
    let builder = EnvFilter::builder().with_default_directive(level.into());
    builder.parse_lossy(environment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_holds_where_the_environment_says_nothing() {
        let most = |level, environment| filter(level, environment).max_level_hint();
        assert_eq!(most(LevelFilter::DEBUG, ""), Some(LevelFilter::DEBUG));
        assert_eq!(most(LevelFilter::ERROR, ""), Some(LevelFilter::ERROR));
        assert_eq!(most(LevelFilter::ERROR, "trace"), Some(LevelFilter::TRACE));
    }
}
