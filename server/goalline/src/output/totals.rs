//! Covered and total per criterion: takes what a report says of goals, counts them and puts the figures in words, for
//! the terminal and for machines.

use std::collections::BTreeMap;

use goalline_engine::{GoalReport, GoalState};
use serde::Serialize;

/// What of a criterion is covered by the user's tests or a ready one; goals that cannot be measured, or
/// were not (of a class that was not asked for), are not in the total.
#[derive(Debug, Serialize)]
pub struct CriterionTotals {
    criterion: &'static str,
    covered: usize,
    total: usize,
    /// What the user's own tests cover of it.
    #[serde(skip)]
    before: usize,
}

/// Covered and total per criterion, in the order in which criteria are listed everywhere.
pub fn totals(goals: &[GoalReport]) -> Vec<CriterionTotals> {
    let mut totals: BTreeMap<_, (usize, usize, usize)> = BTreeMap::new();
    for report in goals {
        let (before, covered, total) = totals.entry(report.goal.criterion).or_default();
        if !matches!(
            report.state,
            GoalState::NotMeasurable(_) | GoalState::NotMeasured | GoalState::NotKnown(_)
        ) {
            *total += 1;
        }
        if is_covered(&report.state) {
            *covered += 1;
        }
        if matches!(report.state, GoalState::CoveredByUser(_)) {
            *before += 1;
        }
    }
    let criteria = totals.into_iter();
    criteria
        .map(|(criterion, (before, covered, total))| CriterionTotals {
            criterion: criterion.name(),
            covered,
            total,
            before,
        })
        .collect()
}

/// Whether a test that exists or is ready covers the goal.
pub fn is_covered(state: &GoalState) -> bool {
    matches!(state, GoalState::CoveredByUser(_) | GoalState::TestReady(_))
}

impl CriterionTotals {
    /// `branch goals: 29 of 31 covered`, or with tests of the user `branch goals: 11 → 29 of 31 covered`.
    pub fn sentence(&self) -> String {
        // "0 of 0" says nothing.
        if self.total == 0 && self.covered == 0 {
            return format!("{} goals: none that could be measured", self.criterion);
        }
        let before = match self.before {
            0 => String::new(),
            before => format!("{before} → "),
        };
        format!(
            "{} goals: {before}{} of {} covered",
            self.criterion, self.covered, self.total
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::samples;

    #[test]
    fn where_nothing_could_be_measured_no_zeros_are_counted() {
        let (_, mut report) = samples::run();
        for goal in &mut report.goals {
            goal.state = GoalState::NotKnown(None);
        }
        let sentence = totals(&report.goals)[0].sentence();
        assert_eq!(sentence, "branch goals: none that could be measured");
    }
}
