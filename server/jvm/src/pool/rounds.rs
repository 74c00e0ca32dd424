//! Rounds of a pool: sends each worker its part of a batch and fetches what came of it; judges no test.

use std::time::Duration;

use goalline_testcase::RunOptions;

use super::{Pool, SeenKey};
use crate::{
    Worker, WorkerError,
    pool::batch::{Batch, BatchWork, Round, SentTests},
    worker::BatchEnd,
};

impl Pool {
    /// Lets the workers begin their parts; none when all is done.
    pub(super) fn send_round(&mut self, work: &BatchWork) -> Result<Option<Round>, WorkerError> {
        let Some(parts) = work.next_parts(self.workers.len()) else {
            return Ok(None);
        };
        if self.interrupt.is_due(Duration::ZERO) {
            return Err(WorkerError::Cancelled);
        }
        let mut sent = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            match self.send_part(number, part, work) {
                Ok(one) => sent.push(one),
                Err(error) => {
                    // What they would answer nobody waits for.
                    let asked = self.workers[..number].iter_mut();
                    asked.for_each(Worker::forget_process);
                    return Err(error);
                }
            }
        }
        Ok(Some(Round { parts, sent }))
    }

    /// Lets a worker begin these tests.
    fn send_part(
        &mut self,
        number: usize,
        part: &[usize],
        work: &BatchWork,
    ) -> Result<SentTests, WorkerError> {
        // A worker that never ran starts on its own; the spare one takes the place of one that died.
        self.replace(number)?;
        if self.workers[number].state.version != self.workers[0].state.version {
            let state = self.workers[0].state.clone();
            self.workers[number].follow(&state);
        }
        let worker = &mut self.workers[number];
        let tests: Vec<&[u8]> = part
            .iter()
            .map(|index| work.encoded[*index].as_slice())
            .collect();
        let tells = part.iter().all(|index| work.careful[*index]);
        let taken = worker.send_batch(&tests, &self.links, work.options, tells)?;
        Ok(match (taken, worker.process_id()) {
            (Ok(()), Some(process)) => SentTests::Waiting(process),
            (Ok(()), None) => SentTests::Fetched(Ok(BatchEnd::Lost)),
            (Err(ended), _) => SentTests::Refused(ended),
        })
    }

    /// Waits for the workers and notes what came of their parts.
    pub(super) fn fetch_round(
        &mut self,
        batch: &mut Batch,
        round: Round,
    ) -> Result<(), WorkerError> {
        let mut failure = None;
        for (number, (part, sent)) in round.parts.iter().zip(round.sent).enumerate() {
            let end = match sent {
                SentTests::Waiting(process) => {
                    let lengths = batch.work.lengths_of(part);
                    self.fetch(number, process, &lengths, batch.work.options)
                }
                SentTests::Fetched(end) => end,
                SentTests::Refused(ended) => {
                    self.workers[number].forget_process();
                    Ok(BatchEnd::Ended(ended))
                }
            };
            match end {
                Ok(end) => self.note(batch, part, end),
                Err(error) => {
                    // The next search should find a JVM in place of the one that was ended.
                    self.start_spare();
                    failure = Some(error);
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }

    pub(super) fn fetch(
        &mut self,
        number: usize,
        process: u32,
        tests: &[usize],
        options: RunOptions,
    ) -> Result<BatchEnd, WorkerError> {
        if self.workers[number].process_id() != Some(process) {
            return Ok(BatchEnd::Lost);
        }
        let mut seen = Vec::new();
        let end = self.workers[number].results(tests, options, &mut seen);
        for constant in seen {
            if self.seen_keys.insert(SeenKey::of(&constant)) {
                self.seen.push(constant);
            }
        }
        end
    }
}
