//! A table in front of a test: takes columns and what is to be said of each row, gives the annotation.

use crate::{
    style::{LineBreaks, columns},
    tables::{
        columns::Column,
        test_literals::{LiteralKind, NULL, NULL_WORD},
    },
};

/// The annotation that holds the rows.
pub(crate) struct Table {
    /// Its lines.
    pub(crate) text: String,
    /// Qualified name of its class.
    pub(crate) import: &'static str,
}

/// How lines are laid out.
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    pub(crate) indent: &'a str,
    pub(crate) width: usize,
    pub(crate) breaks: LineBreaks,
}

impl Lines<'_> {
    /// Whether a line of the annotation, which stands inside of its class, has room.
    fn has_room(&self, line: &str) -> bool {
        columns(line) + columns(self.indent) <= self.width
    }
}

/// The table: `@ValueSource` of one column, where its kind has values there, else `@CsvSource`.
pub(crate) fn table(columns: &[Column], remarks: &[String], lines: Lines<'_>) -> Table {
    let (name, array, import) = match columns {
        [only] if array_of(only.kind).is_some() && !only.has_null() => (
            "ValueSource",
            format!("{} = ", array_of(only.kind).unwrap_or_default()),
            "org.junit.jupiter.params.provider.ValueSource",
        ),
        _ => (
            "CsvSource",
            String::new(),
            "org.junit.jupiter.params.provider.CsvSource",
        ),
    };
    let has_null = columns.iter().any(Column::has_null);
    let value_of = if has_null { "value = " } else { "" };
    let rows = remarks.iter().enumerate().map(|(at, remark)| Row {
        text: if array.is_empty() {
            format!("\"{}\"", csv_row(columns, at))
        } else {
            value(columns[0].kind, &columns[0].values[at])
        },
        remark,
    });
    let annotation = Annotation {
        name,
        attribute: format!("{value_of}{array}"),
        rows: rows.collect(),
        rest: if has_null {
            format!(", nullValues = \"{NULL_WORD}\"")
        } else {
            String::new()
        },
    };
    let text = match lines.breaks {
        LineBreaks::Free => annotation.one_row_per_line(lines),
        LineBreaks::Google => annotation.by_google(lines),
        LineBreaks::Eclipse => annotation.by_eclipse(lines),
    };
    Table { text, import }
}

/// A row, and what is said of it.
struct Row<'r> {
    text: String,
    remark: &'r str,
}

/// The parts of the annotation.
struct Annotation<'r> {
    name: &'static str,
    /// `strings = `
    attribute: String,
    rows: Vec<Row<'r>>,
    /// Further attributes, their comma included.
    rest: String,
}

