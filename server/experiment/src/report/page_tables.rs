//! The overview tables of a report as rows of text, in Markdown and as HTML: coverage by every criterion per
//! configuration, class by class, and how criteria go together.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use maud::{Markup, html};

use crate::{
    Analysis, Cell, Plan,
    analysis::{correlation::correlations, statistics::spread},
    report::pair_report::TitledTable,
};

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Mean coverage over classes, and the mean size of suites, of one configuration.
struct Overall {
    configuration: usize,
    /// By criterion, in the order of [`Analysis::criteria`].
    coverage: Vec<Option<f64>>,
    tests: f64,
    statements: f64,
}

fn overall(plan: &Plan, analysis: &Analysis) -> Vec<Overall> {
    let mean = |values: Vec<f64>| spread(&values).mean;
    let row = |configuration: usize| {
        let coverage = analysis.criteria().into_iter().map(|criterion| {
            let cells = analysis.cells.iter();
            let of =
                cells.filter(|it| it.configuration == configuration && it.criterion == criterion);
            let means: Vec<f64> = of.map(|cell| cell.spread.mean).collect();
            (!means.is_empty()).then(|| mean(means))
        });
        let runs = analysis.runs.iter();
        let runs: Vec<_> = runs
            .filter(|(job, _)| job.configuration == configuration)
            .collect();
        Overall {
            configuration,
            coverage: coverage.collect(),
            tests: mean(runs.iter().map(|(_, run)| run.tests as f64).collect()),
            statements: mean(runs.iter().map(|(_, run)| run.statements as f64).collect()),
        }
    };
    (0..plan.configurations.len()).map(row).collect()
}

/// The head of the table of [`overall`], then a row per configuration.
pub(crate) fn overall_table(plan: &Plan, analysis: &Analysis) -> Vec<Vec<String>> {
    let mut head = vec!["configuration".to_owned()];
    head.extend(analysis.criteria().into_iter().map(str::to_owned));
    head.extend(["tests", "statements"].map(str::to_owned));
    let mut table = vec![head];
    for it in overall(plan, analysis) {
        let mut row = vec![plan.configurations[it.configuration].name.clone()];
        let cells = it.coverage.iter();
        row.extend(cells.map(|it| it.map_or_else(|| "–".to_owned(), percent)));
        row.push(format!("{:.1}", it.tests));
        row.push(format!("{:.1}", it.statements));
        table.push(row);
    }
    table
}

/// The head of the table of correlations, then a row per guiding criterion; nothing where the preset has none.
pub(crate) fn correlation_table(plan: &Plan, analysis: &Analysis) -> Vec<Vec<String>> {
    if !plan.preset.is_some_and(|preset| preset.correlates) {
        return Vec::new();
    }
    let correlations = correlations(plan, analysis);
    if correlations.is_empty() {
        return Vec::new();
    }
    let mut head = vec!["search".to_owned(), "guiding".to_owned()];
    head.extend(analysis.criteria().into_iter().map(str::to_owned));
    let mut table = vec![head];
    for it in correlations {
        let mut row = vec![it.how, it.guiding.to_owned()];
        let cells = it.measured.iter();
        row.extend(cells.map(|it| it.map_or_else(|| "–".to_owned(), |it| format!("{it:.2}"))));
        table.push(row);
    }
    table
}

/// The mean number of goals that a configuration covers, class by class: a table per criterion that configurations
/// are compared by.
pub(crate) fn class_tables(plan: &Plan, analysis: &Analysis) -> Vec<TitledTable> {
    let pairs = plan.pairs();
    let table = |criterion: &str| {
        let compared = pairs.iter().filter(|it| it.criteria.contains(&criterion));
        let configurations: BTreeSet<usize> = compared.flat_map(|it| [it.of.0, it.of.1]).collect();
        (!configurations.is_empty())
            .then(|| class_table(plan, analysis, criterion, &configurations))
    };
    analysis.criteria().into_iter().filter_map(table).collect()
}

fn class_table(
    plan: &Plan,
    analysis: &Analysis,
    criterion: &str,
    configurations: &BTreeSet<usize>,
) -> TitledTable {
    let mut head = vec!["class".to_owned(), "goals".to_owned()];
    head.extend(configurations.iter().map(|it| name(plan, *it).to_owned()));
    let mut rows = vec![head];
    for (at, subject) in plan.subjects.iter().enumerate() {
        let cells = analysis.cells.iter();
        let cells = cells.filter(|it| it.subject == at && it.criterion == criterion);
        let cells: BTreeMap<usize, &Cell> = cells.map(|it| (it.configuration, it)).collect();
        let Some(goals) = cells.values().map(|it| it.goals).max() else {
            continue;
        };
        let mut row = vec![simple(&subject.name()), goals.to_string()];
        row.extend(configurations.iter().map(|configuration| {
            let cell = cells.get(configuration);
            cell.map_or_else(
                || "–".to_owned(),
                |it| format!("{:.1}", it.spread.mean * it.goals as f64),
            )
        }));
        rows.push(row);
    }
    TitledTable {
        title: format!("Mean number of goals covered, class by class: {criterion}"),
        rows,
    }
}

pub(crate) fn name(plan: &Plan, configuration: usize) -> &str {
    &plan.configurations[configuration].name
}

pub(crate) fn versus(plan: &Plan, a: usize, b: usize) -> String {
    format!("{} against {}", name(plan, a), name(plan, b))
}

/// The class without its package; of a pair both. What stands behind `!`, a version of the class, stays.
pub(crate) fn simple(class: &str) -> String {
    let last = |name: &str| {
        let (name, version) = name.split_at(name.find('!').unwrap_or(name.len()));
        format!("{}{version}", name.rsplit('.').next().unwrap_or(name))
    };
    let both: Vec<String> = class.split('+').map(last).collect();
    both.join(" → ")
}

pub(crate) fn markdown_table(text: &mut String, rows: &[Vec<String>]) {
    for (at, row) in rows.iter().enumerate() {
        let _ = writeln!(text, "| {} |", row.join(" | "));
        if at == 0 {
            let _ = writeln!(text, "|{}", "---|".repeat(row.len()));
        }
    }
}

pub(crate) fn html_table(rows: &[Vec<String>]) -> Markup {
    html! {
        table {
            @for (at, row) in rows.iter().enumerate() {
                tr {
                    @for cell in row {
                        @if at == 0 { th { (cell) } } @else { td { (cell) } }
                    }
                }
            }
        }
    }
}
