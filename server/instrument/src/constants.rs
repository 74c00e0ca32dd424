//! Places that must stay as they are written: takes an expression, tells whether javac may need it as a compile-time
//! constant.

use goalline_syntax::Node;

/// Why an expression must not be touched, if so.
pub(crate) fn untouchable(expression: Node<'_>) -> Option<&'static str> {
    for node in expression.ancestors() {
        match node.kind() {
            "annotation" | "annotation_argument_list" | "annotation_type_element_declaration" => {
                return Some("stands in an annotation");
            }
            "variable_declarator" => {
                let may_be = node.parent().is_some_and(is_constant_field)
                    && node.field("value").is_some_and(may_be_constant);
                return may_be.then_some("may be a compile-time constant");
            }
            "block" | "class_body" | "constructor_body" | "interface_body" | "program" => {
                return None;
            }
            _ => {}
        }
    }
    None
}

/// Whether a field's declaration makes a constant of a constant initialiser.
fn is_constant_field(declaration: Node<'_>) -> bool {
    is_final_field(declaration)
        && declaration.field("type").is_some_and(|ty| {
            matches!(
                ty.kind(),
                "integral_type" | "floating_point_type" | "boolean_type"
            ) || matches!(ty.text(), "String" | "java.lang.String")
        })
}

fn is_final_field(declaration: Node<'_>) -> bool {
    match declaration.kind() {
        "constant_declaration" => true,
        "field_declaration" => declaration
            .child("modifiers")
            .is_some_and(|it| it.has("final")),
        _ => false,
    }
}

/// Whether an expression has the form of a constant: literals, names of what may be constants, operators, `?:`, casts.
fn may_be_constant(expression: Node<'_>) -> bool {
    has_constant_form(expression)
        && !expression
            .descendants()
            .any(|node| node.kind() == "identifier" && is_only_variable(node))
}

/// Whether the file declares fields of this name, none of them final.
fn is_only_variable(name: Node<'_>) -> bool {
    let root = name.ancestors().last().unwrap_or(name);
    let mut fields = root
        .descendants()
        .filter(|node| node.kind() == "variable_declarator")
        .filter(|node| {
            node.field("name")
                .is_some_and(|it| it.text() == name.text())
        })
        .filter_map(Node::parent)
        .filter(|declaration| declaration.kind() != "local_variable_declaration")
        .peekable();
    fields.peek().is_some() && fields.all(|declaration| !is_final_field(declaration))
}

fn has_constant_form(expression: Node<'_>) -> bool {
    expression
        .descendants()
        .filter(|node| node.is_named())
        .all(|node| match node.kind() {
            "parenthesized_expression"
            | "binary_expression"
            | "unary_expression"
            | "ternary_expression"
            | "cast_expression"
            | "field_access"
            | "identifier"
            | "true"
            | "false"
            | "integral_type"
            | "floating_point_type"
            | "boolean_type"
            | "type_identifier"
            | "scoped_type_identifier" => true,
            kind => {
                kind.ends_with("_literal") && kind != "null_literal"
                    || kind.contains("string")
                    || kind == "escape_sequence"
            }
        })
}

/// Whether wrapping the predicate may disturb flow analysis elsewhere: it assigns, or has the look of a constant.
pub(crate) fn is_suspicious(predicate: Node<'_>) -> bool {
    let mut names_only = true;
    for node in predicate.descendants() {
        match node.kind() {
            "assignment_expression" => return true,
            "method_invocation"
            | "object_creation_expression"
            | "array_access"
            | "this"
            | "null_literal"
            | "instanceof_expression" => names_only = false,
            "identifier" => names_only &= is_constant_name(node.text()) || is_loop_flag(predicate),
            _ => {}
        }
    }
    names_only
}

fn is_loop_flag(predicate: Node<'_>) -> bool {
    let is_loop = |node: Node<'_>| {
        matches!(
            node.kind(),
            "while_statement" | "do_statement" | "for_statement"
        )
    };
    predicate.kind() == "identifier"
        && predicate
            .ancestors()
            .find(|node| node.kind() != "parenthesized_expression")
            .is_some_and(is_loop)
}

/// `MAX_VALUE`
pub(crate) fn is_constant_name(name: &str) -> bool {
    name.chars().all(|c| !c.is_lowercase())
}
