//! What tests show with another value for one input of their act, or of what made the object that it is called on:
//! takes observed tests, runs each with a few other values, one input at a time, gives those runs. An input that may be
//! anything is no condition, and no name should tell it.

use goalline_junit::{VariedRun, before_act};
use goalline_jvm::Pool;
use goalline_prepare::EngineError;
use goalline_testcase::{
    Callable, CallableId, CallableKind, DoubleStyle, Execution, Executor, JavaString, JavaType,
    Literal, Observation, Outcome, Primitive, Shape, Statement, StatementKind, TestCase,
    TestCluster, TypeId, Var, Vars,
};

use crate::{mutants::kill_matrix::ALONE, observe::ObservedRun};

/// Values that one test is tried with, at most.
const MOST: usize = 24;

/// The same of inputs of what made the receiver, beyond those.
const MOST_OF_MAKING: usize = 12;

/// The same of what mocks answer.
const MOST_OF_ANSWERS: usize = 16;

/// Levels of what the receiver was made of.
const DEEPEST: usize = 3;

/// Constants of a class beside the given one, at most: of more some would stand for all.
const MOST_CONSTANTS: usize = 10;

/// Texts of which one or another is tried: nothing, a word, two words, a number.
const TEXTS: [&str; 4] = ["", "hello", "Alice Smith", "42"];

/// Numbers of each sign, and a large one.
const NUMBERS: [i8; 5] = [1, 0, -1, 7, 100];

/// What a test showed with another value for one input.
#[derive(Clone, Debug)]
pub(crate) struct VariedOutcome {
    input: Var,
    /// The other value, where that is a literal.
    value: Option<Literal>,
    ends_alike: bool,
    observations: Vec<Observation>,
}

impl VariedOutcome {
    /// The same for those who name tests.
    pub(crate) fn run(&self) -> VariedRun<'_> {
        VariedRun {
            input: self.input,
            value: self.value.as_ref(),
            ends_alike: self.ends_alike,
            observations: &self.observations,
        }
    }
}

/// A test with another value for one of the inputs of its act.
struct Varied {
    of: usize,
    input: Var,
    test: TestCase,
}

/// What tests showed with other values.
pub(crate) struct VariedOutcomes {
    /// By test.
    pub(crate) by_test: Vec<Vec<VariedOutcome>>,
    /// Whether a run had to be ended: others may have to be, too.
    pub(crate) is_costly: bool,
}

/// Runs each of these tests with other values, those that its act speaks of by itself (`said`) among them, each in a
/// class loader of its own: what one run leaves behind is no reason of another one. Where the test returned, a run that
/// throws says nothing: the value may be one that nobody may give.
pub(crate) fn varied(
    pool: &mut Pool,
    cluster: &TestCluster,
    tests: &[TestCase],
    seen: &[ObservedRun],
    said: impl Fn(&TestCase) -> Vec<JavaString>,
) -> Result<VariedOutcomes, EngineError> {
    let mut found = VariedOutcomes {
        by_test: vec![Vec::new(); tests.len()],
        is_costly: false,
    };
    let all = tests.iter().zip(seen).enumerate();
    let all = all.filter(|(_, (_, seen))| seen.execution.slow_at.is_none());
    let all: Vec<Varied> = all
        .flat_map(|(of, (test, seen))| {
            let values = OtherValues {
                cluster,
                said: said(test),
            };
            let changed = with_other_inputs(&values, test, &seen.execution.outcome);
            changed
                .into_iter()
                .map(move |(input, test)| Varied { of, input, test })
        })
        .collect();
    let changed: Vec<TestCase> = all.iter().map(|one| one.test.clone()).collect();
    let runs = pool.run(cluster, &changed, ALONE)?;
    for (one, run) in all.into_iter().zip(runs) {
        let own = &seen[one.of].execution;
        found.is_costly |= !matches!(run.outcome, Outcome::Passed | Outcome::Threw { .. });
        if says_something(own, &run) {
            found.by_test[one.of].push(VariedOutcome {
                input: one.input,
                value: match &one.test.statement(one.input).kind {
                    StatementKind::Literal(literal) => Some(literal.clone()),
                    _ => None,
                },
                ends_alike: ends_for_the_same_reason(own, &run, |message| {
                    let given = text_of(&tests[one.of].statement(one.input).kind);
                    let value = text_of(&one.test.statement(one.input).kind);
                    given
                        .zip(value)
                        .map(|(given, value)| message.replace(&given, &value))
                }),
                observations: run.observations,
            });
        }
    }
    Ok(found)
}

