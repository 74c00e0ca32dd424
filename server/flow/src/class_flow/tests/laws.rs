//! Caller branches on random classes, compared with the definition taken word by word: every run is walked with its
//! stack.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::{
    graph::{DiGraph, NodeIndex},
    visit::EdgeRef,
};
use proptest::prelude::*;

use super::super::{
    class_graph::{ClassGraph, Unit, UnitCall},
    post_dominance::AvoidedCall,
};
use crate::{BodyFlow, BodyId, Branch, FlowEdge, MethodId, PredicateId};

const NODES: usize = 6;

/// One unit: edges, calls of other units by node, whether strangers may run it.
type Drawn = (Vec<(usize, usize)>, Vec<(usize, usize)>, bool);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let unit = (
        prop::collection::vec((0..NODES, 1..NODES), 4..9),
        prop::collection::vec((2..NODES, 0usize..3), 0..3),
        any::<bool>(),
    );
    prop::collection::vec(unit, 1..4)
}

/// Node 0 is the entry, node 1 the exit; every node can reach the exit.
fn flow(edges: &[(usize, usize)], file: usize) -> BodyFlow {
    let mut graph = DiGraph::new();
    for _ in 0..NODES {
        graph.add_node(());
    }
    let (entry, exit) = (NodeIndex::new(0), NodeIndex::new(1));
    for (number, (from, to)) in edges.iter().enumerate() {
        if *from != exit.index() {
            let predicate = PredicateId((file * 100 + number) as u32);
            let edge = FlowEdge::Branch(Branch {
                predicate,
                outcome: true,
            });
            graph.add_edge(NodeIndex::new(*from), NodeIndex::new(*to), edge);
        }
    }
    for node in 0..NODES {
        let node = NodeIndex::new(node);
        if node != exit && !petgraph::algo::has_path_connecting(&graph, node, exit, None) {
            graph.add_edge(node, exit, FlowEdge::Plain);
        }
    }
    BodyFlow {
        graph,
        entry,
        exit,
        calls: Vec::new(),
    }
}

fn units<'a>(drawn: &[Drawn], flows: &'a [BodyFlow]) -> ClassGraph<'a> {
    let unit = |(at, (_, calls, is_open)): (usize, &Drawn)| {
        let mut by_node: BTreeMap<NodeIndex, Vec<UnitCall>> = BTreeMap::new();
        // A call of a unit that comes later: with recursion, walking every run has no end.
        let later = drawn.len() - at - 1;
        for (node, called) in calls.iter().filter(|_| later > 0) {
            let of_node = by_node.entry(NodeIndex::new(*node)).or_default();
            of_node.push(UnitCall {
                unit: at + 1 + called % later,
                end: 2 * of_node.len() + 1,
            });
        }
        let id = BodyId {
            file: 0,
            method: MethodId(at as u32),
        };
        Unit {
            id,
            flow: &flows[at],
            calls: by_node,
            lambdas: Vec::new(),
            before: Vec::new(),
            is_open: *is_open,
        }
    };
    let units: Vec<_> = drawn.iter().enumerate().map(unit).collect();
    let position = units.iter().map(|unit| unit.id).zip(0..).collect();
    ClassGraph { units, position }
}

/// Where a run is: calls that are under way with how many of their units have ended, and the node of the innermost one.
type RunState = Vec<SiteState>;

/// A unit, a node of it, and how many of the node's calls have ended.
type SiteState = (usize, NodeIndex, usize);

/// Whether a run can end, from its innermost node (not run yet), without the call.
fn ends(graph: &ClassGraph<'_>, start: RunState, without: Option<SiteState>, depth: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(run) = open.pop() {
        if run.len() > depth || !seen.insert(run.clone()) {
            continue;
        }
        let (unit, node, done) = *run.last().expect("a run is somewhere");
        if without == Some((unit, node, done)) {
            continue;
        }
        let here = &graph.units[unit];
        if let Some(call) = here.called_at(node).get(done) {
            let mut inner = run.clone();
            inner.last_mut().expect("a run is somewhere").2 += 1;
            inner.push((call.unit, graph.units[call.unit].flow.entry, 0));
            open.push(inner);
        } else if node == here.flow.exit {
            let mut outer = run.clone();
            outer.pop();
            if outer.is_empty() {
                return true;
            }
            open.push(outer);
        } else {
            for next in here.flow.graph.neighbors(node) {
                let mut later = run.clone();
                *later.last_mut().expect("a run is somewhere") = (unit, next, 0);
                open.push(later);
            }
        }
    }
    false
}

