//! From covering tests to offered ones: takes test cases, minimises, observes, writes and checks them, gives ready
//! tests or reasons.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::MethodId;
use goalline_goals::{Goal, GoalId};
use goalline_junit::{
    About, Collaborators, ConditionText, GoalText, MutantRun, Refusal, Style, TestDraft,
    WrittenTest, act_of, write_class, write_test,
};
use goalline_jvm::{Pool, SourceUnit};
use goalline_prepare::{CoupledCall, EngineError, ReadyTest, literal, prepare::prepared::Prepared};
use goalline_search::{
    Fitness, HandedOn, Minimisation, behaviours, beside_silent_ones, passes_part_outside, used_once,
};
use goalline_syntax::Span;
use goalline_testcase::{
    CallableId, CallableKind, Execution, JavaString, Literal, ObservedPart, Outcome, RunOptions,
    Statement, StatementKind, StoredTest, TestCase, TestCluster, Var, begins_with_word, looks_up,
    parameter_numbers, stand_in, with_prints_caught, writes_rows,
};

use crate::{
    check_failure::CheckFailure,
    limits::RunLimits,
    mutants::kill_matrix::{MetaMutant, MutantOutcome, ObservedTests},
    observe::{ObservedRun, observe},
    verify::{
        causes::{
            conditions::{
                CallOfAct, conditions, conditions_of_making, given_condition, without_effect,
            },
            deciding_answers::AskedMethods,
            varied_inputs::{VariedOutcome, VariedOutcomes, varied},
            why_calls_ended::RunOfAct,
        },
        equal_objects::beside_an_equal_one,
    },
};

/// How a test runs that is being made smaller. It has twice the time that a search allows, for this JVM is colder: a
/// small test may take longer than the one it comes from, and hundreds are tried.
pub const SINGLE: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 200,
    fresh_loader: false,
    observe: false,
    mutant: None,
    pauses: false,
};

/// Runs of each written test before it is offered.
pub(crate) const RUNS: u32 = 2;

/// The same for tests that passed alone so often in another class: they only have to bear each other.
pub(crate) const TOGETHER_ALONE: u32 = 0;

/// How often a test is written again at most without an assertion that did not hold.
const MOST_REWRITINGS: usize = 6;

/// Why a test is not offered that shows what the sandbox does.
const DEPENDS_ON_ENVIRONMENT: &str = "it writes files, uses the network, starts a program or asks for threads, which works otherwise elsewhere";

/// Why a test is not offered that says what nobody may ask.
const FORBIDDEN_NULL: &str = "it passes null where the declaration forbids it";

/// Why no test is offered that changes an object which every other test gets, too.
const CHANGES_SHARED: &str = "it changes an object in a static field, which other tests see";

/// Why no test is offered whose mock contradicts itself.
const HIDES_ERRORS: &str = "a mock in it was told of an error, and says that there is none";

/// Why no test is offered that gives a character which none is.
const OUT_OF_RANGE: &str = "a number in it is none of its kind, and nothing says so";

/// Why no test is offered of a part of an array that is none.
const PART_OUTSIDE: &str =
    "the part of the array that it is about lies outside of the array, and nothing says so";

/// Why no test is offered whose double is nothing that could be.
const BELOW_ZERO: &str = "a double in it says that there are fewer than none";

/// Simple name of the class that tests are checked in.
const CHECK_CLASS: &str = "GoallineCheckTest";

/// The number of a candidate, and the test that was written for it.
type Placed = (usize, WrittenTest);

/// Why a test is not offered that covered its goals when it was found, and did not when it ran again.
const NOT_AGAIN: &str = "what covered it once did not when it ran again by itself";

/// Candidates that were taken apart.
#[derive(Default)]
struct SingleBehaviours {
    parts: Vec<Candidate>,
    /// Those that did not cover their goals again.
    unrepeatable: Vec<Candidate>,
}

/// What candidates showed, by their number.
struct CandidateRuns {
    seen: Vec<ObservedRun>,
    /// With mutants.
    shown: Vec<Vec<MutantOutcome>>,
    /// With other values for single inputs.
    varied: Vec<Vec<VariedOutcome>>,
}

impl CandidateRuns {
    /// What another test showed in place of this candidate.
    fn put(&mut self, at: usize, mut other: CandidateRuns) {
        self.seen[at] = other.seen.swap_remove(0);
        self.shown[at] = other.shown.swap_remove(0);
        self.varied[at] = other.varied.swap_remove(0);
    }

    fn evidence(&self, at: usize) -> Evidence<'_> {
        Evidence {
            seen: &self.seen[at],
            shown: &self.shown[at],
            varied: &self.varied[at],
        }
    }
}

/// What one candidate showed: its assertions are chosen from that.
#[derive(Clone, Copy)]
struct Evidence<'a> {
    seen: &'a ObservedRun,
    /// With mutants.
    shown: &'a [MutantOutcome],
    /// With other values for single inputs.
    varied: &'a [VariedOutcome],
}

/// A test that uses what another one only gives.
struct UsedResult {
    part: Candidate,
    /// What it alone showed.
    runs: CandidateRuns,
    written: WrittenTest,
}

impl UsedResult {
    /// Puts it in place of the candidate.
    fn put(self, at: usize, parts: &mut [Candidate], runs: &mut CandidateRuns) -> Placed {
        parts[at] = self.part;
        runs.put(at, self.runs);
        (at, self.written)
    }
}

