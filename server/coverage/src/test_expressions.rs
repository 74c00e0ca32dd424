//! Expressions of test sources taken for themselves: takes nodes, gives literals, names and arguments; knows no
//! cluster but shapes.

use goalline_prepare::sources::source_literals::literal;
use goalline_syntax::Node;
use goalline_testcase::{Literal, Primitive, Shape};

/// Calls that hand their arguments to JUnit and its like: the arguments count, the call does not.
const ASSERTING: [&str; 4] = ["assert", "fail", "assume", "verify"];

pub(super) fn named(keyword: &str) -> Option<Primitive> {
    let mut all = Primitive::VALUES.into_iter();
    all.find(|primitive| primitive.keyword() == keyword)
}

/// How badly a literal fits a parameter: 0 for its own type, more for a wider or a boxed one.
pub(super) fn misfit(shape: Shape, node: Node<'_>) -> u32 {
    match (natural(node.unparenthesized()), shape) {
        (Some(Natural::Primitive(own)), Shape::Primitive(wanted)) if own == wanted => 0,
        (Some(Natural::Primitive(own)), Shape::Primitive(wanted)) if own.widens_to(wanted) => {
            1 + wanted as u32
        }
        (Some(Natural::Text), Shape::Text) | (None, _) => 0,
        _ => 100,
    }
}

pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let list = call.field("arguments");
    list.into_iter()
        .flat_map(Node::named_children)
        .filter(|node| !node.is_comment())
        .collect()
}

pub(super) fn is_asserting(call: Node<'_>) -> bool {
    let name = call.field("name").map_or("", Node::text);
    ASSERTING.iter().any(|word| name.starts_with(word))
}

/// The last part of a qualified name, without type arguments.
pub(super) fn simple(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name).trim();
    name.rsplit('.').next().unwrap_or(name)
}

/// What a literal is by itself.
pub(super) enum Natural {
    Primitive(Primitive),
    Text,
}

pub(super) fn natural(node: Node<'_>) -> Option<Natural> {
    let inner = if node.kind() == "unary_expression" {
        node.field("operand")?
    } else {
        node
    };
    let text = inner.text();
    Some(Natural::Primitive(match inner.kind() {
        "decimal_integer_literal"
        | "hex_integer_literal"
        | "octal_integer_literal"
        | "binary_integer_literal" => {
            if text.ends_with(['l', 'L']) {
                Primitive::Long
            } else {
                Primitive::Int
            }
        }
        "decimal_floating_point_literal" if text.ends_with(['f', 'F']) => Primitive::Float,
        "decimal_floating_point_literal" => Primitive::Double,
        "character_literal" => Primitive::Char,
        "true" | "false" => Primitive::Boolean,
        "string_literal" => return Some(Natural::Text),
        _ => return None,
    }))
}

/// The value of a literal, perhaps with a sign, as this primitive.
pub(super) fn number(node: Node<'_>, primitive: Primitive) -> Option<Literal> {
    if primitive == Primitive::Boolean {
        return Some(Literal::Boolean(node.text() == "true"));
    }
    let is_signed = node.kind() == "unary_expression";
    if is_signed && !node.text().starts_with(['-', '+']) {
        return None;
    }
    let found = literal(if is_signed {
        node.field("operand")?
    } else {
        node
    });
    let integral = found.integrals.first().copied();
    let floating = found.floatings.first().copied();
    let floating = floating.or_else(|| integral.map(|value| value as f64))?;
    Some(match primitive {
        Primitive::Byte => Literal::Byte(i8::try_from(integral?).ok()?),
        Primitive::Short => Literal::Short(i16::try_from(integral?).ok()?),
        Primitive::Char => Literal::Char(u16::try_from(integral?).ok()?),
        Primitive::Int => Literal::Int(i32::try_from(integral?).ok()?),
        Primitive::Long => Literal::Long(integral?),
        Primitive::Float => Literal::Float(floating as f32),
        Primitive::Double => Literal::Double(floating),
        Primitive::Boolean | Primitive::Void => return None,
    })
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use super::*;

    #[test]
    fn literals_take_the_type_of_the_parameter() {
        let file = JavaFile::parse("class A { Object o = f(-5, 1.5f, 'a', true, 7L); }");
        let call = file
            .root()
            .descendants()
            .find(|node| node.kind() == "method_invocation");
        let nodes = arguments(call.expect("the call"));
        let values = [
            (Primitive::Int, Literal::Int(-5)),
            (Primitive::Float, Literal::Float(1.5)),
            (Primitive::Char, Literal::Char(97)),
            (Primitive::Boolean, Literal::Boolean(true)),
            (Primitive::Long, Literal::Long(7)),
        ];
        for (node, (primitive, value)) in nodes.iter().zip(values) {
            assert_eq!(number(*node, primitive), Some(value));
        }
        assert_eq!(
            number(nodes[0], Primitive::Double),
            Some(Literal::Double(-5.0))
        );
        assert_eq!(number(nodes[0], Primitive::Char), None);
    }
}
