//! What can be stated of a text that is too long to compare as a whole: takes what was observed, gives checks of single
//! lines of it, those first in which something stands that the test itself says; mutants choose among them.

use std::collections::BTreeSet;

use goalline_testcase::{Literal, Observed, StatementKind, Var};

use crate::assertions::{
    checks::{Access, Check, Fact, LONGEST_TEXT, Observations},
    raised_by::has_identity,
};

/// Lines of one text that a choice is made from at most.
const MOST_LINES: usize = 16;

/// Lines that are stated where no mutant chooses.
const MOST_UNCHOSEN: usize = 1;

/// The shortest and the longest line that says something and can be read.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=80;

impl Observations<'_> {
    /// What can be stated of the lines of what was written to an object; nothing where the whole can be compared.
    pub(crate) fn lines_written(&self, var: Var) -> Vec<Check> {
        match self.value_of(var) {
            Some(Observed::Value { text, .. }) if text.0.len() > LONGEST_TEXT => {
                self.lines_of(var, &text.to_text())
            }
            _ => Vec::new(),
        }
    }

    /// What can be stated of the lines of a text that the act gave; nothing where it is one line, or can be compared.
    pub(crate) fn lines_given(&self, act: Var) -> Vec<Check> {
        match self.value_of(act) {
            Some(Observed::Literal(Literal::Text(text))) if text.0.len() > LONGEST_TEXT => {
                let text = text.to_text();
                let lines = text.lines().count();
                if lines > 1 {
                    self.lines_of(act, &text)
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        }
    }

    fn lines_of(&self, var: Var, whole: &str) -> Vec<Check> {
        let before = self.text_before(var).unwrap_or_default();
        let said = self.texts_said();
        let mut seen = BTreeSet::new();
        let mut lines: Vec<&str> = whole
            .lines()
            .map(str::trim)
            .filter(|line| is_telling(line) && !before.contains(line) && seen.insert(*line))
            .collect();
        lines.sort_by_key(|line| {
            (
                !said.iter().any(|said| line.contains(said)),
                !line.is_ascii(),
            )
        });
        let most = if self.wide { MOST_LINES } else { MOST_UNCHOSEN };
        let lines = lines.into_iter().take(most);
        let check = |line: &str| Check {
            var,
            access: Access::Value,
            fact: Fact::Contains(line.into()),
        };
        lines.map(check).collect()
    }

    fn text_before(&self, var: Var) -> Option<String> {
        let mut before = self.before.iter().filter(|one| one.var == var);
        before.find_map(|one| text_of(&one.observed))
    }

    /// Texts of the test that are long enough to be no chance.
    pub(crate) fn texts_said(&self) -> Vec<String> {
        let texts = self.statements.iter().filter_map(|one| match &one.kind {
            StatementKind::Literal(Literal::Text(text)) => Some(text.to_text()),
            _ => None,
        });
        texts
            .filter(|text| text.len() >= *LENGTHS.start())
            .collect()
    }

    /// Whether what was observed of the variable in some run has this piece.
    pub(crate) fn has_piece(&self, var: Var, piece: &str) -> bool {
        let seen = self.value_of(var).and_then(text_of);
        seen.is_some_and(|text| text.contains(piece))
    }
}

/// Whether a line is plain, can be read, and has a word in it that is the same in every run.
fn is_telling(line: &str) -> bool {
    LENGTHS.contains(&line.len())
        && line
            .chars()
            .all(|c| c.is_ascii_graphic() || c.is_alphabetic() || c == ' ')
        && line.chars().any(char::is_alphanumeric)
        && !has_identity(line)
}

/// The text that was observed, of a text or of what was written to.
fn text_of(observed: &Observed) -> Option<String> {
    match observed {
        Observed::Literal(Literal::Text(text)) | Observed::Value { text, .. } => {
            Some(text.to_text())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_in_any_alphabet_and_not_where_it_has_no_word() {
        assert!(is_telling("Summe für März: 25 Euro"));
        assert!(is_telling("sum of march: 25"));
        assert!(!is_telling("----------------------"));
        assert!(!is_telling("a line with a\u{7}bell in it"));
    }
}
