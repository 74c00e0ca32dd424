//! Deletion: takes a test, removes each statement with a probability by its length; users get another variable or go
//! too.

use goalline_testcase::TestCase;
use rand::Rng;

use crate::operators::{
    surgery,
    test_factory::{Role, Workshop},
};

/// Removes statements, as many on average as is set.
pub(super) fn delete(shop: &mut Workshop<'_>, test: &mut TestCase, _end: usize) {
    let chance = shop.parameters.chance_per_statement(test.len());
    for at in (0..test.len()).rev() {
        if at < test.len() && shop.rng.random_bool(chance) {
            let keeps_users = shop.rng.random_bool(0.7);
            surgery::remove(test, at, |statements, lost| {
                if keeps_users {
                    shop.existing(statements, lost.ty, Role::Receiver)
                } else {
                    None
                }
            });
        }
    }
}
