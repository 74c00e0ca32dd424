//! Goals in words that can stand in a method name: takes the text of a condition, gives words where the condition is
//! simple.

use crate::naming::condition_words::phrase;

/// A goal as a test's name may tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalText {
    /// The condition as written, or a method's signature.
    pub text: String,
    /// The outcome of the condition; none for goals that are no branches.
    pub outcome: Option<bool>,
    /// For a pair of branches: the method in which the second one is.
    pub called: Option<String>,
}

/// `DenominatorIsZero` for `denominator == 0`, true.
pub(crate) fn goal_words(goal: &GoalText) -> Option<String> {
    // A label of a switch alone does not say what is one of its kind.
    if !goal.text.contains(char::is_lowercase) || goal.text == "default" {
        return None;
    }
    Some(phrase(&goal.text, goal.outcome?)?.condition())
}

/// Whether it only says what is usual, such as that something is there.
pub(crate) fn is_usual(goal: &GoalText) -> bool {
    let said = goal.outcome.and_then(|outcome| phrase(&goal.text, outcome));
    said.is_some_and(|said| said.is_usual())
}

/// Whether every name in the condition is one of these parameters, a constant or a method: then a reader of the test
/// knows what it speaks of.
pub(crate) fn speaks_of(goal: &GoalText, parameters: &[String]) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = goal.text.as_str();
    let mut speaks = false;
    while let Some(start) = rest.find(is_part) {
        let name_and_rest = &rest[start..];
        let end = name_and_rest
            .find(|c| !is_part(c))
            .unwrap_or(name_and_rest.len());
        let (name, after) = name_and_rest.split_at(end);
        rest = after;
        let is_parameter = parameters.iter().any(|one| one == name);
        let is_known = is_parameter
            || name == "null"
            || !name.contains(char::is_lowercase)
            || after.starts_with('(');
        if !is_known {
            return false;
        }
        speaks |= is_parameter;
    }
    speaks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_of_a_switch_says_nothing_by_itself() {
        let words = |text: &str| {
            goal_words(&GoalText {
                text: text.to_owned(),
                outcome: Some(true),
                called: None,
            })
        };
        assert_eq!(words("LOCAL_PLUS"), None);
        assert_eq!(words("default"), None);
        assert_eq!(words("kind == LOCAL").as_deref(), Some("KindIsLocal"));
    }

    #[test]
    fn only_conditions_on_inputs_are_told_early() {
        let speaks = |text: &str| {
            let goal = GoalText {
                text: text.to_owned(),
                outcome: Some(true),
                called: None,
            };
            speaks_of(&goal, &["total".to_owned()])
        };
        assert!(speaks("total > LIMIT"));
        assert!(speaks("total.isEmpty()"));
        assert!(!speaks("i == 25"));
        assert!(!speaks("total < rest"));
        assert!(!speaks("LIMIT == 3"));
    }
}
