//! What the user's own tests cover of a whole module: plain data for reports.

use std::path::PathBuf;

use goalline_goals::GoalKey;

use crate::GoalState;

/// The branch goals of a module as its tests leave them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModuleCoverage {
    /// Its sources.
    pub files: Vec<FileCoverage>,
    /// Test files of the module.
    pub tests: usize,
    /// Those that ran now; what the others do was known.
    pub ran: usize,
    /// Those of which nothing is known.
    pub open: usize,
    /// Tests that did not do their work, with their causes.
    pub idle: Vec<String>,
    /// What the user should read once.
    pub notices: Vec<String>,
}

/// What was run so that all tests of a module are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteRun {
    /// Test files of the module.
    pub tests: usize,
    /// Those that ran now; what the others do was known.
    pub ran: usize,
    /// Tests that did not do their work, with their causes.
    pub idle: Vec<String>,
}

/// One source.
#[derive(Clone, Debug, PartialEq)]
pub struct FileCoverage {
    /// The file.
    pub file: PathBuf,
    /// Its goals.
    pub goals: Vec<GoalCoverage>,
}

/// One goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalCoverage {
    /// Its stable name.
    pub key: GoalKey,
    /// Its line, from 1.
    pub line: usize,
    /// What it asks for.
    pub text: String,
    /// Whether tests cover it.
    pub state: GoalState,
}
