//! The constant pool: takes literals of the source and operands seen at run time, gives values to seed literals with.

use std::collections::HashSet;

use goalline_testcase::{JavaString, Literal, SeenConstant, StatementKind, TestCase};
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};

use crate::json_texts::JsonTexts;

/// Values seen at run time that are kept per kind; rare and old ones make room.
const SEEN: usize = 256;

/// Texts longer than this are not kept: they make every later step slow.
const LONGEST_TEXT: usize = 200;

/// Values of a kind.
#[derive(Clone, Debug)]
struct Seeds<T> {
    fixed: Vec<T>,
    /// Values seen at run time, the oldest first, each with the number of batches in which it was seen: constants of
    /// the program come back, what was computed from one input does not.
    seen: Vec<(T, u32)>,
}

impl<T> Default for Seeds<T> {
    fn default() -> Self {
        Self {
            fixed: Vec::new(),
            seen: Vec::new(),
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
        if let Some(known) = self.seen.iter_mut().find(|(known, _)| *known == value) {
            known.1 += 1;
        } else if !self.fixed.contains(&value) {
            if self.seen.len() >= SEEN {
                self.forget();
            }
            self.seen.push((value, 1));
        }
    }

    /// Makes room: half of what was seen goes, the rarest and among those the oldest.
    fn forget(&mut self) {
        let mut order: Vec<usize> = (0..self.seen.len()).collect();
        order.sort_by_key(|at| (self.seen[*at].1, *at));
        let mut stays = vec![true; self.seen.len()];
        for at in &order[..order.len() / 2] {
            stays[*at] = false;
        }
        let mut stays = stays.into_iter();
        self.seen.retain_mut(|(_, count)| {
            *count = count.div_ceil(2);
            stays.next().unwrap_or(true)
        });
    }

    /// One of the fixed values or, as often, one of the seen ones, frequent and newer ones favoured.
    fn sample(&self, rng: &mut impl Rng) -> Option<T> {
        if !self.seen.is_empty() && (self.fixed.is_empty() || rng.random_bool(0.5)) {
            let count = self.seen.len();
            let (a, b) = (rng.random_range(0..count), rng.random_range(0..count));
            let best = if (self.seen[a].1, a) < (self.seen[b].1, b) {
                b
            } else {
                a
            };
            return Some(self.seen[best].0.clone());
        }
        self.fixed.choose(rng).cloned()
    }

    /// The seen values, the most frequent and newest first, then the fixed ones.
    fn best(&self) -> impl Iterator<Item = &T> {
        let mut order: Vec<&(T, u32)> = self.seen.iter().rev().collect();
        order.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        order.into_iter().map(|(value, _)| value).chain(&self.fixed)
    }
}

/// Values worth trying, per kind.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    integrals: Seeds<i64>,
    floatings: Seeds<u64>,
    texts: Seeds<JavaString>,
    /// Names of members, where code looks members up.
    names: Vec<JavaString>,
    /// What maps are asked for, where code asks them.
    keys: Vec<JavaString>,
    /// Objects in JSON, where code reads such.
    json: JsonTexts,
}

/// How often a text is an object in JSON, where code reads such.
const OBJECTS: f64 = 0.3;

/// How often such an object stays one when it is edited.
const WHOLE: f64 = 0.7;

/// How often a map has keys that its readers ask for, and each of these; how often some of the source, and how many at
/// most, where nobody was seen to ask.
const KEYED: f64 = 0.7;
const HAS_KEY: f64 = 0.8;
const SELDOM_KEYED: f64 = 0.3;
const FEW_KEYS: usize = 5;

/// How often a text is the name of a member, where there are such.
const NAMES: f64 = 0.4;

impl ConstantPool {
    /// A pool of literals from the source; integral ones come with their neighbours.
    pub fn new(
        integrals: impl IntoIterator<Item = i64>,
        floatings: impl IntoIterator<Item = f64>,
        texts: impl IntoIterator<Item = JavaString>,
    ) -> Self {
        let mut pool = Self::default();
        pool.add(integrals, floatings, texts);
        pool
    }

    /// Adds further literals.
    pub fn add(
        &mut self,
        integrals: impl IntoIterator<Item = i64>,
        floatings: impl IntoIterator<Item = f64>,
        texts: impl IntoIterator<Item = JavaString>,
    ) {
        for value in integrals {
            for value in [value, value.saturating_sub(1), value.saturating_add(1)] {
                self.integrals.fix(value);
            }
        }
        floatings
            .into_iter()
            .for_each(|value| self.floatings.fix(value.to_bits()));
        texts
            .into_iter()
            .filter(|t| t.0.len() <= LONGEST_TEXT)
            .for_each(|t| self.texts.fix(t));
    }

