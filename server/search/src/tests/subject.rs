//! Small subjects: Java text for the goals, a description for the cluster, and a closure that does what the text says.

use std::sync::Arc;

use goalline_flow::FileFlow;
use goalline_goals::{Criterion, GoalId, GoalSet};
use goalline_syntax::JavaFile;
use goalline_testcase::{
    ClassDescription, ClassUnderTest, ExecutableDescription, JavaType, Literal, Modifiers, Outcome,
    Primitive, RunOptions, StatementKind, TestCase, TestCluster, Var,
};

use crate::scripted::{Recorder, throws};

/// A value of the miniature machine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MiniValue {
    Null,
    Number(i64),
    Text(String),
    Numbers(Vec<i64>),
    /// An instance of the subject, by its number.
    Object(usize),
}

impl MiniValue {
    pub(crate) fn number(&self) -> i64 {
        match self {
            Self::Number(number) => *number,
            _ => 0,
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }
}

/// What a method of a subject does: its recorder, the state of the receiver, its name, its arguments.
pub(crate) type SubjectBehaviour =
    fn(&mut Recorder, &mut i64, &str, &[MiniValue]) -> Result<MiniValue, &'static str>;

/// A class under test.
#[derive(Clone)]
pub(crate) struct MiniSubject {
    pub(crate) java: &'static str,
    pub(crate) methods: &'static [(&'static str, &'static str)],
    pub(crate) body: SubjectBehaviour,
}

fn ty(letter: char) -> JavaType {
    match letter {
        'I' => JavaType::Primitive(Primitive::Int),
        'J' => JavaType::Primitive(Primitive::Long),
        'Z' => JavaType::Primitive(Primitive::Boolean),
        'C' => JavaType::Primitive(Primitive::Char),
        'D' => JavaType::Primitive(Primitive::Double),
        'V' => JavaType::Primitive(Primitive::Void),
        'S' => JavaType::Class {
            name: "java.lang.String".to_owned(),
            arguments: Vec::new(),
        },
        'A' => JavaType::Array(Box::new(JavaType::Primitive(Primitive::Int))),
        _ => JavaType::Class {
            name: "shop.Subject".to_owned(),
            arguments: Vec::new(),
        },
    }
}

/// `("take", "IS:Z")`: name, one letter per parameter, a colon, the result.
fn executable(name: &str, signature: &str) -> ExecutableDescription {
    let (parameters, returns) = signature.split_once(':').expect("a signature has a colon");
    let descriptor = |letter: char| match letter {
        'S' => "Ljava/lang/String;".to_owned(),
        'O' => "Lshop/Subject;".to_owned(),
        'A' => "[I".to_owned(),
        other => other.to_string(),
    };
    let inside: String = parameters.chars().map(descriptor).collect();
    let result: String = returns.chars().map(descriptor).collect();
    ExecutableDescription {
        name: name.to_owned(),
        descriptor: format!("({inside}){result}"),
        modifiers: Modifiers(1),
        type_parameters: Vec::new(),
        parameters: parameters.chars().map(ty).collect(),
        parameter_names: Vec::new(),
        returns: returns.chars().map(ty).next().expect("there is a result"),
        throws: Vec::new(),
        is_varargs: false,
        is_default: false,
        is_deprecated: false,
    }
}

impl MiniSubject {
    pub(crate) fn goals(&self) -> GoalSet {
        let flow = FileFlow::of(&JavaFile::parse(self.java));
        GoalSet::of(Arc::new(flow), &[Criterion::Branch])
    }

    pub(crate) fn cluster(&self, goals: &GoalSet) -> TestCluster {
        let (constructors, methods) = self
            .methods
            .iter()
            .map(|(name, signature)| executable(name, signature))
            .partition(|it: &ExecutableDescription| it.name == "<init>");
        let description = ClassDescription {
            name: "shop.Subject".to_owned(),
            canonical: Some("shop.Subject".to_owned()),
            modifiers: Modifiers(1),
            constructors,
            methods,
            ..ClassDescription::default()
        };
        let classes = ["shop.Subject".to_owned()];
        let subject = ClassUnderTest {
            classes: &classes,
            package: "shop",
            flow: &goals.flow,
        };
        TestCluster::new(vec![description], &subject)
    }

    /// Runs a test on the miniature machine.
    pub(crate) fn run(
        &self,
        cluster: &TestCluster,
        test: &TestCase,
        _: RunOptions,
        recorder: &mut Recorder,
    ) -> Outcome {
        let mut values: Vec<MiniValue> = Vec::new();
        let mut states: Vec<i64> = Vec::new();
        for (at, statement) in test.statements.iter().enumerate() {
            let value = match &statement.kind {
                StatementKind::Literal(literal) => of_literal(literal),
                StatementKind::Call {
                    callable,
                    receiver,
                    arguments,
                } => {
                    let called = cluster.callable(*callable);
                    let arguments: Vec<MiniValue> = arguments
                        .iter()
                        .map(|var| values[usize::from(var.0)].clone())
                        .collect();
                    let object = match receiver.map(|var| values[usize::from(var.0)].clone()) {
                        None => {
                            states.push(0);
                            states.len() - 1
                        }
                        Some(MiniValue::Object(object)) => object,
                        Some(_) => return throws(at, "java.lang.NullPointerException"),
                    };
                    let done = (self.body)(recorder, &mut states[object], &called.name, &arguments);
                    match done {
                        Ok(_) if called.name == "<init>" => MiniValue::Object(object),
                        Ok(value) => value,
                        Err(class) => return throws(at, class),
                    }
                }
                StatementKind::Array { elements } => {
                    let number = |var: &Var| values[usize::from(var.0)].number();
                    MiniValue::Numbers(elements.iter().map(number).collect())
                }
                _ => MiniValue::Null,
            };
            values.push(value);
        }
        Outcome::Passed
    }

    /// All goals.
    pub(crate) fn wanted(goals: &GoalSet) -> Vec<GoalId> {
        goals.goals.iter().map(|goal| goal.id).collect()
    }
}

fn of_literal(literal: &Literal) -> MiniValue {
    match literal {
        Literal::Boolean(value) => MiniValue::Number(i64::from(*value)),
        Literal::Char(value) => MiniValue::Number(i64::from(*value)),
        Literal::Int(value) => MiniValue::Number(i64::from(*value)),
        Literal::Long(value) => MiniValue::Number(*value),
        Literal::Text(text) => MiniValue::Text(text.to_text()),
        _ => MiniValue::Null,
    }
}
