//! The user's own tests, run before any search: takes a prepared class, gives what its tests did and cover; offers
//! nothing.

mod coverage_notices;
mod ended;
pub mod find;
mod inconclusive;
mod map;
mod map_run;
mod map_validity;
mod memory;
mod records;
mod retry;
pub mod running;
mod seeds;
mod test_expressions;
mod tester;

use std::{path::PathBuf, sync::Arc, time::Instant};

use goalline_build::source_texts;
use goalline_goals::{Criterion, GoalId};
use goalline_jvm::Pool;
use goalline_prepare::{
    Cancel, EngineError, Event, FileLiterals, Request,
    prepare::{prepare, prepared::Prepared, states::first_states},
    report::user_tests::{
        BrokenTestClass, Inconclusive, OtherTests, UserTest, UserTestOutcome, UserTestReport,
        UserTests,
    },
    request::Caller,
    sources::{attributions::Attributions, source_literals::literals},
};
use goalline_search::ConstantPool;
use goalline_syntax::{JavaFile, declarations};
use goalline_testcase::{TestCase, TestCluster};

pub use map_run::{complete, map};
pub use records::MapMemory;
pub use tester::{Tester, mocking_agent};

use find::{TestFile, TestedClass, tests_of};
use inconclusive::inconclusive;
use map::{MapAnswer, MapQuestion, MapStore, reaching};
use map_validity::MapValidity;
use memory::{FileWork, LastTestRun, TestFingerprint};
use running::UserTestsRun;

/// Test files that a search learns from at most.
const MOST_TEXTS: usize = 12;

/// Literals of a kind that are taken from one test file.
const MOST_LITERALS: usize = 40;

/// What a run of the user's tests gives to the search.
#[derive(Debug, Default)]
pub struct Covered {
    /// What they did.
    pub tests: UserTests,
    /// What the user should read once.
    pub notices: Vec<String>,
    /// Texts of the test files, those named after the class first.
    files: Vec<Arc<str>>,
}

impl Covered {
    /// Whether there are test files of the class, whatever came of them.
    pub fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Where the goals stand before a search.
    pub fn goals(&self, prepared: &Prepared) -> Event {
        Event::Goals {
            states: first_states(prepared, &self.tests),
            others: self.tests.others,
        }
    }

    /// Takes the goals that the user's tests cover out of those that are searched.
    pub fn leave_out(&self, prepared: &mut Prepared) {
        let covering = self.tests.covering();
        let goals = &prepared.goals;
        let is_open = |goal: &GoalId| !covering.contains_key(&goals.goal(*goal).key);
        prepared.scope.wanted.retain(is_open);
        prepared.scope.additional.retain(is_open);
    }
}

/// What the test sources have to say to a search.
#[derive(Debug, Default)]
pub struct Material {
    /// Programs made of straight-line test methods.
    pub seeds: Vec<TestCase>,
    /// All literals of the test sources.
    pub literals: Vec<FileLiterals>,
}

impl Material {
    /// Adds the literals to those of the class, not so many that they drown them.
    pub fn enrich(&self, pool: &mut ConstantPool) {
        for found in &self.literals {
            pool.add(
                found.integrals.iter().copied().take(MOST_LITERALS),
                found.floatings.iter().copied().take(MOST_LITERALS),
                found.texts.iter().take(MOST_LITERALS).cloned(),
            );
        }
    }
}

impl Covered {
    /// Reads the test sources for a search on this cluster.
    pub fn material(&self, cluster: &mut TestCluster) -> Material {
        let mut material = Material::default();
        if !self.files.is_empty() {
            seeds::warm(cluster);
        }
        for text in &self.files {
            let file = JavaFile::parse(text.clone());
            material.literals.push(literals(&file));
            let found = seeds::seeds(&file, &declarations(&file), cluster);
            material.seeds.extend(found);
        }
        material
    }
}

/// Prepares the class and runs its tests.
pub fn report(
    preparers: &mut Pool,
    attributions: &mut Attributions,
    tester: &mut Tester,
    request: &Request,
    cancel: &Cancel,
) -> Result<UserTestReport, EngineError> {
    let prepared = prepare(request, preparers.worker(), attributions)?;
    let covered = run(
        tester,
        &prepared,
        request,
        &mut Caller {
            cancel,
            events: &mut |_| {},
        },
    )?;
    Ok(UserTestReport {
        states: first_states(&prepared, &covered.tests),
        tests: covered.tests,
        notices: covered.notices,
    })
}

