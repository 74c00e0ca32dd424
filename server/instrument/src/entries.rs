//! Probes of entries and steps: takes the bodies of a file, adds a probe where each begins, in loops that nothing
//! else counts and around the lengths of new arrays.

use goalline_flow::{MethodFlow, MethodKind, PredicateKind};
use goalline_syntax::{Node, Span};

use crate::{edits::rank, probed::ProbePlace, weaver::Weaver};

/// Adds the probes of all bodies and loops.
pub(crate) fn weave(weaver: &mut Weaver<'_>, root: Node<'_>) {
    let flow = weaver.flow;
    for method in &flow.methods {
        if !weaver.is_broken(method.id) && weaver.plan.has_entry(method.id) {
            entry(weaver, method);
        }
    }
    let loops = root.descendants().filter(|node| {
        matches!(
            node.kind(),
            "while_statement" | "do_statement" | "for_statement" | "enhanced_for_statement"
        )
    });
    for repeated in loops {
        steps(weaver, repeated);
    }
    for length in root
        .descendants()
        .filter(|node| node.kind() == "dimensions_expr")
    {
        allocation(weaver, length);
    }
}

/// A new array costs steps by its length: huge ones end a test before they fill the heap.
fn allocation(weaver: &mut Weaver<'_>, length: Node<'_>) {
    let Some(value) = length.named_children().last() else {
        return;
    };
    let Some(method) = method_around(weaver, value) else {
        return;
    };
    let is_literal = value.kind().ends_with("_literal");
    if is_literal || weaver.is_broken(method.id) || !weaver.plan.has_steps(method.id) {
        return;
    }
    let around = (weaver.call("length"), ")".to_owned());
    let site = weaver.edits.site(ProbePlace::Steps(method.id));
    weaver.edits.wrap(value.span(), rank::BODY, around, site);
}

fn entry(weaver: &mut Weaver<'_>, method: &MethodFlow) {
    let Some(body) = weaver.node(method.body) else {
        return;
    };
    let enter = format!(
        "{}{});",
        weaver.call("enter"),
        weaver.plan.method_number(method.id)
    );
    if matches!(body.kind(), "block" | "constructor_body") {
        let called = body.child("explicit_constructor_invocation");
        let at = called.map_or(body.span().start + 1, |call| call.span().end);
        let site = weaver.edits.site(ProbePlace::Entry(method.id));
        let is_framed = weaver.plan.is_framed(method.id);
        let begin = if is_framed { "try{" } else { "" };
        weaver
            .edits
            .insert(at, format!("{enter}{begin}"), Some(site));
        if is_framed {
            leave(weaver, method, body);
        }
    } else if method.kind == MethodKind::Lambda && is_only_value(body) {
        let site = weaver.edits.site(ProbePlace::Entry(method.id));
        let around = (format!("{{{enter}return "), ";}".to_owned());
        weaver.edits.wrap(body.span(), rank::BODY, around, site);
    }
}

/// Reports that the body is left, however that happens. No site: the text between it and the entry is not the probe's.
fn leave(weaver: &mut Weaver<'_>, method: &MethodFlow, body: Node<'_>) {
    let number = weaver.plan.method_number(method.id);
    let exit = format!("}}finally{{{}{number});}}", weaver.call("left"));
    weaver.edits.insert(body.span().end - 1, exit, None);
    weaver.framed.push(method.id);
}

/// Whether an expression cannot stand as a statement: only then a lambda stays the same when its body becomes a block.
fn is_only_value(body: Node<'_>) -> bool {
    !matches!(
        body.kind(),
        "method_invocation"
            | "object_creation_expression"
            | "assignment_expression"
            | "update_expression"
    )
}

/// A loop whose condition is probed counts its own steps; any other gets a step at the start of its body.
fn steps(weaver: &mut Weaver<'_>, repeated: Node<'_>) {
    let (Some(body), Some(method)) = (repeated.field("body"), method_around(weaver, repeated))
    else {
        return;
    };
    let condition = repeated
        .field("condition")
        .or_else(|| repeated.field("value"));
    let is_counted = condition.is_some_and(|condition| counts(weaver, repeated, condition.span()));
    if is_counted || weaver.is_broken(method.id) || !weaver.plan.has_steps(method.id) {
        return;
    }
    let step = format!("{});", weaver.call("step"));
    let site = weaver.edits.site(ProbePlace::Steps(method.id));
    if body.kind() == "block" {
        weaver.edits.insert(body.span().start + 1, step, Some(site));
    } else {
        let around = (format!("{{{step}"), "}".to_owned());
        weaver.edits.wrap(body.span(), rank::BODY, around, site);
    }
}

fn counts(weaver: &Weaver<'_>, repeated: Node<'_>, condition: Span) -> bool {
    let is_for_each = repeated.kind() == "enhanced_for_statement";
    let mut inside = weaver
        .flow
        .predicates
        .iter()
        .filter(|predicate| condition.contains(predicate.span))
        .filter(|predicate| (predicate.kind == PredicateKind::ForEach) == is_for_each)
        .peekable();
    inside.peek().is_some() && inside.all(|predicate| weaver.probed.contains(&predicate.id))
}

pub(crate) fn method_around<'f>(weaver: &Weaver<'f>, node: Node<'_>) -> Option<&'f MethodFlow> {
    let span = node.span();
    let around = weaver
        .flow
        .methods
        .iter()
        .filter(|method| method.body.contains(span));
    around.min_by_key(|method| method.body.end - method.body.start)
}
