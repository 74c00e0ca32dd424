//! Functions that give something: takes a minimised test in which a function that is handed over gives `null` or zero,
//! gives one in which it gives a plain value, wherever the goals allow. What comes out as `null` may as well never have
//! been asked for, and where it is not asked for, `null` may be why nothing comes out.

use goalline_testcase::{
    Answer, DoubleStyle, ExecutorError, JavaType, Literal, Primitive, Shape, Statement,
    StatementKind, TestCase, TestCluster, TypeId, Var,
};

use crate::{
    Ending,
    minimise::{
        Judge, Minimisation, arranging::number, texts_for_objects::unsaid_words,
        values::meaningful::first_that_works,
    },
};

/// Functions of a test that are looked at at most.
const MOST_FUNCTIONS: usize = 3;

/// The test in which functions give values, where it ends well.
pub(in crate::minimise) fn with_answering_functions(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut test = test;
    if judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    // Behind each change the variables have other numbers: one after the other, from the last one on.
    let functions = silent_functions(&test, minimisation.cluster);
    for function in functions.into_iter().rev() {
        let candidate = answering(&test, function, minimisation.cluster);
        test = first_that_works(test, candidate.into_iter().collect(), minimisation, judge)?;
    }
    Ok(test)
}

/// The first functions of the test that have no answer of their own.
fn silent_functions(test: &TestCase, cluster: &mut TestCluster) -> Vec<Var> {
    let is_silent = |var: &Var| {
        let statement = test.statement(*var);
        let StatementKind::TestDouble { answers, style, .. } = &statement.kind else {
            return false;
        };
        let double = cluster.test_double(statement.ty);
        *style == DoubleStyle::Written
            && answers.is_empty()
            && double.is_some_and(|it| it.is_functional)
    };
    test.vars().filter(is_silent).take(MOST_FUNCTIONS).collect()
}

/// The test in which the function gives a value that stands nowhere else in it.
fn answering(test: &TestCase, function: Var, cluster: &mut TestCluster) -> Option<TestCase> {
    let double = cluster.test_double(test.statement(function).ty)?;
    let [method] = &double.methods[..] else {
        return None;
    };
    let value = plain_answer(test, method.returns, cluster)?;
    let mut changed = test.clone();
    changed.insert(usize::from(function.0), vec![value]);
    let at = usize::from(function.0) + 1;
    if let StatementKind::TestDouble { answers, .. } = &mut changed.statements[at].kind {
        answers.push(Answer {
            method: method.name.clone(),
            descriptor: method.descriptor.clone(),
            value: function,
            throws: false,
        });
    }
    changed.is_well_formed(cluster).then_some(changed)
}

/// A plain value of the type; none of truth values, which decide something, and of objects.
fn plain_answer(test: &TestCase, ty: TypeId, cluster: &mut TestCluster) -> Option<Statement> {
    let (ty, literal) = match cluster.shape(ty) {
        Shape::Primitive(Primitive::Boolean) | Shape::Boxed(Primitive::Boolean) => return None,
        Shape::Primitive(primitive) | Shape::Boxed(primitive) => (ty, number(primitive)?),
        _ => {
            let string = cluster.intern(JavaType::class("java.lang.String"));
            if !cluster.is_assignable(string, ty) {
                return None;
            }
            (string, Literal::Text(unsaid_words(test).next()?.into()))
        }
    };
    Some(Statement {
        ty,
        kind: StatementKind::Literal(literal),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, method, named, text};
    use goalline_testcase::{ClassDescription, ClassKind, Modifiers, PLAIN_WORDS};

    #[test]
    fn a_function_without_an_answer_gives_a_text_that_stands_nowhere_else() {
        const PUBLIC_ABSTRACT: u32 = 0x401;
        let java =
            "package p; class Pens { String named(Namer namer, String name) { return null; } }";
        let mut make_name = method("name", "(Ljava/lang/String;)Ljava/lang/String;");
        make_name.modifiers = Modifiers(PUBLIC_ABSTRACT);
        let namer = ClassDescription {
            kind: ClassKind::Interface,
            modifiers: Modifiers(0x601),
            constructors: Vec::new(),
            ..class("p.Namer", vec![make_name])
        };
        let named_by = method("named", "(Lp/Namer;Ljava/lang/String;)Ljava/lang/String;");
        let mut cluster = cluster_of(java, vec![class("p.Pens", vec![named_by]), namer]);
        let function = Statement {
            ty: cluster.intern(JavaType::class("p.Namer")),
            kind: StatementKind::test_double(DoubleStyle::Written, Vec::new()),
        };
        let hello = text(&mut cluster, PLAIN_WORDS[0]);
        let (make, ask) = (named("<init>", &cluster), named("named", &cluster));
        let statements = vec![
            call(&cluster, make, None, &[]),
            function,
            hello,
            call(&cluster, ask, Some(Var(0)), &[Var(1), Var(2)]),
        ];
        let test = TestCase { statements };
        assert_eq!(silent_functions(&test, &mut cluster), [Var(1)]);
        let answering = answering(&test, Var(1), &mut cluster).expect("it can give a text");
        let given = &answering.statements[1].kind;
        let expected = Literal::Text(PLAIN_WORDS[1].into());
        assert_eq!(*given, StatementKind::Literal(expected));
        assert!(silent_functions(&answering, &mut cluster).is_empty());
    }
}
