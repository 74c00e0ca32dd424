//! One JUnit test from one test case: takes the case with what running it gave, gives the method's text and imports,
//! or nothing when there is nothing to assert.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fmt,
};

use goalline_testcase::{
    Callable, CallableId, CallableKind, Execution, JavaType, Literal, Observation, Observed,
    ObservedPart, Outcome, Primitive, Statement, StatementKind, TestCase, TestCluster, Thrown, Var,
    Vars,
};

use crate::{
    assertions::{
        checks::{Access, ActResult, Check, Fact, Observations, Returning, hashed},
        expected_throw::ExpectedThrow,
        facts::ImmaterialInputs,
        immaterial::{VariedRun, inputs_of_no_matter, nothing_of},
        killing::{ChosenChecks, MutantRun},
        promises::Promises,
        raised_by::{
            CHECKING, RaisedBy, is_foreign as is_raised_elsewhere, is_of_distant_library,
            is_of_library, is_state_refused, raised, stable_message,
        },
        state::was_made_with,
    },
    naming::{
        held_conditions::ConditionText,
        test_names::{GoalText, Known, choose_name},
    },
    printing::{
        double_forms::{DoubleForm, DoubleForms},
        layout::fit,
        literal_text::string_text,
        printer::Printer,
        value_places::{Demands, place},
    },
    style::{AssertionLibrary, Mockito, Style},
    types::{
        hierarchy::{declared, is_subclass},
        type_names::{TypeNames, descriptor_types, simple_name},
        variables::capitalised,
    },
    writing::{
        alias_merging::with_one_name,
        body::{BodyWriter, End},
        idle_answers::Answers,
    },
    written::{StubbedCall, WrittenTest},
};

/// Lines of a test's body, at most.
const MOST_LINES: usize = 30;

/// Checks that mutants choose, at most: the fewer the longer the test is with more.
const MOST_CHECKS: [usize; 4] = [8, 4, 2, 1];

/// What a test runs, its act among these, and how many checks mutants may choose for it.
struct Acted<'a> {
    statements: &'a [Statement],
    act: usize,
    most_checks: usize,
}

impl<'a> Acted<'a> {
    fn new(statements: &'a [Statement], act: usize, most_checks: usize) -> Self {
        Self {
            statements,
            act,
            most_checks,
        }
    }

    /// What a check that the act returns at all would say.
    fn returning(&self, cluster: &TestCluster, draft: &TestDraft<'_>, style: &Style) -> Returning {
        let is_last = self.act + 1 == self.statements.len();
        match &self.statements[self.act].kind {
            _ if !is_last || !style.framework.says_that_nothing_is_thrown() => {
                Returning::Unwritable
            }
            StatementKind::Call { callable, .. }
                if draft.promises.may_refuse(cluster.callable(*callable)) =>
            {
                Returning::Telling
            }
            _ => Returning::Idle,
        }
    }
}

/// A test case with what is known of it.
pub struct TestDraft<'a> {
    /// The statements.
    pub test: &'a TestCase,
    /// An observing run in a fresh class loader.
    pub execution: &'a Execution,
    /// The observations that were equal in two such runs.
    pub stable: &'a [Observation],
    /// What an observing run of [`before_act`] gave, so that only what the act changed is asserted; empty when it is
    /// not known.
    pub before: &'a [Observation],
    /// What it showed with single mutants switched on: they choose the assertions. Empty when no mutant ran.
    pub mutants: &'a [MutantRun<'a>],
    /// What it showed with other values for single inputs of its act: of those that change nothing no name speaks.
    pub varied: &'a [VariedRun<'a>],
    /// Whether one of the goals that it was made for is a branch: a way that its act goes, more than that it is called.
    pub is_for_branch: bool,
    /// The goals it was made for, as names may tell them.
    pub goals: &'a [GoalText],
    /// What held in the run of the act wherever it was asked, those conditions first that decided how it ended.
    pub conditions: &'a [ConditionText],
    /// The factory whose result the act returned, where a class has one for each kind of answer: `notFound` of
    /// `return Answer.notFound()`.
    pub answered: Option<&'a str>,
    /// The constant that the act returned by its name.
    pub constant: Option<&'a ReturnedConstant>,
    /// Whether a test that only pins an implicit exception is wanted.
    pub implicit_exceptions: bool,
    /// Answers of mocks that Mockito said were not asked for.
    pub idle: &'a [StubbedCall],
    /// Answers that conditions of the act ask for: what a name says first.
    pub deciding: &'a [StubbedCall],
    /// What the source says about exceptions.
    pub promises: &'a dyn Promises,
}

impl TestDraft<'_> {
    /// What is known of the act beside its text.
    fn known(&self) -> Known<'_> {
        Known {
            goals: self.goals,
            conditions: self.conditions,
        }
    }

    /// Whether it was made for a pair of branches of a caller and what that calls.
    fn is_of_pair(&self) -> bool {
        self.goals.iter().any(|goal| goal.called.is_some())
    }
}

/// A constant that a `return` gives by its name, `Urls.ALLOW_ALL`, or what it asks one for: `Answer.FULL.getText()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnedConstant {
    /// Binary name of the class that has it.
    pub class: String,
    /// Its name, with the question behind it: `FULL.getText()`.
    pub name: String,
}

