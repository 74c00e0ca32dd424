//! Java source text of literal values: takes a value, gives text that the encoding of the sources survives; types of
//! the context are left to the caller.

use std::fmt::Write as _;

use goalline_testcase::{JavaString, Literal};

use crate::style::Spelling;

/// The text of an integral, floating, boolean, char or string literal; `None` for a class literal, which needs names.
///
/// `byte` and `short` values are written as plain `int` literals; where the context does not narrow them, see
/// [`narrowing_cast`].
pub(crate) fn literal_text(literal: &Literal, spelling: Spelling) -> Option<String> {
    Some(match literal {
        Literal::Boolean(value) => value.to_string(),
        Literal::Byte(value) => {
            named_extreme(i64::from(*value), i8::MIN.into(), i8::MAX.into(), "Byte")
                .unwrap_or_else(|| value.to_string())
        }
        Literal::Short(value) => {
            named_extreme(i64::from(*value), i16::MIN.into(), i16::MAX.into(), "Short")
                .unwrap_or_else(|| value.to_string())
        }
        Literal::Int(value) => named_extreme(
            i64::from(*value),
            i32::MIN.into(),
            i32::MAX.into(),
            "Integer",
        )
        .unwrap_or_else(|| value.to_string()),
        Literal::Long(value) => {
            named_extreme(*value, i64::MIN, i64::MAX, "Long").unwrap_or_else(|| format!("{value}L"))
        }
        Literal::Char(unit) => char_text(*unit, spelling),
        Literal::Float(value) => float_text(*value),
        Literal::Double(value) => double_text(*value),
        Literal::Text(text) => string_text(text, spelling),
        Literal::Class(_) => return None,
    })
}

/// The cast that a `byte` or `short` literal needs outside of an assignment, when its text is not a named constant.
pub(crate) fn narrowing_cast(literal: &Literal) -> Option<&'static str> {
    match literal {
        Literal::Byte(value) if *value != i8::MIN && *value != i8::MAX => Some("(byte) "),
        Literal::Short(value) if *value != i16::MIN && *value != i16::MAX => Some("(short) "),
        _ => None,
    }
}

fn named_extreme(value: i64, least: i64, greatest: i64, wrapper: &str) -> Option<String> {
    if value == least {
        Some(format!("{wrapper}.MIN_VALUE"))
    } else if value == greatest {
        Some(format!("{wrapper}.MAX_VALUE"))
    } else {
        None
    }
}

fn double_text(value: f64) -> String {
    named_floating(
        value.is_nan(),
        value,
        value.to_bits() == f64::MAX.to_bits(),
        value.to_bits() == 1,
        "Double",
    )
    .unwrap_or_else(|| format!("{value:?}").replace('e', "E"))
}

fn float_text(value: f32) -> String {
    let wide = f64::from(value);
    named_floating(
        value.is_nan(),
        wide,
        value.to_bits() == f32::MAX.to_bits(),
        value.to_bits() == 1,
        "Float",
    )
    .unwrap_or_else(|| format!("{value:?}F").replace('e', "E"))
}

fn named_floating(
    is_nan: bool,
    value: f64,
    is_greatest: bool,
    is_least_positive: bool,
    wrapper: &str,
) -> Option<String> {
    let name = if is_nan {
        "NaN"
    } else if value == f64::INFINITY {
        "POSITIVE_INFINITY"
    } else if value == f64::NEG_INFINITY {
        "NEGATIVE_INFINITY"
    } else if is_greatest {
        "MAX_VALUE"
    } else if is_least_positive {
        "MIN_VALUE"
    } else {
        return None;
    };
    Some(format!("{wrapper}.{name}"))
}

fn char_text(unit: u16, spelling: Spelling) -> String {
    let mut text = String::from("'");
    if unit == u16::from(b'\'') {
        text.push_str("\\'");
    } else if unit == u16::from(b'"') {
        text.push('"');
    } else {
        push_units(&mut text, &[unit], spelling);
    }
    text.push('\'');
    text
}

/// A string literal, quotes included; what a reader could not see, or could not see as what it is, is escaped.
pub(crate) fn string_text(value: &JavaString, spelling: Spelling) -> String {
    let mut text = String::with_capacity(value.0.len() + 2);
    text.push('"');
    push_units(&mut text, &value.0, spelling);
    text.push('"');
    text
}

