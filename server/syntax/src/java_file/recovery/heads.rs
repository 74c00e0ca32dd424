//! Heads of members, told from tokens: takes a place among tokens, tells whether a type or a method with a body
//! starts there.

use std::cell::Cell;

use super::tokens::{Token, TokenKind};

/// Tokens with the text they are of.
#[derive(Clone, Copy)]
pub(super) struct Heads<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) patience: &'t LookAhead,
}

/// How much may still be looked at ahead. Nobody's code needs much of it; text that is made to need more is told from
/// what was seen so far.
pub(super) struct LookAhead(Cell<usize>);

impl LookAhead {
    /// Enough for a text of so many tokens.
    pub(super) fn for_tokens(count: usize) -> Self {
        Self(Cell::new(100_000 + 100 * count))
    }

    /// Whether one token more may be looked at.
    pub(super) fn lasts(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

const MODIFIERS: [&str; 12] = [
    "public",
    "protected",
    "private",
    "static",
    "abstract",
    "default",
    "native",
    "synchronized",
    "final",
    "strictfp",
    "transient",
    "volatile",
];
/// Modifiers that no local variable has.
const MEMBER_ONLY: [&str; 4] = ["public", "protected", "private", "static"];
const NO_TYPES: [&str; 18] = [
    "return",
    "new",
    "else",
    "throw",
    "case",
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "do",
    "try",
    "assert",
    "yield",
    "instanceof",
    "finally",
    "super",
    "this",
];

impl<'t> Heads<'t> {
    pub(super) fn word(self, at: usize) -> Option<&'t str> {
        let token = self.tokens.get(at)?;
        (token.kind == TokenKind::Word).then(|| token.text(self.text))
    }

    pub(super) fn is(self, at: usize, mark: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    /// Whether what starts here can only be a member: a type, a body with a head, or something with a modifier of
    /// members.
    pub(super) fn is_head(self, start: usize) -> bool {
        let (at, is_member) = self.after_modifiers(start);
        is_member || self.is_type(at) || self.is_method(at)
    }

    pub(super) fn is_type(self, at: usize) -> bool {
        let is_annotation = self.is(at, b'@') && self.word(at + 1) == Some("interface");
        let named = self.word(at + 1).is_some();
        match self.word(at) {
            Some("class" | "interface" | "enum") => named,
            Some("record") => named && (self.is(at + 2, b'(') || self.is(at + 2, b'<')),
            _ => is_annotation,
        }
    }

    pub(super) fn body_of_type(self, start: usize) -> Option<usize> {
        let ends = |at: &usize| self.is(*at, b'{') || self.is(*at, b';') || self.is(*at, b'}');
        (start..self.tokens.len())
            .take_while(|_| self.patience.lasts())
            .find(ends)
            .filter(|at| self.is(*at, b'{'))
    }

    /// `Type name(…) {`, also without a type.
    fn is_method(self, start: usize) -> bool {
        let mut at = start;
        let mut words = 0;
        while !self.is(at, b'(') {
            if !self.patience.lasts() {
                return false;
            }
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Word) if !NO_TYPES.contains(&self.word(at).unwrap_or_default()) => {
                    words += 1;
                }
                Some(TokenKind::Mark(
                    b'<' | b'>' | b',' | b'.' | b'[' | b']' | b'?' | b'&' | b'@',
                )) => {}
                _ => return false,
            }
            at += 1;
        }
        let is_named = at > start && self.word(at - 1).is_some();
        let after = self.after_parentheses(at);
        let opens = self.is(after, b'{') || self.word(after) == Some("throws");
        is_named && words > 0 && opens
    }

    /// The token after modifiers and annotations, and whether one of them makes it a member.
    pub(super) fn after_modifiers(self, start: usize) -> (usize, bool) {
        let (mut at, mut is_member) = (start, false);
        loop {
            match self.word(at) {
                Some(word) if MODIFIERS.contains(&word) => {
                    // `synchronized (x) {`, `default ->` and `default:` are statements.
                    if self.is(at + 1, b'(') || self.is(at + 1, b'-') || self.is(at + 1, b':') {
                        return (at, is_member);
                    }
                    is_member |= MEMBER_ONLY.contains(&word);
                    at += 1;
                }
                Some("sealed" | "non") if self.word(at + 1).is_some() || self.is(at + 1, b'-') => {
                    at += if self.is(at + 1, b'-') { 3 } else { 1 };
                }
                None if self.is(at, b'@')
                    && self.word(at + 1).is_some_and(|it| it != "interface") =>
                {
                    at += 2;
                    while self.is(at, b'.') {
                        at += 2;
                    }
                    at = self.after_parentheses(at);
                }
                _ => return (at, is_member),
            }
        }
    }

    /// The token after the parenthesis that closes the one here; here if none opens or it is not closed.
    fn after_parentheses(self, start: usize) -> usize {
        let mut depth = 0usize;
        for at in start..self.tokens.len() {
            if !self.patience.lasts() {
                return start;
            }
            match self.tokens[at].kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth = depth.saturating_sub(1),
                TokenKind::Mark(b';') => return start,
                _ => {}
            }
            if depth == 0 {
                return if at == start { start } else { at + 1 };
            }
        }
        start
    }
}
