//! Statements in the graph: takes statement nodes, links them as Java runs them; implicit exceptions only make
//! `catch` reachable.

use goalline_syntax::Node;
use petgraph::graph::NodeIndex;

use super::{
    Builder, LocalKind,
    jumps::{Jump, JumpFrame},
};
use crate::graph::Edge;

impl<'f> Builder<'f> {
    /// The statements of a block, one after the other.
    pub(super) fn statements(&mut self, block: Node<'f>) {
        for child in block.named_children() {
            self.statement(child);
        }
    }

    fn field(&mut self, node: Node<'f>, name: &str) {
        if let Some(part) = node.field(name) {
            self.statement(part);
        }
    }

    pub(super) fn statement(&mut self, node: Node<'f>) {
        let kind = node.kind();
        if !matches!(kind, "block" | "labeled_statement") && !is_type(kind) {
            self.body
                .statements
                .entry(node.id())
                .or_default()
                .push(self.at);
        }
        self.operation(node);
        if !matches!(
            kind,
            "labeled_statement"
                | "while_statement"
                | "do_statement"
                | "for_statement"
                | "enhanced_for_statement"
        ) {
            self.labels.clear();
        }
        match kind {
            "block" => self.statements(node),
            "labeled_statement" => self.labelled(node),
            "if_statement" => self.if_else(node),
            "while_statement" => self.while_loop(node),
            "do_statement" => self.do_loop(node),
            "for_statement" => self.for_loop(node),
            "enhanced_for_statement" => self.for_each(node),
            "switch_expression" => self.switch(node, true),
            "try_statement" | "try_with_resources_statement" => self.try_catch(node),
            "assert_statement" => self.assertion(node),
            "break_statement" => self.jump(Jump::Break(node.first_named().map(Node::text))),
            "continue_statement" => self.jump(Jump::Continue(node.first_named().map(Node::text))),
            "return_statement" => self.value_and_jump(node, Jump::Return),
            "yield_statement" => self.value_and_jump(node, Jump::Yield),
            "throw_statement" => {
                let thrown = node.first_named().and_then(created_class);
                self.value_and_jump(node, Jump::Throw(thrown));
            }
            "synchronized_statement" => {
                if let Some(lock) = node.child("parenthesized_expression") {
                    self.expression(lock);
                }
                self.field(node, "body");
            }
            _ if is_type(kind) => self.call(node),
            "explicit_constructor_invocation" => self.expression(node),
            _ => {
                for child in node.named_children() {
                    self.expression(child);
                }
            }
        }
    }

    fn value_and_jump(&mut self, node: Node<'f>, jump: Jump<'f>) {
        if let Some(value) = node.first_named() {
            self.expression(value);
        }
        self.jump(jump);
    }

    fn condition_field(&mut self, node: Node<'f>, yes: NodeIndex, no: NodeIndex) {
        match node.field("condition") {
            Some(condition) => self.condition(condition, yes, no),
            None => self.link(yes),
        }
    }

