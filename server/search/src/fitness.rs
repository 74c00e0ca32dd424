//! Fitness of goals in one run (design §6): takes a trace, gives a distance per goal, 0 when covered; runs nothing, allocates
//! nothing per trace.

use goalline_flow::PredicateId;
use goalline_goals::{GoalId, GoalSet, Target};
use goalline_testcase::Trace;

use crate::graph::{GoalGraph, branch_index};

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

/// Computes distances of goals from traces. Load a trace, then ask for any number of goals.
#[derive(Debug)]
pub struct Fitness {
    graph: GoalGraph,
    base: u32,
    epoch: u32,
    /// Per predicate: the epoch of the trace in which it last ran.
    ran: Vec<u32>,
    /// Per predicate that ran: ν of the distance to false and to true.
    near: Vec<[f64; 2]>,
    /// Per method: the epoch of the trace in which it was last entered.
    entered: Vec<u32>,
    /// Per method: its distance to being entered, valid when `methods_epoch` is the current one.
    methods: Vec<f64>,
    methods_epoch: u32,
    /// Per predicate: the walk that last visited it.
    visited: Vec<u32>,
    walk: u32,
    queue: Vec<(u32, f64)>,
}

impl Fitness {
    /// Prepares tables for the goals of one file; `base` is the probe base of the file.
    pub fn new(goals: &GoalSet, base: u32) -> Self {
        let graph = GoalGraph::new(goals);
        let (predicates, methods) = (graph.predicates(), graph.methods);
        Self {
            graph,
            base,
            epoch: 0,
            ran: vec![0; predicates],
            near: vec![[0.0; 2]; predicates],
            entered: vec![0; methods],
            methods: vec![0.0; methods],
            methods_epoch: 0,
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
        for seen in &trace.predicates {
            let Some(at) = self.local(seen.predicate, self.ran.len()) else {
                continue;
            };
            self.ran[at] = self.epoch;
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
        for seen in &trace.methods {
            if let Some(at) = self.local(seen.method, self.entered.len()) {
                self.entered[at] = self.epoch;
            }
        }
    }

    fn local(&self, id: u32, count: usize) -> Option<usize> {
        id.checked_sub(self.base)
            .map(|id| id as usize)
            .filter(|id| *id < count)
    }

    /// Calls `visit` with each goal that the trace covers.
    pub fn covered(&self, trace: &Trace, mut visit: impl FnMut(GoalId)) {
        for seen in &trace.predicates {
            let Some(at) = self.local(seen.predicate, self.ran.len()) else {
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
            if let Some(at) = self.local(seen.method, self.entered.len())
                && let Some(goal) = self.graph.entry_goal(at as u32)
            {
                visit(goal);
            }
        }
    }

    /// Whether the predicate of a branch target ran in the loaded trace.
    pub fn ran(&self, predicate: PredicateId) -> bool {
        self.ran[predicate.0 as usize] == self.epoch
    }

    /// The distance of the loaded trace to the target.
    pub fn distance(&mut self, target: Target) -> f64 {
        match target {
            Target::Branch(branch) => self.branch_distance(branch_index(branch)),
            Target::Entry(method) => self.method_distance(method.0),
        }
    }

    fn branch_distance(&mut self, branch: u32) -> f64 {
        let predicate = (branch / 2) as usize;
        if self.ran[predicate] == self.epoch {
            return self.near[predicate][(branch % 2) as usize];
        }
        let method = self.graph.method[predicate];
        if self.entered[method as usize] != self.epoch {
            return self.graph.depth[predicate] + self.method_distance(method);
        }
        self.nearest_control(predicate as u32)
    }

    /// The shortest way back over control dependences to a predicate that ran, or to the entry.
    fn nearest_control(&mut self, from: u32) -> f64 {
        self.walk += 1;
        self.queue.clear();
        self.queue.push((from, 1.0));
        self.visited[from as usize] = self.walk;
        let mut best = self.graph.depth[from as usize];
        let mut next = 0;
        while let Some(&(predicate, level)) = self.queue.get(next) {
            next += 1;
            if level >= best {
                break;
            }
            for branch in self.graph.controls.get(predicate as usize) {
                let control = (branch / 2) as usize;
                if self.ran[control] == self.epoch {
                    best = best.min(level + self.near[control][(branch % 2) as usize]);
                } else if self.visited[control] != self.walk {
                    self.visited[control] = self.walk;
                    self.queue.push((control as u32, level + 1.0));
                }
            }
        }
        best
    }

    fn method_distance(&mut self, method: u32) -> f64 {
        if self.entered[method as usize] == self.epoch {
            return 0.0;
        }
        if self.methods_epoch != self.epoch {
            self.methods_epoch = self.epoch;
            self.measure_methods();
        }
        self.methods[method as usize]
    }

    /// Least distances to all methods at once: relaxes the entrances until nothing gets nearer.
    fn measure_methods(&mut self) {
        let worst = self.graph.worst();
        for method in 0..self.methods.len() {
            self.methods[method] = if self.entered[method] == self.epoch {
                0.0
            } else {
                worst
            };
        }
        for pass in 0.. {
            let mut changed = false;
            for at in 0..self.graph.entrances.len() {
                let entrance = self.graph.entrances[at];
                let (to, from) = (entrance.callee as usize, entrance.caller as usize);
                let caller_entered = self.entered[from] == self.epoch;
                if self.entered[to] == self.epoch || (caller_entered && pass > 0) {
                    continue;
                }
                let way = if caller_entered {
                    1.0 + self.entrance_distance(at)
                } else {
                    1.0 + entrance.depth + self.methods[from]
                };
                if way < self.methods[to] {
                    self.methods[to] = way;
                    changed = true;
                }
            }
            if !changed && pass > 0 {
                break;
            }
        }
    }

    /// Distance to a call in a method that was entered.
    fn entrance_distance(&mut self, entrance: usize) -> f64 {
        let count = self.graph.entrance_controls.get(entrance).len();
        let mut best = if count == 0 { 0.0 } else { f64::INFINITY };
        for at in 0..count {
            let branch = self.graph.entrance_controls.get(entrance)[at];
            best = best.min(self.branch_distance(branch));
        }
        best
    }
}

/// The distance of one trace to one goal; for many goals, keep a `Fitness`.
pub fn distance(goals: &GoalSet, goal: GoalId, trace: &Trace) -> f64 {
    let mut fitness = Fitness::new(goals, 0);
    fitness.load(trace);
    fitness.distance(goals.goal(goal).target)
}
