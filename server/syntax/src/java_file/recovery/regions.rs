//! Where members begin and end, told from tokens and indentation: takes tokens, gives regions; needs no code to be
//! right.
//!
//! Braces are believed while they agree with the indentation. A body whose braces do not close is cut off where the
//! next line starts that looks like a member and stands no deeper than this one.

use super::{
    heads::{Heads, LookAhead},
    tokens::{Token, TokenKind},
};

/// A stretch of a type's body that holds one member, or what cannot be told apart there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The opening brace of the member's body.
    pub(super) body: Option<usize>,
    /// Whether it is a constant of an enum without a body.
    pub(super) is_constant: bool,
    /// Whether its brackets do not match, or a literal in it is not closed.
    pub(super) is_damaged: bool,
}

/// Splits the bodies of all types into regions, in order.
pub(super) fn regions(text: &str, tokens: &[Token]) -> Vec<Region> {
    let patience = LookAhead::for_tokens(tokens.len());
    let mut splitting = Splitting {
        heads: Heads {
            text,
            tokens,
            patience: &patience,
        },
        columns: columns(tokens),
        tokens,
        types: Vec::new(),
        found: Vec::new(),
    };
    let mut at = 0;
    while at < tokens.len() {
        let has_constants = splitting
            .types
            .last()
            .is_some_and(|open| open.has_constants);
        at = if has_constants {
            splitting.constant(at)
        } else {
            splitting.member(at)
        };
    }
    splitting.found
}

/// By token: how far the line is indented on which it stands.
fn columns(tokens: &[Token]) -> Vec<usize> {
    let mut column = 0;
    let of_token = |token: &Token| {
        column = token.column.unwrap_or(column);
        column
    };
    tokens.iter().map(of_token).collect()
}

struct Splitting<'t> {
    heads: Heads<'t>,
    columns: Vec<usize>,
    tokens: &'t [Token],
    /// From the outermost to the innermost.
    types: Vec<Open>,
    found: Vec<Region>,
}

/// A type whose body is open.
struct Open {
    column: usize,
    /// Whether it is an enum whose constants are still being listed.
    has_constants: bool,
}

