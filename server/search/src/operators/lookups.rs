//! Calls that look something up by its name: takes a callable of the JDK, gives arguments that it understands; what
//! it answers is not known here.

use goalline_testcase::{
    CallableId, JavaString, Literal, Lookup, Shape, StatementKind, TestCase, TypeId, Var, Vars,
    formed_words,
};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::test_factory::TestFactory;

/// How often a text is one that the callee understands, where such are known.
const UNDERSTOOD: f64 = 0.8;

/// How often a text has the form that the name of what takes it asks for.
const FORMED: f64 = 0.3;

impl TestFactory<'_> {
    /// A call that finds a member of a class, where the callable looks for one; may leave statements behind when it
    /// fails.
    pub(crate) fn looked_up(&mut self, test: &mut TestCase, callable: CallableId) -> Option<Var> {
        let lookups = self.cluster.lookups(callable)?;
        if !self.rng.random_bool(UNDERSTOOD) {
            return None;
        }
        let lookup = lookups.choose(self.rng)?;
        let called = self.cluster.callable(callable);
        let (returns, asked) = (called.returns, called.receiver?);
        let parameters = called.parameters.clone();
        let receiver = self.class_literal(test, asked, lookup.class)?;
        let mut arguments = Vars::with_capacity(parameters.len());
        for ty in parameters {
            arguments.push(match self.cluster.shape(ty) {
                Shape::Array(element) => self.class_literals(test, ty, element, lookup)?,
                _ => self.name(test, ty, lookup)?,
            });
        }
        let kind = StatementKind::Call {
            callable,
            receiver: Some(receiver),
            arguments,
        };
        self.push(test, returns, kind)
    }

    /// A text that the callable understands, if it is a text that is wanted and any are known.
    pub(crate) fn understood(
        &mut self,
        test: &mut TestCase,
        callable: CallableId,
        ty: TypeId,
    ) -> Option<Var> {
        let words = self.cluster.words(callable);
        if words.is_empty() || !self.rng.random_bool(UNDERSTOOD) {
            return None;
        }
        let of_texts = self.cluster.text_for(ty)?;
        let word = JavaString::from(*words.choose(self.rng)?);
        self.push(test, of_texts, StatementKind::Literal(Literal::Text(word)))
    }

    /// A text of the form that the name of a parameter or property asks for, now and then, where tests have
    /// collaborators: what such classes are given is read by libraries, which say yes or no and not how near it was.
    pub(crate) fn formed(
        &mut self,
        test: &mut TestCase,
        callable: CallableId,
        at: usize,
    ) -> Option<Var> {
        let called = self.cluster.callable(callable);
        let property = called.name.strip_prefix("set");
        let named = called.parameter_names.get(at).map(String::as_str);
        let words = [named, property].into_iter().flatten().map(formed_words);
        let words = words.into_iter().find(|it| !it.is_empty())?;
        let ty = called.parameters[at];
        if !self.cluster.may_mock() || !self.rng.random_bool(FORMED) {
            return None;
        }
        let of_texts = self.cluster.text_for(ty)?;
        let word = JavaString::from(*words.choose(self.rng)?);
        self.push(test, of_texts, StatementKind::Literal(Literal::Text(word)))
    }

    fn name(&mut self, test: &mut TestCase, ty: TypeId, lookup: &Lookup) -> Option<Var> {
        let name = JavaString::from(lookup.name.as_deref()?);
        self.push(test, ty, StatementKind::Literal(Literal::Text(name)))
    }

    fn class_literals(
        &mut self,
        test: &mut TestCase,
        array: TypeId,
        element: TypeId,
        lookup: &Lookup,
    ) -> Option<Var> {
        let mut elements = Vars::new();
        for parameter in lookup.parameters.iter().flatten() {
            elements.push(self.class_literal(test, element, *parameter)?);
        }
        self.push(test, array, StatementKind::Array { elements })
    }

    fn class_literal(&mut self, test: &mut TestCase, ty: TypeId, class: TypeId) -> Option<Var> {
        self.push(test, ty, StatementKind::Literal(Literal::Class(class)))
    }
}
