//! The second half of hybrid multi-level crossover (Olsthoorn, Derakhshanfar, Panichella 2021): takes two tests,
//! recombines the literals of one pair of calls per signature that both have.

use std::collections::BTreeMap;

use goalline_testcase::{CallableId, JavaString, Literal, StatementKind, TestCase, Var};
use rand::{Rng, seq::IndexedRandom};

use crate::operators::{
    literal_values::{Bounds, clamp},
    surgery,
    test_factory::TestFactory,
};

/// Recombines literals in place.
pub(crate) fn cross_literals(factory: &mut TestFactory<'_>, a: &mut TestCase, b: &mut TestCase) {
    let (calls_a, calls_b) = (calls(a), calls(b));
    let mut pairs: Vec<(usize, usize)> = calls_a
        .iter()
        .filter_map(|(callable, in_a)| {
            let in_b = calls_b.get(callable)?;
            Some((*in_a.choose(factory.rng)?, *in_b.choose(factory.rng)?))
        })
        .collect();
    pairs.sort_unstable();
    // Later calls of the first test first: copies of shared literals move only what stands behind them there.
    while let Some((at_a, at_b)) = pairs.pop() {
        let before = b.len();
        cross_calls(
            factory,
            CallInTest { test: a, at: at_a },
            CallInTest { test: b, at: at_b },
        );
        let copies = b.len() - before;
        for (_, at) in &mut pairs {
            *at += if *at > at_b { copies } else { 0 };
        }
    }
}

/// A call, by its place in a test.
struct CallInTest<'a> {
    test: &'a mut TestCase,
    at: usize,
}

/// Recombines the literals of one call of each test.
fn cross_calls(factory: &mut TestFactory<'_>, mut a: CallInTest<'_>, mut b: CallInTest<'_>) {
    let count = arguments(a.test, a.at)
        .len()
        .min(arguments(b.test, b.at).len());
    for slot in 0..count {
        if crosses(&a, &b, slot)
            && unshare(factory, a.test, &mut a.at, slot)
            && unshare(factory, b.test, &mut b.at, slot)
        {
            cross_slot(factory, &mut a, &mut b, slot);
        }
    }
}

fn calls(test: &TestCase) -> BTreeMap<CallableId, Vec<usize>> {
    let mut calls: BTreeMap<CallableId, Vec<usize>> = BTreeMap::new();
    for at in 0..test.len() {
        if let Some(callable) = called(test, at)
            && !arguments(test, at).is_empty()
        {
            calls.entry(callable).or_default().push(at);
        }
    }
    calls
}

fn called(test: &TestCase, at: usize) -> Option<CallableId> {
    match &test.statements[at].kind {
        StatementKind::Call { callable, .. } => Some(*callable),
        _ => None,
    }
}

fn arguments(test: &TestCase, at: usize) -> &[Var] {
    match &test.statements[at].kind {
        StatementKind::Call { arguments, .. } => arguments,
        _ => &[],
    }
}

