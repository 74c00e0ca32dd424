//! Ends a build when this program is gone, however that ended: takes the number of a process group, keeps a small
//! program that waits for the end of a pipe that nobody else holds.

use std::process::{Child, Command, Stdio};

/// Waits until nobody can write to its input any more, which is when the program that started it has ended.
const SCRIPT: &str = "read line; kill -s KILL -- \"-$0\"";

/// Not what the path has under that name: an entry that is relative means a program of the project.
const SHELL: &str = "/bin/sh";

/// Looks after one group as long as this is held; it must go before the group's first process is reaped, for then
/// others may have the number.
pub struct Keeper(Option<Child>);

impl Keeper {
    /// One for the group of this number; where it cannot be had, the group ends by its limits.
    pub fn of(group: u32) -> Self {
        let mut command = Command::new(SHELL);
        command.args(["-c", SCRIPT]).arg(group.to_string());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What ends the group of the terminal does not end it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = command.spawn();
        if let Err(error) = &started {
            tracing::debug!(%error, "a build may go on for a while when this program is killed");
        }
        Self(started.ok())
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let Some(child) = &mut self.0 else { return };
        // Killed first: the end of its input would have it end the group.
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        env, fs,
        path::{Path, PathBuf},
        thread,
        time::Duration,
    };

    use crate::{confined::BuildConfinement, process::run_confined};

    use super::*;

    /// Says to a child process of the next test where its build writes down its number.
    const FOLDER: &str = "GOALLINE_TEST_FOLDER";

    /// What a project calls a shell: a program that leaves a mark.
    fn a_shell_of_the_project(folder: &Path) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let (shell, mark) = (folder.join("sh"), folder.join("mark"));
        let script = format!("#!/bin/sh\ntouch {}\nexec /bin/sh \"$@\"\n", mark.display());
        fs::write(&shell, script).expect("it is ours");
        fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).expect("it is ours");
        mark
    }

    #[test]
    fn a_build_does_not_outlive_a_program_that_is_killed() {
        const NAME: &str =
            "process::keeper::tests::a_build_does_not_outlive_a_program_that_is_killed";
        if let Some(folder) = env::var_os(FOLDER) {
            let confinement = BuildConfinement {
                writable: vec![Path::new(&folder).to_path_buf()],
                ..BuildConfinement::default()
            };
            let script = "sleep 600 & echo $! > new; mv new number; wait";
            let mut command = Command::new(SHELL);
            command.args(["-c", script]).current_dir(folder);
            let _ = run_confined(&mut command, Duration::from_secs(600), &confinement);
            return;
        }
        if !crate::builds_are_confined() {
            eprintln!("skipped: this kernel has no Landlock");
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mark = a_shell_of_the_project(folder.path());
        let path = env::var("PATH").unwrap_or_default();
        let mut program = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", NAME])
            .env(FOLDER, folder.path())
            .env("PATH", format!(".:{path}"))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("this program");
        let number = folder.path().join("number");
        while !number.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        program.kill().expect("it runs");
        program.wait().expect("it was killed");
        let number = fs::read_to_string(number).expect("it has begun");
        let stat = format!("/proc/{}/stat", number.trim());
        let is_gone = || fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
        while !is_gone() {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!mark.exists(), "a program of the project ran");
    }
}
