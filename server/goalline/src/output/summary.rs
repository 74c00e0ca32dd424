//! What a person reads after a run: tests, figures, what was not reached and how near it came; takes a report, prints
//! it.

use std::io::{self, Write};

use goalline_engine::{
    GoalReport, GoalState, PossibleFault, Report, WrittenTest, goals::Target, syntax::LineIndex,
};

use crate::output::{
    paint::{BOLD, DIM, GOOD, OPEN, counted, distance, grouped},
    totals::{is_covered, totals},
};

/// How much is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLength {
    /// All tests as source, all goals that were not reached with the closest attempt.
    All,
    /// This many tests as source, names of some others, some of the goals.
    Some(usize),
}

/// Names of tests, and goals, that are shown when not all are.
const SHORT_LIST: usize = 12;
/// Goals that are then shown with the closest attempt.
const ATTEMPTS: usize = 3;

/// Prints the verified tests.
pub fn tests(report: &Report, shown: ListLength, out: &mut dyn Write) -> io::Result<()> {
    let written: Vec<&WrittenTest> = report.written().collect();
    let count = written.len();
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
        ListLength::All => count,
        ListLength::Some(limit) => limit.min(count),
    };
    for test in &written[..limit] {
        print_test(test, out)?;
    }
    let others = &written[limit..];
    if !others.is_empty() {
        writeln!(out, "\n    {DIM}{} more:{DIM:#}", others.len())?;
    }
    for test in others.iter().take(SHORT_LIST) {
        writeln!(out, "      {}", test.name)?;
    }
    print_rest(others.len().saturating_sub(SHORT_LIST), out)
}

