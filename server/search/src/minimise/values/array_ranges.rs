//! A part of an array that lies in it: takes a minimised test whose last call is given an array with a place and a
//! length behind its end, gives it with a part inside of a longer array, wherever the goals allow. What comes of two
//! bytes at the fifth place of an empty array nobody promises.

use goalline_testcase::{
    JavaType, Literal, Primitive, Statement, StatementKind, TestCase, TestCluster, TypeId, Var,
    Vars, name_words,
};

use super::literal_edits::{last_call, literal_of};

/// Words of the place where a part begins, and of how long it is or where it ends: those that say so in any name, and
/// those that do alone, or before *index*.
const PLACES: RangeWords = RangeWords {
    anywhere: &["off", "offset", "start", "index", "position"],
    alone: &["from", "begin", "po"],
};
const LENGTHS: RangeWords = RangeWords {
    anywhere: &["len", "length"],
    alone: &["count", "size", "n"],
};
const ENDS: RangeWords = RangeWords {
    anywhere: &[],
    alone: &["end", "to", "until"],
};

/// Words for one end of a part.
struct RangeWords {
    anywhere: &'static [&'static str],
    alone: &'static [&'static str],
}

impl RangeWords {
    fn fit(&self, name: &str) -> bool {
        const OTHERS: [&str; 3] = ["value", "find", "max"];
        let words = name_words(name);
        let is_one_of = |all: &[&str], word: &str| all.contains(&word);
        let is_alone = match &words[..] {
            [only] => is_one_of(self.alone, only),
            [first, last] => is_one_of(self.alone, first) && last == "index",
            _ => false,
        };
        let is_told = words.iter().any(|word| is_one_of(self.anywhere, word));
        let is_other = words.iter().any(|word| is_one_of(&OTHERS, word));
        !is_other && (is_alone || is_told)
    }
}

/// Elements of a longer array, with a part of it.
const LONGER: [LongerArray; 5] = [
    LongerArray::of(4, 0, 4),
    LongerArray::of(4, 1, 2),
    LongerArray::of(4, 0, 2),
    LongerArray::of(8, 0, 8),
    LongerArray::of(8, 0, 6),
];

/// A part of an array that is long enough.
struct LongerArray {
    elements: i8,
    place: i32,
    length: i32,
}

impl LongerArray {
    const fn of(elements: i8, place: i32, length: i32) -> Self {
        Self {
            elements,
            place,
            length,
        }
    }
}

/// An array that a call is given with a part of it.
#[derive(Clone, Copy)]
struct ArrayPart {
    array: Var,
    place: Var,
    length: Var,
}

/// Whether the last call is given a part of an array that does not lie in it.
pub fn passes_part_outside(test: &TestCase, cluster: &TestCluster) -> bool {
    part_outside(test, cluster).is_some()
}

/// The test with a longer array and parts inside of it.
pub(in crate::minimise) fn within_arrays(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let Some(part) = part_outside(test, cluster) else {
        return Vec::new();
    };
    let is_own = [part.array, part.place, part.length]
        .iter()
        .all(|var| test.users(*var).len() == 1);
    let JavaType::Array(element) = cluster.ty(test.statement(part.array).ty).clone() else {
        return Vec::new();
    };
    if !is_own {
        return Vec::new();
    }
    let element = cluster.intern(*element);
    let found = LONGER.iter().filter_map(|longer| {
        let mut changed = with_longer(test, part.array, element, longer.elements, cluster)?;
        // The elements that were put in front moved all that stands behind them.
        let moved = (changed.len() - test.len()) as u16;
        let array = part.array;
        for (var, number) in [(part.place, longer.place), (part.length, longer.length)] {
            let at = if var > array { var.0 + moved } else { var.0 };
            changed.statements[usize::from(at)].kind = StatementKind::Literal(Literal::Int(number));
        }
        Some(changed)
    });
    found.collect()
}

/// The array that the last call is given with a part that does not lie in it.
fn part_outside(test: &TestCase, cluster: &TestCluster) -> Option<ArrayPart> {
    let (callable, arguments) = last_call(test)?;
    let called = cluster.callable(callable);
    let is_named = called.parameter_names.len() == arguments.len();
    if !called.is_under_test || called.is_varargs || !is_named {
        return None;
    }
    let is_array = |var: &Var| matches!(test.statement(*var).kind, StatementKind::Array { .. });
    let array = *arguments.iter().find(|var| is_array(var))?;
    let named = |words: &RangeWords| {
        let mut given = called.parameter_names.iter().zip(arguments);
        let found = given.find(|(name, var)| {
            words.fit(name) && matches!(literal_of(test, **var), Some(Literal::Int(_)))
        });
        found.map(|(_, var)| *var)
    };
    let place = named(&PLACES)?;
    let ends = named(&ENDS);
    let length = ends.or_else(|| named(&LENGTHS))?;
    let number = |var: Var| match literal_of(test, var) {
        Some(Literal::Int(number)) => i128::from(*number),
        _ => 0,
    };
    let StatementKind::Array { elements } = &test.statement(array).kind else {
        return None;
    };
    let start = number(place);
    let end = if ends.is_some() { 0 } else { start } + number(length);
    let is_inside = 0 <= start && start <= end && end <= elements.len() as i128;
    (!is_inside && place != length).then_some(ArrayPart {
        array,
        place,
        length,
    })
}

/// The test with an array of so many different elements, its own ones first; none where its elements are no plain
/// values.
fn with_longer(
    test: &TestCase,
    array: Var,
    element: TypeId,
    count: i8,
    cluster: &TestCluster,
) -> Option<TestCase> {
    let at = usize::from(array.0);
    let StatementKind::Array { elements } = &test.statements[at].kind else {
        return None;
    };
    let mut all: Vars = elements.clone();
    let mut made: Vec<Statement> = Vec::new();
    for number in all.len() as i8..count {
        all.push(Var((at + made.len()) as u16));
        made.push(Statement {
            ty: element,
            kind: StatementKind::Literal(nth(cluster.ty(element), number)?),
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
    fn places_lengths_and_ends_are_known_by_names_that_say_so() {
        for name in ["offset", "targetIndexIn", "from", "fromIndex", "startPos"] {
            assert!(PLACES.fit(name), "{name}");
        }
        for name in ["length", "targetLengthIn", "count", "n"] {
            assert!(LENGTHS.fit(name), "{name}");
        }
        for name in ["to", "toIndex", "end"] {
            assert!(ENDS.fit(name), "{name}");
        }
        for name in [
            "valueToFind",
            "endIndexExclusive",
            "maxLength",
            "countOfDays",
        ] {
            assert!(!ENDS.fit(name) && !LENGTHS.fit(name), "{name}");
        }
    }

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
        assert_eq!(found.len(), 5);
        assert!(passes_part_outside(&test, cluster) && !passes_part_outside(&found[4], cluster));
    }
}
