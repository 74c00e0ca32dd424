//! The operators of the search, which change test cases: one table of mutations, one file each, and the two crossovers;
//! a test stays well-formed under all. Mutants of the program are another thing: `mutants`.

pub(crate) mod beans;
pub(crate) mod callable_choice;
mod change;
pub(crate) mod collaborators;
pub(crate) mod constant_pool;
mod delete;
pub(crate) mod elements;
mod insert;
pub(crate) mod literal_crossover;
pub(crate) mod literal_values;
pub(crate) mod lookups;
pub(crate) mod questions;
mod single_point;
pub(crate) mod surgery;
pub(crate) mod test_factory;
mod walks;

use goalline_testcase::{DoubleMethod, TestCase};
use rand::Rng;

use crate::{Crossover, operators::test_factory::TestFactory};

/// Changes a test in place. `end` is where statements may still be inserted: behind it nothing ran.
type Mutation = fn(&mut TestFactory<'_>, &mut TestCase, usize);

/// All mutations; each is applied with the probability that is set.
const MUTATIONS: [Mutation; 3] = [delete::delete, change::change, insert::insert];

/// Tries to get a test that differs from what it was.
const TRIES: usize = 4;

/// Mutates a test until it differs; `threw` says that its last statement threw.
pub(crate) fn mutate(factory: &mut TestFactory<'_>, test: &mut TestCase, threw: bool) {
    let before = test.clone();
    for _ in 0..TRIES {
        for mutation in MUTATIONS {
            if factory.rng.random_bool(factory.parameters.mutation_rate) {
                let end = test.len() - usize::from(threw && test.len() == before.len());
                mutation(factory, test, end);
            }
        }
        collaborators::answer(factory, test);
        collaborators::rarely_answer_again(factory, test);
        factory.hold(test);
        beans::supply(factory, test);
        factory.complete(test);
        test.remove_unused();
        if *test != before {
            return;
        }
    }
    let end = test.len();
    insert::insert(factory, test, end);
    factory.complete(test);
}

/// Gives a test that a `null` ended what it may lack: a static field that a container fills, a property, an answer,
/// another one when it asks again, cells of a row, a value in a map, a longer array; now and then it only changes.
pub(crate) fn mend(factory: &mut TestFactory<'_>, test: &mut TestCase) {
    let before = test.clone();
    factory.hold(test);
    if *test != before {
        return;
    }
    for _ in 0..TRIES {
        match factory.rng.random_range(0..9) {
            0 => collaborators::answer(factory, test),
            1 => beans::supply_any(factory, test),
            2 => beans::supply(factory, test),
            3 => collaborators::answer_again(factory, test),
            4 => elements::rows::lengthen(factory, test),
            5 => elements::rows::retype(factory, test),
            6 => elements::maps::put_for_key(factory, test),
            7 => elements::rows::stretch(factory, test),
            _ => return mutate(factory, test, false),
        }
        factory.complete(test);
        if *test != before {
            return;
        }
    }
    mutate(factory, test, false);
}

/// Answers one of these questions to the mocks at these places; the same as [`mend`] where there is none.
pub(crate) fn mend_by_answer(
    factory: &mut TestFactory<'_>,
    test: &mut TestCase,
    asked: &[(usize, DoubleMethod)],
) {
    if asked.is_empty() {
        return mend(factory, test);
    }
    collaborators::give_one_of(factory, test, asked.to_vec());
    factory.complete(test);
}

/// Adds calls before the statement at `end`, most of them on objects that are there.
pub(crate) fn fill(factory: &mut TestFactory<'_>, test: &mut TestCase, end: usize) {
    insert::insert(factory, test, end);
}

/// Recombines two tests.
pub(crate) fn cross(
    factory: &mut TestFactory<'_>,
    a: &TestCase,
    b: &TestCase,
) -> (TestCase, TestCase) {
    let (mut first, mut second) = single_point::cross(factory, a, b);
    if factory.parameters.crossover == Crossover::Hybrid {
        literal_crossover::cross_literals(factory, &mut first, &mut second);
    }
    (first, second)
}
