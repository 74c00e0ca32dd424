//! The goals that an editor shows of a text: takes its tree and the criteria that the user wants, gives the selected
//! goals and what each stands for; knows no states.

use std::sync::Arc;

use goalline_goals::{Criterion, Goal, GoalChoice, GoalSet, Selected};
use goalline_syntax::JavaFile;

/// Goals of a text, selected.
#[derive(Clone, Debug, Default)]
pub struct SelectedGoals {
    /// All goals of the wanted criteria, those that are left out, too.
    pub set: GoalSet,
    selected: Selected,
}

impl SelectedGoals {
    /// The goals of a file.
    pub fn of(file: &JavaFile, choice: &GoalChoice) -> Self {
        let flow = Arc::new(choice.flow(file));
        let set = GoalSet::of(flow, &choice.criteria());
        let selected = Selected::of(&set, choice);
        Self { set, selected }
    }

    /// The goals that are shown, in source order.
    pub fn goals(&self) -> impl Iterator<Item = &Goal> {
        self.selected.kept.iter().map(|id| self.set.goal(*id))
    }

    /// Goals that whatever covers this one covers, too, each in few words.
    pub fn stands_for(&self, goal: &Goal) -> Vec<String> {
        let implied = self.selected.stands_for(goal.id).iter();
        implied
            .map(|id| {
                let goal = self.set.goal(*id);
                format!("{} ({})", goal.aim(), goal.criterion.title())
            })
            .collect()
    }

    /// Why this one was kept where others were left out; none where nothing is left out.
    pub fn why_kept(&self, goal: &Goal) -> Option<&'static str> {
        if self.selected.dropped.is_empty() {
            return None;
        }
        Some(match goal.criterion {
            Criterion::Direct => "direct branches represent branches, lines and mutants",
            Criterion::NoException => "calls that return represent all calls",
            Criterion::Exception | Criterion::Output => "no other criterion tells of it",
            Criterion::Line => "it ends a long block: who reaches it ran the whole block",
            Criterion::Weak | Criterion::Strong => {
                "no other change of this operation is harder to notice"
            }
            Criterion::Branch | Criterion::Method | Criterion::Coupled => {
                "no goal that is kept implies it"
            }
        })
    }
}
