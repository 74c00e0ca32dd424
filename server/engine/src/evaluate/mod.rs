//! Suites measured for experiments: nothing here is offered to anybody.

pub(crate) mod fault_check;
pub(crate) mod measure;
pub(crate) mod measure_pair;
pub(crate) mod pair_scoring;
pub(crate) mod pair_suites;
pub(crate) mod scoring;
pub(crate) mod selection_check;

use crate::warm::Warm;
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
