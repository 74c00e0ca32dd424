//! The report of a run: takes what the search and the checks gave, gives goals with states, the tests that stay and
//! possible faults.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{GoalId, GoalKey};
use goalline_junit::{NameChoices, WrittenTest, statements, test_class_name, write_class};
use goalline_prepare::{
    ClosestAttempt, FileKeys, GoalReport, GoalState, ReadyTest, Report, SearchFigures, UserTests,
    prepare::states::why_unmeasurable,
};
use goalline_search::Closest;
use goalline_testcase::{ExecutorError, TestCluster};

use crate::{
    run::suite::{UserCoverage, suite, take_suite_names},
    verify::{
        searched::Searched,
        verification::{Verdict, Verification},
    },
};

/// Why a goal that the search covered has no test, where nobody looked at one: making it ready takes time, too.
const NOT_MADE_READY: &str = "what covered it was not made ready";

/// What a run gave.
pub(crate) struct FinishedRun {
    pub searched: Searched,
    pub user_tests: UserTests,
    pub figures: SearchFigures,
    pub notices: Vec<String>,
    /// Whether tests may change their names at the end: nobody saw them become ready.
    pub names_are_open: bool,
}

/// Puts the report together.
pub(crate) fn report(bench: &Verification<'_>, cluster: &TestCluster, run: FinishedRun) -> Report {
    let FinishedRun {
        searched,
        user_tests,
        figures,
        mut notices,
        names_are_open,
    } = run;
    let prepared = bench.prepared;
    let coupled = prepared.coupled.as_ref();
    let by_user = user_tests.covering();
    let known = UserCoverage {
        prepared,
        user_tests: &user_tests,
        by_user: &by_user,
    };
    let mut tests = suite(known, &searched.verdicts, bench.may_have_tables());
    if names_are_open {
        take_suite_names(
            &mut tests,
            &searched.verdicts,
            bench.style.naming,
            &bench.taken,
        );
    }
    for test in &mut tests {
        // What it is called is settled: a report that was kept is the one that was made.
        Arc::make_mut(test).written.names = NameChoices::default();
    }
    let test_class_name = test_class_name(&prepared.class);
    let goals = goal_reports(known, cluster, &searched, &tests);
    // Whoever cancels knows it.
    let failure = searched.found.failure;
    let failure = failure.filter(|failure| !matches!(failure, ExecutorError::Cancelled));
    notices.extend(failure.map(|failure| format!("the search stopped early: {failure}")));
    let class = prepared.class.clone();
    let mut report = Report {
        class,
        goals,
        tests,
        tables: Vec::new(),
        faults: searched.faults,
        user_tests,
        calls: coupled.map_or_else(Vec::new, |it| it.calls.clone()),
        seen: coupled.map_or_else(FileKeys::default, |it| it.seen.clone()),
        figures,
        test_class: String::new(),
        test_class_name,
        notices,
    };
    report.test_class = test_class(bench, &report);
    report
}

/// The text of a new class with all tests.
pub(crate) fn test_class(bench: &Verification<'_>, report: &Report) -> String {
    let written: Vec<WrittenTest> = report.written().cloned().collect();
    let package = &bench.prepared.package;
    write_class(package, &report.test_class_name, &written, &bench.style)
}

/// Why goals have no test though one was found, by goal.
fn refused(searched: &Searched) -> BTreeMap<GoalId, &str> {
    let mut refused = BTreeMap::new();
    for (candidate, verdict) in &searched.verdicts {
        if let Verdict::Refused(reason) = verdict {
            refused.extend(candidate.goals.iter().map(|goal| (*goal, reason.as_str())));
        }
    }
    refused
}

/// Where a goal stands that no test is ready for: why the one that was found is refused, whether one was found at all.
fn without_test(
    refused: Option<&str>,
    is_found: bool,
    closest: impl FnOnce() -> Option<ClosestAttempt>,
) -> GoalState {
    match refused {
        Some(reason) => GoalState::NotOffered(reason.to_owned()),
        None if is_found => GoalState::NotOffered(NOT_MADE_READY.to_owned()),
        None => GoalState::NotReached(closest()),
    }
}

fn goal_reports(
    known: UserCoverage<'_>,
    cluster: &TestCluster,
    searched: &Searched,
    tests: &[Arc<ReadyTest>],
) -> Vec<GoalReport> {
    let prepared = known.prepared;
    let mut ready: BTreeMap<&GoalKey, &ReadyTest> = BTreeMap::new();
    for test in tests {
        for goal in &test.goals {
            ready.entry(goal).or_insert(test);
        }
    }
    let refused = refused(searched);
    let discovered = prepared.goals.discovered.goals().map(|goal| goal.id);
    let wanted = prepared.scope.wanted.iter().copied();
    let wanted: BTreeSet<GoalId> = wanted.chain(discovered).collect();
    let closest: BTreeMap<GoalId, &Closest> = searched
        .found
        .closest
        .iter()
        .map(|closest| (closest.goal, closest))
        .collect();
    let state = |id: GoalId| {
        let goal = prepared.goals.goal(id);
        if let Some(tests) = known.by_user.get(&goal.key) {
            return GoalState::CoveredByUser(tests.clone());
        }
        let is_unknown = known.user_tests.may_cover(goal.method);
        if let Some(test) = ready.get(&goal.key) {
            let name = test.name.clone();
            return if is_unknown {
                GoalState::NotKnown(Some(name))
            } else {
                GoalState::TestReady(name)
            };
        }
        if let Some(reason) = why_unmeasurable(prepared, id) {
            return GoalState::NotMeasurable(reason);
        }
        if !wanted.contains(&id) {
            return GoalState::NotMeasured;
        }
        if is_unknown {
            return GoalState::NotKnown(None);
        }
        let is_found = searched.found.archive.is_covered(id);
        let closest = || {
            closest.get(&id).map(|closest| ClosestAttempt {
                distance: closest.distance,
                statements: statements(cluster, &closest.test),
            })
        };
        without_test(refused.get(&id).copied(), is_found, closest)
    };
    let goals = prepared.goals.all();
    goals
        .filter(|goal| prepared.shows(goal))
        .map(|goal| GoalReport {
            goal: goal.clone(),
            state: state(goal.id),
            missing: known.missing(goal),
            stands_for: prepared.scope.selected.stands_for(goal.id).len(),
            is_sought: !prepared.scope.beside.contains(&goal.id),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_search_reached_is_never_called_not_reached() {
        let none = || None;
        let left_out = without_test(None, true, none);
        assert_eq!(left_out, GoalState::NotOffered(NOT_MADE_READY.to_owned()));
        let refused = without_test(Some("it did not pass twice"), true, none);
        assert_eq!(
            refused,
            GoalState::NotOffered("it did not pass twice".to_owned())
        );
        assert_eq!(without_test(None, false, none), GoalState::NotReached(None));
    }
}
