//! The dynamic targets of DynaMOSA: takes what gets covered, says which goals are sought now; scores nothing.

use goalline_goals::{GoalId, GoalSet};

use crate::goals::graph::GoalGraph;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TargetState {
    /// Not wanted: counts as covered elsewhere.
    Foreign,
    /// What leads to it is not covered yet.
    Waiting,
    /// It is sought.
    Active,
    /// It is covered.
    Covered,
    /// A step that nothing needs now.
    Resting,
}

/// Which goals an algorithm wants distances to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetPolicy {
    /// Those that what is covered already leads to (Panichella, Kifetew, Tonella 2018, Algorithm 2).
    Dynamic,
    /// All that are not covered.
    All,
    /// The algorithm scores by itself.
    Elsewhere,
}

/// What is sought, and how much of it at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetPlan {
    /// Which goals.
    pub sought: TargetPolicy,
    /// Goals that are sought at the same time; where more are active, they take turns.
    pub most_columns: usize,
    /// Goals that are sought only as steps to others.
    pub steps: IntermediateSteps,
}

/// Goals behind all others that are sought only as steps to these: they may be active, and are never open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntermediateSteps {
    /// The first of them.
    pub first: GoalId,
    /// The first that matters only until some wanted goal is covered.
    pub first_before: GoalId,
}

impl IntermediateSteps {
    /// No goal is a step.
    pub(crate) const NONE: Self = Self {
        first: GoalId(u32::MAX),
        first_before: GoalId(u32::MAX),
    };
}

/// Which goals are sought. Each of those has a column.
#[derive(Debug)]
pub(crate) struct Targets {
    states: Vec<TargetState>,
    /// All goals that were ever active, those that are not sought now dropped at each turn.
    entered: Vec<GoalId>,
    columns: Vec<GoalId>,
    most_columns: usize,
    /// Counts the changes of `columns`, and how often a goal in them is sought again.
    version: u32,
    /// Where the next turn starts, among those that have no column in every turn.
    next: usize,
    /// Wanted goals, and those of them that are not covered.
    wanted: usize,
    open: usize,
    steps: IntermediateSteps,
    /// Whether steps rest as long as the search gets on without them.
    is_late: bool,
    /// Whether late steps are sought now.
    is_stepping: bool,
    /// Whether columns are to be given anew at the end of the generation: steps came or went.
    is_turn_due: bool,
}

impl Targets {
    /// Starts with the goals that depend on nothing wanted, or with all wanted ones.
    pub(crate) fn new(
        goals: &GoalSet,
        graph: &GoalGraph,
        wanted: &[GoalId],
        plan: TargetPlan,
    ) -> Self {
        let mut states = vec![TargetState::Foreign; goals.goals.len()];
        let steps = goals.goals.iter().map(|goal| goal.id);
        let steps = steps.skip(plan.steps.first.0 as usize);
        for goal in wanted {
            states[goal.0 as usize] = TargetState::Waiting;
        }
        let is_late = plan.sought != TargetPolicy::Dynamic;
        for goal in steps {
            states[goal.0 as usize] = if is_late {
                TargetState::Resting
            } else {
                TargetState::Waiting
            };
        }
        let wanted = states.iter().take(plan.steps.first.0 as usize);
        let open = wanted
            .filter(|state| **state == TargetState::Waiting)
            .count();
        let (entered, columns) = (Vec::new(), Vec::new());
        let mut targets = Self {
            states,
            entered,
            columns,
            most_columns: match plan.sought {
                TargetPolicy::Elsewhere => 0,
                TargetPolicy::Dynamic | TargetPolicy::All => plan.most_columns.max(1),
            },
            version: 0,
            next: 0,
            wanted: open,
            open,
            steps: plan.steps,
            is_late,
            is_stepping: false,
            is_turn_due: false,
        };
        // Steps that are sought from the first generation on come first: they have columns then, however many goals
        // are behind them.
        let (others, steps) = goals
            .goals
            .split_at(goals.goals.len().min(plan.steps.first.0 as usize));
        for goal in steps.iter().chain(others) {
            if plan.sought != TargetPolicy::Dynamic || targets.starts(goal.id, graph) {
                targets.activate(goal.id);
            }
        }
        targets
    }

    /// Takes in a goal that came up while tests ran: it is about to be covered.
    pub(crate) fn admit(&mut self, goal: GoalId) {
        let at = goal.0 as usize;
        if self.states.len() <= at {
            self.states.resize(at + 1, TargetState::Foreign);
        }
        self.states[at] = TargetState::Active;
        self.wanted += 1;
        self.open += 1;
    }

    fn starts(&self, goal: GoalId, graph: &GoalGraph) -> bool {
        let at = goal.0 as usize;
        let is_foreign = |goal: &u32| self.states[*goal as usize] == TargetState::Foreign;
        graph.is_root_goal[at] || graph.parents.get(at).iter().any(is_foreign)
    }

