//! Runs test classes in the tester's JVM: takes test files and a prepared class, gives how each test ended and what
//! it covers.

use std::{
    cell::{Cell, OnceCell},
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use goalline_build::{Project, ProjectFramework, TestFrameworks, failed_in_build};
use goalline_goals::GoalKey;
use goalline_junit::wants_the_world;
use goalline_jvm::{
    Interrupt, JavacDiagnostic, SetId, SourceUnit, UserTestEnd, UserTestResult, UserTestRun,
    Worker, WorkerError,
};
use goalline_prepare::{
    EngineError, Event, Request,
    prepare::{class::compile_probed, prepared::Prepared},
    request::Caller,
};
use goalline_search::Fitness;
use goalline_syntax::JavaFile;
use goalline_testcase::Trace;

use super::{
    BrokenTestClass, Tester, UserTest, UserTestOutcome, ended,
    find::TestFile,
    memory::{FileWork, entered},
    retry::{failed, retry},
};

/// Times that a test may take which all tests of a class may take together.
pub const MOST_LIMITS: u32 = 12;

/// The same for a class that begins late.
const LEAST_LIMITS: u32 = 4;

/// After this time no further test class is started.
const IN_ALL: Duration = Duration::from_secs(120);

/// How long a cancelled run waits for javac or for a test that is about to end, before it ends their JVM.
pub const LAST_ANSWER: Duration = Duration::from_millis(300);

/// What a run gave.
#[derive(Debug, Default)]
pub(super) struct UserTestsRun {
    /// The tests that ran, with their files.
    pub tests: Vec<(PathBuf, UserTest)>,
    /// Files that do not compile.
    pub broken: Vec<(PathBuf, BrokenTestClass)>,
    /// Files of which not all ran that should have.
    pub undone: Vec<PathBuf>,
    /// Why.
    pub notices: Vec<String>,
}

impl UserTestsRun {
    pub(super) fn tests_of(&self, file: &Path) -> impl Iterator<Item = &UserTest> {
        let own = self.tests.iter().filter(move |(path, _)| path == file);
        own.map(|(_, test)| test)
    }
}

/// Compiles the test files that have something to run, and runs it.
pub(super) fn run(
    tester: &mut Tester,
    prepared: &Prepared,
    request: &Request,
    jobs: &[(&TestFile, FileWork)],
    owner: &mut Caller,
) -> Result<UserTestsRun, EngineError> {
    let files: Vec<&TestFile> = jobs.iter().map(|(file, _)| *file).collect();
    let open: Vec<&(&TestFile, FileWork)> = jobs
        .iter()
        .filter(|(_, work)| *work != FileWork::Nothing)
        .collect();
    let mut ran = UserTestsRun::default();
    if open.is_empty() {
        return Ok(ran);
    }
    let launcher = match tester.launcher(request, frameworks(request, &files)) {
        Ok(launcher) => launcher,
        Err(reason) => {
            ran.undone = open.iter().map(|(file, _)| file.path.clone()).collect();
            ran.notices.push(reason);
            return Ok(ran);
        }
    };
    let (limit, is_sandboxed) = (tester.limit, tester.is_sandboxed);
    let worker = tester.worker(request, &launcher)?;
    let cancel = owner.cancel;
    worker.set_interrupt(Interrupt::from(cancel.flag()).patient(LAST_ANSWER));
    let mut run = TestRunner {
        worker,
        prepared,
        limit,
        begun: Instant::now(),
        is_sandboxed,
        root: &request.project.root,
        has_plain: false,
        ran,
    };
    run.compile_subject()?;
    cancel.check()?;
    let compiled = run.compile_tests(&open)?;
    run.begun = Instant::now();
    for (at, (file, work)) in compiled.iter().enumerate() {
        cancel.check()?;
        if run.begun.elapsed() > IN_ALL {
            let left = &compiled[at..];
            run.ran
                .undone
                .extend(left.iter().map(|(file, _)| file.path.clone()));
            run.ran.notices.push(format!(
                "{} of the test files that mention the class were not run: the first {at} took {} s",
                left.len(),
                IN_ALL.as_secs()
            ));
            break;
        }
        owner.events.event(Event::UserTests {
            class: file.class.clone(),
            at: at + 1,
            of: compiled.len(),
        });
        run.file(file, work)?;
    }
    Ok(run.ran)
}

/// What the tests are written with; what the project has, where their imports do not say.
pub(super) fn frameworks(request: &Request, files: &[&TestFile]) -> TestFrameworks {
    let jupiter = files.iter().any(|file| file.is_jupiter);
    let junit4 = files.iter().any(|file| file.is_junit4);
    let testng = files.iter().any(|file| file.is_testng);
    if jupiter || junit4 || testng {
        return TestFrameworks {
            jupiter,
            junit4,
            testng,
        };
    }
    of_project(&request.project)
}

/// What the project's tests are written with, where no import of theirs says so.
pub fn of_project(project: &Project) -> TestFrameworks {
    TestFrameworks {
        jupiter: matches!(
            project.framework,
            ProjectFramework::Jupiter | ProjectFramework::Absent
        ),
        junit4: project.framework == ProjectFramework::Junit4,
        testng: project.framework == ProjectFramework::TestNg,
    }
}

struct TestRunner<'a> {
    worker: &'a mut Worker,
    prepared: &'a Prepared,
    limit: Duration,
    /// When the first of the files began.
    begun: Instant,
    /// Whether the sandbox keeps networks and files outside of the project away.
    is_sandboxed: bool,
    /// The module.
    root: &'a Path,
    has_plain: bool,
    ran: UserTestsRun,
}

