//! Constant expressions of literals: takes an expression, tells whether it is one and, for conditions, which way it
//! goes.
//!
//! A name is never constant here, though Java knows constant variables: whoever reads `if (DEBUG)` sees a condition.

use goalline_syntax::Node;

/// Whether the expression is made of literals only.
pub(crate) fn is_constant(expression: Node<'_>) -> bool {
    let mut open = vec![expression];
    while let Some(node) = open.pop() {
        match parts(node) {
            Some(parts) => open.extend(parts),
            None => return false,
        }
    }
    true
}

/// What has to be constant for an expression to be constant; none where it is not, whatever its parts are.
pub(crate) fn parts(node: Node<'_>) -> Option<Vec<Node<'_>>> {
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
        | "hex_floating_point_literal" => Some(Vec::new()),
        "parenthesized_expression" | "binary_expression" | "ternary_expression" => {
            Some(node.named_children().collect())
        }
        "unary_expression" => Some(node.field("operand").into_iter().collect()),
        "cast_expression" => {
            let is_simple = node.field("type").is_some_and(|ty| {
                matches!(
                    ty.kind(),
                    "integral_type" | "floating_point_type" | "boolean_type"
                ) || ty.text() == "String"
            });
            is_simple.then(|| node.field("value").into_iter().collect())
        }
        _ => None,
    }
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
                "&&" => chained(node, "&&", true),
                "||" => chained(node, "||", false),
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

/// The value of a chain of `&&` or `||`, which nests as deep as it is long; with `all`, where all operands have this
/// value, else the other.
fn chained(node: Node<'_>, operator: &str, all: bool) -> Option<bool> {
    let mut operands = Vec::new();
    let mut left = node;
    while left.kind() == "binary_expression" && left.field("operator")?.kind() == operator {
        operands.push(left.field("right")?);
        left = left.field("left")?;
    }
    operands.push(left);
    for operand in operands.into_iter().rev() {
        if truth(operand)? != all {
            return Some(!all);
        }
    }
    Some(all)
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
