//! What the name of a test can be made of: its statements, which of them is the act, and what is asserted; finds no
//! words.

use std::collections::BTreeSet;

use goalline_testcase::{
    Callable, CallableKind, Observation, Observed, ObservedPart, Statement, StatementKind,
    TestCluster, Var,
};

use crate::{
    assertions::{
        checks::{Access, Check, Fact},
        promises::Promises,
    },
    written::StubbedCall,
};

/// Inputs that have nothing to do with what a test states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ImmaterialInputs {
    /// Those that may be anything: where one of them is stated itself, another one is.
    pub(crate) any: BTreeSet<Var>,
    /// Those that may be anything though nothing is stated anew: they come out nowhere.
    pub(crate) unseen: BTreeSet<Var>,
}

impl ImmaterialInputs {
    /// The same inputs, none of which is stated.
    pub(crate) fn unseen(all: BTreeSet<Var>) -> Self {
        Self {
            any: all.clone(),
            unseen: all,
        }
    }

    /// Whether the input may be anything.
    pub(crate) fn contains(&self, input: Var) -> bool {
        self.any.contains(&input)
    }

    /// Whether the input may be anything and comes out nowhere.
    pub(crate) fn is_unseen(&self, input: Var) -> bool {
        self.unseen.contains(&input)
    }
}

/// What a name can be made of.
#[derive(Clone)]
pub(crate) struct Facts<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    pub(crate) act: usize,
    pub(crate) checks: &'a [Check],
    /// What was observed before the act; empty where that is not known.
    pub(crate) before: &'a [Observation],
    /// What was observed in the end.
    pub(crate) seen: &'a [Observation],
    /// The statements that are Mockito's mocks.
    pub(crate) mocks: Vec<usize>,
    /// Binary name of the expected exception.
    pub(crate) thrown: Option<&'a str>,
    /// Its message, where the test expects that too.
    pub(crate) message: Option<&'a str>,
    /// What it said, also where no test may expect that.
    pub(crate) said: Option<&'a str>,
    /// What the call gives, as its documentation calls it: `SmallestOfValues`; none where the value is to be told.
    pub(crate) documented: Option<String>,
    /// Inputs for which other values give the same.
    pub(crate) immaterial: &'a ImmaterialInputs,
    /// The factory that made what the call gives, where a class has one for each kind of answer: `notFound`.
    pub(crate) answered: Option<&'a str>,
    /// What mocks were asked that decided how the act ended, the nearest to the end first.
    pub(crate) deciding: &'a [StubbedCall],
    /// What the sources say.
    pub(crate) promises: &'a dyn Promises,
}

impl Facts<'_> {
    /// The callable under test with its receiver and arguments, where the act is a call.
    pub(crate) fn callable(&self) -> Option<(&Callable, Option<Var>, &[Var])> {
        match &self.statements[self.act].kind {
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => Some((self.cluster.callable(*callable), *receiver, arguments)),
            _ => None,
        }
    }

    /// The method under test that gave the object of another class that the act is called on, with its arguments.
    pub(crate) fn factory(&self) -> Option<(&Callable, &[Var])> {
        let (callable, receiver, _) = self.callable()?;
        self.maker_of_view(callable, receiver?)
    }

    /// The method under test that gave an object on which a method of another class is called.
    pub(crate) fn maker_of_view(
        &self,
        called: &Callable,
        view: Var,
    ) -> Option<(&Callable, &[Var])> {
        match &self.statements[usize::from(view.0)].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let factory = self.cluster.callable(*callable);
                let is_method = matches!(
                    factory.kind,
                    CallableKind::Method | CallableKind::StaticMethod
                );
                // A view of a map is asked through the JDK's interfaces, and answers by hidden classes.
                let is_other = !called.is_under_test || called.owner.starts_with("java.");
                (is_method && factory.is_under_test && is_other).then_some((factory, arguments))
            }
            _ => None,
        }
    }

    /// What the act was seen to return, where that is asserted.
    pub(crate) fn result(&self) -> Option<&Observed> {
        let mut of_act = self.checks.iter().filter(|check| {
            matches!(check.access, Access::Value) && usize::from(check.var.0) == self.act
        });
        of_act.find_map(|check| match &check.fact {
            Fact::Is(observed) => Some(observed),
            _ => None,
        })
    }

    /// What a method without parameters of the receiver gave, or a field of it held, before the act.
    pub(crate) fn state_before(&self, member: &str) -> Option<&Observed> {
        let (_, receiver, _) = self.callable()?;
        let receiver = receiver?;
        let is_it = |part: &ObservedPart| match part {
            ObservedPart::Inspector { method, .. } => method == member,
            ObservedPart::Field { name } => name == member,
            _ => false,
        };
        let mut seen = self.before.iter();
        seen.find(|one| one.var == receiver && is_it(&one.subject))
            .map(|one| &one.observed)
    }
}
