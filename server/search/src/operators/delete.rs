//! Deletion: takes a test, removes each statement with probability 1/length; users get another variable or go too.

use goalline_testcase::TestCase;
use rand::Rng;

use crate::{
    surgery,
    workshop::{Role, Workshop},
};

/// Removes statements, one on average.
pub(super) fn delete(shop: &mut Workshop<'_>, test: &mut TestCase, _end: usize) {
    let chance = 1.0 / test.len().max(1) as f64;
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
