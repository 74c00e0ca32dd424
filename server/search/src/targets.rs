//! The dynamic targets of DynaMOSA: takes what gets covered, says which goals are sought now; scores nothing.

use goalline_goals::{GoalId, GoalSet, Target};

use crate::graph::{GoalGraph, branch_index};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not wanted: counts as covered elsewhere.
    Foreign,
    /// What leads to it is not covered yet.
    Waiting,
    /// It is sought.
    Active,
    /// It is covered.
    Covered,
}

/// Which goals are sought. Each active goal has a column; columns are never reused.
#[derive(Debug)]
pub(crate) struct Targets {
    states: Vec<State>,
    columns: Vec<GoalId>,
    open: usize,
}

impl Targets {
    /// Starts with the goals that depend on nothing wanted.
    pub(crate) fn new(goals: &GoalSet, graph: &GoalGraph, wanted: &[GoalId]) -> Self {
        let mut states = vec![State::Foreign; goals.goals.len()];
        for goal in wanted {
            states[goal.0 as usize] = State::Waiting;
        }
        let open = states
            .iter()
            .filter(|state| **state == State::Waiting)
            .count();
        let mut targets = Self {
            states,
            columns: Vec::new(),
            open,
        };
        for goal in &goals.goals {
            if targets.starts(goal.target, graph) {
                targets.activate(goal.id);
            }
        }
        targets
    }

    fn starts(&self, target: Target, graph: &GoalGraph) -> bool {
        let Target::Branch(branch) = target else {
            return true;
        };
        let predicate = branch.predicate.0 as usize;
        let is_covered = |branch: &u32| match graph.branch_goal(*branch) {
            Some(goal) => self.states[goal.0 as usize] == State::Foreign,
            None => true,
        };
        graph.is_root[predicate] || graph.controls.get(predicate).iter().any(is_covered)
    }

    fn activate(&mut self, goal: GoalId) {
        let state = &mut self.states[goal.0 as usize];
        if *state == State::Waiting {
            *state = State::Active;
            self.columns.push(goal);
        }
    }

    /// Notes that a goal is covered and activates what depends on it.
    pub(crate) fn cover(&mut self, goals: &GoalSet, graph: &GoalGraph, goal: GoalId) {
        let state = &mut self.states[goal.0 as usize];
        if matches!(state, State::Foreign | State::Covered) {
            return;
        }
        *state = State::Covered;
        self.open -= 1;
        let Target::Branch(branch) = goals.goal(goal).target else {
            return;
        };
        for predicate in graph.dependents.get(branch_index(branch) as usize) {
            for outcome in [0, 1] {
                if let Some(next) = graph.branch_goal(predicate * 2 + outcome) {
                    self.activate(next);
                }
            }
        }
    }

    /// Notes that a goal turned out not to be covered.
    pub(crate) fn reopen(&mut self, goal: GoalId) {
        let state = &mut self.states[goal.0 as usize];
        if *state == State::Covered {
            *state = State::Active;
            self.open += 1;
            if !self.columns.contains(&goal) {
                self.columns.push(goal);
            }
        }
    }

    /// Whether the goal is sought now.
    pub(crate) fn is_active(&self, goal: GoalId) -> bool {
        self.states[goal.0 as usize] == State::Active
    }

    /// Whether the goal is wanted and not covered.
    pub(crate) fn is_open(&self, goal: GoalId) -> bool {
        matches!(self.states[goal.0 as usize], State::Active | State::Waiting)
    }

    /// All goals that were ever active, in the order of their columns.
    pub(crate) fn columns(&self) -> &[GoalId] {
        &self.columns
    }

    /// Columns of goals that are sought now.
    pub(crate) fn active(&self) -> impl Iterator<Item = (usize, GoalId)> {
        let all = self.columns.iter().copied().enumerate();
        all.filter(|(_, goal)| self.is_active(*goal))
    }

    /// Wanted goals that are not covered.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// The same, one by one.
    pub(crate) fn open_goals(&self) -> impl Iterator<Item = GoalId> {
        (0..self.states.len() as u32)
            .map(GoalId)
            .filter(|goal| self.is_open(*goal))
    }
}
