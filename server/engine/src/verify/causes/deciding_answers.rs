//! Answers that decide how a call ends: takes a test with its run, gives the answers that the conditions of its end ask
//! for, the nearest to the end first. Who reads that a save fails wants to read first that no row was inserted.

use std::collections::BTreeSet;

use goalline_junit::StubbedCall;
use goalline_syntax::{JavaFile, Node, Span};
use goalline_testcase::{StatementKind, TestCase};

use crate::verify::causes::why_calls_ended::{Decider, RunOfAct};

/// The methods that those conditions ask which decided how a call ended.
pub(crate) struct AskedMethods<'a> {
    /// These conditions as written, and what the local variables in them stand for.
    conditions: Vec<&'a str>,
}

impl<'a> AskedMethods<'a> {
    pub(crate) fn of(run: &RunOfAct<'a>) -> Self {
        let deciders = run.ending().deciders.into_iter();
        let branches = deciders.map_while(|it| match it {
            Decider::Branch(branch) => Some(branch),
            // What stands behind it was only passed on the way.
            Decider::Unknown => None,
        });
        let flow = run.flow;
        let asked = branches.flat_map(|branch| {
            let predicate = flow.predicate(branch.predicate);
            let body = flow.method(predicate.method).body;
            let known = values_of_locals(run.file, body, &predicate.text);
            std::iter::once(&*predicate.text).chain(known)
        });
        Self {
            conditions: asked.collect(),
        }
    }

    /// Which of the conditions asks the method, the nearest to the end first.
    fn place_of(&self, method: &str) -> Option<usize> {
        let asked = format!(".{method}(");
        self.conditions.iter().position(|it| it.contains(&asked))
    }

    /// The answers of the test that its conditions ask for, those of the nearest to the end first.
    pub(crate) fn answered(&self, test: &TestCase) -> Vec<StubbedCall> {
        let doubles = test
            .vars()
            .filter_map(|var| match &test.statement(var).kind {
                StatementKind::TestDouble { answers, .. } => Some((var, answers)),
                _ => None,
            });
        let all = doubles.flat_map(|(double, answers)| {
            answers.iter().map(move |answer| StubbedCall {
                double,
                method: answer.method.to_string(),
                descriptor: answer.descriptor.to_string(),
            })
        });
        let asked = all.filter_map(|call| Some((self.place_of(&call.method)?, call)));
        let mut asked: Vec<(usize, StubbedCall)> = asked.collect();
        asked.sort_by_key(|(place, _)| *place);
        asked.into_iter().map(|(_, call)| call).collect()
    }
}

/// What the local variables that a condition speaks of are given in a body: `service.update(brand)` of `count > 0`.
fn values_of_locals<'a>(file: &'a JavaFile, body: Span, condition: &str) -> Vec<&'a str> {
    if body.end > file.text().len() {
        return Vec::new();
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = condition.split(|c| !is_part(c)).collect();
    let given = |node: Node<'a>| {
        let (name, value) = match node.kind() {
            "variable_declarator" => (node.field("name")?, node.field("value")?),
            "assignment_expression" => (node.field("left")?, node.field("right")?),
            _ => return None,
        };
        words.contains(name.text()).then(|| value.text())
    };
    let around = file.root().smallest_around(body);
    let inside = around
        .descendants()
        .filter(|node| body.contains(node.span()));
    inside.filter_map(given).collect()
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_testcase::{
        Answer, DoubleStyle, JavaType, Literal, Primitive, Statement, TestCluster, Var,
    };

    use super::*;

    #[test]
    fn a_condition_on_a_local_variable_asks_for_what_that_was_given() {
        let java = "class Desk { int close(Till till) { int count = till.save(1); int other = till.log(); \
                    if (other > 0) { count = till.open(2); } if (count > 0) { return 1; } return 2; } \
                    int count() { int count = till.find(); return count; } }";
        let file = JavaFile::parse(java);
        let flow = FileFlow::of(&file);
        let body = flow.methods[0].body;
        let given = |condition: &str| values_of_locals(&file, body, condition);
        assert_eq!(given("count > 0"), ["till.save(1)", "till.open(2)"]);
        assert_eq!(given("till.count() > 0"), ["till.save(1)", "till.open(2)"]);
        assert!(given("counts > 0").is_empty());
    }

    #[test]
    fn answers_that_conditions_ask_for_are_given_with_those_of_the_nearest_to_the_end_first() {
        let mut cluster = TestCluster::default();
        let ty = cluster.intern(JavaType::Primitive(Primitive::Int));
        let answer = |method: &str| Answer {
            method: method.into(),
            descriptor: "(I)I".into(),
            value: Var(0),
            throws: false,
        };
        let answers = ["log", "save", "insert"].map(answer);
        let zero = StatementKind::Literal(Literal::Int(0));
        let mock = StatementKind::test_double(DoubleStyle::Mock, answers.to_vec());
        let statements = [zero, mock].map(|kind| Statement { ty, kind });
        let test = TestCase {
            statements: statements.to_vec(),
        };
        let asked = AskedMethods {
            conditions: vec!["till.insert(1) > 0", "till.save(1) > 0"],
        };
        let answered = asked.answered(&test);
        let methods: Vec<&str> = answered.iter().map(|it| it.method.as_str()).collect();
        assert_eq!(methods, ["insert", "save"]);
        assert!(answered.iter().all(|it| it.double == Var(1)));
    }
}