/// Why a test case is not written as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It timed out.
    Unfinished,
    /// It ended its worker, or did something else that no test may; what.
    Harmful(String),
    /// Nothing stable was observed, and nothing else can be said of the act.
    NothingToAssert,
    /// It only pins an exception that nobody throws on purpose, and such tests are not wanted; the exception's class.
    ImplicitException(String),
    /// The exception depends on the machine, the class path or flags of the JVM; its class.
    Environment(String),
    /// The exception did not come from the class under test, or a test cannot name it; its class.
    ThrownElsewhere(String),
    /// It calls another class, which calls the one under test: a test of that one; its class.
    CalledElsewhere(String),
    /// It calls a method (its name) that is not public with parts that are not either: its class and subclasses do
    /// that in another way.
    Internal(String),
    /// It needs another object of this class (binary name) that is made of the same parts and otherwise of no use: one
    /// disturbs the other.
    SharedParts(String),
    /// It starts the program: what that does is tested by the methods that it calls.
    Program,
    /// It takes so many lines that nobody reads it.
    TooLong(usize),
    /// It needs a test double for this class, which would be long without Mockito, or cannot be had with it.
    NeedsMock {
        /// Binary name.
        class: String,
        /// Whether the tests have Mockito.
        has_mockito: bool,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfinished => f.write_str("it did not end by itself"),
            Self::Harmful(cause) => write!(f, "it cannot be kept: {cause}"),
            Self::NothingToAssert => f.write_str(
                "nothing can be asserted that depends on it and is the same in every run",
            ),
            Self::ImplicitException(class) => write!(
                f,
                "it only pins {}, which nothing throws on purpose",
                with_article(simple_name(class))
            ),
            Self::Environment(class) => write!(
                f,
                "it ends with {}, which depends on the machine",
                with_article(simple_name(class))
            ),
            Self::ThrownElsewhere(class) => write!(
                f,
                "it ends with {} from outside the class",
                with_article(simple_name(class))
            ),
            Self::CalledElsewhere(class) => write!(
                f,
                "it is reached only by a call of {}, and would be a test of that",
                simple_name(class)
            ),
            Self::Internal(method) => write!(
                f,
                "it calls {method}, which is not public, as its class does not"
            ),
            Self::SharedParts(class) => write!(
                f,
                "it needs another {} that disturbs the one under test by what both are made of",
                simple_name(class)
            ),
            Self::Program => f.write_str(
                "it starts the program, which is better tested by the methods that it calls",
            ),
            Self::TooLong(lines) => write!(f, "it takes {lines} lines, which nobody would read"),
            Self::NeedsMock {
                class,
                has_mockito: false,
            } => write!(f, "{NEEDS_MOCK}{}{NO_MOCKITO}", simple_name(class)),
            Self::NeedsMock { class, .. } => write!(
                f,
                "it needs a test double for {}, which Mockito cannot mock",
                simple_name(class)
            ),
        }
    }
}

impl Error for Refusal {}

/// The class, by its simple name, that a refusal in words is for want of Mockito.
pub fn unmocked_class(refusal: &str) -> Option<&str> {
    let rest = refusal.strip_prefix(NEEDS_MOCK)?;
    rest.strip_suffix(NO_MOCKITO)
}

const NEEDS_MOCK: &str = "it needs a mock of ";
const NO_MOCKITO: &str = ", and the tests of the project have no Mockito";

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// Writes the test, or says why there is none that anybody would want. One that is too long asserts less.
pub fn write_test(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    style: &Style,
    taken_names: &mut BTreeSet<String>,
) -> Result<WrittenTest, Refusal> {
    let mut too_long = None;
    // Where mutants choose nothing it is as long with fewer.
    let is_chosen = draft.mutants.iter().any(|run| !run.ends_otherwise);
    let most_tried = if is_chosen { MOST_CHECKS.len() } else { 1 };
    for most_checks in MOST_CHECKS.into_iter().take(most_tried) {
        match write_with(cluster, draft, style, most_checks, taken_names) {
            Err(Refusal::TooLong(lines)) => {
                too_long.get_or_insert(Refusal::TooLong(lines));
            }
            // What is left of the checks says nothing: it is the length that stands in the way.
            Err(_) if too_long.is_some() => break,
            written => return written,
        }
    }
    Err(too_long.unwrap_or(Refusal::NothingToAssert))
}

