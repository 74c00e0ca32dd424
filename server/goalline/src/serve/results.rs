//! What runs have found, per file: takes the goals of a run, its events and the edits since, gives each goal's state where it stands now; draws nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_engine::{GoalState, LastResults, ReadyTest, Report};
use goalline_flow::{FileFlow, MethodId, PredicateKind};
use goalline_goals::{Goal, GoalKey, GoalSet, Target};
use goalline_syntax::Span;

use super::{
    documents::{Document, TextChange},
    generator::TestPlace,
    ignored,
};

/// What a goal asks for, as far as words about it differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// An outcome of a condition.
    Outcome(bool),
    /// A label of a switch, or its default.
    Label,
    /// Whether a for-each loop has an element.
    Element(bool),
    /// The call of a method.
    Entry,
    /// Anything else: the goal says it (`GoalSet::missing`).
    Other,
}

impl Asked {
    /// What a goal asks for.
    pub fn of(goals: &GoalSet, goal: &Goal) -> Self {
        match goal.target {
            Target::Entry(_) | Target::DirectEntry(_) | Target::Called(_) => Self::Entry,
            Target::Line(_)
            | Target::Weak(_)
            | Target::Strong(_)
            | Target::Returned(_)
            | Target::Threw(..)
            | Target::Output(..)
            | Target::Coupled(_) => Self::Other,
            Target::Branch(branch) | Target::DirectBranch(branch) => {
                match goals.flow.predicate(branch.predicate).kind {
                    PredicateKind::Condition | PredicateKind::Value => {
                        Self::Outcome(branch.outcome)
                    }
                    PredicateKind::ForEach => Self::Element(branch.outcome),
                    PredicateKind::Label { .. } | PredicateKind::Default { .. } => Self::Label,
                }
            }
        }
    }
}

/// A declared method; what stands in a lambda or an anonymous class belongs to the method around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    class: String,
    signature: String,
    name: String,
}

impl Owner {
    /// The declared method that a body belongs to.
    pub fn of(flow: &FileFlow, id: MethodId) -> Self {
        let mut method = flow.method(id);
        while let Some(around) = method.enclosing {
            method = flow.method(around);
        }
        Self {
            class: method.class.clone(),
            signature: method.signature(),
            name: method.name.clone(),
        }
    }

    /// `Cart`
    pub fn class_name(&self) -> &str {
        self.class.rsplit(['.', '$']).next().unwrap_or_default()
    }

    /// `total()`, `Cart()`; an initialiser is "the initialiser of Cart".
    pub fn shown(&self) -> String {
        let class = self.class_name();
        match self.name.as_str() {
            "<init>" => format!("{class}()"),
            "<clinit>" => format!("the initialiser of {class}"),
            name => format!("{name}()"),
        }
    }
}

/// A goal of a run, followed through the edits since.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Its key at the time of the run.
    pub key: GoalKey,
    /// What it asks for.
    pub asked: Asked,
    /// The text of its expression.
    pub text: String,
    /// The method it stands in.
    pub owner: Owner,
    /// Where it stood in the text of the run.
    origin: Span,
    /// Where it stands now; none when an edit touched it.
    now: Option<Span>,
    /// Its state.
    pub state: GoalState,
    /// Whether a run has ended without covering it; before, nobody knows whether it can be reached.
    pub was_tried: bool,
}

impl Followed {
    /// Where it stands now; none when an edit touched it.
    pub fn span(&self) -> Option<Span> {
        self.now
    }

    fn edit(&mut self, change: TextChange) {
        self.now = self.now.and_then(|span| moved(span, change));
    }
}

/// Where a span is after a change; none when the change touched it.
fn moved(span: Span, change: TextChange) -> Option<Span> {
    if change.span.start >= span.end {
        Some(span)
    } else if change.span.end <= span.start {
        let shift =
            |offset: usize| offset - change.span.end + change.span.start + change.new_length;
        Some(Span::new(shift(span.start), shift(span.end)))
    } else {
        None
    }
}

fn follow(goals: &GoalSet) -> Vec<Followed> {
    let followed = goals.goals.iter().map(|goal| Followed {
        key: goal.key.clone(),
        asked: Asked::of(goals, goal),
        text: goal.text.clone(),
        owner: Owner::of(&goals.flow, goal.method),
        origin: goal.span,
        now: Some(goal.span),
        state: GoalState::NotMeasured,
        was_tried: false,
    });
    followed.collect()
}

/// The text of a run with its goals.
#[derive(Clone, Debug)]
struct Measured {
    text: Arc<str>,
    goals: Vec<Followed>,
}

impl Measured {
    fn edit(&mut self, changes: &[TextChange], text: &str) {
        for goal in &mut self.goals {
            for change in changes {
                goal.edit(*change);
            }
        }
        if *self.text == *text {
            self.goals
                .iter_mut()
                .for_each(|goal| goal.now = Some(goal.origin));
        }
    }
}

/// What is known about one file.
#[derive(Default)]
pub struct FileResults {
    shown: Option<Measured>,
    /// The run that was asked for and has not given its goals yet.
    next: Option<Measured>,
    /// The number of the newest run; what older ones still say about goals is out of date.
    newest: u64,
    tests: Vec<Arc<ReadyTest>>,
    /// Tests the user has taken; they count as the user's own while their text stands in the test file.
    taken: Vec<Arc<ReadyTest>>,
    /// Where tests of this file belong.
    pub place: Option<TestPlace>,
    /// Goals the user wants to see no more, by key on one line.
    pub ignored: BTreeSet<String>,
}

