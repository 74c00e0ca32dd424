//! Puts the flow of a file together: takes a parsed file, numbers predicates and lines over all bodies, turns graphs
//! into branches.

use std::collections::{BTreeMap, BTreeSet};

use goalline_syntax::{
    DeclaredKind, FileDeclarations, JavaFile, Node, NodeId, Span, TypeDeclaration, TypeKind,
    declarations,
};
use petgraph::graph::NodeIndex;

use crate::{
    Branch, CallSite, FileFlow, Line, Operation, OperationId, OperationKind, Predicate,
    PredicateId, PredicateKind,
    bodies::{Body, bodies},
    build::{BodyGraph, LocalKind},
    graph::{Controls, controls},
    operations::FoundOperation,
    possible_callees::Callees,
    variables::Variables,
};

/// Characters of a line that its text keeps.
const LINE_LIMIT: usize = 200;

/// Characters of an expression that its text keeps.
const TEXT_LIMIT: usize = 300;

impl FileFlow {
    /// Computes the flow of a file. Never fails: bodies with a syntax error are listed as broken and have no
    /// predicates.
    pub fn of(file: &JavaFile) -> Self {
        Self::assemble(file, false)
    }

    /// As [`FileFlow::of`], with the operations that mutants change; not for every keystroke.
    pub fn with_operations(file: &JavaFile) -> Self {
        Self::assemble(file, true)
    }

    fn assemble(file: &JavaFile, with_operations: bool) -> Self {
        let declared = declarations(file);
        let bodies = bodies(file, &declared, with_operations);
        let numbers = PredicateNumbers::of(file, &bodies);
        let callees = Callees::of(&declared, &bodies);
        let mut flow = Self {
            predicates: numbers.predicates(&bodies, file),
            ..Self::default()
        };
        for (index, body) in bodies.iter().enumerate() {
            let Some(graph) = &body.graph else { continue };
            let decided = Decided::of(graph);
            for (local, predicate) in graph.predicates.iter().enumerate() {
                let id = numbers.of_local[&(index, local as u32)];
                let by = decided.predicate(local as u32, &predicate.places);
                flow.predicates[id.0 as usize].controls = numbers.branches(index, &by);
            }
            for (node, places) in &graph.calls {
                let call = file.node(*node);
                let found = callees.called_by(call, body.ty);
                if !found.is_empty() {
                    let controls = numbers.branches(index, &decided.place(places));
                    let (caller, span) = (body.flow.id, call.span());
                    flow.call_sites.push(CallSite {
                        caller,
                        callees: found,
                        span,
                        controls,
                    });
                }
            }
            for (node, places) in &graph.statements {
                let span = file.node(*node).span();
                let line = file.lines().line_of(span.start);
                let controls = numbers.branches(index, &decided.place(places));
                let text = first_line(span.of(file.text()));
                flow.lines.push(Line {
                    method: body.flow.id,
                    line,
                    span,
                    block: block(file.node(*node)),
                    text: folded(text),
                    controls,
                });
            }
        }
        flow.call_sites.sort_by_key(|site| (site.span, site.caller));
        flow.lines
            .sort_by_key(|line| (line.span.start, std::cmp::Reverse(line.span.end)));
        flow.lines.dedup_by_key(|line| line.line);
        flow.enums = enums(&declared);
        flow.caught = caught(file);
        if with_operations {
            flow.operations = operations(file, &bodies, &numbers, &flow.predicates);
        }
        flow.methods = bodies.into_iter().map(|body| body.flow).collect();
        flow
    }
}

/// The start of the list of statements around a statement; its own where it stands alone.
fn block(statement: Node<'_>) -> usize {
    let is_list = |node: &Node<'_>| {
        matches!(
            node.kind(),
            "block" | "constructor_body" | "switch_block_statement_group"
        )
    };
    let list = statement.parent().filter(is_list);
    list.unwrap_or(statement).span().start
}

fn enums(declared: &FileDeclarations) -> BTreeMap<String, Vec<String>> {
    let enums = declared.types.iter().filter(|ty| ty.kind == TypeKind::Enum);
    let constants = |ty: &TypeDeclaration| {
        let members = ty.members.iter();
        members
            .filter(|member| member.kind == DeclaredKind::EnumConstant)
            .map(|member| member.name.clone())
            .collect()
    };
    enums.map(|ty| (ty.name.clone(), constants(ty))).collect()
}

