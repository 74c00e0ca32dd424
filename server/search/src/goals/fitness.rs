//! Fitness of goals in one run (CRITERIA.md, FITNESS.md): takes a trace, gives a distance per goal, 0 when covered;
//! runs nothing. One file per kind of goal.

mod branch;
mod call;
mod coupled;
mod direct;
mod line;
mod mutant;
mod touched;

use std::sync::Arc;

use goalline_flow::{MethodId, PredicateId};
use goalline_goals::{Discovered, Goal, GoalId, GoalSet, Target};
use goalline_testcase::{CallTrace, PredicateTrace, Trace};

use crate::goals::graph::{GoalGraph, branch_index};
use coupled::PairsByCaller;
use mutant::Mutants;
use touched::Touched;

/// The largest value ν may take: below 1, so that a predicate that ran is always nearer than one that did not.
const ALMOST_ONE: f64 = 1.0 - f64::EPSILON;

/// ν(d) = d / (d + 1).
pub fn normalise(distance: f64) -> f64 {
    if distance.is_finite() {
        (distance / (distance + 1.0)).min(ALMOST_ONE)
    } else {
        ALMOST_ONE
    }
}

/// What predicates did: in all calls, or in direct ones only.
#[derive(Debug)]
struct Layer {
    /// Per predicate: the epoch of the trace in which it last ran.
    ran: Vec<u32>,
    /// Per predicate that ran: ν of the distance to false and to true.
    near: Vec<[f64; 2]>,
}

impl Layer {
    fn new(predicates: usize) -> Self {
        Self {
            ran: vec![0; predicates],
            near: vec![[0.0; 2]; predicates],
        }
    }

    fn load(&mut self, epoch: u32, seen: &[PredicateTrace]) {
        for seen in seen {
            let Some(at) = local(seen.predicate, self.ran.len()) else {
                continue;
            };
            self.ran[at] = epoch;
            let near = |count: u32, distance: f64| {
                if count > 0 {
                    0.0
                } else {
                    normalise(distance).max(f64::EPSILON)
                }
            };
            self.near[at] = [
                near(seen.false_count, seen.false_distance),
                near(seen.true_count, seen.true_distance),
            ];
        }
    }
}

/// Where a number of the trace stands in a table of this size; a trace may tell of more than the goals know.
fn local(id: u32, count: usize) -> Option<usize> {
    let at = id as usize;
    (at < count).then_some(at)
}

/// Computes distances of goals from traces. Load a trace, then ask for any number of goals.
#[derive(Debug)]
pub struct Fitness {
    graph: GoalGraph,
    touched: Touched,
    pairs: PairsByCaller,
    epoch: u32,
    plain: Layer,
    direct: Layer,
    /// Per method: the epoch of the trace in which it was last entered.
    entered: Vec<u32>,
    /// Per method: its distance to being entered, valid when `methods_epoch` is the current one.
    methods: Vec<f64>,
    methods_epoch: u32,
    /// Per line: the epoch of the trace in which it last ran.
    lines: Vec<u32>,
    /// Whether a trace said of any line that it ran: only then they are measured.
    has_lines: bool,
    mutants: Mutants,
    /// The direct calls of the loaded trace, by method.
    calls: Vec<CallTrace>,
    discovered: Arc<Discovered>,
    /// What the exception that ended the loaded trace covers.
    threw: Option<Target>,
    /// Per predicate: the walk that last visited it.
    visited: Vec<u64>,
    walk: u64,
    queue: Vec<(u32, f64)>,
}

impl Fitness {
    /// Prepares tables for the goals of one file.
    pub fn new(goals: &GoalSet) -> Self {
        let graph = GoalGraph::new(goals);
        let (predicates, methods) = (graph.predicates(), graph.methods);
        Self {
            graph,
            touched: Touched::new(goals),
            pairs: PairsByCaller::new(goals),
            epoch: 0,
            plain: Layer::new(predicates),
            direct: Layer::new(predicates),
            entered: vec![0; methods],
            methods: vec![0.0; methods],
            methods_epoch: 0,
            lines: vec![0; goals.flow.lines.len()],
            has_lines: false,
            mutants: Mutants::new(&goals.flow),
            calls: Vec::new(),
            discovered: goals.discovered.clone(),
            threw: None,
            visited: vec![0; predicates],
            walk: 0,
            queue: Vec::new(),
        }
    }

