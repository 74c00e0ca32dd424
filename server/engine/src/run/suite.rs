//! Which tests make up the suite that is offered: takes the verified ones, drops those that others make needless, the
//! longest first, and puts the rest in order under the best names.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_goals::{Goal, GoalKey};
use goalline_junit::{Naming, WrittenTest, suite_names};
use goalline_prepare::{
    ReadyTest, UserTests, prepare::prepared::Prepared, report::user_tests::simple_name,
};

use crate::{
    run::near_duplicates::{
        absorb_blank_defaults, absorb_contained, drop_links, drop_near_duplicates, rows_of_tables,
    },
    verify::verification::{Candidate, Verdict},
};

/// A class with the tests of the user that cover each of its goals.
#[derive(Clone, Copy)]
pub(crate) struct UserCoverage<'a> {
    pub prepared: &'a Prepared,
    pub user_tests: &'a UserTests,
    /// Names of tests, by the goal that they cover.
    pub by_user: &'a BTreeMap<GoalKey, Vec<String>>,
}

impl UserCoverage<'_> {
    /// What is missing at a goal, in words that stay true whatever tests of other classes do.
    pub fn missing(&self, goal: &Goal) -> String {
        let fact = self.prepared.goals.missing(goal);
        let others = self.user_tests.others;
        others.limited(&fact, &simple_name(&self.prepared.class))
    }
}

/// What a test is kept for.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    Covers(GoalKey),
    Notices(u32),
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

/// What a test that goes has merits for has one test less.
fn take_back(known: UserCoverage<'_>, test: &ReadyTest, times: &mut BTreeMap<Merit, usize>) {
    for merit in merits(known, test) {
        times.entry(merit).and_modify(|count| *count -= 1);
    }
}

/// The verified tests without those whose goals others cover and whose mutants others notice, in the order of the
/// methods they test.
pub(crate) fn suite(
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
        if is_needless {
            take_back(known, test, &mut times);
        }
        !is_needless
    });
    let rows = may_have_tables.then(|| rows_of_tables(&tests));
    let rows = rows.unwrap_or_default();
    drop_near_duplicates(&mut tests, &rows, |test| {
        let mut own = merits(known, test).filter(|merit| times[merit] < 2);
        let is_needless = own.all(|merit| match merit {
            Merit::Covers(_) => false,
            Merit::Notices(mutant) => test.minor_kills.contains(&mutant),
        });
        if is_needless {
            take_back(known, test, &mut times);
        }
        is_needless
    });
    drop_links(&mut tests, |test| {
        let mut own = merits(known, test).filter(|merit| times[merit] < 2);
        let is_needless = own.all(|merit| matches!(merit, Merit::Notices(_)));
        if is_needless {
            take_back(known, test, &mut times);
        }
        is_needless
    });
    let is_covered_by_calling = |key: &GoalKey| is_of_plain_method(known.prepared, key);
    let own_merits = |test: &ReadyTest| {
        let own = merits(known, test).filter(|merit| times[merit] < 2);
        own.collect::<Vec<_>>()
    };
    // What a test alone notices that stands in another one, that one notices, too; what one notices that says that
    // nothing is there is no more than that.
    let may_go = |test: &ReadyTest| {
        own_merits(test).iter().all(|merit| match merit {
            Merit::Covers(key) => is_covered_by_calling(key),
            Merit::Notices(_) => true,
        })
    };
    absorb_contained(&mut tests, may_go);
    absorb_blank_defaults(&mut tests, may_go, is_covered_by_calling);
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
pub(crate) fn take_suite_names(
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

#[cfg(test)]
mod tests {
    use goalline_junit::NameChoices;

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
