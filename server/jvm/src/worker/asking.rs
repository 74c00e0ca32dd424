//! Requests to the JVM of a worker: takes a frame, gives the answer; starts another JVM where one has ended or made room, and tells it what
//! the last one knew; understands no answer.

use std::time::Duration;

use super::{PATIENCE, Worker, not_started};
use crate::{WorkerError, process::Ended, protocol as p, wire::Decoder};

impl Worker {
    /// Starts a JVM if there is none and tells it what it does not know.
    pub(crate) fn sync(&mut self) -> Result<(), WorkerError> {
        match self.sync_once() {
            Err(WorkerError::Retired) => self.sync_once(),
            other => other,
        }
    }

    fn sync_once(&mut self) -> Result<(), WorkerError> {
        for path in self.state.readable() {
            self.open(path);
        }
        self.wake()?;
        for (kind, payload) in self.applied.requests_to(&self.state) {
            self.ask(kind, &payload, PATIENCE)?;
        }
        if self.applied.version != self.state.version {
            self.applied = self.state.clone();
        }
        Ok(())
    }

    /// One request to a JVM that knows all it has to, and its answer.
    pub(super) fn request(
        &mut self,
        kind: u8,
        payload: &[u8],
        limit: Duration,
    ) -> Result<Vec<u8>, WorkerError> {
        self.sync()?;
        match self.ask(kind, payload, limit) {
            Err(WorkerError::Retired) => {
                self.sync()?;
                self.ask(kind, payload, limit)
            }
            other => other,
        }
    }

    /// One request and its answer. A JVM that dies over it is gone; the next request starts another.
    fn ask(&mut self, kind: u8, payload: &[u8], limit: Duration) -> Result<Vec<u8>, WorkerError> {
        self.tell(kind, payload)?;
        match self.hear(limit)? {
            (p::DONE, answer) => Ok(answer),
            (p::FAILED, reason) => Err(WorkerError::Failed(Decoder::new(&reason).text()?)),
            (other, _) => Err(WorkerError::Protocol(format!("a frame of kind {other}"))),
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
        match process.receive(limit, &self.interrupt) {
            Ok((p::EXITING, _)) => {
                let cause = self.exit_text();
                Err(WorkerError::Died { cause })
            }
            Ok(frame) => Ok(frame),
            Err(ended) => Err(self.lost(&ended)),
        }
    }

    fn lost(&mut self, ended: &Ended) -> WorkerError {
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
