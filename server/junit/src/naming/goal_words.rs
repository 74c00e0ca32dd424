//! Goals in words that can stand in a method name: takes the text of a condition, gives words where the condition is
//! simple.

use crate::{naming::words::number_words, types::variables::capitalised};

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

/// Comparison operators with what they say when true and when false; longer ones first.
const OPERATORS: [(&str, &str, &str); 6] = [
    (" == ", "Is", "IsNot"),
    (" != ", "IsNot", "Is"),
    (" <= ", "IsAtMost", "IsGreaterThan"),
    (" >= ", "IsAtLeast", "IsLessThan"),
    (" < ", "IsLessThan", "IsAtLeast"),
    (" > ", "IsGreaterThan", "IsAtMost"),
];

/// `DenominatorIsZero` for `denominator == 0`, true.
pub(crate) fn goal_words(goal: &GoalText) -> Option<String> {
    const LONGEST: usize = 40;
    let outcome = goal.outcome?;
    let words = comparison(&goal.text, outcome).or_else(|| property(&goal.text, outcome))?;
    (words.len() <= LONGEST).then_some(words)
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

fn comparison(text: &str, outcome: bool) -> Option<String> {
    let (operator, when_true, when_false) =
        OPERATORS.iter().find(|(one, ..)| text.contains(one))?;
    let (left, right) = text.split_once(operator)?;
    let verb = if outcome { when_true } else { when_false };
    if is_constant(left) && !is_constant(right) {
        // `0 <= index` is about the index.
        return Some(format!(
            "{}{}{}",
            operand(right)?,
            turned(verb),
            operand(left)?
        ));
    }
    Some(format!("{}{verb}{}", operand(left)?, operand(right)?))
}

/// The comparison as seen from its right side.
fn turned(verb: &str) -> &str {
    match verb {
        "IsAtMost" => "IsAtLeast",
        "IsAtLeast" => "IsAtMost",
        "IsLessThan" => "IsGreaterThan",
        "IsGreaterThan" => "IsLessThan",
        same => same,
    }
}

fn is_constant(operand: &str) -> bool {
    let operand = operand.trim();
    operand == "null" || operand.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// A number, `null`, or a name with fields and calls without arguments.
fn operand(text: &str) -> Option<String> {
    let text = text.trim();
    if let Ok(number) = text.trim_end_matches(['L', 'l']).parse::<i64>() {
        return Some(number_words(number));
    }
    let text = text.strip_prefix("this.").unwrap_or(text);
    let mut words = String::new();
    for part in text.split('.') {
        let part = part.strip_suffix("()").unwrap_or(part);
        let is_name = !part.is_empty()
            && !part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return None;
        }
        let part = part
            .strip_prefix("get")
            .filter(|rest| rest.starts_with(char::is_uppercase))
            .unwrap_or(part);
        words.push_str(&crate::naming::words::constant_words(part));
    }
    Some(words)
}

/// `CartIsEmpty` for `cart.isEmpty()`, `IsNotVip` for `vip` false.
fn property(text: &str, outcome: bool) -> Option<String> {
    let (object, last) = match text.rsplit_once('.') {
        Some((object, last)) => (operand(object)?, last),
        None => (String::new(), text),
    };
    let name = last.strip_suffix("()").unwrap_or(last);
    operand(name)?;
    for verb in ["is", "has"] {
        if let Some(rest) = name.strip_prefix(verb)
            && rest.starts_with(char::is_uppercase)
        {
            let not = if outcome { "" } else { "Not" };
            return Some(format!("{object}{}{not}{rest}", capitalised(verb)));
        }
    }
    let subject = format!("{object}{}", crate::naming::words::constant_words(name));
    Some(if outcome {
        subject
    } else {
        format!("Not{subject}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, outcome: bool) -> Option<String> {
        goal_words(&GoalText {
            text: text.to_owned(),
            outcome: Some(outcome),
            called: None,
        })
    }

    #[test]
    fn simple_conditions_become_words() {
        assert_eq!(
            words("denominator == 0", true).as_deref(),
            Some("DenominatorIsZero")
        );
        assert_eq!(
            words("this.total() > LIMIT", false).as_deref(),
            Some("TotalIsAtMostLimit")
        );
        assert_eq!(
            words("cart.isEmpty()", false).as_deref(),
            Some("CartIsNotEmpty")
        );
        assert_eq!(words("vip", false).as_deref(), Some("NotVip"));
        assert_eq!(
            words("coupon != null", true).as_deref(),
            Some("CouponIsNotNull")
        );
    }

    #[test]
    fn what_a_constant_is_compared_with_comes_first() {
        assert_eq!(
            words("0 <= index", true).as_deref(),
            Some("IndexIsAtLeastZero")
        );
        assert_eq!(words("null != name", false).as_deref(), Some("NameIsNull"));
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

    #[test]
    fn other_conditions_have_no_words() {
        assert_eq!(words("a + b < c", true), None);
        assert_eq!(words("list.contains(x)", true), None);
    }
}
