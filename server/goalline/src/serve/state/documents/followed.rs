//! The goals of a run, followed through the edits since: takes goals and changes of the text, gives where each goal
//! stands now; knows no tests.

use std::sync::Arc;

use goalline_engine::GoalState;
use goalline_goals::{Criterion, GoalKey};
use goalline_syntax::Span;

use {
    super::shown::SelectedGoals,
    crate::serve::state::{
        asked::{Asked, MethodAround, label},
        documents::TextChange,
    },
};

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
    pub owner: MethodAround,
    /// Where it stands.
    place: FollowedSpan,
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

    /// Whether a test runs what stands here: it covers this goal.
    pub fn runs(&self, span: Span) -> bool {
        let is_covered = matches!(
            self.state,
            GoalState::CoveredByUser(_) | GoalState::TestReady(_)
        );
        is_covered && self.span() == Some(span)
    }
}

/// A place in the text of a run, followed through the edits since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedSpan {
    origin: Span,
    now: Option<Span>,
}

impl FollowedSpan {
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

fn follow(shown: &SelectedGoals) -> Vec<Followed> {
    let followed = shown.goals().map(|goal| {
        let owner = MethodAround::of(&shown.set.flow, goal.method);
        let asked = Asked::of(&shown.set, goal);
        Followed {
            key: goal.key.clone(),
            asked,
            criterion: goal.criterion,
            detail: goal.detail.clone(),
            text: goal.text.clone(),
            label: label(&shown.set, goal),
            own_words: (goal.criterion != Criterion::Branch).then(|| shown.set.missing(goal)),
            stands_for: shown.stands_for(goal),
            why_kept: shown.why_kept(goal),
            owner,
            place: FollowedSpan::new(goal.span),
            state: GoalState::NotMeasured,
            was_tried: false,
        }
    });
    followed.collect()
}

/// The text of a run with its goals.
#[derive(Clone, Debug)]
pub struct RunText {
    /// The text.
    pub text: Arc<str>,
    /// Its goals.
    pub goals: Vec<Followed>,
}

impl RunText {
    /// The goals of a text, nothing measured yet.
    pub fn of(text: Arc<str>, shown: &SelectedGoals) -> Self {
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
