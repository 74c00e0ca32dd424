//! Values as business code is given them: takes new objects and collections, sets properties and puts elements in;
//! only where collaborators are mocked, so that tests of other classes are bred as ever.

use goalline_testcase::{
    CallableId, CallableKind, JavaString, JavaType, Literal, Shape, Statement, StatementKind,
    TestCase, TypeId, Var, Vars,
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

    /// A map of values by text with some of the keys that its readers may ask for; none where there are no such keys,
    /// the type is another one, or by chance.
    pub(super) fn keyed(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        let chance = self.pool.keyed_maps();
        if chance == 0.0 || !self.cluster.may_mock() || depth > DEEP {
            return None;
        }
        let maps = self.cluster.intern(JavaType::class("java.util.Map"));
        if !self.cluster.is_assignable(ty, maps) || !self.rng.random_bool(chance) {
            return None;
        }
        let maker = self.blank_map(ty)?;
        let made = self.cluster.callable(maker).returns;
        let put = self.put(made)?;
        let map = self.append_call(test, maker, depth)?;
        for key in self.pool.keys(self.rng) {
            self.put_value(test, map, put, key, depth)?;
        }
        Some(map)
    }

    fn put_value(
        &mut self,
        test: &mut TestCase,
        map: Var,
        put: CallableId,
        key: JavaString,
        depth: usize,
    ) -> Option<Var> {
        let called = self.cluster.callable(put);
        let (ty, value, returns) = (called.parameters[0], called.parameters[1], called.returns);
        let of_texts = self.cluster.text_for(ty)?;
        let key = self.push(test, of_texts, StatementKind::Literal(Literal::Text(key)))?;
        let value = self.value(test, value, NeededRole::Receiver, depth + 1)?;
        let kind = StatementKind::Call {
            callable: put,
            receiver: Some(map),
            arguments: Vars::from_slice(&[key, value]),
        };
        self.push(test, returns, kind)
    }

    /// What makes a map of this type from nothing; a `HashMap` where any will do.
    fn blank_map(&mut self, ty: TypeId) -> Option<CallableId> {
        let class = match self.cluster.ty(ty).class_name()? {
            "java.util.Map" => "java.util.HashMap",
            class => class,
        };
        let class = class.to_owned();
        let makers = self.cluster.generators(ty).to_vec();
        makers.into_iter().find(|id| {
            let callable = self.cluster.callable(*id);
            callable.kind == CallableKind::Constructor
                && callable.parameters.is_empty()
                && callable.declared_in == class
        })
    }

    /// What puts a value into a map of texts of this type.
    fn put(&mut self, ty: TypeId) -> Option<CallableId> {
        let uses = self.cluster.uses(ty).to_vec();
        uses.into_iter().find(|id| {
            let callable = self.cluster.callable(*id);
            let key = callable.parameters.first().copied();
            callable.name == "put"
                && callable.parameters.len() == 2
                && key.is_some_and(|it| self.cluster.text_for(it).is_some())
        })
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

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Mocking, Modifiers,
        TestCluster,
    };

    use super::*;
    use crate::{ConstantPool, operators::test_factory::for_tests::with_factory};

    fn executable(name: &str, descriptor: &str, parameters: &[&str]) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            type_parameters: Vec::new(),
            parameters: parameters.iter().map(|it| JavaType::class(it)).collect(),
            parameter_names: Vec::new(),
            returns: JavaType::void(),
            throws: Vec::new(),
        }
    }

    fn class(name: &str, kind: ClassKind, bits: u32) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(bits),
            kind,
            ..ClassDescription::default()
        }
    }

    /// The keys that maps of texts have which a search of a source with these texts makes in a few turns.
    fn keys_of_maps(texts: &[&str], keys: &[&str]) -> BTreeSet<Vec<JavaString>> {
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(
            "package shop; class Desk { }",
        )));
        let mut desk = class("shop.Desk", ClassKind::Class, 1);
        desk.constructors = vec![executable("<init>", "(Lshop/Params;)V", &["shop.Params"])];
        let mut params = class("shop.Params", ClassKind::Class, 1);
        params.interfaces = vec![JavaType::class("java.util.Map")];
        params.constructors = vec![executable("<init>", "()V", &[])];
        let (text, put) = (
            "java.lang.String",
            "(Ljava/lang/String;Ljava/lang/String;)V",
        );
        params.methods = vec![executable("put", put, &[text, text])];
        let classes = vec![
            desk,
            params,
            class("java.util.Map", ClassKind::Interface, 0x601),
            class("java.lang.String", ClassKind::Class, 1),
        ];
        let subject = ClassUnderTest {
            classes: &["shop.Desk".to_owned()],
            package: "shop",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(classes, &subject);
        cluster.allow_mocks(Mocking::Extensible);
        let ty = cluster.intern(JavaType::class("shop.Params"));
        with_factory(&mut cluster, &flow, |factory| {
            let [texts, keys] = [texts, keys].map(|all| all.iter().map(|it| JavaString::from(*it)));
            factory.pool = ConstantPool::new([], [], texts).with_keys(keys);
            let mut seen = BTreeSet::new();
            for _ in 0..50 {
                let mut test = TestCase::default();
                if factory.keyed(&mut test, ty, 1).is_some() {
                    seen.insert(keys_put(&test));
                }
            }
            seen
        })
    }

    /// The first texts that calls of the test are given.
    fn keys_put(test: &TestCase) -> Vec<JavaString> {
        let calls = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { arguments, .. } => arguments.first().copied(),
            _ => None,
        });
        let texts = calls.filter_map(|it| match &test.statement(it).kind {
            StatementKind::Literal(Literal::Text(text)) => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn a_map_has_all_the_keys_that_its_readers_ask_for_or_lacks_some() {
        let seen = keys_of_maps(&["sold out"], &["page", "limit"]);
        let keys = |all: &[&str]| {
            all.iter()
                .map(|it| JavaString::from(*it))
                .collect::<Vec<_>>()
        };
        for one in [&["page", "limit"][..], &["page"], &["limit"]] {
            assert!(seen.contains(&keys(one)), "{seen:?}");
        }
        assert!(!seen.contains(&keys(&["sold out"])), "{seen:?}");
    }

    #[test]
    fn a_map_that_nobody_was_seen_to_ask_has_a_few_keys_of_the_source() {
        let seen = keys_of_maps(&["stock", "price"], &[]);
        let both = ["stock", "price"].map(JavaString::from);
        let is_both = |one: &Vec<JavaString>| both.iter().all(|key| one.contains(key));
        assert!(seen.iter().any(is_both), "{seen:?}");
        assert!(seen.contains(&Vec::new()), "{seen:?}");
        assert!(keys_of_maps(&[], &[]).is_empty(), "there are no texts");
    }
}
