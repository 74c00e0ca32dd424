//! The analysis goal by goal of the whole-suite studies: takes the runs of two configurations, gives per goal who
//! covers it more often, and over classes whether that depends on how many goals there are.

use std::collections::BTreeMap;

use crate::{
    Analysis, Plan,
    analysis::statistics::{ALPHA, Frequency, fisher, odds_ratio, pearson},
    plan::ComparedPair,
};

/// One goal under two configurations.
#[derive(Clone, Debug)]
pub(crate) struct GoalVersus {
    pub subject: usize,
    pub key: String,
    pub first: Frequency,
    pub second: Frequency,
    pub p: f64,
    pub odds: f64,
}

/// How many goals one configuration covers more often than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoalTally {
    /// Significantly more often by the first.
    pub better: usize,
    /// Covered, without a significant difference.
    pub equal: usize,
    /// Significantly more often by the second.
    pub worse: usize,
    /// Covered by neither in any run.
    pub never: usize,
}

/// All goals of the criteria that a pair of configurations is compared by, of all classes. Exceptions have no total
/// and are left out.
pub(crate) fn goals(plan: &Plan, analysis: &Analysis, pair: &ComparedPair) -> Vec<GoalVersus> {
    let mut all = Vec::new();
    let criteria = pair.criteria.iter().copied();
    let criteria: Vec<&str> = criteria.filter(|it| *it != "exception").collect();
    for subject in 0..plan.subjects.len() {
        let of = |configuration| frequencies(analysis, subject, configuration, &criteria);
        let (a, b) = (of(pair.of.0), of(pair.of.1));
        for (key, first) in a {
            if let Some(second) = b.get(key) {
                all.push(GoalVersus {
                    subject,
                    key: key.to_owned(),
                    first,
                    second: *second,
                    p: fisher(first, *second),
                    odds: odds_ratio(first, *second),
                });
            }
        }
    }
    all
}

fn frequencies<'a>(
    analysis: &'a Analysis,
    subject: usize,
    configuration: usize,
    criteria: &[&str],
) -> BTreeMap<&'a str, Frequency> {
    let mut all: BTreeMap<&str, Frequency> = BTreeMap::new();
    let runs = analysis.runs_of(subject, configuration);
    for coverage in runs.flat_map(|run| criteria.iter().filter_map(|it| run.coverage.get(*it))) {
        for (keys, hit) in [(&coverage.covered, 1), (&coverage.missed, 0)] {
            for key in keys {
                let of = all.entry(key).or_insert(Frequency { hits: 0, runs: 0 });
                of.hits += hit;
                of.runs += 1;
            }
        }
    }
    all
}

/// Counts them as the papers' tables do.
pub(crate) fn tally(goals: &[GoalVersus]) -> GoalTally {
    let mut tally = GoalTally::default();
    for goal in goals {
        if goal.first.hits + goal.second.hits == 0 {
            tally.never += 1;
        } else if goal.p >= ALPHA {
            tally.equal += 1;
        } else if goal.odds > 1.0 {
            tally.better += 1;
        } else {
            tally.worse += 1;
        }
    }
    tally
}

/// Correlation of Â12 with the number of goals, over classes.
pub(crate) fn with_size(analysis: &Analysis, pair: (usize, usize)) -> Option<f64> {
    let mut effects = Vec::new();
    let mut sizes = Vec::new();
    for versus in analysis.versus.iter().filter(|it| it.pair == pair) {
        let cell = analysis
            .cells
            .iter()
            .find(|cell| cell.subject == versus.subject && cell.criterion == versus.criterion)?;
        effects.push(versus.coverage.a12);
        sizes.push(cell.goals as f64);
    }
    pearson(&effects, &sizes)
}
