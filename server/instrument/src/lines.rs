//! Probes of lines: takes the lines that the plan wants, adds a probe where the first statement of each begins.

use goalline_syntax::{Node, Span};

use crate::{edits::rank, probed::ProbePlace, weaver::Weaver};

const NO_PLACE: &str = "no probe can stand before this statement";

/// Adds the probes of all wanted lines.
pub(crate) fn weave(weaver: &mut Weaver<'_>) {
    let flow = weaver.flow;
    for index in weaver.plan.lines() {
        let line = &flow.lines[index as usize];
        if let Some(reason) = weaver.plan.lost_line(index) {
            weaver.leave_line(index, reason);
            continue;
        }
        let placed = !weaver.is_broken(line.method) && place(weaver, index, line.span);
        if !placed {
            weaver.leave_line(index, NO_PLACE);
        }
    }
}

fn place(weaver: &mut Weaver<'_>, index: u32, span: Span) -> bool {
    let Some(mut node) = weaver.node(span) else {
        return false;
    };
    let hit = format!("{}{index});", weaver.call("line"));
    // A label stays in front of its loop.
    while let Some(label) = node.parent().filter(|it| it.kind() == "labeled_statement") {
        node = label;
    }
    let Some(parent) = node.parent() else {
        return false;
    };
    let place = ProbePlace::Line(index);
    match parent.kind() {
        "block" | "constructor_body" | "switch_block_statement_group" => {
            let is_call = node.kind() == "explicit_constructor_invocation";
            let at = if is_call { span.end } else { node.span().start };
            let site = weaver.edits.site(place);
            weaver.edits.insert(at, hit, Some(site));
            true
        }
        "if_statement"
        | "while_statement"
        | "do_statement"
        | "for_statement"
        | "enhanced_for_statement"
        | "switch_rule" => {
            let is_body = parent.kind() == "switch_rule" || is_body(node);
            if is_body {
                let site = weaver.edits.site(place);
                let around = (format!("{{{hit}"), "}".to_owned());
                weaver.edits.wrap(node.span(), rank::BODY, around, site);
            }
            is_body
        }
        _ => false,
    }
}

fn is_body(node: Node<'_>) -> bool {
    matches!(
        node.field_name(),
        Some("body" | "consequence" | "alternative")
    )
}
