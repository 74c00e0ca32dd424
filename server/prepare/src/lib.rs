//! What a run starts from: what it is asked and what it answers (plain data), what is known of the project's files, and
//! a class made ready for search. Here because the user's tests, generation and experiments all start from it.

pub mod coupled;
mod error;
mod file_keys;
pub mod needed_probes;
pub mod prepare;
pub mod report;
pub mod request;
pub mod sources;

pub use coupled::coupling::{CoupledFile, Coupling, couple};
pub use error::EngineError;
pub use file_keys::FileKeys;
pub use report::coupled_calls::{Combination, CoupledBranch, CoupledCall};
pub use report::module_coverage::{
    CoverageCounts, FileCoverage, GoalCoverage, ModuleCoverage, SuiteRun,
};
pub use report::step::Step;
pub use report::user_tests::{
    BrokenTestClass, Inconclusive, OtherTests, UserTest, UserTestOutcome, UserTestReport, UserTests,
};
pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::method_selector::MethodSelector;
pub use request::pair_selector::{PairDefinition, PairSelector};
pub use request::{Budget, Cancel, Event, Events, Request, RunPhase, Settings};
pub use sources::source_literals::{FileLiterals, literal, literals};
