//! The settings of a search, their measured defaults and those of the papers; reads no configuration itself.

mod settings;

use goalline_testcase::RunOptions;

pub use self::settings::{SETTINGS, Setting};

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

/// All settings of a search.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// What searches.
    pub algorithm: Algorithm,
    /// Individuals in a population, and offspring per generation.
    pub population: usize,
    /// How parents are recombined.
    pub crossover: Crossover,
    /// Probability that a pair of parents is recombined.
    pub crossover_rate: f64,
    /// Distribution index of the crossover of numbers: the larger, the nearer children stay to their parents.
    pub eta: f64,
    /// Probability that a mutated test undergoes deletion; likewise change, and insertion.
    pub mutation_rate: f64,
    /// Statements of a test that deletion and change each take on average.
    pub mutated_statements: usize,
    /// Probability that insertion, once it has inserted a call, inserts another one.
    pub insert_again: f64,
    /// Individuals that compete for being a parent.
    pub tournament: usize,
    /// Tests a suite may have, where individuals are suites.
    pub suite: usize,
    /// Tests a suite has at most at the start.
    pub first_suite: usize,
    /// Probability that a mutated suite gets one more test, and another one with its square, and so on.
    pub test_insertion: f64,
    /// Goals that are scored at the same time; where more are open, they take turns.
    pub columns: usize,
    /// How a callable under test is chosen.
    pub choice: CallableChoice,
    /// Statements a test may have.
    pub max_length: usize,
    /// Levels of values built for values.
    pub max_depth: usize,
    /// Probability that a receiver is an existing object.
    pub reuse_object: f64,
    /// Probability that an argument reuses an existing object.
    pub reuse_argument: f64,
    /// Probability that an argument reuses an existing primitive or string.
    pub reuse_literal: f64,
    /// Probability that a reference argument is `null`.
    pub null: f64,
    /// Probability that a new literal comes from the constant pool.
    pub from_pool: f64,
    /// Probability that a new text is made from another text of the test.
    pub kin: f64,
    /// Share of each generation that is new: random, or from the archive and mutated.
    pub fresh_share: f64,
    /// Share of each generation that is a mutant of a test that came nearest to some goal, whatever its rank.
    pub targeted_share: f64,
    /// Share of the executions that local search may use while goals do not move.
    pub local_share: f64,
    /// Generations without progress after which local search tries a goal, and after which the length of a test no
    /// longer decides between equally good ones.
    pub patience: u32,
    /// Others that a test of a large front is compared with for its crowding.
    pub neighbours: usize,
    /// Tests of the first generation at most, where two for each callable under test are more than the population.
    pub first: usize,
    /// Whether a generation is bred while the last one runs, from what the one before that did.
    pub overlaps: bool,
    /// Whether tests that take many steps are bred from rarely, and come last among equally near ones.
    pub spares_costly: bool,
    /// Whether the archive prefers a test that passes to a shorter one that throws.
    pub prefers_passing: bool,
    /// Generations without another pair covered after which the caller's branches on the way to pairs are sought
    /// beside them, until one is covered; with dynamic targets they always are.
    pub steps_after: u32,
    /// Share of the budget that goes to the caller's own branches before pairs are sought, where no earlier search
    /// left tests of it: what covers them is where the search for pairs starts.
    pub caller_share: f64,
    /// How tests are run.
    pub options: RunOptions,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::DynaMosa,
            population: 50,
            crossover: Crossover::Hybrid,
            crossover_rate: 0.75,
            eta: 2.5,
            mutation_rate: 1.0 / 3.0,
            mutated_statements: 1,
            insert_again: 0.5,
            tournament: 10,
            suite: 100,
            first_suite: 10,
            test_insertion: 0.1,
            columns: 400,
            choice: CallableChoice::Weighted,
            max_length: 40,
            max_depth: 10,
            reuse_object: 0.9,
            reuse_argument: 0.6,
            reuse_literal: 0.3,
            null: 0.1,
            from_pool: 0.5,
            kin: 0.4,
            fresh_share: 0.06,
            targeted_share: 0.12,
            local_share: 0.05,
            patience: 8,
            neighbours: 6,
            first: 2_000,
            overlaps: true,
            spares_costly: true,
            prefers_passing: true,
            steps_after: 20,
            caller_share: 0.0,
            options: RunOptions {
                time_limit_ms: 100,
                ..RunOptions::default()
            },
        }
    }
}

/// Never: more generations than any search has.
const NEVER: u32 = u32::MAX;

impl Parameters {
    /// The settings that the papers used for an algorithm (FITNESS.md): a tenth of each generation new, no local
    /// search, no share of targeted tests, all goals scored at once, each test of a front compared with each, a first
    /// generation of the population's size, each generation bred from the last one, length alone as a tie-break and
    /// in the archive, callables chosen alike, no steps beside pairs that are sought all at once. What the papers
    /// leave open is as in the defaults. One thing is as nowhere in the papers: numbers that ended a worker are not
    /// passed again.
    pub fn of_papers(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            crossover: Crossover::SinglePoint,
            columns: usize::MAX,
            choice: match algorithm {
                Algorithm::WholeSuiteArchive => CallableChoice::Open,
                _ => CallableChoice::Uniform,
            },
            fresh_share: 0.1,
            targeted_share: 0.0,
            local_share: 0.0,
            patience: NEVER,
            neighbours: usize::MAX,
            first: 1,
            overlaps: false,
            spares_costly: false,
            prefers_passing: false,
            steps_after: NEVER,
            ..Self::default()
        }
    }

    /// Probability with which deletion and change take each statement of a test of this length.
    pub(crate) fn chance_per_statement(&self, length: usize) -> f64 {
        let chance = self.mutated_statements as f64 / length.max(1) as f64;
        chance.min(1.0)
    }
}