/// Whether a run with another value tells something of that value: all but that a call threw which returned before.
fn says_something(own: &Execution, other: &Execution) -> bool {
    let has_thrown = |run: &Execution| matches!(run.outcome, Outcome::Threw { .. });
    has_thrown(own) || !has_thrown(other)
}

/// Whether both ended alike; `told` gives a message with the other value in place of the one that was given.
fn ends_for_the_same_reason(
    own: &Execution,
    other: &Execution,
    told: impl Fn(&str) -> Option<String>,
) -> bool {
    match (&own.outcome, &other.outcome) {
        (Outcome::Passed, Outcome::Passed) => true,
        (
            Outcome::Threw { statement, thrown },
            Outcome::Threw {
                statement: at,
                thrown: other,
            },
        ) => {
            let messages = [&thrown.message, &other.message];
            let [own, others] = messages.map(|it| it.as_ref().map(JavaString::to_text));
            let is_told = |own: &String| told(own).is_some_and(|told| others == Some(told));
            let is_same_reason = own == others || own.as_ref().is_some_and(is_told);
            statement == at && thrown.class == other.class && is_same_reason
        }
        _ => false,
    }
}

/// A number or a text as a message tells it.
fn text_of(kind: &StatementKind) -> Option<String> {
    match kind {
        StatementKind::Literal(Literal::Text(text)) => {
            Some(text.to_text()).filter(|it| !it.is_empty())
        }
        StatementKind::Literal(literal) => literal.number().map(|number| format!("{number}")),
        _ => None,
    }
}

/// The test with another value for one of the inputs that its act alone uses, or what made its receiver.
fn with_other_inputs(
    values: &OtherValues<'_>,
    test: &TestCase,
    outcome: &Outcome,
) -> Vec<(Var, TestCase)> {
    let act = match outcome {
        Outcome::Passed => before_act(values.cluster, test).len(),
        Outcome::Threw { statement, .. } => usize::from(statement.0),
        _ => return Vec::new(),
    };
    let Some(StatementKind::Call {
        callable,
        receiver,
        arguments,
    }) = test.statements.get(act).map(|act| &act.kind)
    else {
        return Vec::new();
    };
    let parameters = values.cluster.callable(*callable).parameters.iter();
    let given = arguments.iter().zip(parameters);
    let given = given.map(|(var, parameter)| GivenInput {
        var: *var,
        parameter: *parameter,
    });
    let mut found = values.with_others(test, given.collect(), MOST);
    let mut making = Vec::new();
    if let Some(receiver) = receiver {
        add_making(values.cluster, test, *receiver, DEEPEST, &mut making);
    }
    found.extend(values.with_others(test, making, MOST_OF_MAKING));
    found.extend(values.with_others(test, answers(test), MOST_OF_ANSWERS));
    found
}

/// What mocks were told to answer.
fn answers(test: &TestCase) -> Vec<GivenInput> {
    let mut found = Vec::new();
    for statement in &test.statements {
        let StatementKind::TestDouble {
            answers,
            style: DoubleStyle::Mock,
            ..
        } = &statement.kind
        else {
            continue;
        };
        let given = answers.iter().filter(|answer| !answer.throws);
        found.extend(given.map(|answer| GivenInput {
            var: answer.value,
            parameter: test.statement(answer.value).ty,
        }));
    }
    found
}

/// What a call is given, and what it could be given.
struct GivenInput {
    var: Var,
    parameter: TypeId,
}

/// What the object was made of, and what that was.
fn add_making(
    cluster: &TestCluster,
    test: &TestCase,
    object: Var,
    levels: usize,
    found: &mut Vec<GivenInput>,
) {
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &test.statement(object).kind
    else {
        return;
    };
    let parameters = cluster.callable(*callable).parameters.iter();
    for (var, parameter) in arguments.iter().zip(parameters) {
        found.push(GivenInput {
            var: *var,
            parameter: *parameter,
        });
        if levels > 1 {
            add_making(cluster, test, *var, levels - 1, found);
        }
    }
}

/// What inputs may be in place of what they are.
struct OtherValues<'a> {
    cluster: &'a TestCluster,
    /// Texts that stand in the method that is called: what they are compared with decides.
    said: Vec<JavaString>,
}