/// Runs the tests of the class. Only cancelling is an error: whatever else goes wrong is a notice, and the search
/// goes on.
pub fn run(
    tester: &mut Tester,
    prepared: &Prepared,
    request: &Request,
    owner: &mut Caller,
) -> Result<Covered, EngineError> {
    let begun = Instant::now();
    let mut covered = Covered::default();
    let sources = source_texts(request.project.test_files()).collect::<Vec<_>>();
    let files = related(prepared, request, &sources);
    let first = files.iter().take(MOST_TEXTS);
    covered.files = first.map(|file| file.text.clone()).collect();
    let elsewhere = elsewhere(tester, prepared, request, &files, &sources);
    if files.is_empty() && !elsewhere.says_anything() {
        return Ok(covered);
    }
    let files: Vec<TestFile> = files.into_iter().chain(elsewhere.again).collect();
    let mut fingerprint = TestFingerprint::now(prepared, request, &files, tester);
    let memory = LastTestRun::load(tester.cache(), request);
    let work = memory.work(&fingerprint, &files);
    let jobs: Vec<(&TestFile, FileWork)> = files.iter().zip(work).collect();
    let ran = running::run(tester, prepared, request, &jobs, owner)?;
    for file in &ran.undone {
        fingerprint.forget(file);
    }
    let (tests, broken) = merge(&jobs, &memory, &ran);
    covered.notices.extend(ran.notices);
    covered.tests.tests = tests.iter().map(|(_, test)| test.clone()).collect();
    covered.tests.tests.extend(elsewhere.tests);
    covered.tests.broken = broken.iter().map(|(_, broken)| broken.clone()).collect();
    covered.tests.seconds = begun.elapsed().as_secs_f64();
    let idle = idle(&files, &ran.undone, &tests, &broken);
    covered.tests.inconclusive = inconclusive(prepared, request, &idle);
    covered.tests.others = elsewhere.others;
    if elsewhere.leaves_open {
        covered.tests.inconclusive = Inconclusive::Whole;
    }
    covered.notices.extend(elsewhere.notice);
    LastTestRun::save(fingerprint, tests, broken, tester.cache(), request);
    covered
        .notices
        .extend(coverage_notices::unseen(&prepared.goals));
    coverage_notices::tell(&mut covered, &mut tester.told);
    Ok(covered)
}

type ByFile<T> = Vec<(PathBuf, T)>;

/// What ran now and what is remembered, file by file.
fn merge(
    jobs: &[(&TestFile, FileWork)],
    memory: &LastTestRun,
    ran: &UserTestsRun,
) -> (ByFile<UserTest>, ByFile<BrokenTestClass>) {
    let mut tests = Vec::new();
    let mut broken = Vec::new();
    for (file, work) in jobs {
        let path = &file.path;
        let is_asked = |test: &UserTest| match work {
            FileWork::All => true,
            FileWork::Only(ids) => ids.contains(&test.id),
            FileWork::Nothing => false,
        };
        let new: Vec<&UserTest> = ran.tests_of(path).collect();
        let is_new = |test: &UserTest| new.iter().any(|new| new.id == test.id);
        let old = memory.tests_of(path);
        let old = old.filter(|test| !is_asked(test) && !is_new(test));
        tests.extend(old.map(|test| (path.clone(), test)));
        tests.extend(new.iter().map(|test| (path.clone(), (*test).clone())));
        if *work == FileWork::Nothing {
            broken.extend(memory.broken_of(path).map(|broken| (path.clone(), broken)));
        }
    }
    broken.extend(ran.broken.iter().cloned());
    (tests, broken)
}

/// The files of which not every test did its work.
fn idle<'f>(
    files: &'f [TestFile],
    undone: &[PathBuf],
    tests: &ByFile<UserTest>,
    broken: &ByFile<BrokenTestClass>,
) -> Vec<&'f TestFile> {
    let tests = tests.iter().filter(|(_, test)| records::did_nothing(test));
    let paths = tests.map(|(path, _)| path);
    let paths = paths.chain(broken.iter().map(|(path, _)| path));
    let paths: Vec<&PathBuf> = paths.chain(undone).collect();
    let is_idle = |file: &&TestFile| paths.contains(&&file.path);
    files.iter().filter(is_idle).collect()
}

