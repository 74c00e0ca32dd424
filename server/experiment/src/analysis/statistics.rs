//! The statistics of the papers: takes samples, gives what a table prints about them. The tests are those of `statrs`.

use statrs::{
    statistics::{Data, Distribution, OrderStatistics, Statistics},
    stats_tests::{
        Alternative,
        fisher::fishers_exact,
        mannwhitneyu::{MannWhitneyUMethod, mannwhitneyu},
    },
};

/// Below this probability of chance a difference counts.
pub const ALPHA: f64 = 0.05;

/// Values that each of two samples needs for a difference to count. Three against three an exact test gives no p
/// below 0.1, four against four none below 0.03; the normal approximation gives 0.047 for three equal values against
/// three other equal ones.
pub const LEAST_RUNS: usize = 4;

/// Where a sample lies and how far it spreads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// Median.
    pub median: f64,
    /// Distance between the quartiles, by Hyndman and Fan's eighth definition (1996), which they recommend.
    pub iqr: f64,
}

/// Mean, median and interquartile range; zeros of an empty sample.
pub fn spread(sample: &[f64]) -> Spread {
    if sample.is_empty() {
        return Spread {
            mean: 0.0,
            median: 0.0,
            iqr: 0.0,
        };
    }
    let mut data = Data::new(sample.to_vec());
    Spread {
        mean: data.mean().unwrap_or_default(),
        median: data.median(),
        iqr: data.interquartile_range(),
    }
}

