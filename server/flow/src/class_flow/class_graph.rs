//! The bodies of one class joined at their calls: takes a class and its relation to another, gives units that call
//! each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use petgraph::{graph::NodeIndex, visit::Dfs};

use super::{
    BodyFlow, FlowEdge,
    code_base::{BodyId, CodeBase, Declared},
};
use crate::{Branch, CallKind, MethodKind};

/// A branch in a code base: file and branch.
pub(super) type FileBranch = (usize, Branch);

/// Another unit that is called at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnitCall {
    pub(super) unit: usize,
    /// Where the call's expression ends in the source: the calls of one node run in this order.
    pub(super) end: usize,
}

/// One body in the graph of a class.
pub(super) struct Unit<'a> {
    pub(super) id: BodyId,
    pub(super) flow: &'a BodyFlow,
    /// Where other units are called: those that run, one after the other.
    pub(super) calls: BTreeMap<NodeIndex, Vec<UnitCall>>,
    /// Lambdas that are written in it.
    pub(super) lambdas: Vec<usize>,
    /// What runs before it.
    pub(super) before: Vec<usize>,
    /// Whether somebody outside of the class may run it.
    pub(super) is_open: bool,
}

/// The graph of a class.
pub(super) struct ClassGraph<'a> {
    pub(super) units: Vec<Unit<'a>>,
    pub(super) position: BTreeMap<BodyId, usize>,
}

impl Unit<'_> {
    /// The calls at a node, in the order in which they run.
    pub(super) fn called_at(&self, node: NodeIndex) -> &[UnitCall] {
        self.calls.get(&node).map_or(&[], Vec::as_slice)
    }
}

impl<'a> ClassGraph<'a> {
    /// The graph of a class as another class has to do with it. Of two classes of one inheritance tree, the lower one
    /// has what it declares, the upper one the same, where a virtual call leads out when the lower one overrides; any
    /// other class has all that it inherits, too.
    pub(super) fn of(base: &'a CodeBase, class: &str, other: &str) -> Self {
        Self::without(base, class, other, &|_| false)
    }

    /// The graph of a caller. Above its callee it has only what objects of the callee run: what that does not
    /// override, or calls by `super`.
    pub(super) fn of_caller(base: &'a CodeBase, caller: &str, callee: &str) -> Self {
        let is_above = base.is_above(caller, callee);
        let never_runs = |method: &Declared| {
            let run = base.virtual_of(callee, &method.name);
            let is_overridden = run.is_some_and(|run| run.name != method.name);
            is_above
                && method.is_virtual()
                && is_overridden
                && !base.calls_by_super(callee, &method.name)
        };
        Self::without(base, caller, callee, &never_runs)
    }

    fn without(
        base: &'a CodeBase,
        class: &str,
        other: &str,
        is_left_out: &dyn Fn(&Declared) -> bool,
    ) -> Self {
        let is_below = base.is_above(other, class);
        let is_above = base.is_above(class, other);
        let mut included: BTreeMap<BodyId, IncludedBody<'_>> = BTreeMap::new();
        let own = base.classes.get_key_value(class).map(|(name, _)| name);
        let inherited = if is_below || is_above {
            Vec::new()
        } else {
            base.above(class)
        };
        let object = if is_above { other } else { class };
        for name in own.into_iter().chain(inherited) {
            let Some(part) = base.classes.get(name) else {
                continue;
            };
            for method in &part.methods {
                let Some(body) = method.body else { continue };
                let run = base.virtual_of(object, &method.name);
                let is_overridden = run.is_some_and(|run| run.name != method.name);
                if is_left_out(method) {
                    continue;
                }
                let method = IncludedBody {
                    id: body,
                    declared: Some(method),
                    is_open: !is_overridden && !method.is_private,
                };
                included.insert(body, method);
            }
            included.extend(part.others.iter().map(|(kind, body)| {
                let other = IncludedBody {
                    id: *body,
                    declared: None,
                    is_open: *kind != MethodKind::Lambda,
                };
                (*body, other)
            }));
        }
        let position: BTreeMap<_, _> = included.keys().copied().zip(0..).collect();
        let unit = |included: IncludedBody<'_>| unit(base, class, object, &position, &included);
        Self {
            units: included.into_values().map(unit).collect(),
            position,
        }
    }

    /// Every branch that the flow may come to from these bodies: those of a body after those of bodies that are fewer
    /// calls away, each body's in source order.
    pub(super) fn branches_from(&self, entries: &[BodyId]) -> Vec<FileBranch> {
        let mut open: VecDeque<usize> = self.positions(entries).into();
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        let mut all = Vec::new();
        while let Some(at) = open.pop_front() {
            let unit = &self.units[at];
            let mut found = BTreeSet::new();
            let mut called = unit.before.clone();
            called.extend(&unit.lambdas);
            let mut search = Dfs::new(&unit.flow.graph, unit.flow.entry);
            while let Some(node) = search.next(&unit.flow.graph) {
                called.extend(unit.called_at(node).iter().map(|call| call.unit));
                for edge in unit.flow.graph.edges(node) {
                    if let FlowEdge::Branch(branch) = edge.weight() {
                        found.insert((unit.id.file, *branch));
                    }
                }
            }
            all.extend(found);
            open.extend(called.into_iter().filter(|one| seen.insert(*one)));
        }
        all
    }

    fn positions(&self, bodies: &[BodyId]) -> Vec<usize> {
        let known = bodies.iter().filter_map(|body| self.position.get(body));
        known.copied().collect()
    }
}

/// A body that belongs to the graph of a class.
struct IncludedBody<'d> {
    id: BodyId,
    /// What it is the body of; none for initializers and lambdas.
    declared: Option<&'d Declared>,
    /// Whether it can be called from outside.
    is_open: bool,
}

fn unit<'a>(
    base: &'a CodeBase,
    class: &str,
    object: &str,
    position: &BTreeMap<BodyId, usize>,
    included: &IncludedBody<'_>,
) -> Unit<'a> {
    let IncludedBody {
        id,
        declared,
        is_open,
    } = *included;
    let flow = base.body(id);
    let known = |bodies: Vec<BodyId>| -> Vec<usize> {
        let known = bodies.iter().filter_map(|body| position.get(body));
        known.copied().collect()
    };
    let mut calls: BTreeMap<NodeIndex, Vec<UnitCall>> = BTreeMap::new();
    let mut lambdas = Vec::new();
    let mut hands_on = false;
    for call in &flow.calls {
        if let Some(method) = call.lambda {
            lambdas.extend(known(vec![BodyId { method, ..id }]));
        }
        let Some(seen) = base.call_at(id.file, call.span) else {
            continue;
        };
        hands_on |= seen.kind == CallKind::Constructor
            && seen.is_on_this
            && declared.is_some_and(|one| one.name.class == seen.callee.class);
        let Some(called) = base.within(class, object, seen) else {
            continue;
        };
        let called = known(base.entries(called));
        let end = call.span.end;
        for place in &call.places {
            let called = called.iter().map(|unit| UnitCall { unit: *unit, end });
            calls.entry(*place).or_default().extend(called);
        }
    }
    for called in calls.values_mut() {
        called.sort_by_key(|call| call.end);
    }
    let is_first = |one: &&Declared| one.is_constructor() && !hands_on;
    let before = declared.filter(is_first);
    let before = before.map_or_else(Vec::new, |one| known(base.before(one)));
    Unit {
        id,
        flow,
        calls,
        lambdas,
        before,
        is_open,
    }
}
