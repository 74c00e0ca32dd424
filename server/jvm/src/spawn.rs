//! Starts a JVM: its flags, its own group, its private pipes, its rules; what it does afterwards is not known here.

use std::{
    io,
    os::{fd::RawFd, unix::process::CommandExt},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, mpsc},
    thread,
};

use crate::{WorkerOptions, install::Installed, sandbox::Confinement};

/// What annotation processors open that work on javac's own trees, as Lombok's documents say. Those of before Java 16 count on it.
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
        ])
        // A search lasts seconds: code that is optimised well comes too late, and takes a core until then.
        .arg("-XX:TieredStopAtLevel=1")
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
        .arg(format!("-Djava.io.tmpdir={}", temporary.display()))
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
    command.args(&options.flags);
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
        .envs(
            options
                .environment
                .iter()
                .map(|(name, value)| (name, value)),
        )
        .env_remove("JAVA_TOOL_OPTIONS")
        .env_remove("JDK_JAVA_OPTIONS")
        .env_remove("_JAVA_OPTIONS")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0);
    command
}

/// Lets the child inherit the pipes and confines it, between fork and exec. The pipes keep their numbers: moving them
/// could close what the parent's side of the fork or the rules still need.
pub(crate) fn arrange(command: &mut Command, pipes: [RawFd; 3], confinement: Option<Confinement>) {
    let prepare = move || {
        for pipe in pipes {
            // SAFETY: clears the close-on-exec flag of a descriptor that the parent holds open during the spawn.
            check(unsafe { libc::fcntl(pipe, libc::F_SETFD, 0) })?;
        }
        #[cfg(target_os = "linux")]
        // SAFETY: asks for a signal when the spawning thread ends, which lives as long as the process.
        check(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) })?;
        confinement.as_ref().map_or(Ok(()), Confinement::apply)
    };
    // SAFETY: the closure makes system calls only; it neither allocates nor locks.
    unsafe { command.pre_exec(prepare) };
}

pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

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
