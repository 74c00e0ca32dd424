//! How a test double is written: takes its type with its answers and what the tests' project has, gives lambda, mock
//! or class by hand, or none. A reader has to see at a glance what stands in: whatever would be long is not written.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    Answer, ClassDescription, ClassKind, DoubleStyle, ExecutableDescription, JavaType,
    MOST_WRITTEN_METHODS, Observation, ObservedPart, Statement, StatementKind, TestCluster, Var,
};

use crate::{
    style::{Mockito, Style},
    types::{
        hierarchy::{Ancestor, abstract_methods, ancestors, find_method, functional_method},
        type_names::{TypeNames, split_package},
    },
};

/// How one test double is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoubleForm {
    /// `(first, second) -> 1`
    Lambda,
    /// `mock(Owners.class)`
    Mock,
    /// `mock(Owners.class, CALLS_REAL_METHODS)`
    MockOfDefaults,
    /// `mock(Base.class, withSettings().useConstructor().defaultAnswer(CALLS_REAL_METHODS))`
    MockOfRest,
    /// `new Owners() { … }`
    Anonymous,
}

impl DoubleForm {
    /// Whether it is Mockito's.
    pub(crate) fn is_mock(self) -> bool {
        !matches!(self, Self::Lambda | Self::Anonymous)
    }
}

/// What stands around a double.
#[derive(Clone, Copy)]
pub(crate) struct DoubleForms<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) style: &'a Style,
    pub(crate) statements: &'a [Statement],
    /// Doubles that an assertion asks about their calls.
    pub(crate) asked: &'a BTreeSet<Var>,
    /// What was observed of the calls on doubles.
    pub(crate) seen: &'a [Observation],
}

/// The methods of a class that were called on its double, for which there is no answer: written by hand, a double keeps
/// them from doing their real work, as a mock does.
pub(crate) fn called_besides<'a>(
    cluster: &'a TestCluster,
    seen: &[Observation],
    double: Var,
    ty: &JavaType,
    answers: &[Answer],
) -> Vec<(Ancestor<'a>, &'a ExecutableDescription)> {
    let called = seen.iter().filter_map(|one| match &one.subject {
        ObservedPart::Interaction { method, descriptor } if one.var == double => {
            find_method(cluster, ty, method, descriptor)
        }
        _ => None,
    });
    called
        .filter(|(_, method)| {
            let modifiers = method.modifiers;
            let is_open =
                !modifiers.is_final() && !modifiers.is_static() && !modifiers.is_private();
            is_open && !modifiers.is_abstract() && !answers.iter().any(|it| is_answer(method, it))
        })
        .collect()
}

impl DoubleForms<'_> {
    /// The form of each double, by its statement; else the type of the first one that cannot be written.
    pub(crate) fn all(&self) -> Result<BTreeMap<usize, DoubleForm>, &JavaType> {
        let known = self.known();
        let is_double = |at: &usize| {
            let kind = &self.statements[*at].kind;
            matches!(kind, StatementKind::TestDouble { .. })
        };
        let mut doubles = (0..self.statements.len()).filter(is_double);
        match doubles.find(|at| !known.contains_key(at)) {
            Some(at) => Err(self.cluster.ty(self.statements[at].ty)),
            None => Ok(known),
        }
    }

    /// The forms of those that can be written.
    pub(crate) fn known(&self) -> BTreeMap<usize, DoubleForm> {
        let all = 0..self.statements.len();
        all.filter_map(|at| Some((at, self.of(at)?))).collect()
    }

    /// How the double of this statement is written; none where it would be too long, or where it is no double.
    pub(crate) fn of(&self, at: usize) -> Option<DoubleForm> {
        let statement = &self.statements[at];
        let StatementKind::TestDouble { answers, style, .. } = &statement.kind else {
            return None;
        };
        let ty = self.cluster.ty(statement.ty);
        let is_row = has_row(answers);
        // A collaborator is mocked as the others are, though a lambda would do.
        let is_mocked = *style == DoubleStyle::Mock && self.style.mocks.is_some();
        let is_asked = self.asked.contains(&Var(at as u16));
        let may_be_lambda = self.style.has_lambdas() && !is_row && !is_mocked && !is_asked;
        if may_be_lambda && is_lambda(self.cluster, ty, answers) {
            return Some(DoubleForm::Lambda);
        }
        let mockito = self.style.mocks.filter(|mockito| {
            let stubs = Stubbed {
                cluster: self.cluster,
                ty,
                mockito,
            };
            stubs.is_mockable(answers)
        });
        let class = self.cluster.class(ty.class_name()?)?;
        let is_by_hand = !is_row && self.is_short_by_hand(class, at, answers);
        let anonymous = is_by_hand.then_some(DoubleForm::Anonymous);
        let is_interface = class.kind == ClassKind::Interface;
        if *style == DoubleStyle::Mock || is_interface && !has_defaults(self.cluster, ty) {
            return mockito.map(|_| DoubleForm::Mock).or(anonymous);
        }
        anonymous.or_else(|| {
            let mockito = mockito?;
            let has_plain_constructor = class
                .constructors
                .iter()
                .any(|one| one.parameters.is_empty());
            if is_interface {
                return Some(DoubleForm::MockOfDefaults);
            }
            (mockito.major >= 2 && has_plain_constructor).then_some(DoubleForm::MockOfRest)
        })
    }

    fn is_short_by_hand(&self, class: &ClassDescription, at: usize, answers: &[Answer]) -> bool {
        let ty = self.cluster.ty(self.statements[at].ty);
        let members = abstract_methods(self.cluster, ty);
        let is_listed = |answer: &&Answer| {
            let is_it = |method: &ExecutableDescription| is_answer(method, answer);
            members.iter().any(|(_, method)| is_it(method))
        };
        let double = Var(at as u16);
        let called = called_besides(self.cluster, self.seen, double, ty, answers);
        let others = answers.iter().filter(|answer| !is_listed(answer)).count() + called.len();
        // Nobody but the compiler implements an annotation.
        let is_open =
            !class.modifiers.is_final() && !class.is_sealed && class.kind != ClassKind::Annotation;
        is_open && members.len() + others <= MOST_WRITTEN_METHODS
    }
}

