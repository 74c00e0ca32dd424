//! Constant expressions of literals: takes an expression, tells whether it is one and, for conditions, which way it goes.
//!
//! A name is never constant here, though Java knows constant variables: whoever reads `if (DEBUG)` sees a condition.

use goalline_syntax::Node;

/// Whether the expression is made of literals only.
pub(crate) fn is_constant(expression: Node<'_>) -> bool {
    let mut open = vec![expression];
    while let Some(node) = open.pop() {
        match node.kind() {
            "true"
            | "false"
            | "character_literal"
            | "string_literal"
            | "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal"
            | "decimal_floating_point_literal"
            | "hex_floating_point_literal" => {}
            "parenthesized_expression" | "binary_expression" | "ternary_expression" => {
                open.extend(node.named_children());
            }
            "unary_expression" => open.extend(node.field("operand")),
            "cast_expression" => {
                let is_simple = node.field("type").is_some_and(|ty| {
                    matches!(
                        ty.kind(),
                        "integral_type" | "floating_point_type" | "boolean_type"
                    ) || ty.text() == "String"
                });
                if !is_simple {
                    return false;
                }
                open.extend(node.field("value"));
            }
            _ => return false,
        }
    }
    true
}

/// The value of a constant condition, where booleans and comparisons of plain integers decide it.
pub(crate) fn truth(expression: Node<'_>) -> Option<bool> {
    let node = expression.unparenthesized();
    match node.kind() {
        "true" => Some(true),
        "false" => Some(false),
        "unary_expression" if node.has("!") => truth(node.field("operand")?).map(|value| !value),
        "binary_expression" => {
            let (left, right) = (node.field("left")?, node.field("right")?);
            let integers = || Some((integer(left)?, integer(right)?));
            match node.field("operator")?.kind() {
                "&&" => Some(truth(left)? && truth(right)?),
                "||" => Some(truth(left)? || truth(right)?),
                "<" => integers().map(|(a, b)| a < b),
                "<=" => integers().map(|(a, b)| a <= b),
                ">" => integers().map(|(a, b)| a > b),
                ">=" => integers().map(|(a, b)| a >= b),
                "==" => integers().map(|(a, b)| a == b),
                "!=" => integers().map(|(a, b)| a != b),
                _ => None,
            }
        }
        _ => None,
    }
}

fn integer(node: Node<'_>) -> Option<i64> {
    let node = node.unparenthesized();
    let text: String = node
        .text()
        .chars()
        .filter(|c| !matches!(c, '_' | 'l' | 'L'))
        .collect();
    (node.kind() == "decimal_integer_literal").then(|| text.parse().ok())?
}
