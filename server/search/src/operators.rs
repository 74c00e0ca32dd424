//! The operators on tests: one table of mutations, one file each, and the two crossovers; a test stays well-formed
//! under all.

pub(crate) mod callable_choice;
mod change;
pub(crate) mod constant_pool;
mod delete;
pub(crate) mod elements;
pub(crate) mod hybrid;
mod insert;
pub(crate) mod literals;
pub(crate) mod lookups;
mod single_point;
pub(crate) mod surgery;
pub(crate) mod test_factory;

use goalline_testcase::TestCase;
use rand::Rng;

use crate::{Crossover, operators::test_factory::Workshop};

/// Changes a test in place. `end` is where statements may still be inserted: behind it nothing ran.
type Mutation = fn(&mut Workshop<'_>, &mut TestCase, usize);

/// All mutations; each is applied with the probability that is set.
const MUTATIONS: [Mutation; 3] = [delete::delete, change::change, insert::insert];

/// Tries to get a test that differs from what it was.
const TRIES: usize = 4;

/// Mutates a test until it differs; `threw` says that its last statement threw.
pub(crate) fn mutate(shop: &mut Workshop<'_>, test: &mut TestCase, threw: bool) {
    let before = test.clone();
    for _ in 0..TRIES {
        for mutation in MUTATIONS {
            if shop.rng.random_bool(shop.parameters.mutation_rate) {
                let end = test.len() - usize::from(threw && test.len() == before.len());
                mutation(shop, test, end);
            }
        }
        test.remove_unused();
        if *test != before {
            return;
        }
    }
    let end = test.len();
    insert::insert(shop, test, end);
}

/// Adds calls before the statement at `end`, most of them on objects that are there.
pub(crate) fn fill(shop: &mut Workshop<'_>, test: &mut TestCase, end: usize) {
    insert::insert(shop, test, end);
}

/// Recombines two tests.
pub(crate) fn cross(shop: &mut Workshop<'_>, a: &TestCase, b: &TestCase) -> (TestCase, TestCase) {
    let (mut first, mut second) = single_point::cross(shop, a, b);
    if shop.parameters.crossover == Crossover::Hybrid {
        hybrid::cross_literals(shop, &mut first, &mut second);
    }
    (first, second)
}