/// Tests that were written and checked, and why some of them failed, by their names.
struct CheckedTests {
    written: Vec<Placed>,
    failures: BTreeMap<String, CheckFailure>,
    /// Why those of these candidates were written without mocks that could not have any.
    mockless: BTreeMap<usize, String>,
}

impl CheckedTests {
    /// Why this candidate's test failed; none where it passed.
    fn failed(&mut self, at: usize, name: &str) -> Option<String> {
        let failure = self.failures.get(name)?;
        let mockless = self.mockless.remove(&at);
        Some(mockless.unwrap_or_else(|| failure.reason.clone()))
    }
}

/// A covering test with the goals it was taken for.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub test: TestCase,
    pub goals: Vec<GoalId>,
    /// The same with one call of the function that it gives, or with what is printed caught: they are tried where
    /// nothing can be said of it.
    pub uses: Vec<TestCase>,
}

impl Candidate {
    /// A test that was found for these goals.
    pub(crate) fn new(test: TestCase, goals: Vec<GoalId>) -> Self {
        Self {
            test,
            goals,
            uses: Vec::new(),
        }
    }
}

/// What became of a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Ready(Arc<ReadyTest>),
    Refused(String),
}

/// The workers that make tests ready, with what they know beside the classes.
pub(crate) struct Checkers<'w> {
    pub pool: &'w mut Pool,
    /// The mutants that can be switched on there, once they are compiled.
    pub meta_mutant: Option<MetaMutant>,
    /// Names of tests whose assertions were chosen with mutants: assertion selection would show the same.
    pub weighed: BTreeSet<String>,
    /// Whether tests are run with other values, too.
    varies: bool,
    /// What tests that were made smaller show already.
    handed_on: HandedOn,
}

impl<'w> Checkers<'w> {
    /// Workers that know no mutants yet.
    pub(crate) fn new(pool: &'w mut Pool) -> Self {
        Self {
            pool,
            meta_mutant: None,
            weighed: BTreeSet::new(),
            varies: true,
            handed_on: HandedOn::default(),
        }
    }

    /// Makes mutants ready to be switched on, where that was not done; fewer of them where the search is short.
    pub(crate) fn arm(&mut self, prepared: &Prepared, is_short: bool) -> Result<(), EngineError> {
        if self.meta_mutant.is_none() {
            self.meta_mutant = MetaMutant::install(prepared, self.pool, is_short)?;
        }
        Ok(())
    }

    fn shown(
        &mut self,
        cluster: &TestCluster,
        observed: ObservedTests<'_>,
        limits: &RunLimits<'_>,
    ) -> Result<Vec<Vec<MutantOutcome>>, EngineError> {
        match &self.meta_mutant {
            Some(meta_mutant) => meta_mutant.shown(self.pool, cluster, observed, limits),
            None => Ok(vec![Vec::new(); observed.tests.len()]),
        }
    }
}

/// What offering needs that stays the same over a run.
pub(crate) struct Verification<'a> {
    pub prepared: &'a Prepared,
    pub style: Style,
    /// Names of the tests that the test class already has.
    pub taken: BTreeSet<String>,
    pub junit: Vec<std::path::PathBuf>,
    pub implicit_exceptions: bool,
    /// How long it goes on after the search.
    pub limits: RunLimits<'a>,
}

/// The call that a test is about, where it is one of a method of the file.
struct TracedAct {
    method: MethodId,
    /// The constructor of the object that it was called on, where the test calls that.
    maker: Option<MethodId>,
    /// The run with the trace of this call alone.
    run: Execution,
}

/// The constructor that made what the last call is made on, where that is this one.
fn maker_of_receiver(cluster: &TestCluster, test: &TestCase, act: CallableId) -> Option<MethodId> {
    let called = |kind: &StatementKind| match kind {
        StatementKind::Call {
            callable, receiver, ..
        } => Some((*callable, *receiver)),
        _ => None,
    };
    let (last, receiver) = called(&test.statements.last()?.kind)?;
    let receiver = receiver.filter(|_| last == act);
    let (maker, _) = called(&test.statement(receiver?).kind)?;
    cluster.callable(maker).method
}

impl TracedAct {
    fn of(cluster: &TestCluster, test: &TestCase, seen: &ObservedRun) -> Option<Self> {
        let act = act_of(cluster, test, &seen.execution.outcome)?;
        Some(Self {
            method: cluster.callable(act).method?,
            maker: maker_of_receiver(cluster, test, act),
            run: Execution {
                trace: seen.of_act.clone(),
                ..seen.execution.clone()
            },
        })
    }
}

