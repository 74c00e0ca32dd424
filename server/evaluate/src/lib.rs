//! Suites measured for experiments: nothing here is offered to anybody. Apart from the engine, since nobody who asks
//! for tests needs it.

mod evaluator;
mod fault_check;
mod measure;
mod measure_pair;
mod pair_scoring;
mod pair_suites;
mod scoring;
mod selection_check;

pub use evaluator::Evaluator;
pub use fault_check::FaultVerdict;
pub use measure::{MeasuredGoal, MeasuredSearch};
pub use measure_pair::{MeasuredPair, PairSuite};
pub use pair_scoring::{PairScore, ScoredGoals};
pub use selection_check::{Counterexample, SelectionCheck, TableCheck};

use goalline_engine::warm::Warm;

use fault_check::FaultyVersion;
use pair_suites::PairMeasurement;
use scoring::Scoring;

/// What the checking workers have in them for measuring suites, while nothing else was compiled there.
#[derive(Default)]
pub(crate) struct Scorers {
    /// The class with the probes of all criteria that are scored.
    pub scoring: Option<Scoring>,
    /// The same for a pair of classes.
    pub pair: Option<PairMeasurement>,
    /// A faulty version of the class, where suites are compared by what they tell from it.
    pub faulty: Option<FaultyVersion>,
}

/// Workers with what they have in them for measuring.
pub(crate) struct Evaluation<'a> {
    pub warm: &'a mut Warm,
    pub scorers: &'a mut Scorers,
}
