//! The report of a run: takes what the search and the checks gave, gives goals with states, the suite and possible
//! faults.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{Goal, GoalId, GoalKey};
use goalline_junit::{
    NameChoices, Naming, WrittenTest, statements, suite_names, test_class_name, write_class,
};
use goalline_prepare::{
    ClosestAttempt, FileKeys, GoalReport, GoalState, ReadyTest, Report, SearchFigures, UserTests,
    prepare::{prepared::Prepared, states::why_unmeasurable},
    report::user_tests::simple_name,
};
use goalline_search::Closest;
use goalline_testcase::{ExecutorError, TestCluster};

use crate::{
    run::near_duplicates::{absorb_contained, drop_near_duplicates, rows_of_tables},
    verify::{
        searched::Searched,
        verification::{Candidate, Verdict, Verification},
    },
};

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

/// What a test is kept for.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    Covers(GoalKey),
    Notices(u32),
}

/// A class with the tests of the user that cover each of its goals.
#[derive(Clone, Copy)]
struct UserCoverage<'a> {
    prepared: &'a Prepared,
    user_tests: &'a UserTests,
    /// Names of tests, by the goal that they cover.
    by_user: &'a BTreeMap<GoalKey, Vec<String>>,
}

impl UserCoverage<'_> {
    /// What is missing at a goal, in words that stay true whatever tests of other classes do.
    fn missing(&self, goal: &Goal) -> String {
        let fact = self.prepared.goals.missing(goal);
        let others = self.user_tests.others;
        others.limited(&fact, &simple_name(&self.prepared.class))
    }
}

/// Goals that nobody asked for, or that the user's tests cover, are no merit: a test for one of them has to notice
/// something.
fn merits(known: UserCoverage<'_>, test: &ReadyTest) -> impl Iterator<Item = Merit> {
    let UserCoverage {
        prepared, by_user, ..
    } = known;
    let is_asked = |key: &&GoalKey| {
        let goal = prepared.goals.by_key(key);
        goal.is_some_and(|goal| prepared.shows(goal)) && !by_user.contains_key(*key)
    };
    let goals = test.goals.iter().filter(is_asked).cloned();
    goals
        .map(Merit::Covers)
        .chain(test.kills.iter().copied().map(Merit::Notices))
}

/// The tests without those whose text is that of an earlier one but for the name; that one has the merits of both.
fn distinct(ready: impl Iterator<Item = Arc<ReadyTest>>) -> Vec<Arc<ReadyTest>> {
    let mut tests: Vec<Arc<ReadyTest>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for test in ready {
        let text = test.source.replacen(&test.name, "", 1);
        let Some(at) = places.get(&text) else {
            places.insert(text, tests.len());
            tests.push(test);
            continue;
        };
        Arc::make_mut(&mut tests[*at]).take_merits_of(&test);
    }
    tests
}

/// The verified tests without those whose goals others cover and whose mutants others notice, in the order of the
/// methods they test.
fn suite(
    known: UserCoverage<'_>,
    verdicts: &[(Candidate, Verdict)],
    may_have_tables: bool,
) -> Vec<Arc<ReadyTest>> {
    let ready = verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Ready(test) => Some(test.clone()),
        Verdict::Refused(_) => None,
    });
    let mut tests = distinct(ready);
    let mut times: BTreeMap<Merit, usize> = BTreeMap::new();
    for merit in tests.iter().flat_map(|test| merits(known, test)) {
        *times.entry(merit).or_default() += 1;
    }
    // What takes longest to read goes first.
    tests.sort_by_key(|test| std::cmp::Reverse(test.source.lines().count()));
    tests.retain(|test| {
        let is_needless = merits(known, test).all(|merit| times[&merit] > 1);
        for merit in merits(known, test).filter(|_| is_needless) {
            times.entry(merit).and_modify(|count| *count -= 1);
        }
        !is_needless
    });
    let rows = if may_have_tables {
        rows_of_tables(&tests)
    } else {
        BTreeSet::new()
    };
    drop_near_duplicates(&mut tests, &rows, |test| {
        let mut own = merits(known, test).filter(|merit| times[merit] < 2);
        let is_needless = own.all(|merit| match merit {
            Merit::Covers(_) => false,
            Merit::Notices(mutant) => test.minor_kills.contains(&mutant),
        });
        for merit in merits(known, test).filter(|_| is_needless) {
            times.entry(merit).and_modify(|count| *count -= 1);
        }
        is_needless
    });
    absorb_contained(&mut tests, |test| {
        let mut own = merits(known, test).filter(|merit| times[merit] < 2);
        own.all(|merit| match merit {
            Merit::Covers(key) => is_of_plain_method(known.prepared, &key),
            Merit::Notices(_) => true,
        })
    });
    tests.sort_by_cached_key(|test| (place(known.prepared, test), test.name.clone()));
    tests
}

