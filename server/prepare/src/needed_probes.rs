//! What of a file is measured: takes goals and what is wanted of them, gives the room and the probes for them, and
//! why some have none.

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, MethodId, OperationId};
use goalline_goals::{Criterion, GoalId, GoalSet, Target};
use goalline_instrument::{ProbePlan, ProbedSource};
use goalline_jvm::ProbeRoom;

/// The probes that some goals need.
#[derive(Clone, Debug)]
pub struct NeededProbes {
    /// How many probes of each kind the worker has to keep room for.
    pub room: ProbeRoom,
    lines: BTreeSet<u32>,
    operations: BTreeSet<OperationId>,
}

impl NeededProbes {
    /// What these goals need beside predicates and methods.
    pub(crate) fn of(goals: &GoalSet, wanted: impl Iterator<Item = GoalId>) -> Self {
        let flow = &*goals.flow;
        let mut measured = Self {
            room: ProbeRoom::new(flow.predicates.len() as u32, flow.methods.len() as u32),
            lines: BTreeSet::new(),
            operations: BTreeSet::new(),
        };
        measured.room.calls = goals.discovers;
        let mut is_direct = false;
        for id in wanted {
            let goal = goals.goal(id);
            measured.room.calls |= needs_calls(goal.criterion);
            is_direct |= goal.criterion == Criterion::Direct;
            match goal.target {
                Target::Line(line) => {
                    measured.lines.insert(line);
                }
                Target::Weak(mutant) | Target::Strong(mutant) => {
                    measured.operations.insert(mutant.operation());
                }
                _ => {}
            }
        }
        if !measured.lines.is_empty() {
            measured.room.lines = flow.lines.len() as u32;
        }
        if !measured.operations.is_empty() {
            measured.room.operations = flow.operations.len() as u32;
            measured.room.comparisons = measured.comparisons(flow);
        }
        if is_direct {
            measured.room.direct = direct(flow);
        }
        measured
    }

    /// The same with the lines of methods that decide something: they tell how far a run came that broke off between
    /// two decisions.
    #[must_use]
    pub(crate) fn with_ways(mut self, flow: &FileFlow) -> Self {
        let deciding: BTreeSet<MethodId> = flow.predicates.iter().map(|it| it.method).collect();
        let lines = flow.lines.iter().zip(0..);
        let of_deciding = lines.filter(|(line, _)| deciding.contains(&line.method));
        self.lines.extend(of_deciding.map(|(_, at)| at));
        if !self.lines.is_empty() {
            self.room.lines = flow.lines.len() as u32;
        }
        self
    }

    /// The same with every operation of this flow, which is the goals' flow with its operations: any mutant can be
    /// switched on.
    #[must_use]
    pub fn with_operations(&self, flow: &FileFlow) -> Self {
        let mut measured = self.clone();
        measured.operations = flow.operations.iter().map(|one| one.id).collect();
        measured.room.operations = flow.operations.len() as u32;
        measured.room.comparisons = measured.comparisons(flow);
        measured
    }

    /// The plan with the probes for it.
    pub fn plan(&self, flow: &FileFlow) -> ProbePlan {
        let (lines, operations) = (self.lines.iter().copied(), self.operations.iter().copied());
        ProbePlan::full(flow).with_extras(flow, lines, operations)
    }

    fn comparisons(&self, flow: &FileFlow) -> Vec<Option<u32>> {
        let mut comparisons = vec![None; flow.predicates.len()];
        for id in &self.operations {
            if let Some(predicate) = flow.operation(*id).predicate {
                comparisons[predicate.0 as usize] = Some(id.0);
            }
        }
        comparisons
    }
}

fn needs_calls(criterion: Criterion) -> bool {
    match criterion {
        Criterion::Direct | Criterion::Method | Criterion::NoException | Criterion::Output => true,
        Criterion::Branch
        | Criterion::Line
        | Criterion::Weak
        | Criterion::Strong
        | Criterion::Exception
        | Criterion::Coupled => false,
    }
}

fn direct(flow: &FileFlow) -> Vec<Option<u32>> {
    let of_predicate = |predicate: &goalline_flow::Predicate| {
        let method = flow.method(predicate.method);
        method.is_callable.then_some(method.id.0)
    };
    flow.predicates.iter().map(of_predicate).collect()
}

/// Why goals cannot be measured with these probes, by goal.
pub fn unmeasurable(goals: &GoalSet, probes: &ProbedSource) -> BTreeMap<GoalId, String> {
    let predicates: BTreeMap<_, _> = probes.unmeasurable().iter().cloned().collect();
    let lines: BTreeMap<_, _> = probes.unmeasurable_lines().iter().copied().collect();
    let operations: BTreeMap<_, _> = probes.unmeasurable_operations().iter().copied().collect();
    let why = |target: Target| -> Option<String> {
        match target {
            Target::Branch(branch) | Target::DirectBranch(branch) => {
                predicates.get(&branch.predicate).cloned()
            }
            Target::Line(line) => lines.get(&line).map(|reason| (*reason).to_owned()),
            Target::Weak(mutant) | Target::Strong(mutant) => {
                let reason = operations.get(&mutant.operation());
                reason.map(|reason| (*reason).to_owned())
            }
            Target::Called(method) | Target::Returned(method) | Target::Output(method, _)
                if !probes.has_entry(method) =>
            {
                Some("javac rejects a probe at the entry of the method".to_owned())
            }
            _ => None,
        }
    };
    let goals = goals.goals.iter();
    goals
        .filter_map(|goal| Some((goal.id, why(goal.target)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_syntax::JavaFile;

    use super::*;

    #[test]
    fn lines_are_measured_of_methods_that_decide_something_alone() {
        let java = "class Shop {\n void a(int n) {\n  b();\n  if (n > 1) {\n   b();\n  }\n }\n \
                    void b() {\n  c();\n }\n}";
        let flow = Arc::new(FileFlow::of(&JavaFile::parse(java)));
        let goals = GoalSet::of(flow.clone(), &[Criterion::Branch]);
        let measured = NeededProbes::of(&goals, goals.goals.iter().map(|it| it.id));
        assert_eq!(measured.room.lines, 0);
        let measured = measured.with_ways(&flow);
        let lines: Vec<usize> = measured
            .lines
            .iter()
            .map(|at| flow.lines[*at as usize].line)
            .collect();
        assert_eq!(lines, [2, 3, 4]);
        assert_eq!(measured.room.lines, flow.lines.len() as u32);
    }
}
