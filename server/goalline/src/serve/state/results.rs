//! What runs have found, per file: takes the goals of a run, its events and the edits since, gives each goal's state
//! where it stands now; draws nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_engine::{GoalState, LastResults, OtherTests, ReadyTest, Report, WrittenTest};
use goalline_goals::{Criterion, GoalKey};
use goalline_syntax::Span;

use {
    super::{
        asked::{Asked, MethodAround},
        documents::{Document, TextChange},
        faults::{Fault, Faults},
        generator::TestPlace,
        ignored,
    },
    crate::serve::{
        state::documents::{
            equal_bodies::{stands_in, without_blanks},
            followed::{Followed, RunText},
            shown::SelectedGoals,
        },
        transport::status::StatusLine,
    },
};

/// What is known about one file.
#[derive(Default)]
pub struct FileResults {
    shown: Option<RunText>,
    /// The run that was asked for and has not given its goals yet.
    next: Option<RunText>,
    /// The number of the newest run; what older ones still say about goals is out of date.
    newest: u64,
    tests: Vec<Arc<ReadyTest>>,
    /// What tests that are on offer no more were made for, by name: somebody may still click on one.
    replaced: BTreeMap<String, GoalKey>,
    /// Possible faults.
    pub faults: Faults,
    /// Tests the user has taken; they count as the user's own while their text stands in the test file.
    taken: Vec<Arc<ReadyTest>>,
    /// Where tests of this file belong.
    pub place: Option<TestPlace>,
    /// Goals the user wants to see no more, by key on one line.
    pub ignored: BTreeSet<String>,
    /// What tests of other classes leave open.
    limits: NotKnownYet,
    /// The newest search that has ended was for one method alone: the status line answers whoever asked for it.
    pub answers_method: bool,
    /// What the status line said last: a run of the suite that ends behind it says it again.
    pub line: Option<StatusLine>,
}

/// What is known of tests of other classes, where that is not all.
#[derive(Clone, Debug, Default)]
pub struct NotKnownYet {
    /// What they leave open.
    pub others: OtherTests,
    /// Simple name of the class.
    pub class: String,
}

impl NotKnownYet {
    /// What was known of a goal counts on where the tests alone do not say otherwise. While tests run again that ran
    /// before, what they left uncovered is taken for uncovered until they say: hints that vanish with each save help
    /// nobody. Gives whether it does.
    fn carry(&self, state: &mut GoalState, known: &GoalState) -> bool {
        let was_missing = matches!(
            known,
            GoalState::TestReady(_) | GoalState::NotReached(_) | GoalState::NotOffered(_)
        );
        let is_renewed = self.others == OtherTests::Renewed;
        let carried = match (&*state, ready(known)) {
            (GoalState::NotReached(None), _) if was_missing => known.clone(),
            (GoalState::NotReached(None), Some(test)) => GoalState::TestReady(test.to_owned()),
            (GoalState::NotKnown(None), _) if is_renewed && was_missing => known.clone(),
            (GoalState::NotKnown(Some(test)), _) if is_renewed && was_missing => {
                GoalState::TestReady(test.clone())
            }
            (GoalState::NotKnown(None), Some(test)) => GoalState::NotKnown(Some(test.to_owned())),
            _ => return false,
        };
        *state = carried;
        true
    }
}

/// What the user's tests cover, as a run without a search says it.
pub struct Measured<'a> {
    /// The text that was measured.
    pub text: Arc<str>,
    /// Its goals.
    pub goals: &'a SelectedGoals,
    /// Each goal's state.
    pub states: Vec<(GoalKey, GoalState)>,
    /// What tests of other classes leave open.
    pub limits: NotKnownYet,
}

impl FileResults {
    /// A run was asked for, on this text.
    pub fn begin(&mut self, run: u64, text: Arc<str>, goals: &SelectedGoals) {
        self.newest = run;
        self.next = Some(RunText::of(text, goals));
    }

    /// An earlier process has found this, in a text with these goals; `now` is the text of the document. Whatever
    /// this process has found by now is newer.
    pub fn show_last(&mut self, goals: &SelectedGoals, last: LastResults, now: &str) {
        if self.shown.is_some() {
            return;
        }
        self.faults = Faults::of(last.text.clone(), &last.class, &last.faults);
        self.faults.reopen(now);
        let mut measured = RunText::of(last.text, goals);
        set_states(&mut measured, &mut last.states.into_iter().collect());
        for goal in &mut measured.goals {
            goal.was_tried = true;
        }
        measured.reopen(now);
        self.shown = Some(measured);
        self.limits = NotKnownYet {
            others: last.others,
            class: simple_name(&last.class).to_owned(),
        };
        self.tests = last.tests;
    }

