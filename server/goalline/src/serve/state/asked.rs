//! What goals ask for, in words for people: takes a goal of a text, gives its kind, the method it belongs to and its
//! name in a list; knows no states.

use goalline_engine::MethodSelector;
use goalline_flow::{FileFlow, MethodId, PredicateKind};
use goalline_goals::{Criterion, Goal, GoalSet, Target};

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
pub struct MethodAround {
    class: String,
    signature: String,
    name: String,
}

impl MethodAround {
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

    /// The method, as a search for it alone is asked for.
    pub fn selector(&self) -> MethodSelector {
        MethodSelector::exact(&self.class, &self.signature)
    }

    /// `Cart`
    pub fn class_name(&self) -> &str {
        self.class.rsplit(['.', '$']).next().unwrap_or_default()
    }

    /// Whether its shown name tells of its class: constructors and initialisers.
    pub fn is_named_after_class(&self) -> bool {
        self.name.starts_with('<')
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

/// What a goal asks for, for a list: "`coupon != null` false".
pub fn label(goals: &GoalSet, goal: &Goal) -> String {
    if goal.criterion != Criterion::Branch {
        let selector = goal.aim();
        return selector.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let asked = Asked::of(goals, goal);
    let owner = MethodAround::of(&goals.flow, goal.method);
    let text = goal.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace('`', "'");
    match asked {
        Asked::Outcome(outcome) => format!("`{text}` {outcome}"),
        Asked::Element(true) => format!("`{text}` with an element"),
        Asked::Element(false) => format!("`{text}` to its end"),
        Asked::Label => format!("`{text}` chosen"),
        Asked::Entry => format!("{} called", text.replace("<init>", owner.class_name())),
        Asked::Other => format!("`{text}`"),
    }
}
