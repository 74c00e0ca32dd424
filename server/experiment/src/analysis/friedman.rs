//! Many treatments on the same blocks: takes a value per block and treatment, gives mean ranks, Friedman's test, and
//! the p-values of Nemenyi's comparisons of all pairs (Demšar, Statistical Comparisons of Classifiers over Multiple
//! Data Sets, JMLR 7, 2006, §3.2.2).

use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF, Normal};

/// Values nearer to each other than this are tied: what is left of adding in another order.
const SAME: f64 = 1.0e-9;

/// How treatments compare over all blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Blocks that were ranked.
    pub blocks: usize,
    /// Per treatment its mean rank: 1 is best, ties share the mean of their ranks.
    pub mean_ranks: Vec<f64>,
    /// Probability that ranks differ so by chance (χ² approximation, corrected for ties); 1 where all blocks are tied.
    pub p: f64,
}

impl Ranking {
    /// Ranks the treatments of each block; greater values are better. None with fewer than two treatments or without
    /// blocks.
    ///
    /// # Panics
    /// Where blocks differ in length.
    pub fn of(blocks: &[Vec<f64>]) -> Option<Self> {
        let treatments = blocks.first()?.len();
        if treatments < 2 {
            return None;
        }
        let (n, k) = (blocks.len() as f64, treatments as f64);
        let mut sums = vec![0.0; treatments];
        let mut ties = 0.0;
        for block in blocks {
            assert_eq!(block.len(), treatments, "every block has every treatment");
            for (treatment, value) in block.iter().enumerate() {
                let above = block.iter().filter(|it| *it - value > SAME).count() as f64;
                let equal = block.iter().filter(|it| (*it - value).abs() <= SAME);
                let equal = equal.count() as f64;
                sums[treatment] += above + f64::midpoint(equal, 1.0);
                // Summed over the members of a group of t ties: t² − 1 each, t³ − t together.
                ties += equal * equal - 1.0;
            }
        }
        let mean_ranks: Vec<f64> = sums.iter().map(|sum| sum / n).collect();
        let squares: f64 = mean_ranks.iter().map(|rank| rank * rank).sum();
        let plain = 12.0 * n / (k * (k + 1.0)) * (squares - k * (k + 1.0).powi(2) / 4.0);
        let untied = 1.0 - ties / (n * k * (k * k - 1.0));
        let p = match ChiSquared::new(k - 1.0) {
            Ok(law) if untied > 0.0 => law.sf((plain / untied).max(0.0)),
            _ => 1.0,
        };
        Some(Self {
            blocks: blocks.len(),
            mean_ranks,
            p,
        })
    }

    /// Nemenyi's p-value for two treatments: the probability that the mean ranks of some two of all treatments lie so
    /// far apart.
    pub fn nemenyi(&self, a: usize, b: usize) -> f64 {
        let k = self.mean_ranks.len();
        let scale = (k * (k + 1)) as f64 / (6.0 * self.blocks as f64);
        let apart = (self.mean_ranks[a] - self.mean_ranks[b]).abs() / scale.sqrt();
        (1.0 - range_below(apart * std::f64::consts::SQRT_2, k)).clamp(0.0, 1.0)
    }
}

/// Where the normal density is no longer told from zero.
const TAIL: f64 = 8.5;

/// Steps of Simpson's rule: even.
const STEPS: usize = 400;