    /// The goals of the run with their first state. What an earlier run has found stays until this one says otherwise.
    pub fn set_goals(&mut self, run: u64, states: Vec<(GoalKey, GoalState)>, limits: NotKnownYet) {
        let Some(measured) = self.next.take_if(|_| run == self.newest) else {
            return;
        };
        self.limits = limits;
        self.show(measured, states);
    }

    /// What the tests cover, in a text of the file; `now` is that of the document. A search that was asked for says
    /// more, and soon.
    pub fn measure(&mut self, found: Measured<'_>, now: &str) {
        if self.next.is_some() {
            return;
        }
        let mut measured = RunText::of(found.text, found.goals);
        measured.reopen(now);
        self.limits = found.limits;
        self.show(measured, found.states);
    }

    /// The states of the goals that are shown.
    pub fn states(&self) -> impl Iterator<Item = &GoalState> {
        let goals = self.shown.iter().flat_map(|shown| &shown.goals);
        goals.map(|goal| &goal.state)
    }

    /// Whether all goals were measured, and no test that is yet to run may cover one.
    pub fn is_settled(&self) -> bool {
        self.is_measured() && self.limits.others == OtherTests::Known
    }

    /// In a hint, what is missing: see [`OtherTests::limited`].
    pub fn limited(&self, fact: &str) -> String {
        self.limits.others.limited(fact, &self.limits.class)
    }

    /// Whether tests that are yet to run may cover what is not known.
    pub fn is_waiting(&self) -> bool {
        matches!(
            self.limits.others,
            OtherTests::Awaited | OtherTests::Renewed
        )
    }

    /// Shows goals with their first states. What an earlier run has found stays where these do not say otherwise.
    fn show(&mut self, mut measured: RunText, states: Vec<(GoalKey, GoalState)>) {
        let old = self
            .shown
            .take()
            .map(|shown| shown.goals)
            .unwrap_or_default();
        let old: BTreeMap<GoalKey, Followed> = old
            .into_iter()
            .map(|goal| (goal.key.clone(), goal))
            .collect();
        let mut states: BTreeMap<GoalKey, GoalState> = states.into_iter().collect();
        set_states(&mut measured, &mut states);
        for goal in &mut measured.goals {
            if let Some(known) = old.get(&goal.key) {
                let is_carried = self.limits.carry(&mut goal.state, &known.state);
                goal.was_tried |= is_carried && known.was_tried;
            }
        }
        self.shown = Some(measured);
    }

    /// A test is ready.
    pub fn add_test(&mut self, test: Arc<ReadyTest>) {
        if let Some(shown) = &mut self.shown {
            for goal in shown
                .goals
                .iter_mut()
                .filter(|goal| test.goals.contains(&goal.key))
            {
                match &mut goal.state {
                    GoalState::CoveredByUser(_) => {}
                    GoalState::NotKnown(ready) => *ready = Some(test.name.clone()),
                    state => *state = GoalState::TestReady(test.name.clone()),
                }
            }
        }
        self.tests.retain(|old| old.name != test.name);
        self.tests.push(test);
    }

    /// The run has ended and this is what it found. Of a run that a newer one has replaced the tests are kept.
    pub fn finish(&mut self, run: u64, report: &Report) {
        if run != self.newest {
            report
                .tests
                .iter()
                .for_each(|test| self.add_test(test.clone()));
            return;
        }
        let states = report
            .goals
            .iter()
            .map(|it| (it.goal.key.clone(), it.state.clone()));
        let mut states: BTreeMap<_, _> = states.collect();
        if let Some(measured) = self.next.take() {
            self.shown = Some(measured);
        }
        self.limits = NotKnownYet {
            others: report.user_tests.others,
            class: simple_name(&report.class).to_owned(),
        };
        if let Some(shown) = &mut self.shown {
            if report.user_tests.others == OtherTests::Renewed {
                for goal in &shown.goals {
                    if let Some(state) = states.get_mut(&goal.key) {
                        self.limits.carry(state, &goal.state);
                    }
                }
            }
            set_states(shown, &mut states);
            let sought = report.goals.iter().filter(|it| it.is_sought);
            let sought: BTreeSet<&GoalKey> = sought.map(|it| &it.goal.key).collect();
            for goal in &mut shown.goals {
                goal.was_tried |= sought.contains(&goal.key);
            }
        }
        for old in &self.tests {
            if let Some(goal) = old.goals.first() {
                self.replaced.insert(old.name.clone(), goal.clone());
            }
        }
        self.tests.clone_from(&report.tests);
    }

