//! Literals of a test and the calls that they go to: looks them up and changes single ones; judges no test.

use goalline_testcase::{
    CallableId, JavaString, Literal, PLAIN_WORDS, Statement, StatementKind, TestCase, Var, Vars,
};

/// Numbers that are tried in place of one that is equal to another of the call, in this order.
pub(super) const OTHERS: [i8; 8] = [2, 3, 5, 7, 11, -2, -3, -5];

/// What the last statement calls and passes.
pub(super) fn last_call(test: &TestCase) -> Option<(CallableId, &Vars)> {
    match &test.statements.last()?.kind {
        StatementKind::Call {
            callable,
            arguments,
            ..
        } => Some((*callable, arguments)),
        _ => None,
    }
}

pub(super) fn literal_of(test: &TestCase, var: Var) -> Option<&Literal> {
    match &test.statement(var).kind {
        StatementKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The number as a literal of the same type; none where that is none of numbers.
pub(super) fn of_type(literal: &Literal, number: i8) -> Option<Literal> {
    Some(match literal {
        Literal::Byte(_) => Literal::Byte(number),
        Literal::Short(_) => Literal::Short(number.into()),
        Literal::Int(_) => Literal::Int(number.into()),
        Literal::Long(_) => Literal::Long(number.into()),
        Literal::Float(_) => Literal::Float(number.into()),
        Literal::Double(_) => Literal::Double(number.into()),
        _ => return None,
    })
}

pub(super) fn with_literal(test: &TestCase, var: Var, literal: Literal) -> TestCase {
    let mut changed = test.clone();
    changed.statements[usize::from(var.0)].kind = StatementKind::Literal(literal);
    changed
}

/// The test with this literal as a further element of the array.
pub(super) fn with_element(
    test: &TestCase,
    array: Var,
    literal: &Literal,
    place: usize,
) -> TestCase {
    let at = usize::from(array.0);
    let mut changed = test.clone();
    let StatementKind::Array { elements } = &test.statements[at].kind else {
        return changed;
    };
    let element = Statement {
        ty: test.statement(elements[0]).ty,
        kind: StatementKind::Literal(literal.clone()),
    };
    changed.insert(at, vec![element]);
    if let StatementKind::Array { elements } = &mut changed.statements[at + 1].kind {
        elements.insert(place, array);
    }
    changed
}

/// Another value of the type that is as plain.
pub(super) fn another(literal: &Literal) -> Option<Literal> {
    match literal {
        Literal::Boolean(value) => Some(Literal::Boolean(!value)),
        Literal::Char(unit) => ["x", "y"]
            .iter()
            .map(|letter| u16::from(letter.as_bytes()[0]))
            .find(|letter| letter != unit)
            .map(Literal::Char),
        Literal::Text(text) => {
            let mut words = PLAIN_WORDS.iter().map(|word| JavaString::from(*word));
            words.find(|word| word != text).map(Literal::Text)
        }
        Literal::Class(_) => None,
        _ => OTHERS
            .iter()
            .filter_map(|number| of_type(literal, *number))
            .find(|other| other != literal),
    }
}

/// The call that a value goes to, and the position of the parameter; that of an array it is an element of.
pub(super) fn place(test: &TestCase, var: Var, depth: usize) -> Option<(CallableId, usize)> {
    const DEEPEST: usize = 2;
    let later = &test.statements[usize::from(var.0) + 1..];
    for (at, statement) in later.iter().enumerate() {
        match &statement.kind {
            StatementKind::Call {
                callable,
                arguments,
                ..
            } => {
                let position = arguments.iter().position(|one| *one == var);
                if let Some(position) = position {
                    return Some((*callable, position));
                }
            }
            StatementKind::Array { elements } if elements.contains(&var) && depth < DEEPEST => {
                let array = Var((usize::from(var.0) + 1 + at) as u16);
                return place(test, array, depth + 1);
            }
            _ => {}
        }
    }
    None
}
