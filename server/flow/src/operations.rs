//! Where mutants may change a program: takes nodes that were met while a graph was built, gives the operation each of
//! them is, if any.

use goalline_syntax::Node;

use crate::{
    OperationKind,
    variables::{Variable, Variables, is_numeric},
};

/// Other variables that one may stand in for, at most.
const MOST_OTHERS: usize = 4;

/// Calls that give a number, whatever they are called on.
const NUMBER_CALLS: [&str; 16] = [
    "length",
    "size",
    "indexOf",
    "lastIndexOf",
    "charAt",
    "codePointAt",
    "compareTo",
    "compare",
    "compareToIgnoreCase",
    "hashCode",
    "ordinal",
    "signum",
    "intValue",
    "longValue",
    "doubleValue",
    "bitLength",
];

/// Receivers of calls that only log.
const LOGGERS: [&str; 6] = ["log", "logger", "LOG", "LOGGER", "System.out", "System.err"];

/// What an operation is, before it has a number.
pub(crate) struct FoundOperation<'f> {
    pub(crate) kind: OperationKind,
    pub(crate) operator: String,
    pub(crate) operands: Vec<Node<'f>>,
    pub(crate) others: Vec<String>,
    /// The declared type of the variable that takes the result, where the operation is a compound assignment or a step.
    pub(crate) stored: Option<String>,
}

/// Whether a node may be an operation, by its kind alone; comparisons are found as predicates.
pub(crate) fn may_be(node: Node<'_>) -> bool {
    match node.kind() {
        "binary_expression" => node
            .field("operator")
            .is_some_and(|operator| arithmetic(operator.kind()).is_some()),
        "identifier"
        | "field_access"
        | "true"
        | "false"
        | "update_expression"
        | "expression_statement"
        | "return_statement" => true,
        "object_creation_expression" => node.field_name() == Some("body"),
        "assignment_expression" => !node.has("="),
        "unary_expression" => node.has("-"),
        kind => kind.ends_with("_integer_literal") || kind.ends_with("_floating_point_literal"),
    }
}

fn arithmetic(operator: &str) -> Option<OperationKind> {
    match operator {
        "+" | "-" | "*" | "/" | "%" => Some(OperationKind::Arithmetic),
        "&" | "|" | "^" => Some(OperationKind::Bitwise),
        "<<" | ">>" | ">>>" => Some(OperationKind::Shift),
        _ => None,
    }
}

impl<'f> Variables<'f> {
    /// The operation that a node is, in a body where the flow comes to it.
    pub(crate) fn operation(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        match node.kind() {
            "binary_expression" => self.binary(node),
            "assignment_expression" => self.compound(node),
            "update_expression" => self.step(node),
            "expression_statement" => called(node),
            "return_statement" => returned(node),
            "object_creation_expression" => made_in_lambda(node),
            "identifier" => self.read(node, node.text()),
            "field_access" => {
                let is_own = node.field("object").is_some_and(|it| it.kind() == "this");
                let name = node.field("field").filter(|_| is_own)?;
                self.read(node, name.text())
            }
            _ => self.constant(node),
        }
    }