/// Writes the test with so many checks at most that mutants choose.
fn write_with(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    style: &Style,
    most_checks: usize,
    taken_names: &mut BTreeSet<String>,
) -> Result<WrittenTest, Refusal> {
    let (end, thrown) = match &draft.execution.outcome {
        Outcome::Passed => (draft.test.len(), None),
        Outcome::Threw { statement, thrown } => (usize::from(statement.0) + 1, Some(thrown)),
        Outcome::Died { cause, .. } => return Err(Refusal::Harmful(cause.clone())),
        Outcome::TimedOut { .. } | Outcome::NotRun { .. } | Outcome::Left => {
            return Err(Refusal::Unfinished);
        }
    };
    let statements = draft.test.statements.get(..end);
    let statements = statements.ok_or(Refusal::NothingToAssert)?;
    let act = find_act(cluster, statements, thrown.is_some()).ok_or(Refusal::NothingToAssert)?;
    if let Some(refusal) = never_called_so(cluster, statements, act) {
        return Err(refusal);
    }
    let statements = &with_one_name(statements, draft.stable, act);
    let how = match thrown {
        Some(thrown) => Some(how_it_was_raised(cluster, draft, statements, act, thrown)?),
        None => None,
    };
    let end = end_of_act(thrown.zip(how), tested(cluster, &statements[act]), style);
    let acted = Acted::new(statements, act, most_checks);
    let ChosenChecks {
        checks,
        kills,
        immaterial,
        is_untold,
        ..
    } = match &end {
        End::Threw { .. } => no_checks(draft, statements),
        End::Returned => told_checks(cluster, draft, style, &acted),
    };
    let doubles = double_forms(cluster, style, statements, &checks, draft.stable)?;
    if is_untold {
        return Err(Refusal::NothingToAssert);
    }
    let statements = &needed_answers(cluster, draft, &doubles, statements);
    let writer = BodyWriter {
        cluster,
        style,
        statements,
        act,
        end,
        checks,
        doubles,
        seen: draft.stable,
        before: draft.before,
        idle: draft.idle,
        immaterial,
        answered: draft.answered,
        deciding: draft.deciding,
        promises: draft.promises,
    };
    let callable = writer.callable_of_act().ok_or(Refusal::NothingToAssert)?;
    let is_implicit = how == Some(RaisedBy::Implicitly);
    let written = with_a_name(&writer, callable, is_implicit, draft.known(), taken_names)?;
    Ok(WrittenTest { kills, ..written })
}

/// The test under a name that is free, unless it is too long.
fn with_a_name(
    writer: &BodyWriter<'_>,
    callable: CallableId,
    is_implicit: bool,
    known: Known<'_>,
    taken_names: &mut BTreeSet<String>,
) -> Result<WrittenTest, Refusal> {
    let chosen = choose_name(&writer.facts(), known, writer.style.naming, taken_names);
    let name = chosen.name.clone();
    let written = writer.write(chosen.name, callable, is_implicit);
    let lines = lines_of_its_own(&written.source);
    if lines > MOST_LINES {
        return Err(Refusal::TooLong(lines));
    }
    taken_names.insert(name);
    Ok(WrittenTest {
        names: chosen.choices,
        ..written
    })
}

/// Lines of a test's body that stand nowhere else: mocks may become fields of the class.
fn lines_of_its_own(source: &str) -> usize {
    const AROUND: usize = 3;
    let own = source
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.contains(" = mock("));
    own.count().saturating_sub(AROUND)
}

/// What a test that expects an exception checks beside that: nothing.
fn no_checks(draft: &TestDraft<'_>, statements: &[Statement]) -> ChosenChecks {
    // What threw is the last one.
    let act = statements.len().saturating_sub(1);
    let nothing_of = |var: &Var| nothing_of(statements, act, *var);
    ChosenChecks {
        checks: Vec::new(),
        kills: ended_otherwise(draft),
        immaterial: ImmaterialInputs::unseen(inputs_of_no_matter(
            draft.varied,
            |_| true,
            nothing_of,
        )),
        nothing_written: None,
        is_untold: false,
    }
}

/// The class under test; where nothing of it can be called, what the act calls.
fn tested<'c>(cluster: &'c TestCluster, act: &Statement) -> &'c str {
    let called = match act.kind {
        StatementKind::Call { callable, .. } => Some(callable),
        _ => None,
    };
    let first = cluster.under_test().first().copied().or(called);
    first.map_or("", |id| cluster.callable(id).owner.as_str())
}

/// How the act, a call of this class, ends, for a test that expects it.
fn end_of_act(raised: Option<(&Thrown, RaisedBy)>, tested: &str, style: &Style) -> End {
    let Some((thrown, how)) = raised else {
        return End::Returned;
    };
    let is_foreign = how != RaisedBy::OnPurpose && is_of_library(tested, thrown);
    let said = thrown.message.as_ref().filter(|_| !is_foreign);
    let message = stable_message(thrown, how, tested, style.spelling);
    let mut expected = ExpectedThrow::of(thrown, message);
    if !style.has_assert_throws {
        expected.keep_class_alone();
    } else if is_raised_elsewhere(tested, thrown) {
        expected.keep_message_alone();
    } else if style.assertions == AssertionLibrary::AssertJ {
        // It has no plain words for what a getter gives.
        expected.carried.clear();
    }
    End::Threw {
        expected,
        said: said.map(|message| string_text(message, style.spelling)),
    }
}

/// First words of methods that may be called again without harm, which is what a second call shows.
const ENDING: [&str; 6] = [
    "close",
    "dispose",
    "release",
    "shutdown",
    "stop",
    "unregister",
];

