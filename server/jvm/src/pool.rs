//! Several workers and a warm spare one: takes batches of tests, gives their executions in order, whatever happens to
//! the JVMs.

pub(crate) mod batch;
pub(crate) mod blame;
mod rounds;
pub(crate) mod spare;

use std::{
    collections::{HashSet, VecDeque},
    mem,
};

use goalline_testcase::{
    Execution, Executor, ExecutorError, Outcome, RunOptions, SeenConstant, Started, TestCase,
    TestCluster, Var,
};

use crate::{
    Interrupt, Worker, WorkerError, WorkerOptions,
    pool::{
        batch::{BATCH, Batch, BatchWork, SentTests},
        blame::{Suspicion, died, ended_by},
        spare::Spare,
    },
    process::ProcessEnd,
    protocol as p,
    protocol::{encode, link::LinkTable, state::WorkerState},
    worker::BatchEnd,
};

/// The workers of one search. The first one compiles; the others are told what it knows.
pub struct Pool {
    options: WorkerOptions,
    workers: Vec<Worker>,
    spare: Spare,
    links: LinkTable,
    interrupt: Interrupt,
    deaths: u32,
    blame: Suspicion,
    seen: Vec<SeenConstant>,
    /// Of those in `seen`: several workers meet the same.
    seen_keys: HashSet<SeenKey>,
    /// What was started and not fetched yet, the oldest first; the JVMs have all of it.
    under_way: VecDeque<BatchWork>,
}

/// Compiled classes with the setup that they were compiled for; to be handed on.
#[derive(Clone, Debug)]
pub struct KnownClasses(WorkerState);

#[derive(PartialEq, Eq, Hash)]
enum SeenKey {
    Integral(i64),
    Floating(u64),
    Text(goalline_testcase::JavaString),
}

impl Pool {
    /// Starts the first of `count` workers; the others, and the spare one, start when they are needed.
    pub fn start(options: &WorkerOptions, count: usize) -> Result<Self, WorkerError> {
        let mut workers = vec![Worker::start(options)?];
        for _ in 1..count.max(1) {
            workers.push(Worker::cold(options)?);
        }
        Ok(Self {
            options: options.clone(),
            workers,
            spare: Spare::like(options),
            links: LinkTable::default(),
            interrupt: Interrupt::default(),
            deaths: 0,
            blame: Suspicion::default(),
            seen: Vec::new(),
            seen_keys: HashSet::new(),
            under_way: VecDeque::new(),
        })
    }

    /// The same pool with a spare worker that has the locale, the time zone and the default charset of another user.
    /// It takes no other worker's place then: what tests show there and here is the same everywhere.
    #[must_use]
    pub fn with_spare_elsewhere(self) -> Self {
        Self {
            spare: Spare::elsewhere(&self.options),
            ..self
        }
    }

    /// Starts the spare worker in the background, so that it is there when it is asked for.
    pub fn start_spare(&mut self) {
        self.spare.start();
    }

    /// The worker to configure, compile and describe with.
    pub fn worker(&mut self) -> &mut Worker {
        &mut self.workers[0]
    }

    /// A worker that never ran a search and knows all that the first one knows.
    pub fn spare(&mut self) -> Result<&mut Worker, WorkerError> {
        let spare = self.spare.ready()?;
        spare.interrupt = self.interrupt.clone();
        spare.follow(&self.workers[0].state);
        Ok(spare)
    }

    /// What its workers know: another pool may take it over in place of compiling the same once more.
    pub fn known(&self) -> KnownClasses {
        KnownClasses(self.workers[0].state.clone())
    }

    /// Takes over what the workers of another pool of the project knew.
    pub fn take_over(&mut self, known: &KnownClasses) {
        self.workers[0].follow(&known.0);
    }

    /// How many workers have died.
    pub fn deaths(&self) -> u32 {
        self.deaths
    }

