//! Answers that change nothing: takes statements with how their doubles are written, gives statements without answers
//! that no call asked for or that a mock gives by itself. Mockito's strict stubs refuse the former, readers the latter.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    Answer, CallableKind, DoubleStyle, JavaType, Literal, Observation, ObservedPart, Statement,
    StatementKind, TestCluster, Var,
};

use crate::{
    doubles::{asked_class::AskedDouble, stubs::is_answered_with_something},
    printing::double_forms::{DoubleForm, is_of_same},
    types::{hierarchy::find_method, signatures::MethodTypes, type_names::unboxed},
    written::StubbedCall,
};

/// What is known of the answers of a test.
pub(crate) struct Answers<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) doubles: &'a BTreeMap<usize, DoubleForm>,
    /// All that was observed.
    pub(crate) observed: &'a [Observation],
    /// Whether calls that were not observed were not made.
    pub(crate) is_complete: bool,
    /// Answers that Mockito said were not asked for.
    pub(crate) idle: &'a [StubbedCall],
    /// Answers that conditions ask for: who reads the test wants to see them.
    pub(crate) deciding: &'a [StubbedCall],
}

impl Answers<'_> {
    /// The statements without idle answers and without what was made for these alone.
    pub(crate) fn needed(&self, statements: &[Statement]) -> Vec<Statement> {
        let before = used(statements);
        let mut needed = statements.to_vec();
        for (at, statement) in needed.iter_mut().enumerate() {
            let ty = self.cluster.ty(statement.ty);
            if !self.doubles.get(&at).is_some_and(|form| form.is_mock()) {
                continue;
            }
            if let StatementKind::TestDouble { answers, style, .. } = &mut statement.kind {
                let style = *style;
                let all = answers.clone();
                // In a row what a mock gives by itself ends what came before.
                let is_alone = |answer: &Answer| {
                    let row = all.iter().filter(|it| is_of_same(it, answer));
                    row.count() == 1
                };
                let asked = AskedDouble {
                    cluster: self.cluster,
                    statements,
                    seen: self.observed,
                    double: Var(at as u16),
                };
                let is_for_nobody = |place: usize| {
                    let calls = asked.calls_answered_by(&all, place);
                    calls.is_some_and(|calls| calls.is_empty())
                };
                let mut place = 0;
                answers.retain(|answer| {
                    place += 1;
                    let is_default = is_alone(answer) && self.is_default(statements, ty, answer);
                    let is_needless = is_default && !is_among(self.deciding, at, answer);
                    let is_idle = self.is_idle(at, style, answer) || is_for_nobody(place - 1);
                    !is_idle && !is_needless
                });
            }
        }
        self.forget_unused(&mut needed, &before);
        needed
    }

    fn is_idle(&self, at: usize, style: DoubleStyle, answer: &Answer) -> bool {
        let is_told = is_among(self.idle, at, answer);
        let is_call = |one: &Observation| {
            usize::from(one.var.0) == at
                && matches!(&one.subject, ObservedPart::Interaction { method, descriptor }
                    if **method == *answer.method && **descriptor == *answer.descriptor)
        };
        let is_watched = style == DoubleStyle::Mock && self.is_complete;
        is_told || is_watched && !self.observed.iter().any(is_call)
    }

    /// Whether a mock answers so by itself.
    fn is_default(&self, statements: &[Statement], ty: &JavaType, answer: &Answer) -> bool {
        let found = find_method(self.cluster, ty, &answer.method, &answer.descriptor);
        let Some((ancestor, method)) = found.filter(|_| !answer.throws) else {
            return false;
        };
        let returns = MethodTypes::of(&ancestor, method).returns;
        match &statements[usize::from(answer.value.0)].kind {
            StatementKind::Null => !is_answered_with_something(&returns),
            StatementKind::Literal(literal) => is_number(&returns) && is_zero(literal),
            _ => false,
        }
    }

    /// Objects that were made for answers alone go with them.
    fn forget_unused(&self, needed: &mut [Statement], before: &BTreeSet<Var>) {
        for at in (0..needed.len()).rev() {
            let var = Var(at as u16);
            let is_lost = before.contains(&var) && !used(needed).contains(&var);
            let is_made = match &needed[at].kind {
                StatementKind::Call { callable, .. } => matches!(
                    self.cluster.callable(*callable).kind,
                    CallableKind::Constructor | CallableKind::StaticMethod
                ),
                StatementKind::TestDouble { .. } => true,
                _ => false,
            };
            if is_lost && is_made {
                needed[at].kind = StatementKind::Null;
            }
        }
    }
}

/// Whether these calls are one that the double at `at` answers so.
fn is_among(calls: &[StubbedCall], at: usize, answer: &Answer) -> bool {
    calls.iter().any(|call| {
        usize::from(call.double.0) == at
            && *call.method == *answer.method
            && *call.descriptor == *answer.descriptor
    })
}

fn used(statements: &[Statement]) -> BTreeSet<Var> {
    let mut used = BTreeSet::new();
    for statement in statements {
        statement.kind.visit_uses(|var| {
            used.insert(var);
        });
    }
    used
}

fn is_number(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) => true,
        JavaType::Class { name, .. } => unboxed(name).is_some(),
        _ => false,
    }
}

fn is_zero(literal: &Literal) -> bool {
    match literal {
        Literal::Boolean(value) => !value,
        Literal::Byte(value) => *value == 0,
        Literal::Short(value) => *value == 0,
        Literal::Char(value) => *value == 0,
        Literal::Int(value) => *value == 0,
        Literal::Long(value) => *value == 0,
        Literal::Float(value) => value.to_bits() == 0,
        Literal::Double(value) => value.to_bits() == 0,
        Literal::Text(_) | Literal::Class(_) => false,
    }
}
