//! The user's own tests under JUnit's launcher: takes the name of a compiled test class, gives each test's end and
//! trace; judges none.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use goalline_testcase::Trace;

use crate::{
    SetId, SourceUnit, Worker, WorkerError,
    install::SOURCES,
    protocol as p,
    protocol::{
        names::is_spelt,
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
    /// How long all of the class may take: of one that is not done then nothing is known.
    pub in_all: Duration,
    /// Whether the tests of each class run in the opposite of their usual order. None runs where the class says in
    /// which order they have to.
    pub reversed: bool,
    /// Whether they run once before, unheard: in a build other tests have loaded and warmed what they use.
    pub warmed: bool,
    /// Whether their libraries are new: what tests of other classes left in those (a database in memory, a registry) is
    /// not met.
    pub isolated: bool,
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

/// Longest id of a test, in bytes: it is asked for by that again.
const LONGEST_ID: usize = 10_000;

/// Longest name of a test or a method that is kept, and reason of a failure.
const LONGEST_NAME: usize = 1_000;
const LONGEST_REASON: usize = 20_000;

/// Bytes about the tests of one class at most, and of their texts.
const MOST_BYTES: usize = 512 << 20;
const MOST_TEXT: usize = 32 << 20;

impl<'a> UserTestRun<'a> {
    /// All tests of the class as a build runs them, each for `limit` and all for `in_all` at most.
    pub fn of(class: &'a str, set: SetId, limit: Duration, in_all: Duration) -> Self {
        Self {
            class,
            set,
            only: &[],
            except: &[],
            limit,
            in_all,
            reversed: false,
            warmed: false,
            isolated: false,
        }
    }
}

/// As the worker reads it.
fn how(run: &UserTestRun<'_>) -> u8 {
    let flags = [run.reversed, run.warmed, run.isolated];
    (0..)
        .zip(flags)
        .map(|(bit, flag)| u8::from(flag) << bit)
        .sum()
}

impl Worker {
    /// Runs the tests of a class in a new class loader. A test that ends the JVM, or does not end, costs itself
    /// alone: the others are run in a new JVM.
    pub fn run_user_tests(
        &mut self,
        run: &UserTestRun<'_>,
    ) -> Result<Vec<UserTestResult>, WorkerError> {
        let mut results: Vec<UserTestResult> = Vec::new();
        let end = Instant::now() + run.in_all;
        for _ in 0..MOST_DEATHS {
            let before = results.len();
            let rest = self.run_rest(run, end, &mut results);
            match self.sound(rest) {
                Err(WorkerError::Died { .. }) if results.len() > before && died(&results) => {
                    if Instant::now() >= end {
                        let seconds = run.in_all.as_secs();
                        let error = format!("its tests were not done after {seconds} s");
                        return Err(WorkerError::Failed(error));
                    }
                }
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
        end: Instant,
        results: &mut Vec<UserTestResult>,
    ) -> Result<(), WorkerError> {
        self.sync()?;
        let mut encoder = Encoder::default();
        encoder.u8(run.set.number() as u8);
        encoder.u8(how(run));
        write_units(&mut encoder, &launching_class());
        encoder.text(run.class);
        encoder.texts(run.only.iter());
        let done = results.iter().map(|result| &result.id);
        let never: Vec<&String> = done.chain(run.except).collect();
        encoder.texts(never.iter());
        self.tell(p::USER_TESTS, &encoder.bytes)?;
        let mut running: Option<UserTestResult> = None;
        let (mut bytes, mut texts) = (0, 0);
        for _ in 0..MOST_TOLD {
            let limit = running.as_ref().map_or(DISCOVERY, |_| run.limit);
            let left = end.saturating_duration_since(Instant::now());
            match self.hear(limit.min(left)) {
                Ok((p::TEST_STARTED, payload)) => {
                    running = Some(head(&mut Decoder::new(&payload))?);
                }
                Ok((p::TEST_ENDED, payload)) => {
                    let result = ended(&mut Decoder::new(&payload))?;
                    bytes += payload.len();
                    texts += result.text_len();
                    if bytes > MOST_BYTES || texts > MOST_TEXT {
                        let error = "tests that tell more than any class does";
                        return Err(WorkerError::Protocol(error.into()));
                    }
                    results.push(result);
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

impl UserTestResult {
    /// Bytes of its texts.
    fn text_len(&self) -> usize {
        let reason = match &self.end {
            UserTestEnd::Failed(reason) | UserTestEnd::Died(reason) => reason.len(),
            UserTestEnd::Aborted(reason) => reason.as_ref().map_or(0, String::len),
            UserTestEnd::Passed => 0,
        };
        let names = [&self.id, &self.class, &self.method, &self.name];
        names.into_iter().map(String::len).sum::<usize>() + reason
    }
}

/// What a test says of itself: names are lines for people, whatever an engine of the project's own makes of them.
fn head(decoder: &mut Decoder) -> Result<UserTestResult, WorkerError> {
    let id = decoder.text()?;
    if id.len() > LONGEST_ID {
        return Err(WorkerError::Protocol("a test whose id has no end".into()));
    }
    let class = decoder.text()?;
    Ok(UserTestResult {
        id,
        class: if is_spelt(&class) {
            class
        } else {
            String::new()
        },
        method: line(&decoder.text()?),
        name: line(&decoder.text()?),
        end: UserTestEnd::Passed,
        trace: Trace::default(),
    })
}

/// The text in one line that is not too long, without characters that steer a terminal.
fn line(text: &str) -> String {
    let text = cut(text, LONGEST_NAME);
    text.replace(|c: char| c.is_control(), " ")
}

/// The beginning of a text, so many bytes at most.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn ended(decoder: &mut Decoder) -> Result<UserTestResult, WorkerError> {
    let head = head(decoder)?;
    let status = decoder.u8()?;
    let reason = decoder.optional_text()?;
    let reason = reason.map(|reason| cut(&reason, LONGEST_REASON).to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_test_says_of_itself_is_one_line_and_its_class_a_name() {
        let told = |class: &str, name: &str| {
            let mut encoder = Encoder::default();
            for text in ["id", class, "m", name] {
                encoder.text(text);
            }
            head(&mut Decoder::new(&encoder.bytes)).expect("a test")
        };
        let forged = told(
            "shop.Cart\n\nall goals covered",
            "ok\u{1b}[2J\nall verified",
        );
        assert_eq!((&*forged.class, &*forged.name), ("", "ok [2J all verified"));
        let usual = told("shop.Cart$Inner", &"ü".repeat(4_000));
        assert_eq!(usual.class, "shop.Cart$Inner");
        assert_eq!(usual.name, "ü".repeat(500));
    }

    #[test]
    fn an_id_without_an_end_is_none() {
        let mut encoder = Encoder::default();
        encoder.text(&"x".repeat(LONGEST_ID + 1));
        assert!(head(&mut Decoder::new(&encoder.bytes)).is_err());
    }
}
