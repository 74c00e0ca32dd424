//! Makes the coverage map of a module: all its classes with probes of branches at once, every test file by itself,
//! each kept as it ends.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use goalline_build::{failed_in_build, source_texts};
use goalline_flow::FileFlow;
use goalline_goals::{Criterion, Goal, GoalKey, GoalSet};
use goalline_instrument::{ProbePlan, ProbedSource, weave};
use goalline_jvm::{
    CompileOutcome, Interrupt, JavacDiagnostic, ProbeRoom, SetId, SourceUnit, UserTestEnd,
    UserTestResult, UserTestRun, Worker, WorkerError,
};
use goalline_prepare::{
    EngineError, Event, GoalState, Request,
    needed_probes::unmeasurable,
    prepare::prepared::{error_offsets, not_compiled},
    report::{
        module_coverage::{FileCoverage, GoalCoverage, ModuleCoverage, SuiteRun},
        user_tests::name_covering,
    },
    request::Caller,
    sources::skeleton::FileParts,
};
use goalline_search::Fitness;
use goalline_syntax::JavaFile;
use goalline_testcase::{MethodTrace, PredicateTrace, Trace};

use super::{
    Tester,
    find::{TestFile, all_tests},
    map::MapStore,
    map_validity::MapValidity,
    memory::entered,
    records::{GoalOfFile, MappedTest, TestFileCoverage, did_nothing},
    retry::{failed, retry},
    running::{FailedTests, FailsWhere, LAST_ANSWER, bare_test, frameworks, message},
};

/// How often javac is asked with fewer probes; after [`STEPS`] of these a file that it objects to goes without any.
const ROUNDS: usize = 24;

/// Rounds in which a file loses single probes.
const STEPS: usize = 12;

/// Nobody waits for a map: a test may take so many times as long as when somebody does.
const PATIENCE: u32 = 6;

/// How often tests that fail run again.
const RETRIES: usize = 2;

/// A source of the module.
struct ModuleFile {
    unit: SourceUnit,
    file: JavaFile,
    goals: GoalSet,
    fitness: Fitness,
    /// Its predicates and methods among those of the module.
    predicates: Range<u32>,
    methods: Range<u32>,
    /// None where it has no probes.
    plan: Option<ProbePlan>,
    probed: Option<ProbedSource>,
    /// Why it does not compile, in javac's words; none where it does.
    broken: Option<String>,
}

/// The tests of a module, with what is known of them.
struct Suite<'a> {
    request: &'a Request,
    now: MapValidity,
    store: MapStore,
    tests: Vec<TestFile>,
}

impl<'a> Suite<'a> {
    fn of(tester: &Tester, request: &'a Request) -> Self {
        let sources = source_texts(request.project.test_files()).collect::<Vec<_>>();
        let mut tests = all_tests(&sources);
        tests.retain(|test| !request.project.is_left_out(&test.path));
        Self {
            request,
            now: MapValidity::now(request, tester, &sources),
            store: MapStore::new(tester, &request.project.root),
            tests,
        }
    }

    /// What is known of a test file and still holds.
    fn known(&self, test: &TestFile) -> Option<Arc<TestFileCoverage>> {
        let kept = self.store.get(&test.path)?;
        self.store.holds(&kept, &self.now).then_some(kept)
    }

    /// The test files that have to run.
    fn left(&self) -> Vec<&TestFile> {
        let tests = self.tests.iter();
        tests.filter(|test| self.known(test).is_none()).collect()
    }

