//! One behaviour per test: takes a test with the goals it was taken for, gives a small test per statement that
//! covered some of them.

use std::slice;

use goalline_goals::GoalId;
use goalline_testcase::{ExecutorError, RunOptions, StatementKind, TestBed, TestCase};

use crate::{
    Ending, Minimisation,
    goals::fitness::Fitness,
    minimise,
    mutants::{
        propagation::{is_infected, strong_mutants},
        runs::{MutantBatch, run_isolated},
    },
};

/// A small test that ends with the statement which covers its goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// The test.
    pub test: TestCase,
    /// The goals it is about, in the order they were given.
    pub goals: Vec<GoalId>,
    /// Whether it may cover them: false where it ran once more, to its end, and did not. What an earlier test left
    /// behind, or the time of day, covered them before.
    pub is_repeatable: bool,
}

/// Takes a test apart: each statement that covers goals no earlier one covered becomes the end of a minimised test of
/// its own. Every given goal belongs to exactly one of the results; what no statement covers again stays with the whole
/// test, as it is.
pub fn behaviours(
    test: &TestCase,
    goals: &[GoalId],
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<Behaviour>, ExecutorError> {
    let mut parts = by_statement(test, goals, minimisation)?;
    for part in parts.iter_mut().filter(|part| part.is_repeatable) {
        part.test = minimise(&part.test, &part.goals, minimisation)?;
    }
    Ok(parts)
}

/// What statements cover, the goals of each apart, and what no statement covers.
struct Split {
    parts: Vec<Behaviour>,
    open: Vec<GoalId>,
    /// Whether the last one ran to its end.
    has_ended: bool,
}

/// The test up to each statement that covers something new, with what it covers.
fn by_statement(
    test: &TestCase,
    goals: &[GoalId],
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<Behaviour>, ExecutorError> {
    let is_call = |at: &usize| matches!(test.statements[*at].kind, StatementKind::Call { .. });
    let prefixes: Vec<TestCase> = (0..test.len())
        .filter(is_call)
        .map(|at| TestCase {
            statements: test.statements[..=at].to_vec(),
        })
        .collect();
    // A class loader of its own for each prefix takes much longer than the prefix.
    let likely = likely(&prefixes, goals, minimisation)?;
    let mut split = split(likely, goals, minimisation)?;
    if !split.open.is_empty() {
        split = self::split(prefixes, goals, minimisation)?;
    }
    if !split.open.is_empty() {
        let ran_as_a_whole = test.len().checked_sub(1).is_some_and(|last| is_call(&last));
        split.parts.push(Behaviour {
            test: test.clone(),
            goals: split.open,
            is_repeatable: !(ran_as_a_whole && split.has_ended),
        });
    }
    Ok(split.parts)
}

/// The prefixes that cover something new in a class loader that is shared, where what earlier tests left may count,
/// too; none where mutants are to be killed.
fn likely(
    prefixes: &[TestCase],
    goals: &[GoalId],
    minimisation: &mut Minimisation<'_>,
) -> Result<Vec<TestCase>, ExecutorError> {
    if strong_mutants(minimisation.goals, goals).next().is_some() {
        return Ok(Vec::new());
    }
    let options = RunOptions {
        fresh_loader: false,
        ..minimisation.options
    };
    let runs = minimisation
        .executor
        .run(minimisation.cluster, prefixes, options)?;
    let mut fitness = Fitness::new(minimisation.goals);
    let mut open = goals.to_vec();
    let mut likely = Vec::new();
    for (prefix, run) in prefixes.iter().zip(runs) {
        fitness.load(&run.trace);
        let count = open.len();
        open.retain(|goal| fitness.distance(minimisation.goals.goal(*goal).target) != 0.0);
        if open.len() < count {
            likely.push(prefix.clone());
        }
    }
    Ok(likely)
}

/// Gives each goal to the first of the prefixes that covers it, each in a class loader of its own.
fn split(
    prefixes: Vec<TestCase>,
    goals: &[GoalId],
    minimisation: &mut Minimisation<'_>,
) -> Result<Split, ExecutorError> {
    let options = RunOptions {
        fresh_loader: true,
        ..minimisation.options
    };
    let runs = minimisation
        .executor
        .run(minimisation.cluster, &prefixes, options)?;
    let mut fitness = Fitness::new(minimisation.goals);
    let mut open = goals.to_vec();
    let mut parts = Vec::new();
    let has_ended = runs
        .last()
        .is_some_and(|run| Ending::of(&run.outcome).is_some());
    for (prefix, mut run) in prefixes.into_iter().zip(runs) {
        // Most mutants are killed where they first infect: each runs with few of the prefixes, not with all, and may
        // take as many steps as when the prefix is a test.
        let infected: Vec<MutantBatch> = strong_mutants(minimisation.goals, &open)
            .filter(|(mutant, _)| is_infected(&run.trace, *mutant))
            .map(|(mutant, _)| MutantBatch {
                mutant,
                tests: vec![0],
            })
            .collect();
        let mut test_bed = TestBed {
            executor: &mut *minimisation.executor,
            cluster: minimisation.cluster,
        };
        run_isolated(
            &mut test_bed,
            slice::from_ref(&prefix),
            slice::from_mut(&mut run),
            &infected,
            options,
        )?;
        fitness.load(&run.trace);
        let (new, left): (Vec<GoalId>, Vec<GoalId>) = open
            .iter()
            .partition(|goal| fitness.distance(minimisation.goals.goal(**goal).target) == 0.0);
        open = left;
        if !new.is_empty() {
            parts.push(Behaviour {
                test: prefix,
                goals: new,
                is_repeatable: true,
            });
        }
    }
    Ok(Split {
        parts,
        open,
        has_ended,
    })
}
