//! What formatters make of a statement that is too long for its line, for projects whose build enforces one: their
//! plugins compare texts, so that a test laid out otherwise ends the build.

pub(crate) mod documents;
pub(crate) mod eclipse;
pub(crate) mod google;

use goalline_syntax::{JavaFile, Node};

/// Calls `lay_out` with the one statement of this text, where it is one.
pub(crate) fn of_statement<T>(
    statement: &str,
    lay_out: impl FnOnce(Node<'_>) -> Option<T>,
) -> Option<T> {
    let file = JavaFile::parse(format!("class A {{ void m() {{ {statement} }} }}"));
    if file.has_error() {
        return None;
    }
    let bodies = file.root().descendants();
    let body = bodies
        .filter(|node| node.kind() == "method_declaration")
        .find_map(|method| method.field("body"))?;
    let mut statements = body.named_children();
    let only = statements.next()?;
    statements.next().is_none().then(|| lay_out(only)).flatten()
}

/// `a.b(1).c` as its parts: `a`, `.b(1)`, `.c`; anything else is one part.
pub(crate) fn chain(expression: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = vec![expression];
    let mut node = expression;
    while let Some(object) = node
        .field("object")
        .filter(|_| matches!(node.kind(), "method_invocation" | "field_access"))
    {
        parts.push(object);
        node = object;
    }
    parts.reverse();
    parts
}

/// The texts between the parentheses or braces of a list.
pub(crate) fn items(list: Node<'_>) -> Vec<Node<'_>> {
    list.named_children().collect()
}

/// What tests of the formatters share.
#[cfg(test)]
mod samples {
    /// Lines as one, as they were before they were broken.
    pub(super) fn joined(lines: &str) -> String {
        let mut whole = String::new();
        for line in lines.lines().map(str::trim) {
            let joins = whole.ends_with(['(', '{']) || line.starts_with(['.', ')', '}']);
            whole.push_str(if whole.is_empty() || joins { "" } else { " " });
            whole.push_str(line);
        }
        whole
    }
}
