//! Covering methods (design §8): takes the goals of pairs, knows which callables lead to the call of one, and gives a test that has lost
//! its own another one; for other goals it asks for nothing.

use std::collections::BTreeSet;

use goalline_goals::{GoalId, GoalSet, Target};
use goalline_testcase::{CallableId, StatementKind, TestCase, TestCluster};
use rand::{Rng, seq::IndexedRandom};

use crate::{focus::Focus, workshop::Workshop};

/// Share of choices that are made among inherited methods, where these may run what the class overrides.
const INHERITED: f64 = 0.25;

/// Tries to give a test a covering method again.
const TRIES: usize = 50;

/// The callables under test that reach the call of a pair.
#[derive(Debug, Default)]
pub(crate) struct Covering {
    callables: Vec<CallableId>,
    /// Those among them that are inherited and run what the class overrides.
    templates: Vec<CallableId>,
    known: BTreeSet<CallableId>,
}

impl Covering {
    /// Those for the wanted pairs; none where nothing wanted is one, or where no callable leads to any.
    pub(crate) fn new(
        (goals, wanted): (&GoalSet, &[GoalId]),
        focus: &Focus,
        cluster: &mut TestCluster,
    ) -> Self {
        let pairs = wanted.iter().map(|goal| goals.goal(*goal));
        let pairs = pairs.filter(|goal| matches!(goal.target, Target::Coupled(_)));
        let around: BTreeSet<u32> = pairs.map(|goal| goal.method.0).collect();
        if around.is_empty() {
            return Self::default();
        }
        let leading = focus.leading(&around);
        let mut callables = focus.entering(&leading);
        let templates = cluster.templates(&goals.flow).into_iter();
        let templates = templates.filter(|(_, run)| run.iter().any(|it| leading.contains(&it.0)));
        let templates: Vec<CallableId> = templates.map(|(id, _)| id).collect();
        callables.extend(&templates);
        Self {
            known: callables.iter().copied().collect(),
            callables,
            templates,
        }
    }

    /// The covering methods, in source order.
    pub(crate) fn callables(&self) -> &[CallableId] {
        &self.callables
    }

    /// Whether a test may be run: it calls a covering method, or needs none.
    pub(crate) fn admits(&self, test: &TestCase) -> bool {
        let covers = |kind: &StatementKind| match kind {
            StatementKind::Call { callable, .. } => self.known.contains(callable),
            _ => false,
        };
        self.known.is_empty() || test.statements.iter().any(|it| covers(&it.kind))
    }

    /// Gives a test that calls no covering method one; without success the test is to be discarded.
    pub(crate) fn repair(&self, shop: &mut Workshop<'_>, test: &mut TestCase) -> bool {
        if self.admits(test) {
            return true;
        }
        shop.room = shop.parameters.max_length;
        (0..TRIES).any(|_| {
            let chosen = self.choose(shop);
            chosen.is_some_and(|callable| shop.append_call(test, callable, 0).is_some())
        })
    }

    /// A covering method, more likely one that reaches open pairs; now and then an inherited one, of which that is not known.
    pub(crate) fn choose(&self, shop: &mut Workshop<'_>) -> Option<CallableId> {
        if !self.templates.is_empty() && shop.rng.random_bool(INHERITED) {
            return self.templates.choose(shop.rng).copied();
        }
        let focused = shop.focus.choose(shop.rng);
        let fits = |callable: &CallableId| self.known.is_empty() || self.known.contains(callable);
        focused
            .filter(fits)
            .or_else(|| self.callables.choose(shop.rng).copied())
    }
}
