//! What far places give without saying of what type (rows of tables, raw lists): takes tests that ended early, gives
//! rows more cells and puts what the class under test casts to in place of what it does not.

use goalline_testcase::{
    Answer, DoubleMethod, JavaType, Shape, StatementKind, TestCase, TypeId, Var,
};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{
    change::built_before,
    test_factory::{LONGEST_ROW, TestFactory},
};

/// Elements of an array that is stretched, at most.
const LONGEST_STRETCHED: usize = 20;

/// A place for an `Object`: in an array of such, among the answers of a mock, or among what a call of the JDK's is
/// given.
#[derive(Clone, Copy)]
struct OpenPlace {
    /// The statement.
    at: usize,
    /// The place in it.
    place: usize,
}

/// Gives a row of the test more cells: whoever reads the fifth cell of three ends there.
pub(crate) fn lengthen(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let is_short = |it: &usize| row(factory, test, *it).is_some_and(|cells| cells < LONGEST_ROW);
    let rows: Vec<usize> = (0..test.len()).filter(is_short).collect();
    let Some(mut at) = rows.choose(factory.rng).copied() else {
        return;
    };
    let cells = row(factory, test, at).unwrap_or_default();
    let object = factory.cluster.intern(JavaType::object());
    for _ in cells..factory.rng.random_range(cells + 1..=LONGEST_ROW) {
        let built = built_before(factory, test, at, |factory, head| {
            let shape = factory.cluster.shape(object);
            factory.fresh(head, object, shape, 1)
        });
        let Some((value, moved)) = built else {
            return;
        };
        at = moved;
        if let StatementKind::Array { elements } = &mut test.statements[at].kind {
            elements.push(value);
        }
    }
}

/// Gives an array of numbers or letters of the test more of what it holds: whoever reads eight bytes of two ends there.
pub(crate) fn stretch(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let is_short = |at: &usize| {
        let statement = &test.statements[*at];
        let StatementKind::Array { elements } = &statement.kind else {
            return false;
        };
        let Shape::Array(element) = factory.cluster.shape(statement.ty) else {
            return false;
        };
        let is_plain = matches!(factory.cluster.shape(element), Shape::Primitive(_));
        is_plain && (1..LONGEST_STRETCHED).contains(&elements.len())
    };
    let short: Vec<usize> = (0..test.len()).filter(is_short).collect();
    let Some(at) = short.choose(factory.rng).copied() else {
        return;
    };
    if let StatementKind::Array { elements } = &mut test.statements[at].kind {
        let longest = LONGEST_STRETCHED.min(2 * elements.len() + LONGEST_ROW);
        for _ in elements.len()..factory.rng.random_range(elements.len() + 1..=longest) {
            elements.extend(elements.choose(factory.rng).copied());
        }
    }
}

/// Puts something of a type that the class under test casts to in place of what it cannot cast: an element, or an
/// answer of which nobody says what it is.
pub(crate) fn retype(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let object = factory.cluster.intern(JavaType::object());
    let casts = factory.cluster.narrowed(object).to_vec();
    let mut unlike = open_places(factory, test);
    unlike.retain(|place| {
        let is_of = |cast: &TypeId| {
            value(test, *place).is_some_and(|it| {
                let ty = test.statement(it).ty;
                factory.cluster.is_assignable(ty, *cast)
            })
        };
        !casts.clone().iter().any(is_of)
    });
    let (Some(place), Some(cast)) = (
        unlike.choose(factory.rng).copied(),
        casts.choose(factory.rng).copied(),
    ) else {
        return;
    };
    let built = built_before(factory, test, place.at, |factory, head| {
        let shape = factory.cluster.shape(cast);
        factory.fresh(head, cast, shape, 1)
    });
    let Some((value, at)) = built else {
        return;
    };
    match &mut test.statements[at].kind {
        StatementKind::Array { elements } => elements[place.place] = value,
        StatementKind::TestDouble { answers, .. } => answers[place.place].value = value,
        StatementKind::Call { arguments, .. } => arguments[place.place] = value,
        _ => {}
    }
}

