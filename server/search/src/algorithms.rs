//! The algorithms: one table, one file each; each takes a session and spends its budget.

mod dynamosa;
mod random;

use rand_chacha::ChaCha8Rng;

use crate::{Algorithm, Found, Task, World, session::Session};

/// Runs the algorithm that the parameters name.
pub(crate) fn run<'a>(task: Task<'a>, world: World<'a>, rng: &'a mut ChaCha8Rng) -> Found {
    let mut session = Session::new(task, world, rng);
    match session.parameters.algorithm {
        Algorithm::DynaMosa => dynamosa::run(&mut session),
        Algorithm::Random => random::run(&mut session),
    }
    session.finish()
}
