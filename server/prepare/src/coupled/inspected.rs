//! A callee of which more is measured than its part in pairs: takes a coupling, gives the lines and mutants of the
//! callee's file, over that file's own numbers, beside the numbers that the files of the pairs share.

use std::sync::Arc;

use goalline_flow::{FileFlow, Offsets};
use goalline_goals::{Criterion, GoalSet};
use goalline_jvm::ProbeRoom;

use crate::{Coupling, needed_probes::NeededProbes};

/// A file of which lines and mutants are measured.
pub(crate) struct Inspected {
    /// By position in the coupling.
    pub file: usize,
    /// Its lines and strong mutants, over its own flow.
    pub goals: GoalSet,
    /// The probes that they need.
    pub measured: NeededProbes,
}

impl Inspected {
    /// The file that declares a class; none where the coupling has no such file beside the caller's, which is the
    /// first.
    pub(crate) fn of(coupling: &Coupling, takes: &dyn Fn(&str) -> bool) -> Option<Self> {
        let declares = |file: &usize| coupling.base.classes_of(*file).any(|class| takes(class));
        let file = (1..coupling.files.len()).find(declares)?;
        Some(Self::with(
            coupling,
            file,
            &[Criterion::Line, Criterion::Strong],
        ))
    }

    /// A file of the coupling with the probes that its mutants need, and nothing else beside those of pairs.
    pub(crate) fn meta_mutant(coupling: &Coupling, file: usize) -> Self {
        Self::with(coupling, file, &[Criterion::Strong])
    }

    fn with(coupling: &Coupling, file: usize, criteria: &[Criterion]) -> Self {
        let flow = Arc::new(FileFlow::with_operations(&coupling.files[file].file));
        let goals = GoalSet::of(flow, criteria);
        let measured = NeededProbes::of(&goals, goals.goals.iter().map(|goal| goal.id));
        Self {
            file,
            goals,
            measured,
        }
    }

    /// Room for its lines and operations, too; its comparisons are among the predicates of all files, raised by so
    /// many.
    pub(crate) fn enlarged(&self, room: ProbeRoom, raised: Option<Offsets>) -> ProbeRoom {
        let by = raised.unwrap_or_default();
        let mut comparisons = room.comparisons;
        comparisons.resize(room.predicates as usize, None);
        for (at, operation) in self.measured.room.comparisons.iter().enumerate() {
            if let Some(place) = comparisons.get_mut(by.predicates as usize + at) {
                *place = operation.map(|id| by.operations + id);
            }
        }
        let operations = by.operations + self.measured.room.operations;
        ProbeRoom {
            lines: room.lines.max(self.measured.room.lines),
            operations: room.operations.max(operations),
            comparisons,
            ..room
        }
    }
}
