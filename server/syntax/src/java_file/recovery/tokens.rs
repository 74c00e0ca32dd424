//! Java tokens without a grammar: takes any text, however broken, gives words, literals and single characters;
//! comments are left out.

/// What a token is, as far as braces and heads of members need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Literal,
    /// A literal or comment that is not closed.
    Unclosed,
    /// One character of punctuation.
    Mark(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Bytes before it on its line, where it is the first of it.
    pub(super) column: Option<usize>,
}

impl Token {
    pub(super) fn is(self, mark: u8) -> bool {
        self.kind == TokenKind::Mark(mark)
    }

    pub(super) fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// All tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found: Vec<Token> = Vec::new();
    let (mut at, mut line_start, mut is_first) = (0, 0, true);
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'\n' || byte == b'\r' {
            at += 1;
            (line_start, is_first) = (at, true);
            continue;
        }
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (end, kind) = token(text, at);
        if let Some(kind) = kind {
            let column = is_first.then_some(at - line_start);
            found.push(Token {
                kind,
                start: at,
                end,
                column,
            });
            is_first = false;
        }
        if let Some(last_break) = text[at..end].rfind('\n') {
            line_start = at + last_break + 1;
        }
        at = end;
    }
    found
}

/// Where the token that starts here ends, and what it is; none for comments.
fn token(text: &str, start: usize) -> (usize, Option<TokenKind>) {
    let bytes = text.as_bytes();
    let rest = &text[start..];
    let closed = |end: Option<usize>| match end {
        Some(end) => (end, Some(TokenKind::Literal)),
        None => (text.len(), Some(TokenKind::Unclosed)),
    };
    if rest.starts_with("//") {
        return (start + rest.find(['\n', '\r']).unwrap_or(rest.len()), None);
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        return match comment.find("*/") {
            Some(end) => (start + end + 4, None),
            None => (text.len(), Some(TokenKind::Unclosed)),
        };
    }
    if rest.starts_with("\"\"\"") {
        return closed(end_of_text_block(bytes, start + 3));
    }
    match bytes[start] {
        quote @ (b'"' | b'\'') => end_of_quoted(bytes, start, quote),
        byte if is_word(byte) => {
            let length = bytes[start..]
                .iter()
                .take_while(|byte| is_word(**byte))
                .count();
            let is_number = byte.is_ascii_digit();
            let kind = if is_number {
                TokenKind::Literal
            } else {
                TokenKind::Word
            };
            (start + length, Some(kind))
        }
        byte => (start + 1, Some(TokenKind::Mark(byte))),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn end_of_text_block(bytes: &[u8], mut at: usize) -> Option<usize> {
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' if bytes[at..].starts_with(b"\"\"\"") => return Some(at + 3),
            _ => at += 1,
        }
    }
    None
}

/// A quoted literal ends with its line, closed or not.
fn end_of_quoted(bytes: &[u8], start: usize, quote: u8) -> (usize, Option<TokenKind>) {
    let mut at = start + 1;
    while at < bytes.len() && !matches!(bytes[at], b'\n' | b'\r') {
        match bytes[at] {
            b'\\' if at + 1 < bytes.len() && !matches!(bytes[at + 1], b'\n' | b'\r') => at += 2,
            byte if byte == quote => return (at + 1, Some(TokenKind::Literal)),
            _ => at += 1,
        }
    }
    // An escape may have stepped into the middle of a character.
    let end = (at..=bytes.len()).find(|end| bytes.get(*end).is_none_or(|byte| byte & 0xC0 != 0x80));
    (end.unwrap_or(bytes.len()), Some(TokenKind::Unclosed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_comments_hide_braces_and_an_unclosed_one_ends_with_its_line() {
        let text = "a { \"}\\\"\" '}' /* } */ // }\n \"\"\"\n } \\\"\"\" } \"\"\" \"open }\n} é";
        let seen: Vec<_> = tokens(text)
            .iter()
            .map(|it| (it.text(text), it.column))
            .collect();
        assert_eq!(
            seen,
            [
                ("a", Some(0)),
                ("{", None),
                ("\"}\\\"\"", None),
                ("'}'", None),
                ("\"\"\"\n } \\\"\"\" } \"\"\"", Some(1)),
                ("\"open }", None),
                ("}", Some(0)),
                ("é", None),
            ]
        );
    }
}
