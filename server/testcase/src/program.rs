//! Test programs: straight-line statements that each define a variable; they are data, nothing here runs or prints
//! them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{CallableId, DoubleStyle, Primitive, Shape, TypeId, bits};

/// The variable that the statement at this position defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Var(pub u16);

/// The variables that a statement uses in one place, in order. Nearly all calls pass few enough for them to lie in the
/// statement itself, so that copying a test, which the search does for every test it breeds, allocates next to nothing.
pub type Vars = SmallVec<[Var; 8]>;

/// A Java string: UTF-16 code units, lone surrogates allowed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JavaString(pub Arc<[u16]>);

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

impl JavaString {
    /// The text, lone surrogates replaced.
    pub fn to_text(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

/// A literal value. Floating values compare by their bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Literal {
    /// `boolean`
    Boolean(bool),
    /// `byte`
    Byte(i8),
    /// `short`
    Short(i16),
    /// `char`
    Char(u16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(#[serde(with = "bits::single")] f32),
    /// `double`
    Double(#[serde(with = "bits::double")] f64),
    /// `java.lang.String`
    Text(JavaString),
    /// A class literal.
    Class(TypeId),
}

impl Literal {
    /// The next number, the other answer; none of texts, characters, small and last numbers.
    pub fn next(&self) -> Option<Self> {
        Some(match self {
            Self::Boolean(value) => Self::Boolean(!value),
            Self::Int(value) => Self::Int(value.checked_add(1)?),
            Self::Long(value) => Self::Long(value.checked_add(1)?),
            Self::Float(value) => Self::Float(value + 1.0),
            Self::Double(value) => Self::Double(value + 1.0),
            _ => return None,
        })
    }

    /// The number that it is, as a floating one; none of others. Of a `long` beyond 2^53 the nearest.
    pub fn number(&self) -> Option<f64> {
        Some(match self {
            Self::Byte(value) => f64::from(*value),
            Self::Short(value) => f64::from(*value),
            Self::Int(value) => f64::from(*value),
            Self::Long(value) => *value as f64,
            Self::Float(value) => f64::from(*value),
            Self::Double(value) => *value,
            Self::Boolean(_) | Self::Char(_) | Self::Text(_) | Self::Class(_) => return None,
        })
    }

    /// The primitive type that its text has where no context changes it; none for texts and classes.
    pub fn primitive(&self) -> Option<Primitive> {
        Some(match self {
            Self::Boolean(_) => Primitive::Boolean,
            Self::Byte(_) => Primitive::Byte,
            Self::Short(_) => Primitive::Short,
            Self::Char(_) => Primitive::Char,
            Self::Int(_) => Primitive::Int,
            Self::Long(_) => Primitive::Long,
            Self::Float(_) => Primitive::Float,
            Self::Double(_) => Primitive::Double,
            Self::Text(_) | Self::Class(_) => return None,
        })
    }

    /// Whether a statement of this shape may hold it.
    pub fn has_shape(&self, shape: Shape) -> bool {
        match (self, shape) {
            (Self::Text(_), Shape::Text) | (Self::Class(_), Shape::ClassLiteral) => true,
            (_, Shape::Primitive(wanted) | Shape::Boxed(wanted)) => {
                self.primitive() == Some(wanted)
            }
            _ => false,
        }
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        use Literal::{Boolean, Byte, Char, Class, Double, Float, Int, Long, Short, Text};
        match (self, other) {
            (Boolean(a), Boolean(b)) => a == b,
            (Byte(a), Byte(b)) => a == b,
            (Short(a), Short(b)) => a == b,
            (Char(a), Char(b)) => a == b,
            (Int(a), Int(b)) => a == b,
            (Long(a), Long(b)) => a == b,
            (Float(a), Float(b)) => a.to_bits() == b.to_bits(),
            (Double(a), Double(b)) => a.to_bits() == b.to_bits(),
            (Text(a), Text(b)) => a == b,
            (Class(a), Class(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Literal {}

/// What a test double answers to one method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Method name.
    pub method: Arc<str>,
    /// JVM descriptor of the method.
    pub descriptor: Arc<str>,
    /// The variable that is returned at each call.
    pub value: Var,
    /// Whether the value, an exception, is thrown instead.
    #[serde(default)]
    pub throws: bool,
}

/// What a statement does. Variables it uses are defined by earlier statements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatementKind {
    /// A literal; boxed when the statement's type is a wrapper.
    Literal(Literal),
    /// `null` of the statement's type.
    Null,
    /// A constructor, method or field access.
    Call {
        /// What is called.
        callable: CallableId,
        /// The receiver; none for constructors and static members.
        receiver: Option<Var>,
        /// One variable per parameter; for a variable-arity callable the last one holds the array.
        arguments: Vars,
    },
    /// `new T[] { … }`; the statement's type is the array type.
    Array {
        /// The elements.
        elements: Vars,
    },
    /// An object that stands in for one of an interface or class, whose methods give the answers listed; the style
    /// says what the others do.
    #[serde(rename = "StandIn")]
    TestDouble {
        /// The answers. Several of one method come in a row, one a call; where it is asked for an object of a class the
        /// first that is of it.
        answers: Vec<Answer>,
        /// What it does beyond them.
        #[serde(default)]
        style: DoubleStyle,
        /// What the constructor of an abstract class is given, one variable a parameter; empty where that is `null`,
        /// zero and `false`, and for what has no constructor.
        #[serde(default)]
        arguments: Vars,
    },
}

/// One statement: the variable's declared type (`void` for calls that return nothing) and what is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Declared type of the variable.
    pub ty: TypeId,
    /// What it does.
    pub kind: StatementKind,
}

/// A test case: statements in order. Statement `i` defines `Var(i)`. At most `u16::MAX` statements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// The statements.
    pub statements: Vec<Statement>,
}

impl StatementKind {
    /// An object that stands in for one and gives these answers; a constructor gets `null`, zero and `false`.
    pub fn test_double(style: DoubleStyle, answers: Vec<Answer>) -> Self {
        Self::TestDouble {
            answers,
            style,
            arguments: Vars::new(),
        }
    }

    /// Whether a call that is given it may take it for nothing: `null`, a text without characters, `false`, a number
    /// that is not above zero.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Null | Self::Literal(Literal::Boolean(false)) => true,
            Self::Literal(Literal::Text(text)) => text.to_text().trim().is_empty(),
            Self::Literal(literal) => literal.number().is_some_and(|number| number <= 0.0),
            Self::Call { .. } | Self::Array { .. } | Self::TestDouble { .. } => false,
        }
    }

    /// Calls `visit` with each variable the statement uses, in order.
    pub fn visit_uses(&self, mut visit: impl FnMut(Var)) {
        match self {
            Self::Literal(_) | Self::Null => {}
            Self::Call {
                receiver,
                arguments,
                ..
            } => {
                receiver.iter().chain(arguments).for_each(|var| visit(*var));
            }
            Self::Array { elements } => elements.iter().for_each(|var| visit(*var)),
            Self::TestDouble {
                answers, arguments, ..
            } => {
                let given = answers.iter().map(|answer| &answer.value);
                given.chain(arguments).for_each(|var| visit(*var));
            }
        }
    }

    /// Calls `change` with each variable the statement uses, in order, to be replaced in place.
    pub fn visit_uses_mut(&mut self, change: impl FnMut(&mut Var)) {
        match self {
            Self::Literal(_) | Self::Null => {}
            Self::Call {
                receiver,
                arguments,
                ..
            } => {
                receiver.iter_mut().chain(arguments).for_each(change);
            }
            Self::Array { elements } => elements.iter_mut().for_each(change),
            Self::TestDouble {
                answers, arguments, ..
            } => {
                let given = answers.iter_mut().map(|answer| &mut answer.value);
                given.chain(arguments).for_each(change);
            }
        }
    }
}

impl TestCase {
    /// Number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there is no statement.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }
}

/// Whether two variables of a test are values that are made in the same way: by one call of like arguments, of like
/// elements, as one literal. Two objects that stand in for one are never the same.
pub fn made_alike(statements: &[Statement], one: Var, other: Var) -> bool {
    let kind = |var: Var| &statements[usize::from(var.0)].kind;
    let all = |ones: &[Var], others: &[Var]| {
        let mut pairs = ones.iter().zip(others);
        ones.len() == others.len() && pairs.all(|(one, other)| made_alike(statements, *one, *other))
    };
    match (kind(one), kind(other)) {
        _ if one == other => true,
        (
            StatementKind::Call {
                callable,
                receiver: None,
                arguments,
            },
            StatementKind::Call {
                callable: other_callable,
                receiver: None,
                arguments: others,
            },
        ) => callable == other_callable && all(arguments, others),
        (StatementKind::Array { elements }, StatementKind::Array { elements: others }) => {
            all(elements, others)
        }
        (StatementKind::TestDouble { .. }, _) => false,
        (one, other) => one == other,
    }
}
