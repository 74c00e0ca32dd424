//! Probes of conditions, values and for-each loops: takes a predicate and its node, adds the edits of the form that
//! the plan asks for.

use goalline_flow::{Predicate, PredicateId, PredicateKind};
use goalline_syntax::{Node, Span};

use crate::{
    edits::rank,
    observed_calls::{self, Identity, ObservedCall},
    probed::PredicateForm,
    weaver::Weaver,
};

/// Adds the probe of one predicate that is no label.
pub(crate) fn weave(weaver: &mut Weaver<'_>, predicate: &Predicate, node: Node<'_>) {
    let id = predicate.id;
    if predicate.kind == PredicateKind::ForEach {
        return for_each(weaver, id, node);
    }
    match node.kind() {
        "binary_expression" if weaver.plan.form(id) < PredicateForm::Plain => {
            comparison(weaver, id, node);
        }
        "instanceof_expression" => type_test(weaver, id, node),
        "method_invocation" if weaver.plan.form(id) == PredicateForm::First => {
            match observed_calls::boolean(node, &weaver.names) {
                Some(call) => {
                    let site = weaver.site(vec![id], PredicateForm::Plain);
                    let around = (weaver.call_with(call.probe, id), ")".to_owned());
                    weaver
                        .edits
                        .wrap(node.span(), rank::PREDICATE, around, site);
                    observe(weaver, id, &call, site);
                }
                None => plain(weaver, id, node),
            }
        }
        _ => plain(weaver, id, node),
    }
}

fn plain(weaver: &mut Weaver<'_>, id: PredicateId, node: Node<'_>) {
    let site = weaver.site(vec![id], PredicateForm::None);
    let around = (weaver.call_with("bool", id), ")".to_owned());
    weaver
        .edits
        .wrap(node.span(), rank::PREDICATE, around, site);
}

fn for_each(weaver: &mut Weaver<'_>, id: PredicateId, node: Node<'_>) {
    let declared = node.parent().and_then(|parent| parent.field("type"));
    let is_var = declared.is_some_and(|ty| ty.text() == "var");
    let site = weaver.site(vec![id], PredicateForm::None);
    let around = (
        weaver.call_with(if is_var { "all" } else { "each" }, id),
        ")".to_owned(),
    );
    weaver
        .edits
        .wrap(node.span(), rank::PREDICATE, around, site);
}

/// A pattern that binds must stay an operand of `&&`, or its variables are gone: `(o(7, x) instanceof T t && hit(7))`.
fn type_test(weaver: &mut Weaver<'_>, id: PredicateId, node: Node<'_>) {
    let binds = node.field("name").is_some() || node.field("pattern").is_some();
    let (true, Some(operand)) = (binds, node.field("left")) else {
        return plain(weaver, id, node);
    };
    let site = weaver.site(vec![id], PredicateForm::None);
    let hit = format!(" && {}{}))", weaver.call("hit"), weaver.number(id));
    weaver
        .edits
        .wrap(node.span(), rank::PREDICATE, ("(".to_owned(), hit), site);
    let around = (weaver.call_with("o", id), ")".to_owned());
    weaver
        .edits
        .wrap(operand.span(), rank::OPERAND, around, site);
}

/// The six comparisons: overload, number for the runtime's graded comparisons.
const COMPARISONS: [(&str, &str); 6] = [
    ("<", "lt"),
    ("<=", "le"),
    (">", "gt"),
    (">=", "ge"),
    ("==", "eq"),
    ("!=", "ne"),
];

