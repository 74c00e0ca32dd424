//! The moves of local search on one literal: takes a value and the distance still to go, gives values to try next.

use goalline_testcase::{JavaString, Literal};

use crate::{
    ConstantPool,
    operators::literal_values::{Bounds, clamp},
};

/// Pool values tried per literal.
const FROM_POOL: usize = 12;

/// Texts that are put before or behind a peer are at most this long.
const SHORT: usize = 3;

/// Positions of a text that are tried in one round.
const POSITIONS: usize = 10;

/// Characters that a text is tried with at each place.
const CHARACTERS: &str = "01aA.- exL";

/// Values to try instead of this one: neighbours, jumps by the distance and by powers of two, pool values, kin of
/// `peers`.
pub(crate) fn moves(
    literal: &Literal,
    distance: Option<f64>,
    pool: &ConstantPool,
    peers: &[&JavaString],
) -> Vec<Literal> {
    let mut found = match literal {
        Literal::Boolean(value) => vec![Literal::Boolean(!value)],
        Literal::Byte(value) => integral_moves(*value, distance, pool, Literal::Byte),
        Literal::Short(value) => integral_moves(*value, distance, pool, Literal::Short),
        Literal::Char(value) => integral_moves(*value, distance, pool, Literal::Char),
        Literal::Int(value) => integral_moves(*value, distance, pool, Literal::Int),
        Literal::Long(value) => integrals(*value, distance, pool)
            .into_iter()
            .map(Literal::Long)
            .collect(),
        Literal::Float(value) => {
            let moves = floatings(f64::from(*value), distance, pool).into_iter();
            moves.map(|value| Literal::Float(value as f32)).collect()
        }
        Literal::Double(value) => floatings(*value, distance, pool)
            .into_iter()
            .map(Literal::Double)
            .collect(),
        Literal::Text(text) => texts(text, distance, pool, peers)
            .into_iter()
            .map(Literal::Text)
            .collect(),
        Literal::Class(_) => Vec::new(),
    };
    let mut kept: Vec<Literal> = Vec::with_capacity(found.len());
    for value in found.drain(..) {
        if value != *literal && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

/// The values further on in the direction from `old` to `new`, by one step, two, four…; none where there is no
/// direction.
pub(crate) fn onwards(old: &Literal, new: &Literal) -> Vec<Literal> {
    use Literal::{Byte, Char, Double, Float, Int, Long, Short};
    match (old, new) {
        (Byte(old), Byte(new)) => line((*old).into(), (*new).into(), |at| Byte(clamp(at))),
        (Short(old), Short(new)) => line((*old).into(), (*new).into(), |at| Short(clamp(at))),
        (Char(old), Char(new)) => line((*old).into(), (*new).into(), |at| Char(clamp(at))),
        (Int(old), Int(new)) => line((*old).into(), (*new).into(), |at| Int(clamp(at))),
        (Long(old), Long(new)) => line(*old, *new, Long),
        (Double(old), Double(new)) => doublings()
            .map(|by| Double(new + (new - old) * by))
            .collect(),
        (Float(old), Float(new)) => doublings()
            .map(|by| Float(new + (new - old) * by as f32))
            .collect(),
        _ => Vec::new(),
    }
}

fn doublings() -> impl Iterator<Item = f64> {
    (-4..20).map(|power: i32| 2.0_f64.powi(power))
}

fn line(old: i64, new: i64, wrap: impl Fn(i64) -> Literal) -> Vec<Literal> {
    let step = new.saturating_sub(old);
    (0..20)
        .map(|power| wrap(new.saturating_add(step.saturating_mul(1 << power))))
        .collect()
}

fn integral_moves<T: Copy + Into<i64> + TryFrom<i64> + Bounds>(
    value: T,
    distance: Option<f64>,
    pool: &ConstantPool,
    wrap: impl Fn(T) -> Literal,
) -> Vec<Literal> {
    integrals(value.into(), distance, pool)
        .into_iter()
        .map(|value| wrap(clamp(value)))
        .collect()
}

fn integrals(value: i64, distance: Option<f64>, pool: &ConstantPool) -> Vec<i64> {
    let mut found = vec![value.saturating_add(1), value.saturating_sub(1)];
    if let Some(distance) = distance.filter(|distance| *distance >= 1.0) {
        let whole = distance.round() as i64;
        for by in [
            whole,
            whole.saturating_sub(1),
            whole.saturating_add(1),
            whole / 2,
        ] {
            found.extend([value.saturating_add(by), value.saturating_sub(by)]);
        }
    }
    found.extend([0, 1, -1, value.saturating_neg()]);
    found.extend(pool.best_integrals().take(FROM_POOL));
    for power in [2_u32, 4, 7, 10, 16, 24, 31] {
        let by = 1_i64 << power;
        found.extend([value.saturating_add(by), value.saturating_sub(by)]);
    }
    found.extend([i64::MAX, i64::MIN, i64::from(i32::MIN), i64::from(i32::MAX)]);
    found
}

fn floatings(value: f64, distance: Option<f64>, pool: &ConstantPool) -> Vec<f64> {
    let mut found = vec![value + 1.0, value - 1.0];
    if let Some(distance) = distance.filter(|distance| *distance > 0.0) {
        for by in [distance, distance - 1.0, distance + 1.0, distance / 2.0] {
            found.extend([value + by, value - by]);
        }
    }
    found.extend([
        0.0,
        1.0,
        -1.0,
        -value,
        value.round(),
        value * 2.0,
        value / 2.0,
        value * 1024.0,
    ]);
    found.extend([
        value / 1024.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
    ]);
    found.extend(pool.best_floatings().take(FROM_POOL));
    found.extend(
        pool.best_integrals()
            .take(FROM_POOL / 2)
            .map(|value| value as f64),
    );
    for power in [-10, -4, 4, 10, 20, 40] {
        let by = 2.0_f64.powi(power);
        found.extend([value + by, value - by]);
    }
    found
}

fn texts(
    text: &JavaString,
    distance: Option<f64>,
    pool: &ConstantPool,
    peers: &[&JavaString],
) -> Vec<JavaString> {
    let units = &*text.0;
    let with = |from: usize, to: usize, middle: &[u16]| {
        JavaString([&units[..from], middle, &units[to..]].concat().into())
    };
    let mut found: Vec<JavaString> = pool.best_texts().take(FROM_POOL).cloned().collect();
    found.push(JavaString::from(""));
    let jump = distance.filter(|distance| (1.0..65_536.0).contains(distance));
    let stride = (units.len() / POSITIONS).max(1);
    for at in (0..units.len()).step_by(stride) {
        found.push(with(at, at + 1, &[]));
        let unit = units[at];
        let near = [unit.wrapping_add(1), unit.wrapping_sub(1), unit ^ 0x20];
        let jumps = jump
            .map(|by| clamp::<u16>(by.round() as i64))
            .map(|by| [unit.wrapping_add(by), unit.wrapping_sub(by)]);
        for unit in near.into_iter().chain(jumps.into_iter().flatten()) {
            found.push(with(at, at + 1, &[unit]));
        }
        found.extend(
            CHARACTERS
                .encode_utf16()
                .map(|unit| with(at, at + 1, &[unit])),
        );
    }
    for unit in CHARACTERS.encode_utf16() {
        found.push(with(units.len(), units.len(), &[unit]));
        found.push(with(0, 0, &[unit]));
    }
    for peer in peers {
        found.push((*peer).clone());
        for short in pool
            .best_texts()
            .filter(|text| text.0.len() <= SHORT)
            .take(FROM_POOL)
        {
            found.push(JavaString([&*short.0, &*peer.0].concat().into()));
            found.push(JavaString([&*peer.0, &*short.0].concat().into()));
        }
    }
    for other in pool.best_texts().take(FROM_POOL) {
        found.push(with(units.len(), units.len(), &other.0));
        found.push(with(0, 0, &other.0));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_equality_is_one_move_away() {
        let found = moves(&Literal::Int(3), Some(997.0), &ConstantPool::default(), &[]);
        assert!(found.contains(&Literal::Int(1000)));
        assert!(found.contains(&Literal::Int(-994)));
    }

    #[test]
    fn no_move_leaves_the_value_as_it_is() {
        for literal in [
            Literal::Int(0),
            Literal::Double(0.0),
            Literal::Text("a".into()),
        ] {
            let found = moves(&literal, Some(1.0), &ConstantPool::default(), &[]);
            assert!(!found.contains(&literal));
            assert!(!found.is_empty());
        }
    }

    #[test]
    fn steps_that_help_are_doubled() {
        let found = onwards(&Literal::Int(3), &Literal::Int(5));
        assert_eq!(
            found[..3],
            [Literal::Int(7), Literal::Int(9), Literal::Int(13)]
        );
    }
}
