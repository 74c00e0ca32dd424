//! Batches on their way to workers: takes what came back of them, says what has to be sent next; talks to no worker.

use goalline_testcase::{Execution, Outcome, RunOptions, TestCase};

use crate::{WorkerError, pool::blame::ended_by, process::ProcessEnd, worker::BatchEnd};

/// Tests in one frame at most.
pub(crate) const BATCH: usize = 256;

/// A batch on its way.
pub(crate) struct Batch<'a> {
    pub(crate) tests: &'a [TestCase],
    pub(crate) work: BatchWork,
}

/// What is known of the tests of a batch.
pub(crate) struct BatchWork {
    pub(crate) encoded: Vec<Vec<u8>>,
    /// How many statements each test has.
    pub(crate) lengths: Vec<usize>,
    pub(crate) options: RunOptions,
    pub(crate) done: Vec<Option<Execution>>,
    /// Tests that died without a word before: run alone, saying what they do.
    pub(crate) careful: Vec<bool>,
    /// What the workers are at.
    pub(crate) round: Option<Round>,
}

impl BatchWork {
    /// Whether every test has its result.
    pub(crate) fn is_done(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// Gives up what has no result yet; what has one keeps it.
    pub(crate) fn leave_rest(&mut self) {
        for open in self.done.iter_mut().filter(|one| one.is_none()) {
            *open = Some(ended_by(Outcome::Left));
        }
    }

    /// How many statements each of these tests has.
    pub(crate) fn lengths_of(&self, part: &[usize]) -> Vec<usize> {
        part.iter().map(|index| self.lengths[*index]).collect()
    }

    /// Which tests each of so many workers runs next; none when all are done.
    pub(crate) fn next_parts(&self, workers: usize) -> Option<Vec<Vec<usize>>> {
        let pending: Vec<usize> = (0..self.done.len())
            .filter(|index| self.done[*index].is_none())
            .collect();
        let first = *pending.first()?;
        if self.careful[first] {
            return Some(vec![vec![first]]);
        }
        let plain: Vec<usize> = pending
            .into_iter()
            .take_while(|index| !self.careful[*index])
            .collect();
        let each = plain.len().div_ceil(workers).min(BATCH);
        let parts = plain.chunks(each).take(workers);
        Some(parts.map(<[usize]>::to_vec).collect())
    }
}

/// Tests that the workers run at the same time.
pub(crate) struct Round {
    /// Per worker its tests.
    pub(crate) parts: Vec<Vec<usize>>,
    /// Per worker what became of them so far.
    pub(crate) sent: Vec<SentTests>,
}

/// What became of tests that were sent to a worker.
pub(crate) enum SentTests {
    /// The JVM with this process number has them.
    Waiting(u32),
    /// They came back while the pool waited for others.
    Fetched(Result<BatchEnd, WorkerError>),
    /// It never took them.
    Refused(ProcessEnd),
}
