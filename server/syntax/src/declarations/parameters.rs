//! Parameters and the text of types: takes their nodes, gives names and types as people would write them; resolves
//! nothing.

use super::Parameter;
use crate::Node;

pub(super) fn type_parameters(node: Node<'_>) -> Vec<String> {
    let list = node
        .field("type_parameters")
        .into_iter()
        .flat_map(Node::named_children);
    list.filter_map(|parameter| parameter.child("type_identifier"))
        .map(|name| name.text().to_owned())
        .collect()
}

pub(super) fn list_types(list: Node<'_>) -> Vec<String> {
    list.named_children().map(type_text).collect()
}

/// The parameters of a lambda expression.
pub fn lambda_parameters(lambda: Node<'_>) -> Vec<Parameter> {
    match lambda.field("parameters") {
        Some(name) if name.kind() == "identifier" => {
            vec![parameter(name, name, "var".to_owned(), false)]
        }
        Some(list) => parameters(list),
        None => Vec::new(),
    }
}

/// The parameters in a list of formal, spread or inferred parameters; the receiver parameter is none.
pub(super) fn parameters(list: Node<'_>) -> Vec<Parameter> {
    let parameter = |node: Node<'_>| match node.kind() {
        "formal_parameter" => {
            let ty = format!("{}{}", type_text(node.field("type")?), dimensions(node));
            Some(parameter(node, node.field("name")?, ty, false))
        }
        "spread_parameter" => {
            let declarator = node.child("variable_declarator")?;
            let ty = node
                .named_children()
                .find(|child| !matches!(child.kind(), "modifiers" | "variable_declarator"))?;
            Some(parameter(
                node,
                declarator.field("name")?,
                format!("{}[]", type_text(ty)),
                true,
            ))
        }
        "identifier" => Some(parameter(node, node, "var".to_owned(), false)),
        _ => None,
    };
    list.named_children().filter_map(parameter).collect()
}

fn parameter(node: Node<'_>, name: Node<'_>, ty: String, is_varargs: bool) -> Parameter {
    Parameter {
        name: name.text().to_owned(),
        simple_type: simple_type(&ty),
        ty,
        is_varargs,
        span: node.span(),
    }
}

pub(super) fn dimensions(node: Node<'_>) -> String {
    let brackets = node
        .field("dimensions")
        .into_iter()
        .flat_map(Node::children);
    "[]".repeat(brackets.filter(|token| token.kind() == "[").count())
}

/// The text of a type, annotations left out, white space only where two words would run together.
pub(super) fn type_text(node: Node<'_>) -> String {
    let mut text = String::new();
    let mut end_of_annotation = 0;
    for token in node.descendants() {
        if matches!(token.kind(), "annotation" | "marker_annotation") {
            end_of_annotation = end_of_annotation.max(token.span().end);
        }
        let is_token = token.children().next().is_none();
        if !is_token || token.span().start < end_of_annotation {
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '?';
        if text.ends_with(is_word) && token.text().starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(token.text());
        if token.text() == "," {
            text.push(' ');
        }
    }
    text
}

/// `java.util.Map.Entry<K, V>[]` is `Entry[]`.
fn simple_type(ty: &str) -> String {
    let mut depth = 0usize;
    let mut simple = String::new();
    for character in ty.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '.' if depth == 0 => simple.clear(),
            _ if depth == 0 => simple.push(character),
            _ => {}
        }
    }
    simple.trim().to_owned()
}
