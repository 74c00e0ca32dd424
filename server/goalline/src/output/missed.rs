//! What the user's own tests miss: takes a report and the text it is about, gives source excerpts with carets; says
//! nothing of new tests.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use goalline_engine::{
    GoalReport, GoalState, Report,
    syntax::{JavaFile, Span},
};

use crate::output::{
    excerpt::{ExcerptMark, render},
    paint::{DIM, counted},
    summary::ListLength,
};

/// Expressions that are shown when not all are.
const SHORT_LIST: usize = 4;

/// Prints the expressions with goals that no test of the user covers; nothing where the user has no tests of the class.
pub fn missed(
    report: &Report,
    name: &str,
    file: &JavaFile,
    shown: ListLength,
    out: &mut dyn Write,
) -> io::Result<()> {
    if report.user_tests.tests.is_empty() {
        return Ok(());
    }
    let marks = marks(report);
    let limit = match shown {
        ListLength::All => marks.len(),
        ListLength::Some(_) => SHORT_LIST.min(marks.len()),
    };
    if limit > 0 {
        writeln!(out, "\n{}", render(name, file.text(), &marks[..limit]))?;
    }
    match marks.len() - limit {
        0 => Ok(()),
        more => writeln!(out, "{DIM}… {more} more{DIM:#}"),
    }
}

/// One mark for each expression, in the order of the text.
fn marks(report: &Report) -> Vec<ExcerptMark> {
    let mut places: BTreeMap<Span, Vec<&GoalReport>> = BTreeMap::new();
    for goal in report.goals.iter().filter(|goal| is_missed(&goal.state)) {
        places.entry(goal.goal.span).or_default().push(goal);
    }
    let mark = |(span, goals): (Span, Vec<&GoalReport>)| ExcerptMark {
        span,
        label: label(&goals, report),
    };
    places.into_iter().map(mark).collect()
}

fn is_missed(state: &GoalState) -> bool {
    matches!(
        state,
        GoalState::TestReady(_) | GoalState::NotReached(_) | GoalState::NotOffered(_)
    )
}

/// What is missing at one expression: one sentence for its two outcomes, else one for each goal.
fn label(goals: &[&GoalReport], report: &Report) -> String {
    let (outcomes, others): (Vec<&GoalReport>, Vec<&GoalReport>) = goals
        .iter()
        .partition(|goal| goal.goal.target.branch().is_some());
    let both = report.missing("never run in a test");
    let mut facts: Vec<&str> = match outcomes.as_slice() {
        [_, _, ..] => vec![&both],
        outcomes => outcomes.iter().map(|goal| goal.missing.as_str()).collect(),
    };
    facts.extend(others.iter().map(|goal| goal.missing.as_str()));
    let stood_for: usize = goals.iter().map(|goal| goal.stands_for).sum();
    let suffix = match stood_for {
        0 => String::new(),
        count => format!(" (stands for {})", counted(count, "goal")),
    };
    format!("{}{suffix}", facts.join(", "))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::output::samples;

    fn shown(shown: ListLength) -> String {
        let (file, report) = samples::run();
        let mut out = anstream::StripStream::new(Vec::new());
        missed(&report, "Cart.java", &file, shown, &mut out).expect("memory");
        String::from_utf8(out.into_inner()).expect("UTF-8")
    }

    #[test]
    fn what_the_users_tests_miss_stands_under_its_expression() {
        expect![[r#"

             --> Cart.java:5:13
              |
            5 |         if (a > 7) {
              |             ^^^^^ never true in a test
            ...
            8 |         return a == 3 ? 2 : 3;
              |                ^^^^^^ never run in a test
        "#]]
        .assert_eq(&shown(ListLength::All));
    }

    #[test]
    fn nothing_is_called_missed_where_the_user_has_no_tests() {
        let (file, mut report) = samples::run();
        report.user_tests.tests.clear();
        let mut out = Vec::new();
        missed(&report, "Cart.java", &file, ListLength::All, &mut out).expect("memory");
        assert!(out.is_empty());
    }
}
