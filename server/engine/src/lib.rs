//! One generation run end to end: takes a Java file and its project, gives goals, verified tests and a report; knows nothing of editors.

mod accidents;
mod attributions;
mod call_list;
mod compile_setup;
mod confined;
mod contracts;
mod couple;
mod coupled_calls;
mod coupled_compile;
mod coupled_parts;
mod coupled_wish;
mod fault_check;
mod faults;
mod further;
mod house_style;
mod insertion;
mod inspected;
mod kept;
mod killing;
mod limits;
mod literals;
mod live;
mod measure;
mod measure_pair;
mod measured;
mod method_wish;
mod nearness;
mod notices;
mod noticing;
mod observe;
mod offer;
mod pair_scoring;
mod pair_suites;
mod pools;
mod prepare;
mod prepare_class;
mod prepare_coupled;
mod prepared;
mod quest;
mod renew;
mod report;
mod request;
mod run;
mod scoring;
mod searched;
mod second_look;
mod selection_check;
mod session;
mod skeleton;
mod sources;
mod states;
mod step;
mod strengthen;
mod summary;
mod unreachable;
mod untouchable;
mod user_tests;
mod warm;
mod watch;

pub use couple::{CoupledFile, Coupling, couple};
pub use coupled_calls::{Combination, CoupledBranch, CoupledCall};
pub use coupled_wish::{CoupledWish, Reading};
pub use fault_check::FaultVerdict;
pub use goalline_goals as goals;
pub use goalline_junit::{Framework, InsertError, WrittenTest};
pub use goalline_project as project;
pub use goalline_search::{Algorithm, Choice, Crossover, Parameters, SETTINGS, Setting};
pub use goalline_syntax as syntax;
pub use insertion::{insertion, new_test_class};
pub use kept::LastResults;
pub use literals::{Literals, literals};
pub use measure::{Measured, MeasuredGoal};
pub use measure_pair::{MeasuredPair, PairSuite};
pub use method_wish::MethodWish;
pub use pair_scoring::{PairScore, Scored};

pub use report::{
    ClosestAttempt, GoalReport, GoalState, PossibleFault, ReadyTest, Report, SearchFigures,
};
pub use request::{Budget, Cancel, EngineError, Event, Events, Phase, Request, Settings};
pub use selection_check::{Counterexample, SelectionCheck, TableCheck};
pub use session::Session;
pub use step::Step;
pub use user_tests::{
    BrokenTestClass, Doubt, UserTest, UserTestOutcome, UserTestReport, UserTests,
};
