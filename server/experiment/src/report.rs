//! The report of an experiment: takes its analysis, gives one page that opens offline, a summary in Markdown, and the
//! tables.

pub(crate) mod csv_files;
pub(crate) mod fault_report;
pub(crate) mod goal_report;
pub(crate) mod page_tables;
pub(crate) mod pair_report;
pub(crate) mod per_goal;
pub(crate) mod plots;

use std::{collections::BTreeMap, fmt::Write as _};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    Analysis, Folder, FolderError, Plan, Tally,
    analysis::{
        correlation::correlations,
        statistics::{LEAST_RUNS, spread},
    },
    report::{
        goal_report::PerGoal,
        page_tables::{
            correlation_table, html_table, markdown_table, name, overall_table, simple, versus,
        },
        pair_report::TitledTable,
        plots::{PlotLine, Sample},
    },
};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 \
1rem;color:#222}\
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:right}\
th:first-child,td:first-child{text-align:left}.bar{display:flex;width:16rem;height:.9rem}.win{background:#3a7d44}\
.tie{background:#ddd}.loss{background:#b5483a}svg{max-width:100%;height:auto}.note{color:#666}";

/// Compares the runs that are there, and writes report, summary and tables into the folder; each file is there whole,
/// or as it was before. Of shards that end together, one does so after the other: the last report has the runs of
/// all.
///
/// # Errors
/// See [`FolderError`].
pub fn report(plan: &Plan, folder: &Folder) -> Result<Analysis, FolderError> {
    let _lock = folder.lock_shared()?;
    let analysis = Analysis::of(plan, folder)?;
    write_report(plan, &analysis, folder)?;
    Ok(analysis)
}

fn write_report(plan: &Plan, analysis: &Analysis, folder: &Folder) -> Result<(), FolderError> {
    let is_per_goal = plan.preset.is_some_and(|preset| preset.per_goal);
    let goals: PerGoal = plan
        .pairs()
        .into_iter()
        .filter(|_| is_per_goal)
        .map(|pair| (pair.of, per_goal::goals(plan, analysis, &pair)))
        .collect();
    folder.write("steps.csv", &csv_files::steps(plan, analysis))?;
    folder.write("runs.csv", &csv_files::runs(plan, analysis))?;
    folder.stream("goals.csv", |file| csv_files::goals(plan, analysis, file))?;
    folder.write("summary.csv", &csv_files::summary(plan, analysis))?;
    folder.write("comparisons.csv", &csv_files::comparisons(plan, analysis))?;
    if is_per_goal {
        let table = csv_files::goal_comparisons(plan, &goals);
        folder.write("goal-comparisons.csv", &table)?;
    }
    if plan.preset.is_some_and(|preset| preset.correlates) {
        let rows = correlations(plan, analysis);
        folder.write(
            "correlations.csv",
            &csv_files::correlations(analysis, &rows),
        )?;
    }
    folder.write("summary.md", markdown(plan, analysis, &goals).as_bytes())?;
    folder.write(
        "report.html",
        page(plan, analysis, &goals).into_string().as_bytes(),
    )
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn about(plan: &Plan, analysis: &Analysis) -> String {
    let few = if plan.seeds < LEAST_RUNS as u64 {
        " With fewer than four seeds all is tied, for an exact test could not give p < 0.05: only the \
        direction of Â12 can be read."
    } else {
        ""
    };
    format!(
        "{} classes, {} configurations, {} seeds, {} per run: {} runs, each measured after minimisation and a \
        fresh run. {}{few}",
        plan.subjects.len(),
        plan.configurations.len(),
        plan.seeds,
        plan.budget_text(),
        analysis.runs.len(),
        made_by(analysis),
    )
}

/// The build of runs that do not say theirs: older ones.
const UNTOLD: &str = "of a build that its runs do not name";

/// Which build of the program made the runs; where several did, how many each.
fn made_by(analysis: &Analysis) -> String {
    let mut builds: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, run) in &analysis.runs {
        let is_told = !run.build.is_empty();
        let build = if is_told { &run.build } else { UNTOLD };
        *builds.entry(build).or_default() += 1;
    }
    let mut builds: Vec<(&str, usize)> = builds.into_iter().collect();
    match builds.as_mut_slice() {
        [] => String::new(),
        [(build, _)] => format!("Made by goalline {build}."),
        builds => {
            let parts = builds
                .iter()
                .map(|(build, runs)| format!("{runs} by {build}"));
            let parts: Vec<String> = parts.collect();
            format!(
                "The runs are of several builds of goalline: {}.",
                parts.join(", ")
            )
        }
    }
}

fn markdown(plan: &Plan, analysis: &Analysis, goals: &PerGoal) -> String {
    let mut text = format!("{}\n\n", about(plan, analysis));
    if let Some(missing) = not_finished(analysis) {
        let _ = writeln!(text, "{missing}\n");
    }
    markdown_table(&mut text, &overall_table(plan, analysis));
    text.push_str("\n| pair | criterion | classes | wins | ties | losses | of the ties sooner / later | mean Â12 |\n");
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    for it in &analysis.tallies {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} / {} | {:.2} |",
            versus(plan, it.pair.0, it.pair.1),
            it.criterion,
            it.size.name(),
            it.wins,
            it.ties,
            it.losses,
            it.sooner.0,
            it.sooner.1,
            it.a12
        );
    }
    let correlations = correlation_table(plan, analysis);
    if !correlations.is_empty() {
        text.push('\n');
        markdown_table(&mut text, &correlations);
    }
    for shown in further_tables(plan, analysis, goals) {
        let _ = writeln!(text, "\n{}\n", shown.title);
        markdown_table(&mut text, &shown.rows);
    }
    for (class, reason) in &analysis.failures {
        let _ = writeln!(text, "\nNot run: {class}: {reason}");
    }
    text
}