impl Annotation<'_> {
    fn comma(&self, at: usize) -> &'static str {
        if at + 1 < self.rows.len() { "," } else { "" }
    }

    fn one_row_per_line(&self, lines: Lines<'_>) -> String {
        let mut text = format!("@{}({}{{\n", self.name, self.attribute);
        for (at, Row { text: row, remark }) in self.rows.iter().enumerate() {
            let comma = self.comma(at);
            let indent = lines.indent;
            let whole = format!("{indent}{row}{comma} // {remark}");
            let written = if remark.is_empty() {
                format!("{indent}{row}{comma}\n")
            } else if lines.has_room(&whole) {
                format!("{whole}\n")
            } else {
                format!("{indent}// {remark}\n{indent}{row}{comma}\n")
            };
            text.push_str(&written);
        }
        text.extend(["}", &self.rest, ")"]);
        text
    }

    /// All on one line, where it has room and nothing is said of rows.
    fn whole(&self, lines: Lines<'_>) -> Option<String> {
        let rows: Vec<String> = self.rows.iter().map(|row| row.text.clone()).collect();
        let (name, attribute, rest) = (self.name, &self.attribute, &self.rest);
        let text = format!("@{name}({attribute}{}{rest})", lines.breaks.braced(&rows));
        let is_silent = self.rows.iter().all(|row| row.remark.is_empty());
        (is_silent && lines.has_room(&text)).then_some(text)
    }

    /// Rows stand below each other, short ones beside each other up to a remark.
    fn by_google(&self, lines: Lines<'_>) -> String {
        if let Some(whole) = self.whole(lines) {
            return whole;
        }
        let is_alone = self.attribute.is_empty() && self.rest.is_empty();
        let outer = lines.indent.repeat(if is_alone { 0 } else { 2 });
        let lead = format!("{outer}{}", lines.indent);
        let is_filled = self.rows.iter().all(|row| row.text.chars().count() < SHORT);
        let rows = self.filled(lines, &lead, &lead, is_filled).join("\n");
        let open = if is_alone { "(" } else { "(\n" };
        let (name, attribute) = (self.name, &self.attribute);
        let rest = self.rest.replace(", ", &format!(",\n{outer}"));
        format!("@{name}{open}{outer}{attribute}{{\n{rows}\n{outer}}}{rest})")
    }

    /// Rows fill lines, the first of which is that of the annotation.
    fn by_eclipse(&self, lines: Lines<'_>) -> String {
        if let Some(whole) = self.whole(lines) {
            return whole;
        }
        let start = format!("@{}({}{{ ", self.name, self.attribute);
        let filled = self.filled(lines, &start, &lines.indent.repeat(2), true);
        let is_remarked = filled.last().is_some_and(|line| line.contains(" // "));
        let close = if is_remarked { "\n}" } else { " }" };
        format!("{}{close}{})", filled.join("\n"), self.rest)
    }

    /// The rows in lines that begin with `lead`, the first one with `start`; a remark ends its line.
    fn filled(&self, lines: Lines<'_>, start: &str, lead: &str, is_filled: bool) -> Vec<String> {
        /// Formatters break longer comments.
        const LONGEST_REMARK: usize = 80;
        let mut done = Vec::new();
        let mut line = start.to_owned();
        for (at, row) in self.rows.iter().enumerate() {
            let text = format!("{}{}", row.text, self.comma(at));
            let is_fresh = line.trim().is_empty() || line.ends_with(' ');
            let close = if at + 1 < self.rows.len() { "" } else { " })" };
            let beside = format!("{line} {text}");
            let stays = is_filled && lines.has_room(&format!("{beside}{close}"));
            if !is_fresh && !stays {
                done.push(std::mem::replace(&mut line, format!("{lead}{text}")));
            } else if is_fresh {
                line.push_str(&text);
            } else {
                line = beside;
            }
            let remarked = format!("{line} // {}", row.remark);
            let is_short = row.remark.chars().count() <= LONGEST_REMARK;
            if !row.remark.is_empty() && is_short && lines.has_room(&remarked) {
                done.push(remarked);
                lead.clone_into(&mut line);
            }
        }
        if !line.trim().is_empty() {
            done.push(line);
        }
        done
    }
}

/// Elements shorter than this stand beside each other in google-java-format.
const SHORT: usize = 10;

/// The attribute of `@ValueSource` that every Jupiter has.
fn array_of(kind: LiteralKind) -> Option<&'static str> {
    match kind {
        LiteralKind::Text => Some("strings"),
        LiteralKind::Int => Some("ints"),
        LiteralKind::Long => Some("longs"),
        LiteralKind::Double => Some("doubles"),
        _ => None,
    }
}

fn value(kind: LiteralKind, value: &str) -> String {
    match kind {
        LiteralKind::Text => format!("\"{value}\""),
        LiteralKind::Long => format!("{value}L"),
        _ => value.to_owned(),
    }
}

fn csv_row(columns: &[Column], at: usize) -> String {
    let cells = columns.iter().map(|column| cell(&column.values[at]));
    cells.collect::<Vec<_>>().join(", ")
}