impl Verification<'_> {
    /// Takes the candidates apart into single behaviours, observes, writes and checks those; each comes back with its
    /// verdict, unless it is late: those that were taken apart by then come back, and none where the run is over.
    pub(crate) fn verify(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        candidates: &[Candidate],
        taken: &mut BTreeSet<String>,
    ) -> Result<Vec<(Candidate, Verdict)>, EngineError> {
        let SingleBehaviours {
            parts,
            unrepeatable,
        } = self.single_behaviours(checkers, cluster, candidates)?;
        let mut verdicts = self.verify_parts(checkers, cluster, parts, taken)?;
        let refused = |part| (part, Verdict::Refused(NOT_AGAIN.to_owned()));
        verdicts.extend(unrepeatable.into_iter().map(refused));
        Ok(verdicts)
    }

    /// Observes, writes and checks single behaviours; each comes back with its verdict, in their order.
    pub(crate) fn verify_parts(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &TestCluster,
        parts: Vec<Candidate>,
        taken: &mut BTreeSet<String>,
    ) -> Result<Vec<(Candidate, Verdict)>, EngineError> {
        if parts.is_empty() || self.limits.is_over() {
            return Ok(Vec::new());
        }
        let mut parts = as_read(parts, cluster);
        let mut runs = self.runs(checkers, cluster, &parts)?;
        let is_weighed = checkers.meta_mutant.is_some() && !self.limits.is_late_for_better();
        let mut verdicts = Vec::new();
        let mut written = Vec::new();
        let mut untold = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if let Some(reason) = self.unwanted(cluster, part, &runs.seen[at]) {
                verdicts.push(Verdict::Refused(reason.to_owned()));
                continue;
            }
            match self.write(cluster, part, runs.evidence(at), &self.style, taken) {
                Ok(text) => {
                    written.push((at, text));
                    verdicts.push(Verdict::Refused("its check did not run".to_owned()));
                }
                Err(refusal) => {
                    let is_untold = refusal == Refusal::NothingToAssert;
                    untold.extend((is_untold && !part.uses.is_empty()).then_some(at));
                    verdicts.push(Verdict::Refused(refusal.to_string()));
                }
            }
        }
        for at in untold {
            let used = self.used(checkers, cluster, &parts[at], taken)?;
            written.extend(used.map(|used| used.put(at, &mut parts, &mut runs)));
        }
        let mut checked = CheckedTests {
            failures: self.check_each(checkers.pool, &written)?,
            written,
            mockless: BTreeMap::new(),
        };
        let plain = self.without_mocks(cluster, &parts, &runs, &mut checked, taken);
        self.check_again(checkers.pool, &plain, &mut checked)?;
        let mut rewritings = 0..MOST_REWRITINGS;
        while rewritings.next().is_some() && !self.limits.is_late() {
            let fewer = self.with_fewer_assertions(cluster, &parts, &mut runs, &mut checked, taken);
            if fewer.is_empty() {
                break;
            }
            self.check_again(checkers.pool, &fewer, &mut checked)?;
        }
        for (at, text) in std::mem::take(&mut checked.written) {
            verdicts[at] = if let Some(reason) = checked.failed(at, &text.name) {
                // Its name says best what the next one of its kind shows.
                taken.remove(&text.name);
                Verdict::Refused(reason)
            } else {
                let case = StoredTest::of(cluster, &parts[at].test);
                let ready = self.ready(text, &parts[at].goals, &runs.seen[at], case);
                let ready = self.with_mutants(checkers, ready);
                if is_weighed {
                    checkers.weighed.insert(ready.written.name.clone());
                }
                Verdict::Ready(Arc::new(ready))
            };
        }
        Ok(parts.into_iter().zip(verdicts).collect())
    }

    /// A test that uses what the candidate's only gives, where something can be said of that.
    fn used(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &TestCluster,
        part: &Candidate,
        taken: &mut BTreeSet<String>,
    ) -> Result<Option<UsedResult>, EngineError> {
        let with = |test: &TestCase| Candidate::new(test.clone(), part.goals.clone());
        for part in part.uses.iter().map(with) {
            let runs = self.runs(checkers, cluster, std::slice::from_ref(&part))?;
            if runs.seen[0].execution.outcome != Outcome::Passed {
                continue;
            }
            let written = self.write(cluster, &part, runs.evidence(0), &self.style, taken);
            if let Ok(written) = written {
                return Ok(Some(UsedResult {
                    part,
                    runs,
                    written,
                }));
            }
        }
        Ok(None)
    }

    /// The test with what its mutants say of it, where they were run.
    fn with_mutants(&self, checkers: &mut Checkers<'_>, mut ready: ReadyTest) -> ReadyTest {
        if let Some(meta_mutant) = &mut checkers.meta_mutant {
            meta_mutant.note(&ready.written.kills);
            ready.tells_apart = meta_mutant.told(self.prepared, &ready.written.kills);
            ready.minor_kills = meta_mutant.minor(&ready.written.kills);
        }
        ready
    }

    /// What the candidates show, with mutants too.
    fn runs(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &TestCluster,
        parts: &[Candidate],
    ) -> Result<CandidateRuns, EngineError> {
        let tests: Vec<TestCase> = parts.iter().map(|part| part.test.clone()).collect();
        let seen = observe(checkers.pool, cluster, &tests)?;
        let observed = ObservedTests {
            tests: &tests,
            seen: &seen,
        };
        let shown = checkers.shown(cluster, observed, &self.limits)?;
        let varied = self.varied(checkers, cluster, observed)?;
        Ok(CandidateRuns {
            seen,
            shown,
            varied,
        })
    }

    /// What the tests show with other values for single inputs; nothing where it is late, or such runs had to be ended.
    fn varied(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &TestCluster,
        observed: ObservedTests<'_>,
    ) -> Result<Vec<Vec<VariedOutcome>>, EngineError> {
        let ObservedTests { tests, seen } = observed;
        if !checkers.varies || self.limits.is_late_for_better() {
            return Ok(vec![Vec::new(); tests.len()]);
        }
        let _spending = self.limits.spend_on_better();
        let deaths = checkers.pool.deaths();
        let said = |test: &TestCase| self.texts_of_act(cluster, test);
        let varied = varied(checkers.pool, cluster, tests, seen, said)?;
        let VariedOutcomes { by_test, is_costly } = varied;
        checkers.varies = !is_costly;
        if let Some(meta_mutant) = &mut checkers.meta_mutant {
            meta_mutant.leave_out(checkers.pool.deaths() - deaths);
        }
        Ok(by_test)
    }

    /// A few texts that stand in the method that the test ends with.
    fn texts_of_act(&self, cluster: &TestCluster, test: &TestCase) -> Vec<JavaString> {
        const MOST: usize = 3;
        let act = match test.statements.last().map(|it| &it.kind) {
            Some(StatementKind::Call { callable, .. }) => cluster.callable(*callable).method,
            _ => None,
        };
        let file = &self.prepared.file;
        let Some(body) = act.map(|act| self.prepared.goals.flow.method(act).body) else {
            return Vec::new();
        };
        if body.end > file.text().len() {
            return Vec::new();
        }
        let inside = file.root().smallest_around(body);
        let inside = inside
            .descendants()
            .filter(|node| body.contains(node.span()));
        let mut found: Vec<JavaString> = Vec::new();
        for text in inside.flat_map(|node| literal(node).texts) {
            let is_new = !text.0.is_empty() && !found.contains(&text);
            found.extend(Some(text).filter(|_| is_new));
        }
        found.truncate(MOST);
        found
    }

    /// Why nobody would want the test, whatever can be asserted.
    fn unwanted(
        &self,
        cluster: &TestCluster,
        part: &Candidate,
        seen: &ObservedRun,
    ) -> Option<&'static str> {
        let test = &part.test;
        if self
            .prepared
            .knowledge
            .environment_calls
            .reached(&seen.execution.trace)
        {
            return Some(DEPENDS_ON_ENVIRONMENT);
        }
        if changes_shared(cluster, test) {
            return Some(CHANGES_SHARED);
        }
        if answers_below_zero(cluster, test, self.is_for_branch(part)) {
            return Some(BELOW_ZERO);
        }
        let has_passed = seen.execution.outcome == Outcome::Passed;
        let is_extra = has_passed && !self.is_for_branch(part);
        if is_extra && gives_what_is_none(cluster, test) {
            return Some(OUT_OF_RANGE);
        }
        if is_extra && passes_part_outside(test, cluster) {
            return Some(PART_OUTSIDE);
        }
        if hides_what_it_was_told(cluster, test, seen) {
            return Some(HIDES_ERRORS);
        }
        let has_thrown = matches!(seen.execution.outcome, Outcome::Threw { .. });
        (!has_thrown && passes_forbidden_null(cluster, test)).then_some(FORBIDDEN_NULL)
    }

    /// Writes the tests that failed with mocks once more, without; gives those, and puts them in place of the others.
    fn without_mocks(
        &self,
        cluster: &TestCluster,
        parts: &[Candidate],
        runs: &CandidateRuns,
        checked: &mut CheckedTests,
        taken: &mut BTreeSet<String>,
    ) -> Vec<Placed> {
        let CheckedTests {
            written,
            failures,
            mockless,
        } = checked;
        let style = Style {
            mocks: None,
            ..self.style.clone()
        };
        let mut plain = Vec::new();
        for (at, text) in written {
            let is_mended = |failure: &CheckFailure| {
                let stated = failure.stated(text);
                stated.iter().any(|about| matches!(about, About::Stub(_)))
            };
            let failure = failures.get(&text.name).filter(|one| !is_mended(one));
            let Some(failure) = failure.filter(|_| text.mocks()) else {
                continue;
            };
            mockless.extend(failure.of_mockito().map(|reason| (*at, reason)));
            taken.remove(&text.name);
            if let Ok(other) = self.write(cluster, &parts[*at], runs.evidence(*at), &style, taken) {
                *text = other;
                plain.push((*at, text.clone()));
            }
        }
        plain
    }

    /// Writes the tests that failed at an assertion once more, without what it states, where something else is left
    /// to state; gives those, and puts them in place of the others.
    fn with_fewer_assertions(
        &self,
        cluster: &TestCluster,
        parts: &[Candidate],
        runs: &mut CandidateRuns,
        checked: &mut CheckedTests,
        taken: &mut BTreeSet<String>,
    ) -> Vec<Placed> {
        let CheckedTests {
            written, failures, ..
        } = checked;
        let mut fewer = Vec::new();
        for (at, text) in written {
            let failure = failures.get(&text.name);
            let about = failure
                .map(|failure| failure.stated(text))
                .unwrap_or_default();
            let Some(rest) = runs.seen[*at].without_all(&about) else {
                continue;
            };
            let style = Style {
                mocks: self.style.mocks.filter(|_| text.mocks()),
                ..self.style.clone()
            };
            taken.remove(&text.name);
            let evidence = Evidence {
                seen: &rest,
                shown: &runs.shown[*at],
                varied: &runs.varied[*at],
            };
            if let Ok(other) = self.write(cluster, &parts[*at], evidence, &style, taken) {
                *text = other;
                runs.seen[*at] = rest;
                fewer.push((*at, text.clone()));
            } else {
                taken.insert(text.name.clone());
            }
        }
        fewer
    }

    /// Checks tests that were written once more; what the earlier text of one did says nothing of it.
    fn check_again(
        &self,
        pool: &mut Pool,
        again: &[Placed],
        checked: &mut CheckedTests,
    ) -> Result<(), EngineError> {
        let CheckedTests {
            written, failures, ..
        } = checked;
        let is_as_it_was = |name: &String| {
            let is = |(_, text): &Placed| text.name == *name;
            written.iter().any(is) && !again.iter().any(is)
        };
        failures.retain(|name, _| is_as_it_was(name));
        failures.extend(self.check_each(pool, again)?);
        Ok(())
    }

    fn single_behaviours(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        candidates: &[Candidate],
    ) -> Result<SingleBehaviours, EngineError> {
        let mut single = SingleBehaviours::default();
        for (at, candidate) in candidates.iter().enumerate() {
            if self.limits.is_late() {
                self.limits.leave_out(candidates.len() - at);
                break;
            }
            let mut bench = Minimisation {
                goals: &self.prepared.goals,
                cluster,
                executor: &mut *checkers.pool,
                options: SINGLE,
                handed_on: &mut checkers.handed_on,
            };
            for part in behaviours(&candidate.test, &candidate.goals, &mut bench)? {
                if !part.is_repeatable {
                    let part = Candidate::new(part.test, part.goals);
                    single.unrepeatable.push(part);
                    continue;
                }
                let mut uses = used_once(&part.test, cluster);
                uses.extend(beside_silent_ones(&part.test, cluster));
                uses.extend(with_prints_caught(&part.test, cluster));
                single.parts.push(Candidate {
                    uses,
                    ..Candidate::new(part.test, part.goals)
                });
            }
        }
        Ok(single)
    }

    fn write(
        &self,
        cluster: &TestCluster,
        part: &Candidate,
        evidence: Evidence<'_>,
        style: &Style,
        taken: &mut BTreeSet<String>,
    ) -> Result<WrittenTest, Refusal> {
        let Evidence {
            seen,
            shown,
            varied,
        } = evidence;
        let own = self.conditions_of_goals(part);
        let mutants: Vec<MutantRun<'_>> = shown.iter().map(|it| it.run(&own)).collect();
        let goals: Vec<GoalText> = part
            .goals
            .iter()
            .map(|goal| self.prepared.goals.goal(*goal))
            .filter(|goal| !is_not_of_act(goal, seen))
            .map(|goal| goal_text(self.prepared, goal))
            .collect();
        let act = TracedAct::of(cluster, &part.test, seen);
        let conditions = act.as_ref().map(|act| self.conditions(part, evidence, act));
        let returned = act.as_ref().map(|act| self.run_of(act));
        let deciding = act
            .as_ref()
            .map(|act| self.asked_by(act).answered(&part.test));
        let answered = returned.as_ref().and_then(RunOfAct::answered);
        let constant = returned.as_ref().and_then(RunOfAct::returned_constant);
        let draft = TestDraft {
            test: &part.test,
            execution: &seen.execution,
            stable: &seen.stable,
            before: &seen.before,
            mutants: &mutants,
            varied: &varied.iter().map(VariedOutcome::run).collect::<Vec<_>>(),
            goals: &goals,
            is_for_branch: self.is_for_branch(part),
            conditions: &conditions.unwrap_or_default(),
            answered: answered.as_deref(),
            constant: constant.as_ref(),
            implicit_exceptions: self.implicit_exceptions,
            idle: &seen.idle,
            deciding: &deciding.unwrap_or_default(),
            promises: &self.prepared.knowledge.contracts,
        };
        write_test(cluster, &draft, style, taken)
    }

    /// Whether one of the goals that the test was made for is a branch.
    pub(crate) fn is_for_branch(&self, part: &Candidate) -> bool {
        let mut goals = part
            .goals
            .iter()
            .map(|goal| self.prepared.goals.goal(*goal));
        goals.any(|goal| goal.target.branch().is_some())
    }

    /// Where the conditions of the branches stand that the test was made for. Of several files nothing is said: each
    /// counts from its own beginning.
    fn conditions_of_goals(&self, part: &Candidate) -> Vec<Span> {
        if self.prepared.several_files().is_some() {
            return Vec::new();
        }
        let goals = part
            .goals
            .iter()
            .map(|goal| self.prepared.goals.goal(*goal));
        let branches = goals.filter_map(|goal| goal.target.branch());
        branches
            .map(|branch| self.prepared.goals.flow.predicate(branch.predicate).span)
            .collect()
    }

    /// What held in the run of the call that the test is about.
    fn conditions(
        &self,
        part: &Candidate,
        evidence: Evidence<'_>,
        act: &TracedAct,
    ) -> Vec<ConditionText> {
        let Evidence { seen, shown, .. } = evidence;
        let without_effect = without_effect(&self.prepared.goals.flow, shown, &seen.execution);
        let call = CallOfAct {
            method: act.method,
            run: &act.run,
            without_effect: &without_effect,
        };
        let given = given_condition(self.prepared, act.method).into_iter();
        let mut told: Vec<ConditionText> = given.collect();
        told.extend(conditions(self.prepared, &call, &part.goals));
        let making = act
            .maker
            .map(|maker| conditions_of_making(self.prepared, act.method, maker, &seen.execution));
        told.extend(making.into_iter().flatten());
        told
    }

    fn asked_by<'r>(&'r self, act: &'r TracedAct) -> AskedMethods<'r> {
        AskedMethods::of(&self.run_of(act))
    }

    /// The run of the call that the test is about.
    fn run_of<'r>(&'r self, act: &'r TracedAct) -> RunOfAct<'r> {
        RunOfAct {
            flow: &self.prepared.goals.flow,
            file: &self.prepared.file,
            act: act.method,
            run: &act.run,
        }
    }

    /// Compiles the tests against the plain class and runs each of them; gives the reasons of those that failed, by
    /// name.
    pub(crate) fn check(
        &self,
        pool: &mut Pool,
        written: &[(usize, WrittenTest)],
    ) -> Result<BTreeMap<String, String>, EngineError> {
        let failures = self.check_each(pool, written)?.into_iter();
        Ok(failures
            .map(|(name, failure)| (name, failure.reason))
            .collect())
    }

    fn check_each(
        &self,
        pool: &mut Pool,
        written: &[(usize, WrittenTest)],
    ) -> Result<BTreeMap<String, CheckFailure>, EngineError> {
        // Each test makes its mocks itself: then its lines are those of the class.
        let whole = written.iter().map(|(_, test)| WrittenTest {
            collaborators: Collaborators::default(),
            ..test.clone()
        });
        self.check_in_one_class(pool, &whole.collect::<Vec<_>>(), RUNS)
    }

    /// Compiles the tests as they are; each runs alone so many times, then with the others.
    pub(crate) fn check_in_one_class(
        &self,
        pool: &mut Pool,
        written: &[WrittenTest],
        times: u32,
    ) -> Result<BTreeMap<String, CheckFailure>, EngineError> {
        let mut failures = BTreeMap::new();
        loop {
            let open: Vec<WrittenTest> = written
                .iter()
                .filter(|test| !failures.contains_key(&test.name))
                .cloned()
                .collect();
            if open.is_empty() {
                return Ok(failures);
            }
            let text = write_class(&self.prepared.package, CHECK_CLASS, &open, &self.style);
            let name = qualified(&self.prepared.package, CHECK_CLASS);
            let path = self
                .prepared
                .unit
                .path
                .with_file_name(format!("{CHECK_CLASS}.java"));
            let unit = SourceUnit {
                path,
                text: text.clone(),
            };
            let checker = pool.spare()?;
            let outcome = checker.check(&unit, &name, times, &self.junit)?;
            let errors: Vec<_> = outcome
                .diagnostics
                .iter()
                .filter(|found| found.is_error)
                .collect();
            if errors.is_empty() {
                for result in outcome.tests.iter().filter(|test| !test.passed) {
                    let said = result.failure.as_deref().unwrap_or_default();
                    if let Some(test) = open.iter().find(|test| test.name == result.method) {
                        failures.insert(test.name.clone(), CheckFailure::of(&text, test, said));
                    }
                }
                return Ok(failures);
            }
            let before = failures.len();
            for error in errors {
                if let Some(test) = test_at(&text, &open, error.line as usize) {
                    let reason = format!("it does not compile: {}", error.message);
                    failures.insert(test, CheckFailure::new(reason));
                }
            }
            if failures.len() == before {
                let failure =
                    CheckFailure::new("the class of all tests does not compile".to_owned());
                failures.extend(open.into_iter().map(|test| (test.name, failure.clone())));
                return Ok(failures);
            }
        }
    }

    /// Checks the tests of all batches once more in one class, and takes back those that cannot bear the others; not
    /// when a newer run waits, which checks them itself.
    pub(crate) fn check_together(
        &self,
        pool: &mut Pool,
        verdicts: &mut [(Candidate, Verdict)],
    ) -> Result<(), EngineError> {
        if self.limits.is_over() {
            return Ok(());
        }
        let written = ready(verdicts);
        let failures = self.check_in_one_class(pool, &written, TOGETHER_ALONE)?;
        if failures.is_empty() {
            return Ok(());
        }
        tracing::debug!(?failures, "tests that fail with mocks in fields");
        // Those that pass with mocks of their own keep these.
        let written: Vec<_> = written.into_iter().enumerate().collect();
        let alone = self.check(pool, &written)?;
        keep_apart(verdicts, &failures);
        refuse(verdicts, &alone);
        Ok(())
    }

    fn ready(
        &self,
        text: WrittenTest,
        made_for: &[GoalId],
        seen: &ObservedRun,
        case: StoredTest,
    ) -> ReadyTest {
        let goals = &self.prepared.goals;
        let mut all: Vec<GoalId> = made_for.to_vec();
        Fitness::new(goals).covered(&seen.execution.trace, |goal| {
            if !all.contains(&goal) {
                all.push(goal);
            }
        });
        let goals = all
            .into_iter()
            .map(|goal| goals.goal(goal).key.clone())
            .collect();
        ReadyTest {
            written: as_kept(text),
            goals,
            case,
            tells_apart: Vec::new(),
            left_out: seen.unstable.clone(),
            minor_kills: Vec::new(),
        }
    }
}

