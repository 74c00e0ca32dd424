//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows nothing of editors.

mod insertion;
mod literals;
mod live;
mod offer;
mod own_throws;
mod prepare;
mod report;
mod request;
mod run;
mod session;
mod summary;

pub use goalline_goals as goals;
pub use goalline_junit::{Framework, InsertError, WrittenTest};
pub use goalline_project as project;
pub use goalline_syntax as syntax;
pub use insertion::{insertion, new_test_class};
pub use literals::{Literals, literals};
pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::{Budget, Cancel, EngineError, Event, Events, Phase, Request, Settings};
pub use session::Session;
