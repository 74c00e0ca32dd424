//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows
//! nothing of editors.

mod check_failure;
pub mod kept_workers;
mod limits;
pub mod mutants;
pub mod observe;
pub mod run;
#[cfg(test)]
mod sample_test;
mod session;
mod store;
pub mod verify;
pub mod warm;

pub use goalline_build as build;
pub use goalline_goals as goals;
pub use goalline_junit::{
    Collaborators, Framework, InsertError, NameChoices, Style, TableTest, WrittenTest,
};
pub use goalline_prepare::{
    BrokenTestClass, Budget, Cancel, ClosestAttempt, Combination, CoupledBranch, CoupledCall,
    CoupledFile, Coupling, EngineError, Event, Events, FileCoverage, FileKeys, FileLiterals,
    GoalCoverage, GoalReport, GoalState, Inconclusive, MethodSelector, ModuleCoverage, OtherTests,
    PairDefinition, PairSelector, PossibleFault, ReadyTest, Report, Request, RunPhase,
    SearchFigures, Settings, Step, SuiteRun, UserTest, UserTestOutcome, UserTestReport, UserTests,
    couple, literals,
};
pub use goalline_search::{Algorithm, CallableChoice, Crossover, Parameters, SETTINGS, Setting};
pub use goalline_syntax as syntax;
pub use session::Session;
pub use store::last_pairs::LastPairs;
pub use store::last_results::LastResults;
pub use verify::house_style::class_style;
pub use verify::test_class_text::{insertion, new_test_class};
