//! The literals of a written test: takes its text, gives what a row of a table could say in their place, and the text
//! that is left; tests with the same rest are of one shape.

use goalline_syntax::{JavaFile, Node, Span};

/// What a literal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum LiteralKind {
    Text,
    Char,
    Int,
    Long,
    Short,
    Byte,
    Float,
    Double,
    Flag,
    /// `assertTrue(` or `assertFalse(`: whether it is true is a literal, too.
    Asserted,
    /// `isTrue()` or `isFalse()`
    AssertedOf,
}

impl LiteralKind {
    /// The type of a parameter in its place.
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Self::Text => "String",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Short => "short",
            Self::Byte => "byte",
            Self::Float => "float",
            Self::Double => "double",
            Self::Flag | Self::Asserted | Self::AssertedOf => "boolean",
        }
    }

    /// What a parameter is called of which nothing else is known.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Char => "character",
            Self::Flag => "flag",
            Self::Asserted | Self::AssertedOf => "expected",
            _ => "number",
        }
    }

    /// Whether it is an assertion's own.
    pub(crate) fn is_assertion(self) -> bool {
        matches!(self, Self::Asserted | Self::AssertedOf)
    }
}

/// Where a literal goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LiteralRole {
    /// To this call (a type's name for a constructor).
    Argument {
        called: String,
        arity: usize,
        position: usize,
    },
    /// Into this variable and nowhere else.
    Initial {
        variable: String,
        declared: String,
        /// The declaration.
        span: Span,
    },
    /// It is what the test expects.
    Expected,
    /// It is the message that the test expects.
    Message,
    Other,
}

/// The value of what is `null`: no text of Java's has this character unescaped.
pub(crate) const NULL: &str = "\0";

/// What a row says for it.
pub(crate) const NULL_WORD: &str = "null";

/// A literal of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestLiteral {
    /// In the source of the test.
    pub(crate) span: Span,
    pub(crate) kind: LiteralKind,
    /// What stands between the quotes of a text, as Java writes it; digits; `true`; `NULL` in place of a text.
    pub(crate) value: String,
    pub(crate) role: LiteralRole,
}

/// A test without its literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestShape {
    /// What is left of the body.
    pub(crate) rest: String,
    pub(crate) literals: Vec<TestLiteral>,
    /// `@Test`
    pub(crate) annotation: Span,
    pub(crate) name: Span,
    /// `()`
    pub(crate) parameters: Span,
}

/// The literals of a test of Jupiter that nothing but `@Test` says more of; none of another one.
pub(crate) fn shape(source: &str) -> Option<TestShape> {
    const HEAD: &str = "class T {\n";
    let file = JavaFile::parse(format!("{HEAD}{source}\n}}"));
    if file.has_error() || !source.starts_with("@Test\n") {
        return None;
    }
    let method = file
        .root()
        .descendants()
        .find(|node| node.kind() == "method_declaration")?;
    let inner = |node: Node<'_>| {
        let span = node.span();
        Span::new(span.start - HEAD.len(), span.end - HEAD.len())
    };
    let parameters = method.field("parameters")?;
    let modifiers = method.child("modifiers")?;
    if parameters.text() != "()" || modifiers.named_children().count() != 1 {
        return None;
    }
    let body = method.field("body")?;
    let mut literals = Vec::new();
    body.visit(|node| {
        if let Some(mut literal) = literal(node) {
            let is_in_array = node
                .ancestors()
                .any(|one| one.kind() == "array_initializer");
            if !is_in_array {
                literal.span = Span::new(
                    literal.span.start - HEAD.len(),
                    literal.span.end - HEAD.len(),
                );
                if let LiteralRole::Initial { span, .. } = &mut literal.role {
                    *span = Span::new(span.start - HEAD.len(), span.end - HEAD.len());
                }
                let goes_on = literal.kind.is_assertion();
                literals.push(literal);
                return goes_on;
            }
        }
        !matches!(node.kind(), "annotation" | "marker_annotation")
    });
    literals.sort_by_key(|literal| literal.span.start);
    let body = inner(body);
    let mut rest = String::new();
    let mut from = body.start;
    for literal in &literals {
        rest.push_str(&source[from..literal.span.start]);
        rest.extend([" \u{1}", literal.kind.type_name(), " "]);
        if literal.kind.is_assertion() {
            rest.push_str("asserted ");
        }
        from = literal.span.end;
    }
    rest.push_str(&source[from..body.end]);
    Some(TestShape {
        rest: rest.split_whitespace().collect::<Vec<_>>().join(" "),
        literals,
        annotation: Span::new(0, "@Test".len()),
        name: inner(method.field("name")?),
        parameters: inner(parameters),
    })
}

