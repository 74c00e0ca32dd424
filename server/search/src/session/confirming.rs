//! The end of a generation: takes what the archive has found, runs a part of it alone in fresh class loaders, and
//! tells of what that confirmed; breeds nothing.

use std::sync::Arc;

use goalline_goals::GoalId;
use goalline_testcase::{Execution, Outcome, RunOptions, TestCase};

use super::SearchSession;
use crate::{
    ArchivedTest, Ending, SearchProgress,
    population::{archive::executed_length, reduce::reduce_tests},
};

/// What a run in a fresh class loader costs, in ordinary runs.
const FRESH_COST: u64 = 40;

/// The part of the executions that runs in fresh class loaders may cost while the search goes on: one in this many.
const FRESH_PART: u64 = 5;

/// Tests that are confirmed at once while the search goes on: a cold class takes milliseconds to load, and the search
/// waits.
const MOST_FRESH: usize = 16;

/// Generations after which other goals have their turn at the latest, where there are more than can be sought at once.
const TURN: u32 = 25;

/// Tests per generation that are tried in a fresh class loader for unconfirmed goals.
const MOST_UNCONFIRMED: usize = 4;

/// What only static state that other tests left seemed to cover.
#[derive(Default)]
pub(super) struct UnconfirmedTests {
    /// Whether there were such goals.
    pub were_any: bool,
    /// Tests that might really cover those, the longest first.
    pub tests: Vec<TestCase>,
}

impl UnconfirmedTests {
    /// Keeps the longest tests: they are likeliest to bring about by themselves what others left behind.
    pub(super) fn note(&mut self, test: &TestCase) {
        let is_longer = |known: &TestCase| known.len() >= test.len();
        let at = self.tests.partition_point(is_longer);
        if at < MOST_UNCONFIRMED {
            self.tests.insert(at, test.clone());
            self.tests.truncate(MOST_UNCONFIRMED);
        }
    }
}

impl SearchSession<'_> {
    /// Ends a generation: weighs the callables anew, confirms new tests now and then, tells of the progress.
    pub(crate) fn end_generation(&mut self) {
        self.count_generation();
        if self.counts.generation == 1 || self.is_time_to_confirm() {
            self.confirm(MOST_FRESH);
        }
        self.tell_progress();
    }

    /// The same as far as that runs nothing.
    pub(crate) fn end_generation_unconfirmed(&mut self) {
        self.count_generation();
        self.tell_progress();
    }

    fn is_time_to_confirm(&self) -> bool {
        self.counts.fresh_runs * FRESH_COST * FRESH_PART <= self.counts.executions
    }

    /// Whether the end of a generation has to run tests to confirm them.
    pub(crate) fn has_to_confirm(&self) -> bool {
        self.is_time_to_confirm()
            && (!self.unconfirmed_tests.tests.is_empty()
                || !self.unconfirmed_goals(false).is_empty())
    }

    /// Goals whose tests are to be confirmed: those that wait for a better one come when the search is over.
    fn unconfirmed_goals(&self, is_over: bool) -> Vec<GoalId> {
        let mut goals = self.archive.unconfirmed();
        goals.retain(|goal| {
            let is_found = self.archive.best(*goal).is_some();
            is_found && (is_over || !self.is_to_be_mended(*goal))
        });
        goals
    }

    fn count_generation(&mut self) {
        self.counts.generation += 1;
        self.costs.update();
        self.look_what_to_mend();
        if self.counts.generation - self.counts.last_covered >= self.parameters.steps_after {
            self.aims.targets.seek_steps();
        }
        if self.counts.generation.is_multiple_of(TURN) || self.aims.targets.is_turn_due() {
            self.aims.targets.take_turns();
        }
    }

    /// Weighs the callables anew and tells how far the search is.
    pub(crate) fn tell_progress(&mut self) {
        self.factory
            .focus
            .update(self.goals, self.aims.targets.open_goals());
        let wanted = self.wanted.len() + self.counts.discovered;
        let progress = SearchProgress {
            generation: self.counts.generation,
            executions: self.counts.fetched(),
            covered: self
                .findings
                .covered_so_far
                .unwrap_or(wanted - self.aims.targets.open()),
            wanted,
        };
        self.outside.events.progress(progress, self.factory.cluster);
    }

    /// Tells what the result covers after so many tests, before its generation ends.
    pub(crate) fn tell_result(&mut self, covered: usize, executions: u64) {
        self.outside.events.result_covers(covered, executions);
    }

    /// Confirms everything that is not yet, and tells what is left of a result that is not the archive.
    pub(super) fn confirm_all(&mut self) {
        let searched = self.counts.fetched();
        self.confirm(usize::MAX);
        if self.findings.covered_so_far.is_some() {
            let wanted = self.wanted.len() + self.counts.discovered;
            self.tell_result(wanted - self.aims.targets.open(), searched);
        }
    }

    /// Runs a small set of tests for goals without a confirmed one, at most so many, each alone in a fresh class
    /// loader. Goals that such a test was taken for and none of them covers there are open again.
    fn confirm(&mut self, most: usize) {
        let unconfirmed = self.unconfirmed_goals(most == usize::MAX);
        let candidates = unconfirmed
            .iter()
            .filter_map(|goal| Some((*goal, self.archive.best(*goal)?)));
        let mut chosen = reduce_tests(candidates);
        chosen.truncate(most);
        let mut tests: Vec<TestCase> = chosen.iter().map(|(entry, _)| entry.test.clone()).collect();
        tests.append(&mut self.unconfirmed_tests.tests);
        if tests.is_empty() {
            return;
        }
        let options = RunOptions {
            fresh_loader: true,
            ..self.parameters.options
        };
        // What comes of it is true of the tests so far: the last confirmation comes when the budget is spent.
        self.counts.recorded = self.counts.fetched();
        let Some(mut runs) = self.execute(&tests, options) else {
            return;
        };
        self.confirm_mutants(&tests, &chosen, &mut runs);
        self.counts.fresh_runs += tests.len() as u64;
        // What a run ended early did not come to is neither confirmed nor refuted.
        let are_left = runs.iter().map(|run| run.outcome == Outcome::Left);
        let are_left: Vec<bool> = are_left.collect();
        for (test, run) in tests.into_iter().zip(runs) {
            self.note_confirmed(test, &run);
        }
        let tried = chosen.into_iter().zip(are_left);
        let tried = tried.filter_map(|((_, goals), is_left)| (!is_left).then_some(goals));
        for goal in tried.flatten() {
            if self.archive.confirmed(goal).is_none() && self.archive.refute(goal) {
                self.aims.targets.reopen(goal);
                self.outside
                    .events
                    .reached(goal, false, self.counts.recorded);
                self.unconfirmed_tests.were_any = true;
            }
        }
    }

    fn note_confirmed(&mut self, mut test: TestCase, run: &Execution) {
        let Some(ending) = Ending::of(&run.outcome) else {
            return;
        };
        self.discover(&run.trace);
        test.statements
            .truncate(executed_length(&test, &run.outcome));
        let mut covers = Vec::new();
        self.fitness.covered(&run.trace, |goal| {
            covers.extend(self.archive.seeks(goal).then_some(goal));
        });
        covers.sort_unstable();
        let entry = Arc::new(ArchivedTest {
            test,
            ending,
            covers,
            steps: run.steps,
        });
        let first = self.archive.confirm(&entry);
        for goal in &first {
            self.cover(*goal);
        }
        if !first.is_empty() {
            self.outside.events.covered(&first, &entry);
        }
    }
}