/// Whether the goal is in a method without predicates: whoever calls that covers it.
fn is_of_plain_method(prepared: &Prepared, key: &GoalKey) -> bool {
    let goal = prepared.goals.by_key(key);
    goal.is_some_and(|goal| {
        let flow = &prepared.goals.flow;
        let mut predicates = flow.predicates.iter();
        flow.method(goal.method).is_callable && !predicates.any(|it| it.method == goal.method)
    })
}

/// Gives each test the best name that is free now and that no other test makes untrue, left out or not: those that
/// were left out of the suite had some.
fn take_suite_names(
    tests: &mut [Arc<ReadyTest>],
    verdicts: &[(Candidate, Verdict)],
    naming: Naming,
    taken: &BTreeSet<String>,
) {
    let suite = tests
        .iter()
        .map(|test| (test.name.clone(), test.names.clone()));
    let known = verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Ready(test) => Some(test.names.clone()),
        Verdict::Refused(_) => None,
    });
    let names = suite_names(
        &suite.collect::<Vec<_>>(),
        &known.collect::<Vec<_>>(),
        naming,
        taken,
    );
    for (test, name) in tests.iter_mut().zip(names) {
        if test.name != name {
            rename(&mut Arc::make_mut(test).written, name);
        }
    }
}

fn rename(written: &mut WrittenTest, name: String) {
    let (old, new) = (format!("void {}(", written.name), format!("void {name}("));
    written.source = written.source.replacen(&old, &new, 1);
    written.name = name;
}

/// The goals of the method under test come first in the file, where it stands; of what it calls, where that stands.
fn place(prepared: &Prepared, test: &ReadyTest) -> u32 {
    let name = test.method.split('(').next().unwrap_or_default();
    let goals = test
        .goals
        .iter()
        .filter_map(|key| prepared.goals.by_key(key));
    let (own, other): (Vec<&Goal>, Vec<&Goal>) =
        goals.partition(|goal| prepared.goals.flow.method(goal.method).name == name);
    let first = own.iter().chain(&other).map(|goal| goal.id.0);
    let of_own = own.iter().map(|goal| goal.id.0).min();
    of_own.or(first.min()).unwrap_or(u32::MAX)
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
    let wanted: BTreeSet<GoalId> = prepared.wanted.iter().copied().chain(discovered).collect();
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
        if let Some(reason) = refused.get(&id) {
            return GoalState::NotOffered((*reason).to_owned());
        }
        GoalState::NotReached(closest.get(&id).map(|closest| ClosestAttempt {
            distance: closest.distance,
            statements: statements(cluster, &closest.test),
        }))
    };
    let goals = prepared.goals.all();
    goals
        .filter(|goal| prepared.shows(goal))
        .map(|goal| GoalReport {
            goal: goal.clone(),
            state: state(goal.id),
            missing: known.missing(goal),
            stands_for: prepared.selected.stands_for(goal.id).len(),
            is_sought: !prepared.beside.contains(&goal.id),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::sample_test::sample_test;

    use super::*;

    fn test(name: &str, endings: &[&str]) -> Arc<ReadyTest> {
        let mut test = sample_test(name, &format!("{name}();"));
        let endings = endings.iter().map(|one| (*one).to_owned());
        test.written.names = NameChoices::new("total", endings);
        Arc::new(test)
    }

    #[test]
    fn a_test_takes_the_best_name_that_no_other_test_of_the_suite_has() {
        let mut tests = [
            test("totalReturnsOne", &["ReturnsOne"]),
            test(
                "totalReturnsOneForX",
                &["ReturnsOne", "ReturnsOneWhenEmpty"],
            ),
        ];
        take_suite_names(&mut tests, &[], Naming::Camel, &BTreeSet::new());
        let names = tests.each_ref().map(|test| test.name.as_str());
        assert_eq!(names, ["totalReturnsOne", "totalReturnsOneWhenEmpty"]);
        let text = "@Test\nvoid totalReturnsOneWhenEmpty() { totalReturnsOneForX(); }";
        assert_eq!(tests[1].source, text);
    }
}
