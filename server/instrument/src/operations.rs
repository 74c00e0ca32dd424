//! Probes of operations, which compute what each mutant would: takes the operations that the plan wants, adds the
//! edits. Comparisons have none of their own: the probe of the predicate tells.

use goalline_flow::{Operation, OperationKind};
use goalline_syntax::{Node, Span};

use crate::{
    constants,
    edits::rank,
    probe_plan::ProbeLevel,
    probed::{PredicateForm, ProbePlace},
    weaver::Weaver,
};

/// Operators and the probes that stand for them.
const PROBES: [(&str, &str); 11] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "rem"),
    ("&", "and"),
    ("|", "or"),
    ("^", "xor"),
    ("<<", "shl"),
    (">>", "shr"),
    (">>>", "ushr"),
];

/// The first slot of another variable.
const FIRST_OTHER: usize = 3;

/// Adds the probes of all wanted operations.
pub(crate) fn weave(weaver: &mut Weaver<'_>) {
    let flow = weaver.flow;
    for id in weaver.plan.operations() {
        let operation = flow.operation(id);
        let reason = match weaver.plan.lost_operation(id) {
            Some(reason) => Some(reason),
            None if weaver.is_broken(operation.method) => {
                Some("a syntax error stands in the method")
            }
            None => place(weaver, operation).err(),
        };
        if let Some(reason) = reason {
            weaver.leave_operation(id, reason);
        }
    }
}

fn place(weaver: &mut Weaver<'_>, operation: &Operation) -> Result<(), &'static str> {
    const UNKNOWN: &str = "its place in the syntax tree is not known";
    if let Some(predicate) = operation.predicate {
        let is_graded = weaver.plan.level(predicate) == ProbeLevel::Full
            && weaver.plan.form(predicate) < PredicateForm::Plain
            && weaver.probed.contains(&predicate);
        return if is_graded {
            Ok(())
        } else {
            Err("its comparison has no probe that sees the operands")
        };
    }
    let node = weaver.node(operation.span).ok_or(UNKNOWN)?;
    let is_label = |it: Node<'_>| it.kind() == "switch_label";
    if node.ancestors().any(is_label) {
        return Err("stands in a label");
    }
    if let Some(reason) = constants::untouchable(node) {
        return Err(reason);
    }
    let site = weaver.edits.site(ProbePlace::Operation(operation.id));
    let id = weaver.plan.operation_number(operation.id);
    if let Some(ty) = &operation.stored {
        return stored(weaver, operation, node, ty, site).ok_or(UNKNOWN);
    }
    if let Some((span, around)) = statement(weaver, operation) {
        weaver.edits.wrap(span, rank::STATEMENT, around, site);
        return Ok(());
    }
    if operation.kind == OperationKind::Condition {
        let around = (format!("{}{id},", weaver.call("n")), ")".to_owned());
        let span = operation.span;
        weaver.edits.wrap(span, rank::CONDITION, around, site);
        return Ok(());
    }
    let around = match operation.kind {
        OperationKind::Variable => variable(weaver, operation),
        OperationKind::Constant => (format!("{}{id},", weaver.call("k")), ")".to_owned()),
        _ => {
            let operator = node.field("operator").ok_or(UNKNOWN)?;
            let probe = probe(operator.kind()).ok_or(UNKNOWN)?;
            weaver.edits.replace(operator.span(), ",", site);
            (format!("{}{id},", weaver.call(probe)), ")".to_owned())
        }
    };
    weaver
        .edits
        .wrap(operation.span, rank::OPERATION, around, site);
    Ok(())
}

fn probe(operator: &str) -> Option<&'static str> {
    let probe = PROBES.iter().find(|(token, _)| *token == operator);
    probe.map(|(_, probe)| *probe)
}

/// `x=(int)add(7,x,e)` in place of `x += e`, `x=(int)add(7,x,1)` in place of `x++`.
fn stored(
    weaver: &mut Weaver<'_>,
    operation: &Operation,
    node: Node<'_>,
    ty: &str,
    site: usize,
) -> Option<()> {
    let id = weaver.plan.operation_number(operation.id);
    let call = weaver.call(probe(&operation.operator)?);
    if let Some(operator) = node.field("operator") {
        let variable = node.field("left")?.text();
        let head = format!("=({ty}){call}{id},{variable},");
        weaver.edits.replace(operator.span(), &head, site);
        let around = (String::new(), ")".to_owned());
        weaver
            .edits
            .wrap(operation.span, rank::OPERATION, around, site);
    } else {
        let variable = node.first_named()?.text();
        let whole = format!("{variable}=({ty}){call}{id},{variable},1)");
        weaver.edits.replace(operation.span, &whole, site);
    }
    Some(())
}

/// `{if(made(7))owners.save(owner);}`, `return <String>r(7,name,"");`: what stands around which part of the statement;
/// none of other operations.
fn statement(weaver: &Weaver<'_>, operation: &Operation) -> Option<(Span, (String, String))> {
    let id = weaver.plan.operation_number(operation.id);
    match operation.kind {
        OperationKind::Call => {
            let before = format!("{{if({}{id}))", weaver.call("made"));
            Some((operation.span, (before, "}".to_owned())))
        }
        OperationKind::Returned => Some((*operation.operands.first()?, result(weaver, operation))),
        _ => None,
    }
}

/// Around a returned value: each primitive type has a probe of its own, and any other one is named, so that the value
/// is understood as it is in the `return`.
fn result(weaver: &Weaver<'_>, operation: &Operation) -> (String, String) {
    let id = weaver.plan.operation_number(operation.id);
    let ty = operation.operator.as_str();
    let probe = match ty {
        "boolean" => "rz",
        "byte" | "short" | "char" | "int" => "ri",
        "long" => "rl",
        "float" => "rf",
        "double" => "rd",
        _ => {
            let before = format!("{}{id},", weaver.call(&format!("<{ty}>r")));
            return (before, format!(",{})", operation.others.join(",")));
        }
    };
    let cast = if matches!(ty, "byte" | "short" | "char") {
        format!("({ty})")
    } else {
        String::new()
    };
    (format!("{cast}{}{id},", weaver.call(probe)), ")".to_owned())
}

/// `w(7,4,w(7,3,v(7,x),y),z)`
fn variable(weaver: &Weaver<'_>, operation: &Operation) -> (String, String) {
    let id = weaver.plan.operation_number(operation.id);
    let mut before = format!("{}{id},", weaver.call("v"));
    let mut after = ")".to_owned();
    for (other, slot) in operation.others.iter().zip(FIRST_OTHER..) {
        before = format!("{}{id},{slot},{before}", weaver.call("w"));
        after = format!("{after},{other})");
    }
    (before, after)
}
