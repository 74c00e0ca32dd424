//! New tests among the user's own: takes verified tests, runs them inside of the test class they would be inserted
//! into, in order and in reverse, gives those that do not pass there or that make one of the user's fail, and why not
//! all was looked at; writes no file.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    time::Duration,
};

use goalline_build::{TestFrameworks, read_text};
use goalline_coverage::{
    Tester,
    find::imported_frameworks,
    running::{LAST_ANSWER, MOST_LIMITS, of_project},
};
use goalline_junit::{WrittenTest, insert_into};
use goalline_jvm::{
    Interrupt, SetId, SourceUnit, UserTestEnd, UserTestResult, UserTestRun, Worker, WorkerError,
};
use goalline_prepare::{
    Cancel, Request, UserTest, UserTestOutcome, UserTests, prepare::prepared::Prepared,
};
use goalline_syntax::{JavaFile, apply_edits, declarations};

use crate::{
    limits,
    verify::{
        polluters::polluters,
        verification::{Candidate, Verdict, ready, refuse},
    },
};

/// How new tests get on in the user's test class.
#[derive(Debug, Default)]
struct Joined {
    /// Why tests do not pass there or make one of the user's fail, in its order or in reverse, by name.
    pub misfits: BTreeMap<String, String>,
    /// Why the tests were not run there, or not in both orders.
    pub unchecked: Option<String>,
}

impl Joined {
    fn unchecked(class: &str, why: impl std::fmt::Display) -> Self {
        Self {
            misfits: BTreeMap::new(),
            unchecked: Some(format!(
                "whether the new tests pass inside of {class} was not checked: {why}"
            )),
        }
    }
}

/// What the verified tests of a run meet in the user's test class.
pub(crate) struct Joining<'a> {
    pub tester: &'a mut Tester,
    pub prepared: &'a Prepared,
    pub request: &'a Request,
    pub cancel: &'a Cancel,
    /// What is known of the user's tests already.
    pub own: &'a KnownOfOwn,
}

/// What the first run of the user's tests showed that need not be seen again.
#[derive(Debug, Default)]
pub(crate) struct KnownOfOwn {
    /// Ids of tests that do not end, or end their JVM: each time costs their whole limit.
    dead: Vec<String>,
    /// Test classes that do not compile. The user was told.
    broken: BTreeSet<String>,
}

impl KnownOfOwn {
    pub(crate) fn of(tests: &UserTests) -> Self {
        let died = |test: &&UserTest| matches!(test.outcome, UserTestOutcome::Died(_));
        let dead = tests.tests.iter().filter(died);
        Self {
            dead: dead.map(|test| test.id.clone()).collect(),
            broken: tests.broken.iter().map(|it| it.class.clone()).collect(),
        }
    }
}

impl Joining<'_> {
    /// Runs the verified tests among those of the user and takes back those that do not pass there or make one of the
    /// user's fail. Gives what the user should know where not all was looked at; of a run that a newer one replaces
    /// there is nothing to know.
    pub(crate) fn join(self, verdicts: &mut [(Candidate, Verdict)]) -> Option<String> {
        let (ready, cancel) = (ready(verdicts), self.cancel);
        if ready.is_empty() || cancel.is_replaced() {
            return None;
        }
        let joined = joined(self, &ready);
        refuse(verdicts, &joined.misfits);
        joined.unchecked.filter(|_| !cancel.is_replaced())
    }

    /// Whether these tests pass among those of the user, and those beside them, as far as that can be seen.
    pub(crate) fn takes(self, tests: &[WrittenTest]) -> bool {
        let joined = joined(self, tests);
        joined.misfits.is_empty()
    }
}

