//! Where lines begin: takes a text, gives lines and columns for byte offsets and back; changes no text.

use std::sync::Arc;

use crate::Span;

/// A zero-based line with a zero-based column; what a column counts is said where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// Zero-based line.
    pub line: usize,
    /// Zero-based column.
    pub column: usize,
}

impl LineColumn {
    /// The position `line:column`, both from zero.
    pub fn new(line: usize, column: usize) -> Self {
        Self { line, column }
    }
}

/// Bytes between two places up to which characters are counted in advance: a file may stand on one line, and has many
/// goals then.
const STRIDE: usize = 512;

/// What a column counts.
#[derive(Clone, Copy)]
enum ColumnUnit {
    Utf16,
    Chars,
}

impl ColumnUnit {
    fn width(self, character: char) -> usize {
        match self {
            Self::Utf16 => character.len_utf16(),
            Self::Chars => 1,
        }
    }
}

/// How much of a text stands before an offset.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    offset: usize,
    utf16: usize,
    chars: usize,
}

impl Counted {
    fn of(self, unit: ColumnUnit) -> usize {
        match unit {
            ColumnUnit::Utf16 => self.utf16,
            ColumnUnit::Chars => self.chars,
        }
    }

    /// Every so many bytes of the text; nowhere where all units are bytes.
    fn all(text: &str) -> Vec<Self> {
        if text.is_ascii() {
            return Vec::new();
        }
        let mut here = Self::default();
        let mut all = vec![here];
        for (offset, character) in text.char_indices() {
            if offset >= all.len() * STRIDE {
                all.push(Self { offset, ..here });
            }
            here.utf16 += character.len_utf16();
            here.chars += 1;
        }
        all
    }
}

/// The lines of one text. A line ends with `\n`, `\r\n` or a lone `\r`, as the language server protocol has it.
#[derive(Clone, Debug)]
pub struct LineIndex {
    text: Arc<str>,
    /// Where each line starts; never empty.
    starts: Vec<usize>,
    /// Empty where the text is ASCII.
    counted: Vec<Counted>,
}