    /// Runs these test files, each kept as it ends.
    fn run(
        &self,
        left: &[&TestFile],
        files: &mut [ModuleFile],
        tester: &mut Tester,
        owner: &mut Caller,
    ) -> Result<(), EngineError> {
        let request = self.request;
        let all: Vec<&TestFile> = self.tests.iter().collect();
        let launcher = tester.launcher(request, frameworks(request, &all));
        let launcher = launcher.map_err(EngineError::NothingToTest)?;
        let (limit, is_sandboxed) = (tester.limit, tester.is_sandboxed);
        let worker = tester.worker(request, &launcher)?;
        worker.set_interrupt(Interrupt::from(owner.cancel.flag()).patient(LAST_ANSWER));
        compile(worker, files)?;
        let mut run = MapRun {
            worker,
            files,
            now: &self.now,
            root: &request.project.root,
            limit: limit * PATIENCE,
            is_sandboxed,
            has_plain: false,
        };
        let compiled = run.compile_tests(left, &self.store)?;
        let before = all.len() - compiled.len();
        for (at, test) in compiled.iter().enumerate() {
            owner.events.event(Event::UserTests {
                class: test.class.clone(),
                at: before + at + 1,
                of: all.len(),
            });
            owner.cancel.check()?;
            let coverage = run.test_file(test)?;
            for file in run.files.iter() {
                if let Some(key) = coverage.touched.get(&file.unit.path) {
                    let parts = || FileParts::of(&file.file, &file.goals.flow);
                    self.store.put_parts(key, parts);
                }
            }
            self.store.put(&coverage);
        }
        Ok(())
    }
}

/// Runs the tests whose coverage is not known or has changed.
pub fn complete(
    tester: &mut Tester,
    request: &Request,
    owner: &mut Caller,
) -> Result<SuiteRun, EngineError> {
    let suite = Suite::of(tester, request);
    let left = suite.left();
    let ran = left.len();
    if !left.is_empty() {
        suite.run(&left, &mut files(request), tester, owner)?;
    }
    let tests = suite.tests.iter();
    let kept: Vec<KeptTest<'_>> = tests.map(|test| (test, suite.known(test))).collect();
    Ok(SuiteRun {
        tests: suite.tests.len(),
        ran,
        idle: idle(&kept),
    })
}

/// The same; says what all tests of the module cover.
pub fn map(
    tester: &mut Tester,
    request: &Request,
    owner: &mut Caller,
) -> Result<ModuleCoverage, EngineError> {
    let suite = Suite::of(tester, request);
    let mut files = files(request);
    let left = suite.left();
    let ran = left.len();
    if !left.is_empty() {
        suite.run(&left, &mut files, tester, owner)?;
    }
    let tests = suite.tests.iter();
    let kept: Vec<KeptTest<'_>> = tests.map(|test| (test, suite.known(test))).collect();
    Ok(ModuleCoverage {
        files: files.iter().map(|file| file.coverage(&kept)).collect(),
        tests: suite.tests.len(),
        ran,
        open: kept.iter().filter(|(_, kept)| kept.is_none()).count(),
        idle: idle(&kept),
        notices: files.iter().filter_map(ModuleFile::notice).collect(),
    })
}

/// A test file with what is known of it.
type KeptTest<'a> = (&'a TestFile, Option<Arc<TestFileCoverage>>);