/// Whether the test would only say that a call returns which refuses nothing, or that something is there which cannot
/// be missing: the call could as well do nothing.
fn says_nothing(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    statements: &[Statement],
    act: usize,
    checks: &[Check],
) -> bool {
    let StatementKind::Call { callable, .. } = &statements[act].kind else {
        return false;
    };
    let callable = cluster.callable(*callable);
    let is_of_pair = draft.is_of_pair();
    let verb = crate::assertions::inspectors::first_word(&callable.name);
    let is_again = ENDING.contains(&verb) && is_called_before(cluster, statements, act);
    let is_told = CHECKING.contains(&verb) || is_again;
    // A test that no change of the code fails is none, whatever else the call refuses, unless it goes a way of its own.
    let is_seen =
        draft.mutants.is_empty() || !ended_otherwise(draft).is_empty() || draft.is_for_branch;
    let may_be_missing =
        callable.kind != CallableKind::Constructor && draft.promises.may_give_null(callable);
    let is_nothing = |check: &Check| match check.fact {
        // Nobody calls `hashCode` to see whether it comes back.
        Fact::Returns if callable.name == "hashCode" => true,
        // What the call gives is what anybody would look at.
        Fact::Returns if gives_something(cluster, callable) && !is_told => {
            !(draft.is_for_branch && draft.promises.may_refuse(callable))
        }
        Fact::Returns => !(is_told || is_seen && draft.promises.may_refuse(callable)),
        Fact::NotNull => !may_be_missing,
        // That there is no text is no text that anybody wants.
        Fact::Is(Observed::Null) if callable.name == "toString" => true,
        // What only gives back what another call was given is the same whatever this one does.
        _ => usize::from(check.var.0) != act && was_made_with(statements, check),
    };
    checks.is_empty()
        || !is_of_pair && checks.iter().all(is_nothing)
        || only_reads_back(cluster, statements, act)
}

/// Whether the act is a getter of a field that the test wrote itself, and not by a call: what comes back says nothing
/// of the class.
fn only_reads_back(cluster: &TestCluster, statements: &[Statement], act: usize) -> bool {
    let StatementKind::Call {
        callable,
        receiver: Some(object),
        arguments,
    } = &statements[act].kind
    else {
        return false;
    };
    let getter = cluster.callable(*callable);
    let property = ["get", "is"]
        .iter()
        .find_map(|verb| getter.name.strip_prefix(verb));
    let (true, Some(property)) = (arguments.is_empty(), property) else {
        return false;
    };
    statements[..act]
        .iter()
        .any(|statement| match &statement.kind {
            StatementKind::Call {
                callable,
                receiver: Some(of),
                ..
            } => {
                let write = cluster.callable(*callable);
                let is_write = matches!(
                    write.kind,
                    CallableKind::FieldWrite | CallableKind::InjectedField
                );
                is_write && of == object && capitalised(&write.name) == property
            }
            _ => false,
        })
}

fn gives_something(cluster: &TestCluster, callable: &Callable) -> bool {
    let is_method = matches!(
        callable.kind,
        CallableKind::Method | CallableKind::StaticMethod
    );
    is_method && *cluster.ty(callable.returns) != JavaType::Primitive(Primitive::Void)
}

/// Whether the method that the test ends with was called before.
fn is_called_before(cluster: &TestCluster, statements: &[Statement], act: usize) -> bool {
    let called = |one: &Statement| match &one.kind {
        StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).name.clone()),
        _ => None,
    };
    let own = called(&statements[act]);
    statements[..act].iter().any(|one| called(one) == own)
}

/// Whether one of these mutants changed what the act does, and what is checked shows it.
fn notices_act(draft: &TestDraft<'_>, kills: &[u32]) -> bool {
    let shows = |run: &&MutantRun<'_>| !run.is_of_setup && !run.ends_otherwise;
    let mut runs = draft.mutants.iter().filter(shows);
    runs.any(|run| kills.contains(&run.mutant))
}

/// What a test of a call that returned asserts, and whether that says nothing of the call.
fn told_checks(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    style: &Style,
    acted: &Acted<'_>,
) -> ChosenChecks {
    let chosen = checks(cluster, draft, style, acted);
    let told = &chosen.checks;
    let &Acted {
        statements, act, ..
    } = acted;
    let is_idle = !notices_act(draft, &chosen.kills) && only_tells_before(draft, told, act);
    let is_untold = is_idle || says_nothing(cluster, draft, statements, act, told);
    let nothing = chosen.nothing_written.clone();
    let is_untold = is_untold && (nothing.is_none() || !goes_its_own_way(draft));
    ChosenChecks {
        checks: nothing.map_or_else(|| told.clone(), |nothing| vec![nothing]),
        is_untold,
        ..chosen
    }
}

/// Whether the test is for a branch and, as far as mutants were run, ends otherwise where its condition comes out the
/// other way.
fn goes_its_own_way(draft: &TestDraft<'_>) -> bool {
    let mut runs = draft.mutants.iter();
    let is_unknown = draft.is_for_branch && draft.mutants.is_empty();
    is_unknown || runs.any(|run| run.is_of_goal && !run.is_of_setup && run.ends_otherwise)
}

