//! Probes of switch labels: takes the labels of one switch, adds a probe around its selector and, where needed, in
//! its bodies.

use goalline_flow::{PredicateId, PredicateKind};
use goalline_syntax::Node;

use crate::{edits::rank, probed::PredicateForm, weaver::Weaver};

/// How the labels of a switch are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LabelReading {
    /// Names of enum constants: compared by name.
    Names,
    /// Constant expressions: compared by value.
    Values,
    /// Patterns or anything else: the bodies report themselves.
    Bodies,
}

/// Adds the probe of one switch.
pub(crate) fn weave(weaver: &mut Weaver<'_>, ids: &[PredicateId]) {
    let flow = weaver.flow;
    let node = ids
        .first()
        .and_then(|id| weaver.node(flow.predicate(*id).span));
    let switch = node.and_then(|node| {
        std::iter::once(node)
            .chain(node.ancestors())
            .find(|it| it.kind() == "switch_expression")
    });
    let selector = switch
        .and_then(|it| it.field("condition"))
        .and_then(Node::first_named);
    let (Some(switch), Some(selector)) = (switch, selector) else {
        for id in ids {
            weaver.leave(*id, "its place in the syntax tree is not known");
        }
        return;
    };
    let form = ids
        .iter()
        .map(|id| weaver.plan.form(*id))
        .max()
        .unwrap_or(PredicateForm::None);
    let Some((reading, next)) = reading(&readings(weaver, switch, ids), form) else {
        for id in ids {
            weaver.leave(*id, weaver.plan.reason(*id));
        }
        return;
    };
    let site = weaver.site(ids.to_vec(), next);
    let around = match reading {
        LabelReading::Names => named(weaver, ids),
        LabelReading::Values => valued(weaver, ids),
        LabelReading::Bodies => reported(weaver, switch, ids, site),
    };
    weaver
        .edits
        .wrap(selector.span(), rank::PREDICATE, around, site);
}

/// The readings that make sense, the likeliest first.
fn readings(weaver: &Weaver<'_>, switch: Node<'_>, ids: &[PredicateId]) -> Vec<LabelReading> {
    let labels: Vec<Node<'_>> = labels(weaver, ids).filter_map(|(_, node)| node).collect();
    let is_open = |label: &Node<'_>| {
        matches!(
            label.kind(),
            "pattern" | "type_pattern" | "record_pattern" | "null_literal"
        )
    };
    let has_guard = switch.field("body").is_some_and(|body| {
        body.children()
            .flat_map(Node::children)
            .any(|label| label.has("guard"))
    });
    if has_guard || labels.is_empty() || labels.iter().any(is_open) {
        return vec![LabelReading::Bodies];
    }
    if !labels.iter().all(|label| label.kind() == "identifier") {
        return vec![LabelReading::Values, LabelReading::Bodies];
    }
    if labels
        .iter()
        .all(|label| weaver.names.is_constant_variable(label.text()))
    {
        vec![
            LabelReading::Values,
            LabelReading::Names,
            LabelReading::Bodies,
        ]
    } else {
        vec![
            LabelReading::Names,
            LabelReading::Values,
            LabelReading::Bodies,
        ]
    }
}

fn reading(
    readings: &[LabelReading],
    form: PredicateForm,
) -> Option<(LabelReading, PredicateForm)> {
    let at = match form {
        PredicateForm::First => 0,
        PredicateForm::Second => 1,
        PredicateForm::Plain => readings.len() - 1,
        PredicateForm::None => return None,
    };
    let reading = *readings.get(at)?;
    let next = match readings.len() - at {
        1 => PredicateForm::None,
        2 => PredicateForm::Plain,
        _ => PredicateForm::Second,
    };
    Some((reading, next))
}

