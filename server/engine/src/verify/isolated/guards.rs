//! Guards tested one by one: takes ready tests, gives in place of one whose object lacks more than its condition asks
//! for a test of the object that passes all guards, without that one property. Such a test fails where somebody takes
//! the guard away; the other one meets the next guard.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    mem::discriminant,
    sync::Arc,
};

use goalline_jvm::Pool;
use goalline_prepare::{EngineError, ReadyTest};
use goalline_testcase::{
    CallableId, CallableKind, Execution, Executor, Outcome, StatementKind, TestCase, TestCluster,
    TypeId, Var,
};

use super::{MOST, MOST_LOOKED_AT, Replacement};
use crate::verify::{
    live::JudgedBatch,
    verification::{Candidate, SINGLE, Verdict, Verification},
};

/// Properties of an object that passes all guards, at least: of one alone there is nothing else that may lack.
const FEWEST_FILLED: usize = 2;

/// Objects that may pass all guards, of those that are handed in at one place.
const MOST_FULL: usize = 3;

/// What a test hands to its act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HandedIn {
    act: CallableId,
    position: usize,
    ty: TypeId,
}

/// An object that a test makes, fills and hands to its act, its last call.
struct FilledObject {
    handed_in: HandedIn,
    /// The calls that give it values.
    fillings: Vec<Var>,
}

impl FilledObject {
    /// The one of the test's objects that is filled most; none where something else is done with it.
    fn of(cluster: &TestCluster, test: &TestCase) -> Option<Self> {
        let StatementKind::Call {
            callable: act,
            arguments,
            ..
        } = &test.statements.last()?.kind
        else {
            return None;
        };
        let filled = arguments
            .iter()
            .enumerate()
            .filter_map(|(position, object)| {
                let made = test.statement(*object);
                let is_made = matches!(&made.kind, StatementKind::Call { callable, .. }
                if cluster.callable(*callable).kind == CallableKind::Constructor);
                let fillings = fillings(test, *object).filter(|_| is_made)?;
                let handed_in = HandedIn {
                    act: *act,
                    position,
                    ty: made.ty,
                };
                Some(Self {
                    handed_in,
                    fillings,
                })
            });
        filled.max_by_key(|it| it.fillings.len())
    }

    /// The test without each of the values, one by one.
    fn lacking_one<'a>(&'a self, test: &'a TestCase) -> impl Iterator<Item = TestCase> + 'a {
        self.fillings.iter().map(|filling| {
            let mut lacking = test.clone();
            lacking.remove(*filling);
            lacking.remove_unused();
            lacking
        })
    }
}

/// The calls on an object that are given values alone; none where the object stands anywhere else than in the last
/// call.
fn fillings(test: &TestCase, object: Var) -> Option<Vec<Var>> {
    let is_value = |var: &Var| matches!(test.statement(*var).kind, StatementKind::Literal(_));
    let mut found = Vec::new();
    for var in test.vars().take(test.len() - 1) {
        let kind = &test.statement(var).kind;
        let mut is_used = false;
        kind.visit_uses(|used| is_used |= used == object);
        match kind {
            StatementKind::Call {
                receiver: Some(receiver),
                arguments,
                ..
            } if *receiver == object && arguments.iter().all(is_value) => found.push(var),
            _ if is_used => return None,
            _ => {}
        }
    }
    Some(found)
}

/// A ready test that hands in a filled object.
struct FillingTest<'d> {
    /// Its place among the verdicts.
    at: usize,
    candidate: &'d Candidate,
    ready: &'d Arc<ReadyTest>,
    /// The test in the numbers of the cluster at hand: it was made with another one, which grew since.
    test: TestCase,
    filled: FilledObject,
}

fn filling_tests<'d>(cluster: &mut TestCluster, done: &'d JudgedBatch) -> Vec<FillingTest<'d>> {
    let ready = done
        .iter()
        .enumerate()
        .filter_map(|(at, (candidate, verdict))| match verdict {
            Verdict::Ready(ready) => {
                let test = ready.case.restore(cluster)?;
                Some(FillingTest {
                    at,
                    candidate,
                    ready,
                    filled: FilledObject::of(cluster, &test)?,
                    test,
                })
            }
            Verdict::Refused(_) => None,
        });
    ready.take(MOST_LOOKED_AT).collect()
}

/// What a call gives an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PropertyGiven {
    setter: CallableId,
    /// Of several arguments the first, which says what the rest is for: a map's key.
    key: Option<String>,
}

fn given_values(test: &TestCase, fillings: &[Var]) -> BTreeSet<PropertyGiven> {
    let given = |filling: &Var| match &test.statement(*filling).kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => {
            let first = arguments.first().filter(|_| arguments.len() > 1);
            Some(PropertyGiven {
                setter: *callable,
                key: first.map(|key| format!("{:?}", test.statement(*key).kind)),
            })
        }
        _ => None,
    };
    fillings.iter().filter_map(given).collect()
}

