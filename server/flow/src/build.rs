//! Builds the graph of one body: takes the nodes of its code, gives a graph and where predicates, statements and
//! calls stand in it.

mod expressions;
mod jumps;
mod statements;
mod switches;

use std::collections::BTreeMap;

use goalline_syntax::{Node, NodeId, Span};
use petgraph::graph::NodeIndex;

use crate::{
    graph::{Dependences, Edge, Graph},
    operations,
};
use jumps::JumpFrame;

/// What kind of predicate a place is; switches are still told by their nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocalKind {
    Condition,
    Value,
    ForEach,
    Label(NodeId),
    Default(NodeId),
}

/// A predicate with all nodes of the graph that evaluate it (code of `finally` stands in the graph once per way out).
#[derive(Clone, Debug)]
pub(crate) struct LocalPredicate {
    pub(crate) kind: LocalKind,
    pub(crate) span: Span,
    pub(crate) places: Vec<NodeIndex>,
}

/// The graph of a body and what stands where in it.
pub(crate) struct BodyGraph {
    pub(crate) graph: Graph,
    pub(crate) predicates: Vec<LocalPredicate>,
    /// By node of the graph; empty for a body without predicates, where nothing is decided.
    pub(crate) dependences: Vec<Dependences>,
    pub(crate) statements: BTreeMap<NodeId, Vec<NodeIndex>>,
    /// Calls, object creations, method references; also lambdas and local classes, which are bodies of their own.
    pub(crate) calls: BTreeMap<NodeId, Vec<NodeIndex>>,
    /// What may be an operation; empty unless asked for.
    pub(crate) operations: BTreeMap<NodeId, Vec<NodeIndex>>,
}

/// A body with more nodes than this gets no further copies of its `finally` blocks.
const COPY_LIMIT: usize = 20_000;

/// Builds the graph of code that runs from the first of these nodes to the last: a block, or expressions. None where
/// too much of it depends on too much: such code cannot be measured.
pub(crate) fn build(code: &[Node<'_>], with_operations: bool) -> Option<BodyGraph> {
    let graph = Graph::new();
    let mut builder = Builder {
        at: graph.entry,
        body: BodyGraph {
            graph,
            predicates: Vec::new(),
            dependences: Vec::new(),
            statements: BTreeMap::new(),
            calls: BTreeMap::new(),
            operations: BTreeMap::new(),
        },
        with_operations,
        by_span: BTreeMap::new(),
        frames: Vec::new(),
        labels: Vec::new(),
        loop_heads: Vec::new(),
    };
    for node in code {
        match node.kind() {
            "block" | "constructor_body" => builder.statements(*node),
            _ => builder.expression(*node),
        }
    }
    let exit = builder.body.graph.exit;
    builder.link(exit);
    let mut body = builder.body;
    body.graph.open_endless_loops(&builder.loop_heads);
    if !body.predicates.is_empty() {
        body.dependences = body.graph.control_dependences()?;
    }
    Some(body)
}

struct Builder<'f> {
    body: BodyGraph,
    with_operations: bool,
    /// Where the flow is; a node without a way in after a jump.
    at: NodeIndex,
    by_span: BTreeMap<(Span, bool), u32>,
    frames: Vec<JumpFrame<'f>>,
    /// Labels of the statement that comes next.
    labels: Vec<&'f str>,
    loop_heads: Vec<NodeIndex>,
}

impl<'f> Builder<'f> {
    fn node(&mut self) -> NodeIndex {
        self.body.graph.nodes.add_node(())
    }

    /// An edge from where the flow is.
    fn link(&mut self, to: NodeIndex) {
        self.body.graph.nodes.add_edge(self.at, to, Edge::Plain);
    }

    /// Goes on at a new node that comes after where the flow is.
    fn step(&mut self) -> NodeIndex {
        let next = self.node();
        self.link(next);
        self.at = next;
        next
    }

    /// Goes on at a node that already exists, coming from where the flow is.
    fn join(&mut self, at: NodeIndex) {
        self.link(at);
        self.at = at;
    }

    /// The number of the predicate at this span. A label may have the span of a guard's operand, so both are told
    /// apart.
    fn predicate(&mut self, kind: LocalKind, span: Span) -> u32 {
        let is_label = matches!(kind, LocalKind::Label(_) | LocalKind::Default(_));
        let predicates = &mut self.body.predicates;
        *self.by_span.entry((span, is_label)).or_insert_with(|| {
            predicates.push(LocalPredicate {
                kind,
                span,
                places: Vec::new(),
            });
            predicates.len() as u32 - 1
        })
    }

    /// Evaluates a predicate where the flow is.
    fn branch(&mut self, kind: LocalKind, span: Span, when_true: NodeIndex, when_false: NodeIndex) {
        let predicate = self.predicate(kind, span);
        let here = self.step();
        self.body.predicates[predicate as usize].places.push(here);
        let nodes = &mut self.body.graph.nodes;
        nodes.add_edge(here, when_true, Edge::Branch(predicate, true));
        nodes.add_edge(here, when_false, Edge::Branch(predicate, false));
    }

    fn call(&mut self, node: Node<'f>) {
        self.body.calls.entry(node.id()).or_default().push(self.at);
    }

    fn operation(&mut self, node: Node<'f>) {
        if self.with_operations && operations::may_be(node) {
            let places = self.body.operations.entry(node.id()).or_default();
            places.push(self.at);
        }
    }
}