/// The candidates with what a reader looks for: an equal object, the arguments before the doubles.
fn as_read(parts: Vec<Candidate>, cluster: &TestCluster) -> Vec<Candidate> {
    let mut parts = beside_equal_ones(parts, cluster);
    for part in &mut parts {
        if let Some(ordered) = part.test.with_arguments_before_doubles() {
            part.test = ordered;
        }
    }
    parts
}

/// The candidates, those that ask for a hash code with an equal object beside the one that is asked.
fn beside_equal_ones(parts: Vec<Candidate>, cluster: &TestCluster) -> Vec<Candidate> {
    let parts = parts.into_iter().map(|part| Candidate {
        test: beside_an_equal_one(part.test, cluster),
        ..part
    });
    parts.collect()
}

/// Whether a call is given a number for a character that none has, and that does not say that there is none either.
fn gives_what_is_none(cluster: &TestCluster, test: &TestCase) -> bool {
    let is_none = |name: &String, var: Var| {
        let number = match &test.statement(var).kind {
            StatementKind::Literal(literal) => literal.number().filter(|number| *number < -1.0),
            _ => None,
        };
        let kind = number.and_then(|_| parameter_numbers(name));
        kind.is_some_and(|kind| kind.are_characters())
    };
    test.statements
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let names = &cluster.callable(*callable).parameter_names;
                let mut given = names.iter().zip(arguments);
                given.any(|(name, var)| is_none(name, *var))
            }
            _ => false,
        })
}