/// Whether all that is checked was so before the act already, as far as mutants were run, or neither a branch nor a
/// pair asks for it: who goes a way of its own may well leave all as it was.
fn only_tells_before(draft: &TestDraft<'_>, checks: &[Check], act: usize) -> bool {
    let was_so = |check: &Check| {
        let subject = check.access.subject();
        let is_it = |one: &&Observation| one.var == check.var && one.subject == subject;
        let before = draft.before.iter().rfind(is_it);
        let after = draft.stable.iter().rfind(is_it);
        usize::from(check.var.0) != act
            && before.is_some_and(|before| after.is_some_and(|it| it.observed == before.observed))
    };
    let is_asked_for = draft.is_for_branch || draft.is_of_pair();
    let is_way_of_its_own = is_asked_for && draft.mutants.is_empty();
    !is_way_of_its_own && checks.iter().all(was_so)
}

/// Writes a test that the call under test, which threw, returns: it fails as long as the call throws.
pub fn write_failing_test(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    style: &Style,
    taken_names: &mut BTreeSet<String>,
) -> Result<WrittenTest, Refusal> {
    let statements = &draft.test.statements;
    let act = find_act(cluster, statements, true).ok_or(Refusal::NothingToAssert)?;
    let writer = BodyWriter {
        cluster,
        style,
        statements,
        act,
        end: End::Returned,
        doubles: double_forms(cluster, style, statements, &[], draft.stable)?,
        seen: draft.stable,
        before: draft.before,
        idle: draft.idle,
        immaterial: ImmaterialInputs::default(),
        answered: draft.answered,
        deciding: draft.deciding,
        promises: draft.promises,
        checks: vec![Check {
            var: Var(act as u16),
            access: Access::Value,
            fact: Fact::Returns,
        }],
    };
    let callable = writer.callable_of_act().ok_or(Refusal::NothingToAssert)?;
    let chosen = choose_name(&writer.facts(), draft.known(), style.naming, taken_names);
    taken_names.insert(chosen.name.clone());
    Ok(writer.write(chosen.name, callable, false))
}

/// How each test double is written, or why the test is not.
fn double_forms(
    cluster: &TestCluster,
    style: &Style,
    statements: &[Statement],
    checks: &[Check],
    seen: &[Observation],
) -> Result<BTreeMap<usize, DoubleForm>, Refusal> {
    let asked = checks
        .iter()
        .filter(|check| matches!(check.fact, Fact::Called { .. }))
        .map(|check| check.var)
        .collect();
    let forms = DoubleForms {
        cluster,
        style,
        statements,
        asked: &asked,
        seen,
    };
    forms.all().map_err(|ty| Refusal::NeedsMock {
        class: ty.class_name().unwrap_or_default().to_owned(),
        has_mockito: style.mocks.is_some(),
    })
}

/// The statements without answers that change nothing.
fn needed_answers(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    doubles: &BTreeMap<usize, DoubleForm>,
    statements: &[Statement],
) -> Vec<Statement> {
    let answers = Answers {
        cluster,
        doubles,
        observed: &draft.execution.observations,
        is_complete: is_complete(draft.execution),
        idle: draft.idle,
    };
    answers.needed(statements)
}

/// Whether calls on mocks that were not observed were not made: of a run that threw this is known where it shows any.
fn is_complete(execution: &Execution) -> bool {
    let is_call = |one: &Observation| matches!(one.subject, ObservedPart::Interaction { .. });
    execution.outcome == Outcome::Passed || execution.observations.iter().any(is_call)
}

fn ended_otherwise(draft: &TestDraft<'_>) -> Vec<u32> {
    let runs = draft.mutants.iter().filter(|run| run.ends_otherwise);
    runs.map(|run| run.mutant).collect()
}

/// The test without its act: run and observed, it tells what the act changed.
pub fn before_act(cluster: &TestCluster, test: &TestCase) -> TestCase {
    let act = find_act(cluster, &test.statements, false).unwrap_or(0);
    TestCase {
        statements: test.statements[..act].to_vec(),
    }
}

/// Who raised the exception, when a test may expect it at all.
fn how_it_was_raised(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    statements: &[Statement],
    act: usize,
    thrown: &Thrown,
) -> Result<RaisedBy, Refusal> {
    let StatementKind::Call { callable, .. } = &statements[act].kind else {
        return Err(Refusal::NothingToAssert);
    };
    let callable = cluster.callable(*callable);
    let can_stand_alone = !matches!(
        callable.kind,
        CallableKind::FieldRead | CallableKind::StaticFieldRead
    );
    let names = TypeNames::new(cluster);
    let concerns = callable.is_under_test || runs_under_test(cluster, thrown);
    if !concerns || !can_stand_alone || !names.is_visible(&thrown.nameable) {
        return Err(Refusal::ThrownElsewhere(thrown.class.clone()));
    }
    match raised(cluster, callable, thrown, draft.promises) {
        RaisedBy::ByEnvironment => Err(Refusal::Environment(thrown.class.clone())),
        RaisedBy::Implicitly | RaisedBy::ByWhatWasGiven if !draft.implicit_exceptions => {
            Err(Refusal::ImplicitException(thrown.class.clone()))
        }
        RaisedBy::ByLibrary
            if !draft.implicit_exceptions && is_state_refused(cluster, callable, thrown) =>
        {
            Err(Refusal::ImplicitException(thrown.class.clone()))
        }
        RaisedBy::OnPurpose | RaisedBy::ByLibrary
            if !draft.implicit_exceptions && is_of_distant_library(callable, thrown) =>
        {
            Err(Refusal::ThrownElsewhere(thrown.class.clone()))
        }
        how => Ok(how),
    }
}

