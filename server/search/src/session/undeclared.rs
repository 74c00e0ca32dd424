//! Surprises of a search: takes tests with how they ended, keeps the shortest per call and class of what was thrown
//! undeclared.

use goalline_testcase::{Outcome, StatementKind, TestCase, Var};

use super::SearchSession;
use crate::UndeclaredException;

/// Surprises that are kept.
const MOST_UNDECLARED: usize = 200;

impl SearchSession<'_> {
    /// Notes what a call under test threw and does not declare.
    pub(super) fn note_undeclared(&mut self, test: &TestCase, outcome: &Outcome) {
        let Outcome::Threw {
            statement: Var(at),
            thrown,
        } = outcome
        else {
            return;
        };
        let statement = test.statements.get(usize::from(*at));
        let Some(StatementKind::Call { callable, .. }) = statement.map(|it| &it.kind) else {
            return;
        };
        let called = self.factory.cluster.callable(*callable);
        if !called.is_under_test || called.throws.contains(&thrown.class) {
            return;
        }
        let is_same = |known: &&mut UndeclaredException| {
            matches!(
                known.test.statements.last().map(|it| &it.kind),
                Some(StatementKind::Call { callable: other, .. }) if other == callable
            ) && known.thrown.class == thrown.class
        };
        let has_room = self.undeclared.len() < MOST_UNDECLARED;
        let undeclared_exception = || UndeclaredException {
            test: test.clone(),
            thrown: thrown.clone(),
        };
        match self.undeclared.iter_mut().find(is_same) {
            Some(known) if known.test.len() > test.len() => *known = undeclared_exception(),
            None if has_room => self.undeclared.push(undeclared_exception()),
            Some(_) | None => {}
        }
    }
}
