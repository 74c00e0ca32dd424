//! A probed text: what it looks like, where its probes stand and how its offsets lead back to the source.

use goalline_flow::{MethodId, OperationId, PredicateId};
use goalline_syntax::Span;

/// What a probe measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProbePlace {
    /// One predicate, or all labels of one switch.
    Predicates {
        /// Their ids.
        ids: Vec<PredicateId>,
        /// The form to try when javac rejects this one.
        next: PredicateForm,
    },
    /// The entry of a body.
    Entry(MethodId),
    /// The steps of a loop in a body.
    Steps(MethodId),
    /// The normal ends of a body.
    Return(MethodId),
    /// The start of a line.
    Line(u32),
    /// An operation that mutants change.
    Operation(OperationId),
    /// An announced call, by its place in the plan.
    Mark(usize),
}

/// The forms in which a predicate can be probed, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PredicateForm {
    /// Observes the operands of a call; for a switch the likelier reading of its labels.
    First,
    /// A comparison by overloads; for a switch the other reading of its labels.
    Second,
    /// Only whether it happened.
    Plain,
    /// Nothing.
    None,
}

/// Where a probe stands in the probed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) place: ProbePlace,
    pub(crate) span: Span,
}

/// From this byte of the new text on, until the next segment, text stands for the old text from `old` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) new: usize,
    pub(crate) old: usize,
}

/// A text with probes. It has the same lines as the source.
#[derive(Clone, Debug)]
pub struct ProbedSource {
    /// The text to compile in place of the source.
    pub text: String,
    pub(crate) sites: Vec<Site>,
    pub(crate) segments: Vec<Segment>,
    /// Predicates without a probe, each with the reason.
    pub(crate) unmeasurable: Vec<(PredicateId, String)>,
    /// Wanted lines without a probe, each with the reason.
    pub(crate) unmeasurable_lines: Vec<(u32, &'static str)>,
    /// Wanted operations without a probe, each with the reason.
    pub(crate) unmeasurable_operations: Vec<(OperationId, &'static str)>,
    /// Numbers of calls that are not announced.
    pub(crate) unmarked: Vec<u32>,
    /// Bodies whose exits are reported.
    pub(crate) framed: Vec<MethodId>,
    /// Predicates whose probe may disturb the compiler's flow analysis somewhere else.
    pub(crate) suspicious: Vec<PredicateId>,
    /// The declarations that methods stand in, by `MethodId`.
    pub(crate) declarations: Vec<Span>,
}

impl ProbedSource {
    /// The predicates that this text does not measure, in order, each with the reason.
    pub fn unmeasurable(&self) -> &[(PredicateId, String)] {
        &self.unmeasurable
    }

    /// The wanted lines that this text does not measure, in order, each with the reason.
    pub fn unmeasurable_lines(&self) -> &[(u32, &'static str)] {
        &self.unmeasurable_lines
    }

    /// The wanted operations that this text does not measure, in order, each with the reason.
    pub fn unmeasurable_operations(&self) -> &[(OperationId, &'static str)] {
        &self.unmeasurable_operations
    }

    /// The numbers of calls of the plan that this text does not announce.
    pub fn unmarked(&self) -> &[u32] {
        &self.unmarked
    }

    /// Whether entering and leaving this body is reported.
    pub fn has_frame(&self, method: MethodId) -> bool {
        self.framed.contains(&method)
    }

    /// Whether entering this body is counted.
    pub fn has_entry(&self, method: MethodId) -> bool {
        self.sites
            .iter()
            .any(|site| site.place == ProbePlace::Entry(method))
    }

    /// The smallest site around a byte.
    pub(crate) fn site_at(&self, byte: usize) -> Option<&Site> {
        self.sites
            .iter()
            .filter(|site| site.span.start <= byte && byte < site.span.end)
            .min_by_key(|site| site.span.end - site.span.start)
    }

    /// The byte at an offset in UTF-16 code units, as javac counts; the end of the text where it is too large.
    pub(crate) fn byte_of_utf16(&self, offset: usize) -> usize {
        if self.text.is_ascii() {
            return offset.min(self.text.len());
        }
        let mut units = 0;
        for (byte, character) in self.text.char_indices() {
            if units >= offset {
                return byte;
            }
            units += character.len_utf16();
        }
        self.text.len()
    }

    /// The byte of the source that a byte of the probed text comes from.
    pub(crate) fn source_byte(&self, byte: usize) -> usize {
        let at = self.segments.partition_point(|segment| segment.new <= byte);
        let Some(segment) = at.checked_sub(1).map(|at| self.segments[at]) else {
            return byte;
        };
        let limit = self.segments.get(at).map_or(usize::MAX, |next| next.old);
        (segment.old + (byte - segment.new)).min(limit)
    }
}