/// What the user's own tests cover, at the end of a line.
pub fn user_tests(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let goals = report.goals.iter().map(|it| &it.goal.key).collect();
    let classes = report.user_tests.by_class(&goals);
    for class in classes.iter().take(SHORT_LIST) {
        write!(out, " · {} covers {}", class.class, class.goals)?;
    }
    if let Some(more) = classes
        .len()
        .checked_sub(SHORT_LIST)
        .filter(|more| *more > 0)
    {
        let covering = report.user_tests.covering();
        let all = covering.keys().filter(|goal| goals.contains(goal)).count();
        write!(out, " · {more} more test classes · together {all}")?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_rest(count: usize, out: &mut dyn Write) -> io::Result<()> {
    if count > 0 {
        writeln!(out, "      {DIM}… {count} more{DIM:#}")?;
    }
    Ok(())
}

fn print_test(test: &WrittenTest, out: &mut dyn Write) -> io::Result<()> {
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
    shown: ListLength,
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
        counted(report.written().count(), "test"),
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
    let limit = if shown == ListLength::All {
        open.len()
    } else {
        SHORT_LIST.min(open.len())
    };
    let mut last = "";
    for (goal, number) in open[..limit].iter().zip(0..) {
        // Goals beside each other often have the same one.
        let is_new = std::mem::replace(&mut last, attempt(goal)) != attempt(goal);
        let with_attempt = is_new && (shown == ListLength::All || number < ATTEMPTS);
        print_open(
            goal,
            &format!("{file_name}:{}", line_of(goal, lines)),
            with_attempt,
            out,
        )?;
    }
    print_rest(open.len() - limit, out)?;
    print_unknown(&report.goals, out)?;
    for fault in &report.faults {
        print_fault(fault, out)?;
    }
    Ok(())
}

/// How many goals nobody can call missing, and of how many of them a verified test makes sure.
fn print_unknown(goals: &[GoalReport], out: &mut dyn Write) -> io::Result<()> {
    let unknown = goals.iter().filter_map(|goal| match &goal.state {
        GoalState::NotKnown(ready) => Some(ready.is_some()),
        _ => None,
    });
    let unknown: Vec<bool> = unknown.collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let sure = unknown.iter().filter(|is_ready| **is_ready).count();
    writeln!(
        out,
        "{OPEN}not known:{OPEN:#} {} that tests of yours may cover which could not run here; new tests cover {sure} of them",
        counted(unknown.len(), "goal")
    )
}

fn is_open(state: &GoalState) -> bool {
    !is_covered(state) && !matches!(state, GoalState::NotMeasured | GoalState::NotKnown(_))
}

/// The statements that came closest.
fn attempt(report: &GoalReport) -> &str {
    match &report.state {
        GoalState::NotReached(Some(closest)) => closest.statements.trim(),
        _ => "",
    }
}

fn line_of(report: &GoalReport, lines: &LineIndex) -> usize {
    lines.line_of(report.goal.span.start) + 1
}

fn print_open(
    report: &GoalReport,
    place: &str,
    with_attempt: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let what = report.goal.aim();
    let never = match report.goal.target {
        Target::Coupled(_) => "never in one test",
        _ => "never run",
    };
    let (why, closest) = match &report.state {
        GoalState::NotReached(None) => (never.to_owned(), None),
        GoalState::NotReached(Some(closest)) => {
            let why = closest.distance.map_or(never.to_owned(), |raw| {
                format!("closest {} away", distance(raw))
            });
            (why, Some(attempt(report)))
        }
        GoalState::NotOffered(reason) => {
            (format!("reached, but no test is offered: {reason}"), None)
        }
        GoalState::NotMeasurable(reason) => (format!("cannot be measured: {reason}"), None),
        GoalState::NotMeasured
        | GoalState::NotKnown(_)
        | GoalState::CoveredByUser(_)
        | GoalState::TestReady(_) => return Ok(()),
    };
    writeln!(out, "  {place}  {what}: {why}")?;
    for statement in closest
        .filter(|_| with_attempt)
        .into_iter()
        .flat_map(str::lines)
    {
        writeln!(out, "      {DIM}{statement}{DIM:#}")?;
    }
    Ok(())
}

fn print_fault(fault: &PossibleFault, out: &mut dyn Write) -> io::Result<()> {
    let method = match fault.method.as_str() {
        "<init>" => "the constructor",
        method => method,
    };
    writeln!(
        out,
        "{OPEN}possible fault:{OPEN:#} {method} throws {}: {}",
        fault.exception, fault.reason
    )?;
    for line in fault.input.lines() {
        writeln!(out, "      {line}")?;
    }
    // How the JDK checks its arguments says less than who passed them.
    let of_jdk = |frame: &String| JDK.iter().any(|part| frame.starts_with(part));
    let own = fault.stack.iter().position(|frame| !of_jdk(frame));
    for frame in fault.stack.iter().skip(own.unwrap_or(0)).take(3) {
        writeln!(out, "      {DIM}at {frame}{DIM:#}")?;
    }
    Ok(())
}

/// How names of classes of the JDK begin.
const JDK: [&str; 4] = ["java.", "javax.", "jdk.", "sun."];

/// Whether nothing is left to test.
pub fn is_all_covered(report: &Report) -> bool {
    report.goals.iter().all(|goal| !is_open(&goal.state)) && !report.goals.is_empty()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::output::samples;

    fn plain(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        print(&mut out).expect("memory takes everything");
        String::from_utf8(out.into_inner()).expect("UTF-8")
    }

    #[test]
    fn tests_are_shown_as_source_up_to_the_limit_and_then_by_name() {
        let (_, report) = samples::run();
        let all = plain(|out| tests(&report, ListLength::All, out));
        expect![[r#"

            1 test for CartTest, each compiled and passed twice in a fresh JVM:

                @Test
                void totalReturnsOne() {
                    Cart cart = new Cart();

                    assertEquals(1, cart.total(8));
                }
        "#]]
        .assert_eq(&all);
        let none = plain(|out| tests(&report, ListLength::Some(0), out));
        expect![[r#"

            1 test for CartTest, each compiled and passed twice in a fresh JVM:

                1 more:
                  totalReturnsOne
        "#]]
        .assert_eq(&none);
    }

    #[test]
    fn the_users_tests_are_named_with_what_they_cover() {
        let (_, report) = samples::run();
        let text = plain(|out| user_tests(&report, out));
        assert_eq!(text, " · CartTest covers 1\n");
    }

    #[test]
    fn every_goal_without_a_test_has_its_line_and_its_reason() {
        let (file, report) = samples::run();
        let text = plain(|out| figures(&report, "Cart.java", file.lines(), ListLength::All, out));
        expect![[r#"

            branch goals: 1 → 2 of 4 covered   1 test   94,200 tests run in 1.8 s   2.5 s in all
            not reached:
              Cart.java:8  `a == 3` true: closest 1,204 away
                  Cart cart = new Cart();
                  cart.total(1207);
              Cart.java:8  `a == 3` false: reached, but no test is offered: it did not pass twice
              Cart.java:11  `clear()` called: cannot be measured: javac objects to its probe
            possible fault: total(int) throws java.lang.ArithmeticException: it divides without a check
                  new Cart().total(0);
                  at shop.Cart.total(Cart.java:8)
        "#]].assert_eq(&text);
    }
}
