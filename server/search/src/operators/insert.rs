//! Insertion: takes a test, adds a call under test or a call on an object that is there, with the values it needs.

use goalline_testcase::{StatementKind, TestCase, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{surgery, test_factory::Workshop};

/// Calls that are inserted at once, at most: where none fits, a probability of 1 would not end.
const MOST: usize = 100;

/// Inserts a call, and each time another one with the probability that is set.
pub(super) fn insert(shop: &mut Workshop<'_>, test: &mut TestCase, end: usize) {
    let mut end = end.min(test.len());
    for _ in 0..MOST {
        if test.len() >= shop.parameters.max_length {
            return;
        }
        let at = if shop.rng.random_bool(0.5) {
            end
        } else {
            shop.rng.random_range(0..=end)
        };
        end += insert_at(shop, test, at);
        if shop.rng.random_bool(1.0 - shop.parameters.insert_again) {
            return;
        }
    }
}

/// Gives how many statements were inserted.
fn insert_at(shop: &mut Workshop<'_>, test: &mut TestCase, at: usize) -> usize {
    let tail = surgery::split(test, at);
    shop.room = shop.parameters.max_length - tail.len();
    if test.is_empty() || shop.rng.random_bool(0.5) || !use_object(shop, test) {
        call_under_test(shop, test);
    }
    surgery::join(test, tail, at)
}

fn call_under_test(shop: &mut Workshop<'_>, test: &mut TestCase) {
    if let Some(callable) = shop.focus.choose(shop.rng) {
        shop.append_call(test, callable, 0);
    }
}

/// Calls something on an object that is there; gives whether there was one.
fn use_object(shop: &mut Workshop<'_>, test: &mut TestCase) -> bool {
    let mut chosen = None;
    let mut seen = 0_u32;
    for at in 0..test.len() {
        let statement = &test.statements[at];
        let is_object = !matches!(
            statement.kind,
            StatementKind::Null | StatementKind::Literal(_)
        );
        if is_object && !shop.cluster.uses(statement.ty).is_empty() {
            seen += 1;
            if shop.rng.random_range(0..seen) == 0 {
                chosen = Some(at);
            }
        }
    }
    let Some(at) = chosen else { return false };
    let ty = test.statements[at].ty;
    let Some(callable) = shop.cluster.uses(ty).choose(shop.rng).copied() else {
        return false;
    };
    shop.append_call_on(test, callable, Var(at as u16))
        .is_some()
}
