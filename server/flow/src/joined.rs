//! The flow of several files as one: takes flows with the calls between them, gives a flow whose numbers go on from
//! file to file.

use goalline_syntax::Span;

use crate::{Branch, CallSite, FileFlow, MethodId, OperationId, PredicateId, PredicateKind};

/// A file of a joined flow: what its own numbers and offsets are raised by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// Of predicates.
    pub predicates: u32,
    /// Of methods.
    pub methods: u32,
    /// Of operations.
    pub operations: u32,
    /// Of byte offsets.
    pub offsets: usize,
    switches: u32,
}

impl Offsets {
    /// A branch of the file in the joined flow.
    pub fn branch(self, branch: Branch) -> Branch {
        Branch {
            predicate: PredicateId(branch.predicate.0 + self.predicates),
            outcome: branch.outcome,
        }
    }

    /// A method of the file in the joined flow.
    pub fn method(self, method: MethodId) -> MethodId {
        MethodId(method.0 + self.methods)
    }

    /// A place of the file in the joined text.
    pub fn span(self, span: Span) -> Span {
        Span::new(span.start + self.offsets, span.end + self.offsets)
    }

    fn kind(self, kind: PredicateKind) -> PredicateKind {
        match kind {
            PredicateKind::Label { switch } => PredicateKind::Label {
                switch: switch + self.switches,
            },
            PredicateKind::Default { switch } => PredicateKind::Default {
                switch: switch + self.switches,
            },
            other => other,
        }
    }
}

impl FileFlow {
    /// Joins flows: numbers and offsets of each file are raised by what the files before it have. Texts are thought
    /// of as standing one after the other with a line break between; `files` are flows with the lengths of their
    /// texts. Lines are left out.
    pub fn joined(files: &[(&FileFlow, usize)]) -> (FileFlow, Vec<Offsets>) {
        let mut all = FileFlow::default();
        let mut raised = Vec::new();
        let mut by = Offsets::default();
        for (flow, length) in files {
            all.append(flow, by);
            raised.push(by);
            let switches = flow.predicates.iter().filter_map(|it| match it.kind {
                PredicateKind::Label { switch } | PredicateKind::Default { switch } => {
                    Some(switch + 1)
                }
                _ => None,
            });
            by = Offsets {
                predicates: by.predicates + flow.predicates.len() as u32,
                methods: by.methods + flow.methods.len() as u32,
                operations: by.operations + flow.operations.len() as u32,
                offsets: by.offsets + length + 1,
                switches: by.switches + switches.max().unwrap_or(0),
            };
        }
        (all, raised)
    }

    fn append(&mut self, flow: &FileFlow, by: Offsets) {
        let branches = |branches: &[Branch]| branches.iter().map(|one| by.branch(*one)).collect();
        self.predicates.extend(flow.predicates.iter().map(|one| {
            let mut one = one.clone();
            one.id = PredicateId(one.id.0 + by.predicates);
            one.kind = by.kind(one.kind);
            one.method = by.method(one.method);
            one.span = by.span(one.span);
            one.controls = branches(&one.controls);
            one
        }));
        self.methods.extend(flow.methods.iter().map(|one| {
            let mut one = one.clone();
            one.id = by.method(one.id);
            one.name_span = by.span(one.name_span);
            one.body = by.span(one.body);
            one.enclosing = one.enclosing.map(|around| by.method(around));
            one
        }));
        self.call_sites.extend(flow.call_sites.iter().map(|one| {
            CallSite {
                caller: by.method(one.caller),
                callees: one
                    .callees
                    .iter()
                    .map(|callee| by.method(*callee))
                    .collect(),
                span: by.span(one.span),
                controls: branches(&one.controls),
            }
        }));
        self.operations.extend(flow.operations.iter().map(|one| {
            let mut one = one.clone();
            one.id = OperationId(one.id.0 + by.operations);
            one.method = by.method(one.method);
            one.span = by.span(one.span);
            one.operands = one.operands.iter().map(|span| by.span(*span)).collect();
            one.controls = branches(&one.controls);
            one.predicate = one.predicate.map(|id| PredicateId(id.0 + by.predicates));
            one
        }));
        for (name, constants) in &flow.enums {
            self.enums
                .entry(name.clone())
                .or_insert_with(|| constants.clone());
        }
        self.caught.extend(flow.caught.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;

    use super::*;

    #[test]
    fn numbers_go_on_and_spans_lie_in_the_texts_one_after_the_other() {
        let texts = [
            "class A { void f() { if (a) g(); switch (k) { case 1: } } void g() { } }",
            "class B { void h() { switch (k) { case 2: if (b) i(); } } void i() { } }",
        ];
        let flows: Vec<_> = texts
            .iter()
            .map(|text| FileFlow::of(&JavaFile::parse(*text)))
            .collect();
        let parts: Vec<_> = flows
            .iter()
            .zip(texts)
            .map(|(flow, text)| (flow, text.len()))
            .collect();
        let (joined, raised) = FileFlow::joined(&parts);
        let text = texts.join("\n");
        for (number, predicate) in joined.predicates.iter().enumerate() {
            assert_eq!(predicate.id, PredicateId(number as u32));
            assert_eq!(predicate.span.of(&text), predicate.text);
        }
        for (number, method) in joined.methods.iter().enumerate() {
            assert_eq!(method.id, MethodId(number as u32));
            assert!(method.body.of(&text).starts_with('{'));
        }
        let inner = flows[1]
            .predicates
            .iter()
            .find(|it| it.text == "b")
            .expect("b");
        let there = &joined.predicates[(inner.id.0 + raised[1].predicates) as usize];
        assert_eq!(there.text, "b");
        assert_eq!(joined.predicate(there.controls[0].predicate).text, "2");
        let switches: std::collections::BTreeSet<_> = joined
            .predicates
            .iter()
            .filter_map(|it| match it.kind {
                PredicateKind::Label { switch } => Some(switch),
                _ => None,
            })
            .collect();
        assert_eq!(switches.len(), 2);
        let call = joined.call_sites.last().expect("a call");
        assert_eq!(joined.method(call.callees[0]).name, "i");
    }
}
