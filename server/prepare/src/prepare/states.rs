//! Where goals stand before a search: takes a prepared file and what the user's tests cover, gives a state for each
//! goal shown.

use goalline_goals::{GoalId, GoalKey};

use crate::{GoalState, UserTests, prepare::prepared::Prepared};

/// One state for each goal that a report tells of.
pub fn first_states(prepared: &Prepared, own: &UserTests) -> Vec<(GoalKey, GoalState)> {
    let covering = own.covering();
    let state = |id: GoalId| {
        let goal = prepared.goals.goal(id);
        let by_user = covering.get(&goal.key);
        match (why_unmeasurable(prepared, id), by_user) {
            (Some(reason), _) => GoalState::NotMeasurable(reason),
            (None, Some(tests)) => GoalState::CoveredByUser(tests.clone()),
            (None, None) if own.may_cover(goal.method) => GoalState::NotKnown(None),
            (None, None) => GoalState::NotReached(None),
        }
    };
    prepared
        .goals
        .goals
        .iter()
        .filter(|goal| prepared.shows(goal))
        .map(|goal| (goal.key.clone(), state(goal.id)))
        .collect()
}

/// Why a goal has no probe, or no input reaches it.
pub fn why_unmeasurable(prepared: &Prepared, id: GoalId) -> Option<String> {
    let unreachable = prepared.scope.unreachable.get(&id);
    unreachable
        .or_else(|| prepared.scope.unmeasurable.get(&id))
        .cloned()
}
