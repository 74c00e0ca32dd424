//! Mutants that a suite kills: takes tests with their runs, runs mutants with one test after the other until one
//! kills it, and adds to the traces how far each change got; covers nothing itself.
//!
//! A class loader of its own for each of thousands of runs would cost a hundred times what they cost. So they share
//! one, and tests that show something else there after all mutants than before are run again, each time in a fresh
//! one.

use std::collections::{BTreeMap, BTreeSet};

use goalline_goals::MutantId;
use goalline_prepare::{Cancel, EngineError};
use goalline_search::{MutantBatch, MutantTurns, TurnPolicy, infected, is_killed};
use goalline_testcase::{Execution, Observation, Outcome, RunOptions, TestBed, TestCase};

/// Each test alone, on static fields as they are at first.
pub const FRESH: RunOptions = RunOptions {
    step_budget: 100_000,
    time_limit_ms: 1_000,
    fresh_loader: true,
    observe: false,
    mutant: None,
    pauses: false,
};

/// Runs that cost a time limit or a worker, and say nothing, after which a mutant is given up.
const MOST_SILENT: u32 = 2;

/// Runs between two looks at whether they are still wanted.
const AT_ONCE: usize = 256;

/// Per mutant the tests, by index, that it infects.
type Infecting = BTreeMap<MutantId, Vec<usize>>;

/// Runs each test alone, with a look in between at whether the runs are still wanted.
pub fn run_each(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    options: RunOptions,
    cancel: &Cancel,
) -> Result<Vec<Execution>, EngineError> {
    let mut runs = Vec::with_capacity(tests.len());
    for part in tests.chunks(AT_ONCE) {
        cancel.check()?;
        runs.extend(test_bed.run(part, options)?);
    }
    Ok(runs)
}

/// Runs these mutants with the tests they infect, as far as the traces of `runs` tell.
pub fn kill(
    test_bed: &mut TestBed<'_>,
    mutants: &BTreeSet<MutantId>,
    tests: &[TestCase],
    runs: &mut [Execution],
    cancel: &Cancel,
) -> Result<(), EngineError> {
    let infecting = infecting(mutants, runs);
    let shared = RunOptions {
        fresh_loader: false,
        ..FRESH
    };
    let concerned: BTreeSet<usize> = infecting.values().flatten().copied().collect();
    let before = shown(test_bed, tests, &concerned, shared, cancel)?;
    let mut bench = SuiteRuns {
        test_bed,
        tests,
        cancel,
    };
    bench.run(infecting.clone(), runs, shared)?;
    let after = shown(bench.test_bed, tests, &concerned, shared, cancel)?;
    let is_restless = |at: &usize| before.get(at) != after.get(at);
    let restless: BTreeSet<usize> = concerned.into_iter().filter(is_restless).collect();
    for at in &restless {
        runs[*at].trace.mutants.clear();
    }
    let open = infecting.into_iter().filter_map(|(mutant, of)| {
        let of: Vec<usize> = (!is_killed_by(runs, mutant, &of))
            .then(|| of.into_iter().filter(|at| restless.contains(at)))
            .into_iter()
            .flatten()
            .collect();
        (!of.is_empty()).then_some((mutant, of))
    });
    let open: Infecting = open.collect();
    bench.run(open, runs, FRESH)
}

fn infecting(mutants: &BTreeSet<MutantId>, runs: &[Execution]) -> Infecting {
    let mut infecting = Infecting::new();
    for (at, run) in runs.iter().enumerate() {
        // Thousands of runs of it would take hours.
        if run.slow_at.is_some() {
            continue;
        }
        for mutant in infected(&run.trace).filter(|mutant| mutants.contains(mutant)) {
            infecting.entry(mutant).or_default().push(at);
        }
    }
    infecting
}

/// What the chosen tests show without a mutant.
fn shown(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    chosen: &BTreeSet<usize>,
    options: RunOptions,
    cancel: &Cancel,
) -> Result<BTreeMap<usize, (Outcome, Vec<Observation>)>, EngineError> {
    let observing = RunOptions {
        observe: true,
        ..options
    };
    let picked: Vec<TestCase> = chosen.iter().map(|at| tests[*at].clone()).collect();
    let runs = run_each(test_bed, &picked, observing, cancel)?;
    let shown = runs.into_iter().map(|run| (run.outcome, run.observations));
    Ok(chosen.iter().copied().zip(shown).collect())
}