/// Runs the tests in the user's test class, in its order and in reverse. Nothing is said where there is no such
/// class; a newer run ends it.
fn joined(joining: Joining<'_>, tests: &[WrittenTest]) -> Joined {
    let Joining {
        tester,
        prepared,
        request,
        cancel,
        own,
    } = joining;
    let simple = prepared.class.rsplit(['.', '$']).next();
    let path = request
        .project
        .test_file_for(&request.file, simple.unwrap_or(&prepared.class));
    let Some(merged) = merged(&path, tests) else {
        return Joined::default();
    };
    let class = class_of(prepared, &path);
    if own.broken.contains(&class) {
        return Joined::default();
    }
    let frameworks = frameworks(&merged, request);
    // Why none of them runs was told when the user's own did not.
    let Ok(launcher) = tester.launcher(request, frameworks) else {
        return Joined::default();
    };
    let limit = tester.limit;
    let worker = match tester.worker(request, &launcher) {
        Ok(worker) => worker,
        Err(error) => return Joined::unchecked(&class, error),
    };
    let interrupt = Interrupt::from(cancel.replaced_flag()).patient(LAST_ANSWER);
    worker.set_interrupt(interrupt.so_long_after(cancel.moment(), limits::LAST_ANSWER));
    let mut trial = Trial {
        worker,
        class: &class,
        limit,
        tests,
        dead: own.dead.clone(),
        reversed: false,
    };
    match trial.complaint(prepared, &path, merged) {
        Err(error) => Joined::unchecked(&class, error),
        Ok(None) => trial.in_both_orders(),
        Ok(Some(reason)) => {
            // What is not to be had here for the user's own tests is no fault of the new ones.
            let own = read_text(&path).unwrap_or_default();
            if let Ok(Some(reason)) = trial.complaint(prepared, &path, own) {
                return Joined::unchecked(&class, format!("it does not compile here: {reason}"));
            }
            let reason = format!("the tests do not compile inside of {class}: {reason}");
            let all = tests.iter().map(|test| (test.name.clone(), reason.clone()));
            Joined {
                misfits: all.collect(),
                unchecked: None,
            }
        }
    }
}

/// The test class with the new tests in it, compiled, and the order in which it runs.
struct Trial<'a> {
    worker: &'a mut Worker,
    class: &'a str,
    limit: Duration,
    tests: &'a [WrittenTest],
    /// Ids of the user's tests that end their JVM, or do not end, without the new ones, too.
    dead: Vec<String>,
    reversed: bool,
}