/// The tests that did not do their work, with the cause.
fn idle(kept: &[KeptTest<'_>]) -> Vec<String> {
    let kept = kept.iter().filter_map(|(_, kept)| kept.as_ref());
    let mut idle = Vec::new();
    for one in kept {
        idle.extend(
            one.undone
                .iter()
                .map(|why| format!("{}: {why}", one.path.display())),
        );
        let tests = one.tests.iter().map(|it| &it.test);
        for test in tests.filter(|test| did_nothing(test)) {
            let cause = test.outcome.cause().unwrap_or_default();
            idle.push(format!(
                "{}: {}",
                test.label(),
                cause.lines().next().unwrap_or_default()
            ));
        }
    }
    idle
}

/// Times that a test may take which all tests of a class may take together: a whole suite has longer ones.
const MOST_LIMITS: u32 = 60;

/// The sources of the module itself, numbered one after the other.
fn files(request: &Request) -> Vec<ModuleFile> {
    let project = &request.project;
    let is_own = |file: &PathBuf| {
        let of = |roots: &[PathBuf]| roots.iter().any(|root| file.starts_with(root));
        let is_plain = file
            .file_stem()
            .is_some_and(|stem| stem != "package-info" && stem != "module-info");
        is_plain
            && file.starts_with(&project.root)
            && of(&project.source_roots)
            && !of(&project.test_roots)
    };
    let mut found: Vec<ModuleFile> = Vec::new();
    for (path, text) in source_texts(project.java_files().into_iter().filter(is_own)) {
        let file = JavaFile::parse(text.clone());
        let flow = Arc::new(FileFlow::of(&file));
        let goals = GoalSet::of(flow.clone(), &[Criterion::Branch]);
        let last = found.last();
        let (predicate, method) = last.map_or((0, 0), |it| (it.predicates.end, it.methods.end));
        let plan = ProbePlan::full(&flow).with_bases(predicate, method);
        found.push(ModuleFile {
            unit: SourceUnit { path, text },
            fitness: Fitness::new(&goals),
            predicates: predicate..predicate + flow.predicates.len() as u32,
            methods: method..method + flow.methods.len() as u32,
            plan: Some(plan),
            probed: None,
            broken: None,
            file,
            goals,
        });
    }
    found
}

/// Compiles all files with as many probes as javac takes; what does not compile without probes either is left out.
fn compile(worker: &mut Worker, files: &mut [ModuleFile]) -> Result<(), EngineError> {
    let paths: Vec<&Path> = files.iter().map(|file| &*file.unit.path).collect();
    worker.keep_only(&[SetId::Probed], &paths)?;
    let end = files.last();
    let (predicates, methods) = end.map_or((0, 0), |it| (it.predicates.end, it.methods.end));
    worker.prepare(&ProbeRoom::new(predicates, methods))?;
    let mut last = None;
    for round in 0..ROUNDS {
        let mut units = Vec::new();
        for file in files.iter_mut().filter(|file| file.broken.is_none()) {
            units.push(file.woven());
        }
        if units.is_empty() {
            break;
        }
        let outcome = worker.compile(&units, SetId::Probed)?;
        if outcome.ok {
            return Ok(());
        }
        let mut is_changed = false;
        for file in files.iter_mut().filter(|file| file.broken.is_none()) {
            is_changed |= file.step_down(&outcome, round < STEPS);
        }
        last = Some(outcome);
        if !is_changed {
            break;
        }
    }
    let first = files.first().map(|file| file.unit.path.clone());
    Err(not_compiled(
        &first.unwrap_or_default(),
        &last.unwrap_or_else(empty),
    ))
}

fn empty() -> CompileOutcome {
    CompileOutcome {
        ok: false,
        diagnostics: Vec::new(),
        classes: Vec::new(),
    }
}

/// What javac objects to first in this file.
fn first_error(outcome: &CompileOutcome, unit: &SourceUnit) -> String {
    let is_here = |it: &&JavacDiagnostic| it.is_error && Path::new(&it.file) == unit.path;
    let first = outcome.diagnostics.iter().find(is_here);
    first.map_or_else(String::new, message)
}

impl ModuleFile {
    fn woven(&mut self) -> SourceUnit {
        let flow = &self.goals.flow;
        self.probed = self.plan.as_ref().map(|plan| weave(&self.file, flow, plan));
        let text = self.probed.as_ref().map(|probed| &probed.text);
        SourceUnit {
            path: self.unit.path.clone(),
            text: text.unwrap_or(&self.unit.text).clone(),
        }
    }

    /// Takes away what javac objected to, if it did: single probes, or all, or the file. Whether that changes anything.
    fn step_down(&mut self, outcome: &CompileOutcome, is_early: bool) -> bool {
        let errors = error_offsets(outcome, &self.unit);
        if errors.is_empty() {
            return false;
        }
        let is_plain = self.plan.is_none();
        let mut is_mended = false;
        if let (Some(plan), Some(probed)) = (&mut self.plan, &self.probed) {
            is_mended = is_early && plan.step_down(probed, &errors);
        }
        if !is_mended {
            self.plan = None;
            self.broken = is_plain.then(|| first_error(outcome, &self.unit));
        }
        true
    }

    /// What the user should know of a file that does not compile.
    fn notice(&self) -> Option<String> {
        let why = self.broken.as_ref()?;
        let path = self.unit.path.display();
        Some(format!(
            "{path} does not compile ({why}), so nothing of it is measured"
        ))
    }

    /// What happened in this file, in its own numbers.
    fn part(&self, trace: &Trace) -> Trace {
        let own = |range: &Range<u32>, id: u32| range.contains(&id);
        let predicates = trace.predicates.iter();
        let methods = trace.methods.iter();
        Trace {
            predicates: predicates
                .filter(|seen| own(&self.predicates, seen.predicate))
                .map(|seen| PredicateTrace {
                    predicate: seen.predicate - self.predicates.start,
                    ..*seen
                })
                .collect(),
            methods: methods
                .filter(|seen| own(&self.methods, seen.method))
                .map(|seen| MethodTrace {
                    method: seen.method - self.methods.start,
                    ..*seen
                })
                .collect(),
            ..Trace::default()
        }
    }

    /// Where the goals stand by what is kept of all test files.
    fn coverage(&self, kept: &[KeptTest<'_>]) -> FileCoverage {
        let path = &self.unit.path;
        let mut covering: BTreeMap<GoalKey, Vec<String>> = BTreeMap::new();
        let mut is_open = false;
        for (test, kept) in kept {
            let Some(kept) = kept else {
                is_open = true;
                continue;
            };
            is_open |= kept.may_cover(path, &test.text);
            for test in kept.tests_of(path) {
                let label = test.label();
                for goal in test.covers {
                    name_covering(covering.entry(goal).or_default(), &label);
                }
            }
        }
        let unmeasured = self.probed.as_ref().map(|it| unmeasurable(&self.goals, it));
        let state = |goal: &Goal| {
            let why = unmeasured.as_ref().and_then(|it| it.get(&goal.id).cloned());
            match (why, covering.get(&goal.key)) {
                (Some(reason), _) => GoalState::NotMeasurable(reason),
                (None, Some(tests)) => GoalState::CoveredByUser(tests.clone()),
                (None, None) if self.plan.is_none() || self.broken.is_some() => {
                    GoalState::NotMeasurable("the file does not compile with probes".to_owned())
                }
                (None, None) if is_open => GoalState::NotKnown(None),
                (None, None) => GoalState::NotReached(None),
            }
        };
        let lines = self.file.lines();
        let goals = self.goals.goals.iter().map(|goal| GoalCoverage {
            key: goal.key.clone(),
            line: lines.chars(goal.span.start).line + 1,
            text: goal.aim(),
            state: state(goal),
        });
        FileCoverage {
            file: path.clone(),
            goals: goals.collect(),
        }
    }
}

/// The tests of a module being run.
struct MapRun<'a> {
    worker: &'a mut Worker,
    files: &'a mut [ModuleFile],
    now: &'a MapValidity,
    root: &'a Path,
    limit: Duration,
    is_sandboxed: bool,
    has_plain: bool,
}

impl MapRun<'_> {
    /// Compiles all test files at once; where that fails, each by itself. Gives those that compile, and keeps why the
    /// others do not.
    fn compile_tests<'f>(
        &mut self,
        tests: &[&'f TestFile],
        store: &MapStore,
    ) -> Result<Vec<&'f TestFile>, EngineError> {
        let unit = |test: &TestFile| SourceUnit {
            path: test.path.clone(),
            text: test.text.to_string(),
        };
        let all: Vec<SourceUnit> = tests.iter().map(|test| unit(test)).collect();
        if self.worker.compile(&all, SetId::Plain)?.ok {
            return Ok(tests.to_vec());
        }
        let mut compiled = Vec::new();
        for test in tests {
            let outcome = self.worker.compile(&[unit(test)], SetId::Plain)?;
            if outcome.ok {
                compiled.push(*test);
                continue;
            }
            let first = outcome.diagnostics.iter().find(|found| found.is_error);
            let why = first.map_or_else(String::new, message);
            store.put(&TestFileCoverage {
                undone: Some(format!("it does not compile: {why}")),
                ..self.begun(test)
            });
        }
        Ok(compiled)
    }

    fn begun(&self, test: &TestFile) -> TestFileCoverage {
        TestFileCoverage {
            path: test.path.clone(),
            key: self.now.of_test(&test.path).unwrap_or_default(),
            ..TestFileCoverage::default()
        }
    }

    fn test_file(&mut self, test: &TestFile) -> Result<TestFileCoverage, EngineError> {
        let mut found = Collected::default();
        let mut coverage = self.begun(test);
        let begun = Instant::now();
        for class in &test.classes {
            if let Err(why) = self.class(test, class, &mut found)? {
                coverage.undone = Some(why);
            }
        }
        let key = |file: &PathBuf| Some((file.clone(), self.now.main(file)?.clone()));
        coverage.touched = found.entered.keys().filter_map(key).collect();
        coverage.entered = found.entered;
        let mut goals: Vec<(GoalOfFile, u32)> = found.goals.into_iter().collect();
        goals.sort_by_key(|(_, at)| *at);
        coverage.goals = goals.into_iter().map(|(goal, _)| goal).collect();
        coverage.tests = found.tests;
        coverage.seconds = begun.elapsed().as_secs_f64();
        Ok(coverage)
    }

    /// Runs one class with probes, and what fails once more without them. The inner result says why it gave nothing.
    fn class(
        &mut self,
        test: &TestFile,
        class: &str,
        found: &mut Collected,
    ) -> Result<Result<(), String>, EngineError> {
        let mut results = match self.results(class, SetId::Probed, &[])? {
            Ok(results) => results,
            Err(why) => return Ok(Err(why)),
        };
        let run = self.run_of(class, SetId::Probed);
        retry(self.worker, &run, RETRIES, &mut results)?;
        let failed = failed(&results);
        let mut passes_plain = BTreeSet::new();
        let mut in_build = BTreeSet::new();
        if !failed.is_empty() {
            self.compile_plain()?;
            let plain = self
                .results(class, SetId::Plain, &failed)?
                .unwrap_or_default();
            let passed = plain.into_iter().filter(|it| it.end == UserTestEnd::Passed);
            passes_plain.extend(passed.map(|it| it.id));
            in_build = failed_in_build(self.root, &test.path, class);
        }
        let at_fault = FailedTests::of(test);
        for result in results {
            let failure = if passes_plain.contains(&result.id) {
                FailsWhere::WithProbes
            } else {
                FailsWhere::without_probes(self.is_sandboxed, &in_build, &result.method)
            };
            let covers = found.take(self.files, &result.trace);
            let test = bare_test(&at_fault, class, result, failure);
            found.tests.push(MappedTest { test, covers });
        }
        Ok(Ok(()))
    }

    fn run_of<'t>(&self, class: &'t str, set: SetId) -> UserTestRun<'t> {
        UserTestRun::of(class, set, self.limit, self.limit * MOST_LIMITS)
    }

    fn results(
        &mut self,
        class: &str,
        set: SetId,
        only: &[String],
    ) -> Result<Result<Vec<UserTestResult>, String>, EngineError> {
        let run = UserTestRun {
            only,
            ..self.run_of(class, set)
        };
        self.heard(&run)
    }

    fn heard(
        &mut self,
        run: &UserTestRun<'_>,
    ) -> Result<Result<Vec<UserTestResult>, String>, EngineError> {
        match self.worker.run_user_tests(run) {
            Ok(results) => Ok(Ok(results)),
            Err(WorkerError::Cancelled) => Err(EngineError::Cancelled),
            Err(other) => Ok(Err(other.to_string())),
        }
    }

    fn compile_plain(&mut self) -> Result<(), EngineError> {
        if !self.has_plain {
            let files = self.files.iter().filter(|file| file.broken.is_none());
            let units: Vec<SourceUnit> = files.map(|file| file.unit.clone()).collect();
            self.worker.compile(&units, SetId::Plain)?;
            self.has_plain = true;
        }
        Ok(())
    }
}

/// What the tests of one file did.
#[derive(Default)]
struct Collected {
    /// The sources that they ran something of, with the methods that they entered.
    entered: BTreeMap<PathBuf, BTreeSet<String>>,
    goals: BTreeMap<GoalOfFile, u32>,
    tests: Vec<MappedTest>,
}

impl Collected {
    /// The numbers of the goals that a trace covers.
    fn take(&mut self, files: &[ModuleFile], trace: &Trace) -> Vec<u32> {
        let mut covers = BTreeSet::new();
        for file in files {
            let part = file.part(trace);
            if part.predicates.is_empty() && part.methods.is_empty() {
                continue;
            }
            let path = &file.unit.path;
            let entered = entered(&file.goals.flow, &part);
            self.entered
                .entry(path.clone())
                .or_default()
                .extend(entered);
            let mut keys = Vec::new();
            file.fitness
                .covered(&part, |goal| keys.push(file.goals.goal(goal).key.clone()));
            for key in keys {
                let next = self.goals.len() as u32;
                let file = path.clone();
                covers.insert(*self.goals.entry(GoalOfFile { file, key }).or_insert(next));
            }
        }
        covers.into_iter().collect()
    }
}
