//! The explicit control flow of one body with its calls: takes a parsed file, gives one graph per body; knows no
//! other file.

use goalline_syntax::{JavaFile, Node, Span, declarations};
use petgraph::graph::{DiGraph, NodeIndex};

use super::code_base::CONSTRUCTOR;
use crate::{
    Branch, MethodId,
    assemble::PredicateNumbers,
    bodies::{Body, bodies},
    graph::Edge,
};

/// Why the flow goes along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowEdge {
    /// It is the only way, or nothing in the source decides.
    Plain,
    /// An exception that nobody throws explicitly came: the way into a `catch`.
    Exception,
    /// The predicate had this outcome.
    Branch(Branch),
}

/// A call, an object creation, a method reference or a lambda in a body.
#[derive(Clone, Debug)]
pub struct BodyCall {
    /// The expression, without the semicolon of a constructor's call of another.
    pub span: Span,
    /// The name that is called; empty for a lambda.
    pub name: String,
    /// The simple name of the class of which an object is created.
    pub created: Option<String>,
    /// The number of arguments; none for a method reference.
    pub arguments: Option<usize>,
    /// The body of the lambda.
    pub lambda: Option<MethodId>,
    /// Where it stands in the graph: once, or once per copy of a `finally` block.
    pub places: Vec<NodeIndex>,
}

/// The graph of one body.
#[derive(Clone, Debug)]
pub struct BodyFlow {
    /// One node per place where the flow may split, join or call.
    pub graph: DiGraph<(), FlowEdge>,
    /// Where it begins.
    pub entry: NodeIndex,
    /// Where it ends, by whatever way.
    pub exit: NodeIndex,
    /// In source order of their nodes.
    pub calls: Vec<BodyCall>,
}

impl BodyFlow {
    /// The graphs of all bodies of a file by `MethodId`; a body with a syntax error has an empty one.
    pub fn all_of(file: &JavaFile) -> Vec<Self> {
        let declared = declarations(file);
        let bodies = bodies(file, &declared, false);
        let numbers = PredicateNumbers::of(file, &bodies);
        let one = |(index, body): (usize, &Body<'_>)| match &body.graph {
            Some(graph) => Self {
                graph: graph.graph.nodes.map(
                    |_, ()| (),
                    |_, edge| match edge {
                        Edge::Plain => FlowEdge::Plain,
                        Edge::Exception => FlowEdge::Exception,
                        Edge::Branch(local, outcome) => FlowEdge::Branch(Branch {
                            predicate: numbers.predicate(index, *local),
                            outcome: *outcome,
                        }),
                    },
                ),
                entry: graph.graph.entry,
                exit: graph.graph.exit,
                calls: calls(file, &bodies, index),
            },
            None => Self::empty(),
        };
        bodies.iter().enumerate().map(one).collect()
    }

    /// A body that does nothing.
    pub fn empty() -> Self {
        let mut graph = DiGraph::new();
        let (entry, exit) = (graph.add_node(()), graph.add_node(()));
        graph.add_edge(entry, exit, FlowEdge::Plain);
        Self {
            graph,
            entry,
            exit,
            calls: Vec::new(),
        }
    }
}

fn calls(file: &JavaFile, bodies: &[Body<'_>], index: usize) -> Vec<BodyCall> {
    let graph = bodies[index].graph.iter();
    let calls = graph.flat_map(|graph| &graph.calls);
    let call = |(id, places): (&goalline_syntax::NodeId, &Vec<NodeIndex>)| {
        let node = file.node(*id);
        let lambda = bodies
            .iter()
            .find(|body| node.kind() == "lambda_expression" && body.node.id() == *id);
        let text = node.text();
        let length = text.trim_end_matches(';').trim_end().len();
        BodyCall {
            span: Span::new(node.span().start, node.span().start + length),
            name: called_name(node),
            created: created(node),
            arguments: node
                .field("arguments")
                .map(|arguments| arguments.named_children().count()),
            lambda: lambda.map(|body| body.flow.id),
            places: places.clone(),
        }
    };
    calls.map(call).collect()
}

fn created(node: Node<'_>) -> Option<String> {
    if node.kind() != "object_creation_expression" {
        return None;
    }
    let written = node.field("type")?.text();
    let raw = written.split('<').next().unwrap_or_default();
    let simple = raw.rsplit('.').next().unwrap_or_default();
    Some(simple.trim().to_owned())
}

fn called_name(node: Node<'_>) -> String {
    match node.kind() {
        "method_invocation" => node.field("name").map_or("", Node::text).to_owned(),
        "method_reference" if !node.has("new") => {
            let last = node.named_children().last();
            last.map_or("", Node::text).to_owned()
        }
        "lambda_expression" => String::new(),
        _ => String::from(CONSTRUCTOR),
    }
}
