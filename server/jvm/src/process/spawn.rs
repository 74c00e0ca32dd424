//! Starts a JVM: its flags, its own group, its private pipes, its rules; what it does afterwards is not known here.

use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, Write},
    os::{fd::RawFd, unix::process::CommandExt},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, mpsc},
    thread,
};

use goalline_limits::ControlGroup;

use crate::{
    WorkerOptions, exec_program::ExecProgram, install::Installed, process::folder::TEMPORARY,
    sandbox::Confinement,
};

/// What annotation processors open that work on javac's own trees, as Lombok's documents say. Those of before Java 16
/// count on it.
const OPEN_TO_PROCESSORS: [&str; 11] = [
    "api",
    "code",
    "comp",
    "file",
    "jvm",
    "main",
    "model",
    "parser",
    "processing",
    "tree",
    "util",
];

/// The command line of a worker that has this folder to itself and these ends of pipes: frames in, frames out, life.
pub(crate) fn command(
    options: &WorkerOptions,
    installed: &Installed,
    temporary: &Path,
    pipes: [RawFd; 3],
) -> Command {
    let mut command = Command::new(options.jdk_home.join("bin").join("java"));
    command
        .arg(format!("-Xmx{}m", options.memory_mb))
        .args([
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xrs",
            "-Xlog:disable",
            "-Xshare:auto",
            // Builds run tests with assertions: what passes without them only would fail there.
            "-ea",
        ])
        // A search lasts seconds: code that is optimised well comes too late, and takes a core until then.
        .arg("-XX:TieredStopAtLevel=1")
        // Identity hashes are numbers in a row, not random: texts and orders that they get into are the same in each
        // process, and so is a search.
        .args(["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"])
        // Messages and traces of implicit exceptions stay, in code compiled hot too; loops stay stoppable.
        .args([
            "-XX:-OmitStackTraceInFastThrow",
            "-XX:+UseCountedLoopSafepoints",
            "-XX:LoopStripMiningIter=1000",
        ])
        .args(["-XX:+DisplayVMOutputToStderr", "-XX:-CreateCoredumpOnCrash"])
        .arg(format!(
            "-XX:ErrorFile={}",
            temporary.join("crash.log").display()
        ))
        .arg(format!(
            "-Djava.io.tmpdir={}",
            temporary.join(TEMPORARY).display()
        ))
        .args(["-Dfile.encoding=UTF-8", "-Djava.awt.headless=true"]);
    command.args(
        options
            .properties
            .iter()
            .map(|(name, value)| format!("-D{name}={value}")),
    );
    command.args(OPEN_TO_PROCESSORS.map(|package| {
        format!("--add-opens=jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")
    }));
    // Whether a class still waits for its initialiser is asked of the JDK alone.
    command.arg("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.args(&options.flags);
    let archive = installed.archive();
    if archive.is_file() {
        command.arg(format!("-XX:SharedArchiveFile={}", archive.display()));
    }
    command.arg("-cp").arg(format!(
        "{}:{}",
        installed.worker_jar().display(),
        installed.probe_jar().display()
    ));
    command.arg("goalline.worker.Main");
    command.args(pipes.map(|number| format!("/dev/fd/{number}")));
    command.arg(installed.probe_jar());
    command
        .current_dir(options.working_directory.as_deref().unwrap_or(temporary))
        .env_clear()
        .envs(environment(env::vars_os(), options, temporary))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0);
    command
}

/// The variables that a worker has: those of this list, a home and a temporary folder of its own, what the build
/// says. Others may be secrets, and what a test shows ends up in a file.
fn environment(
    inherited: impl Iterator<Item = (OsString, OsString)>,
    options: &WorkerOptions,
    temporary: &Path,
) -> BTreeMap<OsString, OsString> {
    let is_kept = |name: &OsString| {
        let name = name.to_string_lossy();
        KEPT_VARIABLES.contains(&&*name) || name.starts_with("LC_")
    };
    let mut variables: BTreeMap<_, _> = inherited.filter(|(name, _)| is_kept(name)).collect();
    for name in ["HOME", "TMPDIR"] {
        variables.insert(name.into(), temporary.into());
    }
    // Where its C library is musl the launcher sets this and starts itself anew, unless it is set: the sandbox lets
    // nothing start anew.
    let release = fs::read_to_string(options.jdk_home.join("release")).unwrap_or_default();
    if release.contains("LIBC=\"musl\"") {
        let home = options.jdk_home.display();
        let folders = format!("{home}/lib/server:{home}/lib:{home}/../lib");
        variables.insert("LD_LIBRARY_PATH".into(), folders.into());
    }
    let named = options.environment.iter();
    variables.extend(named.map(|(name, value)| (name.into(), value.into())));
    for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
        variables.remove(OsStr::new(name));
    }
    variables
}

/// What says no more than how a program is to run.
const KEPT_VARIABLES: [&str; 4] = ["PATH", "LANG", "LANGUAGE", "TZ"];

