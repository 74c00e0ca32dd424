//! What the user's own tests did: plain data for reports, with the names that people know them by.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::MethodId;
use goalline_goals::GoalKey;

use crate::GoalState;

/// So many tests that cover a goal are named, in reports, in what is kept, and in hovers.
const MOST_NAMES: usize = 3;

/// How one of the user's tests ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum UserTestOutcome {
    /// It passed.
    Passed,
    /// It failed, with probes and without them, where nothing was kept from it, or in the build, too: what was thrown.
    Failed(String),
    /// It failed, with probes and without them, and whether it does so outside of the sandbox is not known: what was
    /// thrown. What it might cover beside what it reached is not known.
    FailedHere(String),
    /// It fails only with probes, or for want of what the sandbox keeps away: what was thrown. What it might cover is
    /// not known.
    CannotRunHere(String),
    /// It was skipped, or an assumption did not hold.
    Aborted(Option<String>),
    /// It did not end, or ended the JVM: the cause.
    Died(String),
}

impl UserTestOutcome {
    /// Why it did not pass, where there is something to say.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::Passed => None,
            Self::Aborted(reason) => reason.as_deref(),
            Self::Failed(cause)
            | Self::FailedHere(cause)
            | Self::CannotRunHere(cause)
            | Self::Died(cause) => Some(cause),
        }
    }
}

/// One of the user's tests.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct UserTest {
    /// JUnit's unique id.
    pub id: String,
    /// Binary name of its class.
    pub class: String,
    /// Its method; empty where a class failed as a whole.
    pub method: String,
    /// Its name for people.
    pub name: String,
    /// How it ended.
    pub outcome: UserTestOutcome,
    /// The goals it covers, whatever the outcome.
    pub covers: Vec<GoalKey>,
    /// The methods of the file that it entered, `shop.Cart#total()`.
    pub enters: Vec<String>,
    /// Whether it did not run now: nothing that it depends on has changed since it did.
    pub is_remembered: bool,
}

/// A test class that does not compile.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BrokenTestClass {
    /// Its binary name.
    pub class: String,
    /// javac's first message, with its line.
    pub message: String,
}

/// What the user's own tests of a class did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserTests {
    /// The tests, class by class.
    pub tests: Vec<UserTest>,
    /// Test classes that do not compile.
    pub broken: Vec<BrokenTestClass>,
    /// Seconds from finding them to the last one's end.
    pub seconds: f64,
    /// What may be covered without being known to be.
    pub inconclusive: Inconclusive,
    /// What tests of other classes leave open.
    pub others: OtherTests,
}

/// What is known of tests that do not name a class and may get to it through others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum OtherTests {
    /// All of them ran, or there are none.
    #[default]
    Known,
    /// Some are yet to run: what they may cover is not known.
    Awaited,
    /// All of them ran before the last change, and some are yet to run again: what they covered counts until then.
    Renewed,
    /// Some did not run, and nobody makes them: a goal that is missing is so in tests of the class alone.
    NotRun,
}

impl OtherTests {
    /// What is missing, in words that stay true whatever tests of other classes do: `never false in a test of Cart`.
    pub fn limited(self, fact: &str, class: &str) -> String {
        if self != Self::NotRun {
            return fact.to_owned();
        }
        if fact.ends_with(" a test") {
            format!("{fact} of {class}")
        } else if fact == "never run" {
            format!("never run in a test of {class}")
        } else {
            fact.to_owned()
        }
    }
}

/// What tests might cover that were found and could not do their work here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Inconclusive {
    /// Nothing: all of them did their work.
    #[default]
    None,
    /// What stands in these methods.
    Methods(BTreeSet<MethodId>),
    /// Anything.
    Whole,
}

/// The goals of a file as the user's own tests leave them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UserTestReport {
    /// Each goal with its state; `NotReached` where no test covers it.
    pub states: Vec<(GoalKey, GoalState)>,
    /// What the tests did.
    pub tests: UserTests,
    /// What the user should read once.
    pub notices: Vec<String>,
}

/// How many goals the tests of one class cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTotal {
    /// Simple name of the test class.
    pub class: String,
    /// Its tests.
    pub tests: usize,
    /// Goals that they cover.
    pub goals: usize,
}

impl UserTest {
    /// `CartTest.appliesCoupon`.
    pub fn label(&self) -> String {
        let class = simple_name(&self.class);
        if self.method.is_empty() {
            class
        } else {
            format!("{class}.{}", self.method)
        }
    }
}

impl UserTests {
    /// Whether a test that could not do its work here might cover what stands in this method.
    pub fn may_cover(&self, method: MethodId) -> bool {
        match &self.inconclusive {
            Inconclusive::None => false,
            Inconclusive::Methods(methods) => methods.contains(&method),
            Inconclusive::Whole => true,
        }
    }

    /// The labels of the first tests that cover each goal: what a hover names.
    pub fn covering(&self) -> BTreeMap<GoalKey, Vec<String>> {
        let mut covering: BTreeMap<GoalKey, Vec<String>> = BTreeMap::new();
        for test in &self.tests {
            let label = test.label();
            for goal in &test.covers {
                name_covering(covering.entry(goal.clone()).or_default(), &label);
            }
        }
        covering
    }

    /// Each test class with what it covers of these goals, in order of running.
    pub fn by_class(&self, among: &BTreeSet<&GoalKey>) -> Vec<ClassTotal> {
        let mut totals: Vec<(ClassTotal, BTreeSet<&GoalKey>)> = Vec::new();
        for test in &self.tests {
            let class = simple_name(test.class.split('$').next().unwrap_or(&test.class));
            let at = totals
                .iter()
                .position(|(total, _)| total.class == class)
                .unwrap_or_else(|| {
                    let total = ClassTotal {
                        class,
                        tests: 0,
                        goals: 0,
                    };
                    totals.push((total, BTreeSet::new()));
                    totals.len() - 1
                });
            let (total, goals) = &mut totals[at];
            total.tests += 1;
            goals.extend(test.covers.iter().filter(|goal| among.contains(goal)));
            total.goals = goals.len();
        }
        totals.into_iter().map(|(total, _)| total).collect()
    }
}

/// Names one more test that covers a goal, unless enough are named.
pub fn name_covering(labels: &mut Vec<String>, label: &str) {
    if labels.len() < MOST_NAMES && !labels.iter().any(|it| it == label) {
        labels.push(label.to_owned());
    }
}

/// The name without its package; nested classes with a dot.
pub fn simple_name(class: &str) -> String {
    class.rsplit('.').next().unwrap_or(class).replace('$', ".")
}