    /// Sets what ends a running batch: its workers answer with what is done, and those that do not within its
    /// patience are killed.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        for worker in &mut self.workers {
            worker.interrupt = interrupt.clone();
        }
        self.interrupt = interrupt;
    }

    /// The process numbers of the workers that run, the spare one left out.
    pub fn process_ids(&self) -> Vec<u32> {
        self.workers.iter().filter_map(Worker::process_id).collect()
    }

    /// Gives a worker without a JVM that of the spare one, and starts another spare one.
    fn replace(&mut self, number: usize) -> Result<(), WorkerError> {
        if self.workers[number].is_awake() {
            return Ok(());
        }
        if self.spare.is_elsewhere() {
            // It starts a JVM of its own when it is told something.
            return Ok(());
        }
        self.spare.readable(&self.workers[0].readable);
        let mut spare = self.spare.renew();
        self.workers[number].swap_process(spare.ready()?);
        Ok(())
    }
}

fn failed(error: WorkerError) -> ExecutorError {
    match error {
        WorkerError::Cancelled => ExecutorError::Cancelled,
        other => ExecutorError::Unavailable(other.to_string()),
    }
}

impl Executor for Pool {
    fn run(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let started = self.start(cluster, tests, options)?;
        self.finish(tests, started)
    }

    fn start(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Started, ExecutorError> {
        self.links.adopt(cluster);
        self.blame
            .adopt(self.workers[0].state.version, self.links.epoch);
        let encoded: Vec<_> = tests
            .iter()
            .map(|test| encode::test(cluster, test, &mut self.links))
            .collect();
        let done = tests
            .iter()
            .zip(&encoded)
            .map(|(test, bytes)| match options.mutant {
                // What a mutant does says nothing of the test, nor the other way round.
                Some(_) => None,
                None => self.blame.verdict(cluster, test, bytes, options),
            })
            .collect();
        let mut work = BatchWork {
            careful: vec![false; tests.len()],
            lengths: tests.iter().map(TestCase::len).collect(),
            encoded,
            options,
            done,
            round: None,
        };
        work.round = self.send_round(&work).map_err(failed)?;
        self.under_way.push_back(work);
        Ok(Started::UnderWay)
    }

    fn finish(
        &mut self,
        tests: &[TestCase],
        started: Started,
    ) -> Result<Vec<Execution>, ExecutorError> {
        let (Started::UnderWay, Some(work)) = (started, self.under_way.pop_front()) else {
            return Err(ExecutorError::Unavailable("nothing was started".to_owned()));
        };
        let mut batch = Batch { tests, work };
        let settled = self.settle(&mut batch);
        if settled.is_err() {
            // Nobody will ask for what waits behind it.
            self.recall();
            self.under_way.clear();
        }
        settled.map_err(failed)?;
        Ok(batch.work.done.into_iter().flatten().collect())
    }

    fn take_seen(&mut self) -> Vec<SeenConstant> {
        self.seen_keys.clear();
        mem::take(&mut self.seen)
    }
}

impl Pool {
    /// Runs each test on the spare worker. Where one of them ends it, the others run them all: what they do is known
    /// there.
    pub fn run_on_spare(
        &mut self,
        cluster: &TestCluster,
        tests: &[TestCase],
        options: RunOptions,
    ) -> Result<Vec<Execution>, ExecutorError> {
        self.links.adopt(cluster);
        let encoded: Vec<Vec<u8>> = tests
            .iter()
            .map(|test| encode::test(cluster, test, &mut self.links))
            .collect();
        let mut executions = Vec::with_capacity(tests.len());
        let lengths: Vec<usize> = tests.iter().map(TestCase::len).collect();
        for (part, lengths) in encoded.chunks(BATCH).zip(lengths.chunks(BATCH)) {
            let done = self.part_on_spare(part, lengths, options);
            match done.map_err(failed)? {
                Some(done) => executions.extend(done),
                None => return self.run(cluster, tests, options),
            }
        }
        Ok(executions)
    }

    /// The executions of a part on the spare worker; none when not all of it ran.
    fn part_on_spare(
        &mut self,
        part: &[Vec<u8>],
        lengths: &[usize],
        options: RunOptions,
    ) -> Result<Option<Vec<Execution>>, WorkerError> {
        let spare = self.spare.ready()?;
        spare.interrupt = self.interrupt.clone();
        spare.follow(&self.workers[0].state);
        let tests: Vec<&[u8]> = part.iter().map(Vec::as_slice).collect();
        if spare
            .send_batch(&tests, &self.links, options, false)?
            .is_err()
        {
            spare.forget_process();
            return Ok(None);
        }
        match spare.results(lengths, options, &mut Vec::new())? {
            BatchEnd::Results { results, .. } if results.state == p::COMPLETE => {
                Ok(Some(results.executions))
            }
            _ => Ok(None),
        }
    }

