//! Which probes a file gets: takes javac's complaints about a probed text, gives a humbler plan; knows no Java syntax.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{
    FileFlow, MethodFlow, MethodId, MethodKind, OperationId, PredicateId, PredicateKind,
};
use goalline_syntax::Span;

use crate::probed::{PredicateForm, ProbePlace, ProbedSource};

/// How much a probe tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeLevel {
    /// The outcome and the distance to the other one.
    Full,
    /// The outcome.
    Plain,
    /// Nothing: there is no probe.
    None,
}

/// A call that is announced before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedCall {
    /// The call.
    pub span: Span,
    /// The number that is announced.
    pub number: u32,
    /// An expression that fits where a value of the call fits: `0`, `false`, `null`; none where it has no value.
    pub absent: Option<&'static str>,
}

/// How each predicate, entry and loop of a file is probed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbePlan {
    forms: Vec<PredicateForm>,
    reasons: Vec<&'static str>,
    /// By method.
    bodies: Vec<BodyProbes>,
    /// Methods of which the normal ends are probed.
    returns: BTreeSet<MethodId>,
    /// By predicate: the method and whether it is a label, for which the second form means something else.
    predicates: Vec<(MethodId, bool)>,
    /// Wanted lines, each with its method and, once it is lost, the reason.
    lines: BTreeMap<u32, Extra>,
    /// Wanted operations, likewise.
    operations: BTreeMap<OperationId, Extra>,
    /// Announced calls, each with whether its mark is lost.
    marks: Vec<(MarkedCall, bool)>,
    /// Methods whose exits are reported, too.
    framed: BTreeSet<MethodId>,
    predicate_base: u32,
    method_base: u32,
    operation_base: u32,
}

/// A line or an operation that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extra {
    method: MethodId,
    lost: Option<&'static str>,
}

/// What of a method is probed besides its predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BodyProbes {
    span: Span,
    is_lambda: bool,
    has_entry: bool,
    has_steps: bool,
}

const REJECTED: &str = "javac rejects a probe here";
const DISTURBING: &str = "a probe here disturbs javac's flow analysis";
const NO_NUMBERS: &str = "javac takes no probe of numbers here: a text, or a constant";
const TOO_LARGE: &str = "the class file has no room for a probe here";

impl ProbePlan {
    /// Every probe that tells most.
    pub fn full(flow: &FileFlow) -> Self {
        let bodies = flow.methods.iter().map(|method| BodyProbes {
            span: method.body,
            is_lambda: method.kind == MethodKind::Lambda,
            has_entry: true,
            has_steps: true,
        });
        Self {
            forms: vec![PredicateForm::First; flow.predicates.len()],
            reasons: vec![REJECTED; flow.predicates.len()],
            bodies: bodies.collect(),
            returns: BTreeSet::new(),
            predicates: flow
                .predicates
                .iter()
                .map(|predicate| {
                    let is_label = matches!(
                        predicate.kind,
                        PredicateKind::Label { .. } | PredicateKind::Default { .. }
                    );
                    (predicate.method, is_label)
                })
                .collect(),
            lines: BTreeMap::new(),
            operations: BTreeMap::new(),
            marks: Vec::new(),
            framed: BTreeSet::new(),
            predicate_base: 0,
            method_base: 0,
            operation_base: 0,
        }
    }

    /// The plan with probes of these lines (by index in the flow) and operations, too.
    #[must_use]
    pub fn with_extras(
        self,
        flow: &FileFlow,
        lines: impl IntoIterator<Item = u32>,
        operations: impl IntoIterator<Item = OperationId>,
    ) -> Self {
        let extra = |method| Extra { method, lost: None };
        let lines = lines
            .into_iter()
            .map(|line| (line, extra(flow.lines[line as usize].method)));
        let operations = operations
            .into_iter()
            .map(|id| (id, extra(flow.operation(id).method)));
        Self {
            lines: lines.collect(),
            operations: operations.collect(),
            ..self
        }
    }

