//! Numbers for a range and what is looked up in it: takes a minimised test whose last call is given a least or a
//! greatest number and one that is compared with them, gives tests in which the range has an inside and the number lies
//! where it lay before, wherever the goals allow. Of `isInRange(0, 0, 0)` nobody sees which number is which.

use goalline_testcase::{Literal, RangeEnd, TestCase, TestCluster, Var, Vars, range_end};

use super::literal_edits::{last_call, literal_of, of_type, with_literal};

/// The ends of a range that has an inside, a number below it, inside and above it.
const LOW: i8 = 5;
const HIGH: i8 = 10;
const BELOW: i8 = 2;
const INSIDE: i8 = 7;
const ABOVE: i8 = 12;

/// What plays which role in a call.
#[derive(Clone, Copy)]
struct Range {
    value: Var,
    low: Option<Var>,
    high: Option<Var>,
}

/// Tests with plain ends and a number that lies so to them, the one like before first.
pub(in crate::minimise) fn in_plain_ranges(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let Some(range) = range_of(test, cluster) else {
        return Vec::new();
    };
    let number = |var: Var| literal_of(test, var).and_then(Literal::number);
    let value = number(range.value).unwrap_or_default();
    let ends = [range.low, range.high].map(|end| end.and_then(number));
    if is_plain(value, ends) {
        return Vec::new();
    }
    let mut found: Vec<TestCase> = Vec::new();
    if let [Some(low), Some(high)] = ends
        && low.total_cmp(&high).is_eq()
        && value.total_cmp(&low).is_eq()
    {
        // It tells both ends from a range that leaves them out.
        found.extend(with_numbers(test, range, LOW, [LOW, LOW]));
    }
    let mut values = [BELOW, LOW, INSIDE, HIGH, ABOVE];
    values.sort_by_key(|other| !is_alike(value, ends, *other));
    let others = values
        .into_iter()
        .map(|value| with_numbers(test, range, value, [LOW, HIGH]));
    found.extend(others.flatten());
    found
}

/// The roles of the last call's arguments: one number, and one or both ends of the range that it is compared with.
fn range_of(test: &TestCase, cluster: &TestCluster) -> Option<Range> {
    let (callable, arguments): (_, &Vars) = last_call(test)?;
    let callable = cluster.callable(callable);
    if !callable.is_under_test || callable.parameter_names.len() != arguments.len() {
        return None;
    }
    let end = |wanted: Option<RangeEnd>| {
        let given = callable.parameter_names.iter().zip(arguments);
        let mut found = given.filter(|(name, _)| range_end(name) == wanted);
        let first = found.next().map(|(_, var)| *var);
        first.filter(|_| found.next().is_none())
    };
    let range = Range {
        value: end(None)?,
        low: end(Some(RangeEnd::Low)),
        high: end(Some(RangeEnd::High)),
    };
    let told = [Some(range.value), range.low, range.high];
    let told: Vec<Var> = told.into_iter().flatten().collect();
    let literals: Option<Vec<&Literal>> = told.iter().map(|var| literal_of(test, *var)).collect();
    let literals = literals?;
    let is_own = |var: &Var| test.users(*var).len() == 1;
    let is_alike =
        |it: &&Literal| std::mem::discriminant(*it) == std::mem::discriminant(literals[0]);
    let is_range = told.len() > 1
        && told.len() == arguments.len()
        && told.iter().all(is_own)
        && literals.iter().all(is_alike)
        && literals
            .iter()
            .all(|it| it.number().is_some_and(f64::is_finite));
    is_range.then_some(range)
}

/// Whether a reader sees what lies where: no number is zero or below, and a range has an inside.
fn is_plain(value: f64, ends: [Option<f64>; 2]) -> bool {
    const LARGEST: f64 = 1_000.0;
    let has_inside = !matches!(ends, [Some(low), Some(high)] if low >= high);
    let mut all = ends.into_iter().flatten().chain([value]);
    has_inside && all.all(|number| (1.0..=LARGEST).contains(&number))
}

/// Whether the other number lies to plain ends as the value does to its own.
fn is_alike(value: f64, ends: [Option<f64>; 2], other: i8) -> bool {
    let plain = [LOW, HIGH].map(f64::from);
    let same = |(end, plain): (&Option<f64>, f64)| {
        end.is_none_or(|end| value.partial_cmp(&end) == f64::from(other).partial_cmp(&plain))
    };
    ends.iter().zip(plain).all(same)
}

/// The test with these numbers in their roles.
fn with_numbers(test: &TestCase, range: Range, value: i8, ends: [i8; 2]) -> Option<TestCase> {
    let [low, high] = ends;
    let roles = [
        (Some(range.value), value),
        (range.low, low),
        (range.high, high),
    ];
    let mut changed = test.clone();
    for (var, number) in roles {
        if let Some(var) = var {
            let literal = of_type(literal_of(test, var)?, number)?;
            changed = with_literal(&changed, var, literal);
        }
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{JavaType, Primitive, Statement, StatementKind};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    /// The numbers of the first test in place of one that asks `isInRange(value, min, max)` with these.
    fn first_of(value: i32, min: i32, max: i32) -> Option<Vec<i32>> {
        let java = "package p; class V { static boolean isInRange(int value, int min, int max) { return true; } }";
        let mut is_in_range = function("isInRange", "(III)Z");
        is_in_range.parameter_names = ["value", "min", "max"].map(str::to_owned).to_vec();
        let cluster = &mut cluster_of(java, vec![class("p.V", vec![is_in_range])]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let number = |number| Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(number)),
        };
        let arguments = [Var(0), Var(1), Var(2)];
        let asked = call(cluster, named("isInRange", cluster), None, &arguments);
        let test = TestCase {
            statements: vec![number(value), number(min), number(max), asked],
        };
        let found = in_plain_ranges(&test, cluster);
        let numbers = found.first()?.statements[..3].iter();
        let numbers = numbers.map(|it| match it.kind {
            StatementKind::Literal(Literal::Int(number)) => number,
            _ => panic!("{it:?} is no number"),
        });
        Some(numbers.collect())
    }

    #[test]
    fn a_number_lies_to_plain_ends_as_it_did_to_odd_ones() {
        assert_eq!(first_of(-3, 0, 1), Some(vec![2, 5, 10]));
        assert_eq!(first_of(0, -2, 5), Some(vec![7, 5, 10]));
        assert_eq!(first_of(0, -2, 0), Some(vec![10, 5, 10]));
        assert_eq!(first_of(2, 0, -2), Some(vec![12, 5, 10]));
        assert_eq!(first_of(0, 0, 0), Some(vec![5, 5, 5]));
    }

    #[test]
    fn plain_ranges_stay() {
        assert_eq!(first_of(3, 1, 8), None);
    }
}
