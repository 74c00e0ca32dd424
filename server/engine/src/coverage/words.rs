//! What the user should read once of tests that did not do their work: takes results, gives notices; runs nothing.

use goalline_goals::{Criterion, GoalSet};
use goalline_junit::wants_the_world;

use super::{Covered, UserTest, UserTestOutcome};

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

/// What there is to say of tests that did not do their work, by [`kind`].
const KINDS: [&str; 4] = [
    "need the network or files that the sandbox keeps away, so what they might cover is not known \
     (--open-user-tests lets them)",
    "fail only with Goalline's probes, so what they might cover is not known",
    "fail; what they reached counts",
    "did not end, or ended their JVM, so what they cover is not known",
];

/// The position in [`KINDS`] of an outcome, with its reason; none for tests that did their work.
fn kind(outcome: &UserTestOutcome) -> Option<(usize, &str)> {
    match outcome {
        UserTestOutcome::CannotRunHere(reason) if wants_the_world(reason) => Some((0, reason)),
        UserTestOutcome::CannotRunHere(reason) => Some((1, reason)),
        UserTestOutcome::Failed(reason) => Some((2, reason)),
        UserTestOutcome::Died(cause) => Some((3, cause)),
        UserTestOutcome::Passed | UserTestOutcome::Aborted(_) => None,
    }
}

/// Says once what the user should know of tests that did not do their work.
pub(super) fn tell(covered: &mut Covered) {
    let tests = &covered.tests;
    let mut notices = Vec::new();
    for broken in &tests.broken {
        notices.push(format!(
            "{} does not compile ({}), so what it covers is not known",
            broken.class, broken.message
        ));
    }
    for (number, what) in KINDS.iter().enumerate() {
        let named = |test: &UserTest| {
            let (_, reason) = kind(&test.outcome).filter(|(kind, _)| *kind == number)?;
            let first = reason.lines().next().unwrap_or_default();
            Some(format!("{}: {first}", test.label()))
        };
        let found: Vec<String> = tests.tests.iter().filter_map(named).collect();
        let count = found.len();
        if count > 0 {
            let more = if count > NAMED {
                format!("\n  and {} more", count - NAMED)
            } else {
                String::new()
            };
            let list = found[..count.min(NAMED)].join("\n  ");
            notices.push(format!("these tests of yours {what}:\n  {list}{more}"));
        }
    }
    covered.notices.extend(notices);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_did_not_do_their_work_are_named_by_kind_and_the_fourth_is_counted() {
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
        let failed = |name| test(name, UserTestOutcome::Failed("no\nmore".to_owned()));
        covered.tests.tests = ["a", "b", "c", "d"].map(failed).into();
        covered.tests.tests.push(test(
            "e",
            UserTestOutcome::Died("System.exit(1)".to_owned()),
        ));
        tell(&mut covered);
        assert_eq!(
            covered.notices,
            [
                "these tests of yours fail; what they reached counts:\n  CartTest.a: no\n  CartTest.b: no\n  CartTest.c: no\n  and 1 more",
                "these tests of yours did not end, or ended their JVM, so what they cover is not known:\n  \
                 CartTest.e: System.exit(1)"
            ]
        );
    }
}