/// Whether one of these tests kills the mutant, as far as was run.
fn is_killed_by(runs: &[Execution], mutant: MutantId, of: &[usize]) -> bool {
    of.iter().any(|at| is_killed(&runs[*at].trace, mutant))
}

struct SuiteRuns<'a, 'r> {
    test_bed: &'a mut TestBed<'r>,
    tests: &'a [TestCase],
    cancel: &'a Cancel,
}

impl SuiteRuns<'_, '_> {
    /// One test after the other, until the mutant is killed, or the clock or the worker ended too many of its runs.
    fn run(
        &mut self,
        open: Infecting,
        runs: &mut [Execution],
        options: RunOptions,
    ) -> Result<(), EngineError> {
        let policy = TurnPolicy {
            options,
            at_once: AT_ONCE,
            most_silent: MOST_SILENT,
        };
        let open = open.into_iter();
        let batches = open.map(|(mutant, tests)| MutantBatch { mutant, tests });
        let mut turns = MutantTurns::new(batches, policy);
        loop {
            self.cancel.check()?;
            if !turns.go(self.test_bed, self.tests, runs)? {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{
        Executor, ExecutorError, OperationTrace, SeenConstant, TestCluster, Trace, Var,
    };

    use super::*;

    /// The clock ends each run with a mutant.
    #[derive(Default)]
    struct Slow {
        mutated: usize,
    }

    impl Executor for Slow {
        fn run(
            &mut self,
            _: &TestCluster,
            tests: &[TestCase],
            options: RunOptions,
        ) -> Result<Vec<Execution>, ExecutorError> {
            let outcome = if options.mutant.is_some() {
                self.mutated += tests.len();
                Outcome::TimedOut {
                    statement: Var(0),
                    by_steps: false,
                }
            } else {
                Outcome::Passed
            };
            Ok(vec![execution(outcome); tests.len()])
        }

        fn take_seen(&mut self) -> Vec<SeenConstant> {
            Vec::new()
        }
    }

    /// A run that infects the first mutant.
    fn execution(outcome: Outcome) -> Execution {
        let infected = OperationTrace {
            operation: 0,
            infected: 1,
            relations: None,
        };
        Execution {
            outcome,
            trace: Trace {
                operations: vec![infected],
                ..Trace::default()
            },
            steps: 1,
            slow_at: None,
            observations: Vec::new(),
        }
    }

    #[test]
    fn a_mutant_that_costs_time_limits_is_given_up_whatever_tests_are_left() {
        let (mut slow, cluster) = (Slow::default(), TestCluster::default());
        let tests = vec![TestCase::default(); 20];
        let mut runs = vec![execution(Outcome::Passed); 20];
        let mutants = BTreeSet::from([MutantId(0)]);
        let mut test_bed = TestBed {
            executor: &mut slow,
            cluster: &cluster,
        };
        kill(
            &mut test_bed,
            &mutants,
            &tests,
            &mut runs,
            &Cancel::default(),
        )
        .expect("nothing fails");
        assert_eq!(slow.mutated, MOST_SILENT as usize);
        assert!(!is_killed_by(&runs, MutantId(0), &[0, 1]));
    }

    #[test]
    fn no_mutant_runs_once_nobody_waits_for_the_score() {
        let (mut slow, cluster) = (Slow::default(), TestCluster::default());
        let (tests, mut runs) = ([TestCase::default()], [execution(Outcome::Passed)]);
        let mutants = BTreeSet::from([MutantId(0)]);
        let cancel = Cancel::default();
        cancel.cancel();
        let mut test_bed = TestBed {
            executor: &mut slow,
            cluster: &cluster,
        };
        let ended = kill(&mut test_bed, &mutants, &tests, &mut runs, &cancel);
        assert!(matches!(ended, Err(EngineError::Cancelled)));
        assert_eq!(slow.mutated, 0);
    }
}
