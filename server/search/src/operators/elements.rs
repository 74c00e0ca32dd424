//! Elements of arrays: takes those that are there, gives one more, now and then of a class that none of them has;
//! what an array is for is often told by elements of several kinds (options, settings, parts of a problem).

pub(super) mod maps;
pub(super) mod rows;

use std::collections::BTreeMap;

use goalline_testcase::{CallableId, Shape, TestCase, TypeId, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::test_factory::{NeededRole, TestFactory};

/// Share of elements that are of another class than all others, where there are several classes.
const UNLIKE: f64 = 0.3;

impl TestFactory<'_> {
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
        self.value(test, ty, NeededRole::Argument, depth)
    }

    /// What makes an object of a class that none of the others has; each class is as likely.
    fn unlike(&mut self, test: &TestCase, ty: TypeId, others: &[Var]) -> Option<CallableId> {
        if !matches!(self.cluster.shape(ty), Shape::Reference | Shape::TestDouble) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, JavaType, Modifiers,
        Primitive, TestCluster,
    };

    use super::*;
    use crate::operators::test_factory::for_tests::with_factory;

    /// A class with a constructor, or an interface with its implementers.
    fn described(name: &str, parent: Option<&str>, subclasses: &[&str]) -> ClassDescription {
        let constructor = ExecutableDescription {
            name: "<init>".to_owned(),
            descriptor: "()V".to_owned(),
            modifiers: Modifiers(1),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            parameter_names: Vec::new(),
            returns: JavaType::Primitive(Primitive::Void),
            throws: Vec::new(),
        };
        let is_interface = !subclasses.is_empty();
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(if is_interface { 0x601 } else { 1 }),
            kind: if is_interface {
                ClassKind::Interface
            } else {
                ClassKind::Class
            },
            interfaces: parent.into_iter().map(JavaType::class).collect(),
            constructors: if is_interface {
                Vec::new()
            } else {
                vec![constructor]
            },
            subclasses: subclasses.iter().map(ToString::to_string).collect(),
            ..ClassDescription::default()
        }
    }

    /// How many of 200 elements beside a red one are green.
    fn greens_beside_a_red() -> usize {
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(
            "package shop; class Red { }",
        )));
        let classes = vec![
            described("shop.Red", Some("shop.Colour"), &[]),
            described("shop.Green", Some("shop.Colour"), &[]),
            described("shop.Colour", None, &["shop.Red", "shop.Green"]),
        ];
        let subject = ClassUnderTest {
            classes: &["shop.Red".to_owned()],
            package: "shop",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(classes, &subject);
        let [colour, green] =
            ["shop.Colour", "shop.Green"].map(|it| cluster.intern(JavaType::class(it)));
        let red = cluster.under_test()[0];
        let is_green = |factory: &mut TestFactory<'_>| {
            let mut test = TestCase::default();
            let first = factory.append_call(&mut test, red, 0);
            let first = first.expect("it needs nothing");
            let next = factory.element(&mut test, colour, &[first], 1);
            let next = next.expect("colours can be made");
            test.statements[usize::from(next.0)].ty == green
        };
        with_factory(&mut cluster, &flow, |factory| {
            (0..200).filter(|_| is_green(factory)).count()
        })
    }

    #[test]
    fn a_class_that_no_element_has_comes_up_more_often_than_by_chance() {
        // Without it: not there already (0.4), not null (0.9), one of two classes: 36 of 200.
        assert!(greens_beside_a_red() > 60, "{}", greens_beside_a_red());
    }
}
