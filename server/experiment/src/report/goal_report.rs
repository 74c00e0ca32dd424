//! The goal-by-goal comparison as a table: takes goals under pairs of configurations, gives counts as the papers
//! print them, with the correlation of Â12 with the number of goals.

use crate::{
    Analysis, Plan,
    report::{
        page_tables::versus,
        pair_report::TitledTable,
        per_goal::{self, GoalVersus},
    },
};

/// Goals under pairs of configurations, where the plan compares them one by one.
pub(crate) type PerGoal = Vec<((usize, usize), Vec<GoalVersus>)>;

const TITLE: &str = "Goal by goal: Fisher's exact test per goal, odds ratios with δ = 1; the last column is Pearson's correlation of Â12 with the \
                     number of goals, over classes";

const HEAD: [&str; 6] = [
    "pair",
    "better",
    "equal",
    "worse",
    "never covered",
    "correlation",
];

/// The table, where goals are compared at all.
pub(crate) fn table(plan: &Plan, analysis: &Analysis, goals: &PerGoal) -> Option<TitledTable> {
    let rows = goals.iter().map(|(pair, goals)| {
        let it = per_goal::tally(goals);
        let correlation = per_goal::with_size(analysis, *pair);
        let mut row = vec![versus(plan, pair.0, pair.1)];
        row.extend([it.better, it.equal, it.worse, it.never].map(|it| it.to_string()));
        row.push(correlation.map_or_else(|| "–".to_owned(), |it| format!("{it:.2}")));
        row
    });
    let head = HEAD.map(str::to_owned).to_vec();
    (!goals.is_empty()).then(|| TitledTable {
        title: TITLE.to_owned(),
        rows: std::iter::once(head).chain(rows).collect(),
    })
}