/// Whether a double says that there are fewer than none of something; what most likely is a number of rows may be
/// another one where a branch asks for it.
fn answers_below_zero(cluster: &TestCluster, test: &TestCase, is_for_branch: bool) -> bool {
    const COUNTS: [&str; 8] = [
        "size", "length", "count", "capacity", "insert", "update", "delete", "save",
    ];
    // Whatever these give as a number is mostly one of rows.
    const OF_ROWS: [&str; 4] = ["DAO", "Dao", "Mapper", "Repository"];
    let is_of_rows = |double: &Statement, method: &str| {
        let class = cluster.ty(double.ty).class_name();
        let is_one = class.is_some_and(|class| OF_ROWS.iter().any(|it| class.ends_with(it)));
        is_one && !looks_up(method) && !begins_with_word(method, &["get", "is", "to"])
    };
    let counts = |double: &Statement, method: &str| {
        let is_likely = || writes_rows(method) || is_of_rows(double, method);
        begins_with_word(method, &COUNTS[4..])
            || COUNTS[..4].contains(&method)
            || !is_for_branch && is_likely()
    };
    let is_negative = |var: Var| match &test.statement(var).kind {
        StatementKind::Literal(Literal::Int(value)) => *value < 0,
        StatementKind::Literal(Literal::Long(value)) => *value < 0,
        _ => false,
    };
    test.statements
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::TestDouble { answers, .. } => answers.iter().any(|answer| {
                counts(statement, &answer.method) && !answer.throws && is_negative(answer.value)
            }),
            _ => false,
        })
}

