//! Where things are after edits: takes a text before and after, gives the new place of a span on lines that stayed as
//! they were.

use goalline_syntax::{LineIndex, Span};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// From one text to another.
pub struct Moved {
    /// Stretches of equal lines: where they started, how long they are, where they start now. None where the texts
    /// are equal.
    kept: Option<Vec<(usize, usize, usize)>>,
}

impl Moved {
    /// Compares line by line.
    pub fn between(old: &str, new: &str) -> Self {
        if old == new {
            return Self { kept: None };
        }
        let (before, after): (Vec<&str>, Vec<&str>) = (
            old.split_inclusive('\n').collect(),
            new.split_inclusive('\n').collect(),
        );
        let (starts, new_starts) = (starts(&before), starts(&after));
        let kept = capture_diff_slices(Algorithm::Patience, &before, &after)
            .into_iter()
            .filter_map(|op| match op {
                DiffOp::Equal {
                    old_index,
                    new_index,
                    len,
                } => {
                    let (start, end) = (starts[old_index], starts[old_index + len]);
                    Some((start, end - start, new_starts[new_index]))
                }
                _ => None,
            });
        Self {
            kept: Some(kept.collect()),
        }
    }

    /// Where the span is now; none when an edit touched one of its lines.
    pub fn span(&self, span: Span) -> Option<Span> {
        let Some(kept) = &self.kept else {
            return Some(span);
        };
        let holds = |(start, length, _): &&(usize, usize, usize)| {
            *start <= span.start && span.end <= start + length
        };
        let (start, _, now) = kept.iter().find(holds)?;
        Some(Span::new(span.start - start + now, span.end - start + now))
    }
}

/// Where each line starts, and where the text ends.
fn starts(lines: &[&str]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in lines {
        at += line.len();
        starts.push(at);
    }
    starts
}

/// A text with the way to it from the one that a span belongs to.
pub struct MovedText {
    /// Lines of the text now.
    pub lines: LineIndex,
    moved: Moved,
}

impl MovedText {
    /// From the text of a run to the one now.
    pub fn new(old: &str, new: &str) -> Self {
        Self {
            lines: LineIndex::new(new),
            moved: Moved::between(old, new),
        }
    }

    /// Where a span of the run's text is now.
    pub fn span(&self, span: Span) -> Option<Span> {
        self.moved.span(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now<'t>(old: &str, new: &'t str, what: &str) -> Option<&'t str> {
        let start = old.find(what).expect("it is there");
        let moved = Moved::between(old, new);
        let span = moved.span(Span::new(start, start + what.len()))?;
        Some(span.of(new))
    }

    #[test]
    fn a_span_follows_edits_above_and_below_and_goes_with_an_edit_of_its_line() {
        let old = "class A {\n  int a;\n  f(b);\n  int c;\n}\n";
        let new = "// new\nclass A {\n  int a;\n  f(b);\n  long c, d;\n}\n";
        assert_eq!(now(old, new, "f(b)"), Some("f(b)"));
        assert_eq!(now(old, new, "int c"), None);
        assert_eq!(now(old, old, "int c"), Some("int c"));
    }

    #[test]
    fn a_span_over_several_lines_stays_while_none_of_them_changes() {
        let old = "a\nf(1,\n  2)\nb";
        assert_eq!(now(old, "f(1,\n  2)\nb", "f(1,\n  2)"), Some("f(1,\n  2)"));
        assert_eq!(now(old, "a\nf(1,\n\n  2)\nb", "f(1,\n  2)"), None);
    }
}
