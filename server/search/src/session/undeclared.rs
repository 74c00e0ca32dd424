//! Undeclared exceptions of a search: takes tests with how they ended, keeps the plainest and shortest per call,
//! class of what was thrown, and way through the class. One call may throw the same for many reasons, only one of
//! them a fault.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use goalline_testcase::{Outcome, StatementKind, TestCase, Trace, Var};

use super::SearchSession;
use crate::UndeclaredException;

/// Undeclared exceptions that are kept.
const MOST_UNDECLARED: usize = 400;

/// Those that are kept per call and class of exception.
const MOST_PER_CALL: usize = 6;

impl SearchSession<'_> {
    /// Notes what a call under test threw and does not declare.
    pub(super) fn note_undeclared(&mut self, test: &TestCase, outcome: &Outcome, trace: &Trace) {
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
        let found = UndeclaredException {
            test: test.clone(),
            thrown: thrown.clone(),
            way: way(trace),
        };
        keep(&mut self.findings.undeclared, found);
    }
}

/// Keeps it in place of a worse one of the same way, else as long as there is room for its call and class, else in
/// place of the worst of these.
fn keep(kept: &mut Vec<UndeclaredException>, found: UndeclaredException) {
    let callable = |one: &UndeclaredException| match one.test.statements.last().map(|it| &it.kind) {
        Some(StatementKind::Call { callable, .. }) => Some(*callable),
        _ => None,
    };
    let alike: Vec<usize> = (0..kept.len())
        .filter(|at| {
            callable(&kept[*at]) == callable(&found) && kept[*at].thrown.class == found.thrown.class
        })
        .collect();
    let same_way = alike.iter().find(|at| kept[**at].way == found.way);
    let has_room = kept.len() < MOST_UNDECLARED && alike.len() < MOST_PER_CALL;
    if same_way.is_none() && has_room {
        kept.push(found);
        return;
    }
    let worst = || alike.iter().max_by_key(|at| cost(&kept[**at].test));
    if let Some(at) = same_way.or_else(worst).copied()
        && cost(&kept[at].test) > cost(&found.test)
    {
        kept[at] = found;
    }
}

/// Whether it has a `null` or something that stands in for an object, and how long it is.
fn cost(test: &TestCase) -> (bool, usize) {
    let is_odd = |kind: &StatementKind| {
        matches!(kind, StatementKind::Null | StatementKind::TestDouble { .. })
    };
    let has_odd = test.statements.iter().any(|it| is_odd(&it.kind));
    (has_odd, test.len())
}

/// Which predicates came out how, as a number.
fn way(trace: &Trace) -> u64 {
    let mut hasher = DefaultHasher::new();
    for predicate in &trace.predicates {
        let outcomes = (predicate.true_count > 0, predicate.false_count > 0);
        (predicate.predicate, outcomes).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{CallableId, Literal, Statement, Thrown, TypeId};

    use super::*;

    /// A test of so many literals, one of them `null` if it is odd, that ends with a call that threw.
    fn found(way: u64, literals: usize, is_odd: bool) -> UndeclaredException {
        let plain = StatementKind::Literal(Literal::Int(1));
        let mut kinds = vec![plain; literals];
        kinds.extend(is_odd.then_some(StatementKind::Null));
        kinds.push(StatementKind::Call {
            callable: CallableId(0),
            receiver: None,
            arguments: [].into_iter().collect(),
        });
        let statement = |kind| Statement {
            ty: TypeId(0),
            kind,
        };
        UndeclaredException {
            test: TestCase {
                statements: kinds.into_iter().map(statement).collect(),
            },
            thrown: Thrown {
                class: "java.lang.NullPointerException".into(),
                nameable: "java.lang.NullPointerException".into(),
                message: None,
                stack: Vec::new(),
                ..Thrown::default()
            },
            way,
        }
    }

    #[test]
    fn a_longer_way_without_null_is_kept_beside_and_in_place_of_a_shorter_one_with_null() {
        let mut kept = Vec::new();
        keep(&mut kept, found(1, 0, true));
        keep(&mut kept, found(2, 5, false));
        assert_eq!(kept.len(), 2, "each way has its own");
        keep(&mut kept, found(1, 9, false));
        keep(&mut kept, found(2, 6, false));
        let lengths: Vec<usize> = kept.iter().map(|it| it.test.len()).collect();
        assert_eq!(lengths, [10, 6]);
        for way in 3..20 {
            keep(&mut kept, found(way, 20 - way as usize, false));
        }
        assert_eq!(kept.len(), MOST_PER_CALL);
        assert!(
            kept.iter().all(|it| it.test.len() <= 6),
            "the shortest stay"
        );
    }
}
