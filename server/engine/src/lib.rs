//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows
//! nothing of editors.

mod check_failure;
mod coupled;
mod coverage;
mod error;
mod evaluate;
mod file_keys;
mod limits;
mod mutation;
mod needed_probes;
mod observe;
mod prepare;
mod report;
mod request;
mod run;
mod session;
mod sources;
mod store;
mod verify;
mod warm;

pub use coupled::coupling::{CoupledFile, Coupling, couple};
pub use error::EngineError;
pub use evaluate::fault_check::FaultVerdict;
pub use evaluate::measure::{MeasuredGoal, MeasuredSearch};
pub use evaluate::measure_pair::{MeasuredPair, PairSuite};
pub use evaluate::pair_scoring::{PairScore, ScoredGoals};
pub use goalline_build as build;
pub use goalline_goals as goals;
pub use goalline_junit::{Collaborators, Framework, InsertError, Style, TableTest, WrittenTest};
pub use goalline_search::{Algorithm, CallableChoice, Crossover, Parameters, SETTINGS, Setting};
pub use goalline_syntax as syntax;
pub use report::coupled_calls::{Combination, CoupledBranch, CoupledCall};
pub use report::user_tests::{
    BrokenTestClass, Inconclusive, OtherTests, UserTest, UserTestOutcome, UserTestReport, UserTests,
};
pub use request::method_selector::MethodSelector;
pub use request::pair_selector::{PairDefinition, PairSelector};
pub use sources::literals::{FileLiterals, literals};
pub use store::last_pairs::LastPairs;
pub use store::last_results::LastResults;
pub use verify::house_style::class_style;
pub use verify::insertion::{insertion, new_test_class};

pub use evaluate::selection_check::{Counterexample, SelectionCheck, TableCheck};
pub use file_keys::FileKeys;
pub use report::module_coverage::{FileCoverage, GoalCoverage, ModuleCoverage, SuiteRun};
pub use report::step::Step;
pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::{Budget, Cancel, Event, Events, Request, RunPhase, Settings};
pub use session::Session;