/// How many cells the array of objects at this place has; none where there is no such array.
fn row(factory: &TestFactory<'_>, test: &TestCase, at: usize) -> Option<usize> {
    let statement = &test.statements[at];
    let StatementKind::Array { elements } = &statement.kind else {
        return None;
    };
    let Shape::Array(element) = factory.cluster.shape(statement.ty) else {
        return None;
    };
    factory.is_row(element).then_some(elements.len())
}

/// All places for an `Object` that holds what the class under test is handed.
fn open_places(factory: &mut TestFactory<'_>, test: &TestCase) -> Vec<OpenPlace> {
    let mut found = Vec::new();
    for at in 0..test.len() {
        let cells = row(factory, test, at).unwrap_or_default();
        let open = (0..cells).chain(open_answers(factory, test, at));
        let open: Vec<usize> = open.chain(open_arguments(factory, test, at)).collect();
        found.extend(open.into_iter().map(|place| OpenPlace { at, place }));
    }
    found
}

/// The answers of the mock at this place of whose type nobody says more than that they are objects.
fn open_answers(factory: &mut TestFactory<'_>, test: &TestCase, at: usize) -> Vec<usize> {
    let statement = &test.statements[at];
    let StatementKind::TestDouble { answers, .. } = &statement.kind else {
        return Vec::new();
    };
    let object = factory.cluster.intern(JavaType::object());
    let Some(double) = factory.cluster.test_double(statement.ty) else {
        return Vec::new();
    };
    let is_open = |answer: &Answer| {
        let is_asked =
            |it: &&DoubleMethod| it.name == answer.method && it.descriptor == answer.descriptor;
        let asked = double.methods.iter().find(is_asked);
        !answer.throws
            && asked.is_some_and(|it| it.returns == object && !it.gives_what_is_asked_for)
    };
    let open = answers
        .iter()
        .enumerate()
        .filter(|(_, answer)| is_open(answer));
    open.map(|(place, _)| place).collect()
}

/// What the call at this place puts as an `Object` into a container of the JDK.
fn open_arguments(factory: &mut TestFactory<'_>, test: &TestCase, at: usize) -> Vec<usize> {
    let StatementKind::Call { callable, .. } = &test.statements[at].kind else {
        return Vec::new();
    };
    let object = factory.cluster.intern(JavaType::object());
    let called = factory.cluster.callable(*callable);
    if !called.owner.starts_with("java.util.") {
        return Vec::new();
    }
    let open = called.parameters.iter().enumerate();
    open.filter(|(_, ty)| **ty == object)
        .map(|(place, _)| place)
        .collect()
}