/// Simple names of what the file's `catch` clauses are for.
fn caught(file: &JavaFile) -> BTreeSet<String> {
    let nodes = file.root().descendants();
    let clauses = nodes.filter(|node| node.kind() == "catch_type");
    let types = clauses.flat_map(Node::named_children);
    let simple = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
    types.map(|ty| simple(ty.text())).collect()
}

fn operations(
    file: &JavaFile,
    bodies: &[Body<'_>],
    numbers: &PredicateNumbers,
    predicates: &[Predicate],
) -> Vec<Operation> {
    let variables = Variables::of(file);
    let mut operations = Vec::new();
    let mut add = |found: FoundOperation<'_>, node: Node<'_>, method, controls, predicate| {
        let operands = found.operands.iter().map(|operand| operand.span());
        operations.push(Operation {
            id: OperationId(0),
            kind: found.kind,
            method,
            span: node.span(),
            operator: found.operator,
            operands: operands.collect(),
            text: shown(node.text()),
            controls,
            predicate,
            others: found.others,
            stored: found.stored,
        });
    };
    for (index, body) in bodies.iter().enumerate() {
        let graph = body.graph.as_ref().filter(|_| body.flow.exempt.is_none());
        let Some(graph) = graph else { continue };
        let decided = Decided::of(graph);
        // Most operations stand where others do.
        let mut known: BTreeMap<&[NodeIndex], Vec<Branch>> = BTreeMap::new();
        for (id, places) in &graph.operations {
            let node = file.node(*id);
            if let Some(found) = variables.operation(node) {
                let controls = known
                    .entry(places)
                    .or_insert_with(|| numbers.branches(index, &decided.place(places)));
                add(found, node, body.flow.id, controls.clone(), None);
            }
        }
    }
    let is_exempt = |it: &Predicate| bodies[it.method.0 as usize].flow.exempt.is_some();
    for predicate in predicates.iter().filter(|it| !is_exempt(it)) {
        let node = file.root().smallest_around(predicate.span);
        if node.span() != predicate.span {
            continue;
        }
        let controls = predicate.controls.clone();
        if let Some(found) = variables.comparison(node) {
            add(found, node, predicate.method, controls, Some(predicate.id));
        } else if predicate.kind.is_condition()
            && let Some(found) = variables.condition(node)
        {
            add(found, node, predicate.method, controls, None);
        }
    }
    number(&mut operations);
    operations
}

/// Numbers operations by their places; those that stand for no weak goal come last.
fn number(operations: &mut [Operation]) {
    let is_last = |it: &Operation| {
        use OperationKind as K;
        matches!(it.kind, K::Call | K::Returned | K::Condition)
    };
    operations.sort_by_key(|it| (is_last(it), it.span.start, std::cmp::Reverse(it.span.end)));
    for (operation, id) in operations.iter_mut().zip(0..) {
        operation.id = OperationId(id);
    }
}

/// The numbers of predicates and switches over the whole file.
pub(crate) struct PredicateNumbers {
    /// Body and number in the body, in the order of the file.
    order: Vec<(usize, u32)>,
    of_local: BTreeMap<(usize, u32), PredicateId>,
    switches: BTreeMap<NodeId, u32>,
}

impl PredicateNumbers {
    pub(crate) fn of(file: &JavaFile, bodies: &[Body<'_>]) -> Self {
        let mut order: Vec<(Span, usize, u32)> = Vec::new();
        for (index, body) in bodies.iter().enumerate() {
            let predicates = body.graph.iter().flat_map(|graph| &graph.predicates);
            order.extend(
                predicates
                    .zip(0..)
                    .map(|(it, local)| (it.span, index, local)),
            );
        }
        order.sort_unstable();
        let order: Vec<_> = order
            .into_iter()
            .map(|(_, index, local)| (index, local))
            .collect();
        let switches = file
            .root()
            .descendants()
            .filter(|it| it.kind() == "switch_expression");
        Self {
            of_local: order.iter().copied().zip((0..).map(PredicateId)).collect(),
            order,
            switches: switches.map(Node::id).zip(0..).collect(),
        }
    }

    /// The number in the file of a predicate of a body.
    pub(crate) fn predicate(&self, body: usize, local: u32) -> PredicateId {
        self.of_local[&(body, local)]
    }

    fn predicates(&self, bodies: &[Body<'_>], file: &JavaFile) -> Vec<Predicate> {
        let predicate = |(id, (body, local)): (usize, &(usize, u32))| {
            let body = &bodies[*body];
            let graph = body
                .graph
                .as_ref()
                .expect("only bodies with a graph have predicates");
            let local = &graph.predicates[*local as usize];
            Predicate {
                id: PredicateId(id as u32),
                kind: self.kind(local.kind),
                method: body.flow.id,
                span: local.span,
                text: shown(local.span.of(file.text())),
                controls: Vec::new(),
            }
        };
        self.order.iter().enumerate().map(predicate).collect()
    }

    fn kind(&self, kind: LocalKind) -> PredicateKind {
        match kind {
            LocalKind::Condition => PredicateKind::Condition,
            LocalKind::Value => PredicateKind::Value,
            LocalKind::ForEach => PredicateKind::ForEach,
            LocalKind::Label(node) => PredicateKind::Label {
                switch: self.switches[&node],
            },
            LocalKind::Default(node) => PredicateKind::Default {
                switch: self.switches[&node],
            },
        }
    }

    fn branches(&self, body: usize, of: &BTreeSet<(u32, bool)>) -> Vec<Branch> {
        let branch = |(local, outcome): &(u32, bool)| Branch {
            predicate: self.of_local[&(body, *local)],
            outcome: *outcome,
        };
        let mut branches: Vec<_> = of.iter().map(branch).collect();
        branches.sort_unstable();
        branches
    }
}

/// What decides about the nodes of one body.
struct Decided<'a> {
    body: &'a BodyGraph,
}

impl<'a> Decided<'a> {
    fn of(body: &'a BodyGraph) -> Self {
        Self { body }
    }

    /// What decides about a predicate, itself left out.
    fn predicate(&self, local: u32, places: &[NodeIndex]) -> BTreeSet<(u32, bool)> {
        let mut by = self.place(places);
        by.retain(|(other, _)| *other != local);
        by
    }

    /// What decides about code that stands in the graph at these nodes.
    fn place(&self, places: &[NodeIndex]) -> BTreeSet<(u32, bool)> {
        match self.any_of(places) {
            Controls::Entry => BTreeSet::new(),
            Controls::On(by) if places.len() == 1 => by,
            Controls::On(by) => self.without_both_outcomes(by),
        }
    }

    fn any_of(&self, places: &[NodeIndex]) -> Controls {
        let mut all = BTreeSet::new();
        if self.body.dependences.is_empty() {
            return Controls::Entry;
        }
        for place in places {
            match controls(&self.body.dependences, *place) {
                Controls::Entry => return Controls::Entry,
                Controls::On(by) => all.extend(by),
            }
        }
        Controls::On(all)
    }

    /// Copies of a `finally` block on both ways of a predicate run whenever the predicate does.
    fn without_both_outcomes(&self, mut by: BTreeSet<(u32, bool)>) -> BTreeSet<(u32, bool)> {
        let mut replaced = BTreeSet::new();
        loop {
            let both = by.iter().find(|(local, outcome)| {
                *outcome && by.contains(&(*local, false)) && !replaced.contains(local)
            });
            let Some(&(local, _)) = both else { return by };
            replaced.insert(local);
            by.remove(&(local, true));
            by.remove(&(local, false));
            match self.any_of(&self.body.predicates[local as usize].places) {
                Controls::Entry => return BTreeSet::new(),
                Controls::On(outer) => by.extend(outer),
            }
        }
    }
}

/// A first line of code, cut: all statements of a minified file may stand on one line, each around the next.
fn first_line(code: &str) -> &str {
    cut(code.lines().next().unwrap_or_default(), LINE_LIMIT)
}

/// The text of an expression, cut: a long chain has as many as it has links, each around the next.
fn shown(code: &str) -> String {
    folded(cut(code, TEXT_LIMIT))
}

fn cut(code: &str, most: usize) -> &str {
    let cut = code.char_indices().nth(most);
    cut.map_or(code, |(end, _)| &code[..end])
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
