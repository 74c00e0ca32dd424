//! What tests show, and what of it holds everywhere: takes tests, runs them in fresh class loaders of two JVMs with
//! another locale, time zone and charset each, in the second with time between calls, gives what both runs saw.

use goalline_junit::{About, StubbedCall, before_act};
use goalline_jvm::Pool;
use goalline_prepare::EngineError;
use goalline_testcase::{
    Execution, Executor, Observation, Observed, ObservedPart, OperationTrace, Outcome, RunOptions,
    TestCase, TestCluster, Thrown, Trace,
};

/// Runs each test alone in a fresh class loader, with messages, stacks and values.
pub const OBSERVING: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 1_000,
    fresh_loader: true,
    observe: true,
    mutant: None,
    pauses: false,
};

/// The same for a run that the clock alone ended: what a JVM does for the first time (classes of a library, fonts,
/// keys) is no fault of the test.
const UNHURRIED: RunOptions = RunOptions {
    time_limit_ms: 8_000,
    ..OBSERVING
};

/// Runs of a batch that are given more time, at most.
const MOST_UNHURRIED: usize = 4;

/// An observing run, and what was the same in the second JVM.
#[derive(Clone)]
pub(crate) struct ObservedRun {
    pub execution: Execution,
    pub stable: Vec<Observation>,
    /// What the second JVM showed otherwise, in words for people; each once.
    pub unstable: Vec<String>,
    /// What a run without the act gave.
    pub before: Vec<Observation>,
    /// The operations that the run without the act came by, where the class has probes of them.
    pub operated_before: Vec<OperationTrace>,
    /// What ran in the act itself, as far as that is counted.
    pub of_act: Trace,
    /// Answers of mocks that no call asked for.
    pub idle: Vec<StubbedCall>,
}

/// Observes each test in two JVMs, and without its act.
pub(crate) fn observe(
    pool: &mut Pool,
    cluster: &TestCluster,
    tests: &[TestCase],
) -> Result<Vec<ObservedRun>, EngineError> {
    let here = unhurried(tests, |tests, options| pool.run(cluster, tests, options))?;
    // What does not end here with all the time there is does not there.
    let again = if here.iter().any(is_late) {
        pool.run_on_spare(cluster, tests, pausing(OBSERVING))?
    } else {
        unhurried(tests, |tests, options| {
            pool.run_on_spare(cluster, tests, pausing(options))
        })?
    };
    let shortened: Vec<TestCase> = tests.iter().map(|test| before_act(cluster, test)).collect();
    let before = pool.run(cluster, &shortened, OBSERVING)?;
    let seen = here.into_iter().zip(again).zip(before);
    Ok(seen
        .map(|((here, again), before)| seen_twice(here, &again, before))
        .collect())
}

/// The same with time that passes between calls: on a busy machine it does, and what a test states must hold there.
fn pausing(options: RunOptions) -> RunOptions {
    RunOptions {
        pauses: true,
        ..options
    }
}

/// Runs the tests, and those that only the clock ended once more with more time, one after the other until one of them
/// does not end then either: a test that loops for ever is not alone as a rule, and each would take all of that time.
fn unhurried<E>(
    tests: &[TestCase],
    mut run: impl FnMut(&[TestCase], RunOptions) -> Result<Vec<Execution>, E>,
) -> Result<Vec<Execution>, E> {
    let mut runs = run(tests, OBSERVING)?;
    let late = (0..runs.len()).filter(|at| is_late(&runs[*at]));
    let late: Vec<usize> = late.take(MOST_UNHURRIED).collect();
    for at in late {
        let again = run(&tests[at..=at], UNHURRIED)?;
        let is_hopeless = again.iter().any(is_late);
        runs.splice(at..=at, again);
        if is_hopeless {
            break;
        }
    }
    Ok(runs)
}

/// Whether only the clock ended the run.
fn is_late(run: &Execution) -> bool {
    matches!(run.outcome, Outcome::TimedOut { by_steps, .. } if !by_steps)
}

impl ObservedRun {
    /// The same without what turned out not to hold everywhere; none where that is nothing of it.
    pub(crate) fn without(&self, about: &About) -> Option<Self> {
        let mut rest = self.clone();
        match about {
            About::Observed(var, subject) => {
                let is_other = |one: &Observation| one.var != *var || one.subject != *subject;
                let mut is_less = rest.stable.iter().any(|one| !is_other(one));
                rest.stable.retain(is_other);
                if let Outcome::Threw { thrown, .. } = &mut rest.execution.outcome {
                    is_less |= thrown.carried.iter().any(|one| !is_other(one));
                    thrown.carried.retain(is_other);
                }
                let told = told(subject);
                if !is_less {
                    return None;
                }
                if !rest.unstable.contains(&told) {
                    rest.unstable.push(told);
                }
            }
            About::Stub(call) => rest.idle.push(call.clone()),
            About::Message | About::Cause => match &mut rest.execution.outcome {
                Outcome::Threw { thrown, .. } if *about == About::Cause => {
                    thrown.cause.take()?;
                }
                Outcome::Threw { thrown, .. } => {
                    thrown.message.take()?;
                }
                _ => return None,
            },
        }
        Some(rest)
    }