    /// The plan with probes of what methods return, where a test can call them.
    #[must_use]
    pub fn with_returns(mut self, flow: &FileFlow) -> Self {
        let has_end = |method: &&MethodFlow| {
            let is_named = matches!(method.kind, MethodKind::Method | MethodKind::Constructor);
            is_named && method.is_callable
        };
        let methods = flow.methods.iter().filter(has_end);
        self.returns = methods.map(|method| method.id).collect();
        self
    }

    /// The plan with announcements of these calls, and with exits of these methods.
    #[must_use]
    pub fn with_marks(
        self,
        calls: impl IntoIterator<Item = MarkedCall>,
        framed: impl IntoIterator<Item = MethodId>,
    ) -> Self {
        Self {
            marks: calls.into_iter().map(|call| (call, false)).collect(),
            framed: framed.into_iter().collect(),
            ..self
        }
    }

    /// Announced calls, lost ones included.
    pub(crate) fn marks(&self) -> Vec<MarkedCall> {
        self.marks.iter().map(|(call, _)| *call).collect()
    }

    pub(crate) fn is_mark_lost(&self, at: usize) -> bool {
        self.marks[at].1
    }

    pub(crate) fn is_framed(&self, id: MethodId) -> bool {
        self.framed.contains(&id)
    }

    /// Wanted lines, lost ones included.
    pub(crate) fn lines(&self) -> Vec<u32> {
        self.lines.keys().copied().collect()
    }

    /// Wanted operations, lost ones included.
    pub(crate) fn operations(&self) -> Vec<OperationId> {
        self.operations.keys().copied().collect()
    }