/// How much of the comparison is not there yet.
fn not_finished(analysis: &Analysis) -> Option<String> {
    let missing = analysis.missing;
    (missing > 0).then(|| format!("Not finished: {missing} runs are missing."))
}

/// What there is beside the tables that every report has: goal by goal, class by class, and of subjects of a special
/// kind.
fn further_tables(plan: &Plan, analysis: &Analysis, goals: &PerGoal) -> Vec<TitledTable> {
    let mut tables: Vec<TitledTable> = goal_report::table(plan, analysis, goals)
        .into_iter()
        .collect();
    tables.extend(pair_report::tables(plan, analysis));
    tables.extend(fault_report::tables(plan, analysis));
    tables.extend(page_tables::class_tables(plan, analysis));
    tables
}

fn page(plan: &Plan, analysis: &Analysis, goals: &PerGoal) -> Markup {
    let title = plan
        .preset
        .map_or("Comparison of searches", |preset| preset.name);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                @if let Some(preset) = plan.preset { p { (preset.question) } }
                p { (about(plan, analysis)) }
                @if let Some(missing) = not_finished(analysis) {
                    p class="note" { (missing) }
                }
                @for (class, reason) in &analysis.failures {
                    p class="note" { "Not run: " (class) ": " (reason) }
                }
                (overall_section(plan, analysis))
                (tally_section(plan, analysis))
                (correlation_section(plan, analysis))
                @for shown in further_tables(plan, analysis, goals) {
                    h2 { (shown.title) }
                    (html_table(&shown.rows))
                }
                h2 { "Class by class" }
                @for subject in 0..plan.subjects.len() { (class_section(plan, analysis, subject)) }
                p class="note" {
                    "Wins: two-sided Mann–Whitney U of at least four runs on each side, p < 0.05, and \
                    Vargha–Delaney Â12 > 0.5. Large classes have 200 branches or more."
                }
            }
        }
    }
}

