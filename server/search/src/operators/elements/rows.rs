//! What far places give without saying of what type (rows of tables, raw lists): takes tests that ended early, gives
//! rows more cells and puts what the class under test casts to in place of what it does not.

use goalline_testcase::{JavaType, Shape, StatementKind, TestCase, TypeId, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{
    change::built_before,
    test_factory::{LONGEST_ROW, TestFactory},
};

/// A place in an array of objects.
#[derive(Clone, Copy)]
struct RowCell {
    /// The statement of the array.
    array: usize,
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

/// Puts something of a type that the class under test casts to in place of an element that it cannot be cast to.
pub(crate) fn retype(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let object = factory.cluster.intern(JavaType::object());
    let casts = factory.cluster.narrowed(object).to_vec();
    let mut unlike = cells(factory, test);
    unlike.retain(|cell| {
        let is_of = |cast: &TypeId| {
            value(test, *cell).is_some_and(|it| {
                let ty = test.statement(it).ty;
                factory.cluster.is_assignable(ty, *cast)
            })
        };
        !casts.clone().iter().any(is_of)
    });
    let (Some(cell), Some(cast)) = (
        unlike.choose(factory.rng).copied(),
        casts.choose(factory.rng).copied(),
    ) else {
        return;
    };
    let built = built_before(factory, test, cell.array, |factory, head| {
        let shape = factory.cluster.shape(cast);
        factory.fresh(head, cast, shape, 1)
    });
    if let Some((value, at)) = built
        && let StatementKind::Array { elements } = &mut test.statements[at].kind
    {
        elements[cell.place] = value;
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

/// All places in arrays of objects.
fn cells(factory: &TestFactory<'_>, test: &TestCase) -> Vec<RowCell> {
    let arrays = (0..test.len()).filter_map(|at| Some((at, row(factory, test, at)?)));
    arrays
        .flat_map(|(array, count)| (0..count).map(move |place| RowCell { array, place }))
        .collect()
}

fn value(test: &TestCase, cell: RowCell) -> Option<Var> {
    match &test.statements[cell.array].kind {
        StatementKind::Array { elements } => elements.get(cell.place).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        ClassDescription, ClassKind, ClassUnderTest, ExecutableDescription, Mocking, Modifiers,
        Statement, TestCluster, Vars,
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
            }],
            ..ClassDescription::default()
        };
        let subject = ClassUnderTest {
            classes: &["Report".to_owned()],
            package: "",
            flow: &flow,
        };
        let mut cluster = TestCluster::new(vec![report], &subject);
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
    fn an_element_that_cannot_be_cast_makes_way_for_one_that_can() {
        with_a_list(|factory, mut test| {
            retype(factory, &mut test);
            assert!(test.is_well_formed(factory.cluster), "{test:?}");
            let element = elements(&test)[0];
            let row = factory.cluster.intern(JavaType::object().array_of());
            assert_eq!(test.statement(element).ty, row);
        });
    }
}
