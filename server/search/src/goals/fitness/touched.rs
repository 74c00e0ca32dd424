//! Which goals a trace covers, by what it touched: tables from lines, operations, mutants, direct predicates and
//! calls to goals.

use std::collections::BTreeMap;

use goalline_flow::OperationId;
use goalline_goals::{GoalId, GoalSet, MutantId, OutputClass, Target};
use goalline_testcase::{PredicateTrace, Trace};

use super::{call::output_distance, local};
use crate::goals::graph::{Lists, branch_index};

/// Flat tables over one file's goals that are not branches.
#[derive(Debug)]
pub(super) struct Touched {
    /// Per line: the branches that decide about it.
    pub(super) line_controls: Lists,
    pub(super) line_method: Vec<u32>,
    /// Per operation: the branches that decide about it.
    pub(super) operation_controls: Lists,
    pub(super) operation_method: Vec<u32>,
    line_goal: BTreeMap<u32, GoalId>,
    weak: BTreeMap<u32, GoalId>,
    strong: BTreeMap<u32, GoalId>,
    /// Goals of branches in methods that a test can call, by branch.
    direct: BTreeMap<u32, GoalId>,
    /// Those in methods that it cannot call: any call counts.
    indirect: BTreeMap<u32, GoalId>,
    indirect_entry: BTreeMap<u32, GoalId>,
    called: Vec<Vec<GoalId>>,
    returned: Vec<Vec<(GoalId, Option<OutputClass>)>>,
}

impl Touched {
    pub(super) fn new(goals: &GoalSet) -> Self {
        let flow = &*goals.flow;
        let branches = |controls: &[goalline_flow::Branch]| -> Vec<u32> {
            controls
                .iter()
                .map(|branch| branch_index(*branch))
                .collect()
        };
        let methods = flow.methods.len();
        let mut touched = Self {
            line_controls: Lists::collect(flow.lines.iter().map(|line| branches(&line.controls))),
            line_method: flow.lines.iter().map(|line| line.method.0).collect(),
            operation_controls: Lists::collect(
                flow.operations
                    .iter()
                    .map(|operation| branches(&operation.controls)),
            ),
            operation_method: flow.operations.iter().map(|it| it.method.0).collect(),
            line_goal: BTreeMap::new(),
            weak: BTreeMap::new(),
            strong: BTreeMap::new(),
            direct: BTreeMap::new(),
            indirect: BTreeMap::new(),
            indirect_entry: BTreeMap::new(),
            called: vec![Vec::new(); methods],
            returned: vec![Vec::new(); methods],
        };
        for goal in &goals.goals {
            touched.add(goals, goal.id, goal.target);
        }
        touched
    }

    fn add(&mut self, goals: &GoalSet, goal: GoalId, target: Target) {
        let is_callable = goals.flow.method(goals.goal(goal).method).is_callable;
        match target {
            Target::Branch(_) | Target::Entry(_) | Target::Threw(..) | Target::Coupled(_) => {}
            Target::DirectBranch(branch) if is_callable => {
                self.direct.insert(branch_index(branch), goal);
            }
            Target::DirectBranch(branch) => {
                self.indirect.insert(branch_index(branch), goal);
            }
            Target::DirectEntry(method) if !is_callable => {
                self.indirect_entry.insert(method.0, goal);
            }
            Target::DirectEntry(method) | Target::Called(method) => {
                self.called[method.0 as usize].push(goal);
            }
            Target::Line(line) => {
                self.line_goal.insert(line, goal);
            }
            Target::Weak(mutant) => {
                self.weak.insert(mutant.0, goal);
            }
            Target::Strong(mutant) => {
                self.strong.insert(mutant.0, goal);
            }
            Target::Returned(method) => self.returned[method.0 as usize].push((goal, None)),
            Target::Output(method, output) => {
                self.returned[method.0 as usize].push((goal, Some(output)));
            }
        }
    }

    pub(super) fn direct(&self, trace: &Trace, visit: &mut impl FnMut(GoalId)) {
        let layers = [
            (&self.direct, &trace.direct),
            (&self.indirect, &trace.predicates),
        ];
        for (goals, seen) in layers {
            if !goals.is_empty() {
                outcomes(goals, seen, visit);
            }
        }
        if !self.indirect_entry.is_empty() {
            for seen in &trace.methods {
                if let Some(goal) = self.indirect_entry.get(&seen.method) {
                    visit(*goal);
                }
            }
        }
    }

    pub(super) fn lines(&self, trace: &Trace, visit: &mut impl FnMut(GoalId)) {
        for line in &trace.lines {
            if let Some(goal) = self.line_goal.get(line) {
                visit(*goal);
            }
        }
    }

    pub(super) fn mutants(&self, trace: &Trace, visit: &mut impl FnMut(GoalId)) {
        for seen in &trace.operations {
            for mutant in MutantId::of_slots(OperationId(seen.operation), seen.infected) {
                if let Some(goal) = self.weak.get(&mutant.0) {
                    visit(*goal);
                }
            }
        }
        for seen in trace.mutants.iter().filter(|seen| seen.propagation == 0.0) {
            if let Some(goal) = self.strong.get(&seen.mutant) {
                visit(*goal);
            }
        }
    }

    pub(super) fn calls(&self, trace: &Trace, visit: &mut impl FnMut(GoalId)) {
        for call in &trace.calls {
            let Some(method) = local(call.method, self.called.len()) else {
                continue;
            };
            self.called[method].iter().for_each(|goal| visit(*goal));
            let Some(value) = call.returned else { continue };
            for (goal, output) in &self.returned[method] {
                if output.is_none_or(|output| output_distance(value, output) == 0.0) {
                    visit(*goal);
                }
            }
        }
    }
}

fn outcomes(
    goals: &BTreeMap<u32, GoalId>,
    seen: &[PredicateTrace],
    visit: &mut impl FnMut(GoalId),
) {
    for seen in seen {
        for (outcome, count) in [(0, seen.false_count), (1, seen.true_count)] {
            if count > 0
                && let Some(goal) = goals.get(&(seen.predicate * 2 + outcome))
            {
                visit(*goal);
            }
        }
    }
}
