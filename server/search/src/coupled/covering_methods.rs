//! Covering methods (COUPLED.md): takes the goals of pairs, knows which callables lead to the call of one, and gives a
//! test that has lost its own another one; for other goals it asks for nothing.

use std::collections::{BTreeMap, BTreeSet};

use goalline_goals::{GoalId, GoalSet, Target};
use goalline_testcase::{CallableId, StatementKind, TestCase, TestCluster, Trace};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{callable_choice::Focus, test_factory::TestFactory};

/// Share of choices that are made among inherited methods, where these may run what the class overrides.
const INHERITED: f64 = 0.25;

/// Tests without any predicate after which a covering method is given up.
const MOST_IN_VAIN: u32 = 30;

/// The same for an inherited one, of which nobody knows whether it runs anything of the class.
const MOST_IN_VAIN_INHERITED: u32 = 10;

/// Tries to give a test a covering method again.
const TRIES: usize = 50;

/// The callables under test that reach the call of a pair.
#[derive(Debug, Default)]
pub(crate) struct Covering {
    callables: Vec<CallableId>,
    /// Those among them that are inherited and run what the class overrides.
    templates: Vec<CallableId>,
    known: BTreeSet<CallableId>,
    /// Of those that led to no predicate yet: the tests so far that called no other one.
    vain: BTreeMap<CallableId, u32>,
}

impl Covering {
    /// Those for the wanted pairs; none where nothing wanted is one, or where no callable leads to any.
    pub(crate) fn new(
        goals: &GoalSet,
        wanted: &[GoalId],
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
            vain: callables.iter().map(|id| (*id, 0)).collect(),
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
        self.known.is_empty() || self.called(test).next().is_some()
    }

    fn called(&self, test: &TestCase) -> impl Iterator<Item = CallableId> {
        let called = |kind: &StatementKind| match kind {
            StatementKind::Call { callable, .. } => Some(*callable),
            _ => None,
        };
        let calls = test
            .statements
            .iter()
            .filter_map(move |it| called(&it.kind));
        calls.filter(|callable| self.known.contains(callable))
    }

    /// Learns which covering methods never come as far as a predicate: inherited ones that run nothing of the class,
    /// and those that throw at once without what another one sets up. Gives one that is given up.
    pub(crate) fn learn(&mut self, test: &TestCase, trace: &Trace) -> Option<CallableId> {
        if self.known.is_empty() {
            return None;
        }
        let called: BTreeSet<CallableId> = self.called(test).collect();
        // Of several, nobody knows which one it was.
        let only = called.first().copied().filter(|_| called.len() == 1)?;
        if !trace.predicates.is_empty() {
            self.vain.remove(&only);
            return None;
        }
        let tries = self.vain.get_mut(&only)?;
        *tries += 1;
        let most = if self.templates.contains(&only) {
            MOST_IN_VAIN_INHERITED
        } else {
            MOST_IN_VAIN
        };
        if *tries < most || self.known.len() == 1 {
            return None;
        }
        self.vain.remove(&only);
        self.known.remove(&only);
        self.callables.retain(|it| *it != only);
        self.templates.retain(|it| *it != only);
        Some(only)
    }

    /// Gives a test that calls no covering method one; without success the test is to be discarded.
    pub(crate) fn repair(&self, factory: &mut TestFactory<'_>, test: &mut TestCase) -> bool {
        if self.admits(test) {
            return true;
        }
        factory.room = factory.parameters.max_length;
        (0..TRIES).any(|_| {
            let chosen = self.choose(factory);
            chosen.is_some_and(|callable| factory.append_call(test, callable, 0).is_some())
        })
    }

    /// A covering method, more likely one that reaches open pairs; now and then an inherited one, of which that is
    /// not known.
    pub(crate) fn choose(&self, factory: &mut TestFactory<'_>) -> Option<CallableId> {
        if !self.templates.is_empty() && factory.rng.random_bool(INHERITED) {
            return self.templates.choose(factory.rng).copied();
        }
        let focused = factory.focus.choose(factory.rng);
        let fits = |callable: &CallableId| self.known.is_empty() || self.known.contains(callable);
        focused
            .filter(fits)
            .or_else(|| self.callables.choose(factory.rng).copied())
    }
}