fn overall_section(plan: &Plan, analysis: &Analysis) -> Markup {
    html! {
        h2 { "All classes" }
        (html_table(&overall_table(plan, analysis)))
        h3 { "Coverage over the budget, mean of all classes" }
        (PreEscaped(plots::lines(&growth(plan, analysis, None), plan.end(), unit(plan))))
        @for criterion in analysis.criteria() {
            h3 { "Coverage at the end by " (criterion) ", all runs" }
            (PreEscaped(plots::boxes(&samples(plan, analysis, criterion))))
        }
    }
}

/// What the runs of each configuration cover by one criterion; configurations that it does not measure are left out.
fn samples(plan: &Plan, analysis: &Analysis, criterion: &str) -> Vec<Sample> {
    let sample = |configuration: usize| {
        let cells = analysis.cells.iter();
        let of = cells.filter(|it| it.configuration == configuration && it.criterion == criterion);
        let values: Vec<f64> = of.flat_map(|cell| cell.coverage.iter().copied()).collect();
        (!values.is_empty()).then(|| Sample {
            name: name(plan, configuration).to_owned(),
            values,
        })
    };
    (0..plan.configurations.len()).filter_map(sample).collect()
}

fn unit(plan: &Plan) -> &'static str {
    if plan.is_timed() {
        "seconds"
    } else {
        "tests run"
    }
}

/// How coverage grew per configuration: mean over the runs of one subject, or of all.
fn growth(plan: &Plan, analysis: &Analysis, subject: Option<usize>) -> Vec<PlotLine> {
    let line = |configuration: usize| {
        let runs = analysis.runs.iter().filter(|(job, _)| {
            job.configuration == configuration && subject.is_none_or(|it| it == job.subject)
        });
        let runs: Vec<_> = runs.map(|(_, run)| run).collect();
        let points = (0..=csv_files::STEPS).map(|step| {
            let at = plan.end() * step as f64 / csv_files::STEPS as f64;
            let shares: Vec<f64> = runs.iter().map(|run| run.sought_share(at)).collect();
            (at, spread(&shares).mean)
        });
        PlotLine {
            name: name(plan, configuration).to_owned(),
            points: points.collect(),
        }
    };
    (0..plan.configurations.len()).map(line).collect()
}

fn tally_section(plan: &Plan, analysis: &Analysis) -> Markup {
    html! {
        h2 { "Who reaches more" }
        table {
            tr {
                th { "pair" } th { "criterion" } th { "classes" } th { "wins" } th { "ties" } th { "losses" }
                th { "of the ties sooner / later" } th { "mean Â12" } th {}
            }
            @for it in &analysis.tallies {
                tr {
                    td { (versus(plan, it.pair.0, it.pair.1)) } td { (it.criterion) } td { (it.size.name()) }
                    td { (it.wins) } td { (it.ties) } td { (it.losses) } td { (it.sooner.0) " / " (it.sooner.1) }
                    td { (format!("{:.2}", it.a12)) } td { (bar(it)) }
                }
            }
        }
    }
}

fn bar(tally: &Tally) -> Markup {
    let parts = [
        ("win", tally.wins),
        ("tie", tally.ties),
        ("loss", tally.losses),
    ];
    html! {
        div class="bar" {
            @for (kind, count) in parts { div class=(kind) style=(format!("flex:{count}")) {} }
        }
    }
}

fn correlation_section(plan: &Plan, analysis: &Analysis) -> Markup {
    let table = correlation_table(plan, analysis);
    html! {
        @if !table.is_empty() {
            h2 { "How coverage by one criterion goes with the others" }
            p { "Pearson's correlation over the runs of all classes that the row's criterion guided." }
            (html_table(&table))
        }
    }
}

