//! What tests cost: takes the steps that runs used, says which tests are too costly to be bred from as often as
//! others; reads no clock.

use rand::Rng;

/// Steps below which no test is costly: about as much as what surrounds a test takes.
const CHEAP: u64 = 2_000;

/// A test is costly that uses so many times the steps of the usual one.
const TIMES: u64 = 4;

/// The steps of all runs so far, by their order of magnitude.
#[derive(Debug)]
pub(crate) struct Costs {
    /// Runs by the number of bits of their steps.
    runs: [u64; 65],
    /// Steps up to which a test is not costly.
    allowance: u64,
}

impl Costs {
    /// Nothing noted yet; without `spares` no test is ever costly.
    pub(crate) fn new(spares: bool) -> Self {
        Self {
            runs: [0; 65],
            allowance: if spares { CHEAP } else { u64::MAX },
        }
    }

    /// Notes the steps of a run.
    pub(crate) fn note(&mut self, steps: u64) {
        self.runs[(u64::BITS - steps.leading_zeros()) as usize] += 1;
    }

    /// Works out anew what is costly: code that takes long whatever it is given has to be called all the same.
    pub(crate) fn update(&mut self) {
        if self.allowance == u64::MAX {
            return;
        }
        let half = self.runs.iter().sum::<u64>() / 2;
        let mut below = 0;
        let median = self.runs.iter().position(|runs| {
            below += runs;
            below > half
        });
        let usual = 1_u64 << median.unwrap_or(0).min(40);
        self.allowance = CHEAP.max(TIMES * usual);
    }

    /// Whether a run of so many steps was costly.
    pub(crate) fn is_costly(&self, steps: u64) -> bool {
        steps > self.allowance
    }

    /// How many of so many runs may be spent on tests like one of so many steps.
    pub(crate) fn part(&self, runs: u64, steps: u64) -> u64 {
        if self.is_costly(steps) {
            runs.saturating_mul(self.allowance).div_ceil(steps)
        } else {
            runs
        }
    }

    /// What may be spent on a test of so many steps, as a part of what may be spent on a usual one: from 0 to 1. Its
    /// children cost what it costs; so often, they cost no more than those of others, and a few costly tests cannot
    /// take all of the time.
    fn share(&self, steps: u64) -> f64 {
        if self.is_costly(steps) {
            self.allowance as f64 / steps as f64
        } else {
            1.0
        }
    }

    /// Whether a test of so many steps may be bred from this time.
    pub(crate) fn admits(&self, steps: u64, rng: &mut impl Rng) -> bool {
        !self.is_costly(steps) || rng.random_bool(self.share(steps))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn after(runs: impl IntoIterator<Item = u64>) -> Costs {
        let mut costs = Costs::new(true);
        runs.into_iter().for_each(|steps| costs.note(steps));
        costs.update();
        costs
    }

    #[test]
    fn a_test_is_bred_from_the_more_rarely_the_more_steps_it_takes() {
        let costs = after([100, 200, 50_000]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut bred = |steps| (0..1_000).filter(|_| costs.admits(steps, &mut rng)).count();
        assert_eq!(bred(2_000), 1_000);
        assert_eq!(costs.part(800, 20_000), 80);
        let (some, few) = (bred(20_000), bred(80_000));
        assert!(
            (70..130).contains(&some) && (10..45).contains(&few),
            "{some} {few}"
        );
    }

    #[test]
    fn where_all_tests_take_long_none_is_costly() {
        let costs = after([40_000, 50_000, 60_000]);
        assert!(!costs.is_costly(90_000));
        assert_eq!(costs.part(800, 90_000), 800);
        assert!(after([40, 50, 90_000]).is_costly(90_000));
    }

    #[test]
    fn cheap_tests_draw_no_chance() {
        let costs = after([10, 20]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let before = rng.clone();
        assert!(costs.admits(1_999, &mut rng));
        assert_eq!(rng, before);
    }
}
