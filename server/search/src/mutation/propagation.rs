//! Strong mutation, scored from both traces (CRITERIA.md, SM): takes a run and the same run with one mutant switched
//! on, gives how far what the mutant changed got; and runs tests that way through an executor.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use goalline_goals::{GoalId, GoalSet, MutantId, Target};
use goalline_testcase::{
    Execution, Executor, ExecutorError, MutantTrace, Observation, Outcome, RunOptions, Started,
    TestBed, TestCase, Trace,
};

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

/// A mutant with the tests, by index, that are to be run with it.
pub type IsolatedRun = (MutantId, Vec<usize>);

/// A run with a mutant may take so many times the steps of the one without, and some more; what exceeds that counts
/// as a loop without end.
const STEPS_FACTOR: u64 = 10;

/// Steps that each run with a mutant may take besides.
const STEPS_BESIDE: u64 = 2_000;

/// Mutants that an executor is told of before the results of the first of them are read: it waits for nobody then.
const AHEAD: usize = 16;

/// A mutant whose tests, by index and as they were sent, are being run.
type UnderWay<'a> = (MutantId, &'a [usize], Vec<TestCase>, Started);

/// Runs tests with mutants switched on and adds to their traces how far the change got. The tests run once more
/// without a mutant, to be observed; in fresh class loaders twice, so that what differs by itself is nothing that a
/// mutant did. Gives the number of runs.
///
/// # Errors
/// Those of the executor; the traces are then as they were.
pub fn run_isolated(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    runs: &mut [Execution],
    isolated: &[IsolatedRun],
    options: RunOptions,
) -> Result<u64, ExecutorError> {
    let chosen: BTreeSet<usize> = isolated
        .iter()
        .flat_map(|(_, of)| of.iter().copied())
        .collect();
    if chosen.is_empty() {
        return Ok(0);
    }
    let pick = |indices: &mut dyn Iterator<Item = usize>| -> Vec<TestCase> {
        indices.map(|at| tests[at].clone()).collect()
    };
    let observing = RunOptions {
        observe: true,
        mutant: None,
        ..options
    };
    let picked = pick(&mut chosen.iter().copied());
    let mut count = picked.len() as u64;
    let mut plain = test_bed.run(&picked, observing)?;
    if options.fresh_loader {
        count += picked.len() as u64;
        let again = test_bed.run(&picked, observing)?;
        for (run, again) in plain.iter_mut().zip(again) {
            run.observations
                .retain(|it| again.observations.contains(it));
        }
    }
    let plain: BTreeMap<usize, Execution> = chosen.into_iter().zip(plain).collect();
    let mut found: Vec<(usize, MutantTrace)> = Vec::new();
    let mutating = |of: &[usize]| {
        let steps = of.iter().map(|at| plain[at].steps).max().unwrap_or(0);
        let budget = steps
            .saturating_mul(STEPS_FACTOR)
            .saturating_add(STEPS_BESIDE);
        RunOptions {
            step_budget: observing.step_budget.min(budget),
            ..observing
        }
    };
    count += mutated_runs(
        test_bed,
        tests,
        isolated,
        mutating,
        |at, mutant, mutated| {
            let plain = &plain[&at];
            let mutant = mutant.0;
            if let Some(propagation) = propagation(plain, &plain.observations, mutated) {
                let trace = MutantTrace {
                    mutant,
                    propagation,
                };
                found.push((at, trace));
            }
        },
    )?;
    for (at, trace) in found {
        note_mutant(&mut runs[at].trace, trace);
    }
    Ok(count)
}

/// In place of what was known of the mutant.
fn note_mutant(trace: &mut Trace, new: MutantTrace) {
    let known = &mut trace.mutants;
    known.retain(|it| it.mutant != new.mutant);
    let place = known.partition_point(|it| it.mutant < new.mutant);
    known.insert(place, new);
}

/// Runs tests with mutants switched on, several mutants ahead of what is read; calls `visit` with each test and run,
/// in order. Gives the number of runs.
fn mutated_runs(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    isolated: &[IsolatedRun],
    options: impl Fn(&[usize]) -> RunOptions,
    mut visit: impl FnMut(usize, MutantId, &Execution),
) -> Result<u64, ExecutorError> {
    let mut count = 0;
    let mut under_way: VecDeque<UnderWay<'_>> = VecDeque::new();
    let mut waiting = isolated.iter();
    loop {
        while under_way.len() < AHEAD
            && let Some((mutant, of)) = waiting.next()
        {
            let mutating = RunOptions {
                mutant: Some(mutant.0),
                ..options(of)
            };
            let picked: Vec<TestCase> = of.iter().map(|at| tests[*at].clone()).collect();
            count += picked.len() as u64;
            match test_bed.executor.start(test_bed.cluster, &picked, mutating) {
                Ok(started) => under_way.push_back((*mutant, of, picked, started)),
                Err(failure) => {
                    abandon(test_bed.executor, under_way);
                    return Err(failure);
                }
            }
        }
        let Some((mutant, of, picked, started)) = under_way.pop_front() else {
            return Ok(count);
        };
        for (at, mutated) in of.iter().zip(test_bed.executor.finish(&picked, started)?) {
            visit(*at, mutant, &mutated);
        }
    }
}

