//! The goals of a run, followed through the edits since: takes goals and changes of the text, gives where each goal stands now and what it
//! asks for; knows no tests.

use std::sync::Arc;

use goalline_engine::GoalState;
use goalline_flow::{FileFlow, MethodId, PredicateKind};
use goalline_goals::{Criterion, Goal, GoalKey, GoalSet, Target};
use goalline_syntax::Span;

use super::{documents::TextChange, shown::Shown, words};

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
    /// The criterion it belongs to.
    pub criterion: Criterion,
    /// What tells it from others of its criterion at the same place.
    pub detail: String,
    /// The text of its expression.
    pub text: String,
    /// What it asks for, in few words.
    pub label: String,
    /// What is missing while no test covers it, where its criterion has words of its own.
    pub own_words: Option<String>,
    /// Goals that whatever covers it covers, too, in few words.
    pub stands_for: Vec<String>,
    /// Why it was kept where others were left out.
    pub why_kept: Option<&'static str>,
    /// The method it stands in.
    pub owner: Owner,
    /// Where it stands.
    place: Place,
    /// Its state.
    pub state: GoalState,
    /// Whether a run has ended without covering it; before, nobody knows whether it can be reached.
    pub was_tried: bool,
}

impl Followed {
    /// Where it stands now; none when an edit touched it.
    pub fn span(&self) -> Option<Span> {
        self.place.span()
    }
}

/// A place in the text of a run, followed through the edits since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    origin: Span,
    now: Option<Span>,
}

impl Place {
    /// A place in the text of the run.
    pub fn new(origin: Span) -> Self {
        let now = Some(origin);
        Self { origin, now }
    }

    /// Where it is now; none when an edit touched it.
    pub fn span(self) -> Option<Span> {
        self.now
    }

    /// Follows the changes; back to where it was when the text is that of the run again.
    pub fn edit(&mut self, changes: &[TextChange], is_text_of_run: bool) {
        for change in changes {
            self.now = self.now.and_then(|span| moved(span, *change));
        }
        if is_text_of_run {
            self.now = Some(self.origin);
        }
    }

    /// Back to where it was in the text of the run.
    pub fn rewind(&mut self) {
        self.now = Some(self.origin);
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

fn follow(shown: &Shown) -> Vec<Followed> {
    let followed = shown.goals().map(|goal| {
        let owner = Owner::of(&shown.set.flow, goal.method);
        let asked = Asked::of(&shown.set, goal);
        Followed {
            key: goal.key.clone(),
            asked,
            criterion: goal.criterion,
            detail: goal.detail.clone(),
            text: goal.text.clone(),
            label: words::label(&shown.set, goal),
            own_words: (goal.criterion != Criterion::Branch).then(|| shown.set.missing(goal)),
            stands_for: shown.stands_for(goal),
            why_kept: shown.why_kept(goal),
            owner,
            place: Place::new(goal.span),
            state: GoalState::NotMeasured,
            was_tried: false,
        }
    });
    followed.collect()
}

/// The text of a run with its goals.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The text.
    pub text: Arc<str>,
    /// Its goals.
    pub goals: Vec<Followed>,
}

impl Measured {
    /// The goals of a text, nothing measured yet.
    pub fn of(text: Arc<str>, shown: &Shown) -> Self {
        let goals = follow(shown);
        Self { text, goals }
    }

    /// Follows the changes; `text` is the one after them.
    pub fn edit(&mut self, changes: &[TextChange], text: &str) {
        let is_text_of_run = *self.text == *text;
        for goal in &mut self.goals {
            goal.place.edit(changes, is_text_of_run);
        }
    }

    /// Follows from the text of the run to this one.
    pub fn reopen(&mut self, text: &str) {
        self.goals.iter_mut().for_each(|goal| goal.place.rewind());
        let change = TextChange::between(&self.text, text);
        self.edit(&[change], text);
    }
}
