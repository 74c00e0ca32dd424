//! Probes of what methods return: takes the callable methods of a file, adds a probe at each normal end; calls are
//! told apart elsewhere.

use goalline_flow::{MethodFlow, MethodKind};
use goalline_syntax::{Node, Span};

use crate::{edits::rank, entries::method_around, probed::ProbePlace, weaver::Weaver};

const PRIMITIVES: [&str; 8] = [
    "boolean", "byte", "short", "char", "int", "long", "float", "double",
];

/// Adds the probes of all methods that the plan wants them for.
pub(crate) fn weave(weaver: &mut Weaver<'_>) {
    let flow = weaver.flow;
    for method in &flow.methods {
        let is_wanted = weaver.plan.has_returns(method.id) && !weaver.is_broken(method.id);
        if let Some(body) = weaver.node(method.body).filter(|_| is_wanted) {
            ends(weaver, method, body);
        }
    }
}

fn ends(weaver: &mut Weaver<'_>, method: &MethodFlow, body: Node<'_>) {
    if !matches!(body.kind(), "block" | "constructor_body") {
        return;
    }
    let number = weaver.plan.method_number(method.id);
    let site = weaver.edits.site(ProbePlace::Return(method.id));
    let plain = format!("{}{number});", weaver.call("returned"));
    let is_own = |weaver: &Weaver<'_>, node: Node<'_>| {
        method_around(weaver, node).is_some_and(|around| around.id == method.id)
    };
    for end in body.descendants() {
        if end.kind() != "return_statement" || !is_own(weaver, end) {
            continue;
        }
        match end.named_children().find(|child| !child.is_comment()) {
            None => {
                let around = (format!("{{{plain}"), "}".to_owned());
                weaver.edits.wrap(end.span(), rank::BODY, around, site);
            }
            Some(value) => {
                let around = around(weaver, method, number);
                weaver.edits.wrap(value.span(), rank::BODY, around, site);
            }
        }
    }
    let is_void = method.returns.is_none() || method.kind == MethodKind::Constructor;
    if is_void && falls_through(body) {
        let Span { end, .. } = body.span();
        weaver.edits.insert(end - 1, plain, Some(site));
    }
}

/// What stands around a returned value: it keeps the type that the declaration gives it.
fn around(weaver: &Weaver<'_>, method: &MethodFlow, number: u32) -> (String, String) {
    let returns = method.returns.as_deref().unwrap_or_default();
    if PRIMITIVES.contains(&returns) {
        let call = weaver.call("returned");
        return (format!("{call}{number},({returns})("), "))".to_owned());
    }
    let call = weaver.call(&format!("<{returns}>returned"));
    (format!("{call}{number},"), ")".to_owned())
}

/// Whether the end of the body can be reached, as far as its last statement says.
fn falls_through(body: Node<'_>) -> bool {
    let statements = body.named_children().filter(|child| !child.is_comment());
    statements.last().is_none_or(|last| match last.kind() {
        "return_statement" | "throw_statement" => false,
        "while_statement" | "do_statement" => last
            .field("condition")
            .is_none_or(|condition| !condition.text().contains("true")),
        "for_statement" => last.field("condition").is_some(),
        _ => true,
    })
}
