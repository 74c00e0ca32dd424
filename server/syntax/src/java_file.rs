//! One Java file in memory: takes its text and edits to it, gives the text with its tree and line index; never fails
//! on broken code.

pub(crate) mod node;
mod parser_memory;
pub(crate) mod recovery;

use std::{fmt, sync::Arc};

use tree_sitter::Tree;

use crate::{
    LineIndex, Span,
    java_file::{
        node::{DEEPEST, Node, NodeId, NodeList},
        recovery::{LONGEST, MOST_NODES, Recovered, is_too_long},
    },
};

/// What is not looked into, so that no source takes all time, memory or stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A file of more than [`LONGEST`] bytes.
    Length,
    /// Code that nests deeper than [`DEEPEST`] nodes.
    Depth,
    /// A text for which the parser needs out of all proportion long.
    Effort,
    /// A text of more than [`MOST_NODES`] nodes.
    Nodes,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "the file has more than {} MB", LONGEST >> 20),
            Self::Effort => write!(f, "the file takes too long to parse"),
            Self::Nodes => write!(f, "the file has more than {MOST_NODES} words and signs"),
            Self::Depth => write!(f, "the code nests more than {DEEPEST} levels deep"),
        }
    }
}

/// A parsed Java file. Cheap to parse again after an edit.
#[derive(Clone)]
pub struct JavaFile {
    lines: LineIndex,
    recovered: Recovered,
    nodes: NodeList,
}

impl JavaFile {
    /// Parses a text.
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        Self::of(text.into(), None)
    }

    fn of(text: Arc<str>, old: Option<&Recovered>) -> Self {
        let recovered = Recovered::parse(text.clone(), old);
        let nodes = NodeList::of(recovered.tree());
        Self {
            lines: LineIndex::new(text),
            recovered,
            nodes,
        }
    }

    /// Replaces a span by a text and parses again what the change touches. The span is clamped to the text's
    /// characters.
    pub fn edit(&mut self, span: Span, new_text: &str) {
        let old = self.text();
        let (start, end) = (floor(old, span.start), floor(old, span.end));
        let text = [&old[..start], new_text, &old[end..]].concat();
        *self = Self::of(text.into(), Some(&self.recovered));
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

    /// Tree-sitter's tree, for queries; [`Self::root`] is cheaper to walk. Where the text has a syntax error, bodies
    /// that hold it may be empty in the tree; spans are those of the text all the same.
    pub fn tree(&self) -> &Tree {
        self.recovered.tree()
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
        !self.recovered.damage.is_empty()
            || self.tree().root_node().has_error()
            || self.limit().is_some()
    }

    /// Why some of the code, or all of it, is not looked into though it may be right, and where it stands.
    pub fn limit(&self) -> Option<(Limit, Span)> {
        if is_too_long(self.text()) {
            return Some((Limit::Length, Span::new(0, self.text().len())));
        }
        if let Some(limit) = self.recovered.given_up() {
            return Some((limit, Span::new(0, self.text().len())));
        }
        let deep = self.nodes.too_deep.first();
        deep.map(|span| (Limit::Depth, *span))
    }

    /// Why members of the file may be left out, for people; none where all are there.
    pub fn left_out(&self) -> Option<String> {
        let Some((limit, span)) = self.limit() else {
            return self
                .has_error()
                .then(|| "members with a syntax error are left out".to_owned());
        };
        let line = self.lines().line_of(span.start) + 1;
        Some(match limit {
            Limit::Length | Limit::Effort | Limit::Nodes => {
                format!("{limit}: it cannot be measured")
            }
            Limit::Depth => format!("line {line}: {limit}, so its member cannot be measured"),
        })
    }

    /// Members whose code the tree leaves out because of a syntax error in them.
    pub fn damage(&self) -> &[Span] {
        &self.recovered.damage
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

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