    pub(crate) fn graph(&self) -> &GoalGraph {
        &self.graph
    }

    /// Makes this trace the one that is asked about.
    pub fn load(&mut self, trace: &Trace) {
        self.epoch += 1;
        let epoch = self.epoch;
        self.plain.load(epoch, &trace.predicates);
        self.direct.load(epoch, &trace.direct);
        for seen in &trace.methods {
            if let Some(at) = local(seen.method, self.entered.len()) {
                self.entered[at] = epoch;
            }
        }
        self.has_lines |= !trace.lines.is_empty();
        for line in &trace.lines {
            if let Some(at) = self.lines.get_mut(*line as usize) {
                *at = epoch;
            }
        }
        self.mutants.load(epoch, trace);
        self.calls.clone_from(&trace.calls);
        self.threw = self.thrown(trace).map(|goal| goal.target);
    }

    /// The goal that the exception which ended the trace covers, where it is known.
    fn thrown(&self, trace: &Trace) -> Option<&Goal> {
        let thrown = trace.thrown.as_ref()?;
        self.discovered.find(MethodId(thrown.method), &thrown.class)
    }

    /// Calls `visit` with each goal that the trace covers.
    pub fn covered(&self, trace: &Trace, mut visit: impl FnMut(GoalId)) {
        for seen in &trace.predicates {
            let Some(at) = local(seen.predicate, self.plain.ran.len()) else {
                continue;
            };
            for (outcome, count) in [(0, seen.false_count), (1, seen.true_count)] {
                if count > 0
                    && let Some(goal) = self.graph.branch_goal(at as u32 * 2 + outcome)
                {
                    visit(goal);
                }
            }
        }
        for seen in &trace.methods {
            if let Some(at) = local(seen.method, self.entered.len())
                && let Some(goal) = self.graph.entry_goal(at as u32)
            {
                visit(goal);
            }
        }
        self.touched.direct(trace, &mut visit);
        self.touched.lines(trace, &mut visit);
        self.touched.mutants(trace, &mut visit);
        self.touched.calls(trace, &mut visit);
        self.pairs.covered(trace, &mut visit);
        if let Some(goal) = self.thrown(trace) {
            visit(goal.id);
        }
    }

    /// Whether the predicate of a branch target ran in the loaded trace.
    pub fn ran(&self, predicate: PredicateId) -> bool {
        self.plain.ran[predicate.0 as usize] == self.epoch
    }

    /// The distance of the loaded trace to the target.
    pub fn distance(&mut self, target: Target) -> f64 {
        match target {
            Target::Branch(branch) => self.branch_distance(branch_index(branch)),
            Target::Entry(method) => self.method_distance(method.0),
            Target::DirectBranch(branch) => self.direct_distance(branch_index(branch)),
            Target::DirectEntry(method) => self.direct_entry(method.0),
            Target::Line(line) => self.line_distance(line),
            Target::Weak(mutant) => self.weak_distance(mutant),
            Target::Strong(mutant) => self.strong_distance(mutant),
            Target::Called(method) => self.called(method.0),
            Target::Returned(method) => self.returned(method.0),
            Target::Output(method, output) => self.output_distance(method.0, output),
            Target::Coupled(pair) => self.coupled_distance(pair),
            // A goal only once seen, and nothing says how near others come.
            Target::Threw(..) if self.threw == Some(target) => 0.0,
            Target::Threw(..) => 1.0,
        }
    }
}

/// The distance of one trace to one goal; for many goals, keep a `Fitness`.
pub fn distance(goals: &GoalSet, goal: GoalId, trace: &Trace) -> f64 {
    let mut fitness = Fitness::new(goals);
    fitness.load(trace);
    fitness.distance(goals.goal(goal).target)
}
