//! What a run gives: the state of each goal, the tests that are ready, figures.

pub(crate) mod coupled_calls;
pub mod module_coverage;
pub mod step;
pub mod user_tests;

use std::{ops::Deref, sync::Arc};

use goalline_goals::{Goal, GoalKey};
use goalline_junit::{TableTest, WrittenTest};
use goalline_testcase::StoredTest;
use serde::{Deserialize, Serialize};

use self::user_tests::simple_name;
use crate::{CoupledCall, FileKeys, UserTests};

/// Where a goal stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GoalState {
    /// Nothing was run yet.
    NotMeasured,
    /// The user's own tests cover it; the names of the first ones.
    CoveredByUser(Vec<String>),
    /// A verified test covers it, by the test's name.
    TestReady(String),
    /// The search covered it, but no test of it passed the checks (the reason).
    NotOffered(String),
    /// No test that ran covers it, but one of the user's could not do its work here and may: nobody can call it
    /// missing. The verified test that covers it, where there is one.
    NotKnown(Option<String>),
    /// The search has not reached it.
    NotReached(Option<ClosestAttempt>),
    /// It has no probe; why.
    NotMeasurable(String),
}

/// How near the search came to a goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosestAttempt {
    /// Raw branch distance when the predicate ran; none when it never ran.
    pub distance: Option<f64>,
    /// The test, as Java statements.
    pub statements: String,
}

/// A goal with its state.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalReport {
    /// The goal.
    pub goal: Goal,
    /// Its state.
    pub state: GoalState,
    /// What is missing where no test covers it: `never false in a test`.
    pub missing: String,
    /// How many goals are covered by whatever covers this one, and are left out for it.
    pub stands_for: usize,
    /// Whether the run was about it: false for goals of other methods than the one asked for.
    pub is_sought: bool,
}

/// A test that was compiled against the plain class and passed twice in a JVM that ran no search. Reads as its
/// written text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyTest {
    /// The text, with its name and imports.
    pub written: WrittenTest,
    /// Goals it covers, the ones it was made for first.
    pub goals: Vec<GoalKey>,
    /// What was observed and is not asserted because another run, in another user's JVM, showed something else:
    /// `getTime()`; `its value` for what the call itself gave.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// The test itself, for later runs to start from.
    pub case: StoredTest,
    /// The mutants it kills, for people: `line 41: a * b from a / b`.
    pub tells_apart: Vec<String>,
    /// Of the mutants it kills, those that nobody makes by mistake: alone they make no test worth reading.
    #[serde(default)]
    pub minor_kills: Vec<u32>,
}

impl Deref for ReadyTest {
    type Target = WrittenTest;

    fn deref(&self) -> &WrittenTest {
        &self.written
    }
}

impl ReadyTest {
    /// Has what the other one covers and notices as well: it does all that the other does.
    pub fn take_merits_of(&mut self, other: &Self) {
        let is_new = |goal: &&GoalKey| !self.goals.contains(goal);
        let goals: Vec<GoalKey> = other.goals.iter().filter(is_new).cloned().collect();
        self.goals.extend(goals);
        self.written.kills.extend(&other.kills);
        self.written.kills.sort_unstable();
        self.written.kills.dedup();
        self.minor_kills.extend(&other.minor_kills);
        for mutant in &other.tells_apart {
            if !self.tells_apart.contains(mutant) {
                self.tells_apart.push(mutant.clone());
            }
        }
    }
}

/// An exception that nothing declares, documents or throws by the class's own `throw`, and that the class is to blame
/// for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PossibleFault {
    /// Binary name of the exception.
    pub exception: String,
    /// The method that was called.
    pub method: String,
    /// Why it is thought to be a fault, as the end of a sentence; empty where an older run did not say.
    #[serde(default)]
    pub reason: String,
    /// The test that shows it, as Java statements.
    pub input: String,
    /// The stack, outermost call last.
    pub stack: Vec<String>,
    /// A test that fails as long as the method throws.
    pub failing: Option<WrittenTest>,
    /// A test that accepts the exception as intended; none where a test cannot name it.
    pub accepting: Option<WrittenTest>,
}

/// Figures of one search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchFigures {
    /// Executed tests.
    pub executions: u64,
    /// Seconds of search.
    pub search_seconds: f64,
    /// Seconds from the request to the first verified test.
    pub first_test_seconds: Option<f64>,
    /// Seconds from the request to the end.
    pub total_seconds: f64,
    /// The seed.
    pub seed: u64,
    /// Workers that died in the run.
    pub deaths: u32,
}

/// The result of a run. A cancelled run gives what it had.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Binary name of the class under test (the first top-level class of the file).
    pub class: String,
    /// All goals in source order.
    pub goals: Vec<GoalReport>,
    /// Ready tests, in the order of the methods they test.
    pub tests: Vec<Arc<ReadyTest>>,
    /// Parameterised tests in place of three or more of `tests` each, where they are to be written as one class.
    pub tables: Vec<TableTest>,
    /// Possible faults.
    pub faults: Vec<PossibleFault>,
    /// What the user's own tests did.
    pub user_tests: UserTests,
    /// The calls whose pairs the goals are; empty unless they are.
    pub calls: Vec<CoupledCall>,
    /// The files that these calls depend on.
    pub seen: FileKeys,
    /// Figures.
    pub figures: SearchFigures,
    /// The text of a whole new test class with all verified tests.
    pub test_class: String,
    /// Its simple name, `CartTest`.
    pub test_class_name: String,
    /// What the user should know: test double JUnit used, worker deaths, calls that are not tried again.
    pub notices: Vec<String>,
}

impl Report {
    /// The tests as one class has them: a parameterised one where the first of its rows would stand.
    pub fn written(&self) -> impl Iterator<Item = &WrittenTest> {
        with_tables(&self.tests, &self.tables)
    }

    /// The parameterised test that this one is a row of.
    pub fn table_of(&self, test: &str) -> Option<&TableTest> {
        let at = self.tests.iter().position(|one| one.name == test)?;
        self.tables.iter().find(|table| table.rows.contains(&at))
    }

    /// What is missing, in words that stay true whatever tests of other classes do.
    pub fn missing(&self, fact: &str) -> String {
        let others = self.user_tests.others;
        others.limited(fact, &simple_name(&self.class))
    }
}

/// The tests with parameterised ones in place of those whose rows they have.
pub fn with_tables<'a>(
    tests: &'a [Arc<ReadyTest>],
    tables: &'a [TableTest],
) -> impl Iterator<Item = &'a WrittenTest> {
    tests.iter().enumerate().filter_map(move |(at, test)| {
        let table = tables.iter().find(|table| table.rows.contains(&at));
        match table {
            Some(table) => (table.rows.first() == Some(&at)).then_some(&table.written),
            None => Some(&test.written),
        }
    })
}
