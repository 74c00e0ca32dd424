//! The one driver of runs with mutants: takes tests and mutants, switches on one mutant after the other, gives what the
//! tests showed. Who uses it says under which policy: which mutants, with which tests, how many at once, what is given
//! up.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    mem::discriminant,
};

use goalline_goals::MutantId;
use goalline_testcase::{
    Execution, Executor, ExecutorError, MutantTrace, RunOptions, Started, TestBed, TestCase, Trace,
};

use super::propagation::{is_infected, is_killed, propagation};

/// A mutant with the tests, by index, that are to be run with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutantBatch {
    /// The mutant that is switched on.
    pub mutant: MutantId,
    /// The tests.
    pub tests: Vec<usize>,
}

/// A run with a mutant may take so many times the steps of the one without, and some more; what exceeds that counts
/// as a loop without end.
const STEPS_FACTOR: u64 = 10;

/// Steps that each run with a mutant may take besides.
const STEPS_BESIDE: u64 = 2_000;

/// Mutants that an executor is told of before the results of the first of them are read: it waits for nobody then.
const AHEAD: usize = 16;

/// A mutant whose tests are being run.
struct UnderWay<'a> {
    batch: &'a MutantBatch,
    /// The tests as they were sent.
    sent: Vec<TestCase>,
    started: Started,
}

