//! A control-flow graph and who decides what in it: takes a graph with one entry and one exit, gives control
//! dependences.
//!
//! Post-dominators are dominators of the reversed graph. A node depends on an edge when it post-dominates the edge's
//! end but not its start (Ferrante, Ottenstein, Warren 1987).

use std::collections::BTreeSet;

use petgraph::{
    Direction,
    algo::dominators,
    graph::{DiGraph, NodeIndex},
    visit::{Dfs, EdgeRef, Reversed},
};

/// In one body; ten thousand statements that people write have a tenth of it.
const MOST_DEPENDENCES: usize = 200_000;

/// Why the flow goes along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// It is the only way, or the choice is none that a predicate of the source makes (an exception came).
    Plain,
    /// An exception that nobody throws explicitly came: the way into a `catch`.
    Exception,
    /// The predicate of this number in the body had this outcome.
    Branch(u32, bool),
}

/// The graph of one body.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: DiGraph<(), Edge>,
    pub(crate) entry: NodeIndex,
    pub(crate) exit: NodeIndex,
}

/// What a node is control dependent on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dependences {
    /// Whether it runs whenever the body is entered.
    pub(crate) on_entry: bool,
    /// The edges, by the node they start at.
    pub(crate) on: BTreeSet<(NodeIndex, Edge)>,
}

/// What decides whether a node runs, in terms of branches only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Controls {
    /// Nothing but the entry of the body.
    Entry,
    /// Any of these branches, by number of the predicate.
    On(BTreeSet<(u32, bool)>),
}

impl Graph {
    pub(crate) fn new() -> Self {
        let mut nodes = DiGraph::new();
        let (entry, exit) = (nodes.add_node(()), nodes.add_node(()));
        Self { nodes, entry, exit }
    }

    /// Gives endless loops a way out: each loop head that cannot reach the exit gets an edge to it, outer loops first.
    pub(crate) fn open_endless_loops(&mut self, loop_heads: &[NodeIndex]) {
        for &head in loop_heads {
            let mut search = Dfs::new(&self.nodes, head);
            let reaches_exit =
                std::iter::from_fn(|| search.next(&self.nodes)).any(|node| node == self.exit);
            if !reaches_exit {
                self.nodes.add_edge(head, self.exit, Edge::Plain);
            }
        }
    }

    /// The control dependences of each node, by its index. Nodes that cannot be reached depend on nothing. None where
    /// there are too many: of a thousand cases that fall through each depends on all before it.
    pub(crate) fn control_dependences(&self) -> Option<Vec<Dependences>> {
        let mut count = 0;
        let mut dependences = vec![Dependences::default(); self.nodes.node_count()];
        let post = dominators::simple_fast(Reversed(&self.nodes), self.exit);
        let chain = |from: NodeIndex, until: Option<NodeIndex>| {
            std::iter::successors(Some(from), |node| post.immediate_dominator(*node))
                .take_while(move |node| Some(*node) != until)
        };
        for node in chain(self.entry, Some(self.exit)) {
            dependences[node.index()].on_entry = true;
        }
        let mut search = Dfs::new(&self.nodes, self.entry);
        while let Some(node) = search.next(&self.nodes) {
            if self
                .nodes
                .edges_directed(node, Direction::Outgoing)
                .nth(1)
                .is_none()
            {
                continue;
            }
            for edge in self.nodes.edges(node) {
                for dependent in chain(edge.target(), post.immediate_dominator(node)) {
                    count += 1;
                    if count > MOST_DEPENDENCES {
                        return None;
                    }
                    dependences[dependent.index()]
                        .on
                        .insert((node, *edge.weight()));
                }
            }
        }
        Some(dependences)
    }
}

/// Follows dependences on edges that no predicate decides to what decides about their start.
pub(crate) fn controls(dependences: &[Dependences], node: NodeIndex) -> Controls {
    if dependences[node.index()].on_entry {
        return Controls::Entry;
    }
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::from([node]);
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let here = &dependences[node.index()];
        if here.on_entry {
            return Controls::Entry;
        }
        for (from, edge) in &here.on {
            match edge {
                Edge::Branch(predicate, outcome) => {
                    found.insert((*predicate, *outcome));
                }
                Edge::Plain | Edge::Exception => {
                    if seen.insert(*from) {
                        open.push(*from);
                    }
                }
            }
        }
    }
    Controls::On(found)
}
