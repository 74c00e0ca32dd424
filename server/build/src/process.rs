//! Runs a foreign program with a time limit and without a terminal: takes a command, gives its output; interprets
//! nothing.

mod keeper;
mod resource_limits;
pub mod stuck;
pub(crate) mod work_area;

use std::{
    io::{self, Read},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use keeper::Keeper;
use resource_limits::BuildLimits;

use crate::{BuildStop, confined::BuildConfinement};

/// What a program that ended left behind.
#[derive(Debug)]
pub struct Finished {
    /// Whether it ended with status 0.
    pub success: bool,
    /// Standard output, then standard error, as text.
    pub output: String,
}

/// Runs `command` to its end, or kills it after `limit`; then the error kind is `TimedOut`.
/// It gets no input, and on Unix a process group of its own, so that its children die with it.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Finished> {
    let mut bounds = ProgramLimits::of(limit);
    run_started(command, &mut bounds, Command::spawn)
}

/// The same for a program that is bound to a sandbox: with the limits of a build, and until its answer is not wanted
/// any more.
/// A command runs once: its sandbox and who ends it are tied to it.
pub fn run_confined(
    command: &mut Command,
    limit: Duration,
    confinement: &BuildConfinement,
) -> io::Result<Finished> {
    let mut bounds = ProgramLimits {
        limits: Some(BuildLimits::new(&confinement.writable)),
        stop: confinement.stop.clone(),
        ..ProgramLimits::of(limit)
    };
    run_started(command, &mut bounds, |command| confinement.spawn(command))
}

fn run_started(
    command: &mut Command,
    bounds: &mut ProgramLimits,
    start: impl FnOnce(&mut Command) -> io::Result<Child>,
) -> io::Result<Finished> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    if bounds.stop.is_due() {
        return Err(BuildStop::error());
    }
    let keeper = bounds.limits.as_ref().map(|_| Keeper::of(command));
    let mut child = start(command)?;
    let stdout = OutputSoFar::of(child.stdout.take());
    let stderr = OutputSoFar::of(child.stderr.take());
    let status = ended(&mut child, bounds, keeper)?;
    let mut output = stdout.text();
    output.push_str(&stderr.text());
    Ok(Finished {
        success: status.success(),
        output,
    })
}

/// How often somebody looks what a program takes.
const LOOK: Duration = Duration::from_millis(250);

/// What ends a program that does not end by itself.
struct ProgramLimits {
    begun: Instant,
    limit: Duration,
    limits: Option<BuildLimits>,
    stop: BuildStop,
    looked: Instant,
}

impl ProgramLimits {
    /// A time alone.
    fn of(limit: Duration) -> Self {
        let now = Instant::now();
        Self {
            begun: now,
            limit,
            limits: None,
            stop: BuildStop::default(),
            looked: now,
        }
    }

    /// Why the program of this number is to end now.
    fn reached(&mut self, process: u32) -> Option<io::Error> {
        if self.stop.is_due() {
            return Some(BuildStop::error());
        }
        if self.begun.elapsed() > self.limit {
            let words = format!("no answer within {} s", self.limit.as_secs());
            return Some(io::Error::new(io::ErrorKind::TimedOut, words));
        }
        if self.looked.elapsed() < LOOK {
            return None;
        }
        self.looked = Instant::now();
        let exceeded = self.limits.as_ref()?.exceeded(process)?;
        Some(io::Error::new(io::ErrorKind::QuotaExceeded, exceeded))
    }
}

