//! What a person reads after a run: tests, figures, what was not reached and how near it came; takes a report, prints it.

use std::io::{self, Write};

use goalline_engine::{
    GoalReport, GoalState, PossibleFault, ReadyTest, Report,
    goals::{Goal, Target},
    syntax::LineIndex,
};

use crate::{
    paint::{BOLD, DIM, GOOD, OPEN, counted, distance, grouped},
    report_json::{is_covered, totals},
};

/// How much of the tests is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All tests, as source.
    All,
    /// The first tests as source, the names of the others.
    Some(usize),
}

/// Prints the ready tests.
pub fn tests(report: &Report, shown: Shown, out: &mut dyn Write) -> io::Result<()> {
    let count = report.tests.len();
    if count == 0 {
        return writeln!(out, "\n{OPEN}no test is ready{OPEN:#}");
    }
    let tests = counted(count, "test");
    let name = &report.test_class_name;
    writeln!(
        out,
        "\n{GOOD}{tests}{GOOD:#} for {BOLD}{name}{BOLD:#}, each compiled and passed twice in a fresh JVM:"
    )?;
    let limit = match shown {
        Shown::All => count,
        Shown::Some(limit) => limit.min(count),
    };
    for test in &report.tests[..limit] {
        print_test(test, out)?;
    }
    if limit < count {
        writeln!(out, "\n    {DIM}{} more:{DIM:#}", count - limit)?;
        for test in &report.tests[limit..] {
            writeln!(out, "      {}", test.name)?;
        }
    }
    Ok(())
}

fn print_test(test: &ReadyTest, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for line in test.source.lines() {
        writeln!(out, "{}{line}", if line.is_empty() { "" } else { "    " })?;
    }
    Ok(())
}

/// Prints figures, what was not reached, possible faults.
pub fn figures(
    report: &Report,
    file_name: &str,
    lines: &LineIndex,
    out: &mut dyn Write,
) -> io::Result<()> {
    let figures = &report.figures;
    writeln!(out)?;
    for total in totals(&report.goals) {
        write!(out, "{BOLD}{}{BOLD:#}   ", total.sentence())?;
    }
    writeln!(
        out,
        "{}   {} tests run in {:.1} s   {:.1} s in all",
        counted(report.tests.len(), "test"),
        grouped(figures.executions),
        figures.search_seconds,
        figures.total_seconds,
    )?;
    let open: Vec<&GoalReport> = report
        .goals
        .iter()
        .filter(|goal| is_open(&goal.state))
        .collect();
    if !open.is_empty() {
        writeln!(out, "{OPEN}not reached:{OPEN:#}")?;
    }
    for goal in open {
        print_open(goal, file_name, lines, out)?;
    }
    for fault in &report.faults {
        print_fault(fault, out)?;
    }
    Ok(())
}

fn is_open(state: &GoalState) -> bool {
    !is_covered(state) && !matches!(state, GoalState::NotMeasured)
}

fn print_open(
    report: &GoalReport,
    file_name: &str,
    lines: &LineIndex,
    out: &mut dyn Write,
) -> io::Result<()> {
    let line = lines.line_of(report.goal.span.start) + 1;
    let what = wish(&report.goal);
    let (why, attempt) = match &report.state {
        GoalState::NotReached(None) => ("never run".to_owned(), None),
        GoalState::NotReached(Some(closest)) => {
            let why = closest.distance.map_or("never run".to_owned(), |raw| {
                format!("closest {} away", distance(raw))
            });
            (
                why,
                Some(closest.statements.trim()).filter(|statements| !statements.is_empty()),
            )
        }
        GoalState::NotOffered(reason) => {
            (format!("reached, but no test is offered: {reason}"), None)
        }
        GoalState::NotMeasurable(reason) => (format!("cannot be measured: {reason}"), None),
        GoalState::NotMeasured | GoalState::CoveredByUser(_) | GoalState::TestReady(_) => {
            return Ok(());
        }
    };
    writeln!(out, "  {file_name}:{line}  {what}: {why}")?;
    for statement in attempt.into_iter().flat_map(str::lines) {
        writeln!(out, "      {DIM}{statement}{DIM:#}")?;
    }
    Ok(())
}

/// What the goal wants: `` `total > LIMIT` true ``.
fn wish(goal: &Goal) -> String {
    match goal.target {
        Target::Branch(branch) => format!("`{}` {}", goal.text, branch.outcome),
        Target::Entry(_) => format!("`{}` called", goal.text),
    }
}

fn print_fault(fault: &PossibleFault, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{OPEN}possible fault:{OPEN:#} {} throws {}, which nothing declares or documents",
        fault.method, fault.exception
    )?;
    for line in fault.input.lines() {
        writeln!(out, "      {line}")?;
    }
    for frame in fault.stack.iter().take(3) {
        writeln!(out, "      {DIM}at {frame}{DIM:#}")?;
    }
    Ok(())
}

/// Whether nothing is left to test.
pub fn is_all_covered(report: &Report) -> bool {
    report.goals.iter().all(|goal| !is_open(&goal.state)) && !report.goals.is_empty()
}
