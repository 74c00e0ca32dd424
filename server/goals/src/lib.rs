//! Coverage goals: takes the flow of a file, gives the goals of each criterion with stable keys; knows nothing of
//! search or traces.

mod coupled;
mod criteria;
mod discovered;
mod goal;
mod goal_set;
mod missing_words;
mod mutants;
mod outputs;
mod selection;

pub use coupled::{BranchPlace, CallerSide, CoupledPair, JoinedPair, PairCount, PairKeys};
pub use discovered::Discovered;
pub use goal::{CoupledBranches, Criterion, ExceptionId, Goal, GoalId, GoalKey, Target};
pub use goal_set::GoalSet;
pub use goalline_flow as flow;
pub use mutants::{Mutant, MutantId, MutantOperator, SLOTS, mutants};
pub use outputs::{OutputClass, outputs};
pub use selection::{
    Dropped, GROUPS, GoalChoice, LINE_THRESHOLD, Reason, Selected, Smart, Subsumption,
};
