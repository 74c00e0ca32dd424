//! Requests to the JVM of a worker: takes a frame, gives the answer; starts another JVM where one has ended or made
//! room, and tells it what the last one knew; understands no answer.

use std::time::{Duration, Instant};

use super::{PATIENCE, Worker, not_started};
use crate::{
    WorkerError,
    process::{ProcessEnd, Wait},
    protocol as p,
    protocol::wire::Decoder,
};

impl Worker {
    /// Starts a JVM if there is none and tells it what it does not know.
    pub(crate) fn sync(&mut self) -> Result<(), WorkerError> {
        match self.sync_once() {
            Err(WorkerError::Retired) => self.sync_once(),
            other => other,
        }
    }

    fn sync_once(&mut self) -> Result<(), WorkerError> {
        // Asked before each batch: hundreds of paths are not compared for what the JVM was told already.
        if self.applied.version != self.state.version {
            for path in self.state.readable() {
                self.open(path);
            }
        }
        self.wake()?;
        for (kind, payload) in self.applied.requests_to(&self.state) {
            self.ask(kind, &payload)?;
        }
        if self.applied.version != self.state.version {
            self.applied = self.state.clone();
        }
        Ok(())
    }

    /// One request to a JVM that knows all it has to, and its answer, as it is read.
    pub(super) fn request<T>(
        &mut self,
        kind: u8,
        payload: &[u8],
        read: impl FnOnce(&mut Decoder<'_>) -> Result<T, WorkerError>,
    ) -> Result<T, WorkerError> {
        self.sync()?;
        let answer = match self.ask(kind, payload) {
            Err(WorkerError::Retired) => {
                self.sync()?;
                self.ask(kind, payload)
            }
            other => other,
        }?;
        let read = read(&mut Decoder::new(&answer));
        self.sound(read)
    }

    /// What was read. A JVM that sent what cannot be read is gone: nobody knows what it would send next.
    pub(crate) fn sound<T>(&mut self, read: Result<T, WorkerError>) -> Result<T, WorkerError> {
        if let Err(WorkerError::Protocol(_)) = read {
            self.process = None;
        }
        read
    }

    /// One request and its answer. A JVM that dies over it is gone; the next request starts another.
    fn ask(&mut self, kind: u8, payload: &[u8]) -> Result<Vec<u8>, WorkerError> {
        self.tell(kind, payload)?;
        let limit = self.request_limits.limit(kind);
        let begin = Instant::now();
        let heard = self.hear(limit);
        if begin.elapsed() >= limit {
            self.request_limits.gave_up(kind);
        } else if heard.is_ok() {
            self.request_limits.answered(kind, begin.elapsed());
        }
        match heard? {
            (p::DONE, answer) => Ok(answer),
            (p::FAILED, reason) => {
                let reason = Decoder::new(&reason).text();
                Err(WorkerError::Failed(self.sound(reason)?))
            }
            (other, _) => self.sound(Err(WorkerError::Protocol(format!(
                "a frame of kind {other}"
            )))),
        }
    }

    /// Sends one request.
    pub(crate) fn tell(&mut self, kind: u8, payload: &[u8]) -> Result<(), WorkerError> {
        let process = self.process.as_mut().ok_or_else(not_started)?;
        let sent = process.send(kind, &[payload], PATIENCE);
        sent.map_err(|ended| self.lost(&ended))
    }

    /// Waits for one frame. A JVM that dies is gone; the next request starts another.
    pub(crate) fn hear(&mut self, limit: Duration) -> Result<(u8, Vec<u8>), WorkerError> {
        let process = self.process.as_mut().ok_or_else(not_started)?;
        match process.receive(&mut Wait::new(limit, &self.interrupt)) {
            Ok((p::EXITING, _)) => {
                let cause = self.exit_text();
                Err(WorkerError::Died { cause })
            }
            Ok(frame) => Ok(frame),
            Err(ended) => Err(self.lost(&ended)),
        }
    }

    fn lost(&mut self, ended: &ProcessEnd) -> WorkerError {
        self.process = None;
        if self.interrupt.is_interrupted() {
            return WorkerError::Cancelled;
        }
        if ended.is_retired {
            return WorkerError::Retired;
        }
        WorkerError::Died {
            cause: ended.cause.clone(),
        }
    }

    /// What the user's code called to end the JVM, with the status if it does end.
    pub(super) fn exit_text(&mut self) -> String {
        let code = self
            .process
            .as_mut()
            .and_then(|process| process.wait_briefly().code());
        self.process = None;
        code.map_or("System.exit".into(), |code| format!("System.exit({code})"))
    }
}