/// Takes what was started: the next search would take it for its own.
fn abandon(executor: &mut dyn Executor, under_way: VecDeque<UnderWay<'_>>) {
    for (_, _, picked, started) in under_way {
        if executor.finish(&picked, started).is_err() {
            // It has forgotten the others by then.
            return;
        }
    }
}

/// Mutants that are tried before it is looked which tests are out, at first; four times as many each time after.
const FIRST_TRIED: usize = 1;

/// Runs of tests, each with whether it works.
pub(crate) struct JudgedRuns<'a> {
    pub runs: &'a mut [Execution],
    pub works: &'a mut [bool],
}

/// Leaves those of the tests marked as working that notice every one of these mutants. Most that do not are told by
/// the runs at hand, where they do not infect one, or by the first mutants.
///
/// # Errors
/// Those of the executor.
pub(crate) fn kill_all(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    judged: JudgedRuns<'_>,
    mutants: &[MutantId],
    options: RunOptions,
) -> Result<(), ExecutorError> {
    let JudgedRuns { runs, works } = judged;
    for (run, works) in runs.iter().zip(works.iter_mut()) {
        *works &= mutants
            .iter()
            .all(|mutant| is_infected(&run.trace, *mutant));
    }
    let (mut rest, mut count) = (mutants, FIRST_TRIED);
    while !rest.is_empty() {
        let left: Vec<usize> = (0..tests.len()).filter(|at| works[*at]).collect();
        let now;
        (now, rest) = rest.split_at(count.min(rest.len()));
        let isolated: Vec<IsolatedRun> = now.iter().map(|mutant| (*mutant, left.clone())).collect();
        run_isolated(test_bed, tests, runs, &isolated, options)?;
        for at in left {
            works[at] = now.iter().all(|mutant| is_killed(&runs[at].trace, *mutant));
        }
        count *= 4;
    }
    Ok(())
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
    seen.is_some_and(|seen| seen.infected >> mutant.slot() & 1 == 1)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{
        JavaString, Literal, MethodTrace, Observed, ObservedPart, SeenConstant, Started,
        TestCluster, Var,
    };

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

    /// Notes the budget of each batch; every run takes seven steps.
    #[derive(Default)]
    struct Budgets(Vec<(Option<u32>, u64)>);

    impl Executor for Budgets {
        fn run(
            &mut self,
            _: &TestCluster,
            tests: &[TestCase],
            options: RunOptions,
        ) -> Result<Vec<Execution>, ExecutorError> {
            self.0.push((options.mutant, options.step_budget));
            let one = Execution {
                steps: 7,
                ..run(Outcome::Passed, "7", &[])
            };
            Ok(vec![one; tests.len()])
        }

        fn take_seen(&mut self) -> Vec<SeenConstant> {
            Vec::new()
        }
    }

    #[test]
    fn a_mutant_may_take_ten_times_the_steps_of_the_program_and_never_more_than_a_test_may() {
        let budgets = |step_budget| {
            let (mut executor, cluster) = (Budgets::default(), TestCluster::default());
            let tests = [TestCase::default()];
            let mut runs = [run(Outcome::Passed, "7", &[])];
            let options = RunOptions {
                step_budget,
                ..RunOptions::default()
            };
            let isolated = [(MutantId(5), vec![0])];
            let mut test_bed = TestBed {
                executor: &mut executor,
                cluster: &cluster,
            };
            run_isolated(&mut test_bed, &tests, &mut runs, &isolated, options)
                .expect("the executor runs everything");
            executor.0
        };
        assert_eq!(budgets(50_000), [(None, 50_000), (Some(5), 2_070)]);
        assert_eq!(budgets(300), [(None, 300), (Some(5), 300)]);
    }

    /// Starts one batch and refuses all others.
    #[derive(Default)]
    struct Refusing {
        started: usize,
        finished: usize,
    }

    impl Executor for Refusing {
        fn run(
            &mut self,
            _: &TestCluster,
            _: &[TestCase],
            _: RunOptions,
        ) -> Result<Vec<Execution>, ExecutorError> {
            unreachable!("mutants are started ahead")
        }

        fn start(
            &mut self,
            _: &TestCluster,
            _: &[TestCase],
            _: RunOptions,
        ) -> Result<Started, ExecutorError> {
            self.started += 1;
            if self.started > 1 {
                return Err(ExecutorError::Cancelled);
            }
            Ok(Started::UnderWay)
        }

        fn finish(&mut self, _: &[TestCase], _: Started) -> Result<Vec<Execution>, ExecutorError> {
            self.finished += 1;
            Ok(vec![run(Outcome::Passed, "7", &[])])
        }

        fn take_seen(&mut self) -> Vec<SeenConstant> {
            Vec::new()
        }
    }

    #[test]
    fn where_a_batch_is_refused_those_under_way_are_taken_back() {
        let (mut executor, cluster) = (Refusing::default(), TestCluster::default());
        let isolated = [5, 6].map(|mutant| (MutantId(mutant), vec![0]));
        let mut test_bed = TestBed {
            executor: &mut executor,
            cluster: &cluster,
        };
        let ended = mutated_runs(
            &mut test_bed,
            &[TestCase::default()],
            &isolated,
            |_| RunOptions::default(),
            |_, _, _| panic!("nobody asks for it any more"),
        );
        assert!(matches!(ended, Err(ExecutorError::Cancelled)));
        assert_eq!((executor.started, executor.finished), (2, 1));
    }
}
