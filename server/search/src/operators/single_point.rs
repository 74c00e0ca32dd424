//! Single-point crossover: takes two tests, exchanges their ends at the same relative point, and repairs what the
//! ends use.

use goalline_testcase::{Statement, TestCase, Var};
use rand::Rng;

use crate::operators::test_factory::{NeededRole, TestFactory};

/// The two children; one that would grow too long is its parent again.
pub(super) fn cross(
    factory: &mut TestFactory<'_>,
    a: &TestCase,
    b: &TestCase,
) -> (TestCase, TestCase) {
    let in_a = factory.rng.random_range(0..=a.len());
    let in_b = (in_a * b.len() + a.len() / 2)
        .checked_div(a.len())
        .unwrap_or(0);
    let first = graft(factory, &a.statements[..in_a], b, in_b).unwrap_or_else(|| a.clone());
    let second = graft(factory, &b.statements[..in_b], a, in_a).unwrap_or_else(|| b.clone());
    (first, second)
}

/// The head, followed by the statements of `other` from `from` on.
fn graft(
    factory: &mut TestFactory<'_>,
    head: &[Statement],
    other: &TestCase,
    from: usize,
) -> Option<TestCase> {
    let mut test = TestCase {
        statements: head.to_vec(),
    };
    let mut moved = vec![None; other.len()];
    for at in from..other.len() {
        bring(factory, &mut test, other, Var(at as u16), &mut moved);
        if test.len() > factory.parameters.max_length {
            return None;
        }
    }
    test.remove_unused();
    Some(test).filter(|test| !test.is_empty())
}

/// Copies a statement of `other` with what it uses: what is there already and fits takes the place of half of it.
fn bring(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    other: &TestCase,
    var: Var,
    moved: &mut [Option<Var>],
) -> Var {
    let at = usize::from(var.0);
    if let Some(known) = moved[at] {
        return known;
    }
    let mut statement = other.statements[at].clone();
    statement.kind.visit_uses_mut(|used| {
        let old = usize::from(used.0);
        if moved[old].is_none() && factory.rng.random_bool(0.5) {
            let ty = other.statements[old].ty;
            moved[old] = factory.existing(&test.statements, ty, NeededRole::Receiver);
        }
        *used = bring(factory, test, other, *used, moved);
    });
    test.statements.push(statement);
    let new = Var((test.len() - 1) as u16);
    moved[at] = Some(new);
    new
}