impl FileResults {
    /// A run was asked for, on this text.
    pub fn begin(&mut self, run: u64, text: Arc<str>, goals: &GoalSet) {
        self.newest = run;
        self.next = Some(Measured {
            text,
            goals: follow(goals),
        });
    }

    /// An earlier process has found this for the same text. Whatever this one has found by now is newer.
    pub fn show_last(&mut self, text: Arc<str>, goals: &GoalSet, last: LastResults) {
        if self.shown.is_some() {
            return;
        }
        let mut measured = Measured {
            text,
            goals: follow(goals),
        };
        set_states(&mut measured, &mut last.states.into_iter().collect());
        for goal in &mut measured.goals {
            goal.was_tried = true;
        }
        self.shown = Some(measured);
        self.tests = last.tests;
    }

    /// The goals of the run with their first state. What an earlier run has found stays until this one says otherwise.
    pub fn set_goals(&mut self, run: u64, states: Vec<(GoalKey, GoalState)>) {
        let Some(mut measured) = self.next.take_if(|_| run == self.newest) else {
            return;
        };
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
            let known = old
                .get(&goal.key)
                .filter(|_| matches!(goal.state, GoalState::NotReached(_)));
            if let Some(known) = known
                && matches!(
                    known.state,
                    GoalState::TestReady(_) | GoalState::NotReached(_)
                )
            {
                goal.state = known.state.clone();
                goal.was_tried = known.was_tried;
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
                if !matches!(goal.state, GoalState::CoveredByUser(_)) {
                    goal.state = GoalState::TestReady(test.name.clone());
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
        if let Some(shown) = &mut self.shown {
            set_states(shown, &mut states);
            for goal in &mut shown.goals {
                goal.was_tried = true;
            }
        }
        self.tests.clone_from(&report.tests);
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
    }

    /// The document was opened with this text: follow the goals from the text of the run to it.
    pub fn reopen(&mut self, text: &str) {
        for measured in self.shown.iter_mut().chain(&mut self.next) {
            measured
                .goals
                .iter_mut()
                .for_each(|goal| goal.now = Some(goal.origin));
            let change = TextChange::between(&measured.text, text);
            measured.edit(&[change], text);
        }
    }

    /// Whether anything was measured yet.
    pub fn is_measured(&self) -> bool {
        self.shown.is_some()
    }

    /// The goals of the last run that still stand in the document, in its order. While the document has a syntax error those that no
    /// edit touched are believed, because the tree cannot tell.
    pub fn standing(&self, document: &Document) -> Vec<&Followed> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let goals = document.goals();
        let places: BTreeSet<(Span, Asked)> = goals
            .goals
            .iter()
            .map(|goal| (goal.span, Asked::of(goals, goal)))
            .collect();
        let is_standing = |goal: &&Followed| {
            let place = goal.now.map(|span| (span, goal.asked));
            place.is_some_and(|place| document.file().has_error() || places.contains(&place))
        };
        let mut standing: Vec<&Followed> = shown.goals.iter().filter(is_standing).collect();
        standing.sort_by_key(|goal| goal.now.map(|span| span.start));
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

    /// Tests that were offered and taken, and those on offer.
    pub fn all_tests(&self) -> impl Iterator<Item = &Arc<ReadyTest>> {
        self.taken.iter().chain(&self.tests)
    }

    /// Tests that can be offered: ready and not taken, in their order.
    pub fn offers(&self) -> Vec<&Arc<ReadyTest>> {
        self.tests
            .iter()
            .filter(|test| !self.taken.iter().any(|it| it.source == test.source))
            .collect()
    }

    /// Names of the offered tests that were made for a goal of this method.
    pub fn tests_of(&self, owner: &Owner) -> Vec<String> {
        let goals = self
            .shown
            .as_ref()
            .map(|shown| shown.goals.as_slice())
            .unwrap_or_default();
        let is_of = |test: &&Arc<ReadyTest>| {
            let first = goals
                .iter()
                .find(|goal| test.goals.first() == Some(&goal.key));
            first.is_some_and(|goal| goal.owner == *owner)
        };
        let offers = self.offers();
        offers
            .iter()
            .copied()
            .filter(is_of)
            .map(|test| test.name.clone())
            .collect()
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
        let mut taken: Vec<Arc<ReadyTest>> = Vec::new();
        for test in self.taken.iter().chain(&self.tests) {
            let is_known = taken.iter().any(|other| other.source == test.source);
            if !is_known && body_of(test).is_some_and(|body| text.contains(&body)) {
                taken.push(test.clone());
            }
        }
        let changed = taken != self.taken;
        self.taken = taken;
        changed
    }
}

fn set_states(measured: &mut Measured, states: &mut BTreeMap<GoalKey, GoalState>) {
    for goal in &mut measured.goals {
        if let Some(state) = states.remove(&goal.key) {
            goal.state = state;
        }
    }
}

/// The body of a test without white space: what stays the same when it is inserted under another name or indentation.
pub fn body_of(test: &ReadyTest) -> Option<String> {
    let start = test.source.find('{')?;
    Some(without_blanks(&test.source[start..]))
}

/// A text without white space.
pub fn without_blanks(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}
