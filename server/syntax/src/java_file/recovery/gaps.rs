//! Java that the grammar does not know, written in a way it knows: takes a text, gives one of the same length.
//!
//! tree-sitter-java 0.23.5 was checked against everything Java 8 to 25 can write. It does not parse, and this file
//! rewrites:
//! - qualified record patterns, `case Shape.Circle(var r)`: the dots become `_`;
//! - several patterns in one label, `case A _, B _`: they become names or calls, which labels cannot be otherwise;
//! - `final` before a pattern; it is blanked;
//! - statements before `this(…)` or `super(…)` in a constructor (Java 25): the call becomes one of a method of four
//!   or five letters;
//! - `import module java.base;`: `module` is blanked;
//! - a lone carriage return as a line end, and the control character that old editors put at the end of a file.
//!
//! It does not parse either, and these silence the member they stand in: Unicode escapes outside of literals,
//! annotations between a type and its `...`, records inside annotation types, parenthesised patterns (Java 20 only),
//! value classes. A `default` in `case null, default` comes out as an identifier. Methods and fields outside of any
//! class (Java 25) parse but belong to no type.

use super::{
    heads::LookAhead,
    tokens::{Token, TokenKind, tokens},
};

/// Whether lines end in a way that makes the parser take code for a comment and say nothing.
pub(super) fn hides_lines(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// The text with all of this rewritten.
pub(super) fn rewritten(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for at in 0..bytes.len() {
        let is_lone = bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if is_lone {
            bytes[at] = b'\n';
        } else if bytes[at] == 0x1A {
            bytes[at] = b' ';
        }
    }
    let text = String::from_utf8(bytes).expect("ASCII took the place of ASCII");
    let tokens = tokens(&text);
    let mut rewriting = Rewriting {
        text: &text,
        tokens: &tokens,
        patience: LookAhead::for_tokens(tokens.len()),
        bytes: text.clone().into_bytes(),
    };
    for (at, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, it)| it.kind == TokenKind::Word)
    {
        match token.text(&text) {
            "case" => rewriting.label(at),
            "instanceof" => rewriting.pattern(at + 1),
            "import" => rewriting.import(at),
            "this" | "super" => rewriting.constructor_call(at),
            _ => {}
        }
    }
    String::from_utf8(rewriting.bytes).expect("ASCII took the place of ASCII")
}

struct Rewriting<'t> {
    text: &'t str,
    tokens: &'t [Token],
    patience: LookAhead,
    bytes: Vec<u8>,
}

impl Rewriting<'_> {
    fn word(&self, at: usize) -> Option<&str> {
        let token = self.tokens.get(at)?;
        (token.kind == TokenKind::Word).then(|| token.text(self.text))
    }

    fn is(&self, at: usize, mark: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    fn replace(&mut self, from: usize, to: usize, with: u8) {
        self.bytes[from..to].fill(with);
    }

    fn blank(&mut self, at: usize) {
        let token = self.tokens[at];
        self.replace(token.start, token.end, b' ');
    }

    /// `Shape.Circle(` and what is nested in it; an `instanceof` or a label may have a `final` first.
    fn pattern(&mut self, start: usize) {
        let mut at = start;
        if self.word(at) == Some("final") && self.word(at - 1) == Some("case") {
            self.blank(at);
            at += 1;
        }
        let first = at;
        while self.word(at).is_some() && self.is(at + 1, b'.') {
            at += 2;
        }
        if self.word(at).is_none() || !self.is(at + 1, b'(') {
            return;
        }
        self.replace_dots(first, at);
        for inside in at + 1..self.closing(at + 1) {
            if !self.patience.lasts() {
                return;
            }
            if self.is(inside, b'(') || self.is(inside, b',') {
                self.qualified(inside + 1);
            }
        }
    }

    fn qualified(&mut self, first: usize) {
        let mut at = first;
        while self.word(at).is_some() && self.is(at + 1, b'.') {
            at += 2;
        }
        if self.word(at).is_some() && self.is(at + 1, b'(') {
            self.replace_dots(first, at);
        }
    }

    fn replace_dots(&mut self, first: usize, last: usize) {
        let (from, to) = (self.tokens[first].start, self.tokens[last].start);
        if first < last {
            let between = &self.text[from..to];
            let is_plain = between
                .bytes()
                .all(|byte| byte == b'.' || byte >= 0x80 || is_name(byte));
            for at in (from..to).filter(|_| is_plain) {
                if self.bytes[at] == b'.' {
                    self.bytes[at] = b'_';
                }
            }
        }
    }

    /// `case A _, B(_) ->`: several patterns in one label.
    fn label(&mut self, case: usize) {
        self.pattern(case + 1);
        let mut end = case + 1;
        let mut commas = Vec::new();
        let mut depth = 0usize;
        while let Some(token) = self.tokens.get(end) {
            if !self.patience.lasts() {
                return;
            }
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth = depth.saturating_sub(1),
                TokenKind::Mark(b',') if depth == 0 => commas.push(end),
                TokenKind::Mark(b':' | b'-' | b'{' | b';' | b'}') if depth == 0 => break,
                TokenKind::Word if depth == 0 && token.text(self.text) == "when" => break,
                _ => {}
            }
            end += 1;
        }
        for start in std::iter::once(case)
            .chain(commas.iter().copied())
            .filter(|_| !commas.is_empty())
        {
            self.one_of_several(start + 1);
        }
    }

    /// `A _` and `a.B _` become `A__` and `a_B__`, `A(int _)` becomes `A(     )`.
    fn one_of_several(&mut self, first: usize) {
        let mut name = first;
        while self.word(name).is_some() && self.is(name + 1, b'.') {
            name += 2;
        }
        let Some(token) = self.tokens.get(name) else {
            return;
        };
        if self.is(name + 1, b'(') {
            self.replace_dots(first, name);
            let close = self.closing(name + 1);
            if close > name + 1 {
                self.replace(self.tokens[name + 1].end, self.tokens[close].start, b' ');
            }
        } else if self.word(name + 1) == Some("_") {
            let between = token.end..self.tokens[name + 1].start;
            if self.text[between.clone()].bytes().all(|byte| byte == b' ') {
                self.replace(between.start, between.end, b'_');
            }
            self.replace_dots(first, name);
        }
    }

    /// The parenthesis that closes the one here, or the last token before the label ends.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            if !self.patience.lasts() {
                return open;
            }
            if self.is(at, b'(') {
                depth += 1;
            } else if self.is(at, b')') {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            } else if self.is(at, b';') || self.is(at, b'{') || self.is(at, b'}') {
                return at;
            }
        }
        self.tokens.len() - 1
    }

    fn import(&mut self, import: usize) {
        if self.word(import + 1) == Some("module") && self.word(import + 2).is_some() {
            self.blank(import + 1);
        }
    }

    /// A call of a constructor that is not the first statement.
    fn constructor_call(&mut self, at: usize) {
        let follows_statement = at > 0 && (self.is(at - 1, b';') || self.is(at - 1, b'}'));
        if follows_statement && self.is(at + 1, b'(') {
            let end = self.tokens[at].end;
            self.replace(end - 1, end, b'_');
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}
