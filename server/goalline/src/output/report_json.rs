//! The JSON of `--report`: takes a report, gives its shape for machines; decides nothing.

use goalline_engine::{
    GoalReport, GoalState, Report, UserTest, UserTestOutcome, syntax::LineIndex,
};
use serde::Serialize;

use crate::output::totals::{CriterionTotals, totals};

/// A report for machines. Lines start at 1.
#[derive(Debug, Serialize)]
pub struct JsonReport {
    class: String,
    criteria: Vec<CriterionTotals>,
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
    fn the_shape_for_machines_stays_what_it_is() {
        let (file, report) = samples::run();
        let json = JsonReport::of(&report, file.lines());
        let text = serde_json::to_string_pretty(&json).expect("JSON");
        expect_file!["../../tests/report.json"].assert_eq(&text);
    }
}
