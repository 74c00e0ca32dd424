//! The constant pool: takes literals of the source and operands seen at run time, gives values to seed literals with.

use std::collections::VecDeque;

use goalline_testcase::{JavaString, SeenConstant};
use rand::{Rng, seq::IndexedRandom};

/// Values seen at run time that are kept per kind; older ones make room.
const SEEN: usize = 256;

/// Texts longer than this are not kept: they make every later step slow.
const LONGEST_TEXT: usize = 200;

#[derive(Clone, Debug)]
struct Seeds<T> {
    fixed: Vec<T>,
    seen: VecDeque<T>,
}

impl<T> Default for Seeds<T> {
    fn default() -> Self {
        Self {
            fixed: Vec::new(),
            seen: VecDeque::new(),
        }
    }
}

impl<T: Clone + PartialEq> Seeds<T> {
    fn fix(&mut self, value: T) {
        if !self.fixed.contains(&value) {
            self.fixed.push(value);
        }
    }

    fn see(&mut self, value: T) {
        if self.fixed.contains(&value) || self.seen.contains(&value) {
            return;
        }
        if self.seen.len() == SEEN {
            self.seen.pop_front();
        }
        self.seen.push_back(value);
    }

    /// One of the fixed values or, as often, one of the seen ones, newer ones favoured.
    fn sample(&self, rng: &mut impl Rng) -> Option<T> {
        if !self.seen.is_empty() && (self.fixed.is_empty() || rng.random_bool(0.5)) {
            let newest = self.seen.len() - 1;
            let back = rng
                .random_range(0..=newest)
                .min(rng.random_range(0..=newest));
            return Some(self.seen[newest - back].clone());
        }
        self.fixed.choose(rng).cloned()
    }

    /// The newest seen values, then the fixed ones.
    fn newest(&self) -> impl Iterator<Item = &T> {
        self.seen.iter().rev().chain(&self.fixed)
    }
}

/// Values worth trying, per kind.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    integrals: Seeds<i64>,
    floatings: Seeds<u64>,
    texts: Seeds<JavaString>,
}

impl ConstantPool {
    /// A pool of literals from the source; integral ones come with their neighbours.
    pub fn new(
        integrals: impl IntoIterator<Item = i64>,
        floatings: impl IntoIterator<Item = f64>,
        texts: impl IntoIterator<Item = JavaString>,
    ) -> Self {
        let mut pool = Self::default();
        for value in integrals {
            for value in [value, value.saturating_sub(1), value.saturating_add(1)] {
                pool.integrals.fix(value);
            }
        }
        floatings
            .into_iter()
            .for_each(|value| pool.floatings.fix(value.to_bits()));
        texts
            .into_iter()
            .filter(|t| t.0.len() <= LONGEST_TEXT)
            .for_each(|t| pool.texts.fix(t));
        pool
    }

    /// Adds operands seen at comparisons.
    pub fn see(&mut self, seen: impl IntoIterator<Item = SeenConstant>) {
        for constant in seen {
            match constant {
                SeenConstant::Integral(value) => self.integrals.see(value),
                SeenConstant::Floating(value) if !value.is_nan() => {
                    self.floatings.see(value.to_bits());
                }
                SeenConstant::Floating(_) => {}
                SeenConstant::Text(text) if text.0.len() <= LONGEST_TEXT => self.texts.see(text),
                SeenConstant::Text(_) => {}
            }
        }
    }

    /// An integral value.
    pub fn integral(&self, rng: &mut impl Rng) -> Option<i64> {
        self.integrals.sample(rng)
    }

    /// A floating value; now and then an integral one.
    pub fn floating(&self, rng: &mut impl Rng) -> Option<f64> {
        let floating = |rng: &mut _| self.floatings.sample(rng).map(f64::from_bits);
        let integral = |rng: &mut _| self.integrals.sample(rng).map(|value| value as f64);
        if rng.random_bool(0.7) {
            floating(rng).or_else(|| integral(rng))
        } else {
            integral(rng).or_else(|| floating(rng))
        }
    }

    /// A text.
    pub fn text(&self, rng: &mut impl Rng) -> Option<JavaString> {
        self.texts.sample(rng)
    }

    /// A code unit: of a text, or an integral value that is one.
    pub fn unit(&self, rng: &mut impl Rng) -> Option<u16> {
        let of_text = |rng: &mut _| self.text(rng)?.0.choose(rng).copied();
        let of_integral = |rng: &mut _| u16::try_from(self.integral(rng)?).ok();
        if rng.random_bool(0.5) {
            of_text(rng).or_else(|| of_integral(rng))
        } else {
            of_integral(rng).or_else(|| of_text(rng))
        }
    }

    /// Integral values, the newest first.
    pub(crate) fn newest_integrals(&self) -> impl Iterator<Item = i64> {
        self.integrals.newest().copied()
    }

    /// Floating values, the newest first.
    pub(crate) fn newest_floatings(&self) -> impl Iterator<Item = f64> {
        self.floatings.newest().map(|bits| f64::from_bits(*bits))
    }

    /// Texts, the newest first.
    pub(crate) fn newest_texts(&self) -> impl Iterator<Item = &JavaString> {
        self.texts.newest()
    }
}
