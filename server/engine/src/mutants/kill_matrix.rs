//! Which mutants tests kill: takes a class whose mutants can be switched on and tests that were observed, runs each
//! test with single mutants that it infects, gives what they showed; chooses no assertion.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{FileFlow, OperationId};
use goalline_goals::{Mutant, MutantId, MutantOperator, mutants};
use goalline_junit::MutantRun;
use goalline_jvm::{Pool, SourceUnit, Worker};
use goalline_prepare::{
    EngineError,
    coupled::meta_mutant::MetaMutantFiles,
    prepare::{
        class::compile_probed,
        compile_callees::{Probing, compile_humbly},
        prepared::{Prepared, compile_for_checks},
    },
};
use goalline_search::{MutantBatch, run_mutants};
use goalline_syntax::Span;
use goalline_testcase::{
    Execution, Executor, Observation, Outcome, RunOptions, StatementKind, TestBed, TestCase,
    TestCluster,
};

use crate::{
    limits::RunLimits,
    observe::{OBSERVING, ObservedRun, ends_alike},
};

/// Mutants that one test is run with at most. (With 48, a test of `Fraction` or `Complex` left out half of those it
/// infects: what it kills was not known, so that others were written for it, or none.)
const MOST: usize = 160;

/// The same where the search was short, and everybody waits for its tests.
const MOST_IN_SHORT: usize = 48;

/// Workers that mutants may end in one run; then no more of them are switched on.
const MOST_DEATHS: u32 = 4;

/// Mutants that run between two looks at what they cost.
const AT_ONCE: usize = 8;

/// Runs with mutants that the clock may end in one go; then no more of them are switched on.
const MOST_ENDED: usize = 20;

/// Runs with a mutant share a class loader: what they did to static state is found out by a run after them.
pub(crate) const SHARED: RunOptions = RunOptions {
    fresh_loader: false,
    time_limit_ms: 200,
    ..OBSERVING
};

/// Likewise, for tests that do not show the same in a shared class loader.
pub(crate) const ALONE: RunOptions = RunOptions {
    fresh_loader: true,
    ..SHARED
};

/// The class as the checking worker has it: every operation can be changed.
pub(crate) struct MetaMutant {
    flow: Arc<FileFlow>,
    /// Mutants that verified tests kill: others are tried first.
    killed: BTreeSet<MutantId>,
    /// Mutants that one test is run with at most.
    most: usize,
    /// Workers that had died before any mutant ran.
    deaths: u32,
}

/// Tests with what each of them showed without a mutant.
#[derive(Clone, Copy)]
pub(crate) struct ObservedTests<'a> {
    pub tests: &'a [TestCase],
    pub seen: &'a [ObservedRun],
}

/// Which mutants tests are to be run with.
#[derive(Clone, Copy)]
struct MutantPlan<'a> {
    /// Tests by number, each with its mutants.
    by_test: &'a [(usize, Vec<MutantId>)],
    options: RunOptions,
}

/// What a test showed with one mutant switched on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MutantOutcome {
    pub mutant: MutantId,
    /// Whether it ended otherwise than without the mutant.
    pub ends_otherwise: bool,
    /// Whether it computed another value before the act already, in code that is not the act's own.
    pub is_of_setup: bool,
    /// Where the operation stands that it changes, if it is known there.
    pub span: Option<Span>,
    pub observations: Vec<Observation>,
}

impl MutantOutcome {
    /// Whether nothing was seen of it in a run that showed this without it.
    pub(crate) fn is_unseen(&self, plain: &Execution) -> bool {
        !self.ends_otherwise && self.observations == plain.observations
    }

    /// The same for those who choose assertions of a test that was made for branches of these conditions.
    pub(crate) fn run(&self, conditions: &[Span]) -> MutantRun<'_> {
        let is_in = |all: &Span, one: Span| all.start <= one.start && one.end <= all.end;
        let is_of_goal = |span: Span| conditions.iter().any(|condition| is_in(condition, span));
        MutantRun {
            mutant: self.mutant.0,
            ends_otherwise: self.ends_otherwise,
            is_of_setup: self.is_of_setup,
            is_of_goal: self.span.is_some_and(is_of_goal),
            observations: &self.observations,
        }
    }
}