impl Trial<'_> {
    /// What javac objects to in this text of the test class; leaves it compiled where that is nothing.
    fn complaint(
        &mut self,
        prepared: &Prepared,
        path: &Path,
        text: String,
    ) -> Result<Option<String>, WorkerError> {
        let path = path.to_path_buf();
        let units = [prepared.unit.clone(), SourceUnit { path, text }];
        let outcome = self.worker.compile(&units, SetId::Plain)?;
        let first = outcome.diagnostics.into_iter().find(|found| found.is_error);
        let reason = first.map_or_else(String::new, |error| error.message);
        Ok((!outcome.ok).then_some(reason))
    }

    /// Runs the tests in order and in reverse.
    fn in_both_orders(mut self) -> Joined {
        let mut joined = Joined::default();
        for reversed in [false, true] {
            self.reversed = reversed;
            if let Err(error) = self.judge(&mut joined.misfits) {
                joined.unchecked = Joined::unchecked(self.class, error).unchecked;
                break;
            }
        }
        joined
    }

    /// Adds the new tests that do not pass in this order, and those with which one of the user's does not.
    fn judge(&mut self, misfits: &mut BTreeMap<String, String>) -> Result<(), WorkerError> {
        let results = self.run(&[])?;
        let (new, own): (Vec<UserTestResult>, Vec<UserTestResult>) =
            results.into_iter().partition(|one| self.is_new(one));
        let order = self.order();
        for result in &new {
            if let Some(cause) = failure(result) {
                let reason = format!("it does not pass inside of {}{order}: {cause}", self.class);
                misfits.entry(result.method.clone()).or_insert(reason);
            }
        }
        if own.iter().all(|one| failure(one).is_none()) {
            return Ok(());
        }
        let own: Vec<String> = own.into_iter().map(|one| one.id).collect();
        let alone = self.run(&own)?;
        let died = |one: &&UserTestResult| matches!(one.end, UserTestEnd::Died(_));
        let dead = alone.iter().filter(died).map(|one| one.id.clone());
        self.dead.extend(dead);
        let fail_alone: BTreeSet<String> = alone
            .into_iter()
            .filter(|one| failure(one).is_some())
            .map(|one| one.id)
            .collect();
        if own.iter().all(|id| fail_alone.contains(id)) {
            return Ok(());
        }
        let innocent = new
            .iter()
            .filter(|one| !misfits.contains_key(&one.method))
            .map(|one| one.id.clone());
        let blamed = polluters(&innocent.collect::<Vec<_>>(), &mut |some| {
            self.harm(&own, &fail_alone, some)
        })?;
        for (id, reason) in blamed {
            if let Some(test) = new.iter().find(|one| one.id == id) {
                misfits.entry(test.method.clone()).or_insert(reason);
            }
        }
        Ok(())
    }

    /// What becomes of the user's tests when these new ones run with them; none where they pass, or fail without, too.
    fn harm(
        &mut self,
        own: &[String],
        fail_alone: &BTreeSet<String>,
        new: &[String],
    ) -> Result<Option<String>, WorkerError> {
        let together: Vec<String> = own.iter().chain(new).cloned().collect();
        let results = self.run(&together)?;
        let harmed = results
            .iter()
            .filter(|one| own.contains(&one.id) && !fail_alone.contains(&one.id))
            .find_map(|one| Some((one, failure(one)?)));
        Ok(harmed.map(|(test, cause)| {
            let name = if test.method.is_empty() {
                &test.name
            } else {
                &test.method
            };
            let (class, order) = (self.class, self.order());
            format!("with it, your test {name} of {class} does not pass{order}: {cause}")
        }))
    }

    /// Runs these tests of the class, all of them where none is named.
    fn run(&mut self, only: &[String]) -> Result<Vec<UserTestResult>, WorkerError> {
        let in_all = self.limit * MOST_LIMITS;
        self.worker.run_user_tests(&UserTestRun {
            only,
            except: &self.dead,
            reversed: self.reversed,
            ..UserTestRun::of(self.class, SetId::Plain, self.limit, in_all)
        })
    }

    fn order(&self) -> &'static str {
        if self.reversed {
            " in reverse order"
        } else {
            ""
        }
    }

    fn is_new(&self, result: &UserTestResult) -> bool {
        let named = |test: &WrittenTest| test.name == result.method;
        result.class == self.class && self.tests.iter().any(named)
    }
}

/// Why a test did not pass.
fn failure(result: &UserTestResult) -> Option<&str> {
    match &result.end {
        UserTestEnd::Failed(cause) | UserTestEnd::Died(cause) => Some(cause),
        UserTestEnd::Passed | UserTestEnd::Aborted(_) => None,
    }
}

/// What the test class is written with: where its imports do not say, what the project has.
fn frameworks(text: &str, request: &Request) -> TestFrameworks {
    let imported = imported_frameworks(&declarations(&JavaFile::parse(text)));
    if imported != TestFrameworks::default() {
        return imported;
    }
    of_project(&request.project)
}

/// The test class with the tests in it; none where there is no such class, or it takes none.
fn merged(path: &Path, tests: &[WrittenTest]) -> Option<String> {
    let text = read_text(path).ok()?;
    let existing = JavaFile::parse(text.as_str());
    let edits = insert_into(&existing, tests).ok()?;
    apply_edits(&text, &edits).ok()
}

fn class_of(prepared: &Prepared, path: &Path) -> String {
    let simple = path.file_stem().unwrap_or_default().to_string_lossy();
    if prepared.package.is_empty() {
        simple.into_owned()
    } else {
        format!("{}.{simple}", prepared.package)
    }
}