/// A type that is to be mocked.
struct Stubbed<'a> {
    cluster: &'a TestCluster,
    ty: &'a JavaType,
    mockito: &'a Mockito,
}

impl Stubbed<'_> {
    /// Whether there can be a mock of the type that gives these answers.
    fn is_mockable(&self, answers: &[Answer]) -> bool {
        let JavaType::Class { name, .. } = self.ty else {
            return false;
        };
        let Some(class) = self.cluster.class(name) else {
            return false;
        };
        let is_object = matches!(
            class.kind,
            ClassKind::Class | ClassKind::Interface | ClassKind::Annotation
        );
        let is_open = !class.modifiers.is_final() && !class.is_sealed || self.mockito.mocks_final;
        let is_named = TypeNames::new(self.cluster).is_visible(name);
        is_object && is_open && is_named && answers.iter().all(|answer| self.can_answer(answer))
    }

    fn can_answer(&self, answer: &Answer) -> bool {
        let found = find_method(self.cluster, self.ty, &answer.method, &answer.descriptor);
        let Some((ancestor, method)) = found else {
            return false;
        };
        let modifiers = method.modifiers;
        let is_near = split_package(&ancestor.class.name).0 == self.cluster.package();
        let can_call = modifiers.is_public() || is_near && !modifiers.is_private();
        let is_open = !modifiers.is_final() || self.mockito.mocks_final;
        can_call && is_open && !modifiers.is_static()
    }
}

fn is_lambda(cluster: &TestCluster, ty: &JavaType, answers: &[Answer]) -> bool {
    let concrete = crate::types::type_names::without_wildcards(ty);
    functional_method(cluster, &concrete).is_some_and(|(_, method)| {
        let is_it = |answer: &Answer| is_answer(method, answer) && !answer.throws;
        answers.iter().all(is_it)
    })
}

fn has_defaults(cluster: &TestCluster, ty: &JavaType) -> bool {
    ancestors(cluster, ty).iter().any(|one| {
        one.class.kind == ClassKind::Interface
            && one.class.methods.iter().any(|method| method.is_default)
    })
}

/// Whether a method gives several answers in a row, which a class by hand would need a counter for.
fn has_row(answers: &[Answer]) -> bool {
    let is_later = |at: usize| answers[..at].iter().any(|it| is_of_same(it, &answers[at]));
    (1..answers.len()).any(is_later)
}

/// Whether both are answers to one method.
pub(crate) fn is_of_same(one: &Answer, other: &Answer) -> bool {
    one.method == other.method && one.descriptor == other.descriptor
}

/// Whether the answer is one to this method.
pub(crate) fn is_answer(method: &ExecutableDescription, answer: &Answer) -> bool {
    *answer.method == *method.name && *answer.descriptor == *method.descriptor
}
