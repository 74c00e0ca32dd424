//! Elements of arrays: takes those that are there, gives one more, now and then of a class that none of them has; what an array is for is
//! often told by elements of several kinds (options, settings, parts of a problem).

use std::collections::BTreeMap;

use goalline_testcase::{CallableId, Shape, TestCase, TypeId, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::workshop::{Role, Workshop};

/// Share of elements that are of another class than all others, where there are several classes.
const UNLIKE: f64 = 0.3;

impl Workshop<'_> {
    /// Another element besides those; may leave statements behind when it fails.
    pub(crate) fn element(
        &mut self,
        test: &mut TestCase,
        ty: TypeId,
        others: &[Var],
        depth: usize,
    ) -> Option<Var> {
        if let Some(callable) = self.unlike(test, ty, others)
            && let Some(var) = self.append_call(test, callable, depth)
        {
            return Some(var);
        }
        self.value(test, ty, Role::Argument, depth)
    }

    /// What makes an object of a class that none of the others has; each class is as likely.
    fn unlike(&mut self, test: &TestCase, ty: TypeId, others: &[Var]) -> Option<CallableId> {
        if !matches!(self.cluster.shape(ty), Shape::Reference | Shape::StandIn) {
            return None;
        }
        let mut classes: BTreeMap<TypeId, Vec<CallableId>> = BTreeMap::new();
        for id in self.cluster.generators(ty).to_vec() {
            let callable = self.cluster.callable(id);
            if callable.receiver.is_none() && callable.returns != ty {
                classes.entry(callable.returns).or_default().push(id);
            }
        }
        if classes.len() < 2 || !self.rng.random_bool(UNLIKE) {
            return None;
        }
        for other in others {
            classes.remove(&test.statements[usize::from(other.0)].ty);
        }
        let left: Vec<Vec<CallableId>> = classes.into_values().collect();
        left.choose(self.rng)?.choose(self.rng).copied()
    }
}