/// Whether a mock was told of an error, and says that there is none.
fn hides_what_it_was_told(cluster: &TestCluster, test: &TestCase, seen: &ObservedRun) -> bool {
    let is_of_errors = |var: Var| {
        let class = cluster.ty(test.statement(var).ty).class_name();
        let answers = match &test.statement(var).kind {
            StatementKind::TestDouble { answers, .. } => &answers[..],
            _ => return false,
        };
        let says_so = answers.iter().any(|it| it.method.starts_with("has"));
        class.is_some_and(|class| stand_in(class).is_some()) && !says_so
    };
    let mut asked = seen.execution.trace.unanswered.iter();
    let is_asked = asked.any(|call| {
        let is_for_errors = call.method.starts_with("has") || call.method.contains("Error");
        is_for_errors && is_of_errors(call.double)
    });
    let mut told = seen.execution.observations.iter();
    is_asked
        && told.any(|one| {
            let is_told = matches!(&one.subject, ObservedPart::Interaction { method, .. }
                if method.starts_with("reject"));
            is_told && is_of_errors(one.var)
        })
}

/// Whether `null` goes where an annotation forbids it.
fn passes_forbidden_null(cluster: &TestCluster, test: &TestCase) -> bool {
    let vars = test.vars();
    let mut nulls = vars.filter(|var| test.statement(*var).kind == StatementKind::Null);
    nulls.any(|null| cluster.needs_object(test, null))
}