/// Waits for the end; kills what is left of the group then. An error where a bound came first.
fn ended(
    child: &mut Child,
    bounds: &mut ProgramLimits,
    keeper: Option<Keeper>,
) -> io::Result<ExitStatus> {
    let mut pause = Duration::from_millis(2);
    while !has_ended(child)? {
        if let Some(error) = bounds.reached(child.id()) {
            kill(child);
            drop(keeper);
            child.wait()?;
            return Err(error);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
    // A program that it started would go on with nobody to look after it.
    kill(child);
    drop(keeper);
    child.wait()
}

/// Whether it has ended. It is not reaped, so that nobody else has its number.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    // SAFETY: a value of numbers, for which zeros are good.
    let mut about: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let how = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: asks about a child of ours and writes a value that is alive.
    let done = unsafe { libc::waitid(libc::P_PID, child.id(), &raw mut about, how) };
    if done < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(about.si_signo != 0)
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    child.try_wait().map(|status| status.is_some())
}

/// Bytes of output that are kept: what a program says beyond that is read and thrown away.
const MOST_OUTPUT: usize = 16 << 20;

/// How long the rest of the output is waited for once the program has ended: something else may hold the pipe open.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What a program says, as far as it has come.
struct OutputSoFar {
    bytes: Arc<Mutex<Vec<u8>>>,
    end: mpsc::Receiver<()>,
}

impl OutputSoFar {
    fn of(stream: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, end) = mpsc::channel();
        let kept = Arc::clone(&bytes);
        thread::spawn(move || {
            let mut buffer = [0; 1 << 14];
            let Some(mut stream) = stream else { return };
            // What was read before an error is still worth showing.
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_OUTPUT.saturating_sub(kept.len()).min(count);
                kept.extend_from_slice(&buffer[..room]);
            }
            // Nobody may be waiting any more.
            let _ = sender.send(());
        });
        Self { bytes, end }
    }

    fn text(self) -> String {
        // An error says that the stream is at its end or that its time is.
        let _ = self.end.recv_timeout(LAST_WORDS);
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Kills the group of a child that is not reaped yet.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: sends a signal; the group is the child's own, made above, and a negative number addresses all of it.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    // It may have ended.
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_started_ends_with_it_and_its_output_is_not_waited_for() {
        let script = "sleep 600 & echo $!";
        let finished = run(Command::new("sh").args(["-c", script]), LIMIT).expect("sh");
        let left = format!("/proc/{}/stat", finished.output.trim());
        let is_gone = || {
            let stat = std::fs::read_to_string(&left);
            // What is not reaped yet is a zombie.
            stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
        };
        assert!(!finished.output.is_empty());
        while !is_gone() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn output_without_an_end_takes_no_memory_without_an_end() {
        let script = format!("head -c {} /dev/zero", MOST_OUTPUT * 3);
        let finished = run(Command::new("sh").args(["-c", &script]), LIMIT).expect("sh");
        assert!(finished.success);
        assert_eq!(finished.output.len(), MOST_OUTPUT);
    }

    #[test]
    fn a_program_that_never_ends_is_killed() {
        let error = run(Command::new("sleep").arg("600"), Duration::from_millis(50))
            .expect_err("it cannot have ended");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    /// A program that is bound to nothing, as far as it is about when it ends.
    fn run_until(stop: BuildStop, script: &str) -> io::Result<Finished> {
        let mut bounds = ProgramLimits {
            stop,
            ..ProgramLimits::of(LIMIT)
        };
        run_started(
            Command::new("sh").args(["-c", script]),
            &mut bounds,
            Command::spawn,
        )
    }

    #[test]
    fn a_program_whose_answer_is_not_wanted_any_more_ends_with_all_that_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let number = folder.path().join("number");
        let script = format!(
            "sleep 600 & echo $! > {0}.new; mv {0}.new {0}; wait",
            number.display()
        );
        let begun = number.clone();
        let error = run_until(BuildStop::when(move || begun.exists()), &script);
        assert_eq!(
            error.expect_err("it cannot have ended").kind(),
            io::ErrorKind::Interrupted
        );
        let left = std::fs::read_to_string(number).expect("it had begun");
        let left = format!("/proc/{}/stat", left.trim());
        let is_gone = || {
            let stat = std::fs::read_to_string(&left);
            stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
        };
        while !is_gone() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_program_whose_answer_nobody_wants_does_not_start() {
        let error = run_until(BuildStop::when(|| true), "exit 0").expect_err("it must not start");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    }

    #[test]
    fn both_streams_and_the_status_come_back() {
        let finished = run(
            Command::new("sh").args(["-c", "echo a; echo b >&2; exit 3"]),
            LIMIT,
        )
        .expect("sh");
        assert!(!finished.success);
        assert_eq!(finished.output, "a\nb\n");
    }

    #[test]
    fn a_program_that_reads_its_input_sees_the_end_at_once() {
        assert!(run(&mut Command::new("cat"), LIMIT).expect("cat").success);
    }

    const LIMIT: Duration = Duration::from_secs(30);
}