/// Probability that the range of so many independent standard normal values stays below q: the studentized range with
/// infinitely many degrees of freedom, k ∫ φ(z) (Φ(z) − Φ(z − q))^(k−1) dz with z the largest value.
fn range_below(q: f64, k: usize) -> f64 {
    let Ok(normal) = Normal::new(0.0, 1.0) else {
        return 0.0;
    };
    let density = |z: f64| {
        let between = normal.cdf(z) - normal.cdf(z - q);
        normal.pdf(z) * between.powf(k as f64 - 1.0)
    };
    let width = 2.0 * TAIL / STEPS as f64;
    let inner: f64 = (1..STEPS)
        .map(|step| {
            let weight = if step % 2 == 1 { 4.0 } else { 2.0 };
            weight * density(step as f64 * width - TAIL)
        })
        .sum();
    k as f64 * width / 3.0 * (density(-TAIL) + inner + density(TAIL))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of four classifiers on fourteen data sets, Demšar 2006, Table 6.
    const RANKS: [[f64; 4]; 14] = [
        [4.0, 3.0, 2.0, 1.0],
        [1.0, 2.0, 3.0, 4.0],
        [4.0, 1.0, 2.0, 3.0],
        [4.0, 1.0, 3.0, 2.0],
        [4.0, 2.0, 3.0, 1.0],
        [1.0, 2.5, 4.0, 2.5],
        [3.0, 2.0, 4.0, 1.0],
        [2.5, 2.5, 4.0, 1.0],
        [4.0, 3.0, 2.0, 1.0],
        [2.5, 2.5, 2.5, 2.5],
        [4.0, 2.5, 1.0, 2.5],
        [3.0, 2.0, 4.0, 1.0],
        [4.0, 1.0, 2.0, 3.0],
        [3.0, 1.0, 4.0, 2.0],
    ];

    fn published() -> Ranking {
        let blocks = RANKS.map(|ranks| ranks.map(|rank| -rank).to_vec());
        Ranking::of(&blocks).expect("there are blocks")
    }

    #[test]
    fn mean_ranks_are_those_of_the_published_example() {
        let got = published();
        for (rank, printed) in got.mean_ranks.iter().zip([3.143, 2.000, 2.893, 1.964]) {
            assert!((rank - printed).abs() < 5e-4, "{got:?}");
        }
    }

    #[test]
    fn friedman_rejects_what_the_published_example_rejects() {
        // χ²_F = 9.28 as printed, before the correction for ties (78 of 840): 10.23 with three degrees of freedom.
        let law = ChiSquared::new(3.0).expect("three is a number of degrees");
        let printed: f64 = 9.28 / (1.0 - 78.0 / 840.0);
        assert!((published().p - law.sf(printed)).abs() < 2e-4);
    }

    #[test]
    fn two_classifiers_differ_as_soon_as_their_ranks_do_by_the_printed_critical_difference() {
        // Demšar 2006, §3.2.3: the critical difference at 0.10 is 2.291 √(4·5 / (6·14)) = 1.12; 3.143 − 1.964 = 1.179
        // exceeds it, and 1.25, that at 0.05, is not exceeded.
        let p = published().nemenyi(0, 3);
        assert!((0.05..0.10).contains(&p), "{p}");
        assert!(published().nemenyi(0, 2) > 0.9);
    }

    #[test]
    fn the_range_of_normal_values_has_the_quantiles_of_the_tables() {
        // Demšar 2006, Table 5(a), q at 0.05 and 0.10 for 2, 4, 5 and 10 treatments, times √2.
        for (k, at_05, at_10) in [
            (2, 1.960, 1.645),
            (4, 2.569, 2.291),
            (5, 2.728, 2.459),
            (10, 3.164, 2.920),
        ] {
            let above = |q: f64| 1.0 - range_below(q * std::f64::consts::SQRT_2, k);
            assert!((above(at_05) - 0.05).abs() < 2e-4, "{k} {}", above(at_05));
            assert!((above(at_10) - 0.10).abs() < 3e-4, "{k} {}", above(at_10));
        }
    }

    #[test]
    fn nothing_is_told_apart_where_all_is_tied() {
        let got = Ranking::of(&[vec![1.0, 1.0, 1.0], vec![0.5, 0.5, 0.5]]).expect("two blocks");
        assert_eq!(got.mean_ranks, [2.0, 2.0, 2.0]);
        assert!((got.p - 1.0).abs() < 1e-12 && got.nemenyi(0, 2) > 0.999);
        assert_eq!(Ranking::of(&[]), None);
        assert_eq!(Ranking::of(&[vec![1.0]]), None);
    }
}