    fn activate(&mut self, goal: GoalId) {
        let state = &mut self.states[goal.0 as usize];
        if *state == TargetState::Waiting {
            *state = TargetState::Active;
            self.enter(goal);
        }
    }

    fn enter(&mut self, goal: GoalId) {
        self.entered.push(goal);
        if self.columns.len() < self.most_columns {
            self.columns.push(goal);
            self.version += 1;
        }
    }

    /// Gives columns to the next goals in turn, and none to those that are not sought now. Late steps have theirs in
    /// every turn, where others have as many.
    pub(crate) fn take_turns(&mut self) {
        self.is_turn_due = false;
        if self.most_columns == 0 {
            return;
        }
        let states = &self.states;
        self.entered
            .retain(|goal| states[goal.0 as usize] == TargetState::Active);
        if self.entered.len() <= self.most_columns {
            if self.columns != self.entered {
                self.columns.clone_from(&self.entered);
                self.next = self.most_columns;
                self.version += 1;
            }
            return;
        }
        let (mut steps, mut others): (Vec<GoalId>, Vec<GoalId>) = self
            .entered
            .iter()
            .partition(|goal| self.is_late && self.is_step(**goal));
        if steps.len() > self.most_columns / 2 {
            others.append(&mut steps);
        }
        if self.next >= others.len() {
            self.next = 0;
        }
        let room = self.most_columns - steps.len();
        let turn = others.iter().cycle().skip(self.next).take(room);
        self.columns = steps.iter().chain(turn).copied().collect();
        self.next += room;
        self.version += 1;
    }

    /// Notes that a goal is covered and activates what depends on it; whether it was a wanted one that was not
    /// covered before.
    pub(crate) fn cover(&mut self, graph: &GoalGraph, goal: GoalId) -> bool {
        let state = &mut self.states[goal.0 as usize];
        if matches!(state, TargetState::Foreign | TargetState::Covered) {
            return false;
        }
        *state = TargetState::Covered;
        let is_wanted = !self.is_step(goal);
        if is_wanted {
            self.open -= 1;
            self.rest_steps();
        }
        for next in graph.dependents_of(goal) {
            self.activate(GoalId(*next));
        }
        is_wanted
    }

    /// Something wanted is covered. Where steps come late, none is needed now; elsewhere what is called before the
    /// first hinders no more.
    fn rest_steps(&mut self) {
        self.is_stepping = false;
        let from = if self.is_late {
            self.steps.first
        } else if self.open + 1 == self.wanted {
            self.steps.first_before
        } else {
            return;
        };
        for state in self.states.iter_mut().skip(from.0 as usize) {
            if *state != TargetState::Covered {
                self.is_turn_due |= *state == TargetState::Active;
                *state = TargetState::Resting;
            }
        }
    }

    /// Seeks steps that rest, those before the first wanted goal only until one is covered.
    pub(crate) fn seek_steps(&mut self) {
        self.is_stepping = true;
        let end = if self.open < self.wanted {
            self.steps.first_before.0
        } else {
            u32::MAX
        };
        for at in self.steps.first.0..end.min(self.states.len() as u32) {
            if self.states[at as usize] == TargetState::Resting {
                self.seek_again(GoalId(at));
                self.is_turn_due = true;
            }
        }
    }

    /// Whether what is sought has changed so that columns are to be given anew.
    pub(crate) fn is_turn_due(&self) -> bool {
        self.is_turn_due
    }

    fn seek_again(&mut self, goal: GoalId) {
        self.states[goal.0 as usize] = TargetState::Active;
        if !self.entered.contains(&goal) {
            self.enter(goal);
        } else if self.columns.contains(&goal) {
            // Rows made while it was not sought have 0 in its column.
            self.version += 1;
        }
    }

    /// Notes that a wanted goal turned out not to be covered.
    pub(crate) fn reopen(&mut self, goal: GoalId) {
        if self.states[goal.0 as usize] != TargetState::Covered {
            return;
        }
        self.seek_again(goal);
        self.open += 1;
        if self.open == self.wanted && !self.is_late {
            self.seek_steps();
        }
    }

    /// Whether tests that cover steps are of use now.
    pub(crate) fn has_steps(&self) -> bool {
        !self.is_late || self.is_stepping
    }

    /// Changes whenever rows that were made before say nothing any more.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// Whether the goal may be sought.
    pub(crate) fn is_active(&self, goal: GoalId) -> bool {
        self.states[goal.0 as usize] == TargetState::Active
    }

    /// Whether the goal is sought only as a step to others.
    pub(crate) fn is_step(&self, goal: GoalId) -> bool {
        goal >= self.steps.first
    }

    /// Whether the goal is wanted and not covered.
    pub(crate) fn is_open(&self, goal: GoalId) -> bool {
        !self.is_step(goal)
            && matches!(
                self.states[goal.0 as usize],
                TargetState::Active | TargetState::Waiting
            )
    }

    /// The goals by column; covered ones stay until the next turn.
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