impl LineIndex {
    /// Finds the lines of `text`.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        let counted = Counted::all(&text);
        Self {
            text,
            starts,
            counted,
        }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Number of lines; a text that ends with a line break has an empty last line.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The zero-based line an offset stands on; past the end it is the last line.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The bytes of a line without its line break; past the last line the empty span at the end.
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = self.starts.get(line) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let mut end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let bytes = self.text.as_bytes();
        if end > start && bytes[end - 1] == b'\n' && line + 1 < self.starts.len() {
            end -= 1;
        }
        if end > start && bytes[end - 1] == b'\r' && line + 1 < self.starts.len() {
            end -= 1;
        }
        Span::new(start, end)
    }

    /// The position of an offset, the column in UTF-16 code units (as editors count). An offset inside a character
    /// counts as the start of it, one inside or past a line break as the end of the line's text, one past the end as
    /// the end.
    pub fn utf16(&self, offset: usize) -> LineColumn {
        self.position(offset, ColumnUnit::Utf16)
    }

    /// The position of an offset, the column in characters (as people count); clamped like [`Self::utf16`].
    pub fn chars(&self, offset: usize) -> LineColumn {
        self.position(offset, ColumnUnit::Chars)
    }

    /// The offset of a position whose column counts UTF-16 code units. A column past the line's text is its end, a
    /// line past the last the end of the text, a column inside a surrogate pair the start of that character.
    pub fn offset_of_utf16(&self, position: LineColumn) -> usize {
        self.offset(position, ColumnUnit::Utf16)
    }

    /// The offset of a position whose column counts characters; clamped like [`Self::offset_of_utf16`].
    pub fn offset_of_chars(&self, position: LineColumn) -> usize {
        self.offset(position, ColumnUnit::Chars)
    }

    /// The span between two UTF-16 positions, in whatever order they are given.
    pub fn span_of_utf16(&self, start: LineColumn, end: LineColumn) -> Span {
        let (start, end) = (self.offset_of_utf16(start), self.offset_of_utf16(end));
        Span::new(start.min(end), start.max(end))
    }

    fn position(&self, offset: usize, unit: ColumnUnit) -> LineColumn {
        let line = self.line_of(offset);
        let span = self.line_span(line);
        let column = self.before(offset.min(span.end), unit) - self.before(span.start, unit);
        LineColumn { line, column }
    }

    /// How many units of the text stand before the offset.
    fn before(&self, offset: usize, unit: ColumnUnit) -> usize {
        let passed = self.counted.partition_point(|it| it.offset <= offset);
        let Some(from) = passed.checked_sub(1).map(|at| self.counted[at]) else {
            return offset;
        };
        let characters = self.text[from.offset..].char_indices();
        let whole = characters
            .map(|(at, character)| (from.offset + at + character.len_utf8(), character))
            .take_while(|(end, _)| *end <= offset);
        let widths = whole.map(|(_, character)| unit.width(character));
        from.of(unit) + widths.sum::<usize>()
    }

    fn offset(&self, position: LineColumn, unit: ColumnUnit) -> usize {
        let span = self.line_span(position.line);
        let before = self.before(span.start, unit);
        let wanted = before.saturating_add(position.column);
        let passed = self.counted.partition_point(|it| it.of(unit) <= wanted);
        let Some(near) = passed.checked_sub(1).map(|at| self.counted[at]) else {
            return wanted.min(span.end);
        };
        let (from, mut units) = if near.offset > span.start {
            (near.offset, near.of(unit))
        } else {
            (span.start, before)
        };
        let rest = self.text.get(from..span.end).unwrap_or_default();
        for (at, character) in rest.char_indices() {
            units += unit.width(character);
            if units > wanted {
                return from + at;
            }
        }
        span.end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Lines with their breaks, found by the slow and obvious way.
    fn naive_lines(text: &str) -> Vec<(String, String)> {
        let mut lines = vec![(String::new(), String::new())];
        let mut rest = text.chars().peekable();
        while let Some(character) = rest.next() {
            let last = lines.last_mut().expect("there is always a last line");
            match character {
                '\r' if rest.peek() == Some(&'\n') => {
                    rest.next();
                    last.1 = "\r\n".into();
                    lines.push(Default::default());
                }
                '\r' | '\n' => {
                    last.1 = character.into();
                    lines.push(Default::default());
                }
                _ => last.0.push(character),
            }
        }
        lines
    }

    fn naive_offset(text: &str, position: LineColumn) -> usize {
        let lines = naive_lines(text);
        if position.line >= lines.len() {
            return text.len();
        }
        let before: usize = lines[..position.line]
            .iter()
            .map(|(line, end)| line.len() + end.len())
            .sum();
        let (mut units, mut bytes) = (0, 0);
        for character in lines[position.line].0.chars() {
            units += character.len_utf16();
            if units > position.column {
                break;
            }
            bytes += character.len_utf8();
        }
        before + bytes
    }

    fn texts() -> impl Strategy<Value = String> {
        prop::collection::vec(
            prop::sample::select(vec!["a", "é", "你", "😀", "\n", "\r\n", "\r", " "]),
            0..24,
        )
        .prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn a_change_by_utf16_range_equals_the_naive_change(
            text in texts(), new in texts(), from in (0usize..9, 0usize..9), to in (0usize..9, 0usize..9)
        ) {
            let (from, to) = (LineColumn::new(from.0, from.1), LineColumn::new(to.0, to.1));
            let (from, to) = (from.min(to), from.max(to));
            let span = LineIndex::new(text.as_str()).span_of_utf16(from, to);
            let (start, end) = (naive_offset(&text, from), naive_offset(&text, to));
            let changed = crate::apply_edits(&text, &[crate::TextEdit::replace(span, new.clone())]);
            let expected = format!("{}{}{}", &text[..start], new, &text[end..]);
            prop_assert_eq!(changed.expect("one edit never overlaps"), expected);
        }

        #[test]
        fn positions_and_offsets_are_inverse_at_characters(text in texts()) {
            let lines = LineIndex::new(text.as_str());
            for (offset, character) in text.char_indices().chain([(text.len(), ' ')]) {
                let inside_break = character == '\n' && text[..offset].ends_with('\r');
                if !inside_break {
                    prop_assert_eq!(lines.offset_of_utf16(lines.utf16(offset)), offset);
                    prop_assert_eq!(lines.offset_of_chars(lines.chars(offset)), offset);
                }
            }
        }

        #[test]
        fn any_offset_and_position_is_answered(text in texts(), offset in 0usize..99, line in 0usize..99, column in 0usize..99) {
            let lines = LineIndex::new(text.as_str());
            let back = lines.offset_of_utf16(LineColumn::new(line, column));
            prop_assert!(text.is_char_boundary(back));
            prop_assert_eq!(back, naive_offset(&text, LineColumn::new(line, column)));
            prop_assert!(lines.utf16(offset).line < lines.line_count());
        }
    }

    #[test]
    fn columns_count_utf16_units_or_characters() {
        let lines = LineIndex::new("a😀b\r\n你x");
        assert_eq!(lines.utf16(5), LineColumn::new(0, 3));
        assert_eq!(lines.chars(5), LineColumn::new(0, 2));
        assert_eq!(
            lines.offset_of_utf16(LineColumn::new(0, 2)),
            1,
            "inside the surrogate pair"
        );
        assert_eq!(lines.utf16(11), LineColumn::new(1, 1));
        assert_eq!(lines.line_span(0), Span::new(0, 6));
    }

    #[test]
    fn a_long_line_is_counted_as_a_short_one_is() {
        let text = format!("ab\n{}\nc", "aé😀".repeat(2_000));
        let lines = LineIndex::new(text.as_str());
        let mut columns = (0, 0);
        for (offset, character) in text.char_indices().skip(3).take(6_000) {
            assert_eq!(lines.utf16(offset), LineColumn::new(1, columns.0));
            assert_eq!(lines.chars(offset), LineColumn::new(1, columns.1));
            assert_eq!(lines.offset_of_utf16(lines.utf16(offset)), offset);
            assert_eq!(lines.offset_of_chars(lines.chars(offset)), offset);
            columns = (columns.0 + character.len_utf16(), columns.1 + 1);
        }
        let end = text.len() - 2;
        assert_eq!(lines.offset_of_utf16(LineColumn::new(1, 99_999)), end);
    }

    #[test]
    fn positions_past_the_end_are_clamped() {
        let lines = LineIndex::new("ab\r");
        assert_eq!(lines.line_count(), 2);
        assert_eq!(lines.offset_of_utf16(LineColumn::new(0, 99)), 2);
        assert_eq!(lines.offset_of_utf16(LineColumn::new(7, 0)), 3);
        assert_eq!(lines.utf16(99), LineColumn::new(1, 0));
    }
}
