//! Strong mutation, scored from both traces (CRITERIA.md, SM): takes a run and the same run with one mutant switched
//! on, gives how far what the mutant changed got.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::OperationId;
use goalline_goals::{GoalId, GoalSet, MutantId, Target};
use goalline_testcase::{Execution, Observation, Outcome, Trace};

/// How far a mutant's change got, by comparing a run with the same run under the mutant: 0 when a test can see it
/// (another ending, or another value of `stable`, which is what runs without the mutant always show), else 1 / (1 +
/// differences), at most 1, where differences are the predicates, methods, lines and operations that did something
/// else. None when the run says nothing, for it cost a worker or the clock ended it.
pub fn propagation(plain: &Execution, stable: &[Observation], mutated: &Execution) -> Option<f64> {
    let is_told = match (&plain.outcome, &mutated.outcome) {
        (
            _,
            Outcome::Died { .. }
            | Outcome::NotRun { .. }
            | Outcome::Left
            | Outcome::TimedOut {
                by_steps: false, ..
            },
        ) => return None,
        (
            Outcome::Threw { statement, thrown },
            Outcome::Threw {
                statement: at,
                thrown: other,
            },
        ) => statement != at || thrown.class != other.class,
        (plain, mutated) => plain != mutated,
    };
    if is_told || stable.iter().any(|it| !mutated.observations.contains(it)) {
        return Some(0.0);
    }
    Some(1.0 / (1.0 + differences(&plain.trace, &mutated.trace) as f64))
}

/// How many predicates, methods, lines, operations and calls did something else.
fn differences(a: &Trace, b: &Trace) -> usize {
    fn unlike<T: PartialEq>(a: &[T], b: &[T], id: impl Fn(&T) -> u32) -> usize {
        let known: BTreeMap<u32, &T> = a.iter().map(|it| (id(it), it)).collect();
        let same = b.iter().filter(|it| known.get(&id(it)) == Some(it)).count();
        let ids: BTreeSet<u32> = a.iter().chain(b).map(&id).collect();
        ids.len() - same.min(ids.len())
    }
    unlike(&a.predicates, &b.predicates, |it| it.predicate)
        + unlike(&a.methods, &b.methods, |it| it.method)
        + unlike(&a.lines, &b.lines, |it| *it)
        + unlike(&a.operations, &b.operations, |it| it.operation)
}

/// Whether a run with the mutant showed something else.
pub fn is_killed(trace: &Trace, mutant: MutantId) -> bool {
    let mut known = trace.mutants.iter();
    known.any(|it| it.mutant == mutant.0 && it.propagation == 0.0)
}

/// The mutants that some of these goals want strongly killed, each with its goal.
pub fn strong_mutants<'a>(
    set: &'a GoalSet,
    goals: &'a [GoalId],
) -> impl Iterator<Item = (MutantId, GoalId)> + 'a {
    goals
        .iter()
        .filter_map(|goal| match set.goal(*goal).target {
            Target::Strong(mutant) => Some((mutant, *goal)),
            _ => None,
        })
}

/// Whether the mutant computed another value in a run.
pub fn is_infected(trace: &Trace, mutant: MutantId) -> bool {
    let seen = trace.operation(mutant.operation().0);
    seen.is_some_and(|seen| mutant.is_of_slots(seen.infected))
}

/// The mutants that computed another value in a run, by operation.
pub fn infected(trace: &Trace) -> impl Iterator<Item = MutantId> + '_ {
    let seen = trace.operations.iter();
    seen.flat_map(|seen| MutantId::of_slots(OperationId(seen.operation), seen.infected))
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{JavaString, Literal, MethodTrace, Observed, ObservedPart, Var};

    use super::*;
    use crate::scripted::throws;

    fn run(outcome: Outcome, text: &str, methods: &[u32]) -> Execution {
        let methods = methods.iter().map(|method| MethodTrace {
            method: *method,
            count: 1,
        });
        Execution {
            outcome,
            trace: Trace {
                methods: methods.collect(),
                ..Trace::default()
            },
            steps: 1,
            slow_at: None,
            observations: vec![Observation {
                var: Var(0),
                subject: ObservedPart::Value,
                observed: Observed::Literal(Literal::Text(JavaString::from(text))),
            }],
        }
    }

    fn of(plain: &Execution, mutated: &Execution) -> Option<f64> {
        propagation(plain, &plain.observations, mutated)
    }

    #[test]
    fn another_value_or_another_ending_kills_and_differences_inside_bring_nearer() {
        let plain = run(Outcome::Passed, "7", &[1, 2]);
        assert_eq!(of(&plain, &run(Outcome::Passed, "8", &[1, 2])), Some(0.0));
        assert_eq!(of(&plain, &run(throws(0, "A"), "7", &[1, 2])), Some(0.0));
        assert_eq!(of(&plain, &run(Outcome::Passed, "7", &[1, 2])), Some(1.0));
        // Method 2 was left out and method 3 entered: 1 / (1 + 2).
        let inside = of(&plain, &run(Outcome::Passed, "7", &[1, 3])).expect("a run");
        assert!((inside - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_run_that_the_clock_ended_says_nothing_and_one_out_of_steps_kills() {
        let plain = run(Outcome::Passed, "7", &[]);
        let ended = |by_steps| Outcome::TimedOut {
            statement: Var(0),
            by_steps,
        };
        assert_eq!(of(&plain, &run(ended(false), "7", &[])), None);
        assert_eq!(of(&plain, &run(ended(true), "7", &[])), Some(0.0));
    }
}
