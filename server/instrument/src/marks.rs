//! Marks at calls that couple: takes the calls of a plan, announces each to the runtime before it is made; which call
//! is under way is found out there, by the entries and exits of bodies.

use goalline_syntax::Node;

use crate::{
    edits::rank, entries::method_around, probe_plan::MarkedCall, probed::ProbePlace, weaver::Weaver,
};

/// Adds the marks of all calls that can have one.
pub(crate) fn weave(weaver: &mut Weaver<'_>) {
    for (at, call) in weaver.plan.marks().iter().enumerate() {
        let node = weaver.node(call.span);
        let is_open = |node: &Node<'_>| {
            !weaver.plan.is_mark_lost(at)
                && method_around(weaver, *node).is_none_or(|method| !weaver.is_broken(method.id))
        };
        let is_marked = match node.filter(is_open) {
            Some(node) => mark(weaver, at, call, node),
            None => false,
        };
        if !is_marked {
            weaver.leave_mark(call.number);
        }
    }
}

/// A call whose value is used becomes `(P.at(7)?call:null)`, any other one a statement behind `P.at(7);`.
fn mark(weaver: &mut Weaver<'_>, at: usize, call: &MarkedCall, node: Node<'_>) -> bool {
    let is_call = matches!(
        node.kind(),
        "method_invocation" | "object_creation_expression"
    );
    let Some(parent) = node.ancestors().next().filter(|_| is_call) else {
        return false;
    };
    let announce = format!("{}{})", weaver.call("at"), call.number);
    let (place, rank, around) = match (parent.kind(), call.absent) {
        ("expression_statement", None) => (parent, rank::BODY, block(&announce, "")),
        ("expression_statement", Some(_)) if !is_rule(parent) => {
            (parent, rank::BODY, block(&announce, ""))
        }
        ("lambda_expression", None) => (node, rank::BODY, block(&announce, ";")),
        ("for_statement", _) | (_, None) => return false,
        (_, Some(absent)) => {
            let around = (format!("({announce}?"), format!(":{absent})"));
            (node, rank::OPERATION, around)
        }
    };
    let site = weaver.edits.site(ProbePlace::Mark(at));
    weaver.edits.wrap(place.span(), rank, around, site);
    true
}

fn block(announce: &str, end: &str) -> (String, String) {
    (format!("{{{announce};"), format!("{end}}}"))
}

/// Whether the statement may be the value of a switch.
fn is_rule(statement: Node<'_>) -> bool {
    statement
        .ancestors()
        .next()
        .is_some_and(|around| around.kind() == "switch_rule")
}
