//! The sandbox of build tools: takes what a program may read and write, starts it bound to that; decides nothing about builds.
//!
//! What a build tool runs is the user's own program, but what it reads may come from anybody. So it sees system files, its own folders
//! and what it is told, and nothing else of the home folder; it may use the network, for that is what it is asked to do.

#[cfg(target_os = "linux")]
mod linux;

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{Child, Command},
};

/// Variables that say what a system and its user are like; all others may be secrets.
const VARIABLES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TERM",
    "JAVA_HOME",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "MAVEN_HOME",
    "M2_HOME",
    "MAVEN_OPTS",
    "MAVEN_ARGS",
    "MAVEN_SKIP_RC",
    // Windows starts next to nothing without these.
    "SystemRoot",
    "SystemDrive",
    "ComSpec",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "USERNAME",
    "APPDATA",
    "LOCALAPPDATA",
    "ProgramFiles",
    "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
];

/// What a program may touch beside the system.
#[derive(Clone, Debug, Default)]
pub struct Confinement {
    /// Files and folders to read, and to run programs from.
    pub readable: Vec<PathBuf>,
    /// Folders to write, too.
    pub writable: Vec<PathBuf>,
    /// Variables to pass on beside those that are harmless.
    pub variables: Vec<String>,
}

impl Confinement {
    /// Starts the program bound to this, as far as the platform can, without the variables that are nobody's business.
    pub fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        self.clear_variables(command);
        self.start(command)
    }

    #[cfg(target_os = "linux")]
    fn start(&self, command: &mut Command) -> io::Result<Child> {
        linux::spawn(self, command)
    }

    #[cfg(not(target_os = "linux"))]
    fn start(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    /// What was set for the command stays; of what it would inherit only what is named.
    fn clear_variables(&self, command: &mut Command) {
        let own: Vec<(OsString, OsString)> = command
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
            .collect();
        let is_wanted = |name: &str| {
            let is =
                |known: &str| known == name || cfg!(windows) && known.eq_ignore_ascii_case(name);
            VARIABLES.iter().any(|known| is(known))
                || name.starts_with("LC_")
                || self.variables.iter().any(|known| is(known))
        };
        command.env_clear();
        command.envs(env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_wanted)));
        command.envs(own);
    }
}

/// Whether this machine binds build tools to what they need.
pub fn builds_are_confined() -> bool {
    #[cfg(target_os = "linux")]
    return linux::is_enforced();
    #[cfg(not(target_os = "linux"))]
    return false;
}

/// The folder where the user's own files lie.
pub fn home() -> Option<PathBuf> {
    env::var_os("HOME")
        .or_else(|| env::var_os("USERPROFILE"))
        .map(PathBuf::from)
        .filter(|home| home.is_absolute() && *home != Path::new("/"))
}
