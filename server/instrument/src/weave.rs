//! Weaving: takes a file, its flow and a plan, gives the probed text, pass by pass; decides nothing that the plan or
//! the tree decides.

use std::collections::BTreeMap;

use goalline_flow::{FileFlow, PredicateId, PredicateKind};
use goalline_syntax::JavaFile;

use crate::{
    constants, entries, exits, lines, marks, operations, predicates,
    probe_plan::ProbePlan,
    probed::{PredicateForm, ProbedSource},
    returns, switches,
    weaver::Weaver,
};

/// Weaves probes into a file. Lines stay where they are.
pub fn weave(file: &JavaFile, flow: &FileFlow, plan: &ProbePlan) -> ProbedSource {
    let root = file.root();
    let mut weaver = Weaver::new(file, flow, plan);
    weave_predicates(&mut weaver);
    entries::weave(&mut weaver, root);
    exits::weave(&mut weaver, root);
    marks::weave(&mut weaver);
    lines::weave(&mut weaver);
    returns::weave(&mut weaver);
    operations::weave(&mut weaver);
    weaver.finish(file)
}

fn weave_predicates(weaver: &mut Weaver<'_>) {
    let flow = weaver.flow;
    let mut labels: BTreeMap<u32, Vec<PredicateId>> = BTreeMap::new();
    for predicate in &flow.predicates {
        let id = predicate.id;
        if weaver.is_broken(predicate.method) {
            weaver.leave(id, "a syntax error stands in the method");
            continue;
        }
        let Some(node) = weaver.node(predicate.span) else {
            weaver.leave(id, "its place in the syntax tree is not known");
            continue;
        };
        if let Some(reason) = constants::untouchable(node) {
            weaver.leave(id, reason);
            continue;
        }
        if let PredicateKind::Label { switch } | PredicateKind::Default { switch } = predicate.kind
        {
            labels.entry(switch).or_default().push(id);
            continue;
        }
        if weaver.plan.form(id) == PredicateForm::None {
            weaver.leave(id, weaver.plan.reason(id));
            continue;
        }
        if constants::is_suspicious(node) {
            weaver.suspicious.push(id);
        }
        predicates::weave(weaver, predicate, node);
    }
    for ids in labels.into_values() {
        switches::weave(weaver, &ids);
    }
}