/// A test of an object that lacks one value of another one.
struct LackingTest {
    test: TestCase,
    /// What its object has.
    has: BTreeSet<PropertyGiven>,
    /// What the object has that lacks nothing.
    full: BTreeSet<PropertyGiven>,
}

impl LackingTest {
    /// Those of the objects that pass most guards.
    fn of(tests: &[FillingTest<'_>], full: &[usize]) -> Vec<Self> {
        let of_one = |number: &usize| {
            let FillingTest { test, filled, .. } = &tests[*number];
            let all = given_values(test, &filled.fillings);
            let lacking = filled.fillings.iter().zip(filled.lacking_one(test));
            let lacking = lacking.map(|(left_out, lacking)| {
                let without = given_values(test, std::slice::from_ref(left_out));
                Self {
                    test: lacking,
                    has: all.difference(&without).cloned().collect(),
                    full: all.clone(),
                }
            });
            lacking.collect::<Vec<_>>()
        };
        full.iter().flat_map(of_one).collect()
    }

    /// Whether the other test's object has no more than this one of what the full one has: it would be lost.
    fn has_all_of(&self, other: &FillingTest<'_>) -> bool {
        let own = given_values(&other.test, &other.filled.fillings);
        own.intersection(&self.full)
            .all(|one| self.has.contains(one))
    }
}

/// How much the doubles of a test are told to answer.
fn answers(test: &TestCase) -> usize {
    let told = test.statements.iter().map(|it| match &it.kind {
        StatementKind::TestDouble { answers, .. } => answers.len(),
        _ => 0,
    });
    told.sum()
}

/// Whether two tests end alike.
fn end_alike(one: &Outcome, other: &Outcome) -> bool {
    let class = |outcome: &Outcome| match outcome {
        Outcome::Threw { thrown, .. } => Some(thrown.class.clone()),
        _ => None,
    };
    discriminant(one) == discriminant(other) && class(one) == class(other)
}

impl Verification<'_> {
    /// Tests of objects that lack one thing, for the place of ready tests of objects that lack several, where they
    /// cover the same goals and end alike.
    pub(super) fn tests_lacking_one(
        &self,
        pool: &mut Pool,
        cluster: &mut TestCluster,
        done: &JudgedBatch,
    ) -> Result<Vec<Replacement>, EngineError> {
        let tests = filling_tests(cluster, done);
        let own: Vec<TestCase> = tests.iter().map(|one| one.test.clone()).collect();
        let runs = pool.run(cluster, &own, SINGLE)?;
        let mut alike: BTreeMap<HandedIn, Vec<usize>> = BTreeMap::new();
        for (number, one) in tests.iter().enumerate() {
            alike.entry(one.filled.handed_in).or_default().push(number);
        }
        let mut replacements: Vec<Replacement> = Vec::new();
        for numbers in alike.values().filter(|numbers| numbers.len() > 1) {
            if replacements.len() >= MOST || self.limits.is_late_for_better() {
                break;
            }
            let lacking = LackingTest::of(&tests, &fullest(&tests, &runs, numbers));
            let trials: Vec<TestCase> = lacking.iter().map(|it| it.test.clone()).collect();
            let seen = pool.run(cluster, &trials, SINGLE)?;
            for number in numbers.iter().copied() {
                let goals = &tests[number].candidate.goals;
                let mut fitting = lacking.iter().zip(&seen).filter(|(lacking, run)| {
                    lacking.test != own[number]
                        && lacking.has_all_of(&tests[number])
                        && end_alike(&run.outcome, &runs[number].outcome)
                        && self.covers(goals, run)
                        && !replacements
                            .iter()
                            .any(|it| it.candidate.test == lacking.test)
                });
                if let Some((lacking, _)) = fitting.next() {
                    replacements.push(Replacement {
                        at: tests[number].at,
                        old: tests[number].ready.clone(),
                        candidate: Candidate::new(lacking.test.clone(), goals.clone()),
                    });
                }
            }
        }
        replacements.truncate(MOST);
        Ok(replacements)
    }
}

/// Of these tests those that pass most guards: who meets most conditions, and collaborators stand behind the last one.
fn fullest(tests: &[FillingTest<'_>], runs: &[Execution], numbers: &[usize]) -> Vec<usize> {
    let enough = numbers.iter().copied();
    let enough = enough.filter(|it| tests[*it].filled.fillings.len() >= FEWEST_FILLED);
    let mut full: Vec<usize> = enough.collect();
    full.sort_by_key(|it| {
        let trace = &runs[*it].trace;
        let asked = trace.unanswered.len() + answers(&tests[*it].test);
        let fillings = tests[*it].filled.fillings.len();
        Reverse((trace.predicates.len(), asked, fillings))
    });
    full.truncate(MOST_FULL);
    full
}