/// The literal that this node is, if a row can say it.
fn literal(node: Node<'_>) -> Option<TestLiteral> {
    let text = node.text();
    let (kind, value, span) = match node.kind() {
        "string_literal" => (LiteralKind::Text, between_quotes(text, '"')?, node.span()),
        "character_literal" => (LiteralKind::Char, between_quotes(text, '\'')?, node.span()),
        // Where others have a text; where all have it, it stays as it is.
        "null_literal" if is_passed(node) => (LiteralKind::Text, NULL.to_owned(), node.span()),
        "cast_expression" if text == "(String) null" => {
            (LiteralKind::Text, NULL.to_owned(), node.span())
        }
        "true" | "false" => (LiteralKind::Flag, text.to_owned(), node.span()),
        "decimal_integer_literal" | "decimal_floating_point_literal" => {
            let (kind, value) = number(text)?;
            (kind, value, node.span())
        }
        "unary_expression" => {
            let (kind, value) = number(text.strip_prefix('-')?)?;
            (kind, format!("-{value}"), node.span())
        }
        "cast_expression" => {
            let (kind, value) = narrowed(text)?;
            (kind, value, node.span())
        }
        "field_access" => {
            let (kind, value) = limit(text)?;
            (kind, value, node.span())
        }
        "method_invocation" => asserted(node)?,
        _ => return None,
    };
    Some(TestLiteral {
        span,
        kind,
        value,
        role: if kind.is_assertion() {
            LiteralRole::Expected
        } else {
            role(node)
        },
    })
}

/// Whether it is an argument of a call that asserts nothing.
fn is_passed(node: Node<'_>) -> bool {
    let list = node.parent().filter(|it| it.kind() == "argument_list");
    let call = list.and_then(Node::parent);
    call.is_some_and(|call| {
        let name = call.field("name").map_or("", Node::text);
        !name.starts_with("assert") && !name.ends_with("Return")
    })
}

/// Escapes that a row of a table would be read with otherwise.
const UNTOLD: [&str; 4] = ["\\r", "\\0", "\\u0000", "\\u000d"];

/// What stands between the quotes as it would in a text, where a row of a table can say it.
fn between_quotes(text: &str, quote: char) -> Option<String> {
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_plain = !inner.contains(['\n', '\r', '\t']);
    let is_told = !UNTOLD.iter().any(|it| inner.contains(it));
    let is_block = text.starts_with("\"\"\"");
    (is_plain && is_told && !is_block).then(|| match inner {
        "\"" => "\\\"".to_owned(),
        "\\'" => "'".to_owned(),
        _ => inner.to_owned(),
    })
}

fn number(text: &str) -> Option<(LiteralKind, String)> {
    let (digits, kind) = match text.chars().last()? {
        'L' | 'l' => (&text[..text.len() - 1], LiteralKind::Long),
        'F' | 'f' => (&text[..text.len() - 1], LiteralKind::Float),
        'D' | 'd' => (&text[..text.len() - 1], LiteralKind::Double),
        _ if text.contains(['.', 'e', 'E']) => (text, LiteralKind::Double),
        _ => (text, LiteralKind::Int),
    };
    // What begins with a zero is octal to Java, and to what reads a row.
    let is_octal = digits.len() > 1 && digits.starts_with('0') && !digits.contains('.');
    let is_number = digits.parse::<f64>().is_ok() && !digits.contains('_');
    (is_number && !is_octal).then(|| (kind, digits.to_owned()))
}

/// `(byte) 2`
fn narrowed(text: &str) -> Option<(LiteralKind, String)> {
    let (kind, rest) = match text.strip_prefix("(byte) ") {
        Some(rest) => (LiteralKind::Byte, rest),
        None => (LiteralKind::Short, text.strip_prefix("(short) ")?),
    };
    rest.parse::<i32>()
        .ok()
        .map(|value| (kind, value.to_string()))
}

/// `Integer.MAX_VALUE`
fn limit(text: &str) -> Option<(LiteralKind, String)> {
    Some(match text {
        "Integer.MAX_VALUE" => (LiteralKind::Int, i32::MAX.to_string()),
        "Integer.MIN_VALUE" => (LiteralKind::Int, i32::MIN.to_string()),
        "Long.MAX_VALUE" => (LiteralKind::Long, i64::MAX.to_string()),
        "Long.MIN_VALUE" => (LiteralKind::Long, i64::MIN.to_string()),
        _ => return None,
    })
}

/// `assertTrue(` up to its argument, `isTrue()`.
fn asserted(node: Node<'_>) -> Option<(LiteralKind, String, Span)> {
    let name = node.field("name")?;
    let arguments = node.field("arguments")?;
    let count = arguments.named_children().count();
    let (kind, value, end) = match (name.text(), count) {
        ("assertTrue", 1) => (LiteralKind::Asserted, "true", arguments.span().start + 1),
        ("assertFalse", 1) => (LiteralKind::Asserted, "false", arguments.span().start + 1),
        ("isTrue", 0) => (LiteralKind::AssertedOf, "true", arguments.span().end),
        ("isFalse", 0) => (LiteralKind::AssertedOf, "false", arguments.span().end),
        _ => return None,
    };
    if kind == LiteralKind::AssertedOf && !node.text().starts_with("assertThat(") {
        return None;
    }
    Some((kind, value.to_owned(), Span::new(name.span().start, end)))
}