fn push_units(text: &mut String, units: &[u16], spelling: Spelling) {
    let decoded: Vec<_> = char::decode_utf16(units.iter().copied()).collect();
    let is_plain = |c: char| match c {
        '"' | '\\' => false,
        ' '..='~' => true,
        _ => spelling == Spelling::Unicode && is_legible(c),
    };
    // A compiler of another encoding takes a backslash for a part of the letter before it, and then what is a text to
    // whoever reads it is code: such a letter is escaped as well, and so is one before that.
    let mut is_as_it_is = vec![false; decoded.len()];
    for at in (0..decoded.len()).rev() {
        let is_before_backslash = is_as_it_is.get(at + 1) == Some(&false);
        is_as_it_is[at] = decoded[at]
            .as_ref()
            .is_ok_and(|c| is_plain(*c) && (c.is_ascii() || !is_before_backslash));
    }
    for (found, is_as_it_is) in decoded.into_iter().zip(is_as_it_is) {
        match found {
            Ok(c) if is_as_it_is => text.push(c),
            Ok(c) => {
                let mut buffer = [0; 2];
                for unit in c.encode_utf16(&mut buffer) {
                    push_escaped(text, *unit);
                }
            }
            Err(lone) => push_escaped(text, lone.unpaired_surrogate()),
        }
    }
}

/// Characters outside of ASCII that stand for themselves wherever they are: letters of scripts whose letters do not
/// join what stands before them and that run from left to right, punctuation, signs.
const LEGIBLE: [(char, char); 26] = [
    ('\u{a1}', '\u{ac}'),
    ('\u{ae}', '\u{2af}'),
    ('\u{386}', '\u{481}'),
    ('\u{48a}', '\u{556}'),
    ('\u{561}', '\u{587}'),
    ('\u{10d0}', '\u{10ff}'),
    ('\u{1e00}', '\u{1fbc}'),
    ('\u{2010}', '\u{2027}'),
    ('\u{2030}', '\u{205e}'),
    ('\u{2070}', '\u{209c}'),
    ('\u{20a0}', '\u{20bf}'),
    ('\u{2100}', '\u{218b}'),
    ('\u{2190}', '\u{2426}'),
    ('\u{2460}', '\u{27bf}'),
    ('\u{3001}', '\u{3029}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{309b}', '\u{30ff}'),
    ('\u{3131}', '\u{3163}'),
    ('\u{3400}', '\u{4db5}'),
    ('\u{4e00}', '\u{9fa5}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{ff01}', '\u{ff5e}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f680}', '\u{1f6c5}'),
    ('\u{1f90c}', '\u{1f9ff}'),
];

fn is_legible(c: char) -> bool {
    // In some of these ranges a code point stands for nothing yet, or changes how the one before it looks.
    let is_letter = || c.is_alphanumeric();
    let is_of_letters = matches!(c, '\u{370}'..='\u{1fff}');
    let is_modifier = matches!(c, '\u{1f3fb}'..='\u{1f3ff}');
    let is_there = LEGIBLE
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&c));
    is_there && !is_modifier && (!is_of_letters || is_letter())
}