fn literal(test: &TestCase, at: usize, slot: usize) -> Option<&Literal> {
    let var = *arguments(test, at).get(slot)?;
    match &test.statements[usize::from(var.0)].kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// Whether the argument is a literal of the same kind on both sides.
fn crosses(a: &CallInTest<'_>, b: &CallInTest<'_>, slot: usize) -> bool {
    match (literal(a.test, a.at, slot), literal(b.test, b.at, slot)) {
        (Some(x), Some(y)) => std::mem::discriminant(x) == std::mem::discriminant(y) && x != y,
        _ => false,
    }
}

/// Gives the call a literal of its own in this slot; false when there is no room.
fn unshare(factory: &TestFactory<'_>, test: &mut TestCase, at: &mut usize, slot: usize) -> bool {
    let var = arguments(test, *at)[slot];
    let users: usize = test.statements[usize::from(var.0) + 1..]
        .iter()
        .map(|statement| {
            let mut count = 0;
            statement
                .kind
                .visit_uses(|used| count += usize::from(used == var));
            count
        })
        .sum();
    if users <= 1 {
        return true;
    }
    if test.len() >= factory.parameters.max_length {
        return false;
    }
    let tail = surgery::split(test, *at);
    let copy = test.statements[usize::from(var.0)].clone();
    test.statements.push(copy);
    let new = Var(*at as u16);
    surgery::join(test, tail, *at);
    *at += 1;
    if let StatementKind::Call { arguments, .. } = &mut test.statements[*at].kind {
        arguments[slot] = new;
    }
    true
}

fn cross_slot(
    factory: &mut TestFactory<'_>,
    a: &mut CallInTest<'_>,
    b: &mut CallInTest<'_>,
    slot: usize,
) {
    let (in_a, in_b) = (arguments(a.test, a.at)[slot], arguments(b.test, b.at)[slot]);
    let (Some(x), Some(y)) = (literal(a.test, a.at, slot), literal(b.test, b.at, slot)) else {
        return;
    };
    if let Some((x, y)) = recombined(x, y, factory.parameters.eta, factory.rng) {
        a.test.statements[usize::from(in_a.0)].kind = StatementKind::Literal(x);
        b.test.statements[usize::from(in_b.0)].kind = StatementKind::Literal(y);
    }
}

/// Two literals from two of the same kind, numbers with this distribution index.
fn recombined(
    a: &Literal,
    b: &Literal,
    eta: f64,
    rng: &mut impl Rng,
) -> Option<(Literal, Literal)> {
    use Literal::{Boolean, Byte, Char, Double, Float, Int, Long, Short, Text};
    let mut beta = || spread(rng.random(), eta);
    Some(match (a, b) {
        (Boolean(a), Boolean(b)) => {
            let (x, y) = binary(f64::from(*a), f64::from(*b), beta());
            (Boolean(x >= 0.5), Boolean(y >= 0.5))
        }
        (Byte(a), Byte(b)) => integral(*a, *b, beta(), Byte),
        (Short(a), Short(b)) => integral(*a, *b, beta(), Short),
        (Char(a), Char(b)) => integral(*a, *b, beta(), Char),
        (Int(a), Int(b)) => integral(*a, *b, beta(), Int),
        (Long(a), Long(b)) => integral(*a, *b, beta(), Long),
        (Float(a), Float(b)) if a.is_finite() && b.is_finite() => {
            let (x, y) = binary(f64::from(*a), f64::from(*b), beta());
            (Float(x as f32), Float(y as f32))
        }
        (Double(a), Double(b)) if a.is_finite() && b.is_finite() => {
            let (x, y) = binary(*a, *b, beta());
            (Double(x), Double(y))
        }
        (Text(a), Text(b)) => {
            let shorter = a.0.len().min(b.0.len());
            if shorter == 0 {
                return None;
            }
            let point = rng.random_range(0..shorter);
            let join = |a: &JavaString, b: &JavaString| {
                Text(JavaString([&a.0[..point], &b.0[point..]].concat().into()))
            };
            (join(a, b), join(b, a))
        }
        _ => return None,
    })
}

fn integral<T: Copy + Into<i64> + TryFrom<i64> + Bounds>(
    a: T,
    b: T,
    beta: f64,
    wrap: impl Fn(T) -> Literal,
) -> (Literal, Literal) {
    let (a, b) = (i128::from(a.into()), i128::from(b.into()));
    let (low, high) = (a.min(b), a.max(b));
    // Each child is moved from the parent on its side: a number of 64 bits is more than a floating one can hold.
    let outwards = (beta - 1.0) * ((high - low) as f64 / 2.0);
    let outwards = outwards.round() as i128;
    (
        narrow(low - outwards, &wrap),
        narrow(high + outwards, &wrap),
    )
}

/// The nearest number of the type.
fn narrow<T: TryFrom<i64> + Bounds>(value: i128, wrap: &impl Fn(T) -> Literal) -> Literal {
    let value = value.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
    wrap(clamp(value as i64))
}

/// Simulated binary crossover of two numbers.
fn binary(a: f64, b: f64, beta: f64) -> (f64, f64) {
    let (centre, half) = (a / 2.0 + b / 2.0, (a / 2.0 - b / 2.0).abs());
    (centre - beta * half, centre + beta * half)
}

/// β for a uniform number and a distribution index.
fn spread(uniform: f64, eta: f64) -> f64 {
    let base = if uniform <= 0.5 {
        2.0 * uniform
    } else {
        1.0 / (2.0 * (1.0 - uniform))
    };
    base.powf(1.0 / (eta + 1.0))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const ETA: f64 = 2.5;

    #[test]
    fn spread_is_one_in_the_middle_and_follows_the_distribution_index() {
        // Deb and Agrawal 1995, equation for β of a uniform number, with η = 2.5 as Olsthoorn et al. 2021 set it.
        assert!((spread(0.5, ETA) - 1.0).abs() < 1e-12);
        // (2 · 0.25)^(1/3.5) and (1 / (2 · 0.25))^(1/3.5)
        assert!((spread(0.25, ETA) - 0.820_335).abs() < 1e-6);
        assert!((spread(0.75, ETA) - 1.219_014).abs() < 1e-6);
        // (2 · 0.25)^1
        assert!((spread(0.25, 0.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn numbers_move_about_their_centre() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..100 {
            let (x, y) = binary(10.0, 20.0, spread(rng.random(), ETA));
            assert!((x + y - 30.0).abs() < 1e-9);
            assert!(x <= y);
        }
    }

    #[test]
    fn children_stand_as_far_from_the_mean_of_their_parents_as_the_spread_says() {
        // Parents 10 and 20: mean 15, half their distance 5. A uniform number of 0.25 gives β = 0.820335, so 15 ∓
        // 4.101677.
        let (x, y) = binary(10.0, 20.0, spread(0.25, ETA));
        assert!((x - (15.0 - 4.101_677)).abs() < 1e-6);
        assert!((y - (15.0 + 4.101_677)).abs() < 1e-6);
    }

    #[test]
    fn integers_are_clamped_to_their_type() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (a, b) = (Literal::Byte(i8::MIN), Literal::Byte(i8::MAX));
        let mut clamped = 0;
        for _ in 0..200 {
            let Some((Literal::Byte(x), Literal::Byte(y))) = recombined(&a, &b, ETA, &mut rng)
            else {
                panic!("both are bytes")
            };
            // The children stand as far to the left and to the right of the middle, save where the type ends.
            clamped += u32::from(x == i8::MIN && y == i8::MAX);
            assert!(x == i8::MIN || i16::from(x) + i16::from(y) == -1, "{x} {y}");
        }
        assert!(clamped > 50 && clamped < 150, "{clamped}");
    }

    #[test]
    fn long_numbers_keep_their_low_bits() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (low, high) = (4_611_686_018_427_387_905, 4_611_686_018_427_387_907);
        for _ in 0..50 {
            let (a, b) = (Literal::Long(low), Literal::Long(high));
            let Some((Literal::Long(x), Literal::Long(y))) = recombined(&a, &b, ETA, &mut rng)
            else {
                panic!("both are long")
            };
            assert_eq!(x + (y - high), low);
        }
    }

    #[test]
    fn what_is_no_finite_number_is_left_alone() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for odd in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let (a, b) = (Literal::Double(odd), Literal::Double(1.0));
            assert_eq!(recombined(&a, &b, ETA, &mut rng), None);
            assert_eq!(recombined(&b, &a, ETA, &mut rng), None);
        }
    }

    #[test]
    fn texts_exchange_their_ends_at_one_point() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (a, b) = (Literal::Text("aaaa".into()), Literal::Text("bb".into()));
        let Some((Literal::Text(x), Literal::Text(y))) = recombined(&a, &b, ETA, &mut rng) else {
            panic!("both are texts")
        };
        assert_eq!(x.0.len() + y.0.len(), 6);
        assert!(["bb", "ab"].contains(&x.to_text().as_str()));
        assert!(["aaaa", "baaa"].contains(&y.to_text().as_str()));
        assert_eq!(
            recombined(&a, &Literal::Text("".into()), ETA, &mut rng),
            None
        );
    }
}
