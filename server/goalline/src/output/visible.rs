//! What a terminal shows of texts that somebody else wrote: names, sources and messages of exceptions may hold
//! characters that make it do things. Lets our own colours through, and shows all other such characters as signs.

use std::io::{self, Write};

const ESCAPE: u8 = 0x1B;
/// Introduces characters U+0080 to U+00BF, of which the first half tells terminals to do something.
const SECOND_HALF: u8 = 0xC2;

/// Sequences that set colours are shorter.
const LONGEST: usize = 24;

/// The text with a sign in the place of each character that a terminal does not show.
pub(crate) fn visible(text: &str) -> String {
    let sign = |c: char| match c {
        '\n' | '\t' => c,
        _ if c.is_control() => sign_of(u32::from(c)),
        _ => c,
    };
    text.chars().map(sign).collect()
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
                } else if self.held.len() > 1 && byte == b'm' {
                    shown.append(&mut self.held);
                    shown.push(byte);
                } else {
                    self.give_up(shown);
                    self.take(byte, shown);
                }
            }
            Some(_) => {
                self.held.clear();
                if (0x80..0xA0).contains(&byte) {
                    push(shown, char::REPLACEMENT_CHARACTER);
                } else {
                    shown.extend([SECOND_HALF, byte]);
                }
            }
            None => match byte {
                ESCAPE | SECOND_HALF => self.held.push(byte),
                b'\n' | b'\t' => shown.push(byte),
                _ if byte.is_ascii_control() => push(shown, sign_of(byte.into())),
                _ => shown.push(byte),
            },
        }
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
        assert_eq!(visible("a\u{1b}[2mb\u{9b}\n"), "a␛[2mb\u{fffd}\n");
    }

    proptest! {
        #[test]
        fn of_any_text_only_colours_are_left_of_what_a_terminal_obeys(text in any::<String>()) {
            let shown = shown(&[&text]);
            for (at, c) in shown.char_indices().filter(|(_, c)| c.is_control()) {
                prop_assert!(matches!(c, '\n' | '\t') || shown[at..].starts_with("\u{1b}["), "{shown:?}");
            }
        }
    }
}