fn class_section(plan: &Plan, analysis: &Analysis, subject: usize) -> Markup {
    let cells: Vec<_> = analysis
        .cells
        .iter()
        .filter(|cell| cell.subject == subject)
        .collect();
    let pairs: Vec<_> = analysis
        .versus
        .iter()
        .filter(|it| it.subject == subject)
        .collect();
    html! {
        @if !cells.is_empty() {
            h3 { (simple(&plan.subjects[subject].name())) }
            table {
                tr {
                    th { "configuration" } th { "criterion" } th { "goals" } th { "mean" }
                    th { "median" } th { "IQR" }
                }
                @for cell in cells {
                    tr {
                        td { (name(plan, cell.configuration)) } td { (cell.criterion) } td { (cell.goals) }
                        td { (percent(cell.spread.mean)) } td { (percent(cell.spread.median)) }
                        td { (percent(cell.spread.iqr)) }
                    }
                }
            }
            table {
                tr {
                    th { "pair" } th { "criterion" } th { "p" } th { "Â12" }
                    th { "magnitude" } th { "area p" } th { "area Â12" }
                }
                @for it in pairs {
                    tr {
                        td { (versus(plan, it.pair.0, it.pair.1)) } td { (it.criterion) }
                        td { (format!("{:.3}", it.coverage.p)) }
                        td { (format!("{:.2}", it.coverage.a12)) } td { (it.coverage.magnitude().name()) }
                        td { (format!("{:.3}", it.area.p)) } td { (format!("{:.2}", it.area.a12)) }
                    }
                }
            }
            (PreEscaped(plots::lines(&growth(plan, analysis, Some(subject)), plan.end(), unit(plan))))
        }
    }
}

#[cfg(test)]
mod tests {
    use goalline_engine::Budget;

    use super::*;
    use crate::{Cell, Configuration};

    fn plan() -> Plan {
        let named = |name: &str| Configuration::named(name).expect("a configuration");
        Plan {
            preset: None,
            subjects: Vec::new(),
            configurations: vec![named("mosa@branch"), named("mosa@strong")],
            seeds: 2,
            budget: Budget {
                seconds: None,
                max_executions: Some(1),
            },
            build: String::new(),
        }
    }

    #[test]
    fn the_summary_and_the_page_say_how_many_runs_are_missing() {
        let said = |missing: usize| {
            let analysis = Analysis {
                missing,
                ..Analysis::default()
            };
            let texts = [
                markdown(&plan(), &analysis, &Vec::new()),
                page(&plan(), &analysis, &Vec::new()).into_string(),
            ];
            texts.map(|it| it.contains("Not finished: 60 runs are missing."))
        };
        assert_eq!(said(60), [true, true]);
        assert_eq!(said(0), [false, false]);
    }

    #[test]
    fn a_plot_shows_coverage_by_one_criterion_of_those_that_are_measured_by_it() {
        let plan = plan();
        let cell = |configuration, criterion: &str, coverage: [f64; 2]| Cell {
            subject: 0,
            configuration,
            criterion: criterion.to_owned(),
            coverage: coverage.to_vec(),
            spread: spread(&coverage),
            goals: 4,
        };
        let analysis = Analysis {
            cells: vec![
                cell(0, "branch", [0.75, 1.0]),
                cell(1, "branch", [0.5, 0.75]),
                cell(1, "strong", [0.25, 0.25]),
            ],
            ..Analysis::default()
        };
        let shown = |criterion: &str| -> Vec<(String, Vec<f64>)> {
            let samples = samples(&plan, &analysis, criterion).into_iter();
            samples.map(|it| (it.name, it.values)).collect()
        };
        let of = |name: &str, values: [f64; 2]| (name.to_owned(), values.to_vec());
        let (first, second) = ([0.75, 1.0], [0.5, 0.75]);
        let both = [of("mosa@branch", first), of("mosa@strong", second)];
        assert_eq!(shown("branch"), both);
        assert_eq!(shown("strong"), [of("mosa@strong", [0.25; 2])]);
    }
}
