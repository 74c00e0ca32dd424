//! Changes to a text as data: takes edits of one version of a text, gives the text after all of them; knows no Java.

use std::{error::Error, fmt};

use crate::Span;

/// Replaces the bytes of a span by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// What comes in its place.
    pub new_text: String,
}

impl TextEdit {
    /// Puts `new_text` in the place of `span`.
    pub fn replace(span: Span, new_text: impl Into<String>) -> Self {
        Self {
            span,
            new_text: new_text.into(),
        }
    }

    /// Puts `new_text` before the byte at `offset`.
    pub fn insert(offset: usize, new_text: impl Into<String>) -> Self {
        Self::replace(Span::new(offset, offset), new_text)
    }
}

/// Why edits cannot be applied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// An edit starts before the end of the edit before it (edits are given in the order of the text).
    Overlap {
        /// Position in the list of edits.
        edit: usize,
    },
    /// An edit reaches past the text or into the middle of a character.
    OutOfText {
        /// Position in the list of edits.
        edit: usize,
    },
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { edit } => {
                write!(f, "edit {edit} starts before the end of the one before it")
            }
            Self::OutOfText { edit } => write!(f, "edit {edit} does not fit the text"),
        }
    }
}

impl Error for EditError {}

/// Applies edits that all speak of `text` as it is now, in the order of their spans. Inserts at the same place keep
/// their order.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> Result<String, EditError> {
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for (edit, TextEdit { span, new_text }) in edits.iter().enumerate() {
        if span.start < done {
            return Err(EditError::Overlap { edit });
        }
        if !(text.is_char_boundary(span.start) && text.is_char_boundary(span.end)) {
            return Err(EditError::OutOfText { edit });
        }
        changed.push_str(&text[done..span.start]);
        changed.push_str(new_text);
        done = span.end;
    }
    changed.push_str(&text[done..]);
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_speak_of_the_text_before_any_of_them() {
        let edits = [
            TextEdit::insert(0, "<"),
            TextEdit::insert(0, "("),
            TextEdit::replace(Span::new(1, 3), "X"),
            TextEdit::insert(4, ">"),
        ];
        assert_eq!(apply_edits("abcd", &edits).as_deref(), Ok("<(aXd>"));
    }

    #[test]
    fn overlapping_unsorted_and_misplaced_edits_are_refused() {
        let two = |a: (usize, usize), b: (usize, usize)| {
            let edit = |(start, end)| TextEdit::replace(Span::new(start, end), "");
            apply_edits("é234", &[edit(a), edit(b)])
        };
        assert_eq!(two((0, 3), (2, 4)), Err(EditError::Overlap { edit: 1 }));
        assert_eq!(two((3, 4), (0, 2)), Err(EditError::Overlap { edit: 1 }));
        assert_eq!(two((0, 2), (3, 9)), Err(EditError::OutOfText { edit: 1 }));
        assert_eq!(two((0, 1), (3, 4)), Err(EditError::OutOfText { edit: 0 }));
    }
}
