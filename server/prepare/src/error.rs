//! Why a run gave nothing: the one error type of the engine, below everything that may fail.

use std::path::PathBuf;

use goalline_jvm::WorkerError;
use goalline_testcase::ExecutorError;
use thiserror::Error;

use crate::FileKeys;

/// Why a run gave nothing.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The file cannot be read.
    #[error("cannot read {path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The class does not compile; javac's own messages.
    #[error("{} does not compile:\n{}{}", .file.display(), first(.messages), behind(.remedy.as_ref()))]
    DoesNotCompile {
        /// The file.
        file: PathBuf,
        /// `Cart.java:12: incompatible types …`, one each.
        messages: Vec<String>,
        /// What to do where the cause is not the code.
        remedy: Option<String>,
    },
    /// The file declares no class of the name that was asked for.
    #[error("{} declares no class {name}{}", .file.display(), meant(.near))]
    NoSuchClass {
        /// The file.
        file: PathBuf,
        /// What was asked for.
        name: String,
        /// What the file declares and may have been meant, the likeliest first.
        near: Vec<String>,
    },
    /// The file declares no method of the name that was asked for.
    #[error("{} declares no method {name}{}", .file.display(), meant(.near))]
    NoSuchMethod {
        /// The file.
        file: PathBuf,
        /// What was asked for.
        name: String,
        /// What the file declares and may have been meant, the likeliest first.
        near: Vec<String>,
    },
    /// Nothing in the file can be tested; says why.
    #[error("{0}")]
    NothingToTest(String),
    /// No call of the file couples branches.
    #[error("{}: no call of another class with source depends on a branch and leads to one", .file.display())]
    NothingCoupled {
        /// The file.
        file: PathBuf,
        /// What it depends on that this is so.
        seen: FileKeys,
    },
    /// A worker cannot be started, or did not answer as it should. Never [`WorkerError::Cancelled`].
    #[error(transparent)]
    Worker(WorkerError),
    /// The workers that run tests keep dying. Never [`ExecutorError::Cancelled`].
    #[error(transparent)]
    Executor(ExecutorError),
    /// A thread of the run panicked; says what it was doing.
    #[error("{0} ended with a panic; please report it")]
    Panicked(&'static str),
    /// The run was cancelled before it had anything.
    #[error("cancelled")]
    Cancelled,
}

/// Messages that are shown: one mistake in a module may give javac thousands.
const SHOWN: usize = 10;

fn first(messages: &[String]) -> String {
    match messages.len().checked_sub(SHOWN) {
        None | Some(0) => messages.join("\n"),
        Some(more) => format!("{}\nand {more} more", messages[..SHOWN].join("\n")),
    }
}

fn behind(remedy: Option<&String>) -> String {
    remedy.map_or_else(String::new, |remedy| format!("\n{remedy}"))
}

impl EngineError {
    /// Whether the cause lies with the workers, which are of no more use then, and not with what was asked.
    pub fn is_of_worker(&self) -> bool {
        matches!(
            self,
            Self::Worker(_) | Self::Executor(_) | Self::Panicked(_)
        )
    }
}

impl From<WorkerError> for EngineError {
    fn from(error: WorkerError) -> Self {
        match error {
            WorkerError::Cancelled => Self::Cancelled,
            other => Self::Worker(other),
        }
    }
}

impl From<ExecutorError> for EngineError {
    fn from(error: ExecutorError) -> Self {
        match error {
            ExecutorError::Cancelled => Self::Cancelled,
            other @ ExecutorError::Unavailable(_) => Self::Executor(other),
        }
    }
}

/// `; did you mean Cart or Cart.Line?`
fn meant(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", near.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_thousands_of_messages_the_first_are_shown_and_the_others_counted() {
        let error = |count: usize| EngineError::DoesNotCompile {
            file: "Cart.java".into(),
            messages: (1..=count)
                .map(|line| format!("Cart.java:{line}: no"))
                .collect(),
            remedy: None,
        };
        let all = error(10).to_string();
        assert!(all.ends_with("\nCart.java:10: no"), "{all}");
        let some = error(12_280).to_string();
        assert!(
            some.ends_with("\nCart.java:10: no\nand 12270 more"),
            "{some}"
        );
    }
}