/// All ways to have come into a unit: the calls under way.
fn contexts(graph: &ClassGraph<'_>, unit: usize, depth: usize) -> Vec<RunState> {
    let mut found = Vec::new();
    let callers: Vec<(usize, NodeIndex, usize)> = graph
        .units
        .iter()
        .enumerate()
        .flat_map(|(at, one)| {
            one.calls.iter().flat_map(move |(node, called)| {
                let fits = called
                    .iter()
                    .enumerate()
                    .filter(move |(_, one)| one.unit == unit);
                fits.map(move |(place, _)| (at, *node, place + 1))
            })
        })
        .collect();
    if graph.units[unit].is_open || callers.is_empty() {
        found.push(Vec::new());
    }
    if depth > 0 {
        for caller in callers {
            for mut context in contexts(graph, caller.0, depth - 1) {
                context.push(caller);
                found.push(context);
            }
        }
    }
    found
}

fn naive(graph: &ClassGraph<'_>, site: SiteState) -> BTreeSet<(usize, Branch)> {
    let depth = graph.units.len();
    let mut found = BTreeSet::new();
    for (at, unit) in graph.units.iter().enumerate() {
        let contexts = contexts(graph, at, depth);
        let is_sure = |node: NodeIndex| {
            !contexts.iter().any(|context| {
                let mut run = context.clone();
                run.push((at, node, 0));
                ends(graph, run, Some(site), 2 * depth + 2)
            })
        };
        for node in unit.flow.graph.node_indices() {
            let edges: Vec<_> = unit.flow.graph.edges(node).collect();
            if edges.iter().all(|edge| is_sure(edge.target())) {
                continue;
            }
            for edge in edges.iter().filter(|edge| is_sure(edge.target())) {
                if let FlowEdge::Branch(branch) = edge.weight() {
                    found.insert((0, *branch));
                }
            }
        }
    }
    found
}

proptest! {
    #[test]
    fn caller_branches_are_what_their_definition_says(
        drawn in drawn(), unit in 0usize..3, node in 2..NODES, before in 0usize..3,
    ) {
        let flows: Vec<_> = drawn.iter().enumerate().map(|(at, one)| flow(&one.0, at)).collect();
        let graph = units(&drawn, &flows);
        let all_end = (0..graph.units.len()).all(|at| {
            ends(&graph, vec![(at, graph.units[at].flow.entry, 0)], None, 5)
        });
        prop_assume!(all_end);
        let (unit, node) = (unit % graph.units.len(), NodeIndex::new(node));
        let before = before.min(graph.units[unit].called_at(node).len());
        let site = AvoidedCall { unit, nodes: &[node], end: 2 * before };
        let computed: BTreeSet<_> = graph.caller_branches(site).into_iter().collect();
        prop_assert_eq!(computed, naive(&graph, (unit, node, before)));
    }

    #[test]
    fn callee_branches_are_those_on_a_way_from_the_entry(drawn in drawn(), unit in 0usize..3) {
        let flows: Vec<_> = drawn.iter().enumerate().map(|(at, one)| flow(&one.0, at)).collect();
        let graph = units(&drawn, &flows);
        let unit = unit % graph.units.len();
        let mut joined: DiGraph<(), FlowEdge> = DiGraph::new();
        let nodes: Vec<Vec<_>> = flows
            .iter()
            .map(|flow| flow.graph.node_indices().map(|_| joined.add_node(())).collect())
            .collect();
        for (at, one) in graph.units.iter().enumerate() {
            for edge in one.flow.graph.edge_references() {
                let (from, to) = (edge.source().index(), edge.target().index());
                joined.add_edge(nodes[at][from], nodes[at][to], *edge.weight());
            }
            for (node, called) in &one.calls {
                for called in called {
                    joined.add_edge(nodes[at][node.index()], nodes[called.unit][0], FlowEdge::Plain);
                }
            }
        }
        let on_a_way = joined.edge_references().filter(|edge| {
            petgraph::algo::has_path_connecting(&joined, nodes[unit][0], edge.source(), None)
        });
        let expected: BTreeSet<_> = on_a_way
            .filter_map(|edge| match edge.weight() {
                FlowEdge::Branch(branch) => Some((0, *branch)),
                _ => None,
            })
            .collect();
        let id = graph.units[unit].id;
        let computed: BTreeSet<_> = graph.branches_from(&[id]).into_iter().collect();
        prop_assert_eq!(computed, expected);
    }
}
