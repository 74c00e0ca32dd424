//! What mocks are asked: takes runs with their tests, keeps the questions that nobody answered; answers none.

use std::collections::BTreeMap;

use goalline_testcase::{DoubleMethod, TestCase, TestCluster, Trace, TypeId};

/// What mocks were asked so far without having an answer, by type and in the order in which it came up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Questions {
    by_type: BTreeMap<TypeId, Vec<DoubleMethod>>,
}

impl Questions {
    /// Learns what this run asked.
    pub(crate) fn learn(&mut self, test: &TestCase, trace: &Trace, cluster: &mut TestCluster) {
        for call in &trace.unanswered {
            let Some(statement) = test.statements.get(usize::from(call.double.0)) else {
                continue;
            };
            let known = self.by_type.entry(statement.ty).or_default();
            let is_it =
                |it: &&DoubleMethod| *it.name == *call.method && *it.descriptor == *call.descriptor;
            if known.iter().any(|it| is_it(&it)) {
                continue;
            }
            let double = cluster.test_double(statement.ty);
            known.extend(double.and_then(|it| it.methods.iter().find(is_it).cloned()));
        }
    }

    /// Whether nothing was asked yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_type.is_empty()
    }

    /// What mocks of the type were asked.
    pub(crate) fn of(&self, ty: TypeId) -> &[DoubleMethod] {
        self.by_type.get(&ty).map_or(&[], Vec::as_slice)
    }
}
