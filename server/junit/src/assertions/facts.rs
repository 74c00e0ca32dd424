//! What the name of a test can be made of: its statements, which of them is the act, and what is asserted; finds no
//! words.

use goalline_testcase::{
    Callable, CallableKind, Observation, Observed, ObservedPart, Statement, StatementKind,
    TestCluster, Var,
};

use crate::assertions::checks::Check;

/// What a name can be made of.
#[derive(Clone)]
pub(crate) struct Facts<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    pub(crate) act: usize,
    pub(crate) checks: &'a [Check],
    /// What was observed before the act; empty where that is not known.
    pub(crate) before: &'a [Observation],
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
        let receiver = receiver.filter(|_| !callable.is_under_test)?;
        match &self.statements[usize::from(receiver.0)].kind {
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
                (is_method && factory.is_under_test).then_some((factory, arguments))
            }
            _ => None,
        }
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