/// A value between commas: in quotes where it would be read otherwise without.
fn cell(value: &str) -> String {
    if value == NULL {
        return NULL_WORD.to_owned();
    }
    let is_plain = |c: char| c.is_alphanumeric() || " ._-/:@+".contains(c);
    let is_bare = !value.is_empty() && value.trim() == value && value.chars().all(is_plain);
    if is_bare {
        value.to_owned()
    } else {
        format!("'{}'", value.replace('\'', "''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::test_literals::LiteralRole;

    fn column(kind: LiteralKind, values: &[&str]) -> Column {
        Column {
            name: "x".to_owned(),
            is_named: true,
            is_echoed: false,
            kind,
            role: LiteralRole::Other,
            literals: vec![0],
            values: values.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    const LINES: Lines<'static> = Lines {
        breaks: LineBreaks::Free,
        indent: "    ",
        width: 60,
    };

    #[test]
    fn what_a_row_would_read_otherwise_stands_in_quotes() {
        let columns = [
            column(LiteralKind::Text, &["", "a, b", "it's", " x", "\\\"y\\\""]),
            column(LiteralKind::Int, &["1", "-2", "3", "4", "5"]),
        ];
        let table = table(&columns, &vec![String::new(); 5], LINES);
        let rows = [
            "@CsvSource({",
            "    \"'', 1\",",
            "    \"'a, b', -2\",",
            "    \"'it''s', 3\",",
            "    \"' x', 4\",",
            "    \"'\\\"y\\\"', 5\"",
            "})",
        ];
        assert_eq!(table.text, rows.join("\n"));
    }

    #[test]
    fn a_row_can_say_null_and_what_java_escapes() {
        let columns = [column(LiteralKind::Text, &[NULL, "", "\\\\a"])];
        let text = table(&columns, &vec![String::new(); 3], LINES).text;
        let rows = [
            "@CsvSource(value = {",
            "    \"null\",",
            "    \"''\",",
            "    \"'\\\\a'\"",
            "}, nullValues = \"null\")",
        ];
        assert_eq!(text, rows.join("\n"));
    }

    #[test]
    fn a_row_is_followed_by_its_condition_and_a_long_one_comes_before_it() {
        let columns = [column(LiteralKind::Long, &["1", "2"])];
        let long = "when it is so long that no line of this width can hold it";
        let table = table(&columns, &["when first".to_owned(), long.to_owned()], LINES);
        let text =
            format!("@ValueSource(longs = {{\n    1L, // when first\n    // {long}\n    2L\n}})");
        assert_eq!(table.text, text);
    }

    #[test]
    fn formatters_lay_out_tables_in_their_own_ways() {
        let numbers = [
            column(LiteralKind::Int, &["1", "2"]),
            column(LiteralKind::Int, &["3", "4"]),
        ];
        let of = |breaks, columns: &[Column], remarks: [&str; 2]| {
            let lines = Lines {
                breaks,
                indent: "  ",
                width: 100,
            };
            table(columns, &remarks.map(str::to_owned), lines).text
        };
        let (google, eclipse) = (LineBreaks::Google, LineBreaks::Eclipse);
        assert_eq!(
            of(google, &numbers, ["", ""]),
            "@CsvSource({\"1, 3\", \"2, 4\"})"
        );
        assert_eq!(
            of(eclipse, &numbers, ["", ""]),
            "@CsvSource({ \"1, 3\", \"2, 4\" })"
        );
        let wide = [column(LiteralKind::Text, &["wide words", "wider words"])];
        assert_eq!(
            of(google, &wide, ["when one", ""]),
            "@ValueSource(\n    strings = {\n      \"wide words\", // when one\n      \"wider words\"\n    })"
        );
        assert_eq!(
            of(eclipse, &wide, ["when one", ""]),
            "@ValueSource(strings = { \"wide words\", // when one\n    \"wider words\" })"
        );
        assert_eq!(
            of(eclipse, &wide, ["", "when two"]),
            "@ValueSource(strings = { \"wide words\", \"wider words\" // when two\n})"
        );
    }
}
