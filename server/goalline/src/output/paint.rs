//! How output looks: styles, grouped numbers, counted words; the stream decides whether colours come through.

use anstyle::{AnsiColor, Style};

/// What matters most on a line.
pub const BOLD: Style = Style::new().bold();
/// What may be passed over.
pub const DIM: Style = Style::new().dimmed();
/// Good news.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What is left to do.
pub const OPEN: Style = AnsiColor::Yellow.on_default().bold();

/// `94200` as `94,200`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 goal`, `2 goals`.
pub fn counted(number: usize, word: &str) -> String {
    format!(
        "{} {word}{}",
        grouped(number as u64),
        if number == 1 { "" } else { "s" }
    )
}

/// A branch distance for people: whole numbers without a fraction, large ones grouped.
pub fn distance(distance: f64) -> String {
    if distance.fract() == 0.0 && distance < 1e15 {
        #[expect(clippy::cast_sign_loss, reason = "distances are never negative")]
        return grouped(distance as u64);
    }
    if (1e-3..1e9).contains(&distance) {
        format!("{distance:.3}")
    } else {
        format!("{distance:.3e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn distances_are_short_whatever_their_size() {
        for (value, text) in [
            (1204.0, "1,204"),
            (0.5, "0.500"),
            (1e-9, "1.000e-9"),
            (1e300, "1.000e300"),
        ] {
            assert_eq!(distance(value), text);
        }
    }

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(
            (counted(1, "goal"), counted(0, "goal")),
            ("1 goal".into(), "0 goals".into())
        );
    }
}
