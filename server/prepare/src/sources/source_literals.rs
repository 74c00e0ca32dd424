//! Literals of a Java source: takes a parsed file, gives their values for the constant pool; judges none of them.

use goalline_syntax::{JavaFile, Node};
use goalline_testcase::JavaString;

/// The literals of a file, in source order, duplicates included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileLiterals {
    /// Integral and char literals.
    pub integrals: Vec<i64>,
    /// Floating literals.
    pub floatings: Vec<f64>,
    /// String literals and text blocks.
    pub texts: Vec<JavaString>,
}

/// Collects the literals of the whole file.
pub fn literals(file: &JavaFile) -> FileLiterals {
    let mut found = FileLiterals::default();
    for node in file.root().descendants() {
        collect(node, &mut found);
    }
    found
}

/// The value of one literal, with the sign that stands before it; nothing when the node is none.
pub fn literal(node: Node<'_>) -> FileLiterals {
    let mut found = FileLiterals::default();
    collect(node, &mut found);
    found
}

/// Takes the value when the node is a literal.
fn collect(node: Node<'_>, found: &mut FileLiterals) {
    let source = node.text();
    let negative = node.parent().is_some_and(|parent| {
        parent.kind() == "unary_expression" && parent.text().starts_with('-')
    });
    match node.kind() {
        "decimal_integer_literal" => found.integrals.extend(integral(source, 10, negative)),
        "hex_integer_literal" => found.integrals.extend(integral(&source[2..], 16, negative)),
        "binary_integer_literal" => found.integrals.extend(integral(&source[2..], 2, negative)),
        "octal_integer_literal" => found.integrals.extend(integral(&source[1..], 8, negative)),
        "decimal_floating_point_literal" => {
            let digits = source
                .trim_end_matches(['f', 'F', 'd', 'D'])
                .replace('_', "");
            let value = digits.parse::<f64>().ok();
            found
                .floatings
                .extend(value.map(|value| if negative { -value } else { value }));
        }
        "character_literal" => {
            let units = unescape(without_quotes(source));
            found
                .integrals
                .extend(units.first().map(|unit| i64::from(*unit)));
        }
        "string_literal" => {
            let units = match source.strip_prefix("\"\"\"") {
                Some(block) => text_block(block.trim_end_matches("\"\"\"")),
                None => unescape(without_quotes(source)),
            };
            found.texts.push(JavaString(units.into()));
        }
        _ => {}
    }
}

/// What stands between the first sign and the last: one more quote at the end is escaped and belongs to it.
fn without_quotes(source: &str) -> &str {
    source.get(1..source.len() - 1).unwrap_or_default()
}

/// The value of digits in this radix; hexadecimal and friends wrap into the sign bit as Java has it.
fn integral(digits: &str, radix: u32, negative: bool) -> Option<i64> {
    let is_long = digits.ends_with(['l', 'L']);
    let digits = digits.trim_end_matches(['l', 'L']).replace('_', "");
    let value = u64::from_str_radix(&digits, radix).ok()?;
    let value = if radix != 10 && !is_long && u32::try_from(value).is_ok() {
        i64::from((value as u32).cast_signed())
    } else {
        value.cast_signed()
    };
    Some(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

/// The lines of a text block without their common indentation, escapes resolved.
fn text_block(block: &str) -> Vec<u16> {
    let lines: Vec<&str> = block.lines().skip(1).collect();
    let blank = |line: &&str| line.trim().is_empty();
    let last = lines.len().saturating_sub(1);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let kept = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == last || !blank(line));
    let margin = kept.map(|(_, line)| indent(line)).min().unwrap_or(0);
    let stripped: Vec<&str> = lines
        .iter()
        .map(|line| line.get(margin..).unwrap_or("").trim_end())
        .collect();
    unescape(&stripped.join("\n"))
}

/// UTF-16 units of a literal's content with its escapes resolved.
pub(crate) fn unescape(content: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = content.chars().peekable();
    while let Some(char) = rest.next() {
        if char != '\\' {
            units.extend(char.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        match rest.next() {
            Some('n') => units.push(10),
            Some('t') => units.push(9),
            Some('b') => units.push(8),
            Some('r') => units.push(13),
            Some('f') => units.push(12),
            Some('s') => units.push(32),
            Some('u') => {
                while rest.next_if_eq(&'u').is_some() {}
                let digits: String = rest.by_ref().take(4).collect();
                units.extend(u16::from_str_radix(&digits, 16).ok());
            }
            Some(digit @ '0'..='7') => {
                let mut value = digit.to_digit(8).unwrap_or(0);
                let more = if digit <= '3' { 2 } else { 1 };
                for _ in 0..more {
                    let Some(next) = rest.peek().and_then(|char| char.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + next;
                    rest.next();
                }
                units.push(value as u16);
            }
            Some('\n') | None => {}
            Some(other) => units.extend(other.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(expression: &str) -> FileLiterals {
        literals(&JavaFile::parse(format!(
            "class A {{ Object o = {expression}; }}"
        )))
    }

    #[test]
    fn integers_of_every_radix_have_their_java_value() {
        let found = of("f(42, -7, 0x7F, 0xFFFFFFFF, 0b101, 017, 1_000L, 'a', '\\u0041', '\\101')");
        assert_eq!(found.integrals, [42, -7, 127, -1, 5, 15, 1000, 97, 65, 65]);
    }

    #[test]
    fn the_least_long_does_not_overflow() {
        assert_eq!(of("-9223372036854775808L").integrals, [i64::MIN]);
    }

    #[test]
    fn floating_literals_keep_their_sign_and_lose_their_suffix() {
        assert_eq!(of("f(1.5f, -2e3, .25d)").floatings, [1.5, -2000.0, 0.25]);
    }

    #[test]
    fn strings_are_unescaped() {
        assert_eq!(
            of(r#""a\t\"b\"\u00e9""#).texts,
            [JavaString::from("a\t\"b\"é")]
        );
    }

    #[test]
    fn an_escaped_quote_at_the_end_belongs_to_what_is_quoted() {
        let found = of(r#"f('\'', "\"", "expected \"yes\"", "")"#);
        assert_eq!(found.integrals, [39]);
        let texts = ["\"", "expected \"yes\"", ""].map(JavaString::from);
        assert_eq!(found.texts, texts);
    }

    #[test]
    fn text_blocks_lose_their_margin() {
        let found = of("\"\"\"\n      one\n        two\n      \"\"\"");
        assert_eq!(found.texts, [JavaString::from("one\n  two\n")]);
    }
}
