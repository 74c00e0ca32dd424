//! Literal values: takes a kind or a value, gives a new one, from the pool, near by, or at a boundary; builds no
//! statements.

use goalline_testcase::{JavaString, Literal, Primitive, StatementKind, TestCase};
use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};

use crate::ConstantPool;

/// A text does not grow beyond this.
const LONGEST: usize = 120;

/// A text that is put before or behind another one is at most this long.
const SHORT: usize = 3;

/// How often a text that is made of another one is a piece of it.
const PIECES: f64 = 0.25;

/// How often what is put before or behind another text is a short text of the source: the prefixes and separators
/// that it looks for.
const AFFIXES: f64 = 0.6;

/// How often such a piece is one that the program was seen to look at, where there is one.
const KNOWN_PIECES: f64 = 0.6;

const BOUNDARIES: [i64; 18] = [
    0,
    1,
    -1,
    2,
    10,
    16,
    100,
    127,
    -128,
    255,
    32_767,
    -32_768,
    65_535,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
];

const FLOATINGS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::MIN,
    f32::MAX as f64,
    f64::EPSILON,
    1e-320,
];

const PUNCTUATION: &[u8] = b" -+.,:;/\\()[]{}<>'\"_#%&*!?=@$|^~\t\n\r";

/// Draws literals.
pub(crate) struct LiteralSource<'a, R> {
    /// Values worth trying.
    pub pool: &'a ConstantPool,
    /// How often to take one of them for a new literal.
    pub from_pool: f64,
    /// The generator.
    pub rng: &'a mut R,
}

