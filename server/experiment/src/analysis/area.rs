//! The area under coverage over the budget: takes how coverage grew, gives its mean over the whole budget, from 0 to 1.

use crate::RunRecord;

/// Coverage of the sought goals is a step function of the budget; this is its mean (Panichella, Kifetew, Tonella
/// 2018, §5.2).
pub(crate) fn under_coverage(record: &RunRecord, budget: f64) -> f64 {
    if budget <= 0.0 {
        return 0.0;
    }
    let mut area = 0.0;
    let (mut since, mut covered) = (0.0, 0);
    for (at, next) in &record.steps {
        let at = at.min(budget);
        area += (at - since) * covered as f64;
        (since, covered) = (at, *next);
    }
    area += (budget - since) * covered as f64;
    area / budget / record.sought.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_goals_for_half_of_the_budget_and_all_for_the_rest_make_three_quarters() {
        let record = RunRecord {
            sought: 4,
            steps: vec![(0.0, 2), (5.0, 4)],
            ..RunRecord::default()
        };
        assert!((under_coverage(&record, 10.0) - 0.75).abs() < 1e-12);
        assert!((record.sought_share(4.9) - 0.5).abs() < 1e-12);
        assert!((record.sought_share(5.0) - 1.0).abs() < 1e-12);
    }
}
