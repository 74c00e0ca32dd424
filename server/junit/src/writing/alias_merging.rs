//! One name for one object: takes statements and what was seen of their values, gives statements in which the result
//! of a call that gave its own receiver goes by the receiver's name; what runs stays the same.

use goalline_testcase::{Observation, Observed, ObservedPart, Statement, StatementKind, Var};

/// The statements before the act, and the act, with one name for each builder that is passed on under another:
/// `options` for what `options.addOption(…)` gave. A chain of calls that nothing stands between stays one.
pub(crate) fn with_one_name(
    statements: &[Statement],
    stable: &[Observation],
    act: usize,
) -> Vec<Statement> {
    let mut named = statements.to_vec();
    for at in 0..act.min(statements.len()) {
        let Some(on) = own_receiver(&named, stable, at) else {
            continue;
        };
        if is_chain(&named, usize::from(on.0), at) {
            continue;
        }
        for later in &mut named[at + 1..] {
            later.kind.visit_uses_mut(|var| {
                if usize::from(var.0) == at {
                    *var = on;
                }
            });
        }
    }
    named
}

/// The receiver of a call that gave it, where both have the same type.
pub(crate) fn own_receiver(
    statements: &[Statement],
    stable: &[Observation],
    at: usize,
) -> Option<Var> {
    let StatementKind::Call {
        receiver: Some(on), ..
    } = &statements[at].kind
    else {
        return None;
    };
    let mut seen = stable
        .iter()
        .filter(|one| usize::from(one.var.0) == at && one.subject == ObservedPart::Value);
    let is_same = seen.any(|one| one.observed == Observed::Same(*on));
    let is_like = statements[usize::from(on.0)].ty == statements[at].ty;
    (is_same && is_like).then_some(*on)
}

/// Whether a call can be written behind what made its receiver: nobody else uses that, and only plain values stand
/// between.
fn is_chain(statements: &[Statement], on: usize, at: usize) -> bool {
    let mut uses = 0;
    for statement in statements {
        statement
            .kind
            .visit_uses(|var| uses += usize::from(usize::from(var.0) == on));
    }
    let between = &statements[on + 1..at];
    let is_plain =
        |one: &Statement| matches!(one.kind, StatementKind::Literal(_) | StatementKind::Null);
    uses == 1 && between.iter().all(is_plain)
}
