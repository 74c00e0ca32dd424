//! Values that tell apart what they are computed with: takes a minimised test, gives one whose zeros and ones are
//! small different numbers wherever the goals allow. `2 * 3` is neither `2 + 3` nor `2 / 3`; `0 * 0` is all of them.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, JavaString, Literal, StatementKind, TestCase,
    TestCluster, Vars,
};

use super::{EditKind, Judge, Minimisation, TestEdit, together};

/// What numbers become, in turn.
const TELLING: [i8; 5] = [2, 3, 5, 7, 11];

/// Numbers up to this size say nothing by themselves.
const BLAND: f64 = 1.0;

/// Makes each bland value telling, alone first, then as many together as the goals allow.
pub(super) fn discriminating(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let mut edits = proposals(&test);
    edits.extend(other_constants(&test, minimisation.cluster));
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    let whole = |told: &TestCase, length: usize| length == told.len();
    let told = together(&test, edits, whole, minimisation, judge)?;
    Ok(told.map_or(test, |(told, _)| told))
}

/// Names of constants that operations do nothing with.
const BLAND_NAMES: [&str; 7] = ["ZERO", "ONE", "NaN", "NAN", "INF", "EMPTY", "NONE"];

/// For each bland constant of the class under test another one of its type.
fn other_constants(test: &TestCase, cluster: &TestCluster) -> Vec<TestEdit> {
    let is_bland = |name: &str| BLAND_NAMES.contains(&name);
    let constant = |id: CallableId| {
        let callable = cluster.callable(id);
        (callable.kind == CallableKind::StaticFieldRead && callable.is_under_test)
            .then_some(callable)
    };
    let mut edits = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Call { callable, .. } = statement.kind else {
            continue;
        };
        let Some(bland) = constant(callable).filter(|one| is_bland(&one.name)) else {
            continue;
        };
        let ids = cluster.under_test().iter();
        let mut others = ids.filter(|id| {
            constant(**id).is_some_and(|other| {
                other.returns == bland.returns
                    && other.owner == bland.owner
                    && !is_bland(&other.name)
            })
        });
        edits.extend(others.next().map(|other| TestEdit {
            at,
            change: EditKind::Becomes(StatementKind::Call {
                callable: *other,
                receiver: None,
                arguments: Vars::new(),
            }),
        }));
    }
    edits
}

/// One telling value for each bland literal, the last statement first.
fn proposals(test: &TestCase) -> Vec<TestEdit> {
    let mut numbers = TELLING.iter().copied().cycle();
    let mut edits = Vec::new();
    for (at, statement) in test.statements.iter().enumerate() {
        let StatementKind::Literal(literal) = &statement.kind else {
            continue;
        };
        if let Some(literal) = told(literal, &mut numbers) {
            edits.push(TestEdit {
                at,
                change: EditKind::Becomes(StatementKind::Literal(literal)),
            });
        }
    }
    edits.reverse();
    edits
}

fn told(literal: &Literal, numbers: &mut impl Iterator<Item = i8>) -> Option<Literal> {
    let size = match literal {
        Literal::Byte(value) => f64::from(*value),
        Literal::Short(value) => f64::from(*value),
        Literal::Int(value) => f64::from(*value),
        Literal::Long(value) => *value as f64,
        Literal::Float(value) => f64::from(*value),
        Literal::Double(value) => *value,
        Literal::Text(text) if text.0.is_empty() => {
            return Some(Literal::Text(JavaString::from("a")));
        }
        _ => return None,
    };
    // Infinities and what is not a number were chosen.
    let is_bland = size.is_finite() && size.abs() <= BLAND;
    let number = numbers.next().filter(|_| is_bland)?;
    let signed = if size < 0.0 { -number } else { number };
    Some(match literal {
        Literal::Byte(_) => Literal::Byte(signed),
        Literal::Short(_) => Literal::Short(signed.into()),
        Literal::Int(_) => Literal::Int(signed.into()),
        Literal::Long(_) => Literal::Long(signed.into()),
        Literal::Float(_) => Literal::Float(signed.into()),
        _ => Literal::Double(signed.into()),
    })
}