impl TestRunner<'_> {
    fn compile_subject(&mut self) -> Result<(), EngineError> {
        let prepared = self.prepared;
        self.worker.keep_only(&[SetId::Probed], &prepared.paths())?;
        if let Some(measured) = &prepared.probing.measured
            && measured.room.calls
        {
            // What a test's own call returned is seen in the method: nobody but JUnit calls the tests.
            let flow = &prepared.goals.flow;
            self.worker.prepare(&measured.room)?;
            let plan = measured.plan(flow).with_returns(flow);
            let (file, unit) = (&prepared.file, &prepared.unit);
            if compile_probed(self.worker, file, flow, unit, plan).is_ok() {
                return Ok(());
            }
        }
        self.worker.prepare(&prepared.probing.room)?;
        self.worker
            .compile(&prepared.units(SetId::Probed), SetId::Probed)?;
        Ok(())
    }

    /// Compiles all test files at once; where that fails, each by itself. Gives those that compile.
    fn compile_tests<'f>(
        &mut self,
        open: &[&'f (&'f TestFile, FileWork)],
    ) -> Result<Vec<&'f (&'f TestFile, FileWork)>, EngineError> {
        let unit = |file: &TestFile| SourceUnit {
            path: file.path.clone(),
            text: file.text.to_string(),
        };
        let all: Vec<SourceUnit> = open.iter().map(|(file, _)| unit(file)).collect();
        let outcome = match self.worker.compile(&all, SetId::Plain) {
            Err(error @ WorkerError::DiedCompiling { .. }) => {
                let paths = open.iter().map(|(file, _)| file.path.clone());
                self.ran.undone.extend(paths);
                self.ran
                    .notices
                    .push(format!("what your tests cover is not known: {error}"));
                return Ok(Vec::new());
            }
            outcome => outcome?,
        };
        if outcome.ok {
            return Ok(open.to_vec());
        }
        let mut compiled = Vec::new();
        for job in open {
            let (file, _) = **job;
            let outcome = self.worker.compile(&[unit(file)], SetId::Plain)?;
            if outcome.ok {
                compiled.push(*job);
                continue;
            }
            let first = outcome.diagnostics.iter().find(|found| found.is_error);
            let broken = BrokenTestClass {
                class: file.class.clone(),
                message: first.map_or_else(String::new, message),
            };
            self.ran.broken.push((file.path.clone(), broken));
        }
        Ok(compiled)
    }

    fn file(&mut self, file: &TestFile, work: &FileWork) -> Result<(), EngineError> {
        let only: &[String] = match work {
            FileWork::Only(ids) => ids,
            FileWork::All | FileWork::Nothing => &[],
        };
        for class in &file.classes {
            self.class(file, class, only)?;
        }
        Ok(())
    }

    /// Runs one class with probes, and what fails once more without them.
    fn class(&mut self, file: &TestFile, class: &str, only: &[String]) -> Result<(), EngineError> {
        let mut results = match self.results(class, SetId::Probed, only) {
            Ok(results) => results,
            Err(Trouble::Fatal(error)) => return Err(error),
            Err(Trouble::Launcher(reason)) => {
                self.ran.undone.push(file.path.clone());
                self.ran
                    .notices
                    .push(format!("{class} was not run: {reason}"));
                return Ok(());
            }
        };
        let run = self.run_of(class, SetId::Probed);
        retry(self.worker, &run, 1, &mut results)?;
        let failed = failed(&results);
        let plain = if failed.is_empty() {
            Vec::new()
        } else {
            self.without_probes(class, &failed)?
        };
        let passes_plain: BTreeSet<&str> = plain
            .iter()
            .filter(|result| result.end == UserTestEnd::Passed)
            .map(|result| result.id.as_str())
            .collect();
        let in_build = if self.is_sandboxed && !failed.is_empty() {
            failed_in_build(self.root, &file.path, class)
        } else {
            BTreeSet::new()
        };
        let failed = FailedTests::of(file);
        for result in results {
            let failure = if passes_plain.contains(result.id.as_str()) {
                FailsWhere::WithProbes
            } else {
                FailsWhere::without_probes(self.is_sandboxed, &in_build, &result.method)
            };
            let test = self.test(&failed, class, result, failure);
            self.ran.tests.push((file.path.clone(), test));
        }
        Ok(())
    }

    fn test(
        &self,
        failed: &FailedTests<'_>,
        class: &str,
        result: UserTestResult,
        failure: FailsWhere,
    ) -> UserTest {
        UserTest {
            covers: self.covers(&result.trace),
            enters: entered(&self.prepared.goals.flow, &result.trace),
            ..bare_test(failed, class, result, failure)
        }
    }

    fn run_of<'t>(&self, class: &'t str, set: SetId) -> UserTestRun<'t> {
        // Nobody waits twice as long because the last class begins just in time.
        let left = IN_ALL.saturating_sub(self.begun.elapsed());
        let least = self.limit * LEAST_LIMITS;
        let in_all = left.max(least).min(self.limit * MOST_LIMITS);
        UserTestRun::of(class, set, self.limit, in_all)
    }

    fn results(
        &mut self,
        class: &str,
        set: SetId,
        only: &[String],
    ) -> Result<Vec<UserTestResult>, Trouble> {
        let run = UserTestRun {
            only,
            ..self.run_of(class, set)
        };
        self.worker
            .run_user_tests(&run)
            .map_err(|error| match error {
                goalline_jvm::WorkerError::Cancelled => Trouble::Fatal(EngineError::Cancelled),
                other => Trouble::Launcher(other.to_string()),
            })
    }

    fn without_probes(
        &mut self,
        class: &str,
        only: &[String],
    ) -> Result<Vec<UserTestResult>, EngineError> {
        if !self.has_plain {
            self.worker
                .compile(&self.prepared.units(SetId::Plain), SetId::Plain)?;
            self.has_plain = true;
        }
        match self.results(class, SetId::Plain, only) {
            Ok(results) => Ok(results),
            Err(Trouble::Fatal(error)) => Err(error),
            // Nothing is known of these tests then but that they failed.
            Err(Trouble::Launcher(_)) => Ok(Vec::new()),
        }
    }

    fn covers(&self, trace: &Trace) -> Vec<GoalKey> {
        let goals = &self.prepared.goals;
        let mut covers = Vec::new();
        Fitness::new(goals).covered(trace, |goal| covers.push(goals.goal(goal).key.clone()));
        covers
    }
}

