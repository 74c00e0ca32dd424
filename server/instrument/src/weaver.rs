//! What is known while one file is woven, for all passes: names of probes, what was announced, what has to be left
//! without a probe.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, MethodId, OperationId, PredicateId};
use goalline_syntax::{JavaFile, Node, Span};

use crate::{
    edits::Edits,
    observed_calls::Names,
    probe_plan::ProbePlan,
    probed::{PredicateForm, ProbePlace, ProbedSource},
};

/// The class of the probes, by its full name, which nothing in a file can mean except the package itself…
const RUNTIME: &str = "goalline.probe.P";
/// … unless the file has something else of the name `goalline`: then by an import.
const IMPORTED_RUNTIME: &str = "GoallineProbes";

/// What is known while weaving one file.
pub(crate) struct Weaver<'f> {
    pub(crate) flow: &'f FileFlow,
    pub(crate) plan: &'f ProbePlan,
    pub(crate) edits: Edits,
    pub(crate) names: Names,
    runtime: &'static str,
    nodes: BTreeMap<Span, Node<'f>>,
    pub(crate) probed: BTreeSet<PredicateId>,
    unmeasurable: BTreeMap<PredicateId, String>,
    unmeasurable_lines: Vec<(u32, &'static str)>,
    unmeasurable_operations: Vec<(OperationId, &'static str)>,
    unmarked: Vec<u32>,
    pub(crate) framed: Vec<MethodId>,
    /// Predicates that javac may object to.
    pub(crate) suspicious: Vec<PredicateId>,
}

impl<'f> Weaver<'f> {
    /// A weaver of this file that has woven nothing yet.
    pub(crate) fn new(file: &'f JavaFile, flow: &'f FileFlow, plan: &'f ProbePlan) -> Self {
        let root = file.root();
        let is_shadowed = root.descendants().any(is_other_goalline);
        let mut weaver = Self {
            flow,
            plan,
            edits: Edits::default(),
            names: Names::of(root),
            runtime: if is_shadowed {
                IMPORTED_RUNTIME
            } else {
                RUNTIME
            },
            nodes: nodes_by_span(root, flow, plan),
            probed: BTreeSet::new(),
            unmeasurable: BTreeMap::new(),
            unmeasurable_lines: Vec::new(),
            unmeasurable_operations: Vec::new(),
            unmarked: Vec::new(),
            framed: Vec::new(),
            suspicious: Vec::new(),
        };
        if is_shadowed {
            weaver.import(root);
        }
        weaver
    }

    /// The text with all probes, and what was left without one.
    pub(crate) fn finish(self, file: &JavaFile) -> ProbedSource {
        let (text, sites, segments) = self.edits.apply(file.text());
        let methods = self.flow.methods.iter();
        ProbedSource {
            text,
            sites,
            segments,
            unmeasurable: self.unmeasurable.into_iter().collect(),
            unmeasurable_lines: self.unmeasurable_lines,
            unmeasurable_operations: self.unmeasurable_operations,
            unmarked: self.unmarked,
            framed: self.framed,
            suspicious: self.suspicious,
            declarations: methods
                .map(|method| declaration(file.root(), method.body))
                .collect(),
        }
    }

    /// The outermost node with exactly this span.
    pub(crate) fn node(&self, span: Span) -> Option<Node<'f>> {
        self.nodes.get(&span).copied()
    }

    /// `goalline.probe.P.name(`
    pub(crate) fn call(&self, name: &str) -> String {
        format!("{}.{name}(", self.runtime)
    }

    /// `goalline.probe.P.name(7,`
    pub(crate) fn call_with(&self, name: &str, id: PredicateId) -> String {
        format!("{}.{name}({},", self.runtime, self.number(id))
    }

    /// The number that a predicate's probe reports.
    pub(crate) fn number(&self, id: PredicateId) -> u32 {
        self.plan.predicate_number(id)
    }

    /// Announces the probe of predicates; `next` is the form to fall back to.
    pub(crate) fn site(&mut self, ids: Vec<PredicateId>, next: PredicateForm) -> usize {
        self.probed.extend(&ids);
        self.edits.site(ProbePlace::Predicates { ids, next })
    }

    /// Leaves a predicate without a probe.
    pub(crate) fn leave(&mut self, id: PredicateId, reason: &str) {
        self.unmeasurable.insert(id, reason.to_owned());
    }

    /// Leaves a line without a probe.
    pub(crate) fn leave_line(&mut self, index: u32, reason: &'static str) {
        self.unmeasurable_lines.push((index, reason));
    }

    /// Leaves an operation without a probe.
    pub(crate) fn leave_operation(&mut self, id: OperationId, reason: &'static str) {
        self.unmeasurable_operations.push((id, reason));
    }

    /// Leaves a call without an announcement.
    pub(crate) fn leave_mark(&mut self, number: u32) {
        self.unmarked.push(number);
    }

    /// Whether a syntax error stands in the method or around it.
    pub(crate) fn is_broken(&self, method: MethodId) -> bool {
        let mut method = Some(self.flow.method(method));
        while let Some(inner) = method {
            if inner.is_broken {
                return true;
            }
            method = inner.enclosing.map(|outer| self.flow.method(outer));
        }
        false
    }

    fn import(&mut self, root: Node<'_>) {
        let package = root
            .child("package_declaration")
            .map(|package| package.span().end);
        let first = || root.children().next().map(|first| first.span().start);
        let at = package.or_else(first).unwrap_or_default();
        self.edits.insert(
            at,
            format!(" import goalline.probe.{IMPORTED_RUNTIME}; "),
            None,
        );
    }
}

fn is_other_goalline(node: Node<'_>) -> bool {
    let is_name = matches!(node.kind(), "identifier" | "type_identifier");
    let is_path =
        |node: Node<'_>| matches!(node.kind(), "package_declaration" | "import_declaration");
    is_name && node.text() == "goalline" && !node.ancestors().any(is_path)
}

fn nodes_by_span<'f>(
    root: Node<'f>,
    flow: &FileFlow,
    plan: &ProbePlan,
) -> BTreeMap<Span, Node<'f>> {
    let lines = plan.lines().into_iter();
    let operations = plan.operations().into_iter();
    let wanted: BTreeSet<Span> = flow
        .predicates
        .iter()
        .map(|predicate| predicate.span)
        .chain(flow.methods.iter().map(|method| method.body))
        .chain(lines.map(|line| flow.lines[line as usize].span))
        .chain(operations.map(|id| flow.operation(id).span))
        .chain(plan.marks().into_iter().map(|call| call.span))
        .collect();
    let mut nodes = BTreeMap::new();
    for node in root
        .descendants()
        .filter(|node| wanted.contains(&node.span()))
    {
        nodes.entry(node.span()).or_insert(node);
    }
    nodes
}

/// The declaration around a body, modifiers included.
fn declaration(root: Node<'_>, body: Span) -> Span {
    let node = root.smallest_around(body);
    let is_declaration = |node: &Node<'_>| {
        matches!(
            node.kind(),
            "method_declaration" | "constructor_declaration" | "compact_constructor_declaration"
        )
    };
    std::iter::once(node)
        .chain(node.ancestors().take(1))
        .find(is_declaration)
        .map_or(body, Node::span)
}
