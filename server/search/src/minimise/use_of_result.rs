//! What a factory gives, used once: takes a test whose last call gives a function, gives tests that call it with plain
//! values. That there is a transformer says nothing; what it makes of a text does.

use goalline_testcase::{
    CallableId, CallableKind, JavaType, Literal, Primitive, Shape, Statement, StatementKind,
    TestCase, TestCluster, TypeId, Var, Vars,
};

use super::arranging::number;

/// Texts that a function is called with, one for each role.
const TEXTS: [&str; 2] = ["hello", "world"];

/// What a function is given where it takes anything.
#[derive(Clone)]
pub(super) enum Anything {
    /// What its factory was given: whether that makes a difference is what the test shows.
    Given(Statement),
    Text,
    Number,
}

/// The test with one call of the function that its last call gives, with each kind of plain value.
pub fn used_once(test: &TestCase, cluster: &mut TestCluster) -> Vec<TestCase> {
    let Some(function) = function_given(test, cluster) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let given = given_literal(test).map(Anything::Given);
    for anything in given.into_iter().chain([Anything::Text, Anything::Number]) {
        let used = with_call(test, function, &anything, cluster);
        found.extend(used.filter(|used| !found.contains(used)));
    }
    found
}

/// The first text or number that the last call of the test is given.
fn given_literal(test: &TestCase) -> Option<Statement> {
    let StatementKind::Call { arguments, .. } = &test.statements.last()?.kind else {
        return None;
    };
    let mut given = arguments.iter().map(|var| test.statement(*var));
    let is_plain = |one: &&Statement| {
        matches!(
            &one.kind,
            StatementKind::Literal(Literal::Text(_) | Literal::Int(_))
        )
    };
    given.find(is_plain).cloned()
}

/// The function that the last call of the test gives, where that is a factory under test and the function gives
/// something.
fn function_given(test: &TestCase, cluster: &mut TestCluster) -> Option<CallableId> {
    let StatementKind::Call { callable, .. } = test.statements.last()?.kind else {
        return None;
    };
    let maker = cluster.callable(callable);
    let is_factory = matches!(
        maker.kind,
        CallableKind::Method | CallableKind::StaticMethod
    );
    let made = maker.returns;
    if !maker.is_under_test || !is_factory {
        return None;
    }
    let function = cluster.function_of(made)?;
    let given = cluster.callable(function).returns;
    (*cluster.ty(given) != JavaType::void()).then_some(function)
}

fn with_call(
    test: &TestCase,
    function: CallableId,
    anything: &Anything,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let called = cluster.callable(function);
    let (ty, parameters) = (called.returns, called.parameters.clone());
    let mut used = test.clone();
    let given = parameters.iter().enumerate();
    let arguments: Option<Vars> = given
        .map(|(position, ty)| {
            let value = nth_plain(*ty, position, anything, cluster)?;
            used.statements.push(value);
            Some(Var(used.len() as u16 - 1))
        })
        .collect();
    let kind = StatementKind::Call {
        callable: function,
        receiver: Some(Var(test.len() as u16 - 1)),
        arguments: arguments?,
    };
    used.statements.push(Statement { ty, kind });
    used.is_well_formed(cluster).then_some(used)
}

/// A plain value for the parameter at this position: of two that are equal nobody sees which one is meant.
pub(super) fn nth_plain(
    ty: TypeId,
    position: usize,
    anything: &Anything,
    cluster: &mut TestCluster,
) -> Option<Statement> {
    let mut value = plain(ty, TEXTS[position % TEXTS.len()], anything, cluster)?;
    if position % 2 == 1
        && let StatementKind::Literal(literal) = &mut value.kind
        && let Some(other) = literal.next()
    {
        *literal = other;
    }
    Some(value)
}