    /// The comparison that a predicate is. What may compare references has none of these mutants, so `==` has to be
    /// seen to be about numbers.
    pub(crate) fn comparison(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let operator = node.field("operator")?.kind();
        let is_comparison = matches!(operator, "<" | "<=" | ">" | ">=" | "==" | "!=");
        let operands = vec![node.field("left")?, node.field("right")?];
        let is_open = |it: &Node<'_>| {
            !matches!(
                it.unparenthesized().kind(),
                "null_literal" | "true" | "false" | "class_literal" | "this" | "string_literal"
            )
        };
        let is_ordered = !matches!(operator, "==" | "!=");
        let is_numeric = is_ordered || operands.iter().any(|it| self.is_number(*it));
        let is_fit = is_comparison && is_numeric && operands.iter().all(is_open);
        (node.kind() == "binary_expression" && is_fit).then(|| FoundOperation {
            kind: OperationKind::Comparison,
            operator: operator.to_owned(),
            operands,
            others: Vec::new(),
            stored: None,
        })
    }

    /// The condition that a predicate is, where neither its operands nor its variable have mutants that turn it round.
    /// What a pattern binds is known only where the test itself stands; what is returned has mutants of its own.
    pub(crate) fn condition(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let binds = node.kind() == "instanceof_expression"
            && (node.field("name").is_some() || node.field("pattern").is_some());
        let is_returned = node
            .parent()
            .is_some_and(|it| it.kind() == "return_statement");
        let has_others = self.comparison(node).is_some() || self.operation(node).is_some();
        (!binds && !is_returned && !has_others).then(|| FoundOperation {
            kind: OperationKind::Condition,
            operator: "boolean".to_owned(),
            operands: Vec::new(),
            others: Vec::new(),
            stored: None,
        })
    }

    /// Whether an expression is seen to be a number.
    fn is_number(&self, node: Node<'_>) -> bool {
        let node = node.unparenthesized();
        let of_variable =
            |name: Node<'_>| self.find(name.text(), name.span().start).map(|it| it.ty);
        match node.kind() {
            "character_literal" | "update_expression" => true,
            "unary_expression" => !node.has("!"),
            "identifier" => of_variable(node).is_some_and(is_numeric),
            "field_access" => node.field("field").is_some_and(|field| {
                field.text() == "length" || of_variable(field).is_some_and(is_numeric)
            }),
            "array_access" => node.field("array").is_some_and(|array| {
                let ty = of_variable(array).and_then(|ty| ty.strip_suffix("[]"));
                ty.is_some_and(is_numeric)
            }),
            "cast_expression" => node.field("type").is_some_and(|ty| is_numeric(ty.text())),
            "binary_expression" => {
                let is_arithmetic = node.field("operator").is_some_and(|it| {
                    matches!(
                        arithmetic(it.kind()),
                        Some(OperationKind::Arithmetic | OperationKind::Shift)
                    )
                });
                is_arithmetic && !self.is_text(node)
            }
            "method_invocation" => {
                let name = node.field("name").map_or("", Node::text);
                NUMBER_CALLS.contains(&name) || self.numbers.get(name) == Some(&true)
            }
            kind => kind.ends_with("_integer_literal") || kind.ends_with("_floating_point_literal"),
        }
    }

    fn binary(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let operator = node.field("operator")?.kind();
        let kind = arithmetic(operator)?;
        if self.is_constant(node) || (operator == "+" && self.is_text(node)) {
            return None;
        }
        Some(FoundOperation {
            kind,
            operator: operator.to_owned(),
            operands: vec![node.field("left")?, node.field("right")?],
            others: Vec::new(),
            stored: None,
        })
    }

    /// `x += e` on a variable that is declared as a primitive: what is stored can be computed apart and cast, as Java
    /// does it.
    fn compound(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let operator = node.field("operator")?.kind().strip_suffix('=')?;
        let (left, right) = (node.field("left")?, node.field("right")?);
        let ty = self.stored(left)?;
        let kind = arithmetic(operator)?;
        (ty != "boolean" || kind == OperationKind::Bitwise).then(|| FoundOperation {
            kind,
            operator: operator.to_owned(),
            operands: vec![left, right],
            others: Vec::new(),
            stored: Some(ty.to_owned()),
        })
    }

    /// `x++` or `--x` as a statement, where nobody reads its value.
    fn step(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let parent = node.parent()?;
        let is_unread = parent.kind() == "expression_statement"
            || (parent.kind() == "for_statement" && node.field_name() == Some("update"));
        let operand = node.first_named().filter(|_| is_unread)?;
        let ty = self.stored(operand)?;
        Some(FoundOperation {
            kind: OperationKind::Arithmetic,
            operator: if node.has("++") { "+" } else { "-" }.to_owned(),
            operands: vec![operand],
            others: Vec::new(),
            stored: Some(ty.to_owned()),
        })
    }

    /// The declared type of a variable that is written by its name alone.
    fn stored(&self, node: Node<'_>) -> Option<&'f str> {
        let variable = self.find(node.text(), node.span().start);
        let ty = variable.filter(|_| node.kind() == "identifier")?.ty;
        is_primitive(ty).then_some(ty)
    }

    fn read(&self, node: Node<'f>, name: &str) -> Option<FoundOperation<'f>> {
        let is_read = match node.parent()?.kind() {
            "assignment_expression" => node.field_name() != Some("left"),
            "update_expression" | "field_access" | "labeled_statement" | "method_reference"
            | "scoped_identifier" => false,
            _ => !matches!(node.field_name(), Some("name" | "field" | "object")),
        };
        let at = node.span().start;
        let variable = self.find(name, at).filter(|_| is_read)?;
        if !is_primitive(variable.ty) {
            return None;
        }
        let is_other = |it: &&Variable<'_>| {
            it.ty == variable.ty
                && it.name != name
                && it.scope.start <= at
                && at < it.scope.end
                && it.from <= at
        };
        let others = self.of_owner(self.owner(node)).filter(is_other);
        let others = others.take(MOST_OTHERS);
        Some(FoundOperation {
            kind: OperationKind::Variable,
            operator: variable.ty.to_owned(),
            operands: Vec::new(),
            others: others.map(|it| it.name.to_owned()).collect(),
            stored: None,
        })
    }

    fn constant(&self, node: Node<'f>) -> Option<FoundOperation<'f>> {
        let is_negative = node.kind() == "unary_expression";
        let number = if is_negative {
            node.field("operand")?
        } else {
            node
        };
        let text = number.text();
        let operator = match number.kind() {
            "true" | "false" if !is_negative => "boolean",
            kind if kind.ends_with("_floating_point_literal") => {
                if text.ends_with(['f', 'F']) {
                    "float"
                } else {
                    "double"
                }
            }
            kind if kind.ends_with("_integer_literal") => {
                if text.ends_with(['l', 'L']) {
                    "long"
                } else {
                    "int"
                }
            }
            _ => return None,
        };
        let parent = node.parent()?;
        let is_part = match parent.kind() {
            "binary_expression"
            | "ternary_expression"
            | "cast_expression"
            | "parenthesized_expression" => self.is_constant(parent),
            "variable_declarator" => {
                let ty = parent.parent().and_then(|it| it.field("type"));
                !ty.is_some_and(|ty| {
                    matches!(ty.text(), "boolean" | "int" | "long" | "float" | "double")
                })
            }
            // What decides a loop or a branch by itself decides what can be reached, too.
            "unary_expression" | "array_initializer" | "switch_label" | "while_statement"
            | "do_statement" | "for_statement" | "if_statement" => true,
            _ => false,
        };
        (!is_part).then(|| FoundOperation {
            kind: OperationKind::Constant,
            operator: operator.to_owned(),
            operands: Vec::new(),
            others: Vec::new(),
            stored: None,
        })
    }
}

/// A call that stands as a statement and can be left out. Calls of loggers are left alone: nobody tests them. One that
/// gives a variable its value is needed by what reads it.
fn called(node: Node<'_>) -> Option<FoundOperation<'_>> {
    let call = node.first_named()?;
    let around = node.parent()?.kind();
    let assigns = |part: Node<'_>| part.kind() == "assignment_expression";
    let is_fit = call.kind() == "method_invocation"
        && around != "switch_rule"
        && !call.field("object").is_some_and(logs)
        && !call.descendants().any(assigns);
    is_fit.then(|| FoundOperation {
        kind: OperationKind::Call,
        operator: String::new(),
        operands: vec![call],
        others: Vec::new(),
        stored: None,
    })
}

/// Whether a call on this only logs: a logger, or what calls on one give (`log.atInfo().addKeyValue("a", b)`).
fn logs(receiver: Node<'_>) -> bool {
    let mut receiver = receiver;
    while receiver.kind() == "method_invocation" {
        let Some(before) = receiver.field("object") else {
            return false;
        };
        receiver = before;
    }
    let text = receiver.text();
    LOGGERS.contains(&text.strip_prefix("this.").unwrap_or(text))
}

/// A value that a method returns, with what the mutants return in its place. Literals have mutants of their own.
fn returned(node: Node<'_>) -> Option<FoundOperation<'_>> {
    let value = node.first_named()?;
    let kind = value.unparenthesized().kind();
    let is_literal = matches!(kind, "null_literal" | "true" | "false")
        || kind.ends_with("_integer_literal")
        || kind.ends_with("_floating_point_literal");
    let owner = node
        .ancestors()
        .find(|it| matches!(it.kind(), "method_declaration" | "lambda_expression"))?;
    let is_plain = owner.kind() == "method_declaration" && !owner.has("dimensions");
    let ty = owner
        .field("type")
        .filter(|_| is_plain && !is_literal)?
        .text();
    let others = absent_values(ty);
    (others != [value.text()]).then(|| FoundOperation {
        kind: OperationKind::Returned,
        operator: ty.to_owned(),
        operands: vec![value],
        others: others.iter().map(|&it| it.to_owned()).collect(),
        stored: None,
    })
}

/// The object that a lambda is there to make: `() -> new NotFound(id)`. Of other lambdas only javac knows the type.
fn made_in_lambda(node: Node<'_>) -> Option<FoundOperation<'_>> {
    let around = node.parent()?.kind();
    let ty = node.field("type")?.text();
    let has_body = node.descendants().any(|it| it.kind() == "class_body");
    let is_plain = node.text().starts_with("new ") && !ty.contains('<') && !has_body;
    (around == "lambda_expression" && is_plain).then(|| FoundOperation {
        kind: OperationKind::Returned,
        operator: ty.to_owned(),
        operands: vec![node],
        others: vec!["null".to_owned()],
        stored: None,
    })
}

/// What a method of this type may return in place of what it computed: nothing, as far as the type has it.
fn absent_values(ty: &str) -> &'static [&'static str] {
    let plain = ty.split('<').next().unwrap_or(ty).trim();
    match plain.strip_prefix("java.util.").unwrap_or(plain) {
        "boolean" | "Boolean" => &["false", "true"],
        "byte" | "short" | "char" | "int" | "long" | "float" | "double" | "Integer" => &["0"],
        "Long" => &["0L"],
        "Float" => &["0f"],
        "Double" => &["0d"],
        "String" => &["\"\""],
        "Optional" => &["java.util.Optional.empty()"],
        "List" | "Collection" | "Iterable" => &["java.util.Collections.emptyList()"],
        "Set" => &["java.util.Collections.emptySet()"],
        "Map" => &["java.util.Collections.emptyMap()"],
        "Stream" => &["java.util.stream.Stream.empty()"],
        _ => &["null"],
    }
}

fn is_primitive(ty: &str) -> bool {
    ty == "boolean" || is_numeric(ty)
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use crate::{FileFlow, OperationKind};

    #[test]
    fn what_only_logs_is_no_call_to_be_left_out() {
        let calls = "log.info(\"a\"); this.log.info(\"b\"); log.atInfo().addKeyValue(\"c\", 1).log(\"d\"); \
                     System.out.println(\"e\"); catalog.refresh(); catalog.log().clear();";
        let java = format!("class Till {{ void close() {{ {calls} }} }}");
        let flow = FileFlow::with_operations(&JavaFile::parse(java));
        let found = flow.operations.iter();
        let found = found.filter(|it| matches!(it.kind, OperationKind::Call));
        let texts: Vec<&str> = found.map(|it| it.text.trim_end_matches(';')).collect();
        assert_eq!(texts, ["catalog.refresh()", "catalog.log().clear()"]);
    }
}