/// Failed tests of one class of which it is looked at where they failed, at most.
const MOST_LOOKED_AT: usize = 500;

/// The text of a test class, read where one of its tests failed: once, however many did.
pub(super) struct FailedTests<'a> {
    pub(super) file: &'a TestFile,
    parsed: OnceCell<JavaFile>,
    looked_at: Cell<usize>,
}

impl<'a> FailedTests<'a> {
    /// Nothing is read yet.
    pub(super) fn of(file: &'a TestFile) -> Self {
        Self {
            file,
            parsed: OnceCell::new(),
            looked_at: Cell::new(0),
        }
    }

    /// Whether a test failed at the end of what it does. Of many in one class that is not found out.
    fn did_all(&self, method: &str, reason: &str) -> bool {
        self.looked_at.set(self.looked_at.get() + 1);
        let parsed = || JavaFile::parse(self.file.text.clone());
        self.looked_at.get() <= MOST_LOOKED_AT
            && ended::did_all(self.parsed.get_or_init(parsed), method, reason)
    }
}

/// A test of this class, from this file, without what it covers.
pub(super) fn bare_test(
    failed: &FailedTests<'_>,
    class: &str,
    result: UserTestResult,
    failure: FailsWhere,
) -> UserTest {
    let did_all = |reason: &str| failed.did_all(&result.method, reason);
    let outcome = match result.end {
        UserTestEnd::Passed => UserTestOutcome::Passed,
        // Whatever it did not like, there is no more to it than was seen.
        UserTestEnd::Failed(reason) if did_all(&reason) => UserTestOutcome::Failed(reason),
        UserTestEnd::Failed(reason) => failure.outcome(reason),
        UserTestEnd::Aborted(reason) => UserTestOutcome::Aborted(reason),
        UserTestEnd::Died(cause) => UserTestOutcome::Died(cause),
    };
    UserTest {
        id: result.id,
        class: if result.class.is_empty() {
            class.to_owned()
        } else {
            result.class
        },
        method: result.method,
        name: result.name,
        outcome,
        covers: Vec::new(),
        enters: Vec::new(),
        is_remembered: false,
    }
}

