//! What a search can be set to. The settings themselves stand in one table, in `parameters/settings.rs`.

mod settings;

use goalline_testcase::TestCluster;

pub use self::settings::{Parameters, SETTINGS, Setting};

/// How a callable under test is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallableChoice {
    /// By what it may reach that is open, now and then any.
    #[default]
    Weighted,
    /// Any.
    Uniform,
    /// Any that may reach something open (Rojas et al. 2017, §3.3).
    Open,
}

/// The algorithms; `algorithms.rs` has the one table that maps each to its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Many-objective search with dynamic targets (Panichella, Kifetew, Tonella 2018).
    #[default]
    DynaMosa,
    /// Many-objective search towards all goals at once (Panichella, Kifetew, Tonella 2015).
    Mosa,
    /// DynaMOSA without the preference criterion.
    RankingOnly,
    /// DynaMOSA with nothing but the preference criterion.
    PreferenceOnly,
    /// Whole suites with an archive (Rojas, Vivanti, Arcuri, Fraser 2017).
    WholeSuiteArchive,
    /// Whole suites (Fraser, Arcuri 2013).
    WholeSuite,
    /// One goal after the other.
    OneGoal,
    /// Random tests, nothing bred: the baseline.
    Random,
}

/// How two parents are recombined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crossover {
    /// Single point, then the literals of calls with equal signatures (FITNESS.md).
    #[default]
    Hybrid,
    /// Single point with repair only.
    SinglePoint,
}

/// Times as long as usual a test may be whose object needs collaborators, which in turn need answers.
const WITH_COLLABORATORS: usize = 2;

impl Parameters {
    /// These, with longer tests where collaborators are mocked, unless somebody chose a length.
    #[must_use]
    pub fn with_room_for(&self, cluster: &TestCluster) -> Self {
        let mut parameters = self.clone();
        if cluster.may_mock() && self.max_length == Self::default().max_length {
            parameters.max_length *= WITH_COLLABORATORS;
        }
        parameters
    }

    /// Probability with which deletion and change take each statement of a test of this length.
    pub(crate) fn chance_per_statement(&self, length: usize) -> f64 {
        let chance = self.mutated_statements as f64 / length.max(1) as f64;
        chance.min(1.0)
    }
}