impl MetaMutant {
    /// Gives a worker that ran no search the class with probes of all its operations in place of the one that was
    /// searched; for pairs, caller and callees. None where there is no operation, or where javac takes no such
    /// probes.
    pub(crate) fn install(
        prepared: &Prepared,
        pool: &mut Pool,
        is_short: bool,
    ) -> Result<Option<Self>, EngineError> {
        let flow = match prepared.several_files() {
            Some(files) => files.flow.clone(),
            None => Arc::new(FileFlow::with_operations(&prepared.file)),
        };
        if flow.operations.is_empty() {
            return Ok(None);
        }
        let deaths = pool.deaths();
        let worker: &mut Worker = pool.worker();
        if !armed(prepared, &flow, worker)? {
            return compile_for_checks(prepared, worker).map(|()| None);
        }
        Ok(Some(Self {
            flow,
            killed: BTreeSet::new(),
            most: if is_short { MOST_IN_SHORT } else { MOST },
            deaths,
        }))
    }

    /// The class, in whose numbers mutants are told.
    pub(crate) fn flow(&self) -> Arc<FileFlow> {
        self.flow.clone()
    }

    /// A verified test kills these.
    pub(crate) fn note(&mut self, kills: &[u32]) {
        self.killed.extend(kills.iter().copied().map(MutantId));
    }

    /// The mutants that a wrong program is likeliest to be, without these.
    pub(crate) fn likely(&self, without: &BTreeSet<MutantId>) -> BTreeSet<MutantId> {
        let all = self.flow.operations.iter().flat_map(mutants);
        let likely = all.filter(|mutant| worth(mutant.operator) == 0);
        let ids = likely.map(|mutant| mutant.id);
        ids.filter(|id| !without.contains(id)).collect()
    }

    /// Per test what it showed with mutants that it infects, by mutant; of some, or of none, where it is late.
    pub(crate) fn shown(
        &self,
        pool: &mut Pool,
        cluster: &TestCluster,
        observed: ObservedTests<'_>,
        limits: &RunLimits<'_>,
    ) -> Result<Vec<Vec<MutantOutcome>>, EngineError> {
        let ObservedTests { tests, seen } = observed;
        if limits.is_late_for_better() {
            return Ok(vec![Vec::new(); tests.len()]);
        }
        let _spending = limits.spend_on_better();
        let mut selectors = Vec::new();
        let plain = pool.run(cluster, tests, SHARED)?;
        for (at, plain) in plain.iter().enumerate() {
            let has_end = matches!(plain.outcome, Outcome::Passed | Outcome::Threw { .. });
            if has_end && seen[at].shows_in(plain) {
                selectors.push((at, self.infected(plain)));
            }
        }
        let shared = MutantPlan {
            by_test: &selectors,
            options: SHARED,
        };
        let mut shown = self.run_with_mutants(pool, cluster, observed, shared, limits)?;
        let again = pool.run(cluster, tests, SHARED)?;
        let is_spoilt = |at: &usize| !seen[*at].shows_in(&again[*at]);
        let lonely: Vec<(usize, Vec<MutantId>)> = (0..tests.len())
            .filter(is_spoilt)
            .map(|at| (at, self.infected(&seen[at].execution)))
            .collect();
        let isolated = MutantPlan {
            by_test: &lonely,
            options: ALONE,
        };
        let alone = self.run_with_mutants(pool, cluster, observed, isolated, limits)?;
        for (at, _) in lonely {
            shown[at].clone_from(&alone[at]);
        }
        Ok(shown)
    }

    /// Whether mutants ended so many workers that no more of them are to be switched on.
    pub(crate) fn is_costly(&self, pool: &Pool) -> bool {
        pool.deaths() > self.deaths + MOST_DEATHS
    }

    /// Leaves out so many deaths of workers that no mutant was on in.
    pub(crate) fn leave_out(&mut self, deaths: u32) {
        self.deaths += deaths;
    }