/// The labels with their nodes; the default without.
fn labels<'w, 'f>(
    weaver: &'w Weaver<'f>,
    ids: &'w [PredicateId],
) -> impl Iterator<Item = (PredicateId, Option<Node<'f>>)> + 'w {
    ids.iter().map(|id| {
        let predicate = weaver.flow.predicate(*id);
        let is_label = matches!(predicate.kind, PredicateKind::Label { .. });
        (*id, is_label.then(|| weaver.node(predicate.span)).flatten())
    })
}

/// `"3=RED,4=BLUE,5"`: names of constants, or `null`; the default comes last, as a bare number.
fn table(weaver: &Weaver<'_>, ids: &[PredicateId], reading: LabelReading) -> String {
    let mut entries = Vec::new();
    let mut fallback = None;
    for (id, node) in labels(weaver, ids) {
        let number = weaver.number(id);
        match node {
            Some(node) if reading == LabelReading::Names || node.kind() == "null_literal" => {
                entries.push(format!("{number}={}", node.text()));
            }
            Some(_) => entries.push(format!("{number}=")),
            None => fallback = Some(number.to_string()),
        }
    }
    entries.extend(fallback);
    entries.join(",")
}

fn named(weaver: &Weaver<'_>, ids: &[PredicateId]) -> (String, String) {
    let table = table(weaver, ids, LabelReading::Names);
    (
        format!("{}\"{table}\",", weaver.call("named")),
        ")".to_owned(),
    )
}

/// `f(l(l(s(selector), 3,'a', 4,'b', 5,'c', 6,'d'), 7,'e'), 8)`
fn valued(weaver: &Weaver<'_>, ids: &[PredicateId]) -> (String, String) {
    let mut before = weaver.call("s");
    let mut after = ")".to_owned();
    let mut fallback = None;
    let mut constants = Vec::new();
    for (id, node) in labels(weaver, ids) {
        match node {
            Some(node) => constants.push(format!(",{},{}", weaver.number(id), one_line(node))),
            None => fallback = Some(weaver.number(id)),
        }
    }
    let (fours, rest) = constants.split_at(constants.len() / 4 * 4);
    for group in fours.chunks(4).chain(rest.chunks(1)) {
        before.insert_str(0, &weaver.call("l"));
        after.push_str(&group.concat());
        after.push(')');
    }
    if let Some(number) = fallback {
        before.insert_str(0, &weaver.call("f"));
        after = format!("{after},{number})");
    }
    (before, after)
}

/// A constant expression without its line breaks and comments.
fn one_line(label: Node<'_>) -> String {
    let tokens = label
        .descendants()
        .filter(|node| node.children().next().is_none() || is_text(*node));
    let mut text = String::new();
    let mut end = 0;
    for token in tokens {
        if token.span().start >= end {
            let separator = if text.is_empty() { "" } else { " " };
            text = format!("{text}{separator}{}", token.text());
            end = token.span().end;
        }
    }
    text
}

fn is_text(node: Node<'_>) -> bool {
    matches!(node.kind(), "string_literal" | "character_literal")
}

/// The selector says that the switch was reached and whether by null, each body that its one label was chosen.
fn reported(
    weaver: &mut Weaver<'_>,
    switch: Node<'_>,
    ids: &[PredicateId],
    site: usize,
) -> (String, String) {
    let is_null = |weaver: &Weaver<'_>, id: &PredicateId| {
        weaver
            .node(weaver.flow.predicate(*id).span)
            .is_some_and(|it| it.kind() == "null_literal")
    };
    let mut reported: Vec<PredicateId> = ids
        .iter()
        .filter(|id| is_null(weaver, id))
        .copied()
        .collect();
    let body = switch.field("body");
    for group in body.iter().flat_map(|body| body.named_children()) {
        let span = group.span();
        let inside = ids
            .iter()
            .filter(|id| span.contains(weaver.flow.predicate(**id).span));
        let (nulls, others): (Vec<PredicateId>, Vec<PredicateId>) =
            inside.copied().partition(|id| reported.contains(id));
        let has_one_label = group
            .children()
            .filter(|it| it.kind() == "switch_label")
            .count()
            == 1;
        let probe = if nulls.is_empty() { "hit" } else { "other" };
        if let (true, [id]) = (has_one_label, &others[..]) {
            let hit = format!("{}{});", weaver.call(probe), weaver.number(*id));
            if report(weaver, group, &hit, site) {
                reported.push(*id);
            }
        }
    }
    for id in ids.iter().filter(|id| !reported.contains(id)) {
        weaver.probed.remove(id);
        weaver.leave(
            *id,
            "shares its body with another label of a switch over patterns",
        );
    }
    reported.sort_unstable();
    let before = format!(
        "{}\"{}\",",
        weaver.call("open"),
        table(weaver, &reported, LabelReading::Bodies)
    );
    (before, ")".to_owned())
}

/// Puts a report at the start of a body; false where there is no place for it.
fn report(weaver: &mut Weaver<'_>, group: Node<'_>, hit: &str, site: usize) -> bool {
    if group.kind() == "switch_block_statement_group" {
        let Some(colon) = group.child(":") else {
            return false;
        };
        weaver
            .edits
            .insert(colon.span().end, hit.to_owned(), Some(site));
        return true;
    }
    let Some(body) = group.named_children().last() else {
        return false;
    };
    match body.kind() {
        "block" => weaver
            .edits
            .insert(body.span().start + 1, hit.to_owned(), Some(site)),
        "expression_statement" | "throw_statement" => {
            let is_value = body.kind() == "expression_statement" && is_value(group);
            let before = format!("{{{hit}{}", if is_value { "yield " } else { "" });
            weaver
                .edits
                .wrap(body.span(), rank::BODY, (before, "}".to_owned()), site);
        }
        _ => return false,
    }
    true
}

/// Whether the switch around this rule is an expression.
fn is_value(rule: Node<'_>) -> bool {
    let switch = rule
        .ancestors()
        .find(|node| node.kind() == "switch_expression");
    let parent = switch.and_then(Node::parent);
    !parent.is_some_and(|parent| {
        matches!(
            parent.kind(),
            "block"
                | "constructor_body"
                | "switch_block_statement_group"
                | "if_statement"
                | "while_statement"
                | "do_statement"
                | "for_statement"
                | "labeled_statement"
                | "program"
        ) || (parent.kind() == "enhanced_for_statement"
            && switch.and_then(Node::field_name) == Some("body"))
    })
}
