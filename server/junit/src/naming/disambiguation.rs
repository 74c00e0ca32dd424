//! What names go by when everything shorter is taken: takes the statements and checks of a test, gives its values and
//! calls exactly.

use std::collections::BTreeSet;

use goalline_testcase::{CallableKind, JavaString, Literal, Observed, StatementKind};

use crate::{
    assertions::{checks::Fact, facts::Facts},
    naming::value_words::{as_written, literal_words, text_words},
    types::{type_names::simple_name, variables::capitalised},
};

/// So many values and calls are told: pairs of more would be thousands of names.
const MOST: usize = 12;

/// Each value and each call of the test that the act builds on, exactly and in their order, each with its preposition.
pub(crate) fn differences(facts: &Facts<'_>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words = facts.statements[..facts.act]
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Literal(literal) => Some(format!("With{}", exactly(literal))),
            StatementKind::Call { callable, .. } => {
                let callable = facts.cluster.callable(*callable);
                match callable.kind {
                    CallableKind::Method => Some(format!("After{}", capitalised(&callable.name))),
                    CallableKind::StaticMethod => {
                        Some(format!("With{}", capitalised(&callable.name)))
                    }
                    CallableKind::Constructor => Some(format!(
                        "WithNew{}",
                        capitalised(simple_name(&callable.owner))
                    )),
                    _ => None,
                }
            }
            StatementKind::Null => Some("WithNull".to_owned()),
            _ => None,
        });
    words
        .filter(|one| seen.insert(one.clone()))
        .take(MOST)
        .collect()
}

/// `Returns4Point504E15`: the first value that is asserted, exactly.
pub(crate) fn exact_outcome(facts: &Facts<'_>) -> Option<String> {
    facts.checks.iter().find_map(|check| match &check.fact {
        Fact::Is(Observed::Literal(
            literal @ (Literal::Float(_) | Literal::Double(_) | Literal::Text(_)),
        )) if !is_long(literal) => Some(format!("Gives{}", exactly(literal))),
        _ => None,
    })
}

/// Whether no words are known for all of a text.
fn is_long(literal: &Literal) -> bool {
    matches!(literal, Literal::Text(text) if has_no_words(&text_words(text)))
}

fn has_no_words(words: &str) -> bool {
    matches!(words, "LongString" | "OtherString")
}

/// A literal in words that hold for few others.
fn exactly(literal: &Literal) -> String {
    match literal {
        Literal::Double(value) if value.is_finite() => digits(*value),
        Literal::Float(value) if value.is_finite() => digits(as_written(*value)),
        Literal::Text(text) => long_text(text),
        other => literal_words(other),
    }
}

/// `Minus4Point504E15`: four digits after the point.
fn digits(value: f64) -> String {
    let plain = format!("{value}");
    let text = if plain.len() <= 8 {
        plain
    } else {
        format!("{value:.4e}")
    };
    text.replace('-', "Minus")
        .replace('.', "Point")
        .replace('e', "E")
}

/// Letters of a word that a name ends with, at most.
const LONGEST_WORD: usize = 20;

/// A text by its words; a long one of words by the last one, any other one by its length: pieces of it are no words.
fn long_text(text: &JavaString) -> String {
    let words = text_words(text);
    if !has_no_words(&words) {
        return words;
    }
    let text_of = text.to_text();
    let is_of_words = text_of.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    if let Some((_, last)) = text_of.rsplit_once(' ').filter(|_| is_of_words)
        && (1..=LONGEST_WORD).contains(&last.len())
    {
        return format!("TextEndingWith{}", capitalised(last));
    }
    let has_letters = text_of.contains(char::is_alphanumeric);
    let kind = if has_letters { "Text" } else { "String" };
    format!("{kind}OfLength{}", text.0.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_with_all_that_a_name_can_hold() {
        assert_eq!(
            exactly(&Literal::Double(4_503_599_627_370_495.0)),
            "4Point5036E15"
        );
        assert_eq!(
            exactly(&Literal::Double(-6.430_330_202e-18)),
            "Minus6Point4303EMinus18"
        );
        assert_eq!(exactly(&Literal::Float(0.25)), "0Point25");
        let text = |text: &str| exactly(&Literal::Text(JavaString::from(text)));
        assert_eq!(text("(1.557407724654902, 0.0)"), "TextOfLength24");
        assert_eq!(
            text("the gauge that stands on a hill"),
            "TextEndingWithHill"
        );
        let state = "Builder{token=, state=Body, current=<body></body>}";
        assert_eq!(text(state), "TextOfLength50");
        assert_eq!(text("+-*/+-"), "StringOfLength6");
        assert_eq!(text("abc"), "Abc");
        assert_eq!(text("exampleexamplexampleexample..."), "TextOfLength30");
    }
}
