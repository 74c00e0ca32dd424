//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows
//! nothing of editors.

mod check_failure;
mod coupled;
mod coverage;
mod error;
mod evaluate;
mod limits;
mod measured;
mod mutation;
mod observe;
mod prepare;
mod report;
mod request;
mod run;
mod seen;
mod session;
mod sources;
mod store;
mod verify;
mod warm;

pub use coupled::coupling::{CoupledFile, Coupling, couple};
pub use error::EngineError;
pub use evaluate::fault_check::FaultVerdict;
pub use evaluate::measure::{Measured, MeasuredGoal};
pub use evaluate::measure_pair::{MeasuredPair, PairSuite};
pub use evaluate::pair_scoring::{PairScore, Scored};
pub use goalline_build as build;
pub use goalline_goals as goals;
pub use goalline_junit::{Framework, InsertError, WrittenTest};
pub use goalline_search::{Algorithm, Choice, Crossover, Parameters, SETTINGS, Setting};
pub use goalline_syntax as syntax;
pub use report::coupled_calls::{Combination, CoupledBranch, CoupledCall};
pub use report::user_tests::{
    BrokenTestClass, Doubt, UserTest, UserTestOutcome, UserTestReport, UserTests,
};
pub use request::method_selector::MethodWish;
pub use request::pair_selector::{CoupledWish, Reading};
pub use sources::literals::{Literals, literals};
pub use store::last_pairs::LastPairs;
pub use store::last_results::LastResults;
pub use verify::insertion::{insertion, new_test_class};

pub use evaluate::selection_check::{Counterexample, SelectionCheck, TableCheck};
pub use report::step::Step;
pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::{Budget, Cancel, Event, Events, Phase, Request, Settings};
pub use seen::Seen;
pub use session::Session;