    /// The same without all of that; none where that is nothing, or nothing of one.
    pub(crate) fn without_all(&self, about: &[&About]) -> Option<Self> {
        let (first, others) = about.split_first()?;
        let rest = self.without(first)?;
        others
            .iter()
            .try_fold(rest, |rest, about| rest.without(about))
    }

    /// Whether another run of the same test ended alike and showed everything that is stable.
    pub(crate) fn shows_in(&self, other: &Execution) -> bool {
        ends_alike(&self.execution.outcome, &other.outcome)
            && self
                .stable
                .iter()
                .all(|one| agreed(one, &other.observations).as_ref() == Some(one))
    }
}

/// Whether two runs of a test end in the same way, messages left out.
pub(crate) fn ends_alike(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (
            Outcome::Threw { statement, thrown },
            Outcome::Threw {
                statement: at,
                thrown: other,
            },
        ) => statement == at && thrown.class == other.class,
        (one, other) => one == other,
    }
}

fn seen_twice(mut here: Execution, again: &Execution, before: Execution) -> ObservedRun {
    let has_same_end = ends_alike(&here.outcome, &again.outcome);
    if let (Outcome::Threw { thrown, .. }, Outcome::Threw { thrown: other, .. }) =
        (&mut here.outcome, &again.outcome)
    {
        keep_agreed(thrown, other);
    }
    if !has_same_end {
        let (one, other) = (&here.outcome, &again.outcome);
        tracing::info!("a test ends otherwise in the second JVM: {one:?} and {other:?}");
    }
    let mut stable = Vec::new();
    let mut other = Vec::new();
    for one in &here.observations {
        match agreed(one, &again.observations).filter(|_| has_same_end) {
            Some(agreed) => stable.push(agreed),
            None => other.push(one),
        }
    }
    let mut unstable: Vec<String> = Vec::new();
    for observation in other {
        let told = told(&observation.subject);
        if !unstable.contains(&told) {
            unstable.push(told);
        }
    }
    if !unstable.is_empty() {
        let told = unstable.join(", ");
        tracing::info!("checks left out, their values differ between runs: {told}");
    }
    ObservedRun {
        of_act: here.trace.since(&before.trace),
        execution: here,
        stable,
        unstable,
        before: before.observations,
        operated_before: before.trace.operations,
        idle: Vec::new(),
    }
}

/// Leaves out what speaks of the moment: the other run showed something else.
fn keep_agreed(thrown: &mut Thrown, other: &Thrown) {
    if thrown.message != other.message {
        thrown.message = None;
    }
    if thrown.cause != other.cause {
        thrown.cause = None;
    }
    thrown.carried.retain(|one| other.carried.contains(one));
}

/// What the other run showed of this observation as well: of objects that mocks were given those parts that are the
/// same; none where it showed something else.
fn agreed(one: &Observation, other: &[Observation]) -> Option<Observation> {
    if other.contains(one) {
        return Some(one.clone());
    }
    let mut seen = other.iter();
    let same = seen.find(|seen| seen.var == one.var && seen.subject == one.subject)?;
    let (
        Observed::Calls { count, arguments },
        Observed::Calls {
            count: others,
            arguments: shown,
        },
    ) = (&one.observed, &same.observed)
    else {
        return None;
    };
    if count != others || arguments.len() != shown.len() {
        return None;
    }
    let calls = arguments.iter().zip(shown);
    let arguments: Option<Vec<Vec<Observed>>> = calls
        .map(|(own, shown)| {
            let is_alike = own.len() == shown.len();
            let pairs = own.iter().zip(shown).filter(|_| is_alike);
            let common: Option<Vec<Observed>> =
                pairs.map(|(own, shown)| common(own, shown)).collect();
            common.filter(|_| is_alike)
        })
        .collect();
    Some(Observation {
        observed: Observed::Calls {
            count: *count,
            arguments: arguments?,
        },
        ..one.clone()
    })
}

/// What two runs showed of an argument alike.
fn common(own: &Observed, shown: &Observed) -> Option<Observed> {
    match (own, shown) {
        (
            Observed::Described { class, parts },
            Observed::Described {
                class: other,
                parts: all,
            },
        ) if class == other => {
            let parts = parts.iter().filter(|part| all.contains(part));
            Some(Observed::Described {
                class: class.clone(),
                parts: parts.cloned().collect(),
            })
        }
        _ => (own == shown).then(|| own.clone()),
    }
}