fn role(node: Node<'_>) -> LiteralRole {
    if let Some(expected) = expectation(node) {
        return expected;
    }
    let Some(parent) = node.parent() else {
        return LiteralRole::Other;
    };
    match parent.kind() {
        "argument_list" => argument(node, parent).unwrap_or(LiteralRole::Other),
        "variable_declarator" => initial(parent).unwrap_or(LiteralRole::Other),
        _ => LiteralRole::Other,
    }
}

/// Whether it stands in what an assertion expects.
fn expectation(node: Node<'_>) -> Option<LiteralRole> {
    let mut inner = node;
    while let Some(parent) = inner.parent() {
        if parent.kind() == "argument_list" {
            let call = parent.parent()?;
            let name = call.field("name").map_or("", Node::text);
            let mut arguments = parent.named_children();
            let is_first = arguments.next()?.id() == inner.id();
            let asks = |name: &str| name == "isEqualTo" || name == "is" || name == "equalTo";
            if is_first && name.starts_with("hasMessage") {
                return Some(LiteralRole::Message);
            }
            if is_first && (name.starts_with("assertEquals") || asks(name)) {
                let is_message = call.text().contains(".getMessage()");
                return Some(if is_message {
                    LiteralRole::Message
                } else {
                    LiteralRole::Expected
                });
            }
        }
        if parent.kind().ends_with("_statement") || parent.kind() == "lambda_expression" {
            return None;
        }
        inner = parent;
    }
    None
}

fn argument(node: Node<'_>, list: Node<'_>) -> Option<LiteralRole> {
    let call = list.parent()?;
    let called = match call.kind() {
        "method_invocation" => call.field("name")?.text().to_owned(),
        "object_creation_expression" => {
            let ty = call.field("type")?.text();
            ty.split('<').next().unwrap_or(ty).to_owned()
        }
        _ => return None,
    };
    Some(LiteralRole::Argument {
        called,
        arity: list.named_children().count(),
        position: list
            .named_children()
            .position(|one| one.id() == node.id())?,
    })
}

fn initial(declarator: Node<'_>) -> Option<LiteralRole> {
    let declaration = declarator.parent()?;
    let declarators = declaration.named_children();
    let count = declarators
        .filter(|one| one.kind() == "variable_declarator")
        .count();
    (declaration.kind() == "local_variable_declaration" && count == 1).then_some(())?;
    Some(LiteralRole::Initial {
        variable: declarator.field("name")?.text().to_owned(),
        declared: declaration.field("type")?.text().to_owned(),
        span: declaration.span(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(body: &str) -> Vec<String> {
        let shape = shape(&format!("@Test\nvoid m() {{\n    {body}\n}}")).expect("it is a test");
        let literals = shape.literals.iter();
        literals
            .map(|one| format!("{} {}", one.kind.type_name(), one.value))
            .collect()
    }

    #[test]
    fn literals_are_what_a_row_can_say() {
        let found = values("f(-1, 2L, \"a\", 'b', true, 1.5F, (byte) 3, Integer.MAX_VALUE, 1e-6);");
        let all = [
            "int -1",
            "long 2",
            "String a",
            "char b",
            "boolean true",
            "float 1.5",
            "byte 3",
            "int 2147483647",
            "double 1e-6",
        ];
        assert_eq!(found, all);
        let none: [String; 0] = [];
        assert_eq!(
            values("f(\"\\r\", '\\u0000', new int[] {1}, 0x1F); x = null; assertEquals(null, x);"),
            none
        );
        let escaped = values("f(\"\\\\a\\n\", '\\\\', '\\'', '\"', \"it's\");");
        let all = [
            "String \\\\a\\n",
            "char \\\\",
            "char '",
            "char \\\"",
            "String it's",
        ];
        assert_eq!(escaped, all);
        assert_eq!(
            values("f(null, (String) null, (Object) null);"),
            ["String \0", "String \0"]
        );
        assert_eq!(values("assertTrue(f());"), ["boolean true"]);
    }

    #[test]
    fn tests_that_differ_in_literals_alone_are_of_one_shape() {
        let rest = |body: &str| {
            let source = format!("@Test\nvoid m() {{\n    {body}\n}}");
            shape(&source).map(|shape| shape.rest)
        };
        assert_eq!(
            rest("assertTrue(f(1));"),
            rest("assertFalse(\n        f(-22));")
        );
        assert_ne!(rest("assertTrue(f(1));"), rest("assertTrue(f(1L));"));
        assert_ne!(rest("assertTrue(f(1));"), rest("assertTrue(g(1));"));
        assert_ne!(rest("assertTrue(f(1));"), rest("assertTrue(f(null));"));
        assert_eq!(rest("assertTrue(f(\"a\"));"), rest("assertTrue(f(null));"));
    }

    #[test]
    fn a_test_that_says_more_than_that_it_is_one_has_no_shape() {
        assert_eq!(shape("@Test\n@Disabled\nvoid m() {\n    f(1);\n}"), None);
        assert_eq!(
            shape("@Test(expected = X.class)\npublic void m() {\n    f(1);\n}"),
            None
        );
    }
}