    pub(crate) fn lost_line(&self, line: u32) -> Option<&'static str> {
        self.lines.get(&line)?.lost
    }

    pub(crate) fn lost_operation(&self, id: OperationId) -> Option<&'static str> {
        self.operations.get(&id)?.lost
    }

    /// The plan with numbers from these on, for several files in one worker.
    #[must_use]
    pub fn with_bases(self, predicate_base: u32, method_base: u32) -> Self {
        Self {
            predicate_base,
            method_base,
            ..self
        }
    }

    /// The plan with numbers of operations from this one on.
    #[must_use]
    pub fn with_operation_base(self, operation_base: u32) -> Self {
        Self {
            operation_base,
            ..self
        }
    }

    /// How much the probe of a predicate tells at most. Constants that must not be touched have none all the same.
    pub fn level(&self, id: PredicateId) -> ProbeLevel {
        match self.form(id) {
            PredicateForm::First | PredicateForm::Second => ProbeLevel::Full,
            PredicateForm::Plain => ProbeLevel::Plain,
            PredicateForm::None => ProbeLevel::None,
        }
    }

    pub(crate) fn form(&self, id: PredicateId) -> PredicateForm {
        self.forms[id.0 as usize]
    }

    pub(crate) fn reason(&self, id: PredicateId) -> &'static str {
        self.reasons[id.0 as usize]
    }

    fn is_label(&self, id: PredicateId) -> bool {
        self.predicates[id.0 as usize].1
    }

    pub(crate) fn has_entry(&self, id: MethodId) -> bool {
        self.bodies[id.0 as usize].has_entry
    }

    pub(crate) fn has_steps(&self, id: MethodId) -> bool {
        self.bodies[id.0 as usize].has_steps
    }

    pub(crate) fn has_returns(&self, id: MethodId) -> bool {
        self.returns.contains(&id)
    }

    pub(crate) fn predicate_number(&self, id: PredicateId) -> u32 {
        self.predicate_base + id.0
    }

    pub(crate) fn operation_number(&self, id: OperationId) -> u32 {
        self.operation_base + id.0
    }

    pub(crate) fn method_number(&self, id: MethodId) -> u32 {
        self.method_base + id.0
    }

    /// Makes the plan humbler where javac complains about `probed`, the text that this plan gave.
    ///
    /// Offsets are javac's: UTF-16 code units in the probed text. An error at a probe steps that probe down: to a
    /// simpler form, to a mere outcome, to nothing. One at an unprobed place costs probes around it, see
    /// [`Self::bisect`]. Gives whether anything changed; if not, the errors are not the probes' fault.
    pub fn step_down(&mut self, probed: &ProbedSource, error_offsets: &[usize]) -> bool {
        let mut places = Vec::new();
        let mut elsewhere = BTreeSet::new();
        for offset in error_offsets {
            let byte = probed.byte_of_utf16(*offset);
            match probed.site_at(byte) {
                Some(site) if !places.contains(&&site.place) => places.push(&site.place),
                Some(_) => {}
                None => {
                    elsewhere.insert(probed.source_byte(byte));
                }
            }
        }
        let mut changed = !places.is_empty();
        for place in places {
            self.lower(place);
        }
        let mut regions = BTreeSet::new();
        for byte in elsewhere {
            regions.insert(self.region(probed, byte));
        }
        for (body, is_header) in regions {
            changed |= self.bisect(probed, body, is_header);
        }
        changed
    }

    fn lower(&mut self, place: &ProbePlace) {
        match place {
            ProbePlace::Predicates { ids, next } => {
                for id in ids {
                    self.forms[id.0 as usize] = *next;
                }
            }
            ProbePlace::Entry(id) => self.bodies[id.0 as usize].has_entry = false,
            ProbePlace::Steps(id) => self.bodies[id.0 as usize].has_steps = false,
            ProbePlace::Return(id) => {
                self.returns.remove(id);
            }
            ProbePlace::Line(line) => {
                self.lines
                    .entry(*line)
                    .and_modify(|line| line.lost = Some(REJECTED));
            }
            ProbePlace::Mark(at) => self.marks[*at].1 = true,
            ProbePlace::Operation(id) => {
                let operation = self.operations.entry(*id);
                operation.and_modify(|operation| operation.lost = Some(NO_NUMBERS));
            }
        }
    }

    /// The innermost method around a byte of the source, lambdas left out, and whether the byte is outside of its body.
    fn region(&self, probed: &ProbedSource, byte: usize) -> (Option<MethodId>, bool) {
        let holds = |span: Span| span.start <= byte && byte <= span.end;
        let smallest = |spans: &dyn Fn(usize) -> Span| {
            (0..self.bodies.len())
                .filter(|at| !self.bodies[*at].is_lambda && holds(spans(*at)))
                .min_by_key(|at| spans(*at).end - spans(*at).start)
        };
        let Some(at) = smallest(&|at| probed.declarations[at]) else {
            return (None, false);
        };
        let is_header = !holds(self.bodies[at].span);
        (Some(MethodId(at as u32)), is_header)
    }

    /// Drops probes for an error that stands at no probe, the likely causes first: in a body, probes that assign or
    /// look constant; for a body too large, what mutants need, then observed operands; then half of what is left
    /// there; last, half of what is left in the file. Gives whether there was anything to drop.
    pub fn bisect(
        &mut self,
        probed: &ProbedSource,
        body: Option<MethodId>,
        is_too_large: bool,
    ) -> bool {
        let span = body.map(|id| self.bodies[id.0 as usize].span);
        let is_inside = |plan: &Self, id: &PredicateId| {
            let own = plan.bodies[plan.predicates[id.0 as usize].0.0 as usize].span;
            span.is_none_or(|span| span.contains(own))
        };
        if self.drop_others(span, is_too_large) {
            return true;
        }
        let all = (0..self.forms.len() as u32).map(PredicateId);
        let inside: Vec<PredicateId> = all
            .filter(|id| self.form(*id) != PredicateForm::None && is_inside(self, id))
            .filter(|id| !probed.unmeasurable.iter().any(|(other, _)| other == id))
            .collect();
        if is_too_large {
            let observed: Vec<_> = inside
                .iter()
                .filter(|id| self.form(**id) == PredicateForm::First && !self.is_label(**id))
                .copied()
                .collect();
            if !observed.is_empty() {
                self.set(&observed, PredicateForm::Second, TOO_LARGE);
                return true;
            }
        }
        let suspects: Vec<_> = inside
            .iter()
            .filter(|id| probed.suspicious.contains(id))
            .copied()
            .collect();
        if !suspects.is_empty() && !is_too_large {
            self.set(&suspects, PredicateForm::None, DISTURBING);
            return true;
        }
        if !inside.is_empty() {
            let half = &inside[..inside.len().div_ceil(2)];
            self.set(
                half,
                PredicateForm::None,
                if is_too_large { TOO_LARGE } else { DISTURBING },
            );
            return true;
        }
        self.drop_bodies(span) || (body.is_some() && self.bisect(probed, None, is_too_large))
    }

    /// Drops the probes of what is returned inside; gives whether there were any.
    fn drop_returns(&mut self, span: Option<Span>) -> bool {
        let bodies = &self.bodies;
        let before = self.returns.len();
        self.returns.retain(|id| {
            let own = bodies[id.0 as usize].span;
            span.is_some_and(|span| !span.contains(own))
        });
        self.returns.len() < before
    }

    /// Drops what tells of no predicate; gives whether there was anything. Operations are the most, and take the most
    /// room.
    fn drop_others(&mut self, span: Option<Span>, is_too_large: bool) -> bool {
        (is_too_large && self.drop_operations(span, is_too_large))
            || self.drop_returns(span)
            || self.drop_operations(span, is_too_large)
            || self.drop_lines(span, is_too_large)
            || self.drop_marks(span)
    }

    fn drop_operations(&mut self, span: Option<Span>, is_too_large: bool) -> bool {
        drop_extras(
            self.operations.values_mut(),
            &self.bodies,
            span,
            is_too_large,
        )
    }

    fn drop_lines(&mut self, span: Option<Span>, is_too_large: bool) -> bool {
        drop_extras(self.lines.values_mut(), &self.bodies, span, is_too_large)
    }

    /// Drops the announcements inside, and exits with them; gives whether there were any.
    fn drop_marks(&mut self, span: Option<Span>) -> bool {
        let is_inside = |own: Span| span.is_none_or(|span| span.contains(own));
        let mut changed = false;
        for (call, is_lost) in &mut self.marks {
            if is_inside(call.span) && !*is_lost {
                *is_lost = true;
                changed = true;
            }
        }
        let before = self.framed.len();
        let bodies = &self.bodies;
        self.framed
            .retain(|id| !is_inside(bodies[id.0 as usize].span));
        changed || self.framed.len() < before
    }

    fn set(&mut self, ids: &[PredicateId], form: PredicateForm, reason: &'static str) {
        for id in ids {
            self.forms[id.0 as usize] = form;
            self.reasons[id.0 as usize] = reason;
        }
    }

    fn drop_bodies(&mut self, span: Option<Span>) -> bool {
        let mut changed = false;
        for body in &mut self.bodies {
            if span.is_none_or(|span| span.contains(body.span)) {
                changed |= body.has_entry || body.has_steps;
                body.has_entry = false;
                body.has_steps = false;
            }
        }
        changed
    }
}

/// Drops half of those inside, all of them where a body is too large; gives whether there were any.
fn drop_extras<'a>(
    extras: impl Iterator<Item = &'a mut Extra>,
    bodies: &[BodyProbes],
    span: Option<Span>,
    is_too_large: bool,
) -> bool {
    let is_inside = |extra: &&mut Extra| {
        let own = bodies[extra.method.0 as usize].span;
        extra.lost.is_none() && span.is_none_or(|span| span.contains(own))
    };
    let inside: Vec<&mut Extra> = extras.filter(is_inside).collect();
    let (share, reason) = if is_too_large {
        (inside.len(), TOO_LARGE)
    } else {
        (inside.len().div_ceil(2), DISTURBING)
    };
    for extra in inside.into_iter().take(share) {
        extra.lost = Some(reason);
    }
    share > 0
}