impl<R: Rng> LiteralSource<'_, R> {
    /// A new literal of this primitive kind; `void` gives none.
    pub(crate) fn primitive(&mut self, primitive: Primitive) -> Option<Literal> {
        Some(match primitive {
            Primitive::Boolean => Literal::Boolean(self.rng.random()),
            Primitive::Byte => Literal::Byte(clamp(self.integral())),
            Primitive::Short => Literal::Short(clamp(self.integral())),
            Primitive::Char => Literal::Char(self.unit()),
            Primitive::Int => Literal::Int(clamp(self.integral())),
            Primitive::Long => Literal::Long(self.integral()),
            Primitive::Float => Literal::Float(self.floating() as f32),
            Primitive::Double => Literal::Double(self.floating()),
            Primitive::Void => return None,
        })
    }

    /// A text made of another text of the same test: that text itself, a piece of it, or with something short before
    /// or behind it. An option `a` goes with an argument `-a=1`, whichever of the two came first.
    pub(crate) fn kin(&mut self, peer: &JavaString) -> JavaString {
        if self.rng.random_bool(PIECES) && peer.0.len() > 1 {
            // What the program looked up and did not find tells which part of the text it took for a name.
            return match self.pool.piece_of(peer, self.rng) {
                Some(known) if self.rng.random_bool(KNOWN_PIECES) => known,
                _ => self.piece(peer),
            };
        }
        let affix = self.pool.affix(SHORT, self.rng);
        let affix = affix.filter(|_| self.rng.random_bool(AFFIXES));
        let addition = affix.unwrap_or_else(|| JavaString([self.unit()].into()));
        let parts: &[&[u16]] = match self.rng.random_range(0..4) {
            0 => &[&peer.0],
            1 => &[&peer.0, &addition.0],
            _ => &[&addition.0, &peer.0],
        };
        let mut units = parts.concat();
        units.truncate(LONGEST);
        JavaString(units.into())
    }

    /// A part of a text of at least two units, mostly its end.
    fn piece(&mut self, whole: &JavaString) -> JavaString {
        let from = self.rng.random_range(1..whole.0.len());
        let part = if self.rng.random_bool(0.6) {
            &whole.0[from..]
        } else if self.rng.random_bool(0.5) {
            &whole.0[..from]
        } else {
            &whole.0[from..self.rng.random_range(from + 1..=whole.0.len())]
        };
        JavaString(part.into())
    }

    /// A new text.
    pub(crate) fn text(&mut self) -> JavaString {
        if self.rng.random_bool(self.from_pool)
            && let Some(text) = self.pool.text(self.rng)
        {
            return text;
        }
        match self.rng.random_range(0..10) {
            0 => JavaString::from(""),
            1..4 => self.numeric(),
            _ => {
                let length = self.rng.random_range(1..=6);
                JavaString((0..length).map(|_| self.unit()).collect())
            }
        }
    }

    /// Another value near this one, or a new one.
    pub(crate) fn mutated(&mut self, literal: &Literal) -> Literal {
        match literal {
            Literal::Boolean(value) => Literal::Boolean(!value),
            Literal::Byte(value) => Literal::Byte(clamp(self.moved(i64::from(*value)))),
            Literal::Short(value) => Literal::Short(clamp(self.moved(i64::from(*value)))),
            Literal::Char(value) => Literal::Char(self.moved_unit(*value)),
            Literal::Int(value) => Literal::Int(clamp(self.moved(i64::from(*value)))),
            Literal::Long(value) => Literal::Long(self.moved(*value)),
            Literal::Float(value) => Literal::Float(self.moved_floating(f64::from(*value)) as f32),
            Literal::Double(value) => Literal::Double(self.moved_floating(*value)),
            Literal::Text(text) => Literal::Text(self.edited(text)),
            Literal::Class(class) => Literal::Class(*class),
        }
    }

    fn integral(&mut self) -> i64 {
        if self.rng.random_bool(self.from_pool)
            && let Some(value) = self.pool.integral(self.rng)
        {
            return value;
        }
        match self.rng.random_range(0..10) {
            0..6 => self.rng.random_range(-10..=10),
            6..8 => self.step(),
            _ => *BOUNDARIES.choose(self.rng).expect("the table is not empty"),
        }
    }

    fn floating(&mut self) -> f64 {
        if self.rng.random_bool(self.from_pool)
            && let Some(value) = self.pool.floating(self.rng)
        {
            return value;
        }
        match self.rng.random_range(0..10) {
            0..3 => self.rng.random_range(-10..=10_i32).into(),
            3..8 => self.gaussian() * self.scale(),
            _ => *FLOATINGS.choose(self.rng).expect("the table is not empty"),
        }
    }

    /// A code unit, mostly one that programs look at.
    pub(crate) fn unit(&mut self) -> u16 {
        match self.rng.random_range(0..20) {
            0..5 => self.pool.unit(self.rng).unwrap_or(u16::from(b'a')),
            5..9 => u16::from(self.rng.random_range(b'0'..=b'9')),
            9..13 => u16::from(self.rng.random_range(b'a'..=b'z')),
            13..15 => u16::from(self.rng.random_range(b'A'..=b'Z')),
            15..19 => u16::from(
                *PUNCTUATION
                    .choose(self.rng)
                    .expect("the table is not empty"),
            ),
            _ => self.rng.random_range(0..=0x2FF),
        }
    }

    fn numeric(&mut self) -> JavaString {
        let mut text = self.rng.random_range(-1000..=1000_i32).to_string();
        if self.rng.random_bool(0.3) {
            text.push('.');
            text.push_str(&self.rng.random_range(0..100_u32).to_string());
        }
        JavaString::from(text.as_str())
    }

    /// A standard normal value, by the sum of twelve uniform ones.
    fn gaussian(&mut self) -> f64 {
        (0..12).map(|_| self.rng.random::<f64>()).sum::<f64>() - 6.0
    }

    /// A power of two, from small to large.
    fn scale(&mut self) -> f64 {
        f64::from(1_u32 << self.rng.random_range(0..24_u32))
    }

    fn step(&mut self) -> i64 {
        let step = (self.gaussian() * self.scale()).round() as i64;
        if step == 0 { 1 } else { step }
    }

    fn moved(&mut self, value: i64) -> i64 {
        match self.rng.random_range(0..20) {
            0..4 => value.saturating_add(1),
            4..8 => value.saturating_sub(1),
            8..12 => value.saturating_add(self.step()),
            12..16 => self.pool.integral(self.rng).unwrap_or(0),
            16 => value.saturating_neg(),
            17 => value ^ (1 << self.rng.random_range(0..63)),
            18 => *BOUNDARIES.choose(self.rng).expect("the table is not empty"),
            _ => self.integral(),
        }
    }

    fn moved_unit(&mut self, value: u16) -> u16 {
        match self.rng.random_range(0..10) {
            0..2 => value.wrapping_add(1),
            2..4 => value.wrapping_sub(1),
            4 => flipped(value),
            _ => self.unit(),
        }
    }

    fn moved_floating(&mut self, value: f64) -> f64 {
        match self.rng.random_range(0..20) {
            0..4 => value + self.gaussian(),
            4..8 => value + self.gaussian() * self.scale(),
            8..10 => value * (1.0 + 0.1 * self.gaussian()),
            10..12 => value.round(),
            12 => -value,
            13..17 => self.pool.floating(self.rng).unwrap_or(0.0),
            17 => *FLOATINGS.choose(self.rng).expect("the table is not empty"),
            _ => self.floating(),
        }
    }

    fn edited(&mut self, text: &JavaString) -> JavaString {
        if self.rng.random_bool(0.1) {
            return self.text();
        }
        if let Some(object) = self.pool.near_json(text, self.rng) {
            return object;
        }
        let mut units = text.0.to_vec();
        loop {
            self.edit(&mut units);
            if self.rng.random_bool(0.7) {
                break;
            }
        }
        units.truncate(LONGEST);
        JavaString(units.into())
    }

    fn edit(&mut self, units: &mut Vec<u16>) {
        let at = self.rng.random_range(0..=units.len());
        let inside = at.min(units.len().saturating_sub(1));
        let is_empty = units.is_empty();
        match self.rng.random_range(0..16) {
            0..4 if !is_empty => units[inside] = self.unit(),
            4..6 if !is_empty => {
                units.remove(inside);
            }
            6..10 => {
                let unit = self.unit();
                units.insert(at, unit);
            }
            10 if !is_empty => units[inside] = self.moved_unit(units[inside]),
            11 if !is_empty => units[inside] = flipped(units[inside]),
            12 if units.len() > 1 => {
                let other = self.rng.random_range(0..units.len());
                units.swap(inside, other);
            }
            13 if !is_empty => {
                let copy: Vec<u16> = units[inside..].iter().take(4).copied().collect();
                units.splice(at..at, copy);
            }
            14 if !is_empty => {
                let end = self.rng.random_range(inside..units.len());
                units.drain(inside..=end);
            }
            15 if units.len() > 3 && self.rng.random_bool(0.2) => units.shuffle(self.rng),
            _ => {
                let text = self.pool.text(self.rng).unwrap_or_else(|| self.numeric());
                units.splice(at..at, text.0.iter().copied());
            }
        }
    }
}

/// The other texts of a test.
pub(crate) fn peers(test: &TestCase, at: usize) -> impl Iterator<Item = &JavaString> {
    let others = test
        .statements
        .iter()
        .enumerate()
        .filter(move |(other, _)| *other != at);
    others.filter_map(|(_, statement)| match &statement.kind {
        StatementKind::Literal(Literal::Text(peer)) => Some(peer),
        _ => None,
    })
}

/// The unit in the other case.
fn flipped(unit: u16) -> u16 {
    match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphabetic() => u16::from(byte ^ 0x20),
        _ => unit,
    }
}

/// The nearest value of the narrower type.
pub(crate) fn clamp<T: TryFrom<i64> + Bounds>(value: i64) -> T {
    T::try_from(value).unwrap_or(if value < 0 { T::LEAST } else { T::GREATEST })
}

/// The ends of an integral type.
pub(crate) trait Bounds {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
}

impl Bounds for i8 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Bounds for i16 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Bounds for i32 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Bounds for i64 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Bounds for u16 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}