    fn if_else(&mut self, node: Node<'f>) {
        // A long chain of `else if` nests to the right; walk it flat.
        let after = self.node();
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let (yes, no) = (self.node(), self.node());
            self.condition_field(node, yes, no);
            self.at = yes;
            self.field(node, "consequence");
            self.link(after);
            self.at = no;
            match node.field("alternative") {
                Some(inner) if inner.kind() == "if_statement" => {
                    self.body
                        .statements
                        .entry(inner.id())
                        .or_default()
                        .push(self.at);
                    next = Some(inner);
                }
                Some(other) => self.statement(other),
                None => {}
            }
        }
        self.join(after);
    }

    fn labelled(&mut self, node: Node<'f>) {
        let mut children = node.named_children();
        let (Some(label), Some(inner)) = (children.next(), children.next()) else {
            return;
        };
        self.labels.push(label.text());
        let is_loop = matches!(
            inner.kind(),
            "labeled_statement"
                | "while_statement"
                | "do_statement"
                | "for_statement"
                | "enhanced_for_statement"
        );
        if is_loop {
            self.statement(inner);
            return;
        }
        let breaks = self.node();
        let labels = std::mem::take(&mut self.labels);
        self.frames.push(JumpFrame::Labelled { labels, breaks });
        self.statement(inner);
        self.frames.pop();
        self.join(breaks);
    }

    /// The body of a loop with what its breaks and continues mean.
    fn loop_body(&mut self, node: Node<'f>, breaks: NodeIndex, continues: NodeIndex) {
        let labels = std::mem::take(&mut self.labels);
        self.frames.push(JumpFrame::Loop {
            labels,
            breaks,
            continues,
        });
        self.field(node, "body");
        self.frames.pop();
    }

    fn loop_head(&mut self) -> NodeIndex {
        let head = self.step();
        self.loop_heads.push(head);
        head
    }

    fn while_loop(&mut self, node: Node<'f>) {
        let head = self.loop_head();
        let (body, after) = (self.node(), self.node());
        self.condition_field(node, body, after);
        self.at = body;
        self.loop_body(node, after, head);
        self.link(head);
        self.at = after;
    }

    fn do_loop(&mut self, node: Node<'f>) {
        let head = self.loop_head();
        let (condition, after) = (self.node(), self.node());
        self.loop_body(node, after, condition);
        self.join(condition);
        self.condition_field(node, head, after);
        self.at = after;
    }

    fn for_loop(&mut self, node: Node<'f>) {
        for init in node.fields("init") {
            self.expression(init);
        }
        let head = self.loop_head();
        let (body, update, after) = (self.node(), self.node(), self.node());
        self.condition_field(node, body, after);
        self.at = body;
        self.loop_body(node, after, update);
        self.join(update);
        for part in node.fields("update") {
            self.expression(part);
        }
        self.link(head);
        self.at = after;
    }

    fn for_each(&mut self, node: Node<'f>) {
        let Some(value) = node.field("value") else {
            return;
        };
        self.expression(value);
        let head = self.loop_head();
        let (body, after) = (self.node(), self.node());
        self.branch(
            LocalKind::ForEach,
            value.unparenthesized().span(),
            body,
            after,
        );
        self.at = body;
        self.loop_body(node, after, head);
        self.link(head);
        self.at = after;
    }

    fn assertion(&mut self, node: Node<'f>) {
        let mut parts = node.named_children();
        let (passed, failed) = (self.node(), self.node());
        if let Some(condition) = parts.next() {
            self.condition(condition, passed, failed);
        }
        self.at = failed;
        if let Some(message) = parts.next() {
            self.expression(message);
        }
        self.jump(Jump::Throw(Some("AssertionError")));
        self.at = passed;
    }

    fn try_catch(&mut self, node: Node<'f>) {
        let entry = self.step();
        let mut clauses = Vec::new();
        for clause in node
            .named_children()
            .filter(|child| child.kind() == "catch_clause")
        {
            let start = self.node();
            let nodes = &mut self.body.graph.nodes;
            nodes.add_edge(entry, start, Edge::Exception);
            clauses.push((clause, start));
        }
        let finally = node
            .child("finally_clause")
            .and_then(|clause| clause.child("block"));
        if finally.is_some() {
            self.frames.push(JumpFrame::Finally { jumps: Vec::new() });
        }
        self.frames.push(JumpFrame::Catch {
            clauses: clauses.clone(),
        });
        // The body starts at a node of its own, else what follows the first statement would seem to follow the entry.
        self.step();
        if let Some(resources) = node.field("resources") {
            self.expression(resources);
        }
        self.field(node, "body");
        self.frames.pop();
        let done = self.node();
        self.link(done);
        for (clause, start) in clauses {
            self.at = start;
            self.field(clause, "body");
            self.link(done);
        }
        self.at = done;
        if let Some(block) = finally {
            self.finally(block);
        }
    }

    /// One copy of the block for the straight line, one for each kind of jump that passes it.
    fn finally(&mut self, block: Node<'f>) {
        let Some(JumpFrame::Finally { jumps }) = self.frames.pop() else {
            unreachable!("frames are pushed and popped in pairs")
        };
        self.statement(block);
        let straight = self.at;
        for (jump, start) in jumps {
            self.at = start;
            self.statement(block);
            self.jump(jump);
        }
        self.at = straight;
    }
}

fn is_type(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration" | "interface_declaration" | "enum_declaration" | "record_declaration"
    )
}

/// The simple name of the class that `new X(…)` creates.
fn created_class(expression: Node<'_>) -> Option<&str> {
    let node = expression.unparenthesized();
    if node.kind() != "object_creation_expression" {
        return None;
    }
    let name = node.field("type")?.text().split('<').next()?;
    Some(name.rsplit('.').next().unwrap_or(name).trim())
}
