//! Which branches of a class are sure to lead to a call: takes the graph of a class and a place in it, gives caller
//! branches.
//!
//! A call post-dominates an edge when no run that matches calls with returns gets from the edge's end to the end of
//! the class without the call. Implicit exceptions are no edges here.

use std::collections::BTreeSet;

use petgraph::{Direction, graph::NodeIndex, visit::EdgeRef};

use super::{
    FlowEdge,
    class_graph::{ClassGraph, FileBranch},
};

/// What of a class can be run without coming to one call.
struct Avoiding<'g, 'a> {
    graph: &'g ClassGraph<'a>,
    unit: usize,
    places: &'g [NodeIndex],
    /// The units from which the call can be reached, itself included.
    reaching: BTreeSet<usize>,
    /// By unit: whether it can be run from begin to end without the call; true for all that do not reach it.
    avoids: Vec<bool>,
    /// By unit: whether the call can be missed once the unit has ended.
    is_missed_after: Vec<bool>,
}

impl ClassGraph<'_> {
    /// The outgoing edges of nodes on which a call is control dependent, those of them which the call post-dominates:
    /// the call stands in this unit at these nodes.
    pub(super) fn caller_branches(&self, unit: usize, places: &[NodeIndex]) -> Vec<FileBranch> {
        let avoiding = Avoiding::new(self, unit, places);
        let mut found = BTreeSet::new();
        for &at in &avoiding.reaching {
            let leaves = avoiding.leaves(at);
            let flow = self.units[at].flow;
            for node in flow.graph.node_indices() {
                let out = || {
                    flow.graph
                        .edges(node)
                        .filter(|edge| is_explicit(*edge.weight()))
                };
                let leads =
                    |target: NodeIndex| !(leaves[target.index()] && avoiding.is_missed_after[at]);
                if out().all(|edge| leads(edge.target())) {
                    continue;
                }
                let branches = out().filter(|edge| leads(edge.target()));
                found.extend(branches.filter_map(|edge| match edge.weight() {
                    FlowEdge::Branch(branch) => Some((self.units[at].id.file, *branch)),
                    _ => None,
                }));
            }
        }
        found.into_iter().collect()
    }

    /// The units that may call one of these, directly or not, with themselves.
    fn reaching(&self, unit: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([unit]);
        loop {
            let before = found.len();
            for (at, one) in self.units.iter().enumerate() {
                let called = one.calls.values().flatten().chain(&one.before);
                if called.into_iter().any(|called| found.contains(called)) {
                    found.insert(at);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }
}

fn is_explicit(edge: FlowEdge) -> bool {
    edge != FlowEdge::Exception
}

impl<'g, 'a> Avoiding<'g, 'a> {
    fn new(graph: &'g ClassGraph<'a>, unit: usize, places: &'g [NodeIndex]) -> Self {
        let reaching = graph.reaching(unit);
        let count = graph.units.len();
        let mut avoiding = Self {
            graph,
            unit,
            places: &[],
            avoids: (0..count).map(|at| !reaching.contains(&at)).collect(),
            is_missed_after: vec![true; count],
            reaching,
        };
        // What never ends, because it always calls itself, hinders nobody.
        avoiding.settle();
        let ends = avoiding.avoids.clone();
        avoiding.places = places;
        let open: Vec<usize> = avoiding.reaching.iter().copied().collect();
        for at in open {
            avoiding.avoids[at] = !ends[at];
        }
        avoiding.settle();
        avoiding.miss_after();
        avoiding
    }

    /// The least solution: a unit avoids the call when a way through it does.
    fn settle(&mut self) {
        loop {
            let fresh = self.reaching.iter().copied().find(|&at| {
                let unit = &self.graph.units[at];
                !self.avoids[at]
                    && unit.before.iter().all(|before| self.avoids[*before])
                    && self.leaves(at)[unit.flow.entry.index()]
            });
            match fresh {
                Some(at) => self.avoids[at] = true,
                None => return,
            }
        }
    }

    /// By node of a unit: whether the unit's end can be reached from it, itself included, without the call.
    fn leaves(&self, at: usize) -> Vec<bool> {
        let unit = &self.graph.units[at];
        let flow = &unit.flow.graph;
        let mut found = vec![false; flow.node_count()];
        let mut open = vec![unit.flow.exit];
        while let Some(node) = open.pop() {
            if found[node.index()] || !self.passes(at, node) {
                continue;
            }
            found[node.index()] = true;
            let into = flow.edges_directed(node, Direction::Incoming);
            open.extend(
                into.filter(|edge| is_explicit(*edge.weight()))
                    .map(|edge| edge.source()),
            );
        }
        found
    }

    /// Whether the flow can get past a node without the call.
    fn passes(&self, at: usize, node: NodeIndex) -> bool {
        let is_call = at == self.unit && self.places.contains(&node);
        let called = self.graph.units[at].calls.get(&node);
        !is_call && called.into_iter().flatten().all(|one| self.avoids[*one])
    }

    /// The least solution: the call is missed after a unit that a stranger may run, or after which a caller misses it.
    fn miss_after(&mut self) {
        let callers = |wanted: usize| {
            let units = self.graph.units.iter().enumerate();
            units.flat_map(move |(at, unit)| {
                let places = unit.calls.iter();
                let places = places.filter(move |(_, called)| called.contains(&wanted));
                let before = unit.before.contains(&wanted).then_some(unit.flow.entry);
                places
                    .map(|(node, _)| *node)
                    .chain(before)
                    .map(move |node| (at, node))
            })
        };
        let mut missed = vec![false; self.graph.units.len()];
        let ways: Vec<(usize, Vec<bool>)> = self
            .reaching
            .iter()
            .map(|at| (*at, self.leaves(*at)))
            .collect();
        let leaves = |at: usize, node: NodeIndex| {
            let found = ways.iter().find(|(unit, _)| *unit == at);
            found.is_none_or(|(_, leaves)| {
                let flow = &self.graph.units[at].flow.graph;
                flow.neighbors(node).any(|next| leaves[next.index()])
            })
        };
        loop {
            let fresh = self.reaching.iter().copied().find(|&at| {
                let mut callers = callers(at).peekable();
                let stranger = self.graph.units[at].is_open || callers.peek().is_none();
                !missed[at]
                    && (stranger || callers.any(|(by, node)| missed[by] && leaves(by, node)))
            });
            match fresh {
                Some(at) => missed[at] = true,
                None => break,
            }
        }
        self.is_missed_after = missed;
    }
}
