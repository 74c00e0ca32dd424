//! Conditions that held in a run, for names: takes them with the act, gives the words of those that are true of the
//! arguments that a reader sees.

use goalline_testcase::{Literal, StatementKind};

use crate::{
    assertions::facts::Facts,
    naming::{
        expressions::{Expression, parse},
        phrases::{Phrase, phrase},
    },
};

/// A condition of the source, and how it came out wherever it was evaluated in the run of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionText {
    /// The condition as written, local variables by what they stand for.
    pub text: String,
    /// How it came out.
    pub outcome: bool,
    /// Whether its names mean what the arguments are called: the method is the one that was called, and it gives its
    /// parameters no other values. Else the name tells it only where the arguments show that it is so.
    pub is_sure: bool,
    /// Whether it decided how the call ended.
    pub decided: bool,
}

/// What names may tell of a run.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    /// Conditions that set the run apart, the most telling first.
    pub(crate) telling: Vec<Phrase>,
    /// Those that only say what is usual, or what something is not.
    pub(crate) usual: Vec<Phrase>,
}

/// The conditions that a name may tell, in their order.
pub(crate) fn phrases(facts: &Facts<'_>, conditions: &[ConditionText]) -> Phrases {
    let mut found = Phrases::default();
    for condition in conditions {
        let Some(expression) = parse(&condition.text) else {
            continue;
        };
        if condition.outcome
            && let Some(name) = null_that_is_called_empty(facts, &expression)
        {
            found
                .telling
                .extend(phrase(&format!("{name} == null"), true));
            continue;
        }
        let shown = truth(facts, &expression);
        let is_so = shown.map_or(condition.is_sure, |shown| shown == condition.outcome);
        if !is_so {
            continue;
        }
        if let Some(phrase) = phrase(&condition.text, condition.outcome)
            && !found.telling.contains(&phrase)
            && !found.usual.contains(&phrase)
        {
            let is_usual = phrase.is_usual() || (phrase.is_negation() && !condition.decided);
            if is_usual {
                &mut found.usual
            } else {
                &mut found.telling
            }
            .push(phrase);
        }
    }
    found
}

/// The argument that is `null` where a helper says that it is empty or blank: the reader sees `null`.
fn null_that_is_called_empty<'e>(facts: &Facts<'_>, expression: &'e Expression) -> Option<&'e str> {
    let Expression::Call {
        name, arguments, ..
    } = expression
    else {
        return None;
    };
    let [Expression::Name(argument_name)] = &arguments[..] else {
        return None;
    };
    let is_null = argument(facts, argument_name) == Some(ArgumentValue::Null);
    (is_null && matches!(name.as_str(), "isEmpty" | "isBlank" | "isNullOrEmpty"))
        .then_some(argument_name)
}

/// What an expression is worth with the arguments of the act.
#[derive(Clone, Debug, PartialEq)]
enum ArgumentValue {
    Null,
    Truth(bool),
    Number(f64),
    Text(Vec<u16>),
    /// An array of so many elements.
    Array(usize),
    /// Something that is there.
    Object,
}

/// Whether the condition is true of the arguments; none where that cannot be seen.
fn truth(facts: &Facts<'_>, expression: &Expression) -> Option<bool> {
    match worth(facts, expression)? {
        ArgumentValue::Truth(value) => Some(value),
        _ => None,
    }
}

fn worth(facts: &Facts<'_>, expression: &Expression) -> Option<ArgumentValue> {
    Some(match expression {
        Expression::Null => ArgumentValue::Null,
        Expression::Truth(value) => ArgumentValue::Truth(*value),
        Expression::Number(number) => ArgumentValue::Number(*number as f64),
        Expression::Decimal(text) => ArgumentValue::Number(text.parse().ok()?),
        Expression::Char(unit) => ArgumentValue::Number(f64::from(*unit)),
        Expression::Text(text) => ArgumentValue::Text(text.0.to_vec()),
        Expression::Name(name) => argument(facts, name)?,
        Expression::Not(inner) => ArgumentValue::Truth(!truth(facts, inner)?),
        Expression::Member { of, name } => match (worth(facts, of), name.as_str()) {
            (Some(ArgumentValue::Array(length)), "length") => ArgumentValue::Number(length as f64),
            _ => return bound(of, name),
        },
        Expression::Call {
            on,
            name,
            arguments,
        } => {
            let of = match (on, &arguments[..]) {
                (Some(on), []) => on,
                (_, [argument]) => argument,
                _ => return None,
            };
            match (worth(facts, of)?, name.as_str()) {
                (ArgumentValue::Text(text), "length") if arguments.is_empty() => {
                    ArgumentValue::Number(text.len() as f64)
                }
                (ArgumentValue::Text(text), "isEmpty") => ArgumentValue::Truth(text.is_empty()),
                _ => return None,
            }
        }
        Expression::Binary {
            operator,
            left,
            right,
        } => binary(operator, &worth(facts, left)?, &worth(facts, right)?)?,
        Expression::Index { .. } | Expression::InstanceOf { .. } => return None,
    })
}

