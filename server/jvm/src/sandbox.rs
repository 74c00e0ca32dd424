//! Confines a worker: takes what it may read and the one folder it may write, gives rules to apply between fork and
//! exec.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod none;
#[cfg(target_os = "linux")]
mod own_world;
#[cfg(target_os = "linux")]
mod worker_system_calls;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use none as platform;
pub(crate) use platform::{Confinement, confine};

use crate::{Sandbox, WorkerError};

/// What the platform can confine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxSupport {
    /// Whether files can be confined.
    pub files: bool,
    /// Whether the network and new processes can be denied.
    pub system_calls: bool,
    /// For people: what there is, or what is missing.
    pub explanation: String,
    /// One by one, what is promised.
    pub promises: Vec<Promise>,
}

/// Something that the sandbox keeps from the code of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// Whether this machine keeps it.
    pub holds: bool,
    /// For people.
    pub what: &'static str,
}

/// What this platform can confine.
pub fn sandbox_support() -> SandboxSupport {
    platform::support()
}

/// Whether a worker is confined, as far as the platform can.
///
/// # Errors
/// [`WorkerError::NoSandbox`] where that is required and cannot be had.
pub(crate) fn is_confined(wanted: Sandbox, support: &SandboxSupport) -> Result<bool, WorkerError> {
    if wanted == Sandbox::Required && !(support.files && support.system_calls) {
        return Err(WorkerError::NoSandbox {
            explanation: support.explanation.clone(),
        });
    }
    Ok(wanted != Sandbox::Off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_there_is_no_sandbox_nothing_runs_until_the_user_says_so() {
        let none = SandboxSupport {
            files: false,
            system_calls: true,
            explanation: "no Landlock".into(),
            promises: Vec::new(),
        };
        let refused = is_confined(Sandbox::Required, &none).expect_err("it is required");
        let text = refused.to_string();
        assert!(
            text.contains("no Landlock") && text.contains("whenAvailable"),
            "{text}"
        );
        assert!(matches!(
            is_confined(Sandbox::WhenAvailable, &none),
            Ok(true)
        ));
        assert!(matches!(is_confined(Sandbox::Off, &none), Ok(false)));
        let whole = SandboxSupport {
            files: true,
            ..none
        };
        assert!(matches!(is_confined(Sandbox::Required, &whole), Ok(true)));
    }
}