    /// The mutants as a test of them reads: `line 41: a * b from a / b`.
    pub(crate) fn told(&self, prepared: &Prepared, kills: &[u32]) -> Vec<String> {
        let ids: BTreeSet<MutantId> = kills.iter().map(|kill| MutantId(*kill)).collect();
        let told = ids.into_iter().filter_map(|id| {
            let operation = self.flow.operations.get(id.operation().0 as usize)?;
            let mutant = mutants(operation).into_iter().find(|one| one.id == id)?;
            let place = place(prepared, operation.span.start)?;
            let (text, other) = (&operation.text, &mutant.text);
            Some(format!("{place}: {text} from {other}"))
        });
        told.collect()
    }

    /// Those of these mutants that nobody makes by mistake.
    pub(crate) fn minor(&self, kills: &[u32]) -> Vec<u32> {
        let is_minor = |kill: &u32| {
            let id = MutantId(*kill);
            let operation = self.flow.operations.get(id.operation().0 as usize);
            operation.is_some_and(|operation| {
                let mutant = mutants(operation).into_iter().find(|one| one.id == id);
                mutant.is_none_or(|mutant| is_minor(&operation.operator, &mutant))
            })
        };
        kills.iter().copied().filter(is_minor).collect()
    }

    /// The mutants that computed another value in this run, at most so many: those that no verified test kills first,
    /// and of each operation one before any has two.
    fn infected(&self, run: &Execution) -> Vec<MutantId> {
        let mut ranked: Vec<(bool, usize, MutantId)> = Vec::new();
        for seen in &run.trace.operations {
            let id = OperationId(seen.operation);
            let Some(operation) = self.flow.operations.get(id.0 as usize) else {
                continue;
            };
            let mut all: Vec<Mutant> = mutants(operation);
            all.retain(|mutant| mutant.id.is_of_slots(seen.infected));
            all.sort_by_key(|mutant| (worth(mutant.operator), mutant.id));
            let ids = all.into_iter().map(|mutant| mutant.id).enumerate();
            ranked.extend(ids.map(|(rank, id)| (self.killed.contains(&id), rank, id)));
        }
        ranked.sort_unstable();
        ranked.truncate(self.most);
        ranked.into_iter().map(|(_, _, id)| id).collect()
    }

    fn span(&self, mutant: MutantId) -> Option<Span> {
        let operation = self.flow.operations.get(mutant.operation().0 as usize);
        operation.map(|operation| operation.span)
    }

    /// Whether a mutant of another method than the one that the test ends with computed another value before that was
    /// called.
    fn is_of_setup(
        &self,
        mutant: MutantId,
        test: &TestCase,
        seen: &ObservedRun,
        cluster: &TestCluster,
    ) -> bool {
        let act = match test.statements.last().map(|it| &it.kind) {
            Some(StatementKind::Call { callable, .. }) => cluster.callable(*callable).method,
            _ => None,
        };
        let operation = mutant.operation();
        let known = self.flow.operations.get(operation.0 as usize);
        let is_own = act.is_some() && known.map(|it| it.method) == act;
        let mut before = seen.operated_before.iter();
        !is_own && before.any(|it| it.operation == operation.0 && mutant.is_of_slots(it.infected))
    }

    /// Runs tests with the mutants that are wished for each, until it is late.
    fn run_with_mutants(
        &self,
        pool: &mut Pool,
        cluster: &TestCluster,
        observed: ObservedTests<'_>,
        plan: MutantPlan<'_>,
        limits: &RunLimits<'_>,
    ) -> Result<Vec<Vec<MutantOutcome>>, EngineError> {
        let ObservedTests { tests, seen } = observed;
        let mut by_mutant: BTreeMap<MutantId, Vec<usize>> = BTreeMap::new();
        for (at, mutants) in plan.by_test {
            for mutant in mutants {
                by_mutant.entry(*mutant).or_default().push(*at);
            }
        }
        let by_mutant = by_mutant.into_iter();
        let batches: Vec<MutantBatch> = by_mutant
            .map(|(mutant, tests)| MutantBatch { mutant, tests })
            .collect();
        let mut shown = vec![Vec::new(); tests.len()];
        let mut ended = 0;
        for batches in batches.chunks(AT_ONCE) {
            if self.is_costly(pool) || ended > MOST_ENDED || limits.is_late_for_better() {
                break;
            }
            let visit = |at: usize, mutant, run: Execution| {
                ended += usize::from(is_ended_by_clock(&run.outcome));
                if matches!(run.outcome, Outcome::NotRun { .. } | Outcome::Left) {
                    return;
                }
                shown[at].push(MutantOutcome {
                    mutant,
                    ends_otherwise: !ends_alike(&seen[at].execution.outcome, &run.outcome),
                    is_of_setup: self.is_of_setup(mutant, &tests[at], &seen[at], cluster),
                    span: self.span(mutant),
                    observations: run.observations,
                });
            };
            let mut test_bed = TestBed {
                executor: &mut *pool,
                cluster,
            };
            run_mutants(&mut test_bed, tests, batches, |_| plan.options, visit)?;
        }
        Ok(shown)
    }
}