/// How large an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
    /// Less than 0.56 (or more than 0.44).
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Magnitude {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// After Vargha and Delaney (2000): 0.56, 0.64 and 0.71, and the same below one half.
    pub fn of(a12: f64) -> Self {
        match (a12 - 0.5).abs() + 0.5 {
            it if it < 0.56 => Self::Negligible,
            it if it < 0.64 => Self::Small,
            it if it < 0.71 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// One sample against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Two-sided Mann–Whitney U.
    pub p: f64,
    /// Vargha–Delaney: how likely a value of the first sample is greater, ties counted half.
    pub a12: f64,
    /// Values in the smaller sample.
    pub runs: usize,
}

impl Comparison {
    /// Whether the difference counts.
    pub fn is_significant(self) -> bool {
        self.runs >= LEAST_RUNS && self.p < ALPHA
    }

    /// How large the effect is.
    pub fn magnitude(self) -> Magnitude {
        Magnitude::of(self.a12)
    }
}

/// Compares two samples. The normal approximation with ties and continuity corrected, as R's `wilcox.test` does it
/// for samples with ties, for all sizes: coverage has ties, and `statrs` 0.19 gives the complement of the exact p
/// where the first sample is not the larger one. Samples without any difference, or empty ones, give p = 1.
pub fn compare(a: &[f64], b: &[f64]) -> Comparison {
    let method = MannWhitneyUMethod::AsymptoticInclContinuityCorrection;
    let (p, a12) = match mannwhitneyu(a, b, method, Alternative::TwoSided) {
        Ok((u, p)) => (
            if p.is_nan() { 1.0 } else { p },
            u / (a.len() * b.len()) as f64,
        ),
        Err(_) => (1.0, 0.5),
    };
    let runs = a.len().min(b.len());
    Comparison { p, a12, runs }
}

/// How often something happened in a number of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// Runs in which it happened.
    pub hits: u64,
    /// All runs.
    pub runs: u64,
}

/// Two-sided Fisher's exact test of two frequencies.
pub fn fisher(a: Frequency, b: Frequency) -> f64 {
    let table = [a.hits, b.hits, a.runs - a.hits, b.runs - b.hits];
    fishers_exact(&table, Alternative::TwoSided).map_or(1.0, |p| p.min(1.0))
}

/// Odds ratio with δ = 1 added to each cell, so that none is zero (Fraser and Arcuri 2013, §4.3).
pub fn odds_ratio(a: Frequency, b: Frequency) -> f64 {
    let odds = |it: Frequency| (it.hits as f64 + 1.0) / ((it.runs - it.hits) as f64 + 1.0);
    odds(a) / odds(b)
}

/// Pearson's correlation; none where one sample does not vary.
pub fn pearson(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.len() != b.len() || a.len() < 2 {
        return None;
    }
    let scale = a.std_dev() * b.std_dev();
    (scale > 0.0).then(|| (a.covariance(b) / scale).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn mann_whitney_gives_what_scipy_documents_whichever_sample_comes_first() {
        // scipy.stats.mannwhitneyu, example of its documentation: U = 17, asymptotic p with continuity =
        // 0.11134688653314041.
        let (male, female) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        let got = compare(&male, &female);
        assert!(near(got.p, 0.111_346_886_5), "{got:?}");
        assert!(near(got.a12, 17.0 / 20.0));
        let turned = compare(&female, &male);
        assert!(near(turned.p, got.p));
        assert!(near(turned.a12, 3.0 / 20.0));
    }

    #[test]
    fn ties_count_half_and_correct_the_variance() {
        // Worked by hand: {1, 2, 2} against {2, 3, 4} has the pairs greater 0, equal 2, so U = 1 and Â12 = 1/9. Ties
        // of three among six: σ² = 9/12 · (7 − (27 − 3)/30) = 4.65; z = (|1 − 4.5| − 0.5)/√4.65 = 1.391, two-sided p
        // = 0.1642.
        let got = compare(&[1.0, 2.0, 2.0], &[2.0, 3.0, 4.0]);
        assert!(near(got.a12, 1.0 / 9.0));
        assert!((got.p - 0.1642).abs() < 1e-3, "{got:?}");
    }

    #[test]
    fn samples_that_do_not_differ_are_no_surprise() {
        let got = compare(&[0.5; 5], &[0.5; 5]);
        assert!(near(got.p, 1.0) && near(got.a12, 0.5), "{got:?}");
        let empty = compare(&[], &[1.0]);
        assert!(near(empty.p, 1.0) && near(empty.a12, 0.5), "{empty:?}");
    }

    #[test]
    fn three_runs_on_a_side_are_too_few_for_a_difference_to_count() {
        // Three 1s against three 0s: U = 9, σ² = 9/12 · (7 − (24 + 24)/30) = 4.05, z = (4.5 − 0.5)/√4.05 = 1.988, p =
        // 0.0469; the exact test gives 2/20. Four against four: exactly 2/70.
        let three = compare(&[1.0; 3], &[0.0; 3]);
        assert!(three.p < ALPHA && !three.is_significant(), "{three:?}");
        assert!(!compare(&[1.0; 10], &[0.0; 3]).is_significant());
        assert!(compare(&[1.0; 4], &[0.0; 4]).is_significant());
    }

    #[test]
    fn a12_is_the_share_of_pairs_in_which_the_first_is_greater() {
        // 2 > 1, 3 > 1 and 3 > 2 are won, 2 = 2 is a tie: (3 + ½) of 4.
        assert!(near(compare(&[2.0, 3.0], &[1.0, 2.0]).a12, 0.875));
        assert_eq!(Magnitude::of(0.875), Magnitude::Large);
        assert_eq!(Magnitude::of(0.30), Magnitude::Medium);
        assert_eq!(Magnitude::of(0.56), Magnitude::Small);
        assert_eq!(Magnitude::of(0.5), Magnitude::Negligible);
    }

    #[test]
    fn fisher_gives_what_the_lady_tasting_tea_gives() {
        // Fisher 1935: three of four cups right; two-sided 0.4857.
        let (milk, tea) = (
            Frequency { hits: 3, runs: 4 },
            Frequency { hits: 1, runs: 4 },
        );
        assert!((fisher(milk, tea) - 0.485_714_285_7).abs() < 1e-6);
        // (3 + 1)/(1 + 1) over (1 + 1)/(3 + 1)
        assert!(near(odds_ratio(milk, tea), 4.0));
    }

    #[test]
    fn quartiles_and_correlation_are_those_of_the_books() {
        let got = spread(&[1.0, 2.0, 3.0, 4.0, 10.0]);
        assert!(near(got.mean, 4.0) && near(got.median, 3.0));
        // Quartiles by Hyndman and Fan's eighth definition: 5/3 and 6.
        assert!(near(got.iqr, 13.0 / 3.0), "{}", got.iqr);
        assert!(near(
            pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).expect("they vary"),
            1.0
        ));
        assert!(near(
            pearson(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]).expect("they vary"),
            -1.0
        ));
        assert_eq!(pearson(&[1.0, 1.0], &[1.0, 2.0]), None);
    }
}
