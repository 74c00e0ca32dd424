//! Whether smart selection tells the truth of a class: takes a request, gives per table how many goals are left out
//! for which reason, and whether tests that cover a kept goal cover what it is said to stand for.

use std::collections::{BTreeMap, BTreeSet};

use goalline_engine::run::search_run::SearchRun;
use goalline_goals::{
    Criterion, Goal, GoalChoice, GoalId, GoalKey, Reason, Selected, Subsumption, Target,
};
use goalline_prepare::{Cancel, EngineError, Request, prepare::prepared::Prepared};
use goalline_search::{Ending, Fitness};
use goalline_testcase::TestCase;

use crate::{Evaluation, measure::search_run, scoring::Scoring};

/// A test that covers a kept goal and not what that is said to stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The kept goal; the line, for what a line is said to imply.
    pub kept: GoalKey,
    /// The goal that is not covered.
    pub implied: GoalKey,
    /// The test, as Java statements.
    pub test: String,
}

/// What was found with one table of subsuming mutants.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCheck {
    /// The table.
    pub table: Subsumption,
    /// Goals of the eight criteria.
    pub goals: usize,
    /// Those that are kept.
    pub kept: usize,
    /// Those that are left out, by reason.
    pub dropped: BTreeMap<Reason, usize>,
    /// Tests that were run.
    pub tests: usize,
    /// How often a test covered a goal that stands for another one: as often the other one had to be covered.
    pub checked: usize,
    /// Where it was not.
    pub counterexamples: Vec<Counterexample>,
    /// Dropped goals that the suite does not cover though it covers all that was kept for them, or their line.
    pub lost: usize,
    /// Goals left out as correlated, and those of them that the suite covers all the same.
    pub correlated: (usize, usize),
}

/// What was found on one class.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectionCheck {
    /// One for each table.
    pub tables: Vec<TableCheck>,
}

/// Searches by each table and checks.
pub(crate) fn check_selection(
    on: &mut Evaluation<'_>,
    request: &Request,
    cancel: &Cancel,
) -> Result<SelectionCheck, EngineError> {
    let criteria: Vec<Criterion> = Criterion::eight().collect();
    let mut tables = Vec::new();
    for table in [Subsumption::Paper, Subsumption::Sound] {
        let request = Request {
            criteria: GoalChoice::smart(table),
            ..request.clone()
        };
        let search_run = search_run(on.warm, &request, cancel)?;
        let last = on.scorers.scoring.take();
        let checkers = &mut on.warm.checkers;
        let mut scoring = Scoring::of(last, &request, &search_run.prepared, &criteria, checkers)?;
        let tests = archived(&search_run, &mut scoring);
        let runs = scoring.run(&tests, checkers, cancel)?;
        let fitness = Fitness::new(&scoring.prepared.goals);
        let covers: Vec<BTreeSet<GoalId>> = runs
            .iter()
            .map(|run| {
                let mut covers = BTreeSet::new();
                if Ending::of(&run.outcome).is_some() {
                    fitness.covered(&run.trace, |goal| {
                        covers.insert(goal);
                    });
                }
                covers
            })
            .collect();
        tables.push(ClassCheck::new(&scoring, table, &tests, &covers).table());
        on.scorers.scoring = Some(scoring);
    }
    Ok(SelectionCheck { tables })
}

/// All confirmed tests of a search, each once.
fn archived(search_run: &SearchRun, scoring: &mut Scoring) -> Vec<TestCase> {
    let mut tests = Vec::new();
    for (_, entry) in search_run.found.archive.confirmed_tests() {
        let test = scoring.adopt(&search_run.cluster, &entry.test);
        tests.extend(test.filter(|test| !tests.contains(test)));
    }
    tests
}

struct ClassCheck<'a> {
    scoring: &'a Scoring,
    prepared: &'a Prepared,
    selected: Selected,
    table: Subsumption,
    tests: &'a [TestCase],
    /// By test what it covers.
    covers: &'a [BTreeSet<GoalId>],
    checked: usize,
    counterexamples: Vec<Counterexample>,
}

impl<'a> ClassCheck<'a> {
    fn new(
        scoring: &'a Scoring,
        table: Subsumption,
        tests: &'a [TestCase],
        covers: &'a [BTreeSet<GoalId>],
    ) -> Self {
        let prepared = &scoring.prepared;
        Self {
            scoring,
            prepared,
            selected: Selected::of(&prepared.goals, &GoalChoice::smart(table)),
            table,
            tests,
            covers,
            checked: 0,
            counterexamples: Vec::new(),
        }
    }

    fn table(mut self) -> TableCheck {
        let mut dropped: BTreeMap<Reason, usize> = BTreeMap::new();
        for it in self.selected.dropped.values() {
            *dropped.entry(it.reason).or_default() += 1;
        }
        let all: BTreeSet<GoalId> = self.covers.iter().flatten().copied().collect();
        let (mut lost, mut correlated) = (0, (0, 0));
        let selected = std::mem::take(&mut self.selected);
        for (goal, it) in &selected.dropped {
            if self.prepared.scope.unmeasurable.contains_key(goal) {
                continue;
            }
            let by = match it.reason {
                Reason::Implied => it.by.clone(),
                Reason::ImpliedByLine => self.lines(*goal),
                Reason::Correlated => {
                    correlated.0 += 1;
                    correlated.1 += usize::from(all.contains(goal));
                    continue;
                }
            };
            for kept in &by {
                self.check(*kept, *goal);
            }
            let all_kept = !by.is_empty() && by.iter().all(|kept| all.contains(kept));
            lost += usize::from(all_kept && !all.contains(goal));
        }
        TableCheck {
            table: self.table,
            goals: self.prepared.goals.goals.len(),
            kept: selected.kept.len(),
            dropped,
            tests: self.tests.len(),
            checked: self.checked,
            counterexamples: self.counterexamples,
            lost,
            correlated,
        }
    }

    fn check(&mut self, kept: GoalId, implied: GoalId) {
        for (covers, test) in self.covers.iter().zip(self.tests) {
            if !covers.contains(&kept) {
                continue;
            }
            self.checked += 1;
            if !covers.contains(&implied) {
                let key = |goal| self.prepared.goals.goal(goal).key.clone();
                self.counterexamples.push(Counterexample {
                    kept: key(kept),
                    implied: key(implied),
                    test: goalline_junit::statements(&self.scoring.cluster, test),
                });
            }
        }
    }

    /// The goal of the line on which a mutant stands, where it is the only statement there and nothing decides about
    /// it but what decides about the line.
    fn lines(&self, mutant: GoalId) -> Vec<GoalId> {
        let goals = &self.prepared.goals;
        let lines = self.prepared.file.lines();
        let place = |goal: &Goal| lines.chars(goal.span.start).line;
        let own = goals.goal(mutant);
        let at = place(own);
        let of = goals.goals.iter().filter(|goal| {
            matches!(goal.target, Target::Line(_))
                && place(goal) == at
                && goals.controls(goal.target) == goals.controls(own.target)
        });
        of.map(|goal| goal.id).collect()
    }
}