    /// A run has ended that ran the tests of this text: what it says of those taken from there is newer than what was
    /// known when they were made.
    pub fn forget_taken_in(&mut self, test_file: &str) {
        let text = without_blanks(test_file);
        self.taken.retain(|test| !stands_in(test, &text));
    }

    /// What looked like a fault in this run; `now` is the text of the document.
    pub fn set_faults(&mut self, run: u64, faults: Faults, now: Option<&str>) {
        if run == self.newest {
            self.faults = faults;
            if let Some(now) = now {
                self.faults.reopen(now);
            }
        }
    }

    /// The run gave nothing; what was known before stays.
    pub fn give_up(&mut self, run: u64) {
        if run == self.newest {
            self.next = None;
        }
    }

    /// The run that had not begun will not begin.
    pub fn withdraw(&mut self) {
        self.give_up(self.newest);
    }

    /// The text was edited; `text` is the one after the changes.
    pub fn edit(&mut self, changes: &[TextChange], text: &str) {
        for measured in self.shown.iter_mut().chain(&mut self.next) {
            measured.edit(changes, text);
        }
        self.faults.edit(changes, text);
    }

    /// The document was opened with this text: follow the goals from the text of the run to it.
    pub fn reopen(&mut self, text: &str) {
        for measured in self.shown.iter_mut().chain(&mut self.next) {
            measured.reopen(text);
        }
        self.faults.reopen(text);
    }

    /// Whether anything was measured yet.
    pub fn is_measured(&self) -> bool {
        self.shown.is_some()
    }