impl Splitting<'_> {
    /// Takes what starts here in the body of a type; gives where the next thing starts.
    fn member(&mut self, start: usize) -> usize {
        let token = self.tokens[start];
        if token.is(b'}') {
            let closes = self
                .types
                .last()
                .is_some_and(|open| token.column.is_none_or(|own| own <= open.column));
            if closes {
                self.types.pop();
            } else {
                self.push(start, start + 1, None, true);
            }
            return start + 1;
        }
        if token.is(b';') {
            return start + 1;
        }
        let after_modifiers = self.heads.after_modifiers(start).0;
        if self.heads.is_type(after_modifiers)
            && let Some(open) = self.heads.body_of_type(after_modifiers)
        {
            let has_constants = self.heads.word(after_modifiers) == Some("enum");
            self.types.push(Open {
                column: self.column_of(start),
                has_constants,
            });
            return open + 1;
        }
        self.other(start)
    }

    /// A method, constructor, initialiser, field, or something that is none of them.
    fn other(&mut self, start: usize) -> usize {
        let column = self.column_of(start);
        let after_modifiers = self.heads.after_modifiers(start).0;
        let mut depth = 0usize;
        for at in after_modifiers..self.tokens.len() {
            let token = self.tokens[at];
            if at > after_modifiers && self.cuts_off(at, column) {
                return self.push(start, at, None, true);
            }
            match token.kind {
                TokenKind::Mark(b'(' | b'[') => depth += 1,
                TokenKind::Mark(b')' | b']') => depth = depth.saturating_sub(1),
                TokenKind::Mark(b'=') if depth == 0 => {
                    return self.until_semicolon(start, at, column);
                }
                TokenKind::Mark(b';') if depth == 0 => {
                    return self.push(start, at + 1, None, false);
                }
                TokenKind::Mark(b'{') if depth == 0 || self.heads.is_head(start) => {
                    return self.body(start, at, column);
                }
                TokenKind::Mark(b'}') if token.column.is_some_and(|own| own < column) => {
                    return self.push(start, at, None, true);
                }
                _ => {}
            }
        }
        self.push(start, self.tokens.len(), None, true)
    }

    /// The rest of a field with an initial value.
    fn until_semicolon(&mut self, start: usize, from: usize, column: usize) -> usize {
        let mut open = Vec::new();
        for at in from..self.tokens.len() {
            let token = self.tokens[at];
            if self.cuts_off(at, column) {
                return self.push(start, at, None, true);
            }
            match token.kind {
                TokenKind::Mark(mark @ (b'(' | b'[' | b'{')) => open.push(mark),
                TokenKind::Mark(b')' | b']' | b'}') if open.pop().is_none() => {
                    return self.push(start, at, None, true);
                }
                TokenKind::Mark(b';') if open.is_empty() => {
                    return self.push(start, at + 1, None, false);
                }
                _ => {}
            }
        }
        self.push(start, self.tokens.len(), None, true)
    }

    /// A body from its opening brace.
    fn body(&mut self, start: usize, open: usize, column: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            let token = self.tokens[at];
            if at > open && self.cuts_off(at, column) {
                return self.push(start, at, Some(open), true);
            }
            if token.is(b'{') {
                depth += 1;
            } else if token.is(b'}') {
                if token.column.is_some_and(|own| own < column) {
                    return self.push(start, at, Some(open), true);
                }
                let is_too_deep = token.column.is_some_and(|own| own > column);
                if depth == 1 && is_too_deep && self.closes_later(at + 1, column) {
                    continue;
                }
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return self.push(start, at + 1, Some(open), false);
                }
            }
        }
        self.push(start, self.tokens.len(), Some(open), true)
    }

    /// Whether a brace in this column comes before anything that belongs to the type.
    fn closes_later(&self, from: usize, column: usize) -> bool {
        let mut at = from;
        while at < self.tokens.len() && !self.cuts_off(at, column) {
            if !self.heads.patience.lasts() {
                return false;
            }
            let token = self.tokens[at];
            if token.is(b'}') && token.column.is_some_and(|own| own <= column) {
                return token.column == Some(column);
            }
            at += 1;
        }
        false
    }

    /// One constant of an enum with the comma after it, or what ends the constants. The body of a constant is that of
    /// a type.
    fn constant(&mut self, start: usize) -> usize {
        let token = self.tokens[start];
        if token.is(b',') {
            return start + 1;
        }
        if token.is(b';') || token.is(b'}') {
            self.end_constants();
            return if token.is(b';') {
                start + 1
            } else {
                self.member(start)
            };
        }
        let column = self.column_of(start);
        let (mut parentheses, mut braces) = (0usize, 0usize);
        for at in start..self.tokens.len() {
            if at > start && self.cuts_off(at, column) {
                self.end_constants();
                return self.push(start, at, None, true);
            }
            match self.tokens[at].kind {
                TokenKind::Mark(b'{') if parentheses == 0 && braces == 0 => {
                    self.types.push(Open {
                        column,
                        has_constants: false,
                    });
                    return at + 1;
                }
                // A parenthesis that is not closed does not reach past the constants.
                TokenKind::Mark(b';' | b'}') if braces == 0 => {
                    return self.push(start, at, None, false);
                }
                TokenKind::Mark(b',') if parentheses == 0 && braces == 0 => {
                    return self.push(start, at + 1, None, false);
                }
                TokenKind::Mark(b'(') => parentheses += 1,
                TokenKind::Mark(b')') => parentheses = parentheses.saturating_sub(1),
                TokenKind::Mark(b'{') => braces += 1,
                TokenKind::Mark(b'}') => braces = braces.saturating_sub(1),
                _ => {}
            }
        }
        self.push(start, self.tokens.len(), None, true)
    }

    fn end_constants(&mut self) {
        if let Some(last) = self.types.last_mut() {
            last.has_constants = false;
        }
    }

    fn push(&mut self, start: usize, next: usize, body: Option<usize>, is_cut: bool) -> usize {
        if start < next {
            let inside = &self.tokens[start..next];
            self.found.push(Region {
                start: inside[0].start,
                end: inside[inside.len() - 1].end,
                body: body.map(|open| self.tokens[open].start),
                is_constant: self.types.last().is_some_and(|open| open.has_constants),
                is_damaged: is_cut || !match_up(inside),
            });
        }
        next
    }

    /// Whether a new member starts here, no deeper than the one in this column; people are a blank off at times.
    fn cuts_off(&self, at: usize, column: usize) -> bool {
        self.tokens[at].column.is_some_and(|own| own <= column + 1) && self.heads.is_head(at)
    }

    /// How far the line is indented on which a member starts.
    fn column_of(&self, at: usize) -> usize {
        self.columns[at]
    }
}

/// Whether the brackets match and all literals are closed.
fn match_up(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        let fits = match token.kind {
            TokenKind::Unclosed => false,
            TokenKind::Mark(mark @ (b'(' | b'[' | b'{')) => {
                open.push(mark);
                true
            }
            TokenKind::Mark(b')') => open.pop() == Some(b'('),
            TokenKind::Mark(b']') => open.pop() == Some(b'['),
            TokenKind::Mark(b'}') => open.pop() == Some(b'{'),
            _ => true,
        };
        if !fits {
            return false;
        }
    }
    open.is_empty()
}
