//! Why each test is there: takes a report, prints for every test the goals it was made for, what else it covers and which
//! mutants it notices.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use goalline_engine::{
    Report,
    goals::{Goal, GoalKey},
    syntax::LineIndex,
};

use crate::paint::{BOLD, DIM, counted};

/// Goals and mutants that are written out per test.
const SHORT_LIST: usize = 4;

/// Prints the reasons of all tests.
pub fn explain(report: &Report, lines: &LineIndex, out: &mut dyn Write) -> io::Result<()> {
    let goals = report.goals.iter().map(|one| (&one.goal.key, &one.goal));
    let goals: BTreeMap<&GoalKey, &Goal> = goals.collect();
    let mut times: BTreeMap<&GoalKey, usize> = BTreeMap::new();
    for key in report.tests.iter().flat_map(|test| &test.goals) {
        *times.entry(key).or_default() += 1;
    }
    for test in &report.tests {
        writeln!(out, "\n  {BOLD}{}{BOLD:#}", test.name)?;
        let alone = |key: &&GoalKey| times.get(key) == Some(&1);
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
    }
    writeln!(out)
}

fn phrase(goal: &Goal, lines: &LineIndex) -> String {
    let line = lines.line_of(goal.span.start) + 1;
    format!("line {line}: {}", goal.wish())
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
    use super::*;

    #[test]
    fn each_test_says_why_it_is_there() {
        let (file, report) = crate::samples::run();
        let mut out = Vec::new();
        explain(&report, file.lines(), &mut out).expect("a vector takes all text");
        let text = anstream::adapter::strip_str(&String::from_utf8_lossy(&out)).to_string();
        assert!(
            text.contains("  totalReturnsOne\n      the only test for  line "),
            "{text}"
        );
    }
}
