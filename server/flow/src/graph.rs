//! A control-flow graph and who decides what in it: takes a graph with one entry and one exit, gives control
//! dependences.
//!
//! Post-dominators are dominators of the reversed graph. A node depends on an edge when it post-dominates the edge's
//! end but not its start (Ferrante, Ottenstein, Warren 1987).

use std::collections::BTreeSet;

use petgraph::{
    Direction,
    graph::{DiGraph, NodeIndex},
    visit::{Dfs, DfsPostOrder, EdgeRef, Reversed},
};

/// In one body; ten thousand statements that people write have a tenth of it.
const MOST_DEPENDENCES: usize = 200_000;

/// Of looking for what dominates, in one body: a part of a second. Cases that fall through, of which each depends on
/// all before it, are among those with too many dependences long before.
const MOST_STEPS: usize = 50_000_000;

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
        let mut ends = vec![false; self.nodes.node_count()];
        self.mark_ways_to(self.exit, &mut ends);
        for &head in loop_heads {
            if !ends[head.index()] {
                self.nodes.add_edge(head, self.exit, Edge::Plain);
                self.mark_ways_to(head, &mut ends);
            }
        }
    }

    /// Marks all nodes from which this one can be reached; what is marked already has all before it marked.
    fn mark_ways_to(&self, node: NodeIndex, marked: &mut [bool]) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut marked[node.index()], true) {
                open.extend(self.nodes.neighbors_directed(node, Direction::Incoming));
            }
        }
    }

    /// The control dependences of each node, by its index. Nodes that cannot be reached depend on nothing. None where
    /// there are too many: of a thousand cases that fall through each depends on all before it.
    pub(crate) fn control_dependences(&self) -> Option<Vec<Dependences>> {
        let mut count = 0;
        let mut dependences = vec![Dependences::default(); self.nodes.node_count()];
        let post = self.post_dominators()?;
        let chain = |from: NodeIndex, until: Option<NodeIndex>| {
            std::iter::successors(Some(from), |node| post[node.index()])
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
                for dependent in chain(edge.target(), post[node.index()]) {
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

    /// By node the nearest other one that all ways to the exit pass; none of the exit, and of what does not reach it.
    /// Found by meeting in the tree that is known so far until nothing changes (Cooper, Harvey, Kennedy 2001), which
    /// may take the square of the nodes: none at all where it takes too many steps.
    fn post_dominators(&self) -> Option<Vec<Option<NodeIndex>>> {
        let mut order = Vec::new();
        let mut search = DfsPostOrder::new(Reversed(&self.nodes), self.exit);
        while let Some(node) = search.next(Reversed(&self.nodes)) {
            order.push(node);
        }
        let mut number = vec![usize::MAX; self.nodes.node_count()];
        for (at, node) in order.iter().enumerate() {
            number[node.index()] = at;
        }
        let root = order.len() - 1;
        // By number in the order, which rises on the way to the exit, the last one.
        let mut next = vec![usize::MAX; order.len()];
        next[root] = root;
        let mut steps = 0;
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for at in (0..root).rev() {
                let after = self.nodes.neighbors(order[at]);
                let known = after.map(|node| number[node.index()]);
                let known = known.filter(|node| next.get(*node).is_some_and(|it| *it <= root));
                let new = known.reduce(|one, other| meet(&next, one, other, &mut steps))?;
                has_changed |= std::mem::replace(&mut next[at], new) != new;
            }
            if steps > MOST_STEPS {
                return None;
            }
        }
        let mut post = vec![None; self.nodes.node_count()];
        for at in 0..root {
            post[order[at].index()] = Some(order[next[at]]);
        }
        Some(post)
    }
}

/// Where the ways of two nodes to the root come together.
fn meet(next: &[usize], mut one: usize, mut other: usize, steps: &mut usize) -> usize {
    while one != other && *steps <= MOST_STEPS {
        *steps += 1;
        if one < other {
            one = next[one];
        } else {
            other = next[other];
        }
    }
    one
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