/// Whether the test calls something that changes an object which a static field holds. A class of which that is the
/// one object there is cannot be tested otherwise.
fn changes_shared(cluster: &TestCluster, test: &TestCase) -> bool {
    const CHANGING: [&str; 10] = [
        "add", "append", "clear", "delete", "insert", "put", "register", "remove", "reset", "set",
    ];
    let called = |var: Var| match &test.statement(var).kind {
        StatementKind::Call {
            callable, receiver, ..
        } => Some((cluster.callable(*callable), *receiver)),
        _ => None,
    };
    let is_shared = |var: Var| {
        called(var).is_some_and(|(field, _)| {
            let class = cluster.ty(field.returns).class_name().unwrap_or_default();
            let mut makers = cluster
                .class(class)
                .into_iter()
                .flat_map(|it| &it.constructors);
            let is_only_one = field.owner == class && !makers.any(|it| it.modifiers.is_public());
            field.kind == CallableKind::StaticFieldRead && !is_only_one
        })
    };
    test.vars().any(|var| {
        called(var).is_some_and(|(method, on)| {
            let changes = CHANGING.iter().any(|verb| {
                let rest = method.name.strip_prefix(verb);
                rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
            });
            // `ONE.add(ONE)` gives another number, and so may whatever gives one of its own kind.
            let is_operation = cluster.ty(method.returns).class_name() == Some(&*method.owner);
            let is_method = method.kind == CallableKind::Method;
            changes && is_method && !is_operation && on.is_some_and(is_shared)
        })
    })
}

/// What was done, or nothing where the end of the run came in between: what is ready by then stays.
pub(crate) fn unless_over<T: Default>(done: Result<T, EngineError>) -> Result<T, EngineError> {
    match done {
        Err(EngineError::Cancelled) => Ok(T::default()),
        done => done,
    }
}

