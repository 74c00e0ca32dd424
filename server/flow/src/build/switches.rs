//! Switches in the graph: old and arrow form, statement and expression, constants, patterns, guards, defaults.
//!
//! One node chooses among all labels. A guard splits the choice: the pattern matches and the guard is asked, or the
//! labels after it are.

use goalline_syntax::{Node, Span};
use petgraph::graph::NodeIndex;

use super::{Builder, LocalKind, jumps::JumpFrame};
use crate::graph::Edge;

/// What is known of a switch while its labels are read.
struct SwitchLabels<'f> {
    switch: Node<'f>,
    /// The node that chooses among the labels that come next.
    at: NodeIndex,
    /// The written default and where its code starts.
    default: Option<(Span, NodeIndex)>,
}

impl<'f> Builder<'f> {
    pub(super) fn switch(&mut self, node: Node<'f>, is_statement: bool) {
        if let Some(selector) = node.field("condition") {
            self.expression(selector);
        }
        let after = self.node();
        self.frames.push(if is_statement {
            JumpFrame::SwitchStatement { breaks: after }
        } else {
            JumpFrame::SwitchExpression { yields: after }
        });
        let mut choice = SwitchLabels {
            switch: node,
            at: self.step(),
            default: None,
        };
        // Nothing falls into the first group.
        self.at = self.node();
        for group in node
            .field("body")
            .into_iter()
            .flat_map(Node::named_children)
        {
            let start = self.node();
            if group.kind() == "switch_block_statement_group" {
                self.link(start);
            }
            for label in group
                .named_children()
                .filter(|child| child.kind() == "switch_label")
            {
                self.label(&mut choice, label, start);
            }
            self.at = start;
            self.group(group, is_statement, after);
        }
        self.link(after);
        self.frames.pop();
        self.last_choice(&choice, is_statement, after);
        self.at = after;
    }

    fn group(&mut self, group: Node<'f>, is_statement: bool, after: NodeIndex) {
        let is_rule = group.kind() == "switch_rule";
        for child in group
            .named_children()
            .filter(|child| child.kind() != "switch_label")
        {
            match child.first_named() {
                Some(value)
                    if is_rule && !is_statement && child.kind() == "expression_statement" =>
                {
                    self.expression(value);
                }
                _ => self.statement(child),
            }
        }
        if is_rule {
            self.link(after);
            self.at = self.node();
        }
    }

    fn label(&mut self, choice: &mut SwitchLabels<'f>, label: Node<'f>, start: NodeIndex) {
        // The `default` of `case null, default` comes as an identifier.
        let written = label.named_children().find(|case| is_default(*case));
        if let Some(default) = label.child("default").or(written) {
            choice.default = Some((default.span(), start));
        }
        let guard = label.child("guard");
        if let Some(condition) = guard.and_then(Node::first_named) {
            let (asked, chosen, next) = (self.node(), self.node(), self.node());
            let falls_through = std::mem::replace(&mut self.at, asked);
            self.body
                .graph
                .nodes
                .add_edge(choice.at, asked, Edge::Plain);
            self.body.graph.nodes.add_edge(choice.at, next, Edge::Plain);
            self.condition(condition, chosen, next);
            self.at = falls_through;
            self.choose(choice.switch, label, chosen, start);
            choice.at = next;
        } else {
            self.choose(choice.switch, label, choice.at, start);
        }
    }

    /// Each constant or pattern of a label is a predicate of its own.
    fn choose(&mut self, switch: Node<'f>, label: Node<'f>, at: NodeIndex, start: NodeIndex) {
        for case in cases(label) {
            self.chosen(
                LocalKind::Label(switch.id()),
                case.unparenthesized().span(),
                at,
                start,
            );
        }
    }

    fn chosen(&mut self, kind: LocalKind, span: Span, at: NodeIndex, start: NodeIndex) {
        let predicate = self.predicate(kind, span);
        self.body.predicates[predicate as usize].places.push(at);
        self.body
            .graph
            .nodes
            .add_edge(at, start, Edge::Branch(predicate, true));
    }

    fn last_choice(&mut self, choice: &SwitchLabels<'f>, is_statement: bool, after: NodeIndex) {
        let kind = LocalKind::Default(choice.switch.id());
        if let Some((span, start)) = choice.default {
            self.chosen(kind, span, choice.at, start);
        } else if is_statement && !must_be_exhaustive(choice.switch) {
            let keyword = choice.switch.child("switch").unwrap_or(choice.switch);
            self.chosen(kind, keyword.span(), choice.at, after);
        } else if self.body.graph.nodes.edges(choice.at).next().is_none() {
            // No label is left: the run ends with an exception.
            self.body
                .graph
                .nodes
                .add_edge(choice.at, self.body.graph.exit, Edge::Plain);
        }
    }
}

/// The constants and patterns of a label.
fn cases(label: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    label
        .named_children()
        .filter(|case| case.kind() != "guard" && !is_default(*case))
}

fn is_default(case: Node<'_>) -> bool {
    case.kind() == "identifier" && case.text() == "default"
}

/// Patterns and `null` among the labels make Java demand that a switch statement covers everything.
fn must_be_exhaustive(switch: Node<'_>) -> bool {
    let groups = switch
        .field("body")
        .into_iter()
        .flat_map(Node::named_children);
    let labels = groups
        .flat_map(Node::named_children)
        .filter(|it| it.kind() == "switch_label");
    labels.flat_map(cases).any(|case| match case.kind() {
        // Several patterns in one label come as calls and as names with a blank in them.
        "pattern" | "null_literal" | "method_invocation" => true,
        _ => case.kind() == "identifier" && case.text().contains(' '),
    })
}
