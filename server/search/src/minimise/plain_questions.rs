//! A question with plain values: takes a minimised test whose last call changes its receiver, gives tests that call a
//! method of the same object afterwards with values that have nothing to do with the call. What a comparator was set
//! for shows in a comparison, what a separator is in what is joined.

use goalline_testcase::{
    Callable, CallableId, CallableKind, JavaType, Literal, Shape, Statement, StatementKind,
    TestCase, TestCluster, Var, Vars,
};

use super::use_of_result::{Anything, nth_plain};

/// Tests with a question that are tried at most.
const MOST: usize = 6;

/// Values that a question is given at most.
const MOST_VALUES: usize = 2;

/// Contracts with other objects, of which a plain value tells nothing.
const CONTRACTS: [&str; 3] = ["compareTo", "equals", "hashCode"];

/// The test with each of these methods that can be asked with plain values, on the object, behind its last call; with
/// comparators that can compare in place of what the call is given, too.
pub(super) fn with_plain_values(
    test: &TestCase,
    object: Var,
    methods: &[CallableId],
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut questions = methods.to_vec();
    let own = cluster.ty(test.statement(object).ty).clone();
    questions.retain(|id| {
        let called = cluster.callable(*id);
        let few = (1..=MOST_VALUES).contains(&called.parameters.len());
        let tells = tells(cluster.ty(called.returns)) && *cluster.ty(called.returns) != own;
        few && tells && !CONTRACTS.contains(&&*called.name) && is_public(called, cluster)
    });
    questions.sort_by_key(|id| cluster.callable(*id).parameters.len());
    let mut starts = vec![test.clone()];
    starts.extend(with_comparators(test, cluster));
    let mut found = Vec::new();
    for question in questions {
        for start in &starts {
            for anything in values_for(start, cluster) {
                found.extend(with_question(start, object, question, &anything, cluster));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Whether everybody may call it: a question that only the package may ask shows nothing to those who use the class.
fn is_public(called: &Callable, cluster: &TestCluster) -> bool {
    let class = cluster.class(&called.declared_in);
    let mut methods = class.into_iter().flat_map(|it| &it.methods);
    let method = methods.find(|it| it.name == called.name && it.descriptor == called.descriptor);
    method.is_some_and(|it| it.modifiers.is_public())
}

/// Whether a value of the type says something by itself.
fn tells(ty: &JavaType) -> bool {
    match ty {
        JavaType::Primitive(_) => *ty != JavaType::void(),
        JavaType::Class { name, .. } => name.starts_with("java."),
        JavaType::Array(element) => tells(element),
        // What it stands for is seen when it is asked.
        JavaType::Variable(_) => true,
        JavaType::Wildcard { .. } => false,
    }
}

/// What a question is given: a text in which what the last call was given stands, and any text.
fn values_for(test: &TestCase, cluster: &mut TestCluster) -> Vec<Anything> {
    let mut found = Vec::new();
    if let Some(StatementKind::Call { arguments, .. }) = test.statements.last().map(|it| &it.kind) {
        let given = arguments.iter().find_map(|var| given_sign(test, *var));
        found.extend(given.map(|given| {
            let around = format!("a{given}b");
            Anything::Given(Statement {
                ty: cluster.intern(JavaType::class("java.lang.String")),
                kind: StatementKind::Literal(Literal::Text(around.as_str().into())),
            })
        }));
    }
    found.push(Anything::Text);
    found
}

/// The text or character that was given.
fn given_sign(test: &TestCase, var: Var) -> Option<String> {
    match &test.statement(var).kind {
        StatementKind::Literal(Literal::Text(own)) if !own.0.is_empty() => Some(own.to_text()),
        StatementKind::Literal(Literal::Char(unit)) => {
            char::from_u32(u32::from(*unit)).map(String::from)
        }
        _ => None,
    }
}

/// The test whose last call is given comparators of the JDK in place of others.
fn with_comparators(test: &TestCase, cluster: &mut TestCluster) -> Option<TestCase> {
    const COMPARATOR: &str = "java.util.Comparator";
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &test.statements.last()?.kind
    else {
        return None;
    };
    let parameters = cluster.callable(*callable).parameters.clone();
    let comparator = cluster.intern(JavaType::class(COMPARATOR));
    let makers = cluster.generators(comparator).to_vec();
    let maker = makers.into_iter().find(|id| {
        let maker = cluster.callable(*id);
        maker.owner == COMPARATOR && maker.name == "reverseOrder" && maker.parameters.is_empty()
    })?;
    let mut changed = test.clone();
    for (var, ty) in arguments.iter().zip(&parameters) {
        let made = &test.statement(*var).kind;
        let is_it = matches!(made, StatementKind::Call { callable, .. } if *callable == maker);
        if cluster.ty(*ty).class_name() == Some(COMPARATOR) && !is_it {
            changed.statements[usize::from(var.0)] = Statement {
                ty: cluster.callable(maker).returns,
                kind: StatementKind::Call {
                    callable: maker,
                    receiver: None,
                    arguments: Vars::new(),
                },
            };
        }
    }
    (changed != *test && changed.is_well_formed(cluster)).then_some(changed)
}

/// The test that asks this of the object at last, with plain values.
fn with_question(
    test: &TestCase,
    object: Var,
    question: CallableId,
    anything: &Anything,
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let called = cluster.callable(question);
    let (ty, parameters, kind) = (called.returns, called.parameters.clone(), called.kind);
    if kind != CallableKind::Method {
        return None;
    }
    let mut changed = test.clone();
    let mut arguments = Vars::new();
    for (position, parameter) in parameters.iter().enumerate() {
        // Two texts are two others: of a pair that is equal nobody sees which comes first.
        let anything = if position == 0 {
            anything
        } else {
            &Anything::Text
        };
        let value = nth_plain(*parameter, position, anything, cluster)?;
        let is_object = !matches!(cluster.shape(*parameter), Shape::Primitive(_));
        if is_object && !cluster.is_assignable(value.ty, *parameter) {
            return None;
        }
        changed.statements.push(value);
        arguments.push(Var(changed.len() as u16 - 1));
    }
    changed.statements.push(Statement {
        ty,
        kind: StatementKind::Call {
            callable: question,
            receiver: Some(object),
            arguments,
        },
    });
    changed.is_well_formed(cluster).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named, text};

    #[test]
    fn what_a_separator_was_set_for_is_asked_with_a_text_that_has_it() {
        let java = "package p; class Splitter { void setSeparator(String it) {} Integer pieces(String of) { return 1; } \
                    boolean equals(String it) { return true; } void cut(String of) {} }";
        let methods = vec![
            method("setSeparator", "(Ljava/lang/String;)V"),
            method("pieces", "(Ljava/lang/String;)Ljava/lang/Integer;"),
            method("equals", "(Ljava/lang/String;)Z"),
            method("cut", "(Ljava/lang/String;)V"),
        ];
        let mut cluster = cluster_of(java, vec![class("p.Splitter", methods)]);
        let sign = text(&mut cluster, ";");
        let new = call(&cluster, named("<init>", &cluster), None, &[]);
        let set = call(
            &cluster,
            named("setSeparator", &cluster),
            Some(Var(0)),
            &[Var(1)],
        );
        let test = TestCase {
            statements: vec![new, sign, set],
        };
        let methods = cluster.under_test().to_vec();
        let asked = with_plain_values(&test, Var(0), &methods, &mut cluster);
        let given = asked.iter().map(|it| &it.statements[3].kind);
        let texts = given.filter_map(|kind| match kind {
            StatementKind::Literal(Literal::Text(own)) => Some(own.to_text()),
            _ => None,
        });
        assert_eq!(texts.collect::<Vec<_>>(), ["a;b", "hello"]);
        let calls_pieces = |it: &TestCase| match it.statements.last().map(|it| &it.kind) {
            Some(StatementKind::Call { callable, .. }) => {
                cluster.callable(*callable).name == "pieces"
            }
            _ => false,
        };
        assert!(asked.iter().all(calls_pieces));
    }
}