    /// The same with names of members beside the texts of the source: a hundred of them, which are not to drown a few
    /// of these.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = JavaString>) -> Self {
        self.names.extend(names);
        self
    }

    /// The same with what maps are asked for.
    #[must_use]
    pub fn with_keys(mut self, keys: impl IntoIterator<Item = JavaString>) -> Self {
        self.keys.extend(keys);
        for key in &self.keys {
            self.texts.fix(key.clone());
        }
        self
    }

    /// Keys for a new map: most of those that maps are asked for where such are known, else a few texts of the source,
    /// which is where constants stand that name things.
    pub(crate) fn keys(&self, rng: &mut impl Rng) -> Vec<JavaString> {
        if self.keys.is_empty() {
            let count = rng.random_range(0..=FEW_KEYS);
            return self
                .texts
                .fixed
                .choose_multiple(rng, count)
                .cloned()
                .collect();
        }
        let mut keys = self.keys.clone();
        keys.retain(|_| rng.random_bool(HAS_KEY));
        keys
    }

    /// How often a map is given such keys.
    pub(crate) fn keyed_maps(&self) -> f64 {
        if self.texts.fixed.is_empty() {
            0.0
        } else if self.keys.is_empty() {
            SELDOM_KEYED
        } else {
            KEYED
        }
    }

    /// The same with JSON objects whose members are named by texts of the source.
    #[must_use]
    pub fn with_json(mut self) -> Self {
        self.json = JsonTexts::of(&self.texts.fixed);
        self
    }

    fn value(&self, rng: &mut impl Rng) -> JavaString {
        let text = self.texts.sample(rng);
        text.unwrap_or_else(|| JavaString::from(""))
    }

    /// Now and then an object in JSON near this one; none where the text is none, or nobody reads such.
    pub(crate) fn near_json(&self, text: &JavaString, rng: &mut impl Rng) -> Option<JavaString> {
        if self.json.is_empty() || !rng.random_bool(WHOLE) {
            return None;
        }
        let value = self.value(rng);
        self.json.near(text, &value, rng)
    }

    /// Adds operands seen at comparisons while these tests ran; those that the tests themselves hold teach nothing.
    pub fn see(&mut self, seen: impl IntoIterator<Item = SeenConstant>, tests: &[TestCase]) {
        let mut own = Own::default();
        let mut is_gathered = false;
        for constant in seen {
            if !is_gathered {
                own = Own::of(tests);
                is_gathered = true;
            }
            match constant {
                SeenConstant::Integral(value) if !own.integrals.contains(&value) => {
                    self.integrals.see(value);
                }
                SeenConstant::Floating(value)
                    if !value.is_nan() && !own.floatings.contains(&value.to_bits()) =>
                {
                    self.floatings.see(value.to_bits());
                }
                SeenConstant::Text(text)
                    if text.0.len() <= LONGEST_TEXT && !own.texts.contains(&*text.0) =>
                {
                    self.texts.see(text);
                }
                _ => {}
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
        if !self.names.is_empty() && rng.random_bool(NAMES) {
            return self.names.choose(rng).cloned();
        }
        if !self.json.is_empty() && rng.random_bool(OBJECTS) {
            let value = self.value(rng);
            return Some(self.json.object(&value, rng));
        }
        self.texts.sample(rng)
    }

    /// A text of the source that has at most so many units, and one at least.
    pub(crate) fn affix(&self, most: usize, rng: &mut impl Rng) -> Option<JavaString> {
        let fixed = self.texts.fixed.iter();
        let short = fixed.filter(|text| (1..=most).contains(&text.0.len()));
        short.choose(rng).cloned()
    }

    /// A text that was seen at run time and is a proper part of this one.
    pub(crate) fn piece_of(&self, whole: &JavaString, rng: &mut impl Rng) -> Option<JavaString> {
        let is_part = |text: &JavaString| {
            let length = text.0.len();
            (1..whole.0.len()).contains(&length)
                && whole.0.windows(length).any(|part| *part == *text.0)
        };
        let seen = self.texts.seen.iter().map(|(text, _)| text);
        seen.filter(|text| is_part(text)).choose(rng).cloned()
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

    /// Integral values, the best first.
    pub(crate) fn best_integrals(&self) -> impl Iterator<Item = i64> {
        self.integrals.best().copied()
    }

    /// Floating values, the best first.
    pub(crate) fn best_floatings(&self) -> impl Iterator<Item = f64> {
        self.floatings.best().map(|bits| f64::from_bits(*bits))
    }

    /// Texts, the best first.
    pub(crate) fn best_texts(&self) -> impl Iterator<Item = &JavaString> {
        self.texts.best()
    }
}

/// The literals of a batch of tests.
#[derive(Default)]
struct Own<'a> {
    integrals: HashSet<i64>,
    floatings: HashSet<u64>,
    texts: HashSet<&'a [u16]>,
}

impl<'a> Own<'a> {
    fn of(tests: &'a [TestCase]) -> Self {
        let mut own = Self::default();
        for statement in tests.iter().flat_map(|test| &test.statements) {
            let StatementKind::Literal(literal) = &statement.kind else {
                continue;
            };
            match literal {
                Literal::Byte(value) => drop(own.integrals.insert((*value).into())),
                Literal::Short(value) => drop(own.integrals.insert((*value).into())),
                Literal::Char(value) => drop(own.integrals.insert((*value).into())),
                Literal::Int(value) => drop(own.integrals.insert((*value).into())),
                Literal::Long(value) => drop(own.integrals.insert(*value)),
                Literal::Float(value) => drop(own.floatings.insert(f64::from(*value).to_bits())),
                Literal::Double(value) => drop(own.floatings.insert(value.to_bits())),
                Literal::Text(text) => drop(own.texts.insert(&text.0)),
                Literal::Boolean(_) | Literal::Class(_) => {}
            }
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn constants_that_come_back_outlive_what_was_seen_once() {
        let mut pool = ConstantPool::default();
        for batch in 0..1_000 {
            pool.see(
                [
                    SeenConstant::Integral(4242),
                    SeenConstant::Integral(batch + 10_000),
                ],
                &[],
            );
        }
        assert_eq!(pool.best_integrals().next(), Some(4242));
        assert!(pool.best_integrals().count() <= SEEN);
    }

    #[test]
    fn literals_of_the_tests_teach_nothing() {
        let mut pool = ConstantPool::default();
        let kind = StatementKind::Literal(Literal::Text("mine".into()));
        let test = TestCase {
            statements: vec![goalline_testcase::Statement {
                ty: goalline_testcase::TypeId(0),
                kind,
            }],
        };
        let seen = ["mine", "theirs"].map(|text| SeenConstant::Text(text.into()));
        pool.see(seen, &[test]);
        let texts: Vec<String> = pool.best_texts().map(JavaString::to_text).collect();
        assert_eq!(texts, ["theirs"]);
    }

    #[test]
    fn names_of_members_do_not_drown_the_texts_of_the_source() {
        let names = (0..200).map(|at| JavaString::from(format!("name{at}").as_str()));
        let pool = ConstantPool::new([], [], ["mine"].map(JavaString::from)).with_names(names);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn = (0..1_000).filter_map(|_| pool.text(&mut rng));
        let own = drawn.filter(|text| text.to_text() == "mine").count();
        assert!((500..700).contains(&own), "{own} of 1,000");
    }

    #[test]
    fn where_json_is_read_some_texts_are_objects_and_others_stay() {
        let pool = ConstantPool::new([], [], ["couponId"].map(JavaString::from));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let object = JavaString::from("{\"couponId\":1}");
        assert_eq!(pool.near_json(&object, &mut rng), None);
        let pool = pool.with_json();
        let drawn = (0..1_000).filter_map(|_| pool.text(&mut rng));
        let objects = drawn.filter(|text| text.to_text().starts_with("{\"couponId\":"));
        let count = objects.count();
        assert!((200..400).contains(&count), "{count} of 1,000");
        assert!((0..20).any(|_| pool.near_json(&object, &mut rng).is_some()));
    }

    #[test]
    fn parts_of_a_text_are_those_that_the_program_looked_at() {
        let mut pool = ConstantPool::new([], [], ["-", "--quite", ""].map(JavaString::from));
        let seen = ["quit", "-quit", "quite", "x"];
        pool.see(seen.map(|text| SeenConstant::Text(text.into())), &[]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let whole = JavaString::from("-quit");
        for _ in 0..20 {
            assert_eq!(pool.piece_of(&whole, &mut rng), Some("quit".into()));
            assert_eq!(pool.affix(3, &mut rng), Some("-".into()));
        }
        assert_eq!(pool.piece_of(&"y".into(), &mut rng), None);
    }

    #[test]
    fn source_literals_come_with_their_neighbours() {
        let pool = ConstantPool::new([5], [], []);
        let values: Vec<i64> = pool.best_integrals().collect();
        assert_eq!(values, [5, 4, 6]);
    }
}
