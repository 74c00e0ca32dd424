//! The tables of an experiment as CSV: one row per run and time step, per goal and run, per class and configuration,
//! per pair.

use std::io::{self, Write};

use goalline_evaluate::FaultVerdict;

use crate::{
    Analysis, Plan,
    analysis::{area, correlation::Correlation},
    report::per_goal::GoalVersus,
};

/// Steps of time per run.
pub(crate) const STEPS: usize = 20;

/// A table being made in memory.
struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    fn new(header: &[&str]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.row(header.iter().map(|it| (*it).to_owned()));
        table
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0
            .write_record(cells)
            .expect("memory takes it, and rows are as long as the header");
    }

    fn bytes(self) -> Vec<u8> {
        self.0.into_inner().expect("memory takes it")
    }
}

fn number(value: f64) -> String {
    format!("{value:.4}")
}

/// Coverage of what was sought, at equal steps of the budget.
pub(crate) fn steps(plan: &Plan, analysis: &Analysis) -> Vec<u8> {
    let unit = if plan.is_timed() {
        "seconds"
    } else {
        "tests_run"
    };
    let mut table = CsvTable::new(&["class", "configuration", "seed", unit, "sought", "coverage"]);
    for (job, run) in &analysis.runs {
        for step in 1..=STEPS {
            let at = plan.end() * step as f64 / STEPS as f64;
            table.row([
                plan.subjects[job.subject].name(),
                plan.configurations[job.configuration].name.clone(),
                job.seed.to_string(),
                number(at),
                run.sought.to_string(),
                number(run.sought_share(at)),
            ]);
        }
    }
    table.bytes()
}

/// Per run its suite.
pub(crate) fn runs(plan: &Plan, analysis: &Analysis) -> Vec<u8> {
    let mut table = CsvTable::new(&[
        "class",
        "configuration",
        "seed",
        "criterion",
        "goals",
        "covered",
        "coverage",
        "area",
        "tests",
        "statements",
        "tests_run",
        "worker_deaths",
        "fault",
    ]);
    for (job, run) in &analysis.runs {
        for (criterion, coverage) in &run.coverage {
            table.row([
                plan.subjects[job.subject].name(),
                plan.configurations[job.configuration].name.clone(),
                job.seed.to_string(),
                criterion.clone(),
                coverage.total().to_string(),
                coverage.covered.len().to_string(),
                number(analysis.share(*job, run, criterion).unwrap_or_default()),
                number(area::under_coverage(run, plan.end())),
                run.tests.to_string(),
                run.statements.to_string(),
                run.executions.to_string(),
                run.deaths.to_string(),
                run.fault.map_or("", FaultVerdict::name).to_owned(),
            ]);
        }
    }
    table.bytes()
}

/// Per goal and run whether the suite covers it: millions of rows, which go straight into the file.
pub(crate) fn goals(plan: &Plan, analysis: &Analysis, file: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(file);
    table.write_record([
        "class",
        "configuration",
        "seed",
        "criterion",
        "goal",
        "covered",
    ])?;
    for (job, run) in &analysis.runs {
        let class = plan.subjects[job.subject].name();
        let configuration = &plan.configurations[job.configuration].name;
        let seed = job.seed.to_string();
        for (criterion, coverage) in &run.coverage {
            for (keys, covered) in [(&coverage.covered, "1"), (&coverage.missed, "0")] {
                for key in keys {
                    table.write_record([&class, configuration, &seed, criterion, key, covered])?;
                }
            }
        }
    }
    table.flush()
}

/// Per class and configuration where coverage lies.
pub(crate) fn summary(plan: &Plan, analysis: &Analysis) -> Vec<u8> {
    let mut table = CsvTable::new(&[
        "class",
        "configuration",
        "criterion",
        "goals",
        "runs",
        "mean",
        "median",
        "iqr",
    ]);
    for cell in &analysis.cells {
        table.row([
            plan.subjects[cell.subject].name(),
            plan.configurations[cell.configuration].name.clone(),
            cell.criterion.clone(),
            cell.goals.to_string(),
            cell.coverage.len().to_string(),
            number(cell.spread.mean),
            number(cell.spread.median),
            number(cell.spread.iqr),
        ]);
    }
    table.bytes()
}

/// Per class and pair who reaches more.
pub(crate) fn comparisons(plan: &Plan, analysis: &Analysis) -> Vec<u8> {
    let mut table = CsvTable::new(&[
        "class",
        "first",
        "second",
        "criterion",
        "p",
        "a12",
        "magnitude",
        "area_p",
        "area_a12",
    ]);
    for it in &analysis.versus {
        table.row([
            plan.subjects[it.subject].name(),
            plan.configurations[it.pair.0].name.clone(),
            plan.configurations[it.pair.1].name.clone(),
            it.criterion.clone(),
            number(it.coverage.p),
            number(it.coverage.a12),
            it.coverage.magnitude().name().to_owned(),
            number(it.area.p),
            number(it.area.a12),
        ]);
    }
    table.bytes()
}

/// Per goal and pair how often each covers it.
pub(crate) fn goal_comparisons(
    plan: &Plan,
    goals: &[((usize, usize), Vec<GoalVersus>)],
) -> Vec<u8> {
    let mut table = CsvTable::new(&[
        "class",
        "goal",
        "first",
        "second",
        "first_covered",
        "first_runs",
        "second_covered",
        "second_runs",
        "fisher_p",
        "odds_ratio",
    ]);
    for (pair, goals) in goals {
        for goal in goals {
            table.row([
                plan.subjects[goal.subject].name(),
                goal.key.clone(),
                plan.configurations[pair.0].name.clone(),
                plan.configurations[pair.1].name.clone(),
                goal.first.hits.to_string(),
                goal.first.runs.to_string(),
                goal.second.hits.to_string(),
                goal.second.runs.to_string(),
                number(goal.p),
                number(goal.odds),
            ]);
        }
    }
    table.bytes()
}

/// Per guiding criterion how the others go with it.
pub(crate) fn correlations(analysis: &Analysis, rows: &[Correlation]) -> Vec<u8> {
    let mut header = vec!["search", "guiding"];
    header.extend(analysis.criteria());
    let mut table = CsvTable::new(&header);
    for row in rows {
        let head = [row.how.clone(), row.guiding.to_owned()];
        let cells = row.measured.iter();
        let cells = cells.map(|it| it.map(number).unwrap_or_default());
        table.row(head.into_iter().chain(cells));
    }
    table.bytes()
}
