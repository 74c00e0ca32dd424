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

impl FileCoverage {
    /// How many of its goals are what.
    pub fn counts(&self) -> CoverageCounts {
        let mut counts = CoverageCounts::default();
        for goal in &self.goals {
            match goal.state {
                GoalState::NotMeasurable(_) => continue,
                GoalState::CoveredByUser(_) => counts.covered += 1,
                GoalState::NotKnown(_) => counts.not_known += 1,
                _ => {}
            }
            counts.measured += 1;
        }
        counts
    }
}

/// Goals of one source; those that cannot be measured are in no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageCounts {
    /// All.
    pub measured: usize,
    /// Those that a test covers.
    pub covered: usize,
    /// Those of which that is not known.
    pub not_known: usize,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_measured_is_in_no_number() {
        let goal = |state| GoalCoverage {
            key: GoalKey("Cart#total():entry".into()),
            line: 1,
            text: "total()".to_owned(),
            state,
        };
        let file = FileCoverage {
            file: PathBuf::from("Cart.java"),
            goals: vec![
                goal(GoalState::CoveredByUser(Vec::new())),
                goal(GoalState::NotMeasurable("no probe".to_owned())),
                goal(GoalState::NotKnown(None)),
            ],
        };
        let expected = CoverageCounts {
            measured: 2,
            covered: 1,
            not_known: 1,
        };
        assert_eq!(file.counts(), expected);
    }
}