/// Whether a class under test stands on the stack: the call reached it through an interface or a callback.
fn runs_under_test(cluster: &TestCluster, thrown: &Thrown) -> bool {
    let outermost = |class: &str| class.split('$').next().unwrap_or(class).to_owned();
    let classes: BTreeSet<String> = cluster
        .under_test()
        .iter()
        .map(|id| outermost(&cluster.callable(*id).declared_in))
        .collect();
    thrown
        .stack
        .iter()
        .any(|frame| classes.contains(&outermost(&frame.class)))
}

/// What a test that ended so is about.
pub fn act_of(cluster: &TestCluster, test: &TestCase, outcome: &Outcome) -> Option<CallableId> {
    let (end, threw) = match outcome {
        Outcome::Threw { statement, .. } => (usize::from(statement.0) + 1, true),
        _ => (test.len(), false),
    };
    let statements = test.statements.get(..end)?;
    match &statements[find_act(cluster, statements, threw)?].kind {
        StatementKind::Call { callable, .. } => Some(*callable),
        _ => None,
    }
}

/// The statement under test: the last one when it threw, else the last call if it is of the class under test or on an
/// object, else the last call of the class under test. What only makes objects of other classes, or calls their static
/// methods, is no test of this one.
fn find_act(cluster: &TestCluster, statements: &[Statement], threw: bool) -> Option<usize> {
    if threw {
        return statements.len().checked_sub(1);
    }
    let calls = statements
        .iter()
        .enumerate()
        .filter_map(|(at, one)| match &one.kind {
            StatementKind::Call { callable, .. } => Some((at, cluster.callable(*callable))),
            _ => None,
        });
    let calls: Vec<(usize, &Callable)> = calls.collect();
    let (last, callable) = *calls.last()?;
    // What is done with an object at last is what the test is about, whosever method it is.
    if callable.is_under_test || callable.kind == CallableKind::Method {
        return Some(last);
    }
    let under_test = calls
        .iter()
        .rev()
        .find(|(_, callable)| callable.is_under_test);
    let is_looked_at = callable.kind != CallableKind::Constructor;
    under_test
        .map(|(at, _)| *at)
        .or_else(|| is_looked_at.then_some(last))
}

/// Why nobody calls the class under test in this way.
fn never_called_so(cluster: &TestCluster, statements: &[Statement], act: usize) -> Option<Refusal> {
    of_another_class(cluster, statements, act)
        .map(Refusal::CalledElsewhere)
        .or_else(|| internal_call(cluster, &statements[act]).map(Refusal::Internal))
        .or_else(|| starts_program(cluster, &statements[act]).then_some(Refusal::Program))
        .or_else(|| shared_parts(cluster, statements, act).map(Refusal::SharedParts))
}

/// The class under test of which the test makes two, both of one object: one that the act needs, and one that it does
/// not, whose making alone matters.
fn shared_parts(cluster: &TestCluster, statements: &[Statement], act: usize) -> Option<String> {
    let mut needed = BTreeSet::from([act]);
    let mut ahead = vec![act];
    while let Some(at) = ahead.pop() {
        statements[at].kind.visit_uses(|var| {
            if needed.insert(usize::from(var.0)) {
                ahead.push(usize::from(var.0));
            }
        });
    }
    let made = |at: usize| match &statements[at].kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let maker = cluster.callable(*callable);
            let is_one = maker.is_under_test && maker.kind == CallableKind::Constructor;
            is_one.then_some((&*maker.owner, arguments))
        }
        _ => None,
    };
    let is_object = |var: &Var| match &statements[usize::from(var.0)].kind {
        StatementKind::Call { callable, .. } => {
            cluster.callable(*callable).kind != CallableKind::StaticFieldRead
        }
        StatementKind::TestDouble { .. } => true,
        StatementKind::Array { .. } | StatementKind::Literal(_) | StatementKind::Null => false,
    };
    let takes = |var: &Var| needed.contains(&usize::from(var.0)) && is_object(var);
    // What another object is given, or is given one that the act needs, is of use.
    let is_of_no_use = |at: &usize| {
        let var = Var(*at as u16);
        statements.iter().enumerate().all(|(user, it)| {
            let mut uses = false;
            it.kind.visit_uses(|used| uses |= used == var);
            let is_told = matches!(&it.kind, StatementKind::Call { receiver, arguments, .. }
                if *receiver == Some(var) && !arguments.contains(&var) && !arguments.iter().any(takes));
            !uses || (is_told && !needed.contains(&user))
        })
    };
    let needless = (0..act).filter(|at| !needed.contains(at) && is_of_no_use(at));
    let mut strays = needless.filter_map(made);
    let disturbs = |(class, parts): &(&str, &Vars)| {
        let mut own = needed.iter().filter_map(|at| made(*at));
        own.any(|(other, given)| {
            let mut shared = parts.iter().filter(|part| given.contains(part));
            other == *class && shared.any(is_object)
        })
    };
    strays.find(disturbs).map(|(class, _)| class.to_owned())
}

