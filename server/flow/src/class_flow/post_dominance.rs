//! Which branches of a class are sure to lead to a call: takes the graph of a class and a place in it, gives caller
//! branches.
//!
//! A call post-dominates an edge when no run that matches calls with returns gets from the edge's end to the end of
//! the class without the call. Implicit exceptions are no edges here.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::{Direction, graph::NodeIndex, visit::EdgeRef};

use super::{
    FlowEdge,
    class_graph::{ClassGraph, FileBranch},
};

/// A call in the graph of a class.
#[derive(Clone, Copy)]
pub(super) struct AvoidedCall<'g> {
    pub(super) unit: usize,
    /// Where it stands in the unit's graph: once, or once per copy of a `finally` block.
    pub(super) nodes: &'g [NodeIndex],
    /// Where its expression ends in the source: it runs after the calls of its node that end before.
    pub(super) end: usize,
}

/// A unit that calls another one, and what of it runs once that has ended.
struct CallingUnit {
    unit: usize,
    /// The node at which it calls, and where the call ends in the source; none where the other runs before its body.
    call: Option<(NodeIndex, usize)>,
    /// Units that run after it, at the node or before the body.
    rest: Vec<usize>,
}

/// Who makes that a call is missed after a unit.
struct MissedAfter {
    unit: usize,
    /// Somebody outside of the class may run it.
    is_open: bool,
    /// Callers that get to their end without the call.
    callers: Vec<usize>,
}

/// What of a class can be run without coming to one call.
struct Avoiding<'g, 'a> {
    graph: &'g ClassGraph<'a>,
    /// None while nothing is to be avoided.
    site: Option<AvoidedCall<'g>>,
    /// The units from which the call can be reached, itself included.
    reaching: BTreeSet<usize>,
    /// By unit: whether it can be run from begin to end without the call; true for all that do not reach it.
    avoids: Vec<bool>,
    /// By unit: whether the call can be missed once the unit has ended.
    is_missed_after: Vec<bool>,
}

impl ClassGraph<'_> {
    /// The outgoing edges of nodes on which a call is control dependent, those of them which the call post-dominates.
    pub(super) fn caller_branches(&self, site: AvoidedCall<'_>) -> Vec<FileBranch> {
        let avoiding = Avoiding::new(self, site);
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

    /// All that call a unit or have it run before them, once per place.
    fn callers(&self, wanted: usize) -> Vec<CallingUnit> {
        let mut found = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            for (node, called) in &unit.calls {
                let places = (1..).zip(called).filter(|(_, call)| call.unit == wanted);
                found.extend(places.map(|(next, call)| CallingUnit {
                    unit: at,
                    call: Some((*node, call.end)),
                    rest: called[next..].iter().map(|call| call.unit).collect(),
                }));
            }
            let places = (1..).zip(&unit.before).filter(|(_, one)| **one == wanted);
            found.extend(places.map(|(next, _)| CallingUnit {
                unit: at,
                call: None,
                rest: unit.before[next..].to_vec(),
            }));
        }
        found
    }

    /// The units that may call one of these, directly or not, with themselves.
    fn reaching(&self, unit: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([unit]);
        loop {
            let before = found.len();
            for (at, one) in self.units.iter().enumerate() {
                let calls = one.calls.values().flatten().map(|call| &call.unit);
                if calls
                    .chain(&one.before)
                    .any(|called| found.contains(called))
                {
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
    fn new(graph: &'g ClassGraph<'a>, site: AvoidedCall<'g>) -> Self {
        let reaching = graph.reaching(site.unit);
        let count = graph.units.len();
        let mut avoiding = Self {
            graph,
            site: None,
            avoids: (0..count).map(|at| !reaching.contains(&at)).collect(),
            is_missed_after: vec![true; count],
            reaching,
        };
        // What never ends, because it always calls itself, hinders nobody.
        avoiding.settle();
        let ends = avoiding.avoids.clone();
        avoiding.site = Some(site);
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
        let mut called = self.graph.units[at].called_at(node).iter();
        self.site_at(at, node).is_none() && called.all(|call| self.avoids[call.unit])
    }

    /// The call that is to be avoided, if it stands here.
    fn site_at(&self, at: usize, node: NodeIndex) -> Option<AvoidedCall<'g>> {
        let is_here = |site: &AvoidedCall<'_>| site.unit == at && site.nodes.contains(&node);
        self.site.filter(is_here)
    }

    /// The least solution: the call is missed after a unit that a stranger may run, or after which a caller misses it.
    fn miss_after(&mut self) {
        let reaching = self.reaching.iter();
        let leaves: BTreeMap<usize, Vec<bool>> =
            reaching.map(|at| (*at, self.leaves(*at))).collect();
        let missed_after = |at: &usize| {
            let callers = self.graph.callers(*at);
            let misses = |caller: &&CallingUnit| self.misses(caller, &leaves[&caller.unit]);
            let missing = callers.iter().filter(misses);
            MissedAfter {
                unit: *at,
                is_open: self.graph.units[*at].is_open || callers.is_empty(),
                callers: missing.map(|caller| caller.unit).collect(),
            }
        };
        let ways: Vec<MissedAfter> = self.reaching.iter().map(missed_after).collect();
        let mut missed = vec![false; self.graph.units.len()];
        loop {
            let fresh = ways.iter().find(|way| {
                let by_caller = || way.callers.iter().any(|by| missed[*by]);
                !missed[way.unit] && (way.is_open || by_caller())
            });
            match fresh {
                Some(way) => missed[way.unit] = true,
                None => break,
            }
        }
        self.is_missed_after = missed;
    }

    /// Whether a caller can get to its end without the call, once what it called has ended; takes its nodes from which
    /// the end can be reached so.
    fn misses(&self, caller: &CallingUnit, leaves: &[bool]) -> bool {
        let flow = self.graph.units[caller.unit].flow;
        let gets_out = match caller.call {
            None => leaves[flow.entry.index()],
            Some((node, end)) => {
                let site = self.site_at(caller.unit, node);
                site.is_none_or(|site| site.end < end)
                    && flow.graph.neighbors(node).any(|next| leaves[next.index()])
            }
        };
        gets_out && caller.rest.iter().all(|one| self.avoids[*one])
    }
}
