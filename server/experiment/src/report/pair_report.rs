//! What a comparison on pairs of classes says beyond coverage per class: takes its analysis, gives tables of text:
//! means per library, ranks with Friedman's test and Nemenyi's comparisons, and what suites kill that unit suites
//! of neither class do.

use std::collections::{BTreeMap, BTreeSet};

use goalline_evaluate::PairSuite;

use crate::{
    Analysis, Plan, RunRecord,
    analysis::{friedman::Ranking, statistics::spread},
    plan::record::{CALLEE_MUTANTS, COUPLED, FAULTS, STRICT},
};

/// A table with what it shows: the head, then the rows.
pub(crate) struct TitledTable {
    pub title: String,
    pub rows: Vec<Vec<String>>,
}

/// The tables of a plan; none where its subjects are single classes.
pub(crate) fn tables(plan: &Plan, analysis: &Analysis) -> Vec<TitledTable> {
    if !plan.is_about_pairs() {
        return Vec::new();
    }
    let mut tables = vec![by_library(plan, analysis)];
    for measure in [COUPLED, STRICT] {
        tables.extend(ranks(plan, analysis, measure));
    }
    tables.push(beyond_units(plan, analysis));
    tables
}

fn names(plan: &Plan) -> impl Iterator<Item = String> {
    plan.configurations.iter().map(|it| it.name.clone())
}

/// Mean coverage of a configuration on a subject.
fn mean(analysis: &Analysis, subject: usize, configuration: usize, measure: &str) -> Option<f64> {
    let mut cells = analysis.cells.iter();
    let cell = cells.find(|it| {
        it.subject == subject && it.configuration == configuration && it.criterion == measure
    })?;
    Some(cell.spread.mean)
}

/// Mean coverage of pairs, by where the subjects come from.
fn by_library(plan: &Plan, analysis: &Analysis) -> TitledTable {
    let mut sources: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, subject) in plan.subjects.iter().enumerate() {
        sources.entry(subject.source_name()).or_default().push(at);
    }
    let mut rows = vec![["source", "classes"].map(str::to_owned).to_vec()];
    rows[0].extend(names(plan));
    for (source, subjects) in sources {
        let mut row = vec![source, subjects.len().to_string()];
        for configuration in 0..plan.configurations.len() {
            let means = subjects.iter();
            let means = means.filter_map(|it| mean(analysis, *it, configuration, COUPLED));
            let means: Vec<f64> = means.collect();
            row.push(if means.is_empty() {
                "–".to_owned()
            } else {
                format!("{:.1} %", spread(&means).mean * 100.0)
            });
        }
        rows.push(row);
    }
    TitledTable {
        title: "Coupled branches covered, mean over pairs of classes".to_owned(),
        rows,
    }
}

/// Ranks over the subjects on which every configuration has runs.
fn ranks(plan: &Plan, analysis: &Analysis, measure: &str) -> Option<TitledTable> {
    let all = 0..plan.configurations.len();
    let block = |subject: usize| -> Option<Vec<f64>> {
        let means = all.clone();
        means
            .map(|it| mean(analysis, subject, it, measure))
            .collect()
    };
    let blocks: Vec<Vec<f64>> = (0..plan.subjects.len()).filter_map(block).collect();
    let ranking = Ranking::of(&blocks)?;
    let mut head = vec!["configuration".to_owned(), "mean rank".to_owned()];
    head.extend(names(plan).map(|name| format!("p against {name}")));
    let mut rows = vec![head];
    for (at, name) in names(plan).enumerate() {
        let mut row = vec![name, format!("{:.2}", ranking.mean_ranks[at])];
        row.extend(all.clone().map(|other| {
            if other == at {
                "–".to_owned()
            } else {
                format!("{:.3}", ranking.nemenyi(at, other))
            }
        }));
        rows.push(row);
    }
    let (blocks, p) = (ranking.blocks, ranking.p);
    Some(TitledTable {
        title: format!(
            "Ranks by {measure}: Friedman's test over {blocks} pairs of classes gives p = {p:.4}; single comparisons are Nemenyi's"
        ),
        rows,
    })
}

/// What a run covered by a measure.
fn covered<'a>(run: &'a RunRecord, measure: &str) -> BTreeSet<&'a str> {
    let coverage = run.coverage.get(measure).into_iter();
    let covered = coverage.flat_map(|it| &it.covered);
    covered.map(String::as_str).collect()
}

/// Per configuration what its suites notice and the unit suites of caller and callee with the same seed do not.
fn beyond_units(plan: &Plan, analysis: &Analysis) -> TitledTable {
    let is_unit = |configuration: usize| {
        let suite = plan.configurations[configuration].suite;
        matches!(suite, Some(PairSuite::Caller | PairSuite::Callee))
    };
    let units = |subject: usize, seed: u64, measure: &str| -> BTreeSet<&str> {
        let runs = analysis.runs.iter();
        let runs = runs.filter(|(job, _)| {
            (job.subject, job.seed) == (subject, seed) && is_unit(job.configuration)
        });
        runs.flat_map(|(_, run)| covered(run, measure)).collect()
    };
    let head = [
        "configuration",
        "callee mutants noticed beyond both unit suites, mean per run",
        "pairs of classes with such mutants",
        "possible faults beyond both unit suites, places",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (at, name) in names(plan).enumerate() {
        let runs = analysis.runs.iter();
        let runs: Vec<_> = runs.filter(|(job, _)| job.configuration == at).collect();
        let (mut counts, mut pairs, mut faults) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for (job, run) in runs {
            let beyond = |measure: &str| -> Vec<&str> {
                let known = units(job.subject, job.seed, measure);
                let found = covered(run, measure);
                found.difference(&known).copied().collect()
            };
            let mutants = beyond(CALLEE_MUTANTS);
            if !mutants.is_empty() {
                pairs.insert(job.subject);
            }
            counts.push(mutants.len() as f64);
            faults.extend(beyond(FAULTS).into_iter().map(|place| (job.subject, place)));
        }
        rows.push(vec![
            name,
            format!("{:.1}", spread(&counts).mean),
            pairs.len().to_string(),
            faults.len().to_string(),
        ]);
    }
    TitledTable {
        title: "What only integration shows".to_owned(),
        rows,
    }
}
