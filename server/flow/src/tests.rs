//! What the flow of small Java texts looks like: each test is a text, its bodies, its predicates and the branches
//! that lead to them.

#![expect(
    clippy::needless_pass_by_value,
    reason = "`check(java, expect![..])` reads best"
)]

mod bodies;
mod calls;
mod conditions;
mod jumps;
mod laws;
mod switches;

use expect_test::Expect;
use goalline_syntax::JavaFile;

use crate::{Branch, FileFlow, MethodFlow, Predicate, PredicateKind};

/// Compares the predicates of each body of a class `A` with the expected list: `text kind <- branches it depends on`.
fn check(members: &str, expected: Expect) {
    expected.assert_eq(&predicates(&flow_of(members)));
}

/// As `check`, for the statements of a method of `A`.
fn check_code(statements: &str, expected: Expect) {
    let flow = flow_of(&format!("void f() {{ {statements} }}"));
    let text = predicates(&flow);
    let lines = text
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", line.trim_start()));
    expected.assert_eq(&lines.collect::<String>());
}

fn flow_of(members: &str) -> FileFlow {
    let file = JavaFile::parse(format!("class A {{\n{members}\n}}"));
    assert!(!file.has_error(), "{}", file.tree().root_node().to_sexp());
    FileFlow::of(&file)
}

fn predicates(flow: &FileFlow) -> String {
    let line = |predicate: &Predicate| {
        let kind = match predicate.kind {
            PredicateKind::Condition => String::new(),
            PredicateKind::Value => " value".to_owned(),
            PredicateKind::ForEach => " each".to_owned(),
            PredicateKind::Label { switch } => format!(" label {switch}"),
            PredicateKind::Default { switch } => format!(" default {switch}"),
        };
        let controls = branches(flow, &predicate.controls);
        format!("  {}{kind}{controls}\n", predicate.text)
    };
    let body = |method: &MethodFlow| {
        let lines: String = flow.predicates_of(method.id).map(line).collect();
        format!("{}.{}\n{lines}", method.class, method.signature())
    };
    flow.methods.iter().map(body).collect()
}

fn branches(flow: &FileFlow, branches: &[Branch]) -> String {
    let name = |branch: &Branch| {
        format!(
            "{} {}",
            flow.predicate(branch.predicate).text,
            branch.outcome
        )
    };
    let names: Vec<_> = branches.iter().map(name).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" <- {}", names.join(", "))
    }
}