impl OtherValues<'_> {
    /// The test with another value for one of these, so many tests at most.
    fn with_others(
        &self,
        test: &TestCase,
        inputs: Vec<GivenInput>,
        most: usize,
    ) -> Vec<(Var, TestCase)> {
        let mut found = Vec::new();
        for GivenInput { var, parameter } in inputs {
            if uses(test, var) != 1 {
                continue;
            }
            let mut others = other_values(self.cluster, test.statement(var), parameter);
            others.extend(self.said_of(test.statement(var)));
            // Of an input with some of its values nobody knows what the others would show.
            if found.len() + others.len() > most {
                continue;
            }
            found.extend(others.into_iter().map(|other| {
                let mut changed = test.clone();
                changed.statements[usize::from(var.0)] = other;
                (var, changed)
            }));
        }
        found
    }

    /// The texts that the method itself speaks of, in place of another text or of none.
    fn said_of(&self, given: &Statement) -> Vec<Statement> {
        let is_text = self.cluster.shape(given.ty) == Shape::Text;
        let others = self.said.iter().filter(|_| is_text).map(|text| Statement {
            ty: given.ty,
            kind: StatementKind::Literal(Literal::Text(text.clone())),
        });
        others.filter(|other| other.kind != given.kind).collect()
    }
}

/// How often a variable is used.
fn uses(test: &TestCase, var: Var) -> usize {
    let mut count = 0;
    for statement in &test.statements {
        statement
            .kind
            .visit_uses(|used| count += usize::from(used == var));
    }
    count
}

/// Values that a parameter may have in place of this one.
fn other_values(cluster: &TestCluster, given: &Statement, parameter: TypeId) -> Vec<Statement> {
    let like = |kind: StatementKind| Statement { ty: given.ty, kind };
    let mut found: Vec<Statement> = match &given.kind {
        StatementKind::Literal(literal) => {
            let literals = other_literals(literal).into_iter();
            literals
                .map(|it| like(StatementKind::Literal(it)))
                .collect()
        }
        StatementKind::Null => something(cluster, given.ty).into_iter().map(like).collect(),
        StatementKind::Call { callable, .. } => {
            let constants = other_constants(cluster, *callable).into_iter();
            constants.map(like).collect()
        }
        _ => Vec::new(),
    };
    // What takes anything takes a text.
    let text = cluster.type_id(&JavaType::class("java.lang.String"));
    let text =
        text.filter(|text| *text != given.ty && cluster.would_be_assignable(*text, parameter));
    found.extend(text.map(|ty| Statement {
        ty,
        kind: StatementKind::Literal(Literal::Text(TEXTS[1].into())),
    }));
    found
}

/// All other constants of the class of one that is one of its own class; none of the JDK's, of which some say how long
/// to wait.
fn other_constants(cluster: &TestCluster, constant: CallableId) -> Vec<StatementKind> {
    let read = cluster.callable(constant);
    let is_alike = |other: &Callable| {
        other.kind == CallableKind::StaticFieldRead
            && other.returns == read.returns
            && other.owner == read.owner
            && other.name != read.name
            && other.name.chars().all(|c| !c.is_lowercase())
    };
    if read.kind != CallableKind::StaticFieldRead
        || read.owner.starts_with("java.")
        || cluster.ty(read.returns).class_name() != Some(&*read.owner)
    {
        return Vec::new();
    }
    let all = cluster.callables().iter().enumerate();
    let others = all.filter(|(_, other)| is_alike(other));
    let others = others.filter_map(|(at, _)| u32::try_from(at).ok());
    let reads = others.map(|at| StatementKind::Call {
        callable: CallableId(at),
        receiver: None,
        arguments: Vars::default(),
    });
    let reads: Vec<StatementKind> = reads.collect();
    if reads.len() > MOST_CONSTANTS {
        return Vec::new();
    }
    reads
}

/// Other literals of the same kind.
fn other_literals(literal: &Literal) -> Vec<Literal> {
    let mut all: Vec<Literal> = match literal {
        Literal::Boolean(value) => vec![Literal::Boolean(!value)],
        Literal::Text(_) => TEXTS
            .iter()
            .map(|text| Literal::Text((*text).into()))
            .collect(),
        Literal::Char(_) => "x7 ".encode_utf16().map(Literal::Char).collect(),
        literal => {
            let primitive = literal.primitive();
            NUMBERS
                .iter()
                .filter_map(|number| number_of(primitive?, *number))
                .collect()
        }
    };
    all.retain(|it| it != literal);
    all
}

fn number_of(primitive: Primitive, number: i8) -> Option<Literal> {
    Some(match primitive {
        Primitive::Byte => Literal::Byte(number),
        Primitive::Short => Literal::Short(number.into()),
        Primitive::Int => Literal::Int(number.into()),
        Primitive::Long => Literal::Long(number.into()),
        Primitive::Float => Literal::Float(number.into()),
        Primitive::Double => Literal::Double(number.into()),
        Primitive::Boolean | Primitive::Char | Primitive::Void => return None,
    })
}

