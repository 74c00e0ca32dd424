//! Cutting and joining tests: takes statements and positions, keeps every use after its definition; chooses nothing
//! at random.

use goalline_testcase::{Statement, TestCase, Var};

/// Moves every use of a variable at or after `from` by `by` statements.
pub(crate) fn shift(statements: &mut [Statement], from: usize, by: usize) {
    if by == 0 {
        return;
    }
    for statement in statements {
        statement.kind.visit_uses_mut(|var| {
            if usize::from(var.0) >= from {
                var.0 += by as u16;
            }
        });
    }
}

/// Splits a test before `at`; what is built onto the head is followed by the tail again with `join`.
pub(crate) fn split(test: &mut TestCase, at: usize) -> Vec<Statement> {
    test.statements.split_off(at)
}

/// Puts a tail that was split off at `at` behind what the head has become. Gives by how much the tail moved.
pub(crate) fn join(test: &mut TestCase, mut tail: Vec<Statement>, at: usize) -> usize {
    let by = test.len() - at;
    shift(&mut tail, at, by);
    test.statements.append(&mut tail);
    by
}

/// Removes the statement at `at` while the cluster may still learn (which `TestCase::remove_repointed` does not
/// allow). A statement that uses it gets what `replace` gives (from the statements so far and the variable's
/// statement), or goes too.
pub(crate) fn remove(
    test: &mut TestCase,
    at: usize,
    mut replace: impl FnMut(&[Statement], &Statement) -> Option<Var>,
) {
    let old = std::mem::take(&mut test.statements);
    let mut moved: Vec<Option<Var>> = Vec::with_capacity(old.len());
    for (index, statement) in old.iter().enumerate() {
        if index < at {
            moved.push(Some(Var(index as u16)));
            test.statements.push(statement.clone());
            continue;
        }
        if index == at {
            moved.push(None);
            continue;
        }
        let mut kept = statement.clone();
        let mut is_whole = true;
        kept.kind.visit_uses_mut(|var| {
            let used = usize::from(var.0);
            if moved[used].is_none() {
                moved[used] = replace(&test.statements, &old[used]);
            }
            match moved[used] {
                Some(new) => *var = new,
                None => is_whole = false,
            }
        });
        if is_whole {
            moved.push(Some(Var(test.statements.len() as u16)));
            test.statements.push(kept);
        } else {
            moved.push(None);
        }
    }
}

/// How many statements use the variable.
pub(crate) fn uses(test: &TestCase, var: Var) -> usize {
    let mut count = 0;
    for statement in &test.statements[usize::from(var.0)..] {
        let mut is_user = false;
        statement.kind.visit_uses(|used| is_user |= used == var);
        count += usize::from(is_user);
    }
    count
}
