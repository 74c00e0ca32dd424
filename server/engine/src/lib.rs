//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows nothing of editors.

mod literals;
mod own_throws;
mod report;
mod request;

pub use goalline_goals as goals;
pub use goalline_project as project;
pub use goalline_syntax as syntax;
pub use literals::{Literals, literals};
pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::{Budget, Cancel, EngineError, Event, Events, Framework, Phase, Request, Settings};