/// What may stand in place of nothing of the type; none of what would be nothing as well: an empty array or list.
fn something(cluster: &TestCluster, ty: TypeId) -> Vec<StatementKind> {
    let literals = |all: Vec<Literal>| all.into_iter().map(StatementKind::Literal).collect();
    match cluster.shape(ty) {
        Shape::Text => literals(vec![Literal::Text(TEXTS[1].into())]),
        Shape::Primitive(primitive) | Shape::Boxed(primitive) => literals(match primitive {
            Primitive::Boolean => vec![Literal::Boolean(true), Literal::Boolean(false)],
            Primitive::Char => vec![Literal::Char(u16::from(b'x'))],
            other => {
                let numbers = NUMBERS.iter();
                numbers.filter_map(|it| number_of(other, *it)).collect()
            }
        }),
        Shape::Enum => one(made_of_nothing(cluster, ty, CallableKind::StaticFieldRead)),
        Shape::Reference => one(made_of_nothing(cluster, ty, CallableKind::Constructor)),
        Shape::TestDouble => {
            let class = cluster.ty(ty).class_name().and_then(|it| cluster.class(it));
            let is_interface = class.is_some_and(|class| class.superclass.is_none());
            one(is_interface
                .then(|| StatementKind::test_double(DoubleStyle::default(), Vec::new())))
        }
        Shape::Array(_) | Shape::Void | Shape::ClassLiteral => Vec::new(),
    }
}

fn one(made: Option<StatementKind>) -> Vec<StatementKind> {
    made.into_iter().collect()
}