/// Lets the child inherit the pipes and nothing else, limits and confines it, between fork and exec. The pipes keep
/// their numbers: moving them could close what the parent's side of the fork or the rules still need.
pub(crate) fn arrange(
    command: &mut Command,
    pipes: [RawFd; 3],
    mut confinement: Option<Confinement>,
) -> io::Result<()> {
    let program = ExecProgram::of(command)?;
    let group = ControlGroup::of_this_program().ok();
    let prepare = move || {
        close_on_exec();
        if let Some(mut entrance) = group.map(ControlGroup::entrance) {
            // Who cannot enter is looked after all the same.
            let _ = entrance.write(b"0");
        }
        for pipe in pipes {
            // SAFETY: clears the close-on-exec flag of a descriptor that the parent holds open during the spawn.
            check(unsafe { libc::fcntl(pipe, libc::F_SETFD, 0) })?;
        }
        limit()?;
        #[cfg(target_os = "linux")]
        // SAFETY: asks for a signal when the spawning thread ends, which lives as long as the process.
        check(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) })?;
        let Some(confinement) = &mut confinement else {
            return Ok(());
        };
        confinement.apply()?;
        Err(confinement.execute(&program))
    };
    // SAFETY: the closure makes system calls only; it neither allocates nor locks.
    unsafe { command.pre_exec(prepare) };
    Ok(())
}

/// Keeps whatever is open from the program that is executed next: whoever started this one may have left a socket or
/// a pipe.
fn close_on_exec() {
    #[cfg(target_os = "linux")]
    {
        let last = libc::c_uint::MAX;
        // SAFETY: sets a flag of the descriptors that the calling process has.
        let done =
            unsafe { libc::syscall(libc::SYS_close_range, 3, last, libc::CLOSE_RANGE_CLOEXEC) };
        if done == 0 {
            return;
        }
    }
    // SAFETY: asks for a number.
    let most = unsafe { libc::sysconf(libc::_SC_OPEN_MAX) };
    for number in 3..most.clamp(256, 1 << 16) {
        // SAFETY: sets a flag of a descriptor, where there is one of that number.
        unsafe { libc::fcntl(number as RawFd, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}

/// No file grows beyond what a test may need, no more are open than a class path needs (each may hold memory of the
/// kernel), of what waits for all programs of the user the others keep the most (signals, timers), and no core is
/// dumped.
fn limit() -> io::Result<()> {
    for (what, most) in [
        (libc::RLIMIT_FSIZE, LARGEST_FILE),
        (libc::RLIMIT_NOFILE, MOST_OPEN),
        #[cfg(target_os = "linux")]
        (libc::RLIMIT_SIGPENDING, MOST_PENDING),
        (libc::RLIMIT_CORE, 0),
    ] {
        let mut limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: writes a value that is alive.
        check(unsafe { libc::getrlimit(what, &raw mut limit) })?;
        // A limit that is lower stays: raising it may not be allowed.
        limit.rlim_max = limit.rlim_max.min(most);
        limit.rlim_cur = limit.rlim_max;
        // SAFETY: reads a value that is alive.
        check(unsafe { libc::setrlimit(what, &raw const limit) })?;
    }
    Ok(())
}

pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

/// Bytes of a file that a worker writes, at most.
const LARGEST_FILE: libc::rlim_t = 256 << 20;

/// Files that a worker has open, at most.
const MOST_OPEN: libc::rlim_t = 1 << 13;

/// Signals and timers that may wait for the user's programs, beyond which a worker gets none.
#[cfg(target_os = "linux")]
const MOST_PENDING: libc::rlim_t = 1 << 10;

type Spawn = (Command, mpsc::Sender<io::Result<Child>>);

/// Spawns on a thread that never ends: the kernel ends a child when the *thread* that made it ends.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    static SPAWNER: Mutex<Option<mpsc::Sender<Spawn>>> = Mutex::new(None);
    let mut spawner = SPAWNER
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if spawner.is_none() {
        let (sender, requests) = mpsc::channel::<Spawn>();
        thread::Builder::new()
            .name("spawner".into())
            .spawn(move || {
                for (mut command, answer) in requests {
                    // The asker waits for the answer; were it gone, the child would be dropped unheard.
                    let _ = answer.send(command.spawn());
                }
            })?;
        *spawner = Some(sender);
    }
    let (sender, answer) = mpsc::channel();
    let requests = spawner.as_ref().expect("it was made above");
    let gone = || io::Error::other("the spawning thread is gone");
    requests.send((command, sender)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_sees_no_variable_but_those_that_say_how_to_run() {
        let mine = [
            ("PATH", "/bin"),
            ("LC_ALL", "tr_TR"),
            ("HOME", "/home/me"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("LD_PRELOAD", "/evil.so"),
        ];
        let mine = mine.map(|(name, value)| (name.into(), value.into()));
        let mut options = WorkerOptions::new("/nowhere".into(), 17);
        for (name, value) in [("TILL_HOME", "here"), ("JAVA_TOOL_OPTIONS", "-javaagent:x")] {
            options.environment.push((name.into(), value.into()));
        }
        let has = environment(mine.into_iter(), &options, Path::new("/tmp/worker"));
        let wanted = [
            ("HOME", "/tmp/worker"),
            ("LC_ALL", "tr_TR"),
            ("PATH", "/bin"),
            ("TILL_HOME", "here"),
            ("TMPDIR", "/tmp/worker"),
        ];
        let wanted = wanted.map(|(name, value)| (name.into(), value.into()));
        assert_eq!(has, BTreeMap::from(wanted));
    }
}
