//! Where each statement's value is written: takes statements and what assertions need, gives a place per statement;
//! evaluation order never changes.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    CallableKind, JavaType, Literal, Statement, StatementKind, TestCluster, Var,
};

use crate::{
    printing::double_forms::DoubleForm,
    types::{hierarchy::declared, type_names::erase},
};

/// How one statement appears in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    /// Not at all: nothing uses it and it does nothing.
    Skip,
    /// Written where its value is used.
    Inline,
    /// A local variable.
    Declare,
    /// A statement whose value nobody uses.
    Bare,
}

/// What the rest of the test asks of the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    /// Variables that assertions name.
    pub(crate) needed: BTreeSet<Var>,
    /// The statement under test.
    pub(crate) act: Option<usize>,
    /// Whether the act's value is written inside the first assertion.
    pub(crate) act_in_assertion: bool,
    /// The statement right before the act whose value is what the first assertion expects, written there.
    pub(crate) expected_in_assertion: Option<usize>,
    /// Whether the act throws: then its lambda holds no other call.
    pub(crate) act_throws: bool,
    /// Calls that made a line too long when written inline.
    pub(crate) forced: BTreeSet<Var>,
    /// How test doubles are written, by their statements.
    pub(crate) doubles: BTreeMap<usize, DoubleForm>,
}

/// The role that a value has where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueRole {
    Receiver,
    Argument,
    Element,
    Answer,
}

/// Places every statement.
pub(crate) fn place(
    cluster: &TestCluster,
    statements: &[Statement],
    demands: &Demands,
) -> Vec<Placement> {
    let mut planner = Planner {
        cluster,
        statements,
        demands,
        uses: vec![0; statements.len()],
        placements: vec![Placement::Skip; statements.len()],
        pending: Vec::new(),
    };
    planner.count_uses();
    for at in 0..statements.len() {
        planner.visit(at);
    }
    planner.materialise_all();
    planner.placements
}

struct Planner<'a> {
    cluster: &'a TestCluster,
    statements: &'a [Statement],
    demands: &'a Demands,
    uses: Vec<u32>,
    placements: Vec<Placement>,
    /// Calls with one later use that nothing has been placed after: the last may still move into the next statement.
    pending: Vec<usize>,
}

