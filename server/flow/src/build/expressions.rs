//! Expressions in the graph: short circuits, `?:`, comparisons; lambdas and class bodies are noted and not entered.

use goalline_syntax::Node;
use petgraph::graph::NodeIndex;

use super::{Builder, LocalKind};
use crate::constant_conditions;

impl<'f> Builder<'f> {
    /// Evaluates an expression for its value. A chain of a thousand calls or `+` nests a thousand deep at its start:
    /// it is walked flat.
    pub(super) fn expression(&mut self, node: Node<'f>) {
        let mut links = Vec::new();
        let mut first = node;
        while let Some(next) = start_of_chain(first) {
            links.push((first, next));
            first = next;
        }
        self.value(first);
        for (link, start) in links.into_iter().rev() {
            for part in link.named_children().filter(|part| *part != start) {
                self.expression(part);
            }
            if link.kind() == "method_invocation" {
                self.call(link);
            } else {
                self.operation(link);
            }
        }
    }

    /// Evaluates an expression that does not go on a chain.
    fn value(&mut self, node: Node<'f>) {
        match node.kind() {
            "binary_expression" if decides(node) => self.decided(node),
            "unary_expression" if node.has("!") => self.decided(node),
            "ternary_expression" => self.ternary(node),
            "switch_expression" => self.switch(node, false),
            "lambda_expression" => self.call(node),
            "instanceof_expression" => {
                if let Some(left) = node.field("left") {
                    self.expression(left);
                }
            }
            "method_invocation"
            | "object_creation_expression"
            | "method_reference"
            | "explicit_constructor_invocation" => {
                self.parts(node);
                self.call(node);
                self.operation(node);
            }
            "class_body" | "annotation" | "marker_annotation" | "modifiers" => {}
            _ => {
                self.parts(node);
                self.operation(node);
            }
        }
    }

    fn parts(&mut self, node: Node<'f>) {
        for child in node.named_children() {
            self.expression(child);
        }
    }

    /// A boolean value that is computed by a jump: both ways meet again.
    fn decided(&mut self, node: Node<'f>) {
        let joined = self.node();
        self.condition_as(LocalKind::Value, node, joined, joined);
        self.at = joined;
    }

    fn ternary(&mut self, node: Node<'f>) {
        let (yes, no, joined) = (self.node(), self.node(), self.node());
        if let Some(condition) = node.field("condition") {
            self.condition(condition, yes, no);
        }
        for (at, part) in [(yes, "consequence"), (no, "alternative")] {
            self.at = at;
            if let Some(part) = node.field(part) {
                self.expression(part);
            }
            self.link(joined);
        }
        self.at = joined;
    }

    /// Evaluates a condition: the flow goes on at one of the two nodes.
    pub(super) fn condition(
        &mut self,
        node: Node<'f>,
        when_true: NodeIndex,
        when_false: NodeIndex,
    ) {
        self.condition_as(LocalKind::Condition, node, when_true, when_false);
    }

    fn condition_as(
        &mut self,
        kind: LocalKind,
        node: Node<'f>,
        when_true: NodeIndex,
        when_false: NodeIndex,
    ) {
        let node = node.unparenthesized();
        if constant_conditions::is_constant(node) {
            self.constant(node, when_true, when_false);
            return;
        }
        let is_unary = node.kind() == "unary_expression";
        if let Some(operand) = node.field("operand").filter(|_| is_unary && node.has("!")) {
            self.condition_as(kind, operand, when_false, when_true);
            return;
        }
        match (node.kind(), node.field("operator").map(Node::kind)) {
            ("binary_expression", Some("&&")) => self.chain(node, "&&", when_true, when_false),
            ("binary_expression", Some("||")) => self.chain(node, "||", when_true, when_false),
            ("ternary_expression", _) => {
                let (yes, no) = (self.node(), self.node());
                if let Some(condition) = node.field("condition") {
                    self.condition(condition, yes, no);
                }
                for (at, part) in [(yes, "consequence"), (no, "alternative")] {
                    self.at = at;
                    if let Some(part) = node.field(part) {
                        self.condition_as(kind, part, when_true, when_false);
                    }
                }
            }
            _ => {
                self.operands(node);
                self.branch(kind, node.span(), when_true, when_false);
            }
        }
    }

    fn constant(&mut self, node: Node<'f>, when_true: NodeIndex, when_false: NodeIndex) {
        match constant_conditions::truth(node) {
            Some(true) => self.link(when_true),
            Some(false) => self.link(when_false),
            None => {
                self.link(when_true);
                if when_false != when_true {
                    self.link(when_false);
                }
            }
        }
    }

    /// What runs before an atomic condition is decided.
    fn operands(&mut self, node: Node<'f>) {
        let operator = node.field("operator").map(Node::kind);
        let compares = matches!(operator, Some("<" | "<=" | ">" | ">=" | "==" | "!="));
        if node.kind() == "binary_expression" && compares {
            self.parts(node);
        } else {
            self.expression(node);
        }
    }

    /// `a && b && c`: each operand runs only when the ones before it did not decide.
    fn chain(
        &mut self,
        node: Node<'f>,
        operator: &str,
        when_true: NodeIndex,
        when_false: NodeIndex,
    ) {
        let mut operands = Vec::new();
        let mut left = node;
        while left.kind() == "binary_expression"
            && left.field("operator").map(Node::kind) == Some(operator)
            && let Some(next) = left.field("left")
        {
            operands.extend(left.field("right"));
            left = next.unparenthesized();
        }
        operands.push(left);
        let last = operands.remove(0);
        for operand in operands.into_iter().rev() {
            let next = self.node();
            let (yes, no) = if operator == "&&" {
                (next, when_false)
            } else {
                (when_true, next)
            };
            self.condition(operand, yes, no);
            self.at = next;
        }
        self.condition(last, when_true, when_false);
    }
}

/// What is evaluated first, where the expression is a link of a chain: `a + b` in `a + b + c`, `a.b()` in `a.b().c()`.
fn start_of_chain(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "binary_expression" if !decides(node) => node.field("left"),
        "method_invocation" | "field_access" => node.field("object"),
        "array_access" => node.field("array"),
        _ => None,
    }
}

/// Whether the value of a binary expression is computed by a jump.
fn decides(binary: Node<'_>) -> bool {
    matches!(
        binary.field("operator").map_or("", Node::kind),
        "&&" | "||" | "<" | "<=" | ">" | ">=" | "==" | "!="
    )
}
