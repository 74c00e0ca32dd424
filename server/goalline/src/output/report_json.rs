//! The JSON of `--report`: takes a report, gives its shape for machines; decides nothing.

use std::collections::BTreeMap;

use goalline_engine::{
    GoalReport, GoalState, Report, UserTest, UserTestOutcome, syntax::LineIndex,
};
use serde::Serialize;

/// A report for machines. Lines start at 1.
#[derive(Debug, Serialize)]
pub struct JsonReport {
    class: String,
    criteria: Vec<JsonCriterion>,
    executions: u64,
    search_seconds: f64,
    first_test_seconds: Option<f64>,
    total_seconds: f64,
    seed: u64,
    worker_deaths: u32,
    goals: Vec<JsonGoal>,
    tests: Vec<JsonTest>,
    /// The user's own tests that ran before the search, or did earlier with nothing changed since that they see.
    user_tests: Vec<JsonUserTest>,
    /// From finding them to the end of the last one that ran.
    user_test_seconds: f64,
    possible_faults: Vec<JsonFault>,
    notices: Vec<String>,
}

/// What of a criterion is covered by the user's tests or a ready one; goals that cannot be measured, or
/// were not (of a class that was not asked for), are not in the total.
#[derive(Debug, Serialize)]
pub struct JsonCriterion {
    criterion: &'static str,
    covered: usize,
    total: usize,
    /// What the user's own tests cover of it.
    #[serde(skip)]
    before: usize,
}

#[derive(Debug, Serialize)]
struct JsonGoal {
    key: String,
    criterion: &'static str,
    line: usize,
    state: &'static str,
    /// The test that covers it.
    test: Option<String>,
    /// Why it has no probe, or why no test of it is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// How near the search came.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
}

#[derive(Debug, Serialize)]
struct JsonTest {
    name: String,
    /// The parameterised test that it is a row of.
    #[serde(skip_serializing_if = "Option::is_none")]
    row_of: Option<String>,
    method: String,
    goals: Vec<String>,
}

#[derive(Debug, Serialize)]
struct JsonUserTest {
    name: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Goals that it covers.
    goals: usize,
    /// Whether it ran now.
    ran: bool,
}

#[derive(Debug, Serialize)]
struct JsonFault {
    exception: String,
    method: String,
    reason: String,
    input: String,
    stack: Vec<String>,
}

/// Covered and total per criterion, in the order in which criteria are listed everywhere.
pub fn totals(goals: &[GoalReport]) -> Vec<JsonCriterion> {
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
        .map(|(criterion, (before, covered, total))| JsonCriterion {
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

impl JsonCriterion {
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

impl JsonReport {
    /// The report of a run on a file with these lines.
    pub fn of(report: &Report, lines: &LineIndex) -> Self {
        let figures = &report.figures;
        Self {
            class: report.class.clone(),
            criteria: totals(&report.goals),
            executions: figures.executions,
            search_seconds: figures.search_seconds,
            first_test_seconds: figures.first_test_seconds,
            total_seconds: figures.total_seconds,
            seed: figures.seed,
            worker_deaths: figures.deaths,
            goals: report
                .goals
                .iter()
                .map(|goal| JsonGoal::of(goal, lines))
                .collect(),
            tests: report
                .tests
                .iter()
                .map(|test| JsonTest {
                    name: test.name.clone(),
                    row_of: report
                        .table_of(&test.name)
                        .map(|table| table.written.name.clone()),
                    method: test.method.clone(),
                    goals: test.goals.iter().map(|key| key.0.to_string()).collect(),
                })
                .collect(),
            user_tests: report
                .user_tests
                .tests
                .iter()
                .map(|test| JsonUserTest::of(test, report))
                .collect(),
            user_test_seconds: report.user_tests.seconds,
            possible_faults: report
                .faults
                .iter()
                .map(|fault| JsonFault {
                    exception: fault.exception.clone(),
                    method: fault.method.clone(),
                    reason: fault.reason.clone(),
                    input: fault.input.clone(),
                    stack: fault.stack.clone(),
                })
                .collect(),
            notices: report.notices.clone(),
        }
    }
}

impl JsonUserTest {
    fn of(test: &UserTest, report: &Report) -> Self {
        let (outcome, reason) = match &test.outcome {
            UserTestOutcome::Passed => ("passed", None),
            UserTestOutcome::Failed(reason) => ("failed", Some(reason.clone())),
            UserTestOutcome::FailedHere(reason) => ("failed_here", Some(reason.clone())),
            UserTestOutcome::CannotRunHere(reason) => ("cannot_run_here", Some(reason.clone())),
            UserTestOutcome::Aborted(reason) => ("aborted", reason.clone()),
            UserTestOutcome::Died(cause) => ("died", Some(cause.clone())),
        };
        Self {
            name: test.label(),
            outcome,
            reason,
            goals: report
                .goals
                .iter()
                .filter(|it| test.covers.contains(&it.goal.key))
                .count(),
            ran: !test.is_remembered,
        }
    }
}

impl JsonGoal {
    fn of(report: &GoalReport, lines: &LineIndex) -> Self {
        let mut goal = Self {
            key: report.goal.key.0.to_string(),
            criterion: report.goal.criterion.name(),
            line: lines.line_of(report.goal.span.start) + 1,
            state: state_name(&report.state),
            test: None,
            reason: None,
            distance: None,
        };
        match &report.state {
            GoalState::CoveredByUser(tests) => goal.test = tests.first().cloned(),
            GoalState::TestReady(test) => goal.test = Some(test.clone()),
            GoalState::NotOffered(reason) | GoalState::NotMeasurable(reason) => {
                goal.reason = Some(reason.clone());
            }
            GoalState::NotReached(closest) => {
                goal.distance = closest.as_ref().and_then(|closest| closest.distance);
            }
            GoalState::NotKnown(ready) => goal.test.clone_from(ready),
            GoalState::NotMeasured => {}
        }
        goal
    }
}

/// The word for a state.
pub fn state_name(state: &GoalState) -> &'static str {
    match state {
        GoalState::NotMeasured => "not_measured",
        GoalState::CoveredByUser(_) => "covered_by_user",
        GoalState::TestReady(_) => "test_ready",
        GoalState::NotOffered(_) => "not_offered",
        GoalState::NotKnown(_) => "not_known",
        GoalState::NotReached(_) => "not_reached",
        GoalState::NotMeasurable(_) => "not_measurable",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect_file;

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

    #[test]
    fn the_shape_for_machines_stays_what_it_is() {
        let (file, report) = samples::run();
        let json = JsonReport::of(&report, file.lines());
        let text = serde_json::to_string_pretty(&json).expect("JSON");
        expect_file!["../../tests/report.json"].assert_eq(&text);
    }
}