/// The class that the act calls where neither the act nor what gave the object that it is called on is of the class
/// under test.
fn of_another_class(cluster: &TestCluster, statements: &[Statement], act: usize) -> Option<String> {
    let tested: BTreeSet<&str> = cluster
        .under_test()
        .iter()
        .map(|id| &*cluster.callable(*id).owner)
        .collect();
    let is_tested = |class: &str| {
        let is_one = |one: &&str| is_subclass(cluster, class, one) == Some(true);
        tested.contains(class) || tested.iter().any(is_one)
    };
    let mut at = act;
    loop {
        let StatementKind::Call {
            callable, receiver, ..
        } = &statements.get(at)?.kind
        else {
            return None;
        };
        let called = cluster.callable(*callable);
        if called.is_under_test || is_tested(&called.owner) || tested.is_empty() {
            return None;
        }
        match receiver {
            Some(receiver) => at = usize::from(receiver.0),
            None if at == act => return None,
            None => {
                let act = match &statements[act].kind {
                    StatementKind::Call { callable, .. } => cluster.callable(*callable),
                    _ => return None,
                };
                return Some(act.owner.clone());
            }
        }
    }
}

/// Whether the act calls the `main` of a class that has other methods which tests can call.
fn starts_program(cluster: &TestCluster, act: &Statement) -> bool {
    let StatementKind::Call { callable, .. } = &act.kind else {
        return false;
    };
    let is_main = |callable: &Callable| {
        callable.kind == CallableKind::StaticMethod
            && callable.name == "main"
            && callable.descriptor == "([Ljava/lang/String;)V"
    };
    let main = cluster.callable(*callable);
    let is_other = |other: &Callable| {
        let is_method = matches!(
            other.kind,
            CallableKind::StaticMethod | CallableKind::Method
        );
        is_method && other.owner == main.owner && !is_main(other)
    };
    let mut tested = cluster.under_test().iter().map(|id| cluster.callable(*id));
    is_main(main) && tested.any(is_other)
}

/// The method, where the act calls one of a public class that is protected, with an object of a class that is not
/// public: what makes those up in another way than the class itself breaks what it relies on.
fn internal_call(cluster: &TestCluster, act: &Statement) -> Option<String> {
    let StatementKind::Call { callable, .. } = &act.kind else {
        return None;
    };
    let callable = cluster.callable(*callable);
    let is_public = |class: &str| {
        cluster
            .class(class)
            .is_none_or(|it| it.modifiers.is_public())
    };
    let method = declared(
        cluster,
        &callable.declared_in,
        &callable.name,
        &callable.descriptor,
    )?;
    let is_hook = method.modifiers.is_protected() && callable.kind == CallableKind::Method;
    let classes = descriptor_types(&callable.descriptor).0.into_iter();
    let mut classes = classes.filter_map(|ty| ty.class_name().map(str::to_owned));
    let takes_parts = classes.any(|class| !is_public(&class));
    (is_hook && is_public(&callable.owner) && takes_parts).then(|| callable.name.clone())
}

fn checks(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    style: &Style,
    acted: &Acted<'_>,
) -> ChosenChecks {
    let &Acted {
        statements,
        act,
        most_checks,
    } = acted;
    let names = TypeNames::new(cluster);
    let sieve = ObservationSieve {
        cluster,
        promises: draft.promises,
        statements,
        act,
        is_needed: draft.is_for_branch,
    };
    let (stable, before) = (sieve.told(draft.stable), sieve.told(draft.before));
    let hashed = hashed(&draft.execution.observations);
    let observations = Observations {
        cluster,
        names: &names,
        statements,
        stable: &stable,
        before: &before,
        act,
        result: result_of(cluster, draft, statements, act),
        returning: acted.returning(cluster, draft, style),
        wide: draft.mutants.iter().any(|run| !run.ends_otherwise),
        hashed: &hashed,
        release: style.release,
        observed: &draft.execution.observations,
        may_verify: style.mocks.is_some(),
        catches_lists: style.mocks.is_some_and(|it| it.catches_lists()),
        most_checks,
    };
    let mut chosen = observations.worth_keeping(observations.choose(), draft.mutants);
    let is_nothing = |check: &Check| check.fact == Fact::Returns;
    if chosen.checks.iter().all(is_nothing) || only_tells_before(draft, &chosen.checks, act) {
        let stayed = observations.worth_keeping(observations.what_could_change(), draft.mutants);
        if stayed.kills.len() > chosen.kills.len() {
            chosen = stayed;
        }
    }
    chosen = observations.with_what_is_due(chosen, draft.mutants);
    chosen.immaterial = observations.immaterial(&chosen.checks, draft.varied);
    // The act's own value can be written where it is asserted.
    let of_act = |check: &Check| usize::from(check.var.0) == act && check.access == Access::Value;
    chosen.checks.sort_by_key(|check| !of_act(check));
    let returns = cluster.ty(statements[act].ty);
    let constant = draft.constant.filter(|it| names.is_visible(&it.class));
    for check in &mut chosen.checks {
        observations.say_as_given(check);
        if let Some(constant) = constant.filter(|_| of_act(check)) {
            say_constant(check, constant, returns);
        }
    }
    chosen
}

