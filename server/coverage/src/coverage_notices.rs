//! What the user should read once of tests that did not do their work: takes results, gives notices; runs nothing.

use std::{collections::BTreeSet, path::Path};

use goalline_goals::{Criterion, GoalSet};
use goalline_junit::wants_the_world;

use super::{Covered, UserTestOutcome};

/// Tests that are named in a notice.
const NAMED: usize = 3;

/// Criteria whose goals need to know what another run gives: a test of the user's does not tell.
const UNSEEN: [Criterion; 2] = [Criterion::Strong, Criterion::Exception];

/// Says that goals of such criteria may be covered by the user's tests; nothing where there are none.
pub(super) fn unseen(goals: &GoalSet) -> Option<String> {
    let has = |criterion: &Criterion| goals.goals.iter().any(|goal| goal.criterion == *criterion);
    let names: Vec<&str> = UNSEEN
        .iter()
        .filter(|criterion| has(criterion))
        .map(|criterion| criterion.name())
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "what your own tests cover is not known for goals of these criteria, which are all searched: {}",
            names.join(", ")
        )
    })
}

/// Says that other tests, which did not run, may cover the class.
pub(super) fn unmapped(first: &Path, count: usize) -> String {
    format!(
        "what {} cover here is not known: they may reach the class through others and did not run yet \
         (`goalline coverage` runs all tests of the module once)",
        files(first, count)
    )
}

/// Says that other tests, which ran and did not do their work, may cover the class.
pub(super) fn idle(first: &Path, count: usize) -> String {
    format!(
        "what {} cover here is not known: tests of theirs could not do their work when all of the module ran \
         (`goalline coverage` says why)",
        files(first, count)
    )
}

fn files(first: &Path, count: usize) -> String {
    let name = first.file_stem().unwrap_or_default().to_string_lossy();
    match count {
        1 => name.into_owned(),
        more => format!("{name} and {} more", more - 1),
    }
}

/// What there is to say of tests that did not do their work, by [`kind`].
const KINDS: [&str; 5] = [
    "need the network or files that the sandbox keeps away, so what they might cover is not known \
     (--open-user-tests lets them)",
    "fail only with Goalline's probes, so what they might cover is not known",
    "fail here, and whether they pass in your build is not known, nor what else they might cover then",
    "fail; what they reached counts",
    "did not end, or ended their JVM, so what they cover is not known",
];

/// The position in [`KINDS`] of an outcome, with its reason; none for tests that did their work.
fn kind(outcome: &UserTestOutcome) -> Option<(usize, &str)> {
    match outcome {
        UserTestOutcome::CannotRunHere(reason) if wants_the_world(reason) => Some((0, reason)),
        UserTestOutcome::CannotRunHere(reason) => Some((1, reason)),
        UserTestOutcome::FailedHere(reason) => Some((2, reason)),
        UserTestOutcome::Failed(reason) => Some((3, reason)),
        UserTestOutcome::Died(cause) => Some((4, cause)),
        UserTestOutcome::Passed | UserTestOutcome::Aborted(_) => None,
    }
}

/// Says what the user should know of tests that did not do their work; a cause that was told before is not told again.
pub(super) fn tell(covered: &mut Covered, told: &mut BTreeSet<String>) {
    let tests = &covered.tests;
    let mut notices = Vec::new();
    for broken in &tests.broken {
        notices.push(format!(
            "{} does not compile ({}), so what it covers is not known, nor whether new tests pass in it",
            broken.class, broken.message
        ));
    }
    for (number, what) in KINDS.iter().enumerate() {
        let of_kind = tests.tests.iter().filter_map(|test| {
            let (_, reason) = kind(&test.outcome).filter(|(kind, _)| *kind == number)?;
            Some((test.label(), reason.lines().next().unwrap_or_default()))
        });
        let found: Vec<(String, &str)> = of_kind.collect();
        if !found.is_empty() {
            notices.push(notice(what, &found, told));
        }
    }
    covered.notices.extend(notices);
}

/// One sentence on tests of a kind, with the causes that are new.
fn notice(what: &str, found: &[(String, &str)], told: &mut BTreeSet<String>) -> String {
    let mut lines = Vec::new();
    for (label, cause) in found {
        if lines.len() < NAMED && told.insert((*cause).to_owned()) {
            lines.push(format!("  {label}: {cause}"));
        }
    }
    let more = found.len() - lines.len();
    if lines.is_empty() {
        return format!("{more} of your tests {what}: the causes were named before");
    }
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    format!("these tests of yours {what}:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goalline_prepare::UserTest;

    #[test]
    fn the_cause_of_a_failure_is_told_once_and_the_fourth_of_a_kind_is_counted() {
        let test = |name: &str, outcome| UserTest {
            id: name.to_owned(),
            class: "shop.CartTest".to_owned(),
            method: name.to_owned(),
            name: name.to_owned(),
            outcome,
            covers: Vec::new(),
            enters: Vec::new(),
            is_remembered: false,
        };
        let mut covered = Covered::default();
        let failed = |name: &str| {
            test(
                name,
                UserTestOutcome::FailedHere(format!("no {name}\nmore")),
            )
        };
        covered.tests.tests = ["a", "b", "c", "d"].map(failed).into();
        covered.tests.tests.push(failed("a"));
        covered.tests.tests.push(test(
            "e",
            UserTestOutcome::Died("System.exit(1)".to_owned()),
        ));
        let mut told = BTreeSet::new();
        tell(&mut covered, &mut told);
        let here = "fail here, and whether they pass in your build is not known, nor what else they might cover then";
        let ended = "did not end, or ended their JVM, so what they cover is not known";
        let first = [
            format!(
                "these tests of yours {here}:\n  CartTest.a: no a\n  CartTest.b: no b\n  CartTest.c: no c\n  and 2 more"
            ),
            format!("these tests of yours {ended}:\n  CartTest.e: System.exit(1)"),
        ];
        assert_eq!(covered.notices, first);
        covered.notices.clear();
        covered.tests.tests.retain(|test| test.name != "d");
        tell(&mut covered, &mut told);
        let again = [
            format!("4 of your tests {here}: the causes were named before"),
            format!("1 of your tests {ended}: the causes were named before"),
        ];
        assert_eq!(covered.notices, again);
    }
}
