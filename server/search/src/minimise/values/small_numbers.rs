//! Small numbers in place of those that nobody can reckon with: takes a minimised test with a number of many digits,
//! gives tests in which all numbers are small, wherever the goals allow. One number alone often cannot change: of four
//! points with ordinates of 1E16 all have to.

use goalline_testcase::{Literal, TestCase, TestCluster, Var, parameter_numbers};

use super::literal_edits::{literal_of, of_type, place, with_literal};

/// Tests that are tried; each costs a run.
const MOST: usize = 64;

/// What numbers become. Zeros and equal numbers are among them, as goals may ask for these.
const SMALL: [i8; 8] = [2, 3, 5, 0, 7, 1, 4, 10];

/// From here on a number has too many digits.
const LARGE: f64 = 10_000.0;

/// Tests with small numbers: first with those small that are odd, then with all.
pub(in crate::minimise) fn with_small_numbers(
    test: &TestCase,
    cluster: &TestCluster,
) -> Vec<TestCase> {
    let free: Vec<Var> = (0..test.len())
        .map(|at| Var(at as u16))
        .filter(|var| is_free(test, *var, cluster))
        .collect();
    let is_odd = |var: &Var| literal_of(test, *var).is_some_and(is_odd);
    let odd: Vec<Var> = free.iter().copied().filter(is_odd).collect();
    if odd.is_empty() {
        return Vec::new();
    }
    let of_odd = (0..MOST / 2).map(|turn| with_numbers(test, &odd, turn));
    let of_all = (0..MOST / 2).map(|turn| with_numbers(test, &free, turn));
    let mut found: Vec<TestCase> = of_odd.chain(of_all).collect();
    found.dedup();
    found
}

/// Whether a number may be any: no name asks for one of a kind.
fn is_free(test: &TestCase, var: Var, cluster: &TestCluster) -> bool {
    let is_number = literal_of(test, var).is_some_and(|it| of_type(it, 0).is_some());
    let name = place(test, var, 0).and_then(|(callable, position)| {
        let names = &cluster.callable(callable).parameter_names;
        names.get(position).map(String::as_str)
    });
    is_number && name.is_none_or(|name| parameter_numbers(name).is_none())
}

/// Whether nobody would choose the number: it is large, or has a long fraction. What is no number or infinite was
/// chosen.
fn is_odd(literal: &Literal) -> bool {
    let Some(number) = literal.number().filter(|it| it.is_finite()) else {
        return false;
    };
    let hundredths = number * 100.0;
    number.abs() >= LARGE || hundredths.fract() != 0.0
}

/// The test with small numbers in these places, another choice each turn.
fn with_numbers(test: &TestCase, places: &[Var], turn: usize) -> TestCase {
    // Each place goes through the numbers at a pace of its own.
    const PACES: [usize; 8] = [1, 3, 5, 7, 9, 11, 13, 17];
    let mut changed = test.clone();
    for (at, var) in places.iter().enumerate() {
        let step = turn * PACES[at % PACES.len()] + at * (1 + turn / SMALL.len());
        let number = SMALL[step % SMALL.len()];
        if let Some(literal) = literal_of(test, *var).and_then(|it| of_type(it, number)) {
            changed = with_literal(&changed, *var, literal);
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goalline_testcase::{JavaType, Primitive, Statement, StatementKind};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    /// The numbers that are tried in place of those that a method is given as parameters of these names.
    fn tried(names: [&str; 2], numbers: [i32; 2]) -> Vec<[i32; 2]> {
        let java = "package p; class V { static int reach(int from, int to) { return 0; } }";
        let mut reach = function("reach", "(II)I");
        reach.parameter_names = names.map(str::to_owned).to_vec();
        let cluster = &mut cluster_of(java, vec![class("p.V", vec![reach])]);
        let int = cluster.intern(JavaType::Primitive(Primitive::Int));
        let number = |number| Statement {
            ty: int,
            kind: StatementKind::Literal(Literal::Int(number)),
        };
        let asked = call(cluster, named("reach", cluster), None, &[Var(0), Var(1)]);
        let test = TestCase {
            statements: vec![number(numbers[0]), number(numbers[1]), asked],
        };
        let found = with_small_numbers(&test, cluster);
        let of = |test: &TestCase, at: u16| match literal_of(test, Var(at)) {
            Some(Literal::Int(number)) => *number,
            other => panic!("{other:?} is no number"),
        };
        found
            .iter()
            .map(|test| [of(test, 0), of(test, 1)])
            .collect()
    }

    #[test]
    fn all_numbers_become_small_where_one_is_large_and_pairs_are_of_every_order() {
        let found = tried(["from", "to"], [2_147_483_647, 3]);
        assert!(found[0][0] < 11 && found[0][1] == 3, "{:?}", found[0]);
        let orders: BTreeSet<_> = found.iter().map(|[from, to]| from.cmp(to)).collect();
        assert_eq!(orders.len(), 3, "{found:?}");
    }

    #[test]
    fn small_numbers_and_those_that_a_name_asks_for_stay() {
        assert!(tried(["from", "to"], [7, 9_999]).is_empty());
        assert!(tried(["year", "port"], [20_240, 65_000]).is_empty());
    }
}
