//! Jumps out of the straight line: break, continue, yield, return, throw; each runs the `finally` blocks on its way.

use goalline_syntax::Node;
use petgraph::graph::NodeIndex;

use super::{Builder, COPY_LIMIT};
use crate::graph::Edge;

/// A jump, before it is known where it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump<'f> {
    Break(Option<&'f str>),
    Continue(Option<&'f str>),
    Yield,
    Return,
    /// With the simple name of the class where it is written.
    Throw(Option<&'f str>),
}

/// What a jump may land on or has to pass, the innermost last.
pub(super) enum JumpFrame<'f> {
    Loop {
        labels: Vec<&'f str>,
        breaks: NodeIndex,
        continues: NodeIndex,
    },
    /// A labelled statement that is no loop.
    Labelled {
        labels: Vec<&'f str>,
        breaks: NodeIndex,
    },
    SwitchStatement {
        breaks: NodeIndex,
    },
    SwitchExpression {
        yields: NodeIndex,
    },
    Catch {
        clauses: Vec<(Node<'f>, NodeIndex)>,
    },
    /// The jumps that have to run a `finally` block, and where the copy of the block for each begins.
    Finally {
        jumps: Vec<(Jump<'f>, NodeIndex)>,
    },
}

impl<'f> Builder<'f> {
    /// Leaves the straight line; the flow goes on at a node without a way in.
    pub(super) fn jump(&mut self, jump: Jump<'f>) {
        for depth in (0..self.frames.len()).rev() {
            if let Some(target) = self.lands(jump, depth) {
                self.link(target);
                self.at = self.node();
                return;
            }
            if self.is_caught(jump, depth) {
                self.at = self.node();
                return;
            }
        }
        self.link(self.body.graph.exit);
        self.at = self.node();
    }

    fn lands(&mut self, jump: Jump<'f>, depth: usize) -> Option<NodeIndex> {
        let nodes = &mut self.body.graph.nodes;
        match (&mut self.frames[depth], jump) {
            (
                JumpFrame::Loop { breaks, .. } | JumpFrame::SwitchStatement { breaks },
                Jump::Break(None),
            ) => Some(*breaks),
            (
                JumpFrame::Loop { labels, breaks, .. } | JumpFrame::Labelled { labels, breaks },
                Jump::Break(Some(label)),
            ) => labels.contains(&label).then_some(*breaks),
            (
                JumpFrame::Loop {
                    labels, continues, ..
                },
                Jump::Continue(label),
            ) => label
                .is_none_or(|label| labels.contains(&label))
                .then_some(*continues),
            (JumpFrame::SwitchExpression { yields }, Jump::Yield) => Some(*yields),
            (JumpFrame::Finally { jumps }, _) => {
                let known = jumps.iter().find(|(other, _)| *other == jump);
                if let Some((_, copy)) = known {
                    return Some(*copy);
                }
                (nodes.node_count() < COPY_LIMIT).then(|| {
                    let copy = nodes.add_node(());
                    jumps.push((jump, copy));
                    copy
                })
            }
            _ => None,
        }
    }

    /// Links a throw to the clauses that may catch it; whether one of them surely does.
    fn is_caught(&mut self, jump: Jump<'f>, depth: usize) -> bool {
        let (JumpFrame::Catch { clauses }, Jump::Throw(thrown)) = (&self.frames[depth], jump)
        else {
            return false;
        };
        for (clause, entry) in clauses {
            let catches = catches(*clause, thrown);
            if catches != Catches::Never {
                self.body.graph.nodes.add_edge(self.at, *entry, Edge::Plain);
            }
            if catches == Catches::Surely {
                return true;
            }
        }
        false
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Catches {
    Never,
    Maybe,
    Surely,
}

/// Whether a clause catches a thrown class; names are all there is to tell by.
fn catches(clause: Node<'_>, thrown: Option<&str>) -> Catches {
    let types = clause
        .child("catch_formal_parameter")
        .and_then(|it| it.child("catch_type"));
    let types = types.into_iter().flat_map(Node::named_children);
    let one = |caught: &str| {
        let caught = caught.rsplit('.').next().unwrap_or(caught);
        let Some(thrown) = thrown else {
            return if caught == "Throwable" {
                Catches::Surely
            } else {
                Catches::Maybe
            };
        };
        let is_error = thrown.ends_with("Error");
        match caught {
            "Throwable" => Catches::Surely,
            _ if caught == thrown => Catches::Surely,
            "Exception" if !is_error => Catches::Surely,
            "Error" if is_error => Catches::Surely,
            "Exception" | "RuntimeException" if is_error => Catches::Never,
            "Error" => Catches::Never,
            _ => Catches::Maybe,
        }
    };
    types
        .map(|ty| one(ty.text()))
        .max()
        .unwrap_or(Catches::Never)
}