/// A call of this kind that needs nothing and gives the type.
fn made_of_nothing(cluster: &TestCluster, ty: TypeId, kind: CallableKind) -> Option<StatementKind> {
    let is_it = |at: &usize| {
        let callable = &cluster.callables()[*at];
        callable.kind == kind
            && callable.returns == ty
            && callable.receiver.is_none()
            && callable.parameters.is_empty()
            && !(callable.kind == CallableKind::Constructor
                && callable.owner.starts_with("java.util."))
    };
    let at = (0..cluster.callables().len()).find(is_it)?;
    Some(StatementKind::Call {
        callable: CallableId(u32::try_from(at).ok()?),
        receiver: None,
        arguments: Vars::default(),
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{
        Answer, ClassDescription, ClassUnderTest, ExecutableDescription, FieldDescription,
        Modifiers,
    };

    use super::*;

    fn values(literal: &Literal) -> Vec<Literal> {
        other_literals(literal)
    }

    #[test]
    fn other_values_are_of_the_same_kind_and_none_is_the_given_one() {
        assert_eq!(values(&Literal::Boolean(true)), [Literal::Boolean(false)]);
        let numbers = values(&Literal::Long(7));
        let expected = [1, 0, -1, 100].map(Literal::Long);
        assert_eq!(numbers, expected);
        let texts = values(&Literal::Text("".into()));
        assert!(texts.len() == 3 && !texts.contains(&Literal::Text("".into())));
    }

    fn class(name: &str) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(1),
            ..ClassDescription::default()
        }
    }

    fn method(name: &str, parameters: Vec<JavaType>, descriptor: &str) -> ExecutableDescription {
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            modifiers: Modifiers(1),
            type_parameters: Vec::new(),
            parameter_names: vec!["format".to_owned(); parameters.len()],
            parameters,
            returns: JavaType::void(),
            throws: Vec::new(),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
        }
    }

    /// A desk that is made with one of two formats, and opened.
    fn desk() -> TestCluster {
        let constant = |name: &str| FieldDescription {
            name: name.to_owned(),
            modifiers: Modifiers(1 | 8 | 16),
            ty: JavaType::class("p.Format"),
            annotations: Vec::new(),
            is_set: true,
            constant: None,
        };
        let format = ClassDescription {
            fields: ["EXCEL", "TDF"].map(constant).to_vec(),
            ..class("p.Format")
        };
        let given = vec![JavaType::class("p.Format")];
        let desk = ClassDescription {
            constructors: vec![method("<init>", given, "(Lp/Format;)V")],
            methods: vec![method("open", Vec::new(), "()V")],
            ..class("p.Desk")
        };
        let flow = std::sync::Arc::new(goalline_flow::FileFlow::default());
        let subject = ClassUnderTest {
            classes: &["p.Desk".to_owned()],
            package: "p",
            flow: &flow,
        };
        TestCluster::new(vec![desk, format], &subject)
    }

    #[test]
    fn a_constant_is_varied_by_others_of_its_class_and_what_made_the_receiver_is_varied_too() {
        let mut cluster = desk();
        let ty = cluster.intern(JavaType::class("p.Format"));
        let constants = cluster.generators(ty).to_vec();
        let read = |at: usize| StatementKind::Call {
            callable: constants[at],
            receiver: None,
            arguments: Vars::default(),
        };
        assert_eq!(other_constants(&cluster, constants[0]), [read(1)]);
        let call = |name: &str, receiver: Option<Var>, given: &[Var]| {
            let mut all = cluster.under_test().iter().copied();
            let found = all.find(|id| cluster.callable(*id).name == name);
            let callable = found.expect("it is there");
            Statement {
                ty: cluster.callable(callable).returns,
                kind: StatementKind::Call {
                    callable,
                    receiver,
                    arguments: Vars::from_slice(given),
                },
            }
        };
        let statements = vec![
            Statement { ty, kind: read(0) },
            call("<init>", None, &[Var(0)]),
            call("open", Some(Var(1)), &[]),
        ];
        let values = OtherValues {
            cluster: &cluster,
            said: Vec::new(),
        };
        let varied = with_other_inputs(&values, &TestCase { statements }, &Outcome::Passed);
        let kinds: Vec<&StatementKind> = varied
            .iter()
            .map(|(_, test)| &test.statements[0].kind)
            .collect();
        assert_eq!(kinds, [&read(1)]);
    }

    fn run(outcome: Outcome) -> Execution {
        Execution {
            outcome,
            trace: goalline_testcase::Trace::default(),
            steps: 1,
            observations: Vec::new(),
            slow_at: None,
        }
    }

    fn threw(class: &str, message: &str) -> Execution {
        run(Outcome::Threw {
            statement: Var(1),
            thrown: goalline_testcase::Thrown {
                class: class.to_owned(),
                nameable: class.to_owned(),
                message: Some(message.into()),
                stack: Vec::new(),
                ..goalline_testcase::Thrown::default()
            },
        })
    }

    #[test]
    fn a_value_that_nobody_may_give_tells_nothing_of_a_call_that_returned() {
        let (passed, thrown) = (run(Outcome::Passed), threw("shop.Full", "full"));
        assert!(!says_something(&passed, &thrown) && says_something(&thrown, &passed));
        assert!(says_something(&passed, &passed) && says_something(&thrown, &thrown));
    }

    #[test]
    fn what_mocks_answer_is_varied_and_nothing_by_several_numbers() {
        let mut cluster = desk();
        let boxed = cluster.intern(JavaType::class("java.lang.Long"));
        let string = cluster.intern(JavaType::class("java.lang.String"));
        let desk = cluster.intern(JavaType::class("p.Desk"));
        let answer = |value: u16, throws: bool| Answer {
            method: "find".into(),
            descriptor: "()Ljava/lang/Object;".into(),
            value: Var(value),
            throws,
        };
        let given = |ty, kind| Statement { ty, kind };
        let told = vec![answer(0, false), answer(1, false), answer(2, true)];
        let test = TestCase {
            statements: vec![
                given(boxed, StatementKind::Null),
                given(string, StatementKind::Literal(Literal::Text("a".into()))),
                given(string, StatementKind::Null),
                given(desk, StatementKind::test_double(DoubleStyle::Mock, told)),
            ],
        };
        let count = |said: &[&str]| {
            let values = OtherValues {
                cluster: &cluster,
                said: said.iter().map(|it| JavaString::from(*it)).collect(),
            };
            let found = values.with_others(&test, answers(&test), MOST_OF_ANSWERS);
            [0, 1, 2].map(|at| found.iter().filter(|(var, _)| *var == Var(at)).count())
        };
        assert_eq!(count(&[]), [NUMBERS.len(), TEXTS.len(), 0]);
        // What the method compares with is tried too, if it is not what is given.
        assert_eq!(count(&["POST", "a"]), [NUMBERS.len(), TEXTS.len() + 1, 0]);
    }

    #[test]
    fn an_exception_with_another_message_has_another_reason() {
        let alike = |one: &Execution, other: &Execution| {
            ends_for_the_same_reason(one, other, |said| Some(said.replace('2', "7")))
        };
        let (one, other) = (threw("shop.Full", "full"), threw("shop.Full", "no red"));
        assert!(alike(&one, &one) && !alike(&one, &other));
        assert!(!alike(&one, &run(Outcome::Passed)));
        let (two, seven) = (
            threw("shop.Full", "no pen 2"),
            threw("shop.Full", "no pen 7"),
        );
        assert!(alike(&two, &seven), "the value stands in the message");
    }
}
