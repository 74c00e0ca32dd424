//! Why each test is there: takes a report, prints for every test the goals it was made for, what else it covers and
//! which mutants it kills.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use goalline_engine::{
    GoalState, Report,
    goals::{Goal, GoalKey},
    syntax::LineIndex,
};

use crate::output::paint::{BOLD, DIM, counted};

/// Goals and mutants that are written out per test.
const SHORT_LIST: usize = 4;

/// Prints the reasons of all tests.
pub fn explain(report: &Report, lines: &LineIndex, out: &mut dyn Write) -> io::Result<()> {
    let by_user = report.goals.iter().filter_map(|one| match one.state {
        GoalState::CoveredByUser(_) => Some(&one.goal.key),
        _ => None,
    });
    let by_user: BTreeSet<&GoalKey> = by_user.collect();
    let goals = report.goals.iter().map(|one| (&one.goal.key, &one.goal));
    let goals: BTreeMap<&GoalKey, &Goal> = goals.collect();
    let mut times: BTreeMap<&GoalKey, usize> = BTreeMap::new();
    for key in report.tests.iter().flat_map(|test| &test.goals) {
        *times.entry(key).or_default() += 1;
    }
    for test in &report.tests {
        writeln!(out, "\n  {BOLD}{}{BOLD:#}", test.name)?;
        if let Some(table) = report.table_of(&test.name) {
            let name = &table.written.name;
            writeln!(out, "      {DIM}a row of {name}{DIM:#}")?;
        }
        let alone = |key: &&GoalKey| times.get(key) == Some(&1) && !by_user.contains(key);
        let (alone, others): (Vec<&GoalKey>, Vec<&GoalKey>) = test.goals.iter().partition(alone);
        let told = |keys: &[&GoalKey]| -> Vec<String> {
            let known = keys.iter().filter_map(|key| goals.get(*key));
            known.map(|goal| phrase(goal, lines)).collect()
        };
        part("the only test for", &told(&alone), out)?;
        part("covers too", &told(&others), out)?;
        part("notices", &test.tells_apart, out)?;
        if test.tells_apart.is_empty() {
            let checks = counted(test.assertions, "assertion");
            writeln!(out, "      {DIM}{checks}{DIM:#}")?;
        }
        if !test.left_out.is_empty() {
            let checks = counted(test.left_out.len(), "check");
            let verb = if test.left_out.len() == 1 {
                "value differs"
            } else {
                "values differ"
            };
            let told = test.left_out.join(", ");
            writeln!(
                out,
                "      {DIM}{checks} left out, {verb} between runs: {told}{DIM:#}"
            )?;
        }
    }
    writeln!(out)
}

fn phrase(goal: &Goal, lines: &LineIndex) -> String {
    let line = lines.line_of(goal.span.start) + 1;
    format!("line {line}: {}", goal.aim())
}

fn part(title: &str, told: &[String], out: &mut dyn Write) -> io::Result<()> {
    for (at, one) in told.iter().take(SHORT_LIST).enumerate() {
        let title = if at == 0 { title } else { "" };
        writeln!(out, "      {DIM}{title:18}{DIM:#} {one}")?;
    }
    match told.len().saturating_sub(SHORT_LIST) {
        0 => Ok(()),
        more => writeln!(out, "      {:18} {DIM}… {more} more{DIM:#}", ""),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// What is printed of the sample run after this change.
    fn explained(change: impl FnOnce(&mut Report)) -> String {
        let (file, mut report) = crate::output::samples::run();
        change(&mut report);
        let mut out = Vec::new();
        explain(&report, file.lines(), &mut out).expect("a vector takes all text");
        anstream::adapter::strip_str(&String::from_utf8_lossy(&out)).to_string()
    }

    #[test]
    fn each_test_says_why_it_is_there() {
        let text = explained(|_| {});
        assert!(
            text.contains("  totalReturnsOne\n      the only test for  line "),
            "{text}"
        );
    }

    #[test]
    fn checks_that_are_not_made_are_named() {
        let text = explained(|report| {
            let first = Arc::make_mut(&mut report.tests[0]);
            first.left_out = vec!["hashCode()".to_owned(), "getTime()".to_owned()];
        });
        let told = "2 checks left out, values differ between runs: hashCode(), getTime()\n";
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn no_new_test_is_the_only_one_for_what_the_users_own_cover() {
        let text = explained(|report| {
            for goal in &mut report.goals {
                goal.state = GoalState::CoveredByUser(vec!["CartTest.total".to_owned()]);
            }
        });
        assert!(!text.contains("the only test for"), "{text}");
        assert!(text.contains("covers too"), "{text}");
    }
}