    /// The goals of the last run that still stand in the document, in its order. While the document has a syntax
    /// error those that no edit touched are believed, because the tree cannot tell.
    pub fn standing(&self, document: &Document) -> Vec<&Followed> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let goals = document.goals();
        let places: BTreeSet<(Span, Criterion, Asked, &str)> = goals
            .goals()
            .map(|goal| {
                let asked = Asked::of(&goals.set, goal);
                (goal.span, goal.criterion, asked, goal.detail.as_str())
            })
            .collect();
        let is_standing = |goal: &&Followed| {
            let place = goal
                .span()
                .map(|span| (span, goal.criterion, goal.asked, goal.detail.as_str()));
            place.is_some_and(|place| document.file().has_error() || places.contains(&place))
        };
        let mut standing: Vec<&Followed> = shown.goals.iter().filter(is_standing).collect();
        standing.sort_by_key(|goal| goal.span().map(|span| span.start));
        standing
    }

    /// Goals that a test covers which the user has taken.
    pub fn taken_goals(&self) -> BTreeSet<GoalKey> {
        self.taken
            .iter()
            .flat_map(|test| test.goals.iter().cloned())
            .collect()
    }

    /// Whether the user's own tests were seen to cover anything.
    pub fn has_covered(&self) -> bool {
        let is_covered = |goal: &Followed| matches!(goal.state, GoalState::CoveredByUser(_));
        self.shown
            .as_ref()
            .is_some_and(|shown| shown.goals.iter().any(is_covered))
    }

    /// Whether a test covers it that the user has taken.
    pub fn is_taken(&self, key: &GoalKey) -> bool {
        self.taken.iter().any(|test| test.goals.contains(key))
    }

    /// Whether the user wants to see this goal no more.
    pub fn is_ignored(&self, key: &GoalKey) -> bool {
        !self.ignored.is_empty() && self.ignored.contains(&ignored::on_one_line(&key.0))
    }

    /// The possible faults that the user has not called intended.
    pub fn shown_faults(&self) -> impl Iterator<Item = &Fault> {
        let is_ignored = |key: &str| self.ignored.contains(&ignored::on_one_line(key));
        self.faults.iter().filter(move |it| !is_ignored(&it.key))
    }

    /// Tests that were offered, whether they were taken or not, by name; those of possible faults, too.
    pub fn tests_named(&self, names: &[String]) -> Vec<&WrittenTest> {
        let ready = self.taken.iter().chain(&self.tests).map(|it| &it.written);
        let all = ready.chain(self.faults.tests());
        all.filter(|test| names.contains(&test.name)).collect()
    }

    /// What can be inserted for these names: the tests, or what the newest run has in place of them.
    pub fn insertable(&self, names: &[String]) -> Vec<&WrittenTest> {
        let offers = self.verified();
        let mut found: Vec<&WrittenTest> = Vec::new();
        for name in names {
            let ready = offers.iter().find(|test| test.name == *name);
            let in_its_place = || {
                let goal = self.replaced.get(name)?;
                offers.iter().find(|test| test.goals.contains(goal))
            };
            let of_fault = || self.faults.tests().find(|test| test.name == *name);
            let ready = ready.or_else(in_its_place).map(|test| &test.written);
            if let Some(test) = ready.or_else(of_fault)
                && !found.iter().any(|other| other.name == test.name)
            {
                found.push(test);
            }
        }
        found
    }

    /// Whether the user has taken all of these tests, or those in their place.
    pub fn are_taken(&self, names: &[String]) -> bool {
        let is_taken = |name: &String| {
            let goal = self.replaced.get(name);
            let is_it = |test: &Arc<ReadyTest>| {
                test.name == *name || goal.is_some_and(|goal| test.goals.contains(goal))
            };
            self.taken.iter().any(is_it)
        };
        names.iter().all(is_taken)
    }

    /// Tests that can be offered: ready and not taken, in their order.
    pub fn verified(&self) -> Vec<&Arc<ReadyTest>> {
        self.tests
            .iter()
            .filter(|test| !self.taken.iter().any(|it| it.source == test.source))
            .collect()
    }

    /// Names of the offered tests that were made for a goal of this method, or are ready for one.
    pub fn tests_of(&self, owner: &MethodAround) -> Vec<String> {
        let shown = self.shown.iter().flat_map(|shown| &shown.goals);
        let goals: Vec<&Followed> = shown.filter(|goal| goal.owner == *owner).collect();
        let is_of = |test: &&Arc<ReadyTest>| {
            let is_for = |goal: &&Followed| {
                let is_ready = ready(&goal.state) == Some(&test.name) && !self.is_taken(&goal.key);
                is_ready || test.goals.first() == Some(&goal.key)
            };
            goals.iter().any(is_for)
        };
        let offers = self.verified();
        let of_it = offers.iter().copied().filter(is_of);
        of_it.map(|test| test.name.clone()).collect()
    }

    /// The goals of the last run that a test covers; none for a test of a possible fault.
    pub fn goals_of(&self, test: &WrittenTest) -> Vec<&Followed> {
        let ready = self.tests.iter().find(|it| it.written == *test);
        let keys = ready.map(|it| it.goals.as_slice()).unwrap_or_default();
        keys.iter().filter_map(|key| self.goal(&key.0)).collect()
    }

    /// The goal of the last run with this key.
    pub fn goal(&self, key: &str) -> Option<&Followed> {
        self.shown
            .as_ref()?
            .goals
            .iter()
            .find(|goal| *goal.key.0 == *key)
    }

    /// Looks which tests stand in the test file's text; gives whether that changed.
    pub fn look_for_taken(&mut self, test_file: Option<&str>) -> bool {
        let text = test_file.map(without_blanks).unwrap_or_default();
        self.faults.look_for_inserted(&text);
        let mut taken: Vec<Arc<ReadyTest>> = Vec::new();
        for test in self.taken.iter().chain(&self.tests) {
            let is_known = taken.iter().any(|other| other.source == test.source);
            if !is_known && stands_in(test, &text) {
                taken.push(test.clone());
            }
        }
        let changed = taken != self.taken;
        self.taken = taken;
        changed
    }
}

fn set_states(measured: &mut RunText, states: &mut BTreeMap<GoalKey, GoalState>) {
    for goal in &mut measured.goals {
        if let Some(state) = states.remove(&goal.key) {
            goal.state = state;
        }
    }
}

/// The name of the verified test that a state tells of.
fn ready(state: &GoalState) -> Option<&str> {
    match state {
        GoalState::TestReady(name) | GoalState::NotKnown(Some(name)) => Some(name),
        _ => None,
    }
}

/// `Cart` of `shop.Cart`.
fn simple_name(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}
