//! Moves of local search on the length of an array: takes a test and the place of an array in it, gives tests with a
//! shorter or a longer one; what its elements are is left to the moves on literals.

use goalline_testcase::{Shape, StatementKind, TestCase, TestCluster, Var, Vars};

use crate::operators::surgery;

/// Elements that are each left out in one round.
const POSITIONS: usize = 10;

/// Steps of one direction in one round, each twice as long as the one before.
const STEPS: u32 = 5;

/// A test with the place of its array.
pub(super) type PlacedArray = (usize, TestCase);

/// The elements of the array at this place; none where there is something else.
pub(super) fn elements(test: &TestCase, at: usize) -> &[Var] {
    match &test.statements[at].kind {
        StatementKind::Array { elements } => elements,
        _ => &[],
    }
}

/// The array without each of its last elements, and with one more, in tests of at most so many statements.
pub(super) fn neighbours(
    cluster: &TestCluster,
    test: &TestCase,
    at: usize,
    most: usize,
) -> Vec<PlacedArray> {
    let count = elements(test, at).len();
    let left_out = (0..count).rev().take(POSITIONS);
    let shorter = left_out.map(|gone| {
        let mut shorter = test.clone();
        change(&mut shorter, at, |elements| {
            elements.remove(gone);
        });
        (at, shorter)
    });
    shorter.chain(longer(cluster, test, at, 1, most)).collect()
}

/// The array still longer or shorter, by one element, two, four…, as it became from one of `before` elements.
pub(super) fn onwards(
    cluster: &TestCluster,
    before: usize,
    test: &TestCase,
    at: usize,
    most: usize,
) -> Vec<PlacedArray> {
    let count = elements(test, at).len();
    let steps = (0..STEPS).map(|power| 1_usize << power);
    if count > before {
        return steps
            .filter_map(|by| longer(cluster, test, at, by, most))
            .collect();
    }
    let shorter = steps.take_while(|by| *by <= count).map(|by| {
        let mut shorter = test.clone();
        change(&mut shorter, at, |elements| elements.truncate(count - by));
        (at, shorter)
    });
    shorter.collect()
}

/// The array with so many more elements, each like the last one: a literal of its own, or the same object. Neither
/// the test nor the array gets longer than `most`.
fn longer(
    cluster: &TestCluster,
    test: &TestCase,
    at: usize,
    by: usize,
    most: usize,
) -> Option<PlacedArray> {
    let model = model(cluster, test, at)?;
    let statement = &test.statements[usize::from(model.0)];
    let copies = match statement.kind {
        StatementKind::Literal(_) => by,
        _ => 0,
    };
    if test.len() + copies > most || elements(test, at).len() + by > most {
        return None;
    }
    let mut longer = test.clone();
    let tail = surgery::split(&mut longer, at);
    longer
        .statements
        .extend(std::iter::repeat_n(statement.clone(), copies));
    surgery::join(&mut longer, tail, at);
    let new = (0..by).map(|it| {
        if copies > 0 {
            Var((at + it) as u16)
        } else {
            model
        }
    });
    change(&mut longer, at + copies, |elements| elements.extend(new));
    Some((at + copies, longer))
}

/// What a further element is made like: the last one, or the last value before an empty array that could be one.
fn model(cluster: &TestCluster, test: &TestCase, at: usize) -> Option<Var> {
    if let Some(last) = elements(test, at).last() {
        return Some(*last);
    }
    let Shape::Array(element) = cluster.shape(test.statements[at].ty) else {
        return None;
    };
    let place = test.statements[..at]
        .iter()
        .rposition(|it| it.ty == element);
    place.map(|place| Var(place as u16))
}

fn change(test: &mut TestCase, at: usize, change: impl FnOnce(&mut Vars)) {
    if let StatementKind::Array { elements } = &mut test.statements[at].kind {
        change(elements);
    }
}
