//! Control dependence on random graphs, compared with its definition taken word by word.

use std::collections::BTreeSet;

use petgraph::graph::NodeIndex;
use proptest::prelude::*;

use crate::graph::{Edge, Graph};

/// Edges of a small graph: node 0 is the entry, node 1 the exit; every node gets a way to the exit.
fn graphs() -> impl Strategy<Value = Graph> {
    prop::collection::vec((0usize..8, 0usize..8), 0..16).prop_map(|edges| {
        let mut graph = Graph::new();
        for _ in 2..8 {
            graph.nodes.add_node(());
        }
        for (number, (from, to)) in edges.into_iter().enumerate() {
            if from != graph.exit.index() {
                let edge = Edge::Branch(number as u32, true);
                graph
                    .nodes
                    .add_edge(NodeIndex::new(from), NodeIndex::new(to), edge);
            }
        }
        let nodes: Vec<_> = graph.nodes.node_indices().collect();
        graph.open_endless_loops(&nodes);
        graph
    })
}

/// Whether `to` can be reached from `from` when `without` is taken out of the graph.
fn reaches(graph: &Graph, from: NodeIndex, to: NodeIndex, without: Option<NodeIndex>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if Some(node) != without && seen.insert(node) {
            open.extend(graph.nodes.neighbors(node));
        }
    }
    seen.contains(&to)
}

/// `later` is on every path from `node` to the exit.
fn post_dominates(graph: &Graph, later: NodeIndex, node: NodeIndex) -> bool {
    later == node || !reaches(graph, node, graph.exit, Some(later))
}

proptest! {
    #[test]
    fn control_dependence_is_what_its_definition_says(graph in graphs()) {
        let computed = graph.control_dependences().expect("it is small");
        for node in graph.nodes.node_indices() {
            let mut expected = BTreeSet::new();
            for edge in graph.nodes.edge_indices() {
                let (from, to) = graph.nodes.edge_endpoints(edge).expect("the edge is in the graph");
                let strictly = node != from && post_dominates(&graph, node, from);
                let is_reachable = reaches(&graph, graph.entry, from, None);
                if is_reachable && post_dominates(&graph, node, to) && !strictly {
                    expected.insert((from, graph.nodes[edge]));
                }
            }
            prop_assert_eq!(&computed[node.index()].on, &expected, "{:?}", node);
            if node != graph.exit {
                let on_entry = post_dominates(&graph, node, graph.entry);
                prop_assert_eq!(computed[node.index()].on_entry, on_entry);
            }
        }
    }

    #[test]
    fn every_node_reaches_the_exit_once_endless_loops_are_opened(graph in graphs()) {
        for node in graph.nodes.node_indices() {
            prop_assert!(reaches(&graph, node, graph.exit, None));
        }
    }
}