fn bound(of: &Expression, name: &str) -> Option<ArgumentValue> {
    let Expression::Name(of) = of else {
        return None;
    };
    Some(ArgumentValue::Number(match (of.as_str(), name) {
        ("Integer", "MAX_VALUE") => f64::from(i32::MAX),
        ("Integer", "MIN_VALUE") => f64::from(i32::MIN),
        _ => return None,
    }))
}

fn argument(facts: &Facts<'_>, name: &str) -> Option<ArgumentValue> {
    let (callable, _, arguments) = facts.callable()?;
    let at = callable
        .parameter_names
        .iter()
        .position(|one| one == name)?;
    let statement = &facts.statements[usize::from(arguments.get(at)?.0)];
    Some(match &statement.kind {
        StatementKind::Null => ArgumentValue::Null,
        StatementKind::Literal(literal) => match literal {
            Literal::Byte(value) => ArgumentValue::Number(f64::from(*value)),
            Literal::Short(value) => ArgumentValue::Number(f64::from(*value)),
            Literal::Int(value) => ArgumentValue::Number(f64::from(*value)),
            // Greater numbers are not told apart here.
            Literal::Long(value) if value.unsigned_abs() < 1 << 53 => {
                ArgumentValue::Number(*value as f64)
            }
            Literal::Float(value) => ArgumentValue::Number(f64::from(*value)),
            Literal::Double(value) => ArgumentValue::Number(*value),
            Literal::Char(unit) => ArgumentValue::Number(f64::from(*unit)),
            Literal::Boolean(value) => ArgumentValue::Truth(*value),
            Literal::Text(text) => ArgumentValue::Text(text.0.to_vec()),
            Literal::Long(_) | Literal::Class(_) => return None,
        },
        StatementKind::Array { elements } => ArgumentValue::Array(elements.len()),
        StatementKind::TestDouble { .. } => ArgumentValue::Object,
        StatementKind::Call { callable, .. } => {
            let kind = facts.cluster.callable(*callable).kind;
            (kind == goalline_testcase::CallableKind::Constructor)
                .then_some(ArgumentValue::Object)?
        }
    })
}

fn binary(operator: &str, left: &ArgumentValue, right: &ArgumentValue) -> Option<ArgumentValue> {
    if let (ArgumentValue::Number(left), ArgumentValue::Number(right)) = (left, right) {
        return Some(match operator {
            "<" => ArgumentValue::Truth(left < right),
            "<=" => ArgumentValue::Truth(left <= right),
            ">" => ArgumentValue::Truth(left > right),
            ">=" => ArgumentValue::Truth(left >= right),
            "==" => ArgumentValue::Truth(left.total_cmp(right).is_eq()),
            "!=" => ArgumentValue::Truth(left.total_cmp(right).is_ne()),
            "+" => ArgumentValue::Number(left + right),
            "-" => ArgumentValue::Number(left - right),
            "*" => ArgumentValue::Number(left * right),
            _ => return None,
        });
    }
    let is_equal = match (left, right) {
        (ArgumentValue::Null, ArgumentValue::Null) => true,
        (ArgumentValue::Null, _) | (_, ArgumentValue::Null) => false,
        (ArgumentValue::Truth(left), ArgumentValue::Truth(right)) => left == right,
        _ => return None,
    };
    match operator {
        "==" => Some(ArgumentValue::Truth(is_equal)),
        "!=" => Some(ArgumentValue::Truth(!is_equal)),
        _ => None,
    }
}
