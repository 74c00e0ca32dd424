//! Ends a build when this program is gone, however that ended: a small program that is told the number of the build's
//! process group through a pipe that nobody else holds, and waits for the end of that pipe.

use std::process::{Child, Command, Stdio};

/// Waits until nobody can write to its input any more, which is when the program that started it has ended. Where no
/// build has begun it has no number.
const SCRIPT: &str = "read group; read line; [ -z \"$group\" ] || kill -s KILL -- \"-$group\"";

/// Not what the path has under that name: an entry that is relative means a program of the project.
const SHELL: &str = "/bin/sh";

/// Looks after one group as long as this is held; it must go before the group's first process is reaped, for then
/// others may have the number.
pub struct Keeper(Option<Child>);

impl Keeper {
    /// One for the group that `build` will lead: it is there before the build is, and the build itself says its number
    /// before it is a program, so that there is no moment at which nobody would end it. Where there is no such program
    /// the group ends by its limits.
    pub fn of(build: &mut Command) -> Self {
        let mut command = Command::new(SHELL);
        command.args(["-c", SCRIPT]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What ends the group of the terminal does not end it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = command.spawn();
        match &started {
            Ok(keeper) => tell_its_number(build, keeper),
            Err(error) => {
                tracing::debug!(%error, "a build may go on for a while when this program is killed");
            }
        }
        Self(started.ok())
    }
}

/// Has the process of `build` write its number into the input of its keeper.
#[cfg(unix)]
fn tell_its_number(build: &mut Command, keeper: &Child) {
    use std::os::{fd::AsRawFd, unix::process::CommandExt};
    let Some(input) = keeper.stdin.as_ref().map(AsRawFd::as_raw_fd) else {
        return;
    };
    let say = move || {
        // SAFETY: asks for a number.
        let number = unsafe { libc::getpid() };
        let line = NumberLine::of(number.unsigned_abs());
        let text = line.text();
        // What nobody keeps ends by its limits.
        // SAFETY: writes bytes that are alive into a pipe that this process has from the one that starts the build.
        unsafe { libc::write(input, text.as_ptr().cast(), text.len()) };
        Ok(())
    };
    // SAFETY: between fork and exec: two system calls and a few bytes on the stack, nothing that allocates.
    unsafe { build.pre_exec(say) };
}

#[cfg(not(unix))]
fn tell_its_number(_: &mut Command, _: &Child) {}

/// A number as a line of text, made without any memory but its own.
#[cfg(unix)]
struct NumberLine {
    bytes: [u8; 11],
    start: usize,
}

#[cfg(unix)]
impl NumberLine {
    fn of(mut number: u32) -> Self {
        let mut bytes = [b'\n'; 11];
        let mut start = bytes.len() - 1;
        loop {
            start -= 1;
            bytes[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        Self { bytes, start }
    }

    fn text(&self) -> &[u8] {
        &self.bytes[self.start..]
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
    fn a_number_is_a_line_of_its_digits() {
        for number in [0, 7, 10, 4096, u32::MAX] {
            assert_eq!(
                NumberLine::of(number).text(),
                format!("{number}\n").as_bytes()
            );
        }
    }

    #[test]
    fn a_keeper_whose_build_never_began_ends_nothing_and_goes() {
        let mut keeper = Keeper::of(&mut Command::new("/nowhere"));
        let mut child = keeper.0.take().expect("there is a shell");
        drop(child.stdin.take());
        assert!(child.wait().expect("it is ours").success());
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
