//! A table in front of a test: takes columns and what is to be said of each row, gives the annotation.

use crate::tables::{
    columns::Column,
    literals::{LiteralKind, NULL, NULL_WORD},
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
    let mut text = format!("@{name}({value_of}{array}{{\n");
    for (at, remark) in remarks.iter().enumerate() {
        let row = if array.is_empty() {
            format!("\"{}\"", csv_row(columns, at))
        } else {
            value(columns[0].kind, &columns[0].values[at])
        };
        let comma = if at + 1 < remarks.len() { "," } else { "" };
        let indent = lines.indent;
        let whole = format!("{indent}{row}{comma} // {remark}");
        let has_room = whole.chars().count() + indent.len() <= lines.width;
        let written = if remark.is_empty() {
            format!("{indent}{row}{comma}\n")
        } else if has_room {
            format!("{whole}\n")
        } else {
            format!("{indent}// {remark}\n{indent}{row}{comma}\n")
        };
        text.push_str(&written);
    }
    let nulls = format!(", nullValues = \"{NULL_WORD}\"");
    text.extend(["}", if has_null { &nulls } else { "" }, ")"]);
    Table { text, import }
}

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
    use crate::tables::literals::LiteralRole;

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
}
