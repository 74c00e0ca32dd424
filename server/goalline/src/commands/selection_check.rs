//! `goalline experiment --check-selection`: takes subjects, prints per class and table how many goals smart selection
//! leaves out for which reason, and every test that covers a kept goal but not what it is said to stand for.

use std::io::Write;

use anyhow::Context;
use goalline_engine::{
    Budget,
    goals::{Reason, Subsumption},
};
use goalline_evaluate::{Counterexample, SelectionCheck, TableCheck};
use goalline_experiment::{Subjects, check_selection, read_subjects};

use crate::{
    args::ExperimentArgs,
    commands::{DONE, NOTHING},
    interrupt,
    output::visible::complain,
};

/// Counterexamples that are printed of each class and table.
const MOST_SHOWN: usize = 5;

const HEAD: &str = "| class | table | goals | kept | implied | implied by a line | correlated, covered all the same | tests | checked | \
                    counterexamples | lost |\n|---|---|---|---|---|---|---|---|---|---|---|";

/// Checks all subjects; fails when one has a counterexample.
pub fn run(args: &ExperimentArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let table = args
        .subjects
        .as_deref()
        .context("--subjects names the table of classes")?;
    let all = read_subjects(table)?;
    let subjects = Subjects::find(&all, args.java_home.as_deref()).map_err(anyhow::Error::msg)?;
    let cancel = interrupt::cancel_on_interrupt();
    let budget = Budget {
        seconds: args.seconds,
        max_executions: args
            .max_executions
            .or(args.seconds.is_none().then_some(10_000)),
    };
    writeln!(out, "{HEAD}")?;
    let mut found: Vec<(String, Counterexample)> = Vec::new();
    for (at, subject) in all.iter().enumerate() {
        let simple = subject.class.rsplit('.').next().unwrap_or_default();
        match check_selection(&subjects, at, budget, &cancel) {
            Ok(SelectionCheck { tables }) => {
                for table in tables {
                    print_row(simple, &table, out)?;
                    let shown = table.counterexamples.into_iter().take(MOST_SHOWN);
                    found.extend(shown.map(|it| (simple.to_owned(), it)));
                }
            }
            Err(reason) => complain(&format!("{} was not run: {reason}", subject.class)),
        }
        out.flush()?;
    }
    for (class, it) in &found {
        let (kept, implied) = (&it.kept.0, &it.implied.0);
        writeln!(
            out,
            "\n{class}: a test covers {kept} and not {implied}:\n{}",
            it.test
        )?;
    }
    Ok(if found.is_empty() { DONE } else { NOTHING })
}

fn print_row(class: &str, it: &TableCheck, out: &mut dyn Write) -> std::io::Result<()> {
    let name = match it.table {
        Subsumption::Paper => "paper",
        Subsumption::Sound => "sound",
    };
    let dropped = |reason| it.dropped.get(&reason).copied().unwrap_or_default();
    writeln!(
        out,
        "| {class} | {name} | {} | {} | {} | {} | {}, {} of {} | {} | {} | {} | {} |",
        it.goals,
        it.kept,
        dropped(Reason::Implied),
        dropped(Reason::ImpliedByLine),
        dropped(Reason::Correlated),
        it.correlated.1,
        it.correlated.0,
        it.tests,
        it.checked,
        it.counterexamples.len(),
        it.lost,
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_row_has_a_number_for_each_column_of_the_head_what_was_lost_last() {
        let check = TableCheck {
            table: Subsumption::Sound,
            goals: 100,
            kept: 60,
            dropped: BTreeMap::from([(Reason::Implied, 25), (Reason::Correlated, 15)]),
            tests: 7,
            checked: 40,
            counterexamples: Vec::new(),
            lost: 3,
            correlated: (15, 12),
        };
        let mut row = Vec::new();
        print_row("Cart", &check, &mut row).expect("memory takes it");
        let row = String::from_utf8(row).expect("text");
        assert_eq!(
            row,
            "| Cart | sound | 100 | 60 | 25 | 0 | 15, 12 of 15 | 7 | 40 | 0 | 3 |\n"
        );
        let columns = HEAD.lines().next().expect("a head").matches('|').count();
        assert_eq!(row.matches('|').count(), columns);
    }
}
