//! Tests that show much the same: takes the tests of a suite, says which assert what another one of the same method
//! asserts, whatever the values are; drops none.

use goalline_junit::WrittenTest;

/// What a test of a method shows apart from values: its method and its assertions without literals. The message of an
/// exception is no value: another one is another reason.
pub(crate) fn shown_by(test: &WrittenTest) -> String {
    let lines = test.source.lines();
    let asserting = lines.filter(|line| asserts(line));
    let shown: Vec<String> = asserting
        .map(|line| {
            if line.contains(".getMessage()") {
                line.trim().to_owned()
            } else {
                without_literals(line.trim())
            }
        })
        .collect();
    format!("{}: {}", test.method, shown.join(" "))
}

/// Whether the line asserts something, or begins to.
fn asserts(line: &str) -> bool {
    ["assert", "verify(", "fail("]
        .iter()
        .any(|word| line.contains(word))
}

/// The line without its texts, characters, numbers and truth values; `assertTrue` stays.
fn without_literals(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    let mut is_in_word = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            _ if is_in_word => 0,
            '0'..='9' => rest
                .find(|it: char| !it.is_alphanumeric() && it != '.')
                .unwrap_or(rest.len()),
            _ => ["true", "false", "null"]
                .iter()
                .find(|word| is_word(rest, word))
                .map_or(0, |word| word.len()),
        };
        if length > 0 {
            shown.push('0');
            rest = &rest[length..];
            is_in_word = false;
        } else {
            shown.push(first);
            is_in_word = first.is_alphanumeric() || first == '_';
            rest = &rest[first.len_utf8()..];
        }
    }
    shown
}

fn is_word(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word).map(|rest| rest.chars().next());
    after.is_some_and(|next| !next.is_some_and(char::is_alphanumeric))
}

/// How long the literal is that begins here.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, unit) in text.char_indices().skip(1) {
        if unit == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = unit == '\\' && !is_escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_alike_whatever_their_values_are() {
        let shown = without_literals;
        assert_eq!(
            shown("assertEquals(-12L, cart.add(\"a\\\"b\"));"),
            "assertEquals(-0, cart.add(0));"
        );
        assert_eq!(
            shown("assertTrue(it.is(true, 'x', a1));"),
            "assertTrue(it.is(0, 0, a1));"
        );
        assert_ne!(
            shown("assertTrue(it.is());"),
            shown("assertFalse(it.is());")
        );
    }
}
