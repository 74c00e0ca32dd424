//! Insertion: takes a test, adds a call under test or a call on an object that is there, with the values it needs.

use goalline_testcase::{DoubleStyle, StatementKind, TestCase, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{surgery, test_factory::TestFactory};

/// Calls that are inserted at once, at most: where none fits, a probability of 1 would not end.
const MOST: usize = 100;

/// Probability that something else is done to an object than setting what the class under test looks at.
const OTHERWISE: f64 = 0.2;

/// Inserts a call, and each time another one with the probability that is set.
pub(super) fn insert(factory: &mut TestFactory<'_>, test: &mut TestCase, end: usize) {
    let mut end = end.min(test.len());
    for _ in 0..MOST {
        if test.len() >= factory.parameters.max_length {
            return;
        }
        let at = if factory.rng.random_bool(0.5) {
            end
        } else {
            factory.rng.random_range(0..=end)
        };
        end += insert_at(factory, test, at);
        if factory
            .rng
            .random_bool(1.0 - factory.parameters.insert_again)
        {
            return;
        }
    }
}

/// Gives how many statements were inserted.
fn insert_at(factory: &mut TestFactory<'_>, test: &mut TestCase, at: usize) -> usize {
    let tail = surgery::split(test, at);
    factory.room = factory.parameters.max_length.saturating_sub(tail.len());
    if test.is_empty() || factory.rng.random_bool(0.5) || !use_object(factory, test) {
        call_under_test(factory, test);
    }
    surgery::join(test, tail, at)
}

fn call_under_test(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    if let Some(callable) = factory.focus.choose(factory.rng) {
        factory.append_call(test, callable, 0);
    }
}

/// Calls something on an object that is there; gives whether there was one.
fn use_object(factory: &mut TestFactory<'_>, test: &mut TestCase) -> bool {
    let mut chosen = None;
    let mut seen = 0_u32;
    for at in 0..test.len() {
        let statement = &test.statements[at];
        let is_object = !matches!(
            statement.kind,
            StatementKind::Null
                | StatementKind::Literal(_)
                | StatementKind::TestDouble {
                    style: DoubleStyle::Mock,
                    ..
                }
        );
        if is_object && !factory.cluster.uses(statement.ty).is_empty() {
            seen += 1;
            if factory.rng.random_range(0..seen) == 0 {
                chosen = Some(at);
            }
        }
    }
    let Some(at) = chosen else { return false };
    let ty = test.statements[at].ty;
    let properties = factory.cluster.properties(ty).to_vec();
    let property = if properties.is_empty() || factory.rng.random_bool(OTHERWISE) {
        None
    } else {
        properties.choose(factory.rng).copied()
    };
    let used = property.or_else(|| factory.cluster.uses(ty).choose(factory.rng).copied());
    let Some(callable) = used else {
        return false;
    };
    factory
        .append_call_on(test, callable, Var(at as u16))
        .is_some()
}
