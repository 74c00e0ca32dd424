//! One Java file in memory: takes its text and edits to it, gives the text with its tree and line index; never fails on broken code.

use std::{fmt, sync::Arc};

use tree_sitter::{InputEdit, Parser, Point, Tree};

use crate::{
    LineIndex, Span,
    node::{Node, NodeId, NodeList, language},
};

/// A parsed Java file. Cheap to parse again after an edit.
#[derive(Clone)]
pub struct JavaFile {
    lines: LineIndex,
    /// What tree-sitter says about the text as it is.
    tree: Tree,
    nodes: NodeList,
}

impl JavaFile {
    /// Parses a text.
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let tree = parse(&text, None);
        Self::of(text, tree)
    }

    fn of(text: Arc<str>, tree: Tree) -> Self {
        let nodes = NodeList::of(&tree);
        Self {
            lines: LineIndex::new(text),
            tree,
            nodes,
        }
    }

    /// Replaces a span by a text and parses again what the change touches. The span is clamped to the text's characters.
    pub fn edit(&mut self, span: Span, new_text: &str) {
        let old = self.text();
        let (start, end) = (floor(old, span.start), floor(old, span.end));
        let text = [&old[..start], new_text, &old[end..]].concat();
        let new_end = start + new_text.len();
        self.tree.edit(&InputEdit {
            start_byte: start,
            old_end_byte: end,
            new_end_byte: new_end,
            start_position: point(old, start),
            old_end_position: point(old, end),
            new_end_position: point(&text, new_end),
        });
        let tree = parse(&text, Some(&self.tree));
        *self = Self::of(text.into(), tree);
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.lines.text()
    }

    /// The text, shared.
    pub fn shared_text(&self) -> Arc<str> {
        self.lines.text().clone()
    }

    /// Its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// What tree-sitter says about the text as it is, for queries. [`Self::root`] is cheaper to walk.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The root of the tree.
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId(0))
    }

    /// The node with this number; numbers hold until the next edit.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::new(self, id)
    }

    /// Whether there is a syntax error anywhere.
    pub fn has_error(&self) -> bool {
        self.tree.root_node().has_error()
    }

    pub(crate) fn nodes(&self) -> &NodeList {
        &self.nodes
    }
}

impl fmt::Debug for JavaFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JavaFile")
            .field("text", &self.text())
            .finish_non_exhaustive()
    }
}

fn parse(text: &str, old: Option<&Tree>) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(language())
        .expect("the grammar is built for this parser");
    parser
        .parse(text, old)
        .expect("a parser with a language and without a time limit gives a tree")
}

/// Tree-sitter counts rows by `\n` only.
fn point(text: &str, offset: usize) -> Point {
    let before = &text.as_bytes()[..offset];
    let row = before.iter().filter(|byte| **byte == b'\n').count();
    let line_start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    Point::new(row, offset - line_start)
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
