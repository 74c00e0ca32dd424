//! A part of an array that lies in it: takes a minimised test whose last call is given an array with a place and a
//! length behind its end, gives it with a part inside of a longer array, wherever the goals allow. What comes of two
//! bytes at the fifth place of an empty array nobody promises.

use goalline_testcase::{
    JavaType, Literal, Primitive, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
    Vars, name_words,
};

use super::literal_edits::{last_call, literal_of};

/// Words of the place where a part begins, and of how long it is or where it ends.
const PLACES: [&str; 8] = [
    "off", "offset", "start", "from", "begin", "index", "po", "position",
];
const LENGTHS: [&str; 8] = ["len", "length", "count", "size", "end", "to", "n", "until"];

/// Elements of the longer array.
const LONGER: i8 = 4;

/// Places and lengths that are tried in it.
const PARTS: [(i32, i32); 3] = [(0, 4), (1, 2), (0, 2)];

/// An array that a call is given with a part of it.
#[derive(Clone, Copy)]
struct ArrayPart {
    array: Var,
    place: Var,
    length: Var,
    element: TypeId,
}

/// The test with a longer array and parts inside of it.
pub(in crate::minimise) fn within_arrays(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let Some(part) = part_of_array(test, cluster) else {
        return Vec::new();
    };
    let longer = with_longer(test, part, cluster);
    let found = PARTS.iter().filter_map(|(place, length)| {
        let mut changed = longer.clone()?;
        // The elements that were put in front moved all that stands behind them.
        let moved = (changed.len() - test.len()) as u16;
        let array = part.array;
        for (var, number) in [(part.place, *place), (part.length, *length)] {
            let at = if var > array { var.0 + moved } else { var.0 };
            changed.statements[usize::from(at)].kind = StatementKind::Literal(Literal::Int(number));
        }
        Some(changed)
    });
    found.collect()
}

/// The array that the last call is given with a part that does not lie in it.
fn part_of_array(test: &TestCase, cluster: &mut TestCluster) -> Option<ArrayPart> {
    let (callable, arguments) = last_call(test)?;
    let called = cluster.callable(callable).clone();
    if !called.is_under_test || called.parameter_names.len() != arguments.len() {
        return None;
    }
    let is_array = |var: &Var| matches!(test.statement(*var).kind, StatementKind::Array { .. });
    let array = *arguments.iter().find(|var| is_array(var))?;
    let named = |words: &[&str]| {
        let mut given = called.parameter_names.iter().zip(arguments);
        let found = given.find(|(name, var)| {
            let is_told = name_words(name).iter().any(|word| words.contains(&&**word));
            is_told && matches!(literal_of(test, **var), Some(Literal::Int(_)))
        });
        found.map(|(_, var)| *var)
    };
    let (place, length) = (named(&PLACES)?, named(&LENGTHS)?);
    let number = |var: Var| match literal_of(test, var) {
        Some(Literal::Int(number)) => i128::from(*number),
        _ => 0,
    };
    let StatementKind::Array { elements } = &test.statement(array).kind else {
        return None;
    };
    let is_outside = number(place) + number(length) > elements.len() as i128;
    let is_own = [array, place, length]
        .iter()
        .all(|var| test.users(*var).len() == 1);
    let JavaType::Array(element) = cluster.ty(test.statement(array).ty).clone() else {
        return None;
    };
    let element = cluster.intern(*element);
    (is_outside && is_own && place != length).then_some(ArrayPart {
        array,
        place,
        length,
        element,
    })
}

/// The test with an array of four different elements, its own ones first; none where its elements are no plain values.
fn with_longer(test: &TestCase, part: ArrayPart, cluster: &TestCluster) -> Option<TestCase> {
    let at = usize::from(part.array.0);
    let StatementKind::Array { elements } = &test.statements[at].kind else {
        return None;
    };
    let mut all: Vars = elements.clone();
    let mut made: Vec<Statement> = Vec::new();
    for number in all.len() as i8..LONGER {
        all.push(Var((at + made.len()) as u16));
        made.push(Statement {
            ty: part.element,
            kind: StatementKind::Literal(nth(cluster.ty(part.element), number)?),
        });
    }
    let count = made.len();
    let mut changed = test.clone();
    changed.insert(at, made);
    if let StatementKind::Array { elements } = &mut changed.statements[at + count].kind {
        *elements = all;
    }
    Some(changed)
}

/// A plain value of the type, another one for each number.
fn nth(ty: &JavaType, number: i8) -> Option<Literal> {
    let JavaType::Primitive(primitive) = ty else {
        return None;
    };
    let letter = u16::from(b'a') + u16::from(number.unsigned_abs());
    Some(match primitive {
        Primitive::Byte => Literal::Byte(number + 1),
        Primitive::Short => Literal::Short(i16::from(number) + 1),
        Primitive::Int => Literal::Int(i32::from(number) + 1),
        Primitive::Long => Literal::Long(i64::from(number) + 1),
        Primitive::Float => Literal::Float(f32::from(number) + 1.0),
        Primitive::Double => Literal::Double(f64::from(number) + 1.0),
        Primitive::Char => Literal::Char(letter),
        Primitive::Boolean | Primitive::Void => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    #[test]
    fn a_part_behind_the_end_of_an_array_becomes_one_inside_of_a_longer_array() {
        let java =
            "package p; class Sink { static void write(int[] data, int offset, int length) {} }";
        let mut write = function("write", "([III)V");
        write.parameter_names = ["data", "offset", "length"].map(str::to_owned).to_vec();
        let cluster = &mut cluster_of(java, vec![class("p.Sink", vec![write])]);
        let int = JavaType::Primitive(Primitive::Int);
        let ty = cluster.intern(int.clone());
        let array = cluster.intern(JavaType::Array(Box::new(int)));
        let number = |number| Statement {
            ty,
            kind: StatementKind::Literal(Literal::Int(number)),
        };
        let empty = Statement {
            ty: array,
            kind: StatementKind::Array {
                elements: Vars::new(),
            },
        };
        let arguments = [Var(0), Var(1), Var(2)];
        let written = call(cluster, named("write", cluster), None, &arguments);
        let test = TestCase {
            statements: vec![empty, number(2), number(3), written],
        };
        let found = within_arrays(&test, cluster);
        let numbers = found[0].statements.iter().filter_map(|it| match it.kind {
            StatementKind::Literal(Literal::Int(number)) => Some(number),
            _ => None,
        });
        assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 4, 0, 4]);
        assert!(found[0].is_well_formed(cluster));
        assert_eq!(within_arrays(&found[0], cluster), []);
    }
}
