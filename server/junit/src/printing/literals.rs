//! Java source text of literal values: takes a value, gives text that any source encoding survives; types of the
//! context are left to the caller.

use std::fmt::Write as _;

use goalline_testcase::{JavaString, Literal};

/// The text of an integral, floating, boolean, char or string literal; `None` for a class literal, which needs names.
///
/// `byte` and `short` values are written as plain `int` literals; where the context does not narrow them, see
/// [`narrowing_cast`].
pub(crate) fn literal_text(literal: &Literal) -> Option<String> {
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
        Literal::Char(unit) => char_text(*unit),
        Literal::Float(value) => float_text(*value),
        Literal::Double(value) => double_text(*value),
        Literal::Text(text) => string_text(text),
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

fn char_text(unit: u16) -> String {
    let mut text = String::from("'");
    if unit == u16::from(b'\'') {
        text.push_str("\\'");
    } else if unit == u16::from(b'"') {
        text.push('"');
    } else {
        push_escaped(&mut text, unit);
    }
    text.push('\'');
    text
}

/// A string literal, quotes included; everything outside of printable ASCII is escaped.
pub(crate) fn string_text(value: &JavaString) -> String {
    let mut text = String::with_capacity(value.0.len() + 2);
    text.push('"');
    for unit in value.0.iter() {
        push_escaped(&mut text, *unit);
    }
    text.push('"');
    text
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
        literal_text(literal).expect("no class literal here")
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
        assert_eq!(string_text(&odd), r#""A\"\\\n\u0000\ud800\u00e9""#);
    }

    #[test]
    fn chars_escape_only_what_a_char_literal_needs() {
        assert_eq!(text(&Literal::Char(0x27)), r"'\''");
        assert_eq!(text(&Literal::Char(0x22)), "'\"'");
        assert_eq!(text(&Literal::Char(0xffff)), r"'\uffff'");
    }
}
