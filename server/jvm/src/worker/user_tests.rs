//! The user's own tests under JUnit's launcher: takes the name of a compiled test class, gives each test's end and
//! trace; judges none.

use std::{path::Path, time::Duration};

use goalline_testcase::Trace;

use crate::{
    SetId, SourceUnit, Worker, WorkerError,
    install::SOURCES,
    protocol as p,
    protocol::{
        outcome,
        wire::{Decoder, Encoder},
    },
    worker::write_units,
};

/// How long the launcher may take before it starts the first test.
const DISCOVERY: Duration = Duration::from_secs(30);

/// Which tests to run.
#[derive(Clone, Debug)]
pub struct UserTestRun<'a> {
    /// Binary name of the test class; it is compiled already, into the plain set.
    pub class: &'a str,
    /// The classes it meets: with probes, or as the user wrote them.
    pub set: SetId,
    /// Ids of the tests to run; all when empty.
    pub only: &'a [String],
    /// Ids of the tests to leave out.
    pub except: &'a [String],
    /// How long each test may take.
    pub limit: Duration,
    /// Whether the tests of each class run in the opposite of their usual order. None runs where the class says in
    /// which order they have to.
    pub reversed: bool,
    /// Whether they run once before, unheard: in a build other tests have loaded and warmed what they use.
    pub warmed: bool,
}

/// How one of the user's tests ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserTestEnd {
    /// It passed.
    Passed,
    /// It failed: what was thrown.
    Failed(String),
    /// It was skipped, or an assumption did not hold: the reason where there is one.
    Aborted(Option<String>),
    /// It ended the JVM, or did not end: the cause.
    Died(String),
}

/// One test that ran, or a class that failed as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct UserTestResult {
    /// JUnit's unique id.
    pub id: String,
    /// Binary name of the class it stands in.
    pub class: String,
    /// Its method; empty for a class.
    pub method: String,
    /// Its name for people.
    pub name: String,
    /// How it ended.
    pub end: UserTestEnd,
    /// What ran since the last test ended. Empty when the JVM died.
    pub trace: Trace,
}

/// Deaths in one class after which its other tests are left alone.
const MOST_DEATHS: usize = 4;

/// Frames about the tests of one class at most: a test that writes them itself comes to an end.
const MOST_TOLD: usize = 1 << 18;

impl Worker {
    /// Runs the tests of a class in a new class loader. A test that ends the JVM, or does not end, costs itself
    /// alone: the others are run in a new JVM.
    pub fn run_user_tests(
        &mut self,
        run: &UserTestRun<'_>,
    ) -> Result<Vec<UserTestResult>, WorkerError> {
        let mut results: Vec<UserTestResult> = Vec::new();
        for _ in 0..MOST_DEATHS {
            let before = results.len();
            let rest = self.run_rest(run, &mut results);
            match self.sound(rest) {
                Err(WorkerError::Died { .. }) if results.len() > before && died(&results) => {}
                Err(WorkerError::Retired) => {}
                other => return other.map(|()| results),
            }
        }
        Ok(results)
    }

    /// Runs the tests that have no result yet. After a death the last result is that of the test to blame.
    fn run_rest(
        &mut self,
        run: &UserTestRun<'_>,
        results: &mut Vec<UserTestResult>,
    ) -> Result<(), WorkerError> {
        self.sync()?;
        let mut encoder = Encoder::default();
        encoder.u8(run.set.number() as u8);
        encoder.u8(u8::from(run.reversed) | u8::from(run.warmed) << 1);
        write_units(&mut encoder, &launching_class());
        encoder.text(run.class);
        encoder.texts(run.only.iter());
        let done = results.iter().map(|result| &result.id);
        let never: Vec<&String> = done.chain(run.except).collect();
        encoder.texts(never.iter());
        self.tell(p::USER_TESTS, &encoder.bytes)?;
        let mut running: Option<UserTestResult> = None;
        for _ in 0..MOST_TOLD {
            let limit = running.as_ref().map_or(DISCOVERY, |_| run.limit);
            match self.hear(limit) {
                Ok((p::TEST_STARTED, payload)) => {
                    running = Some(head(&mut Decoder::new(&payload))?);
                }
                Ok((p::TEST_ENDED, payload)) => {
                    results.push(ended(&mut Decoder::new(&payload))?);
                    running = None;
                }
                Ok((p::DONE, _)) => return Ok(()),
                Ok((p::FAILED, reason)) => {
                    let cause = Decoder::new(&reason).text()?;
                    let Some(test) = running else {
                        return Err(WorkerError::Failed(cause));
                    };
                    // JUnit gives up the whole run when a test is out of memory.
                    results.push(given_up(test, &cause));
                    return Err(WorkerError::Died { cause });
                }
                Ok((other, _)) => {
                    return Err(WorkerError::Protocol(format!("a frame of kind {other}")));
                }
                Err(WorkerError::Retired) if running.is_none() => return Err(WorkerError::Retired),
                Err(error @ (WorkerError::Died { .. } | WorkerError::Retired)) => {
                    let cause = match error {
                        WorkerError::Died { cause } => cause,
                        _ => format!("exit status {}", p::RETIRED),
                    };
                    results.extend(running.map(|test| given_up(test, &cause)));
                    return Err(WorkerError::Died { cause });
                }
                Err(other) => return Err(other),
            }
        }
        let error = "more tests than any class has";
        Err(WorkerError::Protocol(error.into()))
    }
}

fn given_up(test: UserTestResult, cause: &str) -> UserTestResult {
    UserTestResult {
        end: UserTestEnd::Died(cause.to_owned()),
        ..test
    }
}

fn died(results: &[UserTestResult]) -> bool {
    matches!(
        results.last().map(|last| &last.end),
        Some(UserTestEnd::Died(_))
    )
}

/// The class that drives JUnit's launcher, to be compiled beside the user's JUnit.
fn launching_class() -> Vec<SourceUnit> {
    let source = SOURCES
        .iter()
        .filter(|(name, _)| name.starts_with("goalline/usertests/"));
    source
        .map(|(name, text)| SourceUnit {
            path: Path::new("/").join(name),
            text: (*text).to_owned(),
        })
        .collect()
}

fn head(decoder: &mut Decoder) -> Result<UserTestResult, WorkerError> {
    Ok(UserTestResult {
        id: decoder.text()?,
        class: decoder.text()?,
        method: decoder.text()?,
        name: decoder.text()?,
        end: UserTestEnd::Passed,
        trace: Trace::default(),
    })
}

fn ended(decoder: &mut Decoder) -> Result<UserTestResult, WorkerError> {
    let head = head(decoder)?;
    let status = decoder.u8()?;
    let reason = decoder.optional_text()?;
    decoder.varint()?;
    Ok(UserTestResult {
        end: match status {
            0 => UserTestEnd::Passed,
            1 => UserTestEnd::Failed(reason.unwrap_or_default()),
            _ => UserTestEnd::Aborted(reason),
        },
        trace: outcome::trace(decoder)?,
        ..head
    })
}
