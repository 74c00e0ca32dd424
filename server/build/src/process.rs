//! Runs a foreign program with a time limit and without a terminal: takes a command, gives its output; interprets
//! nothing.

use std::{
    io::{self, Read},
    process::{Child, Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::confined::Confinement;

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
    run_started(command, limit, Command::spawn)
}

/// The same for a program that is bound to a sandbox.
pub fn run_confined(
    command: &mut Command,
    limit: Duration,
    confinement: &Confinement,
) -> io::Result<Finished> {
    run_started(command, limit, |command| confinement.spawn(command))
}

fn run_started(
    command: &mut Command,
    limit: Duration,
    start: impl FnOnce(&mut Command) -> io::Result<Child>,
) -> io::Result<Finished> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = start(command)?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let started = Instant::now();
    let mut pause = Duration::from_millis(2);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > limit {
            kill(&mut child);
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                format!("no answer within {} s", limit.as_secs()),
            ));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    let mut output = stdout.join().unwrap_or_default();
    output.push_str(&stderr.join().unwrap_or_default());
    Ok(Finished {
        success: status.success(),
        output,
    })
}

fn collect(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is still worth showing.
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        // The group is the child's own, made above; a negative number addresses all of it.
        let group = format!("-{}", child.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stderr(Stdio::null())
            .status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_never_ends_is_killed() {
        let error = run(Command::new("sleep").arg("600"), Duration::from_millis(50))
            .expect_err("it cannot have ended");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
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
