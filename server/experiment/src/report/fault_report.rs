//! What a comparison on known faults says: takes its analysis, gives tables of text on which suites tell the faulty
//! version of a class from the right one.

use goalline_evaluate::FaultVerdict;

use crate::{Analysis, Plan, report::pair_report::TitledTable};

/// The tables of a plan; none where no subject has a faulty version.
pub(crate) fn tables(plan: &Plan, analysis: &Analysis) -> Vec<TitledTable> {
    if plan.subjects.iter().all(|subject| subject.buggy.is_none()) {
        return Vec::new();
    }
    vec![in_all(plan, analysis), by_fault(plan, analysis)]
}

/// Runs of a configuration, on one subject or on all, that ended so.
fn count(
    analysis: &Analysis,
    configuration: usize,
    subject: Option<usize>,
    verdict: FaultVerdict,
) -> usize {
    let runs = analysis.runs.iter().filter(|(job, run)| {
        job.configuration == configuration
            && subject.is_none_or(|it| it == job.subject)
            && run.fault == Some(verdict)
    });
    runs.count()
}

fn in_all(plan: &Plan, analysis: &Analysis) -> TitledTable {
    let head = [
        "configuration",
        "detected",
        "not detected",
        "failing",
        "faults that some run detects",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (at, configuration) in plan.configurations.iter().enumerate() {
        let mut row = vec![configuration.name.clone()];
        for verdict in [
            FaultVerdict::Detected,
            FaultVerdict::NotDetected,
            FaultVerdict::Failing,
        ] {
            row.push(count(analysis, at, None, verdict).to_string());
        }
        let is_found =
            |subject: &usize| count(analysis, at, Some(*subject), FaultVerdict::Detected) > 0;
        let found = (0..plan.subjects.len()).filter(is_found).count();
        row.push(found.to_string());
        rows.push(row);
    }
    TitledTable {
        title: "Faults: suites made on the right version, run on both, by number of runs"
            .to_owned(),
        rows,
    }
}

fn by_fault(plan: &Plan, analysis: &Analysis) -> TitledTable {
    let mut head = vec!["fault".to_owned()];
    head.extend(plan.configurations.iter().map(|it| it.name.clone()));
    let mut rows = vec![head];
    for (at, subject) in plan.subjects.iter().enumerate() {
        if subject.buggy.is_none() {
            continue;
        }
        let mut row = vec![subject.name()];
        let counts = (0..plan.configurations.len())
            .map(|it| count(analysis, it, Some(at), FaultVerdict::Detected).to_string());
        row.extend(counts);
        rows.push(row);
    }
    TitledTable {
        title: format!("Runs of {} that detect each fault", plan.seeds),
        rows,
    }
}