/// Where somebody waits for a save and the suite runs beside it, tests that a change affects run at once where they
/// take no longer than this, in seconds.
const AGAIN: f64 = 1.0;

/// How long tests of other classes may take that run again.
fn again(request: &Request) -> f64 {
    let seconds = request.budget.seconds.unwrap_or(f64::INFINITY);
    if request.awaits_suite {
        AGAIN
    } else {
        seconds.max(AGAIN)
    }
}

/// What tests of other classes say of a class.
#[derive(Debug, Default)]
struct Elsewhere {
    /// Tests, with the goals that they cover.
    tests: Vec<UserTest>,
    /// Test files to run now.
    again: Vec<TestFile>,
    /// What the others leave open.
    others: OtherTests,
    /// Whether any of them may cover anything.
    leaves_open: bool,
    /// What the user should read once.
    notice: Option<String>,
}

impl Elsewhere {
    fn says_anything(&self) -> bool {
        !self.tests.is_empty()
            || !self.again.is_empty()
            || self.others != OtherTests::Known
            || self.leaves_open
    }

    /// What the answer of a map means to this request.
    fn of(answer: MapAnswer, is_begun: bool, awaits_suite: bool) -> Self {
        let others = match (&*answer.unrun, &*answer.renewed) {
            ([], []) => OtherTests::Known,
            ([], _) if awaits_suite => OtherTests::Renewed,
            _ if awaits_suite => OtherTests::Awaited,
            _ if is_begun => OtherTests::Known,
            _ => OtherTests::NotRun,
        };
        let mut open = answer.unrun.iter().chain(&answer.renewed);
        let count = answer.unrun.len() + answer.renewed.len();
        let first = open.next().filter(|_| !awaits_suite && is_begun);
        let notice = first.map(|first| coverage_notices::unmapped(first, count));
        let is_unknown = !answer.unrun.is_empty() && (awaits_suite || is_begun);
        Self {
            leaves_open: is_unknown || !answer.idle.is_empty() || !answer.renewed.is_empty(),
            notice: notice.or_else(|| {
                answer
                    .idle
                    .first()
                    .map(|it| coverage_notices::idle(it, answer.idle.len()))
            }),
            tests: answer.tests,
            again: answer.again,
            others,
        }
    }
}

/// What tests cover that are found by what they ran, not by their names.
fn elsewhere(
    tester: &Tester,
    prepared: &Prepared,
    request: &Request,
    asked: &[TestFile],
    texts: &[(PathBuf, String)],
) -> Elsewhere {
    let is_asked = |path: &PathBuf| asked.iter().any(|file| file.path == *path);
    if request.coupled.is_some() || texts.iter().all(|(path, _)| is_asked(path)) {
        return Elsewhere::default();
    }
    let store = MapStore::new(tester, &request.project.root);
    let now = MapValidity::now(request, tester, texts);
    let reaching = || {
        let sources: Vec<(PathBuf, String)> = source_texts(request.project.java_files()).collect();
        let declared = declarations(&prepared.file);
        let types = declared.types.iter().map(|ty| ty.name.clone());
        reaching(types.filter(|name| !name.is_empty()).collect(), &sources)
    };
    let mut goals = prepared.goals.goals.iter();
    let question = MapQuestion {
        file: &request.file,
        asked,
        project: &request.project,
        all: texts,
        reaching: &reaching,
        knows_goals: goals.all(|goal| goal.criterion == Criterion::Branch),
        most_seconds: again(request),
    };
    Elsewhere::of(
        question.answer(&store, &now),
        store.is_begun(),
        request.awaits_suite,
    )
}

/// The test files of the class, those named after it first.
fn related(prepared: &Prepared, request: &Request, texts: &[(PathBuf, String)]) -> Vec<TestFile> {
    let subject = TestedClass::of(&prepared.file, &prepared.class);
    let beside = request
        .project
        .existing_tests(&request.file, subject.simple_name());
    let is_new = |path: &PathBuf| !texts.iter().any(|(known, _)| known == path);
    let beside = source_texts(beside.into_iter().filter(is_new));
    let mut all: Vec<(PathBuf, String)> = texts.iter().cloned().chain(beside).collect();
    all.retain(|(path, _)| *path != request.file);
    all.sort();
    tests_of(&subject, all)
}
