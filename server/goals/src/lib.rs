//! Coverage goals: takes the flow of a file, gives the goals of each criterion with stable keys; knows nothing of search or traces.

mod criteria;
mod goal;
mod goal_set;

pub use goal::{Criterion, Goal, GoalId, GoalKey, GoalSet, Target};
pub use goalline_flow as flow;