impl Planner<'_> {
    /// Counts the uses by statements that are themselves used or do something.
    fn count_uses(&mut self) {
        for at in (0..self.statements.len()).rev() {
            let is_dead = self.uses[at] == 0 && !self.is_needed(at) && self.is_pure(at);
            if !is_dead {
                self.statements[at]
                    .kind
                    .visit_uses(|var| self.uses[usize::from(var.0)] += 1);
            }
        }
    }

    fn is_needed(&self, at: usize) -> bool {
        self.demands.needed.contains(&Var(at as u16))
    }

    fn is_forced(&self, at: usize) -> bool {
        self.demands.forced.contains(&Var(at as u16))
    }

    fn is_pure(&self, at: usize) -> bool {
        is_pure(self.cluster, &self.statements[at])
    }

    fn visit(&mut self, at: usize) {
        if self.is_pure(at) {
            self.visit_pure(at);
            return;
        }
        self.consume(at);
        let used = self.uses[at] > 0 || self.is_needed(at);
        let is_act = self.demands.act == Some(at);
        let is_expected = self.demands.expected_in_assertion == Some(at) && !self.is_forced(at);
        if is_expected || (is_act && self.demands.act_in_assertion) {
            self.materialise_all();
            self.placements[at] = Placement::Inline;
        } else if self.uses[at] == 1 && !self.is_needed(at) && !self.is_forced(at) && !is_act {
            self.pending.push(at);
        } else {
            self.materialise_all();
            let can_stand_alone = !matches!(
                self.call_kind(at),
                Some(CallableKind::FieldRead | CallableKind::StaticFieldRead)
            );
            self.placements[at] = if used || (!can_stand_alone && !self.demands.act_throws) {
                Placement::Declare
            } else {
                Placement::Bare
            };
        }
    }

    fn visit_pure(&mut self, at: usize) {
        let used = self.uses[at] > 0 || self.is_needed(at);
        self.placements[at] = if !used {
            Placement::Skip
        } else if self.is_copyable(at) || self.may_move(at) {
            Placement::Inline
        } else {
            Placement::Declare
        };
        let is_written_here = self.placements[at] == Placement::Declare;
        match &self.statements[at].kind {
            StatementKind::Array { .. } if is_written_here => {
                self.consume(at);
                self.materialise_all();
            }
            StatementKind::TestDouble { .. } => self.consume(at),
            _ => {}
        }
    }

    /// Whether the one use of a pure value takes it written in place.
    fn may_move(&self, at: usize) -> bool {
        if self.uses[at] != 1 || self.is_needed(at) || self.is_forced(at) {
            return false;
        }
        let mut fits = false;
        for user in at + 1..self.statements.len() {
            for (var, role) in roles(&self.statements[user].kind) {
                if usize::from(var.0) == at && self.placements_allow(user) {
                    fits = self.fits(at, user, role);
                }
            }
        }
        fits
    }

    /// Whether the user is a statement that counts as one (dead ones do not).
    fn placements_allow(&self, user: usize) -> bool {
        self.uses[user] > 0 || self.is_needed(user) || !self.is_pure(user)
    }

    /// Whether a value can be written in place of this use.
    fn fits(&self, at: usize, user: usize, role: ValueRole) -> bool {
        let statement = &self.statements[at];
        match &statement.kind {
            StatementKind::Null => role != ValueRole::Receiver,
            StatementKind::Literal(literal) => {
                role != ValueRole::Receiver
                    || matches!(literal, Literal::Text(_) | Literal::Class(_))
            }
            StatementKind::Array { .. } => matches!(role, ValueRole::Argument | ValueRole::Element),
            StatementKind::TestDouble { .. } => {
                matches!(role, ValueRole::Argument | ValueRole::Element)
                    && self.demands.doubles.get(&at) == Some(&DoubleForm::Lambda)
                    && self.target_is_own_type(at, user)
            }
            StatementKind::Call { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                if callable.kind == CallableKind::StaticFieldRead && self.is_pure(at) {
                    return true;
                }
                match role {
                    ValueRole::Answer => self.fits_as_answer(at, user),
                    ValueRole::Argument | ValueRole::Element => {
                        !(self.demands.act_throws && self.demands.act == Some(user))
                    }
                    ValueRole::Receiver => self.fits_as_receiver(at, user),
                }
            }
        }
    }

    /// Whether the value is made where a mock is told of it: once, as a variable would be. Nothing that knows a mock
    /// may run there, as Mockito waits for the answer.
    fn fits_as_answer(&self, at: usize, user: usize) -> bool {
        let is_mock = self
            .demands
            .doubles
            .get(&user)
            .is_some_and(|form| form.is_mock());
        let is_made = matches!(
            self.call_kind(at),
            Some(CallableKind::Constructor | CallableKind::StaticMethod)
        );
        is_mock && is_made && !self.knows_double(at)
    }

    fn knows_double(&self, at: usize) -> bool {
        let mut found = false;
        self.statements[at].kind.visit_uses(|var| {
            let var = usize::from(var.0);
            let is_double = matches!(self.statements[var].kind, StatementKind::TestDouble { .. });
            found |= is_double || self.knows_double(var);
        });
        found
    }

    fn fits_as_receiver(&self, at: usize, user: usize) -> bool {
        let StatementKind::Call { callable, .. } = &self.statements[at].kind else {
            return false;
        };
        let callable = self.cluster.callable(*callable);
        let own_type_parameters = declared(
            self.cluster,
            &callable.declared_in,
            &callable.name,
            &callable.descriptor,
        )
        .is_some_and(|one| {
            callable.kind != CallableKind::Constructor && !one.type_parameters.is_empty()
        });
        let written = erase(self.cluster.ty(callable.returns));
        if own_type_parameters || written != erase(self.cluster.ty(self.statements[at].ty)) {
            return false;
        }
        // The object under test is a variable, unless the act ends a chain of calls.
        let is_of_act = self.demands.act == Some(user);
        !is_of_act || (callable.kind == CallableKind::Method && !self.demands.act_throws)
    }

    /// Whether the place of use has the very type of the test double, so that a lambda knows its interface.
    fn target_is_own_type(&self, at: usize, user: usize) -> bool {
        let own = erase(self.cluster.ty(self.statements[at].ty));
        match &self.statements[user].kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let parameters = &self.cluster.callable(*callable).parameters;
                arguments
                    .iter()
                    .zip(parameters)
                    .any(|(argument, parameter)| {
                        usize::from(argument.0) == at && erase(self.cluster.ty(*parameter)) == own
                    })
            }
            StatementKind::Array { .. } => match erase(self.cluster.ty(self.statements[user].ty)) {
                JavaType::Array(element) => *element == own,
                _ => false,
            },
            _ => false,
        }
    }

    fn is_copyable(&self, at: usize) -> bool {
        !self.is_forced(at) && is_copyable(self.cluster, &self.statements[at])
    }

    /// Moves the latest pending calls into statement `at` where they are its operands in order; places the others
    /// before it.
    fn consume(&mut self, at: usize) {
        for (operand, fits) in self.operands(at).into_iter().rev() {
            if fits && self.pending.last() == Some(&operand) {
                self.pending.pop();
                self.placements[operand] = Placement::Inline;
            } else if let Some(position) = self.pending.iter().position(|one| *one == operand) {
                for earlier in self.pending.drain(..=position) {
                    self.placements[earlier] = Placement::Declare;
                }
            }
        }
    }

    /// The calls among the operands in evaluation order, looking through arrays written in place; with whether each
    /// fits.
    fn operands(&self, at: usize) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        for (var, role) in roles(&self.statements[at].kind) {
            let operand = usize::from(var.0);
            let is_array = matches!(self.statements[operand].kind, StatementKind::Array { .. });
            if is_array && self.placements[operand] == Placement::Inline {
                let strict = self.demands.act_throws && self.demands.act == Some(at);
                found.extend(
                    self.operands(operand)
                        .into_iter()
                        .map(|(one, fits)| (one, fits && !strict)),
                );
            } else if !self.is_pure(operand) {
                found.push((operand, self.fits(operand, at, role)));
            }
        }
        found
    }

    fn materialise_all(&mut self) {
        for at in std::mem::take(&mut self.pending) {
            self.placements[at] = Placement::Declare;
        }
    }

    fn call_kind(&self, at: usize) -> Option<CallableKind> {
        match &self.statements[at].kind {
            StatementKind::Call { callable, .. } => Some(self.cluster.callable(*callable).kind),
            _ => None,
        }
    }
}