/// Compiles what can be switched; whether javac takes it.
fn armed(prepared: &Prepared, flow: &FileFlow, worker: &mut Worker) -> Result<bool, EngineError> {
    if let Some(files) = prepared.several_files() {
        return install(files, worker);
    }
    let Some(measured) = &prepared.probing.measured else {
        return Ok(false);
    };
    let measured = measured.with_operations(flow);
    worker.prepare(&measured.room)?;
    let (unit, plan) = (&prepared.unit, measured.plan(flow));
    match compile_probed(worker, &prepared.file, flow, unit, plan) {
        Ok(_) => Ok(true),
        Err(error @ (EngineError::Worker(_) | EngineError::Cancelled)) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Gives the worker caller and callees of pairs with the probes of all their operations; whether javac takes them.
fn install(files: &MetaMutantFiles, worker: &mut Worker) -> Result<bool, EngineError> {
    worker.prepare(&files.room)?;
    let placed = files.placed.iter().zip(&files.flows);
    let probing: Vec<Probing<'_>> = placed
        .map(|(placed, flow)| Probing {
            unit: SourceUnit {
                path: placed.path.clone(),
                text: placed.file.text().to_owned(),
            },
            file: &placed.file,
            flow,
        })
        .collect();
    let compiled = compile_humbly(worker, &probing, files.plans.clone(), |_| Ok(()))?;
    Ok(compiled.is_some())
}

/// `line 41`; in another file than the one that is tested, `Till.java line 41`.
fn place(prepared: &Prepared, offset: usize) -> Option<String> {
    let Some(files) = prepared.several_files() else {
        let line = prepared.file.lines().line_of(offset) + 1;
        return Some(format!("line {line}"));
    };
    let (placed, is_own) = files.at(offset)?;
    let line = placed.file.lines().line_of(offset - placed.start) + 1;
    let name = placed.path.file_name().unwrap_or_default();
    Some(if is_own {
        format!("line {line}")
    } else {
        format!("{} line {line}", name.to_string_lossy())
    })
}

fn is_ended_by_clock(outcome: &Outcome) -> bool {
    matches!(
        outcome,
        Outcome::TimedOut {
            by_steps: false,
            ..
        }
    )
}

/// Whether nobody writes the mutant by mistake: another variable or constant, or a comparison that is neither the
/// opposite nor off by the bound.
fn is_minor(operator: &str, mutant: &Mutant) -> bool {
    const MISTAKEN: [(&str, [&str; 2]); 6] = [
        ("<", ["<=", ">="]),
        ("<=", ["<", ">"]),
        (">", [">=", "<="]),
        (">=", [">", "<"]),
        ("==", ["!=", "!="]),
        ("!=", ["==", "=="]),
    ];
    let is_mistaken = |(one, others): &(&str, [&str; 2])| {
        *one == operator && others.contains(&mutant.replacement.as_str())
    };
    match mutant.operator {
        MutantOperator::ReplaceComparison => !MISTAKEN.iter().any(is_mistaken),
        other => worth(other) > 0,
    }
}

/// Which mutants of an operation are switched on first: those that a wrong program is likeliest to be.
fn worth(operator: MutantOperator) -> u8 {
    match operator {
        MutantOperator::ReplaceComparison
        | MutantOperator::ReplaceArithmetic
        | MutantOperator::ReplaceBitwise
        | MutantOperator::RemoveCall
        | MutantOperator::ReplaceReturned
        | MutantOperator::NegateCondition => 0,
        MutantOperator::ReplaceConstant => 1,
        MutantOperator::InsertUnary => 2,
        MutantOperator::ReplaceVariable => 3,
    }
}
