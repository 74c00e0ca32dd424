//! One JVM process: fed and read through private pipes, watched and killed; what frames mean is not known here.

pub(crate) mod folder;
pub(crate) mod spawn;

use std::{
    io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write},
    os::{
        fd::{AsRawFd, RawFd},
        unix::process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::{Child, ExitStatus},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use goalline_limits::prefer_to_end;
use goalline_testcase::Var;

use crate::{
    Interrupt, WorkerError, WorkerOptions,
    install::Installed,
    process::folder::WorkerFolder,
    protocol as p,
    protocol::outcome::ResultReader,
    request_limits::Patience,
    resource_limits::{Limits, Watched, starved},
    sandbox,
};

/// How often a wait looks at the interrupt flag.
const TICK: Duration = Duration::from_millis(50);

/// How a process ended, for people and for the pool.
#[derive(Clone, Debug)]
pub(crate) struct ProcessEnd {
    pub(crate) cause: String,
    /// Whether the process was killed from outside, as far as one can tell, or made room for another one: no test is
    /// to blame.
    pub(crate) from_outside: bool,
    /// Whether it made room for another one.
    pub(crate) is_retired: bool,
    /// The statement that a test said it was at.
    pub(crate) statement: Option<Var>,
}

impl ProcessEnd {
    /// What it sent cannot be read, whoever wrote it: maybe a thread that an earlier test has left.
    pub(crate) fn garbled(cause: String) -> Self {
        Self {
            cause,
            from_outside: true,
            is_retired: false,
            statement: None,
        }
    }
}

/// Bytes of a frame at most. Four letters, read as a length, are more.
const LARGEST_FRAME: usize = 1 << 27;

/// Bytes that were understood and that are still held, at most.
const KEPT_CONSUMED: usize = 1 << 16;

/// Bytes of all files that a worker has, at most.
const MOST_DISK: u64 = 512 << 20;

/// A wait for an answer, which may be more than one frame.
pub(crate) struct Wait<'a> {
    interrupt: &'a Interrupt,
    begun: Instant,
    patience: Patience,
    interrupted: Option<Instant>,
    is_cut: bool,
}

impl<'a> Wait<'a> {
    /// One that begins now.
    pub(crate) fn new(limit: Duration, interrupt: &'a Interrupt) -> Self {
        Self {
            interrupt,
            begun: Instant::now(),
            patience: Patience::new(limit),
            interrupted: None,
            is_cut: false,
        }
    }

    /// Why it is over, if it is. One that is interrupted hears out what is being said, for a moment.
    fn is_at_its_end(&mut self, says: bool, process: u32) -> Option<&'static str> {
        if self.interrupt.is_interrupted() {
            let waited = self.interrupted.get_or_insert_with(Instant::now).elapsed();
            let is_heard_out = says && waited < TICK;
            if !is_heard_out && self.interrupt.is_due(waited) {
                return Some("cancelled");
            }
        }
        let elapsed = self.begun.elapsed();
        let is_over = self.patience.is_over(elapsed, || starved(process));
        is_over.then_some("it did not answer in time")
    }
}

/// A running JVM. Dropping it kills its whole group.
pub(crate) struct Process {
    child: Child,
    to: PipeWriter,
    from: PipeReader,
    life: Option<PipeWriter>,
    /// Batches of tests that it was sent.
    batches: u32,
    /// Whether it has answered one of them.
    is_acquainted: bool,
    received: Vec<u8>,
    consumed: usize,
    standard_error: Arc<Mutex<Vec<u8>>>,
    watched: Arc<Watched>,
    /// Number texts of this process.
    pub(crate) results: ResultReader,
    // Last: the folder goes after the process.
    folder: WorkerFolder,
}

impl Process {
    /// Starts a JVM; the first frame has still to be sent.
    pub(crate) fn start(
        options: &WorkerOptions,
        installed: &Installed,
        readable: &[PathBuf],
    ) -> Result<Self, WorkerError> {
        let confines = sandbox::is_confined(options.sandbox, &sandbox::sandbox_support())?;
        let folder = WorkerFolder::new()?;
        let failed = |error: io::Error| WorkerError::Start {
            reason: error.to_string(),
        };
        let (input, to) = io::pipe().map_err(failed)?;
        let (from, output) = io::pipe().map_err(failed)?;
        let (life, life_end) = io::pipe().map_err(failed)?;
        set_nonblocking(to.as_raw_fd()).map_err(failed)?;
        let pipes = [input.as_raw_fd(), output.as_raw_fd(), life.as_raw_fd()];
        let mut command = spawn::command(options, installed, folder.path(), pipes);
        let confinement = if confines {
            Some(sandbox::confine(
                options,
                installed,
                readable,
                folder.path(),
            )?)
        } else {
            None
        };
        spawn::arrange(&mut command, pipes, confinement).map_err(failed)?;
        let mut child = spawn::spawn(command).map_err(|error| WorkerError::Start {
            reason: format!("{}: {error}", options.jdk_home.join("bin/java").display()),
        })?;
        let standard_error = Arc::default();
        listen(&mut child, &standard_error);
        let limits = Limits {
            resident: (u64::from(options.memory_mb) * 2 + 300) << 20,
            heap_mb: options.memory_mb,
            folder: folder.path().to_path_buf(),
            disk: MOST_DISK,
        };
        prefer_to_end(child.id());
        let watched = Watched::begin(child.id(), limits);
        Ok(Self {
            child,
            to,
            from,
            life: Some(life_end),
            batches: 0,
            is_acquainted: false,
            received: Vec::new(),
            consumed: 0,
            standard_error,
            watched,
            results: ResultReader::default(),
            folder,
        })
    }

