//! Maps with what their readers ask them for: takes texts that are asked for and what a test has already, gives new
//! maps and puts values into those of a test. Which key matters no distance tells; only where collaborators are mocked.

use goalline_testcase::{
    CallableId, CallableKind, JavaType, Literal, Shape, StatementKind, TestCase, TypeId, Var, Vars,
    parameter_numbers,
};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{
    surgery,
    test_factory::{NeededRole, TestFactory},
};

/// Levels after which maps are made like all else.
const DEEP: usize = 4;

/// Keys whose values are numbers beside those that are called like numbers of a kind.
const NUMBERED: [&str; 7] = ["count", "current", "id", "limit", "offset", "page", "size"];

/// How often the value of a key that is called like a number is one, and the largest.
const NUMBERS: f64 = 0.6;
const MOST_NUMBER: u32 = 20;

/// How often a map whose keys are no texts is made with values, and how many at most.
const FILLED: f64 = 0.3;
const FEW: usize = 2;

/// Puts a value under a key that the test has already into a map that it makes: who looks it up there finds one.
pub(crate) fn put_for_key(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let maps: Vec<Var> = test
        .vars()
        .filter(|it| factory.is_new_map(test, *it))
        .collect();
    let Some(map) = maps.choose(factory.rng).copied() else {
        return;
    };
    let Some(put) = factory.put(test.statement(map).ty) else {
        return;
    };
    let ty = factory.cluster.callable(put).parameters[0];
    let Some(key) = factory.existing(&test.statements, ty, NeededRole::Receiver) else {
        return;
    };
    let at = usize::from(map.max(key).0) + 1;
    let tail = surgery::split(test, at);
    factory.room = factory.parameters.max_length.saturating_sub(tail.len());
    if factory.put_value(test, map, put, key, 0).is_none() {
        test.statements.truncate(at);
    }
    surgery::join(test, tail, at);
}

