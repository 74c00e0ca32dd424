//! Confines a worker: takes what it may read and the one folder it may write, gives rules to apply between fork and exec.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod none;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use none as platform;
pub(crate) use platform::{Confinement, confine};

/// What the platform can confine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxSupport {
    /// Whether files can be confined.
    pub files: bool,
    /// Whether the network and new processes can be denied.
    pub system_calls: bool,
    /// For people: what there is, or what is missing.
    pub explanation: String,
}

/// What this platform can confine.
pub fn sandbox_support() -> SandboxSupport {
    platform::support()
}