    /// Sends one frame.
    pub(crate) fn send(
        &mut self,
        kind: u8,
        payload: &[&[u8]],
        limit: Duration,
    ) -> Result<(), ProcessEnd> {
        let length: usize = payload.iter().map(|part| part.len()).sum();
        let Ok(length) = u32::try_from(length + 1) else {
            return Err(self.kill("a frame of more than 4 GB"));
        };
        let mut frame = Vec::with_capacity(length as usize + 4);
        frame.extend_from_slice(&length.to_le_bytes());
        frame.push(kind);
        for part in payload {
            frame.extend_from_slice(part);
        }
        // These have no answer.
        if kind != p::LINK {
            self.watched.ask();
        }
        let end = Instant::now() + limit;
        let mut rest = frame.as_slice();
        while !rest.is_empty() {
            match self.to.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() > end {
                        return Err(self.kill("it stopped reading"));
                    }
                    // It may be waiting itself, for somebody to read what it has to say.
                    let says = (self.from.as_raw_fd(), libc::POLLIN);
                    if wait_any([(self.to.as_raw_fd(), libc::POLLOUT), says])[1]
                        && !self.read_some()
                    {
                        return Err(self.ended());
                    }
                    if self.received.len() - self.consumed > LARGEST_FRAME {
                        return Err(self.kill("it said too much unasked"));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Notes that a batch of tests is sent next.
    pub(crate) fn count_batch(&mut self) {
        self.batches = self.batches.wrapping_add(1);
    }

    /// Whether it has answered a batch of tests: most of the classes that they use are initialised.
    pub(crate) fn is_acquainted(&self) -> bool {
        self.is_acquainted
    }

    /// Receives one frame: its kind and payload.
    pub(crate) fn receive(&mut self, wait: &mut Wait<'_>) -> Result<(u8, Vec<u8>), ProcessEnd> {
        self.receive_cutting(wait, || false)
    }

    /// The same for results of tests: once it `is_over`, the process is asked to answer with what is done of the
    /// batches that it has.
    pub(crate) fn receive_cutting(
        &mut self,
        wait: &mut Wait<'_>,
        is_over: impl Fn() -> bool,
    ) -> Result<(u8, Vec<u8>), ProcessEnd> {
        let process = self.child.id();
        loop {
            match self.take_frame() {
                Ok(Some(frame)) => {
                    if matches!(frame.0, p::DONE | p::FAILED | p::RESULTS) {
                        self.watched.answer();
                    }
                    self.is_acquainted |= frame.0 == p::RESULTS;
                    return Ok(frame);
                }
                Ok(None) => {}
                Err(length) => {
                    let error = WorkerError::Protocol(format!("a frame of {length} bytes"));
                    self.kill(&error.to_string());
                    return Err(ProcessEnd::garbled(error.to_string()));
                }
            }
            if !wait.is_cut && is_over() {
                wait.is_cut = true;
                self.cut_batches();
            }
            let says = wait_for(self.from.as_raw_fd(), libc::POLLIN);
            if says && !self.read_some() {
                return Err(self.ended());
            }
            // Who says something all the time may never come to an end.
            if let Some(reason) = wait.is_at_its_end(says, process) {
                return Err(self.kill(reason));
            }
        }
    }

    /// Asks for an early end of all batches sent so far. A process that is gone is found out by whoever reads from it.
    fn cut_batches(&mut self) {
        let last = self.batches.to_be_bytes();
        if let Some(life) = &mut self.life
            && let Err(error) = life.write_all(&last)
        {
            tracing::debug!(%error, "a worker cannot be asked to end its batches");
        }
    }

    /// The next frame that is there as a whole, or the length of one that cannot be.
    fn take_frame(&mut self) -> Result<Option<(u8, Vec<u8>)>, usize> {
        let rest = &self.received[self.consumed..];
        let Some(header) = rest.first_chunk::<4>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*header) as usize;
        if length == 0 || length > LARGEST_FRAME {
            return Err(length);
        }
        if rest.len() < 4 + length {
            return Ok(None);
        }
        let frame = (rest[4], rest[5..4 + length].to_vec());
        self.consumed += 4 + length;
        if self.consumed == self.received.len() {
            self.received.clear();
            self.consumed = 0;
        }
        Ok(Some(frame))
    }

    /// Reads what is there; false at the end.
    fn read_some(&mut self) -> bool {
        if self.consumed > KEPT_CONSUMED {
            self.received.drain(..self.consumed);
            self.consumed = 0;
        }
        let start = self.received.len();
        self.received.resize(start + (1 << 16), 0);
        let count = loop {
            match self.from.read(&mut self.received[start..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other.unwrap_or(0),
            }
        };
        self.received.truncate(start + count);
        count > 0
    }

    /// Kills the group for a reason of ours.
    pub(crate) fn kill(&mut self, reason: &str) -> ProcessEnd {
        self.watched.kill_for(reason);
        self.end_group();
        ProcessEnd {
            cause: reason.to_owned(),
            from_outside: false,
            is_retired: false,
            statement: None,
        }
    }

    /// After the end of its output: waits for the process and tells why it ended.
    pub(crate) fn ended(&mut self) -> ProcessEnd {
        let status = self.wait_briefly();
        let words = self
            .standard_error
            .lock()
            .map(|words| String::from_utf8_lossy(&words).into_owned());
        let words = words.unwrap_or_default();
        let line = words
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let killed = self.watched.killed();
        let is_ours = killed.is_some();
        let is_retired = match &killed {
            Some(killed) => killed.was_idle,
            None => status.code() == Some(p::RETIRED),
        };
        let from_outside = is_retired || !is_ours && status.signal().is_some() && line.is_empty();
        let cause = match (&killed, status.signal(), status.code()) {
            (Some(killed), ..) => killed.reason.clone(),
            (None, Some(libc::SIGKILL), _) if self.watched.may_have_been_in_want() => {
                "the kernel ended it, for all workers and builds together took too much memory"
                    .into()
            }
            (None, Some(signal), _) => format!("signal {signal}"),
            (None, None, Some(code)) => format!("exit status {code}"),
            (None, None, None) => "an unknown cause".into(),
        };
        let cause = if line.is_empty() {
            cause
        } else {
            format!("{cause}: {line}")
        };
        ProcessEnd {
            cause,
            from_outside,
            is_retired,
            statement: None,
        }
    }

    /// The exit status, waiting a moment for it and killing the process after that.
    pub(crate) fn wait_briefly(&mut self) -> ExitStatus {
        for _ in 0..200 {
            if let Some(status) = self.reaped() {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.end_group();
        self.reaped().unwrap_or_default()
    }

    /// The exit status, where it has ended.
    fn reaped(&mut self) -> Option<ExitStatus> {
        let child = &mut self.child;
        self.watched.reaping(|| {
            let status = child.try_wait().ok().flatten();
            (status, status.is_some())
        })
    }

    /// Lets it come to its end by itself, within so much time; gives the folder that it had to itself, which goes when
    /// this does.
    pub(crate) fn finish(&mut self, limit: Duration) -> Option<&Path> {
        self.watched.ask();
        self.life = None;
        let end = Instant::now() + limit;
        while Instant::now() < end {
            if let Some(status) = self.reaped() {
                return status.success().then(|| self.folder.path());
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Whether it has ended, or is about to.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.watched.killed().is_some() || self.reaped().is_some()
    }

    /// The process number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn end_group(&mut self) {
        self.life = None;
        if self.reaped().is_none() {
            self.watched.kill();
        }
        let child = &mut self.child;
        if let Err(error) = self.watched.reaping(|| (child.wait(), true)) {
            tracing::warn!(%error, "cannot wait for a worker");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end_group();
    }
}

/// Keeps the first words that the JVM itself says on its error stream, and throws the rest away.
fn listen(child: &mut Child, standard_error: &Arc<Mutex<Vec<u8>>>) {
    const MOST: usize = 4096;
    let Some(mut stream) = child.stderr.take() else {
        return;
    };
    let words = Arc::clone(standard_error);
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let Ok(mut words) = words.lock() else { return };
            let room = MOST.saturating_sub(words.len()).min(count);
            words.extend_from_slice(&buffer[..room]);
        }
    });
}

fn set_nonblocking(fd: RawFd) -> io::Result<()> {
    // SAFETY: reads and sets the flags of a descriptor that the caller holds.
    let flags = spawn::check(unsafe { libc::fcntl(fd, libc::F_GETFL) })?;
    // SAFETY: as above.
    spawn::check(unsafe { libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) })?;
    Ok(())
}

/// Waits one tick for the event; false when it did not come.
fn wait_for(fd: RawFd, events: libc::c_short) -> bool {
    wait_any([(fd, events)])[0]
}

/// Waits one tick for any of the events; says which came.
fn wait_any<const N: usize>(events: [(RawFd, libc::c_short); N]) -> [bool; N] {
    let mut polls = events.map(|(fd, events)| libc::pollfd {
        fd,
        events,
        revents: 0,
    });
    // SAFETY: so many entries, alive during the call.
    let ready = unsafe {
        let count = polls.len() as libc::nfds_t;
        libc::poll(polls.as_mut_ptr(), count, TICK.as_millis() as libc::c_int)
    };
    polls.map(|poll| ready > 0 && poll.revents != 0)
}
