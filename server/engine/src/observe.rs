//! What tests show, and what of it holds everywhere: takes tests, runs them in fresh class loaders of two JVMs with
//! another locale, time zone and charset each, gives what both runs saw.

use goalline_junit::{About, StubbedCall, before_act};
use goalline_jvm::Pool;
use goalline_testcase::{
    Execution, Executor, Observation, ObservedPart, Outcome, RunOptions, TestCase, TestCluster,
};

use crate::EngineError;

/// Runs each test alone in a fresh class loader, with messages, stacks and values.
pub(crate) const OBSERVING: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 1_000,
    fresh_loader: true,
    observe: true,
    mutant: None,
};

/// An observing run, and what was the same in the second JVM.
#[derive(Clone)]
pub(crate) struct ObservedRun {
    pub execution: Execution,
    pub stable: Vec<Observation>,
    /// What the second JVM showed otherwise, in words for people; each once.
    pub unstable: Vec<String>,
    /// What a run without the act gave.
    pub before: Vec<Observation>,
    /// Answers of mocks that no call asked for.
    pub idle: Vec<StubbedCall>,
}

/// Observes each test in two JVMs, and without its act.
pub(crate) fn observe(
    pool: &mut Pool,
    cluster: &TestCluster,
    tests: &[TestCase],
) -> Result<Vec<ObservedRun>, EngineError> {
    let here = pool.run(cluster, tests, OBSERVING)?;
    let again = pool.run_on_spare(cluster, tests, OBSERVING)?;
    let shortened: Vec<TestCase> = tests.iter().map(|test| before_act(cluster, test)).collect();
    let before = pool.run(cluster, &shortened, OBSERVING)?;
    let seen = here.into_iter().zip(again).zip(before);
    Ok(seen
        .map(|((here, again), before)| seen_twice(here, &again, before.observations))
        .collect())
}

impl ObservedRun {
    /// The same without what turned out not to hold everywhere; none where that is nothing of it.
    pub(crate) fn without(&self, about: &About) -> Option<Self> {
        let mut rest = self.clone();
        match about {
            About::Observed(var, subject) => {
                rest.stable
                    .retain(|one| one.var != *var || one.subject != *subject);
                let told = told(subject);
                if rest.stable.len() == self.stable.len() {
                    return None;
                }
                if !rest.unstable.contains(&told) {
                    rest.unstable.push(told);
                }
            }
            About::Stub(call) => rest.idle.push(call.clone()),
            About::Message => match &mut rest.execution.outcome {
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
                .all(|one| other.observations.contains(one))
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

fn seen_twice(mut here: Execution, again: &Execution, before: Vec<Observation>) -> ObservedRun {
    let has_same_end = ends_alike(&here.outcome, &again.outcome);
    if let (Outcome::Threw { thrown, .. }, Outcome::Threw { thrown: other, .. }) =
        (&mut here.outcome, &again.outcome)
        && thrown.message != other.message
    {
        // It speaks of the moment.
        thrown.message = None;
    }
    let is_stable = |seen: &&Observation| has_same_end && again.observations.contains(seen);
    let (stable, other): (Vec<&Observation>, Vec<&Observation>) =
        here.observations.iter().partition(is_stable);
    let stable = stable.into_iter().cloned().collect();
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
        execution: here,
        stable,
        unstable,
        before,
        idle: Vec::new(),
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
    use goalline_testcase::{JavaString, Literal, Observed, Thrown, Trace, Var};

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
        };
        Outcome::Threw {
            statement: Var(0),
            thrown,
        }
    }

    #[test]
    fn what_a_second_run_shows_otherwise_is_not_asserted() {
        let here = run(Outcome::Passed, &["1.5", "i"]);
        let seen = seen_twice(here, &run(Outcome::Passed, &["1,5", "i"]), Vec::new());
        assert_eq!(seen.stable.len(), 1);
        assert_eq!(seen.stable[0].var, Var(1));
        assert_eq!(seen.unstable, ["its value"]);
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
            Vec::new(),
        );
        assert_eq!(message(told), None);
        let same = seen_twice(
            run(threw("sold"), &[]),
            &run(threw("sold"), &[]),
            Vec::new(),
        );
        assert_eq!(message(same), Some(JavaString::from("sold")));
    }
}
