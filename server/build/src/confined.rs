//! The sandbox of build tools: takes what a program may read and write, starts it bound to that; decides nothing
//! about builds.
//!
//! What a build tool runs is the user's own program, but what it reads may come from anybody. So it sees system
//! files, its own folders and what it is told, and nothing else of the home folder; it may use the network, for that
//! is what it is asked to do.

#[cfg(target_os = "linux")]
mod build_system_calls;
#[cfg(target_os = "linux")]
mod linux;

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{Child, Command},
};

#[cfg(target_os = "linux")]
use goalline_limits::prefer_to_end;

use crate::{BuildStop, files::real_in};

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
pub struct BuildConfinement {
    /// Files and folders to read, and to run programs from.
    pub readable: Vec<PathBuf>,
    /// Folders to write, too.
    pub writable: Vec<PathBuf>,
    /// Variables to pass on beside those that are harmless.
    pub variables: Vec<String>,
    /// Whether a program that sets modes and times of files is told that it did, instead of that it may not.
    pub pretends_modes: bool,
    /// Whether the program starts where this machine cannot bind it, too: the user's own word.
    pub may_be_unbound: bool,
    /// When its answer is not wanted any more.
    pub stop: BuildStop,
}

impl BuildConfinement {
    /// Starts the program bound to this, as far as the platform can, without the variables that are nobody's business.
    ///
    /// # Errors
    /// Where the platform cannot bind it and nobody said that it may run all the same.
    pub fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        self.allows_start(builds_are_confined())?;
        self.is_where_it_was(command)?;
        self.clear_variables(command);
        self.start(command)
    }

    /// A build may put a link in the place of a folder that it may write: what that leads to is not opened for the
    /// next one.
    fn is_where_it_was(&self, command: &Command) -> io::Result<()> {
        let places = self.readable.iter().chain(&self.writable);
        let places = places.map(PathBuf::as_path);
        for place in places.chain(command.get_current_dir()) {
            let mut above = self.writable.iter().filter(|it| place.starts_with(it));
            if above.any(|folder| place != folder && leads_out_of(folder, place)) {
                let reason = format!("{} leads out of its folder", place.display());
                return Err(io::Error::other(reason));
            }
        }
        Ok(())
    }

    fn allows_start(&self, is_bound: bool) -> io::Result<()> {
        if is_bound || self.may_be_unbound {
            return Ok(());
        }
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this machine cannot confine build tools, for it has no Landlock; to run them all the same, set \
             goalline.sandbox to \"whenAvailable\", or --sandbox when-available",
        ))
    }

    #[cfg(target_os = "linux")]
    fn start(&self, command: &mut Command) -> io::Result<Child> {
        let child = linux::spawn(self, command)?;
        prefer_to_end(child.id());
        Ok(child)
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

/// Whether what lies in the folder by its name really lies elsewhere; what is not there does not. No build may write
/// beside the folder itself.
fn leads_out_of(folder: &Path, place: &Path) -> bool {
    let real = folder.canonicalize();
    place.exists() && real.map_or(true, |folder| real_in(&folder, place).is_none())
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

/// The home folder that the list of users has for this one, where it is in the list: Java asks there, whatever `HOME`
/// says.
#[cfg(unix)]
pub fn listed_home() -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt;
    let user = std::fs::metadata("/proc/self").ok()?.uid();
    home_in(&std::fs::read_to_string("/etc/passwd").ok()?, user)
}

#[cfg(not(unix))]
pub fn listed_home() -> Option<PathBuf> {
    home()
}

#[cfg(unix)]
fn home_in(list: &str, user: u32) -> Option<PathBuf> {
    let lines = list.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let mut homes = lines.filter_map(|parts| {
        let is_user = parts.get(2)?.parse() == Ok(user);
        is_user.then(|| parts.get(5).map(PathBuf::from))?
    });
    homes.next()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{fs, os::unix::net::UnixListener, time::Duration};

    use super::*;
    use crate::process;

    /// What a script prints that is bound to one folder and may read another.
    fn said(script: &str, folder: &Path) -> String {
        let confinement = BuildConfinement {
            readable: vec![folder.join("project")],
            writable: vec![folder.join("area")],
            variables: vec!["CARGO_PKG_NAME".to_owned()],
            ..BuildConfinement::default()
        };
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .env("FOLDER", folder)
            .env("PATH", "/usr/bin:/bin")
            .current_dir(folder.join("area"));
        let finished = process::run_confined(&mut command, Duration::from_secs(20), &confinement);
        finished.expect("sh").output
    }

    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["home/.ssh", "project", "area"] {
            fs::create_dir_all(dir.path().join(name)).expect("a folder");
        }
        fs::write(dir.path().join("home/.ssh/key"), "secret").expect("a file");
        fs::write(dir.path().join("project/pom.xml"), "open").expect("a file");
        dir
    }

    fn is_bound() -> bool {
        let is_bound = builds_are_confined();
        if !is_bound {
            eprintln!("skipped: this kernel has no Landlock");
        }
        is_bound
    }

    #[test]
    fn a_build_tool_reads_the_project_and_writes_its_folder_and_nothing_of_the_home_folder() {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let text = said(
            "cat $FOLDER/project/pom.xml; echo kept > made && cat made; cat $FOLDER/home/.ssh/key; ls $FOLDER/home; \
             echo x > $FOLDER/home/mark; echo x > $FOLDER/project/mark; rm $FOLDER/home/.ssh/key; exec 2>&1; true",
            dir.path(),
        );
        assert!(text.contains("open") && text.contains("kept"), "{text}");
        assert!(!text.contains("secret"), "{text}");
        for mark in ["home/mark", "project/mark"] {
            assert!(!dir.path().join(mark).exists(), "{mark}: {text}");
        }
        assert!(dir.path().join("home/.ssh/key").exists());
    }

    #[test]
    fn where_no_build_tool_can_be_bound_none_starts_until_the_user_says_so() {
        let refused = BuildConfinement::default().allows_start(false);
        let text = refused.expect_err("nobody allowed it").to_string();
        assert!(
            text.contains("Landlock") && text.contains("whenAvailable"),
            "{text}"
        );
        let allowed = BuildConfinement {
            may_be_unbound: true,
            ..BuildConfinement::default()
        };
        assert!(allowed.allows_start(false).is_ok());
        assert!(BuildConfinement::default().allows_start(true).is_ok());
    }

    #[test]
    fn a_folder_that_a_build_has_replaced_by_a_link_is_not_opened_for_the_next_one() {
        let dir = folder();
        let (area, home) = (dir.path().join("area"), dir.path().join("home"));
        let copy = area.join("copy");
        fs::create_dir_all(&copy).expect("a folder");
        let confinement = BuildConfinement {
            readable: vec![copy.clone()],
            writable: vec![area.clone()],
            ..BuildConfinement::default()
        };
        let mut command = Command::new("true");
        assert!(confinement.is_where_it_was(&command).is_ok());
        fs::remove_dir(&copy).expect("it is empty");
        std::os::unix::fs::symlink(&home, &copy).expect("a link");
        let refused = confinement.is_where_it_was(&command);
        let text = refused.expect_err("it leads out").to_string();
        assert!(text.contains("leads out of its folder"), "{text}");
        let confinement = BuildConfinement {
            readable: Vec::new(),
            ..confinement
        };
        assert!(confinement.is_where_it_was(&command).is_ok());
        command.current_dir(&copy);
        assert!(confinement.is_where_it_was(&command).is_err());
    }

    #[test]
    fn whoever_changes_a_folder_for_a_link_and_back_opens_nothing_to_the_next_build() {
        use std::sync::atomic::{AtomicBool, Ordering};

        if !is_bound() {
            return;
        }
        let dir = folder();
        let (area, keys) = (dir.path().join("area"), dir.path().join("home/.ssh"));
        let (copy, other, plain) = (area.join("copy"), area.join("other"), area.join("plain"));
        fs::create_dir_all(&copy).expect("a folder");
        let confinement = BuildConfinement {
            readable: vec![copy.clone()],
            writable: vec![area.clone()],
            ..BuildConfinement::default()
        };
        let is_over = AtomicBool::new(false);
        let texts: Vec<String> = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    // What a build may do in its own folder, whatever comes of each step.
                    let _ = fs::rename(&copy, &plain);
                    let _ = std::os::unix::fs::symlink(&keys, &other);
                    let _ = fs::rename(&other, &copy);
                    let _ = fs::remove_file(&copy);
                    let _ = fs::rename(&plain, &copy);
                }
            });
            let tries = (0..150).map(|_| {
                let mut command = Command::new("cat");
                command.arg(keys.join("key")).current_dir(&area);
                let limit = Duration::from_secs(20);
                let ended = process::run_confined(&mut command, limit, &confinement);
                ended.map_or_else(|error| error.to_string(), |it| it.output)
            });
            let texts = tries.collect();
            is_over.store(true, Ordering::Relaxed);
            texts
        });
        let told = texts.iter().find(|text| text.contains("secret"));
        assert_eq!(told, None);
    }

    #[test]
    fn a_build_of_the_superuser_has_no_rights_but_to_files_and_does_not_see_what_is_private_to_the_system()
     {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let text = said(
            "grep Cap /proc/self/status; cat /etc/shadow; mknod $FOLDER/project/null c 1 3; true",
            dir.path(),
        );
        for line in text.lines().filter(|line| line.starts_with("Cap")) {
            let bits = line.split_whitespace().nth(1).unwrap_or_default();
            let rights = u64::from_str_radix(bits, 16).expect("a number");
            assert_eq!(rights & !0b10, 0, "{text}");
        }
        assert!(text.contains("CapEff") && !text.contains("root:"), "{text}");
        assert!(!dir.path().join("project/null").exists(), "{text}");
    }

    #[test]
    fn modes_and_times_of_other_files_and_sockets_of_other_programs_are_out_of_reach() {
        use std::os::unix::fs::PermissionsExt;

        if !is_bound() {
            return;
        }
        let dir = folder();
        let key = dir.path().join("home/.ssh/key");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("it is ours");
        let before = fs::metadata(&key).expect("it is there");
        let agent = UnixListener::bind(dir.path().join("home/agent")).expect("a socket");
        agent.set_nonblocking(true).expect("it can");
        let text = said(
            "chmod 666 $FOLDER/home/.ssh/key; touch -d 2001-01-01 $FOLDER/home/.ssh/key; \
             python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('$FOLDER/home/agent')\"; true",
            dir.path(),
        );
        let after = fs::metadata(&key).expect("it is there");
        assert_eq!(before.permissions(), after.permissions(), "{text}");
        assert_eq!(before.modified().ok(), after.modified().ok(), "{text}");
        assert!(agent.accept().is_err(), "{text}");
    }

    /// What a Python program makes of system calls, by their numbers: `call(number, ...)` gives the error.
    fn errors_of(calls: &str) -> String {
        let dir = folder();
        fs::write(
            dir.path().join("project/calls.py"),
            format!(
                "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(*all):\n    \
                 ctypes.set_errno(0); libc.syscall(*[ctypes.c_long(it) for it in all]); \
                 print('error', ctypes.get_errno())\n{calls}"
            ),
        )
        .expect("a file");
        said("exec python3 $FOLDER/project/calls.py 2>&1", dir.path())
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_call_by_its_second_number_is_not_there() {
        if !is_bound() {
            return;
        }
        let numbers = [libc::SYS_getpid, libc::SYS_socket, libc::SYS_chmod];
        let calls = numbers.map(|number| format!("call({}, 1, 1, 0)\n", 0x4000_0000 | number));
        let errors = errors_of(&calls.concat());
        assert_eq!(errors, format!("error {}\n", libc::ENOSYS).repeat(3));
    }

    #[test]
    fn neither_other_processes_nor_sockets_of_other_kinds_are_in_reach() {
        if !is_bound() {
            return;
        }
        let own = std::process::id();
        let (local, link, machine) = (libc::AF_UNIX, libc::AF_NETLINK, libc::AF_VSOCK);
        let denied = [
            format!("call({}, {local}, 1, 0)", libc::SYS_socket),
            // From the host of a virtual machine, by no address of the network.
            format!("call({}, {machine}, 1, 0)", libc::SYS_socket),
            // Its interfaces, its firewall, its audit: of the kinds that there are only routes are asked for.
            format!("call({}, {link}, 3, 9)", libc::SYS_socket),
            format!("call({}, {}, 5, 0)", libc::SYS_socket, libc::AF_ALG),
            format!("call({}, {local}, 2, 0, 0)", libc::SYS_socketpair),
            format!("call({}, {own}, 4, 0, 0)", libc::SYS_prlimit64),
            format!("call({}, 0, {own}, 19)", libc::SYS_setpriority),
            format!("call({}, {own}, 8, 0)", libc::SYS_sched_setaffinity),
            format!("call({}, {own}, 5, 0)", libc::SYS_sched_setscheduler),
            format!("call({}, 1, {own}, 0)", libc::SYS_ioprio_set),
            format!("call({}, {own}, 9)", libc::SYS_kill),
            format!("call({}, {own}, {own}, 9)", libc::SYS_tgkill),
        ];
        let errors = errors_of(&denied.join("\n"));
        let errors: Vec<&str> = errors.lines().collect();
        for (call, error) in denied.iter().zip(&errors) {
            assert!(["error 1", "error 13"].contains(error), "{call}: {error}");
        }
        assert_eq!(errors.len(), denied.len(), "{errors:?}");
    }

    #[test]
    fn descriptors_that_were_left_open_are_not_inherited_by_builds() {
        use std::os::fd::AsRawFd;
        if !is_bound() {
            return;
        }
        let dir = folder();
        let secret = fs::File::open(dir.path().join("home/.ssh/key")).expect("it is ours");
        let left = secret.as_raw_fd();
        // As a program leaves one that starts others without a thought.
        // SAFETY: clears a flag of a descriptor that is open.
        assert_eq!(unsafe { libc::fcntl(left, libc::F_SETFD, 0) }, 0);
        let text = said(&format!("cat <&{left} 2>&1; ls /proc/self/fd"), dir.path());
        assert!(!text.contains("secret"), "{text}");
    }

    #[test]
    fn calls_that_no_build_needs_are_not_there() {
        if !is_bound() {
            return;
        }
        let calls = [
            libc::SYS_io_uring_setup,
            libc::SYS_userfaultfd,
            libc::SYS_keyctl,
            // It would tell the names of files in folders that may not be read.
            libc::SYS_inotify_init1,
            libc::SYS_shmget,
            libc::SYS_pidfd_open,
            libc::SYS_ptrace,
            // One that no kernel has yet.
            1_000,
        ];
        let lines = calls.map(|call| format!("call({call}, 0, 0, 0)\n"));
        let wanted = format!("error {}\n", libc::ENOSYS).repeat(calls.len());
        assert_eq!(errors_of(&lines.concat()), wanted);
    }

    #[test]
    fn flags_and_leases_of_what_may_only_be_read_are_out_of_reach() {
        if !is_bound() {
            return;
        }
        let script = "import fcntl, os\n\
            file = os.open(os.environ['FOLDER'] + '/project/pom.xml', os.O_RDONLY)\n\
            def tried(does):\n    \
            try: does(); print('done')\n    \
            except OSError as error: print('error', error.errno)\n\
            tried(lambda: fcntl.ioctl(file, 0x40086602, (64).to_bytes(8, 'little')))\n\
            tried(lambda: fcntl.ioctl(file, 0x40806685, bytes(128)))\n\
            tried(lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))\n\
            tried(lambda: fcntl.fcntl(file, fcntl.F_SETOWN, os.getppid()))\n";
        let wanted = format!(
            "error {0}\nerror {0}\nerror {1}\nerror {1}\n",
            libc::ENOTTY,
            libc::EPERM
        );
        assert_eq!(errors_of(script), wanted);
    }

    #[test]
    fn modes_and_times_of_what_may_only_be_read_stay_though_it_is_open() {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let file = dir.path().join("project/pom.xml");
        let before = fs::metadata(&file).expect("it is there");
        let text = said(
            "python3 -c \"import os; f = os.open('$FOLDER/project/pom.xml', os.O_RDONLY); os.fchmod(f, 0o777); \
             os.utime(f, (1, 1)); print('told')\" 2>&1",
            dir.path(),
        );
        let after = fs::metadata(&file).expect("it is there");
        assert_eq!(before.permissions(), after.permissions(), "{text}");
        assert_eq!(before.modified().ok(), after.modified().ok(), "{text}");
        assert!(text.contains("told"), "{text}");
    }

    #[test]
    fn a_process_that_leaves_the_build_ends_with_it() {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let script = "setsid sh -c 'echo $$ > number; sleep 600' & while [ ! -s number ]; do sleep 0.01; done; \
                      cat number";
        let number = said(script, dir.path());
        let number: u32 = number.trim().parse().expect("a number");
        let is_gone = || {
            let stat = fs::read_to_string(format!("/proc/{number}/stat"));
            stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
        };
        while !is_gone() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_build_that_starts_processes_without_an_end_is_ended_and_the_reason_is_named() {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let confinement = BuildConfinement {
            writable: vec![dir.path().join("area")],
            ..BuildConfinement::default()
        };
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do sleep 600 & done"]);
        command.current_dir(dir.path().join("area"));
        let ended = process::run_confined(&mut command, Duration::from_secs(60), &confinement);
        let error = ended.expect_err("it never ends by itself");
        assert_eq!(error.kind(), io::ErrorKind::QuotaExceeded, "{error}");
        assert!(
            error.to_string().contains("processes than a build may"),
            "{error}"
        );
    }

    #[test]
    fn no_file_of_a_build_grows_without_an_end_and_no_core_is_kept() {
        if !is_bound() {
            return;
        }
        let dir = folder();
        let text = said("ulimit -f; ulimit -c", dir.path());
        let mut limits = text.split_whitespace().map(str::parse::<u64>);
        // In blocks of 512 bytes.
        assert!(matches!(limits.next(), Some(Ok(1..=33_554_432))), "{text}");
        assert_eq!(limits.next(), Some(Ok(0)), "{text}");
    }

    #[test]
    fn no_process_of_a_build_has_a_world_with_all_rights() {
        if !is_bound() {
            return;
        }
        let child = i64::from(libc::CLONE_NEWUSER) | i64::from(libc::SIGCHLD);
        let clone = format!("call({}, {child}, 0, 0, 0, 0)\n", libc::SYS_clone);
        let newer = format!("call({}, 0, 0)\n", libc::SYS_clone3);
        let errors = errors_of(&[clone, newer].concat());
        let wanted = format!("error {}\nerror {}\n", libc::EACCES, libc::ENOSYS);
        assert_eq!(errors, wanted);
    }

    #[test]
    fn no_process_of_a_build_is_put_among_those_of_the_server() {
        if !is_bound() {
            return;
        }
        let sibling = i64::from(libc::CLONE_PARENT) | i64::from(libc::SIGCHLD);
        let errors = errors_of(&format!(
            "call({}, {sibling}, 0, 0, 0, 0)\n",
            libc::SYS_clone
        ));
        assert_eq!(errors, format!("error {}\n", libc::EACCES));
    }

    #[test]
    fn a_build_is_told_that_it_set_modes_and_they_stay() {
        use std::os::unix::fs::PermissionsExt;

        if !is_bound() {
            return;
        }
        let dir = folder();
        let key = dir.path().join("home/.ssh/key");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("it is ours");
        let confinement = BuildConfinement {
            writable: vec![dir.path().join("area")],
            pretends_modes: true,
            ..BuildConfinement::default()
        };
        let mut command = Command::new("chmod");
        command
            .arg("666")
            .arg(&key)
            .current_dir(dir.path().join("area"));
        let finished = process::run_confined(&mut command, Duration::from_secs(20), &confinement);
        let finished = finished.expect("chmod");
        assert!(finished.success, "{}", finished.output);
        let mode = fs::metadata(&key)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn the_home_folder_that_java_sees_is_that_of_the_list_of_users() {
        let list = "root:x:0:0:root:/root:/bin/sh\n# a line\nme:x:1000:1000::/home/me:/bin/sh\n";
        assert_eq!(home_in(list, 1_000).as_deref(), Some(Path::new("/home/me")));
        assert_eq!(home_in(list, 0).as_deref(), Some(Path::new("/root")));
        assert_eq!(home_in(list, 1), None);
    }

    #[test]
    fn variables_are_left_out_unless_they_are_known_or_named() {
        // Cargo sets both for tests.
        assert!(env::var_os("CARGO_PKG_VERSION").is_some());
        let dir = folder();
        let text = said("env", dir.path());
        assert!(text.contains("PATH=") && text.contains("FOLDER="), "{text}");
        assert!(text.contains("CARGO_PKG_NAME=goalline-build"), "{text}");
        assert!(!text.contains("CARGO_PKG_VERSION"), "{text}");
    }
}