fn comparison(weaver: &mut Weaver<'_>, id: PredicateId, node: Node<'_>) {
    let parts = (
        node.field("left"),
        node.field("operator"),
        node.field("right"),
    );
    let (Some(left), Some(operator), Some(right)) = parts else {
        return plain(weaver, id, node);
    };
    let Some(number) = COMPARISONS
        .iter()
        .position(|(token, _)| *token == operator.kind())
    else {
        return plain(weaver, id, node);
    };
    for (value, null) in [(left, right), (right, left)] {
        if null.kind() == "null_literal" && number >= 4 {
            let check = NullCheck {
                node,
                value,
                null,
                is_equal: number == 4,
            };
            return null_check(weaver, id, &check);
        }
    }
    if weaver.plan.form(id) == PredicateForm::First
        && let Some(call) = graded(weaver, left, right)
    {
        let site = weaver.site(vec![id], PredicateForm::Second);
        let before = format!("{}{number},", weaver.call_with(call.probe, id));
        weaver
            .edits
            .wrap(node.span(), rank::PREDICATE, (before, ")".to_owned()), site);
        weaver.edits.replace(operator.span(), ",", site);
        observe(weaver, id, &call, site);
        return;
    }
    let site = weaver.site(vec![id], PredicateForm::Plain);
    let around = (weaver.call_with(COMPARISONS[number].1, id), ")".to_owned());
    weaver
        .edits
        .wrap(node.span(), rank::PREDICATE, around, site);
    weaver.edits.replace(operator.span(), ",", site);
}

/// `a.compareTo(b) < 0`, `text.indexOf(c) != -1`: the call that gives the number.
fn graded<'f>(weaver: &Weaver<'_>, left: Node<'f>, right: Node<'f>) -> Option<ObservedCall<'f>> {
    [(left, right), (right, left)]
        .into_iter()
        .find_map(|(call, other)| {
            let call = call.unparenthesized();
            let is_call = call.kind() == "method_invocation" && is_number(other);
            is_call
                .then(|| observed_calls::number(call, &weaver.names))
                .flatten()
        })
}

fn is_number(node: Node<'_>) -> bool {
    match node.kind() {
        "unary_expression" => node.field("operand").is_some_and(is_number),
        "parenthesized_expression" => is_number(node.unparenthesized()),
        kind => kind.ends_with("integer_literal"),
    }
}

/// `value == null` or `null != value`.
struct NullCheck<'f> {
    /// The whole comparison.
    node: Node<'f>,
    value: Node<'f>,
    null: Node<'f>,
    is_equal: bool,
}

fn null_check(weaver: &mut Weaver<'_>, id: PredicateId, check: &NullCheck<'_>) {
    let NullCheck {
        node,
        value,
        null,
        is_equal,
    } = *check;
    let inner = value.unparenthesized();
    let lookup = (weaver.plan.form(id) == PredicateForm::First
        && inner.kind() == "method_invocation")
        .then(|| observed_calls::lookup(inner, &weaver.names))
        .flatten();
    let next = if lookup.is_some() {
        PredicateForm::Second
    } else {
        PredicateForm::Plain
    };
    let site = weaver.site(vec![id], next);
    let probe = match (lookup.is_some(), is_equal) {
        (true, true) => "qIsNull",
        (true, false) => "qNotNull",
        (false, true) => "isNull",
        (false, false) => "notNull",
    };
    let around = (weaver.call_with(probe, id), ")".to_owned());
    weaver
        .edits
        .wrap(node.span(), rank::PREDICATE, around, site);
    let operator = node.field("operator").map_or(null.span(), Node::span);
    weaver.edits.replace(operator, "", site);
    weaver.edits.replace(null.span(), "", site);
    if let Some(call) = lookup {
        observe(weaver, id, &call, site);
    }
}

fn observe(weaver: &mut Weaver<'_>, id: PredicateId, call: &ObservedCall<'_>, site: usize) {
    for (identity, operand) in &call.operands {
        let before = match identity {
            Identity::Slot(name) => weaver.call_with(&name.to_string(), id),
            Identity::Shared(name) => weaver.call(&name.to_string()),
        };
        let span: Span = operand.span();
        weaver
            .edits
            .wrap(span, rank::OPERAND, (before, ")".to_owned()), site);
    }
}
