//! What a statement might be instead: takes a statement, gives plainer ones, the plainest first; each is strictly plainer, so
//! that replacing ends.

use goalline_testcase::{
    JavaString, Literal, Primitive, Shape, StatementKind, TestCase, TestCluster, Var, Vars,
};

use super::{Change, Edit};

/// Texts up to this length are tried without each single character.
const SHORT: usize = 16;

/// Plainer values for each statement, the last statement first.
pub(super) fn simplifications(test: &TestCase, cluster: &mut TestCluster) -> Vec<Edit> {
    let mut receivers = vec![false; test.len()];
    let mut used = vec![false; test.len()];
    for statement in &test.statements {
        statement
            .kind
            .visit_uses(|var| used[usize::from(var.0)] = true);
        if let StatementKind::Call {
            receiver: Some(Var(at)),
            ..
        } = statement.kind
        {
            receivers[usize::from(at)] = true;
        }
    }
    let mut edits = Vec::new();
    for at in (0..test.len()).rev() {
        let statement = &test.statements[at];
        let shape = cluster.shape(statement.ty);
        let found = match &statement.kind {
            StatementKind::Literal(literal) => plainer(literal)
                .into_iter()
                .map(StatementKind::Literal)
                .collect(),
            StatementKind::Call { .. } if used[at] && !receivers[at] => instead_of_call(shape),
            StatementKind::Call { .. } | StatementKind::Null => Vec::new(),
            StatementKind::Array { elements } => without_one(elements)
                .map(|elements| StatementKind::Array {
                    elements: elements.into(),
                })
                .collect(),
            StatementKind::StandIn { answers } => without_one(answers)
                .map(|answers| StatementKind::StandIn { answers })
                .collect(),
        };
        edits.extend(found.into_iter().map(|kind| Edit {
            at,
            change: Change::Becomes(kind),
        }));
    }
    edits
}

/// The empty list, then the list without each one.
fn without_one<T: Clone>(all: &[T]) -> impl Iterator<Item = Vec<T>> {
    let empty = (all.len() > 1).then(Vec::new);
    let others = (0..all.len()).map(|at| [&all[..at], &all[at + 1..]].concat());
    empty.into_iter().chain(others)
}

/// A literal or `null` of the type that the call returns.
fn instead_of_call(shape: Shape) -> Vec<StatementKind> {
    match shape {
        Shape::Primitive(primitive) | Shape::Boxed(primitive) => zero(primitive)
            .map(StatementKind::Literal)
            .into_iter()
            .collect(),
        Shape::Text => vec![StatementKind::Literal(Literal::Text(JavaString::from("")))],
        Shape::Array(_) => vec![StatementKind::Array {
            elements: Vars::new(),
        }],
        // A constant is as plain as `null` and says more.
        Shape::Void | Shape::Enum | Shape::ClassLiteral => Vec::new(),
        Shape::StandIn | Shape::Reference => vec![StatementKind::Null],
    }
}

fn zero(primitive: Primitive) -> Option<Literal> {
    Some(match primitive {
        Primitive::Boolean => Literal::Boolean(false),
        Primitive::Byte => Literal::Byte(0),
        Primitive::Short => Literal::Short(0),
        Primitive::Char => Literal::Char(u16::from(b'a')),
        Primitive::Int => Literal::Int(0),
        Primitive::Long => Literal::Long(0),
        Primitive::Float => Literal::Float(0.0),
        Primitive::Double => Literal::Double(0.0),
        Primitive::Void => return None,
    })
}

fn plainer(literal: &Literal) -> Vec<Literal> {
    match literal {
        Literal::Boolean(true) => vec![Literal::Boolean(false)],
        Literal::Boolean(false) | Literal::Class(_) => Vec::new(),
        Literal::Byte(value) => nearer_zero((*value).into(), |it| {
            i8::try_from(it).ok().map(Literal::Byte)
        }),
        Literal::Short(value) => nearer_zero((*value).into(), |it| {
            i16::try_from(it).ok().map(Literal::Short)
        }),
        Literal::Int(value) => nearer_zero((*value).into(), |it| {
            i32::try_from(it).ok().map(Literal::Int)
        }),
        Literal::Long(value) => nearer_zero(*value, |it| Some(Literal::Long(it))),
        Literal::Char(value) => plainer_units(*value)
            .into_iter()
            .map(Literal::Char)
            .collect(),
        Literal::Float(value) => {
            let found = plainer_floatings(f64::from(*value)).into_iter();
            found.map(|value| Literal::Float(value as f32)).collect()
        }
        Literal::Double(value) => plainer_floatings(*value)
            .into_iter()
            .map(Literal::Double)
            .collect(),
        Literal::Text(text) => plainer_texts(text).into_iter().map(Literal::Text).collect(),
    }
}

