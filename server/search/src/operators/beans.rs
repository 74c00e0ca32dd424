//! Values as business code is given them: takes new objects and collections, sets properties and puts elements in;
//! only where collaborators are mocked, so that tests of other classes are bred as ever.

use goalline_testcase::{
    CallableId, CallableKind, Shape, Statement, StatementKind, TestCase, TypeId, Var, Vars,
};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{
    surgery,
    test_factory::{NeededRole, TestFactory},
};

/// Probability that a property of a new object is set; less where there are many.
const SET: f64 = 0.8;

/// Probability that a new object has a property whose `null` ended a run before.
const MISSED: f64 = 0.9;

/// Probability that a test with objects that lack such properties gets one of them.
const SUPPLIED: f64 = 0.5;

/// Properties that are set on average where there are many.
const SEVERAL: f64 = 6.0;

/// Levels after which objects stay blank.
const DEEP: usize = 4;

/// Probability that a list or collection is written with its elements.
const LISTED: f64 = 0.7;

/// Probability that a new list can be changed.
const CHANGEABLE: f64 = 0.4;

/// Sets a property that runs were seen to need on an object of the test that lacks it.
pub(super) fn supply(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    if factory.questions.misses_nothing() || !factory.rng.random_bool(SUPPLIED) {
        return;
    }
    let questions = factory.questions.clone();
    set_one_of(factory, test, |factory, ty| {
        let mut setters = factory.cluster.uses(ty).to_vec();
        setters.retain(|it| questions.is_missed(*it, factory.cluster));
        setters
    });
}

/// Sets a property that the class under test looks at on an object of the test that lacks it.
pub(super) fn supply_any(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    set_one_of(factory, test, |factory, ty| {
        factory.cluster.properties(ty).to_vec()
    });
}

/// Sets one of these properties, by the type of objects, on an object of the test that lacks it.
fn set_one_of(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    setters: impl Fn(&mut TestFactory<'_>, TypeId) -> Vec<CallableId>,
) {
    let lacking = lacking(factory, test, setters);
    let Some((at, setter)) = lacking.choose(factory.rng).copied() else {
        return;
    };
    let tail = surgery::split(test, at + 1);
    factory.room = factory.parameters.max_length.saturating_sub(tail.len());
    if factory.set(test, setter, Var(at as u16), 0).is_none() {
        test.statements.truncate(at + 1);
    }
    surgery::join(test, tail, at + 1);
}

/// The places of new objects with what would set the properties that they lack.
fn lacking(
    factory: &mut TestFactory<'_>,
    test: &TestCase,
    setters: impl Fn(&mut TestFactory<'_>, TypeId) -> Vec<CallableId>,
) -> Vec<(usize, CallableId)> {
    let mut found = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Call { callable, .. } = statement.kind else {
            continue;
        };
        if factory.cluster.callable(callable).kind != CallableKind::Constructor {
            continue;
        }
        let object = Some(Var(at as u16));
        for setter in setters(factory, statement.ty) {
            let is_set = |it: &Statement| {
                matches!(&it.kind, StatementKind::Call { callable, receiver, .. }
                    if *callable == setter && *receiver == object)
            };
            if !test.statements[at + 1..].iter().any(is_set) {
                found.push((at, setter));
            }
        }
    }
    found
}

impl TestFactory<'_> {
    /// Sets some of the properties of a new object that the class under test looks at; what finds no room is left.
    pub(super) fn set_properties(&mut self, test: &mut TestCase, object: Var, depth: usize) {
        let ty = test.statements[usize::from(object.0)].ty;
        if depth > DEEP {
            return;
        }
        let properties = self.cluster.properties(ty).to_vec();
        if properties.is_empty() {
            return;
        }
        let chance = SET.min(SEVERAL / properties.len() as f64);
        for setter in properties {
            let is_missed =
                !self.questions.misses_nothing() && self.questions.is_missed(setter, self.cluster);
            if self
                .rng
                .random_bool(if is_missed { MISSED } else { chance })
            {
                let mark = test.len();
                let made = if is_missed {
                    self.set(test, setter, object, depth + 1)
                } else {
                    self.call(test, setter, Some(object), depth + 1)
                };
                if made.is_none() {
                    test.statements.truncate(mark);
                }
            }
        }
    }

    /// Sets a property to an object, never to `null`.
    fn set(
        &mut self,
        test: &mut TestCase,
        setter: CallableId,
        object: Var,
        depth: usize,
    ) -> Option<Var> {
        let called = self.cluster.callable(setter);
        let (ty, returns) = (called.parameters[0], called.returns);
        let value = match self.formed(test, setter, 0) {
            Some(value) => value,
            None => self.value(test, ty, NeededRole::Receiver, depth + 1)?,
        };
        let kind = StatementKind::Call {
            callable: setter,
            receiver: Some(object),
            arguments: Vars::from_slice(&[value]),
        };
        self.push(test, returns, kind)
    }

    /// A list, set or collection with a few new elements; none where the type is another one, or by chance.
    pub(super) fn listed(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let name = self.cluster.ty(ty).class_name()?;
        let (is_list, is_set) = match name {
            "java.util.List" | "java.util.Collection" | "java.lang.Iterable" => (true, false),
            "java.util.Set" => (false, true),
            _ => return None,
        };
        if !self.cluster.may_mock() || depth > DEEP || !self.rng.random_bool(LISTED) {
            return None;
        }
        if is_set || self.rng.random_bool(CHANGEABLE) {
            let class = if is_list {
                "java.util.ArrayList"
            } else {
                "java.util.HashSet"
            };
            let copier = self.maker(ty, class)?;
            let from = self.cluster.callable(copier).parameters[0];
            let elements = self.as_list(test, from, depth)?;
            let returns = self.cluster.callable(copier).returns;
            let kind = StatementKind::Call {
                callable: copier,
                receiver: None,
                arguments: Vars::from_slice(&[elements]),
            };
            return self.push(test, returns, kind);
        }
        self.as_list(test, ty, depth)
    }

    /// `Arrays.asList` of a few new elements.
    fn as_list(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let maker = self.maker(ty, "java.util.Arrays")?;
        let called = self.cluster.callable(maker);
        let (returns, array) = (called.returns, called.parameters[0]);
        let Shape::Array(element) = self.cluster.shape(array) else {
            return None;
        };
        let count = *[0, 1, 1, 1, 2, 2, 3].choose(self.rng)?;
        let mut elements = Vars::new();
        for _ in 0..count {
            let shape = self.cluster.shape(element);
            let made = self.fresh(test, element, shape, depth + 1);
            let made = match made {
                Some(made) => made,
                None => self.value(test, element, NeededRole::Receiver, depth + 1)?,
            };
            elements.push(made);
        }
        let all = self.push(test, array, StatementKind::Array { elements })?;
        let kind = StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments: Vars::from_slice(&[all]),
        };
        self.push(test, returns, kind)
    }

    /// What makes one of these from one value, declared in this class.
    fn maker(&mut self, ty: TypeId, class: &str) -> Option<CallableId> {
        let makers = self.cluster.generators(ty).to_vec();
        makers.into_iter().find(|id| {
            let callable = self.cluster.callable(*id);
            let is_one = callable.parameters.len() == 1 && callable.receiver.is_none();
            let is_collection = |ty: TypeId| {
                let name = self.cluster.ty(ty).class_name();
                name == Some("java.util.Collection")
            };
            callable.declared_in == class
                && is_one
                && (class == "java.util.Arrays" || is_collection(callable.parameters[0]))
        })
    }
}