/// Where else a test fails that failed with probes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailsWhere {
    /// Nowhere: it passes without probes.
    WithProbes,
    /// Without probes, too; what it does outside of the sandbox nobody saw.
    Sandboxed,
    /// In the build as well, or there is no sandbox.
    Everywhere,
}

impl FailsWhere {
    /// Of a method that fails without probes, with the names of those that fail in the build.
    pub(super) fn without_probes(
        is_sandboxed: bool,
        in_build: &BTreeSet<String>,
        method: &str,
    ) -> Self {
        if is_sandboxed && !in_build.contains(method) {
            Self::Sandboxed
        } else {
            Self::Everywhere
        }
    }

    /// Only a failure for which nothing here is to blame says that there is no more to what the test covers.
    pub(super) fn outcome(self, reason: String) -> UserTestOutcome {
        match self {
            Self::WithProbes => UserTestOutcome::CannotRunHere(reason),
            Self::Sandboxed if wants_the_world(&reason) => UserTestOutcome::CannotRunHere(reason),
            Self::Sandboxed => UserTestOutcome::FailedHere(reason),
            Self::Everywhere => UserTestOutcome::Failed(reason),
        }
    }
}

/// Why a class gave no results.
enum Trouble {
    Fatal(EngineError),
    Launcher(String),
}

/// What javac says, without its line breaks: `cannot find symbol: method sub(int) in class shop.Cart`.
fn in_one_line(message: &str) -> String {
    let mut told = String::new();
    for line in message.lines().map(str::trim) {
        let (glue, words) = if let Some(symbol) = line.strip_prefix("symbol:") {
            (": ", symbol.trim())
        } else if let Some(place) = line.strip_prefix("location:") {
            (" in ", place.trim())
        } else {
            (" ", line)
        };
        if !told.is_empty() {
            told.push_str(glue);
        }
        told.push_str(words);
    }
    told
}

pub(super) fn message(error: &JavacDiagnostic) -> String {
    format!("line {}: {}", error.line, in_one_line(&error.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_class_is_read_once_however_many_of_its_tests_fail() {
        let text = "class T {\n @Test void a() {\n  assertTrue(f());\n } }";
        let file = TestFile {
            path: "T.java".into(),
            text: text.into(),
            class: "T".to_owned(),
            classes: Vec::new(),
            is_junit4: false,
            is_jupiter: true,
            is_testng: false,
        };
        let failed = FailedTests::of(&file);
        let reason = "org.opentest4j.AssertionFailedError: no at line 3";
        assert!(failed.did_all("a", reason));
        let read = failed.parsed.get().map(std::ptr::from_ref);
        for _ in 1..MOST_LOOKED_AT {
            assert!(failed.did_all("a", reason));
        }
        assert_eq!(failed.parsed.get().map(std::ptr::from_ref), read);
        // Of many nobody looks.
        assert!(!failed.did_all("a", reason));
    }
}
