//! How coverage by one criterion goes with coverage by another: takes runs that one criterion guided, gives Pearson's
//! correlation per ordered pair of guiding and measured criterion, over all classes and seeds (Zhou et al. 2022,
//! §3.1).

use goalline_engine::goals::Criterion;

use crate::{Analysis, Plan, analysis::statistics::pearson};

/// The coverage that a criterion guided to, against that of another one in the same runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Correlation {
    /// How the runs searched.
    pub how: String,
    /// The criterion that guided them. Exceptions and outputs guide together with branches.
    pub guiding: &'static str,
    /// By measured criterion, in the order of [`Analysis::criteria`]; none where one of both does not vary.
    pub measured: Vec<Option<f64>>,
}

/// One row per configuration and criterion that guides it: those that seek one criterion, or one more along with
/// branches. Where branches join whatever is sought, no other criterion guides alone: such searches have rows for
/// branches only.
pub(crate) fn correlations(plan: &Plan, analysis: &Analysis) -> Vec<Correlation> {
    let mut rows = Vec::new();
    for (at, configuration) in plan.configurations.iter().enumerate() {
        let is_joined = configuration.parameters.algorithm.needs_branches();
        let guiding: Vec<&'static str> = match configuration.listed() {
            Some([only]) if !is_joined || *only == Criterion::Branch => vec![only.name()],
            _ if is_joined => continue,
            Some([branch, rest @ ..]) if branch.name() == "branch" && rest.len() <= 2 => {
                rest.iter().map(|it| it.name()).collect()
            }
            _ => continue,
        };
        for guiding in guiding {
            let criteria = analysis.criteria();
            let of = |measured: &&str| correlation(analysis, at, guiding, measured);
            rows.push(Correlation {
                how: configuration.how().to_owned(),
                guiding,
                measured: criteria.iter().map(of).collect(),
            });
        }
    }
    rows
}

fn correlation(
    analysis: &Analysis,
    configuration: usize,
    guiding: &str,
    measured: &str,
) -> Option<f64> {
    let runs = analysis.runs.iter();
    let runs = runs.filter(|(job, _)| job.configuration == configuration);
    let (a, b): (Vec<f64>, Vec<f64>) = runs
        .filter_map(|(job, run)| {
            let share = |criterion| analysis.share(*job, run, criterion);
            Some((share(guiding)?, share(measured)?))
        })
        .unzip();
    pearson(&a, &b)
}