fn value(test: &TestCase, open: OpenPlace) -> Option<Var> {
    match &test.statements[open.at].kind {
        StatementKind::Array { elements } => elements.get(open.place).copied(),
        StatementKind::TestDouble { answers, .. } => answers.get(open.place).map(|it| it.value),
        StatementKind::Call { arguments, .. } => arguments.get(open.place).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, DoubleStyle, ExecutableDescription, Mocking,
        Modifiers, Primitive, Statement, TestCluster, Vars,
    };

    use super::*;
    use crate::operators::test_factory::for_tests::with_factory;

    /// A report that casts what it reads to rows, and a test with a list of one text.
    fn with_a_list(act: impl FnOnce(&mut TestFactory<'_>, TestCase)) {
        let flow = Arc::new(FileFlow::of(&JavaFile::parse("class Report { }")));
        let report = ClassDescription {
            name: "Report".to_owned(),
            canonical: Some("Report".to_owned()),
            modifiers: Modifiers(1),
            kind: ClassKind::Class,
            casts: vec!["[Ljava.lang.Object;".to_owned()],
            constructors: vec![ExecutableDescription {
                name: "<init>".to_owned(),
                descriptor: "()V".to_owned(),
                modifiers: Modifiers(1),
                type_parameters: Vec::new(),
                parameters: Vec::new(),
                parameter_names: Vec::new(),
                returns: JavaType::void(),
                throws: Vec::new(),
                is_varargs: false,
                is_default: false,
                is_deprecated: false,
            }],
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["Report".to_owned()],
            package: "",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(vec![report, query()], &subject);
        cluster.allow_mocks(Mocking::Extensible);
        let string = cluster.intern(JavaType::class("java.lang.String"));
        let objects = cluster.intern(JavaType::object().array_of());
        let mut test = TestCase::default();
        let kind = StatementKind::Literal(goalline_testcase::Literal::Text("a".into()));
        test.statements.push(Statement { ty: string, kind });
        let elements = Vars::from_slice(&[Var(0)]);
        let kind = StatementKind::Array { elements };
        test.statements.push(Statement { ty: objects, kind });
        with_factory(&mut cluster, &flow, |factory| act(factory, test));
    }

    /// Something far away that gives an object.
    fn query() -> ClassDescription {
        ClassDescription {
            name: "Query".to_owned(),
            canonical: Some("Query".to_owned()),
            modifiers: Modifiers(0x601),
            kind: ClassKind::Interface,
            methods: vec![ExecutableDescription {
                name: "single".to_owned(),
                descriptor: "()Ljava/lang/Object;".to_owned(),
                modifiers: Modifiers(0x401),
                type_parameters: Vec::new(),
                parameters: Vec::new(),
                parameter_names: Vec::new(),
                returns: JavaType::object(),
                throws: Vec::new(),
                is_varargs: false,
                is_default: false,
                is_deprecated: false,
            }],
            ..ClassDescription::default()
        }
    }

    fn elements(test: &TestCase) -> &[Var] {
        match &test.statements.last().expect("the list").kind {
            StatementKind::Array { elements } => elements,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_row_gets_more_cells() {
        with_a_list(|factory, mut test| {
            for _ in 0..20 {
                lengthen(factory, &mut test);
                assert!(test.is_well_formed(factory.cluster), "{test:?}");
            }
            assert!((4..=LONGEST_ROW).contains(&elements(&test).len()));
        });
    }

    #[test]
    fn an_array_of_numbers_gets_longer_with_what_it_holds() {
        with_a_list(|factory, mut test| {
            let number = factory.cluster.intern(JavaType::Primitive(Primitive::Byte));
            let bytes = JavaType::Primitive(Primitive::Byte).array_of();
            test.statements[0] = Statement {
                ty: number,
                kind: StatementKind::Literal(goalline_testcase::Literal::Byte(2)),
            };
            test.statements[1].ty = factory.cluster.intern(bytes);
            for _ in 0..50 {
                stretch(factory, &mut test);
            }
            assert_eq!(elements(&test), [Var(0); LONGEST_STRETCHED]);
        });
    }

    #[test]
    fn an_element_that_cannot_be_cast_makes_way_for_one_that_can() {
        with_a_list(|factory, mut test| {
            retype(factory, &mut test);
            assert!(test.is_well_formed(factory.cluster), "{test:?}");
            let element = elements(&test)[0];
            let row = factory.cluster.intern(JavaType::object().array_of());
            assert_eq!(test.statement(element).ty, row);
        });
    }

    #[test]
    fn an_answer_that_cannot_be_cast_makes_way_for_one_that_can() {
        with_a_list(|factory, mut test| {
            test.statements.truncate(1);
            let ty = factory.cluster.intern(JavaType::class("Query"));
            let answers = vec![Answer {
                method: "single".into(),
                descriptor: "()Ljava/lang/Object;".into(),
                value: Var(0),
                throws: false,
            }];
            let style = DoubleStyle::Mock;
            let kind = StatementKind::test_double(style, answers);
            test.statements.push(Statement { ty, kind });
            retype(factory, &mut test);
            assert!(test.is_well_formed(factory.cluster), "{test:?}");
            let row = factory.cluster.intern(JavaType::object().array_of());
            match &test.statements.last().expect("the mock").kind {
                StatementKind::TestDouble { answers, .. } => {
                    assert_eq!(test.statement(answers[0].value).ty, row);
                }
                other => panic!("{other:?}"),
            }
        });
    }
}
