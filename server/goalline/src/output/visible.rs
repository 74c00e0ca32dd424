//! What a terminal shows of texts that somebody else wrote: names, sources and messages of exceptions may hold
//! characters that make it do things, and an editor is no better off. Lets our own colours through, and shows all
//! other such characters as signs.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use serde::Serialize;

const ESCAPE: u8 = 0x1B;

/// Sequences that set colours are shorter.
const LONGEST: usize = 24;

/// The text with a sign in the place of each character that a terminal or an editor obeys and does not show.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(shown_as).collect()
}

/// The same for what is a part of a line: a name, a path, a value of a build. Whoever chose it begins no line of ours,
/// and colours none.
pub(crate) fn visible_in_line(text: &str) -> String {
    let sign = |c: char| match c {
        '\n' | '\t' => sign_of(u32::from(c)),
        _ => shown_as(c),
    };
    text.chars().map(sign).collect()
}

/// Says on standard error what went wrong, which may quote what a project calls its things.
pub(crate) fn complain(what: &str) {
    eprintln!("goalline: {}", visible(what));
}

/// The value as JSON: what is no more than a sign elsewhere is escaped there, and read as what it was.
pub(crate) fn visible_json(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut text = String::new();
    for c in serde_json::to_string_pretty(value)?.chars() {
        if shown_as(c) == c {
            text.push(c);
        } else {
            // Writing into a String cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        }
    }
    Ok(text)
}

fn shown_as(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        _ if c.is_control() => sign_of(u32::from(c)),
        _ if turns(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Whether it turns the direction of what follows, so that code is shown in another order than it has, or ends a line
/// for some programs and not for others.
fn turns(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The sign of a control character: Unicode has a picture of each of the first ones.
fn sign_of(number: u32) -> char {
    let picture = (number < 0x20).then(|| char::from_u32(0x2400 + number));
    picture.flatten().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A writer for a terminal: what sets a colour goes through, other control characters become signs.
pub(crate) struct Visible<W: Write> {
    to: W,
    /// The beginning of what may be a sequence that sets a colour, or of a character.
    held: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(to: W) -> Self {
        Self {
            to,
            held: Vec::new(),
        }
    }

    fn take(&mut self, byte: u8, shown: &mut Vec<u8>) {
        match self.held.first() {
            Some(&ESCAPE) => {
                let is_part = match self.held.len() {
                    1 => byte == b'[',
                    length => length < LONGEST && (byte.is_ascii_digit() || byte == b';'),
                };
                if is_part {
                    self.held.push(byte);
                } else if byte == b'm' && self.held.get(2..).is_some_and(is_ours) {
                    shown.append(&mut self.held);
                    shown.push(byte);
                } else {
                    self.give_up(shown);
                    self.take(byte, shown);
                }
            }
            Some(&first) if is_inner(byte) => {
                self.held.push(byte);
                if self.held.len() == length_of(first) {
                    self.end_character(shown);
                }
            }
            Some(_) => {
                self.end_character(shown);
                self.take(byte, shown);
            }
            None => match byte {
                ESCAPE | 0xC0.. => self.held.push(byte),
                b'\n' | b'\t' => shown.push(byte),
                _ if byte.is_ascii_control() => push(shown, sign_of(byte.into())),
                _ if is_inner(byte) => push(shown, char::REPLACEMENT_CHARACTER),
                _ => shown.push(byte),
            },
        }
    }

    /// What was held are the bytes of a character, as far as they are.
    fn end_character(&mut self, shown: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        let c = std::str::from_utf8(&held)
            .ok()
            .and_then(|it| it.chars().next());
        push(shown, c.map_or(char::REPLACEMENT_CHARACTER, shown_as));
    }

    /// What was held is no sequence of ours.
    fn give_up(&mut self, shown: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        if held.first() == Some(&ESCAPE) {
            push(shown, sign_of(ESCAPE.into()));
            shown.extend(&held[1..]);
        }
    }
}

/// Whether a sequence sets what our own styles do: a colour of the letters, weight, a line below, or nothing again.
/// What hides letters, or paints them on their own colour, is none of ours.
fn is_ours(parameters: &[u8]) -> bool {
    let text = std::str::from_utf8(parameters).unwrap_or("x");
    let numbers: Option<Vec<u8>> = text
        .split(';')
        .map(|it| {
            if it.is_empty() {
                Some(0)
            } else {
                it.parse().ok()
            }
        })
        .collect();
    let is_plain = |it: &u8| matches!(it, 0..=4 | 22..=24 | 31..=37 | 39 | 90..=97);
    match numbers.as_deref() {
        Some([38, 5, colour]) => (1..=15).contains(colour),
        Some(numbers) => numbers.iter().all(is_plain),
        None => false,
    }
}

/// Whether it is a byte of a character, and not the first.
fn is_inner(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// How many bytes the character has that begins with this one.
fn length_of(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    }
}

fn push(shown: &mut Vec<u8>, sign: char) {
    shown.extend(sign.encode_utf8(&mut [0; 4]).as_bytes());
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut shown = Vec::with_capacity(bytes.len());
        for byte in bytes {
            self.take(*byte, &mut shown);
        }
        self.to.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_begins_no_line_and_colours_none() {
        assert_eq!(
            visible_in_line("shop\n\u{1b}[32mok\t"),
            "shop\u{240a}\u{241b}[32mok\u{2409}"
        );
    }

    fn shown(parts: &[&str]) -> String {
        let mut out = Visible::new(Vec::new());
        for part in parts {
            out.write_all(part.as_bytes()).expect("it takes all");
        }
        String::from_utf8(out.to).expect("text stays text")
    }

    #[test]
    fn colours_go_through_and_nothing_else_that_a_terminal_obeys() {
        let colours = "\u{1b}[1m\u{1b}[38;5;3mGröße\u{1b}[0m\tÄ\u{a0}€\n";
        assert_eq!(shown(&[colours]), colours);
        // Styles are written piece by piece.
        assert_eq!(shown(&["\u{1b}", "[", "2", "m", "x"]), "\u{1b}[2mx");
        let hostile = "a\u{1b}[2Jb\u{1b}]0;owned\u{7}c\u{9b}2Jd\r\u{8}\u{1b}\u{1b}[2m";
        assert_eq!(
            shown(&[hostile]),
            "a␛[2Jb␛]0;owned␇c\u{fffd}2Jd␍␈␛\u{1b}[2m"
        );
        for unseen in ["8", "30", "1;8", "38;5;0", "38;2;0;0;0", "47", "7", "999"] {
            let text = shown(&[&format!("a\u{1b}[{unseen}mb")]);
            assert_eq!(text, format!("a␛[{unseen}mb"));
        }
        assert_eq!(visible("a\u{1b}[2mb\u{9b}\n"), "a␛[2mb\u{fffd}\n");
    }

    #[test]
    fn nothing_turns_the_direction_of_code() {
        let hostile = "if (a\u{202e}) \u{2066}x\u{2069}\u{200f}\u{2028}y";
        let signs = "if (a\u{fffd}) \u{fffd}x\u{fffd}\u{fffd}\u{fffd}y";
        assert_eq!(
            (visible(hostile), shown(&[hostile])),
            (signs.into(), signs.into())
        );
        let mut out = Visible::new(Vec::new());
        out.write_all(b"\x9b2J\xe2\x80x\xf0\x9f")
            .expect("it takes all");
        out.write_all("\u{1f600}".as_bytes()).expect("it takes all");
        let text = String::from_utf8(out.to).expect("what was no text is");
        assert_eq!(text, "\u{fffd}2J\u{fffd}x\u{fffd}\u{1f600}");
    }

    #[test]
    fn json_is_read_as_what_was_written() {
        let text = "\u{202e}\u{9b}2J\u{7f}\u{1b}\"\n\u{5d0}";
        let written = visible_json(text).expect("JSON");
        assert_eq!(visible(&written), written);
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, text);
    }

    proptest! {
        #[test]
        fn of_any_text_only_colours_are_left_of_what_a_terminal_obeys(text in any::<String>()) {
            let shown = shown(&[&text]);
            prop_assert!(!shown.contains(turns), "{shown:?}");
            for (at, c) in shown.char_indices().filter(|(_, c)| c.is_control()) {
                prop_assert!(matches!(c, '\n' | '\t') || shown[at..].starts_with("\u{1b}["), "{shown:?}");
            }
        }
    }
}