fn push_escaped(text: &mut String, unit: u16) {
    match unit {
        0x08 => text.push_str("\\b"),
        0x09 => text.push_str("\\t"),
        0x0a => text.push_str("\\n"),
        0x0c => text.push_str("\\f"),
        0x0d => text.push_str("\\r"),
        0x22 => text.push_str("\\\""),
        0x5c => text.push_str("\\\\"),
        0x20..=0x7e => text.push(char::from(unit as u8)),
        _ => write!(text, "\\u{unit:04x}").expect("writing to a String cannot fail"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn text(literal: &Literal) -> String {
        literal_text(literal, Spelling::Ascii).expect("no class literal here")
    }

    #[test]
    fn no_letter_of_another_alphabet_stands_before_a_backslash() {
        let spelt = |text: &str| string_text(&JavaString::from(text), Spelling::Unicode);
        assert_eq!(spelt("Größe"), "\"Größe\"");
        // In Shift_JIS the last byte of this letter and a backslash are one letter.
        assert_eq!(spelt("Á\",run());//"), r#""\u00c1\",run());//""#);
        assert_eq!(spelt("ßÄÖ\nÜ"), r#""\u00df\u00c4\u00d6\nÜ""#);
        assert_eq!(spelt("Ä \""), r#""Ä \"""#);
    }

    #[test]
    fn extremes_are_written_by_their_names() {
        assert_eq!(text(&Literal::Int(i32::MIN)), "Integer.MIN_VALUE");
        assert_eq!(text(&Literal::Long(i64::MAX)), "Long.MAX_VALUE");
        assert_eq!(text(&Literal::Byte(-128)), "Byte.MIN_VALUE");
        assert_eq!(text(&Literal::Short(32767)), "Short.MAX_VALUE");
        assert_eq!(
            text(&Literal::Double(f64::from_bits(1))),
            "Double.MIN_VALUE"
        );
        assert_eq!(text(&Literal::Double(f64::MAX)), "Double.MAX_VALUE");
        assert_eq!(text(&Literal::Float(f32::NAN)), "Float.NaN");
        assert_eq!(text(&Literal::Float(f32::MAX)), "Float.MAX_VALUE");
        assert_eq!(
            text(&Literal::Double(f64::NEG_INFINITY)),
            "Double.NEGATIVE_INFINITY"
        );
    }

    #[test]
    fn numbers_carry_the_suffix_of_their_type() {
        assert_eq!(text(&Literal::Int(-7)), "-7");
        assert_eq!(text(&Literal::Long(5_000_000_000)), "5000000000L");
        assert_eq!(text(&Literal::Float(1.5)), "1.5F");
        assert_eq!(text(&Literal::Double(-0.0)), "-0.0");
        assert_eq!(text(&Literal::Double(1e300)), "1E300");
        assert_eq!(text(&Literal::Double(3.0)), "3.0");
    }

    #[test]
    fn strings_escape_quotes_controls_and_lone_surrogates() {
        let odd = JavaString(Arc::from(
            [0x41, 0x22, 0x5c, 0x0a, 0x00, 0xd800, 0xe9].as_slice(),
        ));
        assert_eq!(
            string_text(&odd, Spelling::Ascii),
            r#""A\"\\\n\u0000\ud800\u00e9""#
        );
    }

    #[test]
    fn letters_and_signs_of_other_scripts_are_printed_where_the_sources_can_hold_them() {
        let printed = |text: &str| {
            string_text(
                &JavaString(text.encode_utf16().collect()),
                Spelling::Unicode,
            )
        };
        assert_eq!(
            printed("Größe: 5 €, 库存不足！"),
            "\"Größe: 5 €, 库存不足！\""
        );
        assert_eq!(printed("привет, 😀"), "\"привет, 😀\"");
        assert_eq!(printed("🤔"), "\"🤔\"");
        assert_eq!(char_text(0xe9, Spelling::Unicode), "'é'");
        assert_eq!(char_text(0xe9, Spelling::Ascii), r"'\u00e9'");
    }

    #[test]
    fn what_a_reader_could_not_see_as_what_it_is_stays_escaped() {
        let printed = |units: &[u16]| string_text(&JavaString(units.into()), Spelling::Unicode);
        // A control character, a blank that does not break, a soft hyphen, a joiner, a mark of direction.
        let hidden = [0x7f, 0xa0, 0xad, 0x200d, 0x202e];
        assert_eq!(printed(&hidden), r#""\u007f\u00a0\u00ad\u200d\u202e""#);
        // A mark that joins what stands before it, a letter that runs from right to left, nothing, half a character.
        let others = [0x301, 0x5d0, 0x378, 0xd83d];
        assert_eq!(printed(&others), r#""\u0301\u05d0\u0378\ud83d""#);
    }

    #[test]
    fn chars_escape_only_what_a_char_literal_needs() {
        assert_eq!(text(&Literal::Char(0x27)), r"'\''");
        assert_eq!(text(&Literal::Char(0x22)), "'\"'");
        assert_eq!(text(&Literal::Char(0xffff)), r"'\uffff'");
    }
}