/// The tests that are ready.
pub(crate) fn ready(verdicts: &[(Candidate, Verdict)]) -> Vec<WrittenTest> {
    let ready = verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Ready(test) => Some(test.written.clone()),
        Verdict::Refused(_) => None,
    });
    ready.collect()
}

/// Lets these tests share no mocks with others of their class.
fn keep_apart(verdicts: &mut [(Candidate, Verdict)], failures: &BTreeMap<String, CheckFailure>) {
    for (_, verdict) in verdicts {
        if let Verdict::Ready(test) = verdict
            && failures.contains_key(&test.name)
        {
            let mut apart = (**test).clone();
            apart.written.collaborators = Collaborators::default();
            *test = Arc::new(apart);
        }
    }
}

/// Takes back the tests of these names, for these reasons.
pub(crate) fn refuse(verdicts: &mut [(Candidate, Verdict)], reasons: &BTreeMap<String, String>) {
    for (_, verdict) in verdicts {
        let Verdict::Ready(test) = verdict else {
            continue;
        };
        if let Some(reason) = reasons.get(&test.name) {
            *verdict = Verdict::Refused(reason.clone());
        }
    }
}

/// A test that holds: what its assertions state was of use while one of them might not. Better names stay, for tests
/// that are left out of the suite leave theirs.
fn as_kept(text: WrittenTest) -> WrittenTest {
    WrittenTest {
        stated: Vec::new(),
        ..text
    }
}

/// Whether the condition that a goal is about was so and was not in the act, or never asked there: then it is not what
/// sets the test apart.
fn is_not_of_act(goal: &Goal, seen: &ObservedRun) -> bool {
    let Some(branch) = goal.target.branch() else {
        return false;
    };
    match seen.of_act.predicate(branch.predicate.0) {
        Some(act) => act.true_count > 0 && act.false_count > 0,
        None => seen.execution.trace.predicate(branch.predicate.0).is_some(),
    }
}

fn goal_text(prepared: &Prepared, goal: &Goal) -> GoalText {
    let is_of = |call: &&CoupledCall| call.combinations.iter().any(|one| one.key == goal.key);
    let coupled = prepared.coupled.as_ref();
    let call = coupled.and_then(|it| it.calls.iter().find(is_of));
    let outcome = goal.target.branch().map(|branch| branch.outcome);
    // That a loop ends is so of every run that comes past it.
    let (text, outcome) = match (goal.is_loop, outcome) {
        (true, Some(true)) => (format!("{}.isEmpty()", goal.text), Some(false)),
        (true, _) => (goal.text.clone(), None),
        (false, outcome) => (goal.text.clone(), outcome),
    };
    GoalText {
        called: call.map(CoupledCall::method_name),
        text,
        outcome,
    }
}

fn qualified(package: &str, class: &str) -> String {
    if package.is_empty() {
        class.to_owned()
    } else {
        format!("{package}.{class}")
    }
}

/// The test whose method stands around this one-based line.
fn test_at(text: &str, tests: &[WrittenTest], line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().take(line).collect();
    lines.iter().rev().find_map(|line| {
        let rest = line
            .trim_start()
            .strip_prefix("void ")
            .or_else(|| line.trim_start().strip_prefix("public void "))?;
        let name = rest.split('(').next()?;
        tests
            .iter()
            .find(|test| test.name == name)
            .map(|test| test.name.clone())
    })
}

#[cfg(test)]
mod tests {
    use goalline_junit::NameChoices;
    use goalline_testcase::{Answer, DoubleStyle, JavaType, Primitive};

    use crate::sample_test::sample_test;

    use super::*;

    #[test]
    fn no_double_says_that_fewer_than_no_rows_were_written() {
        let mut cluster = TestCluster::default();
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let mut is_refused = |class: &str, method: &str, value: i32, is_for_branch: bool| {
            let ty = cluster.intern(JavaType::class(class));
            let answer = Answer {
                method: method.into(),
                descriptor: "(J)I".into(),
                value: Var(0),
                throws: false,
            };
            let double = StatementKind::test_double(DoubleStyle::Mock, vec![answer]);
            let statement = |ty, kind| Statement { ty, kind };
            let number = StatementKind::Literal(Literal::Int(value));
            let test = TestCase {
                statements: vec![statement(int, number), statement(ty, double)],
            };
            answers_below_zero(&cluster, &test, is_for_branch)
        };
        assert!(is_refused("shop.OrderService", "updateStatus", -1, true));
        assert!(is_refused("shop.OrderDao", "reduceStock", -1, false));
        assert!(!is_refused("shop.OrderDao", "reduceStock", -1, true));
        assert!(!is_refused("shop.OrderDao", "reduceStock", 0, false));
        assert!(!is_refused("shop.AccountDao", "getBalance", -1, false));
        assert!(!is_refused("shop.Ledger", "add", -1, true));
        assert!(!is_refused("shop.OrderService", "compare", -1, false));
    }

    #[test]
    fn a_test_that_holds_keeps_what_else_it_may_be_called() {
        let names = NameChoices::new("total", ["ThrowsWhenEmpty".to_owned()]);
        let written = WrittenTest {
            names: names.clone(),
            ..sample_test("totalThrows", "total();").written.clone()
        };
        assert_eq!(as_kept(written).names, names);
    }
}
