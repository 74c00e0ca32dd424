//! Random search: new tests until the budget ends; the baseline that anything else has to beat.

use goalline_testcase::TestCase;

use crate::session::SearchSession;

/// Spends the budget on random tests.
pub(super) fn run(session: &mut SearchSession<'_>) {
    let callables = session.factory.focus.callables().to_vec();
    if callables.is_empty() {
        return;
    }
    let mut turn = callables.iter().cycle();
    loop {
        let tests: Vec<TestCase> = turn
            .by_ref()
            .take(session.parameters.population)
            .map(|callable| session.factory.random_test(*callable))
            .collect();
        if session.run(tests).is_err() {
            return;
        }
        session.end_generation();
    }
}