fn roles(kind: &StatementKind) -> Vec<(Var, ValueRole)> {
    match kind {
        StatementKind::Literal(_) | StatementKind::Null => Vec::new(),
        StatementKind::Call {
            receiver,
            arguments,
            ..
        } => {
            let receivers = receiver.iter().map(|var| (*var, ValueRole::Receiver));
            receivers
                .chain(arguments.iter().map(|var| (*var, ValueRole::Argument)))
                .collect()
        }
        StatementKind::Array { elements } => elements
            .iter()
            .map(|var| (*var, ValueRole::Element))
            .collect(),
        StatementKind::TestDouble { answers, .. } => answers
            .iter()
            .map(|answer| (answer.value, ValueRole::Answer))
            .collect(),
    }
}

/// Whether evaluating the statement has no effect and always gives an equal value.
pub(crate) fn is_pure(cluster: &TestCluster, statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Call { callable, .. } => {
            let callable = cluster.callable(*callable);
            callable.kind == CallableKind::StaticFieldRead
                && cluster.class(&callable.declared_in).is_none_or(|class| {
                    class
                        .fields
                        .iter()
                        .find(|field| field.name == callable.name)
                        .is_none_or(|field| field.modifiers.is_final())
                })
        }
        _ => true,
    }
}

/// Whether the statement's value may be written at each of its uses: constants, `null` and short literals.
pub(crate) fn is_copyable(cluster: &TestCluster, statement: &Statement) -> bool {
    const LONGEST_COPIED_STRING: usize = 24;
    match &statement.kind {
        StatementKind::Null => true,
        StatementKind::Literal(Literal::Text(text)) => text.0.len() <= LONGEST_COPIED_STRING,
        StatementKind::Literal(_) => {
            matches!(
                cluster.ty(statement.ty),
                JavaType::Primitive(_) | JavaType::Class { .. }
            )
        }
        StatementKind::Call { .. } => is_pure(cluster, statement),
        StatementKind::Array { .. } | StatementKind::TestDouble { .. } => false,
    }
}