/// A plain value of the type; none where only objects of a certain class are.
fn plain(
    ty: TypeId,
    text: &str,
    anything: &Anything,
    cluster: &mut TestCluster,
) -> Option<Statement> {
    if let Shape::Primitive(primitive) | Shape::Boxed(primitive) = cluster.shape(ty) {
        let kind = StatementKind::Literal(number(primitive)?);
        return Some(Statement { ty, kind });
    }
    let mut literal = |class: &str, literal| Statement {
        ty: cluster.intern(JavaType::class(class)),
        kind: StatementKind::Literal(literal),
    };
    let value = match anything {
        Anything::Given(value) => value.clone(),
        Anything::Text => literal("java.lang.String", Literal::Text(text.into())),
        Anything::Number => literal("java.lang.Integer", number(Primitive::Int)?),
    };
    cluster.is_assignable(value.ty, ty).then_some(value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Modifiers,
    };

    use super::*;

    fn executable(
        name: &str,
        modifiers: u16,
        returns: &str,
        takes: &[&str],
    ) -> ExecutableDescription {
        let descriptor = |it: &&str| format!("L{};", it.replace('.', "/"));
        let given: String = takes.iter().map(descriptor).collect();
        ExecutableDescription {
            name: name.to_owned(),
            descriptor: format!("({given}){}", descriptor(&returns)),
            modifiers: Modifiers(modifiers.into()),
            is_varargs: false,
            is_default: false,
            is_deprecated: false,
            type_parameters: Vec::new(),
            parameters: takes.iter().map(|it| JavaType::class(it)).collect(),
            parameter_names: Vec::new(),
            returns: JavaType::class(returns),
            throws: Vec::new(),
        }
    }

    fn class(
        name: &str,
        kind: ClassKind,
        modifiers: u16,
        methods: Vec<ExecutableDescription>,
    ) -> ClassDescription {
        ClassDescription {
            name: name.to_owned(),
            canonical: Some(name.to_owned()),
            modifiers: Modifiers(modifiers.into()),
            kind,
            methods,
            ..ClassDescription::default()
        }
    }

    /// Changers are made by `Changers.to(text)`, and change an object of this class.
    fn changers(changed: &str) -> TestCluster {
        let java = "package p; class Changers { static Changer to(String text) { return null; } }";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let to = executable("to", 9, "p.Changer", &["java.lang.String"]);
        let change = executable("change", 0x401, "java.lang.Object", &[changed]);
        let classes = vec![
            class("p.Changers", ClassKind::Class, 1, vec![to]),
            class("p.Changer", ClassKind::Interface, 0x601, vec![change]),
            class("p.Key", ClassKind::Class, 1, Vec::new()),
        ];
        let subject = ClassUnderTest {
            classes: &["p.Changers".to_owned()],
            package: "p",
            flow: &flow,
        };
        TestCluster::new(classes, &subject)
    }

    fn made(cluster: &mut TestCluster) -> TestCase {
        let to = cluster.under_test()[0];
        let text = Statement {
            ty: cluster.intern(JavaType::class("java.lang.String")),
            kind: StatementKind::Literal(Literal::Text("blue".into())),
        };
        let made = Statement {
            ty: cluster.callable(to).returns,
            kind: StatementKind::Call {
                callable: to,
                receiver: None,
                arguments: Vars::from_slice(&[Var(0)]),
            },
        };
        TestCase {
            statements: vec![text, made],
        }
    }

    #[test]
    fn a_function_is_called_with_what_its_factory_was_given_a_text_and_a_number_where_it_takes_anything()
     {
        let cluster = &mut changers("java.lang.Object");
        let test = made(cluster);
        let given: Vec<StatementKind> = used_once(&test, cluster)
            .iter()
            .map(|used| used.statements[2].kind.clone())
            .collect();
        let texts = ["blue", "hello"].map(|text| Literal::Text(text.into()));
        let literals = texts.into_iter().chain([Literal::Int(2)]);
        let literals: Vec<StatementKind> = literals.map(StatementKind::Literal).collect();
        assert_eq!(given, literals);
    }

    #[test]
    fn two_values_that_a_function_is_called_with_differ() {
        let cluster = &mut changers("java.lang.Object");
        let boolean = cluster.intern(JavaType::Primitive(Primitive::Boolean));
        let two = [0, 1].map(|at| nth_plain(boolean, at, &Anything::Text, cluster));
        let literals = two.map(|it| it.expect("a truth value").kind);
        let expected = [true, false].map(|it| StatementKind::Literal(Literal::Boolean(it)));
        assert_eq!(literals, expected);
    }

    #[test]
    fn a_function_that_wants_an_object_of_some_class_is_not_called() {
        let cluster = &mut changers("p.Key");
        let test = made(cluster);
        assert_eq!(used_once(&test, cluster), []);
    }
}