impl TestFactory<'_> {
    /// Whether the test makes a map there, which it can change.
    fn is_new_map(&mut self, test: &TestCase, var: Var) -> bool {
        let statement = test.statement(var);
        let StatementKind::Call { callable, .. } = statement.kind else {
            return false;
        };
        self.cluster.callable(callable).kind == CallableKind::Constructor
            && self.is_map(statement.ty)
    }

    fn is_map(&mut self, ty: TypeId) -> bool {
        let shape = self.cluster.shape(ty);
        if !matches!(shape, Shape::Reference | Shape::TestDouble) {
            return false;
        }
        let maps = self.cluster.intern(JavaType::class("java.util.Map"));
        self.cluster.is_assignable(ty, maps)
    }

    /// A map with some of the keys that its readers may ask for; none where the type is another one, or by chance.
    pub(crate) fn keyed(&mut self, test: &mut TestCase, ty: TypeId, depth: usize) -> Option<Var> {
        if !self.cluster.may_mock() || depth > DEEP || !self.is_map(ty) {
            return None;
        }
        let maker = self.blank_map(ty)?;
        let made = self.cluster.callable(maker).returns;
        let put = self.put(made)?;
        let key = self.cluster.callable(put).parameters[0];
        let of_texts = self.cluster.text_for(key);
        let chance = of_texts.map_or(FILLED, |_| self.pool.keyed_maps());
        if !self.rng.random_bool(chance) {
            return None;
        }
        let map = self.append_call(test, maker, depth)?;
        if let Some(of_texts) = of_texts {
            for key in self.pool.keys(self.rng) {
                let literal = StatementKind::Literal(Literal::Text(key));
                let key = self.push(test, of_texts, literal)?;
                self.put_value(test, map, put, key, depth)?;
            }
        } else {
            for _ in 0..self.rng.random_range(1..=FEW) {
                let key = self.value(test, key, NeededRole::Receiver, depth + 1)?;
                self.put_value(test, map, put, key, depth)?;
            }
        }
        Some(map)
    }

    fn put_value(
        &mut self,
        test: &mut TestCase,
        map: Var,
        put: CallableId,
        key: Var,
        depth: usize,
    ) -> Option<Var> {
        let called = self.cluster.callable(put);
        let (ty, returns) = (called.parameters[1], called.returns);
        let number = self.number_for_key(test, key, ty);
        let value = match number {
            Some(number) => number,
            None => self.value(test, ty, NeededRole::Receiver, depth + 1)?,
        };
        let kind = StatementKind::Call {
            callable: put,
            receiver: Some(map),
            arguments: Vars::from_slice(&[key, value]),
        };
        self.push(test, returns, kind)
    }

    /// A small number as a text where the key asks for one (`page`, `limit`): readers parse what they find there. None
    /// for other keys, and by chance.
    fn number_for_key(&mut self, test: &mut TestCase, key: Var, ty: TypeId) -> Option<Var> {
        let StatementKind::Literal(Literal::Text(key)) = &test.statement(key).kind else {
            return None;
        };
        let name = key.to_text();
        let is_number = NUMBERED.contains(&&*name) || parameter_numbers(&name).is_some();
        let texts = self.cluster.intern(JavaType::class("java.lang.String"));
        let is_apt = is_number && self.cluster.is_assignable(texts, ty);
        if !is_apt || !self.rng.random_bool(NUMBERS) {
            return None;
        }
        let number = self.rng.random_range(1..=MOST_NUMBER).to_string();
        let literal = StatementKind::Literal(Literal::Text(number.as_str().into()));
        self.push(test, texts, literal)
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

    /// What puts a value into a map of this type; one for numbers or the like only where there is no other.
    fn put(&mut self, ty: TypeId) -> Option<CallableId> {
        let uses = self.cluster.uses(ty).to_vec();
        let puts = uses.into_iter().filter(|id| {
            let callable = self.cluster.callable(*id);
            callable.name == "put" && callable.parameters.len() == 2
        });
        puts.min_by_key(|id| {
            let value = self.cluster.callable(*id).parameters[1];
            matches!(self.cluster.shape(value), Shape::Primitive(_))
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

    use goalline_testcase::{JavaString, Statement};

    use super::*;
    use crate::{ConstantPool, operators::test_factory::for_tests::with_factory};

    fn executable(name: &str, descriptor: &str, parameters: &[&str]) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
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

    /// What searches are tried with whose tests fill a desk with a map of texts.
    fn with_params<T>(act: impl FnOnce(&mut TestFactory<'_>, TypeId) -> T) -> T {
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
        with_factory(&mut cluster, &flow, |factory| act(factory, ty))
    }

    /// The keys of the maps that a few turns make where a source has these texts, and these are asked for.
    fn keys_of_maps(texts: &[&str], keys: &[&str]) -> BTreeSet<Vec<JavaString>> {
        with_params(|factory, ty| {
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
            StatementKind::Literal(Literal::Text(key)) => Some(key.clone()),
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

    #[test]
    fn what_stands_under_a_key_that_is_called_like_a_number_is_one_most_often() {
        let numbers = |key: &str| {
            with_params(|factory, ty| {
                factory.pool = ConstantPool::new([], [], []).with_keys([JavaString::from(key)]);
                let is_number = |it: &Statement| match &it.kind {
                    StatementKind::Literal(Literal::Text(text)) => text
                        .to_text()
                        .parse::<u32>()
                        .is_ok_and(|it| (1..=20).contains(&it)),
                    _ => false,
                };
                let made = (0..100).filter_map(|_| {
                    let mut test = TestCase::default();
                    factory.keyed(&mut test, ty, 1)?;
                    (!keys_put(&test).is_empty()).then_some(test)
                });
                let made: Vec<TestCase> = made.collect();
                let with_number = made.iter().filter(|it| it.statements.iter().any(is_number));
                (with_number.count() * 2 > made.len(), made.len() > 20)
            })
        };
        assert_eq!(numbers("page"), (true, true));
        assert_eq!(numbers("pageSize"), (true, true));
        assert_eq!(numbers("title"), (false, true));
    }

    #[test]
    fn what_a_test_has_already_becomes_a_key_of_a_map_that_it_makes() {
        with_params(|factory, ty| {
            let maker = factory.blank_map(ty).expect("it is made of nothing");
            let mut test = TestCase::default();
            factory.append_call(&mut test, maker, 0);
            let made = test.clone();
            put_for_key(factory, &mut test);
            assert_eq!(test, made, "there is no key yet");
            let texts = factory.cluster.intern(JavaType::class("java.lang.String"));
            let key = StatementKind::Literal(Literal::Text("id".into()));
            factory.push(&mut test, texts, key);
            put_for_key(factory, &mut test);
            assert!(test.is_well_formed(factory.cluster));
            let put = test.statements.last().map(|it| &it.kind);
            assert!(
                matches!(put, Some(StatementKind::Call { receiver: Some(Var(0)), arguments, .. })
                    if arguments[0] == Var(1)),
                "{test:?}"
            );
        });
    }
}
