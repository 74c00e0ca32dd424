//! Whether a test case could be written as Java: takes a test and its cluster, gives the first flaw; changes nothing.

use thiserror::Error;

use crate::{
    Callable, CallableId, Shape, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
};

/// Why a test case is none.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Flaw {
    /// A use stands before its definition, or beyond the end.
    #[error("statement {0:?} uses {1:?} before it is defined")]
    UseBeforeDefinition(Var, Var),
    /// A used value cannot stand where it does.
    #[error("statement {0:?} uses {1:?}, which has the wrong type")]
    WrongType(Var, Var),
    /// The number or presence of receiver and arguments differs from the callable's.
    #[error("statement {0:?} has other arguments than its callable")]
    WrongArguments(Var),
    /// The statement's type is not that of its value.
    #[error("statement {0:?} has another type than its value")]
    WrongStatementType(Var),
    /// A call or access on a literal `null`.
    #[error("statement {0:?} is called on null")]
    NullReceiver(Var),
    /// A callable or type that the cluster does not know.
    #[error("statement {0:?} names something unknown to the cluster")]
    Unknown(Var),
}

impl TestCase {
    /// Whether every use follows its definition and every value has a type that fits.
    pub fn is_well_formed(&self, cluster: &TestCluster) -> bool {
        self.check(cluster).is_ok()
    }

    /// The first flaw, if there is one.
    pub fn check(&self, cluster: &TestCluster) -> Result<(), Flaw> {
        self.vars()
            .try_for_each(|var| self.check_statement(var, cluster))
    }

    fn check_statement(&self, var: Var, cluster: &TestCluster) -> Result<(), Flaw> {
        let statement = self.statement(var);
        let mut early = None;
        statement.kind.visit_uses(|used| {
            if used >= var && early.is_none() {
                early = Some(used);
            }
        });
        if let Some(used) = early {
            return Err(Flaw::UseBeforeDefinition(var, used));
        }
        if statement.ty.0 as usize >= cluster.types_len() {
            return Err(Flaw::Unknown(var));
        }
        let shape = cluster.shape(statement.ty);
        let has_its_type = match &statement.kind {
            StatementKind::Literal(literal) => literal.has_shape(shape),
            StatementKind::Null => !matches!(shape, Shape::Void | Shape::Primitive(_)),
            StatementKind::Array { .. } => matches!(shape, Shape::Array(_)),
            StatementKind::TestDouble { arguments, .. } => {
                Self::check_constructor(var, statement.ty, arguments, cluster)?;
                matches!(shape, Shape::TestDouble | Shape::Reference)
            }
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => {
                let call = CallParts {
                    callable: *callable,
                    receiver: *receiver,
                    arguments,
                };
                self.check_call(var, &call, cluster)?;
                cluster.callable(*callable).returns == statement.ty
            }
        };
        if !has_its_type {
            return Err(Flaw::WrongStatementType(var));
        }
        self.check_uses(var, statement, cluster)
    }

    /// A double's constructor is given nothing, or one value a parameter.
    fn check_constructor(
        var: Var,
        ty: TypeId,
        arguments: &[Var],
        cluster: &TestCluster,
    ) -> Result<(), Flaw> {
        let constructor = cluster.double_constructor(ty);
        let needed = constructor.map_or(0, |it| cluster.callable(it).parameters.len());
        if arguments.is_empty() || arguments.len() == needed {
            return Ok(());
        }
        Err(Flaw::WrongArguments(var))
    }

    fn check_call(&self, var: Var, call: &CallParts, cluster: &TestCluster) -> Result<(), Flaw> {
        if call.callable.0 as usize >= cluster.callables().len() {
            return Err(Flaw::Unknown(var));
        }
        let callable: &Callable = cluster.callable(call.callable);
        if callable.parameters.len() != call.arguments.len()
            || callable.receiver.is_some() != call.receiver.is_some()
        {
            return Err(Flaw::WrongArguments(var));
        }
        let is_null = |receiver: Var| matches!(self.statement(receiver).kind, StatementKind::Null);
        match call.receiver {
            Some(receiver) if is_null(receiver) => Err(Flaw::NullReceiver(var)),
            _ => Ok(()),
        }
    }

    fn check_uses(
        &self,
        var: Var,
        statement: &Statement,
        cluster: &TestCluster,
    ) -> Result<(), Flaw> {
        let mut wanted = self.wanted_types(var, cluster).into_iter();
        let mut flaw = None;
        statement.kind.visit_uses(|used| {
            let fits = match wanted.next().flatten() {
                Some(wanted) => self.fits(used, wanted, cluster),
                None => cluster.shape(self.statement(used).ty) != Shape::Void,
            };
            if !fits && flaw.is_none() {
                flaw = Some(Flaw::WrongType(var, used));
            }
        });
        flaw.map_or(Ok(()), Err)
    }

    /// Whether the variable can be passed where the type is wanted.
    pub fn fits(&self, var: Var, wanted: TypeId, cluster: &TestCluster) -> bool {
        cluster.would_be_assignable(self.statement(var).ty, wanted)
    }
}

/// The parts of a call statement.
struct CallParts<'a> {
    callable: CallableId,
    receiver: Option<Var>,
    arguments: &'a [Var],
}
