//! Fitness of mutants (CRITERIA.md, WM and SM): the way to the operation, then infection, then propagation.

use goalline_flow::{FileFlow, OperationKind};
use goalline_goals::MutantId;
use goalline_testcase::Trace;

use super::{Fitness, normalise};

/// What a comparison says of `a < b`, `a == b` and `a > b`, by slot: `<`, `<=`, `>`, `>=`, `==`, `!=`.
const HOLDS: [[bool; 3]; 6] = [
    [true, false, false],
    [true, true, false],
    [false, false, true],
    [false, true, true],
    [false, true, false],
    [true, false, true],
];

/// What operations did in the loaded trace.
#[derive(Debug)]
pub(super) struct Mutants {
    /// Per operation: the slot of its own operator, for comparisons.
    comparison: Vec<Option<usize>>,
    /// Per operation: the epoch of the trace in which it last ran.
    ran: Vec<u32>,
    infected: Vec<u8>,
    relations: Vec<Option<[f64; 3]>>,
    /// Mutants that were run apart, sorted.
    propagations: Vec<(u32, f64)>,
}

impl Mutants {
    pub(super) fn new(flow: &FileFlow) -> Self {
        const OPERATORS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
        let comparison = flow.operations.iter().map(|operation| {
            let is_comparison = operation.kind == OperationKind::Comparison;
            let mut all = OPERATORS.iter();
            all.position(|it| is_comparison && *it == operation.operator)
        });
        let count = flow.operations.len();
        Self {
            comparison: comparison.collect(),
            ran: vec![0; count],
            infected: vec![0; count],
            relations: vec![None; count],
            propagations: Vec::new(),
        }
    }

    pub(super) fn load(&mut self, epoch: u32, trace: &Trace) {
        for seen in &trace.operations {
            let at = seen.operation as usize;
            if at < self.ran.len() {
                self.ran[at] = epoch;
                self.infected[at] = seen.infected;
                self.relations[at] = seen.relations;
            }
        }
        self.propagations.clear();
        let mutants = trace.mutants.iter();
        self.propagations
            .extend(mutants.map(|it| (it.mutant, it.propagation)));
    }

    /// How far the operands were from making the mutant compute another value, in an operation that ran.
    fn infection(&self, operation: usize, slot: u32) -> f64 {
        if self.infected[operation] >> slot & 1 == 1 {
            return 0.0;
        }
        let (Some(own), Some(relations)) = (self.comparison[operation], self.relations[operation])
        else {
            return 1.0;
        };
        let Some(other) = HOLDS.get(slot as usize) else {
            return 1.0;
        };
        let telling = (0..3).filter(|relation| HOLDS[own][*relation] != other[*relation]);
        let distances = telling.map(|relation| relations[relation]);
        // What tells them apart did not happen, or the mutant would be infected.
        distances.fold(f64::MAX, f64::min).max(f64::MIN_POSITIVE)
    }
}

impl Fitness {
    /// Approach level + ν(branch distance) + ν(infection); infection counts 1 while the operation has not run.
    pub(super) fn weak_distance(&mut self, mutant: MutantId) -> f64 {
        let operation = mutant.operation().0 as usize;
        if self.mutants.ran[operation] == self.epoch {
            return match self.mutants.infection(operation, mutant.slot()) {
                0.0 => 0.0,
                distance => normalise(distance).max(f64::EPSILON),
            };
        }
        let controls = self.touched.operation_controls.get(operation).to_vec();
        1.0 + self.place_distance(&controls, self.touched.operation_method[operation])
    }

    /// As weak mutation, one level further away until the mutant is infected; then how far the difference got.
    pub(super) fn strong_distance(&mut self, mutant: MutantId) -> f64 {
        let weak = self.weak_distance(mutant);
        if weak > 0.0 {
            return 1.0 + weak;
        }
        let propagations = &self.mutants.propagations;
        let at = propagations.binary_search_by_key(&mutant.0, |it| it.0);
        at.map_or(1.0, |at| propagations[at].1)
    }
}
