//! Identifiers in Java text: finds them outside of literals and comments, replaces some; knows no grammar beyond that.

/// An identifier with where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identifier<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
    /// Whether a dot stands before it: it is then a member of something.
    pub(crate) is_member: bool,
    /// Whether an opening parenthesis follows.
    pub(crate) is_called: bool,
}

/// All identifiers and keywords of the text in order.
pub(crate) fn identifiers(text: &str) -> Vec<Identifier<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '"' | '\'' => literal_length(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if is_start(c) => {
                let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
                let is_called = rest[length..].trim_start().starts_with('(');
                let text = &rest[..length];
                found.push(Identifier {
                    text,
                    start: at,
                    is_member: before == '.',
                    is_called,
                });
                length
            }
            _ if c.is_ascii_digit() => rest
                .find(|c: char| !is_part(c) && c != '.')
                .unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            before = c;
        }
        at += length;
    }
    found
}

/// The text with identifiers that are no members replaced where `replacement` gives something.
pub(crate) fn replace(
    text: &str,
    replacement: impl Fn(&Identifier<'_>) -> Option<String>,
) -> String {
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for identifier in identifiers(text).iter().filter(|one| !one.is_member) {
        if let Some(new) = replacement(identifier) {
            result.push_str(&text[from..identifier.start]);
            result.push_str(&new);
            from = identifier.start + identifier.text.len();
        }
    }
    result.push_str(&text[from..]);
    result
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of a string, text block or char literal, quotes included; an unclosed one ends with the text.
fn literal_length(text: &str, quote: char) -> usize {
    let closing = if text.starts_with("\"\"\"") {
        "\"\"\""
    } else {
        &text[..quote.len_utf8()]
    };
    let mut at = closing.len();
    while at < text.len() {
        let rest = &text[at..];
        if let Some(escaped) = rest.strip_prefix('\\') {
            at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
        } else if rest.starts_with(closing) {
            return at + closing.len();
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_comments_and_members_are_left_alone() {
        let text = r#"List x = a.List("List"); // List
char c = '"'; /* List */ List.of("\"List");"#;
        let replaced = replace(text, |one| {
            (one.text == "List").then(|| "java.util.List".to_owned())
        });
        assert_eq!(
            replaced,
            r#"java.util.List x = a.List("List"); // List
char c = '"'; /* List */ java.util.List.of("\"List");"#
        );
    }

    #[test]
    fn calls_are_told_from_names() {
        let found = identifiers("assertEquals (1, assertEquals)");
        let calls: Vec<bool> = found.iter().map(|one| one.is_called).collect();
        assert_eq!(calls, [true, false]);
    }
}