    /// Waits until every test of the batch has its result.
    fn settle(&mut self, batch: &mut Batch) -> Result<(), WorkerError> {
        let mut has_begun = false;
        loop {
            if let Some(round) = batch.work.round.take() {
                match self.fetch_round(batch, round) {
                    Err(WorkerError::Cancelled) if self.interrupt.is_patient() => {
                        batch.work.leave_rest();
                        return Ok(());
                    }
                    fetched => fetched?,
                }
                has_begun = true;
            }
            if batch.work.is_done() {
                return Ok(());
            }
            if has_begun && self.interrupt.is_over(batch.work.options) {
                batch.work.leave_rest();
                return Ok(());
            }
            // Workers answer in the order in which they were asked.
            self.recall();
            batch.work.round = self.send_round(&batch.work)?;
        }
    }

    /// Fetches what workers have of later batches, so that they have nothing left to answer.
    fn recall(&mut self) {
        let mut waiting = mem::take(&mut self.under_way);
        for work in &mut waiting {
            let Some(mut round) = work.round.take() else {
                continue;
            };
            for (number, (part, sent)) in round.parts.iter().zip(&mut round.sent).enumerate() {
                if let SentTests::Waiting(process) = *sent {
                    let lengths = work.lengths_of(part);
                    let fetched = self.fetch(number, process, &lengths, work.options);
                    *sent = SentTests::Fetched(fetched);
                }
            }
            work.round = Some(round);
        }
        self.under_way = waiting;
    }

    fn note(&mut self, batch: &mut Batch, part: &[usize], end: BatchEnd) {
        match end {
            BatchEnd::Results { results, exit } => {
                let finished = results.executions.len();
                for (index, execution) in part.iter().zip(results.executions) {
                    if let Outcome::TimedOut {
                        by_steps: false, ..
                    } = execution.outcome
                        && batch.work.options.mutant.is_none()
                    {
                        self.blame
                            .remember(&batch.work.encoded[*index], &execution.outcome);
                    }
                    batch.work.done[*index] = Some(execution);
                }
                if results.state == p::THREAD_LEFT && finished > 0 {
                    let outcome = died("it left a thread running", None);
                    self.blame(batch, part[finished - 1], outcome, None);
                } else if matches!(results.state, p::OUT_OF_TIME | p::EXIT_CALLED)
                    && finished < part.len()
                {
                    let statement = results.statement;
                    let outcome = match exit {
                        Some(cause) => died(&cause, Some(statement)),
                        None => Outcome::TimedOut {
                            statement,
                            by_steps: false,
                        },
                    };
                    self.blame(batch, part[finished], outcome, Some(statement));
                }
            }
            BatchEnd::Ended(ended) => self.suspect(batch, part, &ended),
            BatchEnd::Lost => {}
        }
    }

    /// A worker died without a word: the tests of its part are run again, one by one.
    fn suspect(&mut self, batch: &mut Batch, part: &[usize], ended: &ProcessEnd) {
        let [only] = part else {
            self.deaths += 1;
            for index in part {
                batch.work.careful[*index] = true;
            }
            return;
        };
        if ended.from_outside && !mem::replace(&mut batch.work.careful[*only], true) {
            // Somebody may have killed it by chance: once more.
            self.deaths += 1;
            return;
        }
        let outcome = died(&ended.cause, ended.statement);
        self.blame(batch, *only, outcome, ended.statement);
        // The others of its batch are cleared of suspicion.
        batch.work.careful.fill(false);
    }

    fn blame(&mut self, batch: &mut Batch, index: usize, outcome: Outcome, at: Option<Var>) {
        self.deaths += 1;
        let test = &batch.tests[index];
        tracing::debug!(?outcome, "a test ended its worker");
        if batch.work.options.mutant.is_none() {
            self.blame
                .blame(test, &batch.work.encoded[index], &outcome, at);
        }
        batch.work.done[index] = Some(ended_by(outcome));
    }
}

impl SeenKey {
    fn of(constant: &SeenConstant) -> Self {
        match constant {
            SeenConstant::Integral(value) => Self::Integral(*value),
            SeenConstant::Floating(value) => Self::Floating(value.to_bits()),
            SeenConstant::Text(value) => Self::Text(value.clone()),
        }
    }
}