/// Puts the constant's name in place of the number or text that the act returned by it: who reads `3` has to look what
/// it stands for.
fn say_constant(check: &mut Check, constant: &ReturnedConstant, returns: &JavaType) {
    let is_named = match returns {
        // A narrower type would need a cast, a wrapper too.
        JavaType::Primitive(kind) => matches!(kind, Primitive::Int | Primitive::Long),
        JavaType::Class { name, .. } => name == "java.lang.String",
        _ => false,
    };
    if is_named && matches!(check.fact, Fact::Is(Observed::Literal(_))) {
        check.fact = Fact::Is(Observed::Constant {
            class: constant.class.clone(),
            constant: constant.name.clone(),
        });
    }
}

/// What decides which observations tell anything of an act.
struct ObservationSieve<'a> {
    cluster: &'a TestCluster,
    promises: &'a dyn Promises,
    statements: &'a [Statement],
    act: usize,
    /// Whether the test is needed for a way of its own: then any state that shows anything will do.
    is_needed: bool,
}

impl ObservationSieve<'_> {
    /// What was observed without what a class says of each of its objects, and what an object that was there before
    /// was made with.
    fn told(&self, seen: &[Observation]) -> Vec<Observation> {
        let is_told = |one: &&Observation| {
            let ObservedPart::Inspector { method, .. } = &one.subject else {
                return true;
            };
            let statement = self.statements.get(usize::from(one.var.0));
            let class = statement.and_then(|it| self.cluster.ty(it.ty).class_name());
            let is_older = usize::from(one.var.0) < self.act && !self.is_needed;
            !class.is_some_and(|class| {
                self.promises.is_constant(class, method)
                    || is_older && self.promises.is_fixed(class, method)
            })
        };
        seen.iter().filter(is_told).cloned().collect()
    }
}

/// Whether what the act gives comes of what it does.
fn result_of(
    cluster: &TestCluster,
    draft: &TestDraft<'_>,
    statements: &[Statement],
    act: usize,
) -> ActResult {
    let StatementKind::Call { callable, .. } = &statements[act].kind else {
        return ActResult::Computed;
    };
    let callable = cluster.callable(*callable);
    let is_method = callable.kind == CallableKind::Method;
    if is_method
        && draft.promises.gives_always_the_same(callable)
        && !gives_a_page(draft, callable, act)
    {
        ActResult::Spelt
    } else {
        ActResult::Computed
    }
}

/// Whether the act, a method of a controller, gives the name of a page: where a request leads is what it is for, though
/// it is the same each time.
fn gives_a_page(draft: &TestDraft<'_>, callable: &Callable, act: usize) -> bool {
    let is_of_controller = callable.owner.ends_with("Controller");
    let mut stable = draft.stable.iter().filter(|_| is_of_controller);
    stable.any(|one| match &one.observed {
        Observed::Literal(Literal::Text(text)) => {
            let text = text.to_text();
            usize::from(one.var.0) == act
                && one.subject == ObservedPart::Value
                && (text.contains('/') || text.starts_with("redirect:"))
                && !text.contains(char::is_whitespace)
        }
        _ => false,
    })
}

/// The statements of a test as plain Java with simple names, one per line; nothing is asserted.
pub fn statements(cluster: &TestCluster, test: &TestCase) -> String {
    let style = plain_style();
    let act = find_act(cluster, &test.statements, false);
    let lines = plain_lines(cluster, test, act, &style);
    let fitted = lines.iter().map(|line| fit(line, style.room(0)));
    fitted.flatten().collect::<Vec<_>>().join("\n")
}

/// The last statement of a test as a plain Java expression, such as `new Cart(Integer.MAX_VALUE)`.
pub fn last_call(cluster: &TestCluster, test: &TestCase) -> String {
    let act = test.len().checked_sub(1);
    let lines = plain_lines(cluster, test, act, &plain_style());
    let last = lines.last().map_or("", |line| line.trim_end_matches(';'));
    match last.split_once(" = ") {
        Some((declared, value)) if !declared.contains(['(', '"']) => value.to_owned(),
        _ => last.to_owned(),
    }
}

fn plain_lines(
    cluster: &TestCluster,
    test: &TestCase,
    act: Option<usize>,
    style: &Style,
) -> Vec<String> {
    let asked = BTreeSet::new();
    let forms = DoubleForms {
        cluster,
        style,
        statements: &test.statements,
        asked: &asked,
        seen: &[],
    };
    let demands = Demands {
        act,
        doubles: forms.known(),
        ..Demands::default()
    };
    let placements = place(cluster, &test.statements, &demands);
    let mut printer = Printer::new(cluster, &test.statements, style, act, placements);
    printer.doubles = demands.doubles;
    let mut lines = Vec::new();
    for at in 0..test.len() {
        lines.extend(printer.statement(at));
        lines.extend(printer.stubs(at).into_iter().map(|stub| stub.text));
    }
    lines
}

/// How statements are shown to people, not to a compiler: mocks are short whatever the project has.
fn plain_style() -> Style {
    Style {
        mocks: Some(Mockito::default()),
        ..Style::default()
    }
}