fn told(subject: &ObservedPart) -> String {
    match subject {
        ObservedPart::Value => "its value".to_owned(),
        ObservedPart::Inspector { method, .. } | ObservedPart::Interaction { method, .. } => {
            format!("{method}()")
        }
        ObservedPart::Field { name } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{DescribedPart, JavaString, Literal, Thrown, Trace, Var};

    use super::*;

    fn run(outcome: Outcome, texts: &[&str]) -> Execution {
        let observations = texts.iter().enumerate().map(|(at, text)| Observation {
            var: Var(at as u16),
            subject: ObservedPart::Value,
            observed: Observed::Literal(Literal::Text(JavaString::from(*text))),
        });
        Execution {
            outcome,
            trace: Trace::default(),
            steps: 1,
            observations: observations.collect(),
            slow_at: None,
        }
    }

    fn threw(message: &str) -> Outcome {
        let thrown = Thrown {
            class: "shop.Sold".to_owned(),
            nameable: "shop.Sold".to_owned(),
            message: Some(JavaString::from(message)),
            stack: Vec::new(),
            ..Thrown::default()
        };
        Outcome::Threw {
            statement: Var(0),
            thrown,
        }
    }

    #[test]
    fn what_a_second_run_shows_otherwise_is_not_asserted() {
        let here = run(Outcome::Passed, &["1.5", "i"]);
        let seen = seen_twice(
            here,
            &run(Outcome::Passed, &["1,5", "i"]),
            run(Outcome::Passed, &[]),
        );
        assert_eq!(seen.stable.len(), 1);
        assert_eq!(seen.stable[0].var, Var(1));
        assert_eq!(seen.unstable, ["its value"]);
    }

    /// A run in which a mock was given an object whose getters said this.
    fn given(parts: &[(&str, i32)]) -> Execution {
        let part = |(method, value): &(&str, i32)| DescribedPart {
            method: (*method).to_owned(),
            descriptor: "()I".to_owned(),
            observed: Observed::Literal(Literal::Int(*value)),
        };
        let argument = Observed::Described {
            class: "shop.Item".to_owned(),
            parts: parts.iter().map(part).collect(),
        };
        let mut run = run(Outcome::Passed, &[]);
        run.observations.push(Observation {
            var: Var(0),
            subject: ObservedPart::Interaction {
                method: "save".to_owned(),
                descriptor: "(Lshop/Item;)V".to_owned(),
            },
            observed: Observed::Calls {
                count: 1,
                arguments: vec![vec![argument]],
            },
        });
        run
    }

    #[test]
    fn of_what_a_mock_was_given_that_is_told_which_is_the_same_everywhere() {
        let here = given(&[("getId", 7), ("getTime", 12)]);
        let again = given(&[("getId", 7), ("getTime", 13)]);
        let seen = seen_twice(here, &again, run(Outcome::Passed, &[]));
        assert_eq!(seen.stable, given(&[("getId", 7)]).observations);
        assert!(seen.unstable.is_empty());
        assert!(seen.shows_in(&again));
        assert!(!seen.shows_in(&given(&[("getId", 8)])));
    }

    #[test]
    fn a_run_that_only_the_clock_ended_is_given_more_time() {
        let late = |by_steps| Outcome::TimedOut {
            statement: Var(0),
            by_steps,
        };
        let mut limits = Vec::new();
        let ran = unhurried(&vec![TestCase::default(); 3], |tests, options| {
            limits.push((tests.len(), options.time_limit_ms));
            let first = [Outcome::Passed, late(true), late(false)];
            let outcomes = if tests.len() == 3 {
                first.to_vec()
            } else {
                vec![Outcome::Passed]
            };
            Ok::<_, ()>(outcomes.into_iter().map(|it| run(it, &[])).collect())
        });
        let outcomes: Vec<Outcome> = ran
            .expect("it ran")
            .into_iter()
            .map(|it| it.outcome)
            .collect();
        assert_eq!(outcomes, [Outcome::Passed, late(true), Outcome::Passed]);
        let [(_, hurried), (1, unhurried)] = limits[..] else {
            panic!("{limits:?}");
        };
        assert!(unhurried > hurried);
    }

    #[test]
    fn where_one_run_does_not_end_with_more_time_no_other_is_given_that() {
        let late = Outcome::TimedOut {
            statement: Var(0),
            by_steps: false,
        };
        let mut unhurried_runs = 0;
        let ran = unhurried(&vec![TestCase::default(); 3], |tests, options| {
            unhurried_runs += usize::from(options == UNHURRIED);
            let runs = tests.iter().map(|_| run(late.clone(), &[]));
            Ok::<_, ()>(runs.collect())
        });
        assert_eq!((ran.map(|ran| ran.len()), unhurried_runs), (Ok(3), 1));
    }

    #[test]
    fn a_message_that_changes_is_not_expected() {
        let message = |seen: ObservedRun| match seen.execution.outcome {
            Outcome::Threw { thrown, .. } => thrown.message,
            _ => None,
        };
        let told = seen_twice(
            run(threw("sold 1.5"), &[]),
            &run(threw("sold 1,5"), &[]),
            run(Outcome::Passed, &[]),
        );
        assert_eq!(message(told), None);
        let same = seen_twice(
            run(threw("sold"), &[]),
            &run(threw("sold"), &[]),
            run(Outcome::Passed, &[]),
        );
        assert_eq!(message(same), Some(JavaString::from("sold")));
    }
}
