//! Answers that change nothing: takes statements with how their doubles are written, gives statements without answers
//! that no call asked for: Mockito's strict stubs refuse them.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    Answer, CallableKind, DoubleStyle, Observation, ObservedPart, Statement, StatementKind,
    TestCluster, Var,
};

use crate::{
    doubles::asked_class::AskedDouble, printing::double_forms::DoubleForm, written::StubbedCall,
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
}

impl Answers<'_> {
    /// The statements without idle answers and without what was made for these alone.
    pub(crate) fn needed(&self, statements: &[Statement]) -> Vec<Statement> {
        let before = used(statements);
        let mut needed = statements.to_vec();
        for (at, statement) in needed.iter_mut().enumerate() {
            if !self.doubles.get(&at).is_some_and(|form| form.is_mock()) {
                continue;
            }
            if let StatementKind::TestDouble { answers, style, .. } = &mut statement.kind {
                let style = *style;
                let all = answers.clone();
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
                    let is_idle = self.is_idle(at, style, answer) || is_for_nobody(place - 1);
                    !is_idle
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