/// How much there is to read: the significant digits, where the bounds of `int` and `long` count as two because they have
/// names, then the size, then the sign.
fn reading_cost(value: i64) -> (usize, u64, bool) {
    const NAMED: [i64; 4] = [i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
    let digits = value.unsigned_abs().to_string();
    let significant = digits.trim_end_matches('0').len();
    let significant = if NAMED.contains(&value) {
        2
    } else {
        significant
    };
    // A short number is plain whatever its digits are.
    (significant.max(2), value.unsigned_abs(), value < 0)
}

fn nearer_zero(value: i64, wrap: impl Fn(i64) -> Option<Literal>) -> Vec<Literal> {
    let eighths = [1, 2, 3, 4, 5, 6, 7].map(|eighth| value / 8 * eighth);
    let rounded = (1..=18).flat_map(|power| {
        let ten = 10_i64.pow(power);
        let (down, sign) = (value / ten * ten, value.signum());
        let up = down.saturating_add(ten * sign);
        [ten, ten.saturating_mul(2), ten.saturating_mul(5)]
            .map(|round| round.saturating_mul(sign))
            .into_iter()
            .chain([down, up])
    });
    let bounds = [i32::MAX, i32::MIN].map(i64::from);
    let mut found: Vec<i64> = [0, 1, -1, 2, 3, 10]
        .into_iter()
        .chain(bounds)
        .chain(rounded)
        .chain(eighths)
        .chain([value.saturating_neg(), value - value.signum()])
        .filter(|candidate| reading_cost(*candidate) < reading_cost(value))
        .collect();
    found.sort_by_key(|candidate| reading_cost(*candidate));
    found.dedup();
    found.into_iter().filter_map(wrap).collect()
}

fn plainer_floatings(value: f64) -> Vec<f64> {
    // How many digits it takes to write, then how large it is.
    let cost = |value: f64| {
        let text = value.abs().to_string();
        let significant = text.trim_end_matches('0').trim_matches(['0', '.']).len();
        (
            !value.is_finite(),
            value.fract() != 0.0,
            significant.max(2),
            text.len(),
            value.is_sign_negative(),
        )
    };
    let rounded = (-9..=3).rev().flat_map(|power| {
        let ten = 10_f64.powi(power);
        [value / ten, (value / ten).trunc(), (value / ten).round()]
            .into_iter()
            .skip(1)
            .map(move |whole| {
                // Below one the division gives the shorter decimal.
                if power < 0 {
                    whole / 10_f64.powi(-power)
                } else {
                    whole * ten
                }
            })
    });
    let halves = [value / 2.0, value.trunc() + 0.5];
    [0.0, 1.0, -1.0, 2.0, 10.0, 0.5]
        .into_iter()
        .chain(rounded)
        .chain(halves)
        .chain([-value])
        .filter(|candidate| candidate.is_finite() && cost(*candidate) < cost(value))
        .collect()
}

fn plainer_units(unit: u16) -> Vec<u16> {
    let order = [b'a', b'b', b'A', b'0', b'1', b' ', b'-', b'.'].map(u16::from);
    let place = order
        .iter()
        .position(|known| *known == unit)
        .unwrap_or(order.len());
    order[..place].to_vec()
}

fn plainer_texts(text: &JavaString) -> Vec<JavaString> {
    let units = &*text.0;
    let mut found = Vec::new();
    if units.is_empty() {
        return found;
    }
    found.push(JavaString::from(""));
    if units.len() > 1 {
        found.push(JavaString::from("a"));
        found.push(JavaString(units[..units.len() / 2].into()));
        found.push(JavaString(units[units.len() / 2..].into()));
    }
    if units.len() > SHORT {
        // Without each of the pieces that are left.
        for size in [units.len() / 4, units.len() / 12] {
            let starts = (0..units.len()).step_by(size.max(1));
            found.extend(starts.map(|start| {
                let end = (start + size).min(units.len());
                JavaString([&units[..start], &units[end..]].concat().into())
            }));
        }
    } else {
        for at in 0..units.len() {
            found.push(JavaString([&units[..at], &units[at + 1..]].concat().into()));
        }
        for at in 0..units.len() {
            for unit in plainer_units(units[at]) {
                found.push(JavaString(
                    [&units[..at], &[unit], &units[at + 1..]].concat().into(),
                ));
            }
        }
    }
    found
}
