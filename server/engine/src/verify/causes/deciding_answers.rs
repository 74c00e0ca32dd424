//! Answers that mocks give by themselves and that decide how a call ends: takes a test with its run, gives it with
//! these told. Who reads that a save fails wants to see that no row was inserted.

use std::collections::BTreeSet;

use goalline_junit::StubbedCall;
use goalline_syntax::{JavaFile, Node, Span};
use goalline_testcase::{
    Answer, DoubleStyle, JavaType, Literal, Primitive, Statement, StatementKind, TestCase,
    TestCluster, UnansweredCall, Var,
};

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

    fn contain(&self, method: &str) -> bool {
        self.place_of(method).is_some()
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

    /// The test with the numbers and truth values told that its mocks gave unasked and that conditions ask for; none
    /// where there are none.
    pub(crate) fn told(
        &self,
        cluster: &TestCluster,
        test: &TestCase,
        unanswered: &[UnansweredCall],
    ) -> Option<TestCase> {
        // From the last double on: what stands before stays where it is.
        let decided = unanswered.iter().filter(|call| self.contain(&call.method));
        let mut decided: Vec<&UnansweredCall> = decided.collect();
        decided.sort_by_key(|call| std::cmp::Reverse(call.double));
        let mut told = test.clone();
        for calls in decided.chunk_by(|one, other| one.double == other.double) {
            let mut at = usize::from(calls[0].double.0);
            for call in calls {
                at += usize::from(tell(cluster, &mut told, at, call));
            }
        }
        (told.len() > test.len()).then_some(told)
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

/// What a mock gives by itself for a JVM descriptor, where that is a number that counts or a truth value.
fn given_unasked(descriptor: &str) -> Option<Literal> {
    match descriptor.rsplit(')').next()? {
        "Z" | "Ljava/lang/Boolean;" => Some(Literal::Boolean(false)),
        "I" | "Ljava/lang/Integer;" => Some(Literal::Int(0)),
        "J" | "Ljava/lang/Long;" => Some(Literal::Long(0)),
        _ => None,
    }
}

/// Puts the answer into the test, before the double at `at` that gives it. False where that is no mock, or the answer
/// no number.
fn tell(cluster: &TestCluster, test: &mut TestCase, at: usize, call: &UnansweredCall) -> bool {
    let is_mock = matches!(
        test.statements.get(at).map(|it| &it.kind),
        Some(StatementKind::TestDouble {
            style: DoubleStyle::Mock,
            ..
        })
    );
    let Some(literal) = given_unasked(&call.descriptor).filter(|_| is_mock) else {
        return false;
    };
    let kind = match literal {
        Literal::Boolean(_) => Primitive::Boolean,
        Literal::Long(_) => Primitive::Long,
        _ => Primitive::Int,
    };
    let Some(ty) = cluster.type_id(&JavaType::Primitive(kind)) else {
        return false;
    };
    let kind = StatementKind::Literal(literal);
    test.insert(at, vec![Statement { ty, kind }]);
    if let StatementKind::TestDouble { answers, .. } = &mut test.statements[at + 1].kind {
        answers.push(Answer {
            method: call.method.as_str().into(),
            descriptor: call.descriptor.as_str().into(),
            value: Var(at as u16),
            throws: false,
        });
    }
    true
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_testcase::{Execution, Outcome, PredicateTrace, Trace};

    use super::*;

    const DESK: &str = "class Desk {\n boolean close(Till till) {\n if (till.save(1) > 0) {\n return true;\n }\n \
                        if (till.find() == null) {\n note();\n }\n return false;\n }\n}";

    fn run(flow: &FileFlow) -> Execution {
        let predicate = &flow.predicates[0];
        Execution {
            outcome: Outcome::Passed,
            trace: Trace {
                predicates: vec![PredicateTrace {
                    predicate: predicate.id.0,
                    true_count: 0,
                    false_count: 1,
                    true_distance: 1.0,
                    false_distance: 0.0,
                }],
                ..Trace::default()
            },
            steps: 0,
            observations: Vec::new(),
            slow_at: None,
        }
    }

    fn unanswered(double: Var, method: &str, descriptor: &str) -> UnansweredCall {
        UnansweredCall {
            double,
            method: method.to_owned(),
            descriptor: descriptor.to_owned(),
            class_argument: None,
        }
    }

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
    fn a_number_that_a_mock_gives_unasked_is_told_where_a_condition_asks_for_it() {
        let file = JavaFile::parse(DESK);
        let flow = FileFlow::of(&file);
        let run = run(&flow);
        let asked = AskedMethods::of(&RunOfAct {
            flow: &flow,
            file: &file,
            act: flow.methods[0].id,
            run: &run,
        });
        let mut cluster = TestCluster::default();
        cluster.intern(JavaType::Primitive(Primitive::Int));
        let ty = cluster.intern(JavaType::Primitive(Primitive::Long));
        let mock = || Statement {
            ty,
            kind: StatementKind::test_double(DoubleStyle::Mock, Vec::new()),
        };
        let test = TestCase {
            statements: vec![mock(), mock()],
        };
        let calls = [
            unanswered(Var(0), "save", "(I)I"),
            unanswered(Var(0), "log", "()I"),
            unanswered(Var(1), "save", "(I)I"),
            unanswered(Var(1), "find", "()Lshop/Pen;"),
        ];
        let told = asked.told(&cluster, &test, &calls).expect("two answers");
        let answers: Vec<(Var, String, Var)> = asked
            .answered(&told)
            .into_iter()
            .map(|call| {
                let StatementKind::TestDouble { answers, .. } = &told.statement(call.double).kind
                else {
                    unreachable!("doubles alone answer");
                };
                (call.double, call.method, answers[0].value)
            })
            .collect();
        let save = || "save".to_owned();
        assert_eq!(
            answers,
            [(Var(1), save(), Var(0)), (Var(3), save(), Var(2))]
        );
        let zero = StatementKind::Literal(Literal::Int(0));
        assert_eq!([0, 2].map(|at| &told.statements[at].kind), [&zero, &zero]);
        let nested = AskedMethods {
            conditions: vec!["till.insert(1) > 0", "till.save(1) > 0"],
        };
        let places = ["save", "insert", "log"].map(|method| nested.place_of(method));
        assert_eq!(
            places,
            [Some(1), Some(0), None],
            "the nearest to the end first"
        );
        // What no condition asked for, or gives an object, is told by nobody.
        assert_eq!(asked.told(&cluster, &test, &calls[1..2]), None);
        assert_eq!(asked.told(&cluster, &test, &calls[3..]), None);
    }
}