/// Runs tests with mutants switched on and adds to their traces how far the change got. The tests run twice more
/// without a mutant, to be observed, so that what differs by itself is nothing that a mutant did. Gives the number of
/// runs.
///
/// # Errors
/// Those of the executor; the traces are then as they were.
pub fn run_isolated(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    runs: &mut [Execution],
    batches: &[MutantBatch],
    options: RunOptions,
) -> Result<u64, ExecutorError> {
    let chosen: BTreeSet<usize> = batches
        .iter()
        .flat_map(|batch| batch.tests.iter().copied())
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
    count += picked.len() as u64;
    let again = test_bed.run(&picked, observing)?;
    let mut ends_by_chance = BTreeSet::new();
    for ((at, run), again) in chosen.iter().zip(&mut plain).zip(again) {
        run.observations
            .retain(|it| again.observations.contains(it));
        if discriminant(&run.outcome) != discriminant(&again.outcome) {
            ends_by_chance.insert(*at);
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
    let visit = |at: usize, mutant: MutantId, mutated: Execution| {
        let plain = &plain[&at];
        if ends_by_chance.contains(&at) {
            return;
        }
        if let Some(propagation) = propagation(plain, &plain.observations, &mutated) {
            let trace = MutantTrace {
                mutant: mutant.0,
                propagation,
            };
            found.push((at, trace));
        }
    };
    count += run_mutants(test_bed, tests, batches, mutating, visit)?;
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

/// Runs tests with mutants switched on, several mutants ahead of what is read, under the options for these tests;
/// calls `visit` with each test, mutant and run, in order. Gives the number of runs.
///
/// # Errors
/// Those of the executor.
pub fn run_mutants(
    test_bed: &mut TestBed<'_>,
    tests: &[TestCase],
    batches: &[MutantBatch],
    options: impl Fn(&[usize]) -> RunOptions,
    mut visit: impl FnMut(usize, MutantId, Execution),
) -> Result<u64, ExecutorError> {
    let mut count = 0;
    let mut under_way: VecDeque<UnderWay<'_>> = VecDeque::new();
    let mut waiting = batches.iter();
    loop {
        while under_way.len() < AHEAD
            && let Some(batch) = waiting.next()
        {
            let mutating = RunOptions {
                mutant: Some(batch.mutant.0),
                ..options(&batch.tests)
            };
            let sent: Vec<TestCase> = batch.tests.iter().map(|at| tests[*at].clone()).collect();
            count += sent.len() as u64;
            match test_bed.executor.start(test_bed.cluster, &sent, mutating) {
                Ok(started) => under_way.push_back(UnderWay {
                    batch,
                    sent,
                    started,
                }),
                Err(failure) => {
                    abandon(test_bed.executor, under_way);
                    return Err(failure);
                }
            }
        }
        let Some(first) = under_way.pop_front() else {
            return Ok(count);
        };
        let runs = test_bed.executor.finish(&first.sent, first.started)?;
        for (at, mutated) in first.batch.tests.iter().zip(runs) {
            visit(*at, first.batch.mutant, mutated);
        }
    }
}

/// Takes what was started: the next search would take it for its own.
fn abandon(executor: &mut dyn Executor, under_way: VecDeque<UnderWay<'_>>) {
    for one in under_way {
        if executor.finish(&one.sent, one.started).is_err() {
            // It has forgotten the others by then.
            return;
        }
    }
}

/// What is given up, and how much runs in one go, while mutants run with one test after the other.
#[derive(Clone, Copy, Debug)]
pub struct TurnPolicy {
    /// How each runs.
    pub options: RunOptions,
    /// Mutants in one go.
    pub at_once: usize,
    /// Runs that cost a time limit or a worker, and so say nothing, after which a mutant is given up.
    pub most_silent: u32,
}

/// Mutants that run with one test after the other until one kills them. Whoever drives it looks between two goes at
/// whether the runs are still wanted.
pub struct MutantTurns {
    policy: TurnPolicy,
    open: Vec<OpenMutant>,
    /// The turn: which test of each mutant runs.
    turn: usize,
    /// How many of the open mutants have had their turn.
    done: usize,
}

struct OpenMutant {
    batch: MutantBatch,
    silent: u32,
}

impl MutantTurns {
    /// For mutants, each with the tests that it infects.
    pub fn new(batches: impl IntoIterator<Item = MutantBatch>, policy: TurnPolicy) -> Self {
        let open = batches
            .into_iter()
            .map(|batch| OpenMutant { batch, silent: 0 });
        let mut turns = Self {
            policy,
            open: open.collect(),
            turn: 0,
            done: 0,
        };
        turns.open.retain(|one| !one.batch.tests.is_empty());
        turns
    }

    /// One go: some mutants, each with one test, whose traces tell afterwards how far the change got. False where
    /// nothing is left to run.
    ///
    /// # Errors
    /// Those of the executor.
    pub fn go(
        &mut self,
        test_bed: &mut TestBed<'_>,
        tests: &[TestCase],
        runs: &mut [Execution],
    ) -> Result<bool, ExecutorError> {
        let end = self.open.len().min(self.done + self.policy.at_once.max(1));
        let now = self.open[self.done..end].iter().map(|one| MutantBatch {
            mutant: one.batch.mutant,
            tests: vec![one.batch.tests[self.turn]],
        });
        let now: Vec<MutantBatch> = now.collect();
        run_isolated(test_bed, tests, runs, &now, self.policy.options)?;
        self.done = end;
        if self.done == self.open.len() {
            self.end_turn(runs);
        }
        Ok(!self.open.is_empty())
    }

    /// Leaves the mutants that are neither killed nor given up and have another test.
    fn end_turn(&mut self, runs: &[Execution]) {
        let turn = self.turn;
        for one in &mut self.open {
            let trace = &runs[one.batch.tests[turn]].trace;
            one.silent += u32::from(!is_told(trace, one.batch.mutant));
        }
        self.open.retain(|one| {
            let OpenMutant { batch, silent } = one;
            let is_killed_by = |at: &usize| is_killed(&runs[*at].trace, batch.mutant);
            *silent < self.policy.most_silent
                && !batch.tests.iter().any(is_killed_by)
                && batch.tests.len() > turn + 1
        });
        self.turn += 1;
        self.done = 0;
    }
}

/// Whether a run with the mutant said anything.
fn is_told(trace: &Trace, mutant: MutantId) -> bool {
    trace.mutants.iter().any(|it| it.mutant == mutant.0)
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
        let batches = now.iter().map(|mutant| MutantBatch {
            mutant: *mutant,
            tests: left.clone(),
        });
        run_isolated(test_bed, tests, runs, &batches.collect::<Vec<_>>(), options)?;
        for at in left {
            works[at] = now.iter().all(|mutant| is_killed(&runs[at].trace, *mutant));
        }
        count *= 4;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{
        Literal, Observation, Observed, ObservedPart, Outcome, SeenConstant, TestCluster, Var,
    };

    use super::*;
    use crate::scripted::{ScriptedExecutor, throws};

    fn passed() -> Execution {
        Execution {
            outcome: Outcome::Passed,
            trace: Trace::default(),
            steps: 1,
            slow_at: None,
            observations: Vec::new(),
        }
    }

    fn batch(mutant: u32, tests: &[usize]) -> MutantBatch {
        MutantBatch {
            mutant: MutantId(mutant),
            tests: tests.to_vec(),
        }
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
                ..passed()
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
            let mut runs = [passed()];
            let options = RunOptions {
                step_budget,
                ..RunOptions::default()
            };
            let batches = [batch(5, &[0])];
            let mut test_bed = TestBed {
                executor: &mut executor,
                cluster: &cluster,
            };
            run_isolated(&mut test_bed, &tests, &mut runs, &batches, options)
                .expect("the executor runs everything");
            executor.0
        };
        let plain = (None, 50_000);
        assert_eq!(budgets(50_000), [plain, plain, (Some(5), 2_070)]);
        assert_eq!(budgets(300), [(None, 300), (None, 300), (Some(5), 300)]);
    }

    /// What is another one in each run.
    #[derive(Clone, Copy, PartialEq)]
    enum UnlikePart {
        Nothing,
        TheResult,
        /// The first run ends well, all others fail.
        TheEnd,
    }

    /// Whether a mutant shows that gives another number.
    fn is_shown(drawn: UnlikePart) -> bool {
        let count = std::cell::Cell::new(0);
        let mut executor = ScriptedExecutor::new(|_, _, options, recorder| {
            count.set(count.get() + 1);
            let result = if drawn == UnlikePart::TheResult {
                count.get()
            } else {
                0
            };
            recorder.observe(Observation {
                var: Var(0),
                subject: ObservedPart::Value,
                observed: Observed::Literal(Literal::Int(
                    result + i32::from(options.mutant.is_some()),
                )),
            });
            match drawn {
                UnlikePart::TheEnd if count.get() > 1 => {
                    throws(0, "java.lang.IllegalStateException")
                }
                _ => Outcome::Passed,
            }
        });
        let mut runs = [passed()];
        let mut test_bed = TestBed {
            executor: &mut executor,
            cluster: &TestCluster::default(),
        };
        let (tests, batches) = ([TestCase::default()], [batch(5, &[0])]);
        let options = RunOptions::default();
        run_isolated(&mut test_bed, &tests, &mut runs, &batches, options)
            .expect("the executor runs everything");
        is_killed(&runs[0].trace, MutantId(5))
    }

    #[test]
    fn what_is_another_one_in_each_run_shows_no_mutant() {
        assert!(is_shown(UnlikePart::Nothing));
        assert!(!is_shown(UnlikePart::TheResult));
        assert!(!is_shown(UnlikePart::TheEnd));
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
            Ok(vec![passed()])
        }

        fn take_seen(&mut self) -> Vec<SeenConstant> {
            Vec::new()
        }
    }

    #[test]
    fn where_a_batch_is_refused_those_under_way_are_taken_back() {
        let (mut executor, cluster) = (Refusing::default(), TestCluster::default());
        let batches = [5, 6].map(|mutant| batch(mutant, &[0]));
        let mut test_bed = TestBed {
            executor: &mut executor,
            cluster: &cluster,
        };
        let ended = run_mutants(
            &mut test_bed,
            &[TestCase::default()],
            &batches,
            |_| RunOptions::default(),
            |_, _, _| panic!("nobody asks for it any more"),
        );
        assert!(matches!(ended, Err(ExecutorError::Cancelled)));
        assert_eq!((executor.started, executor.finished), (2, 1));
    }
}
