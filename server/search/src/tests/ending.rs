//! A search whose budget ends in the middle of a batch: what the batch had done counts, and nothing else does.

use std::{cell::Cell, rc::Rc};

use goalline_testcase::{Outcome, RunOptions};

use super::searching::{NESTED, search_on};
use crate::{Parameters, scripted::ScriptedExecutor};

/// Runs that confirm go on after the end, as a pool of workers lets them.
fn ended(after: u64) -> (crate::SearchResult, u64) {
    let ran = Rc::new(Cell::new(0_u64));
    let counted = Rc::clone(&ran);
    let mut executor = ScriptedExecutor::new(
        move |cluster: &_, test: &_, options: RunOptions, recorder: &mut _| {
            if !options.fresh_loader {
                if counted.get() >= after {
                    return Outcome::Left;
                }
                counted.set(counted.get() + 1);
            }
            NESTED.run(cluster, test, options, recorder)
        },
    );
    let parameters = Parameters::default();
    let most = after + 1;
    let (found, _) = search_on(&NESTED, &mut executor, &parameters, (1, most));
    (found, ran.get())
}

#[test]
fn tests_of_the_last_batch_that_are_done_are_kept() {
    // Fewer than the first batch has.
    let (found, ran) = ended(3);
    assert_eq!(ran, 3);
    assert!(found.archive.tests().count() > 0, "{:?}", found.archive);
    assert!(
        found
            .archive
            .unconfirmed()
            .iter()
            .all(|goal| found.archive.best(*goal).is_none()),
        "what was found is confirmed"
    );
}

#[test]
fn tests_that_did_not_run_are_neither_counted_nor_blamed() {
    let (found, _) = ended(3);
    assert!(found.blamed_calls.is_empty(), "{:?}", found.blamed_calls);
    let (longer, ran) = ended(70);
    assert_eq!(ran, 70);
    assert!(longer.blamed_calls.is_empty(), "{:?}", longer.blamed_calls);
    // Runs that confirm count, those that were left do not.
    assert!(
        (70..200).contains(&longer.executions),
        "{}",
        longer.executions
    );
}
