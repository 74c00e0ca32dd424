//! Deletion: takes a test, removes each statement with a probability by its length; users get another variable or go
//! too.

use goalline_testcase::TestCase;
use rand::Rng;

use crate::operators::{
    surgery,
    test_factory::{NeededRole, TestFactory},
};

/// Removes statements, as many on average as is set.
pub(super) fn delete(factory: &mut TestFactory<'_>, test: &mut TestCase, _end: usize) {
    let chance = factory.parameters.chance_per_statement(test.len());
    for at in (0..test.len()).rev() {
        if at < test.len() && factory.rng.random_bool(chance) {
            let keeps_users = factory.rng.random_bool(0.7);
            surgery::remove(test, at, |statements, lost| {
                if keeps_users {
                    factory.existing(statements, lost.ty, NeededRole::Receiver)
                } else {
                    None
                }
            });
        }
    }
}
