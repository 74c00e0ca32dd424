//! Which value may stand where: takes two types, says whether Java lets a method be called so (JLS 5.3); creates
//! nothing.

use super::universe::Universe;
use crate::{JavaType, Primitive};

/// Nested type arguments deeper than this are taken as not assignable.
const MAX_DEPTH: usize = 12;

impl Universe {
    /// Whether a value of the one type can be passed where the other is asked for, without a cast and without a
    /// warning.
    pub(crate) fn is_assignable(&self, from: &JavaType, to: &JavaType) -> bool {
        match (from, to) {
            (JavaType::Primitive(Primitive::Void), _)
            | (_, JavaType::Primitive(Primitive::Void)) => false,
            (JavaType::Primitive(from), JavaType::Primitive(to)) => from.widens_to(*to),
            (JavaType::Primitive(from), _) => self.is_subtype(&JavaType::class(from.wrapper()), to),
            (_, JavaType::Primitive(to)) => from
                .class_name()
                .and_then(Primitive::of_wrapper)
                .is_some_and(|from| from.widens_to(*to)),
            _ => self.is_subtype(from, to),
        }
    }

    /// Whether the one reference type is a subtype of the other.
    pub(crate) fn is_subtype(&self, from: &JavaType, to: &JavaType) -> bool {
        self.is_subtype_within(from, to, MAX_DEPTH)
    }

    fn is_subtype_within(&self, from: &JavaType, to: &JavaType, depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        match (from, to) {
            (JavaType::Primitive(_), _) | (_, JavaType::Primitive(_)) => from == to,
            (JavaType::Array(from), JavaType::Array(to)) => {
                self.is_subtype_within(from, to, depth - 1)
            }
            (_, JavaType::Class { name, arguments }) => match self.as_super(from, name) {
                Some(JavaType::Class { arguments: own, .. }) => {
                    self.contains_all(&self.within_bounds(name, own), arguments, depth)
                }
                _ => false,
            },
            _ => from == to,
        }
    }

    /// The type arguments with each lone `?` as narrow as the parameter's bound makes it.
    fn within_bounds(&self, name: &str, arguments: Vec<JavaType>) -> Vec<JavaType> {
        let Some(class) = self.class(name) else {
            return arguments;
        };
        let Some(bindings) = Self::bind_arguments(class, &arguments) else {
            return arguments;
        };
        let bound = |(at, argument): (usize, JavaType)| {
            let parameter = class.type_parameters.get(at);
            let bound = parameter.and_then(|it| bindings.get(&it.name)).cloned();
            bound.unwrap_or(argument)
        };
        arguments.into_iter().enumerate().map(bound).collect()
    }

    fn contains_all(&self, own: &[JavaType], wanted: &[JavaType], depth: usize) -> bool {
        if wanted.is_empty() {
            return true;
        }
        if own.is_empty() {
            return wanted
                .iter()
                .all(|argument| *argument == JavaType::UNBOUNDED);
        }
        own.len() == wanted.len()
            && own
                .iter()
                .zip(wanted)
                .all(|(own, wanted)| self.contains(own, wanted, depth - 1))
    }

    /// Whether the type argument on the left is contained by the one on the right (JLS 4.5.1).
    fn contains(&self, own: &JavaType, wanted: &JavaType, depth: usize) -> bool {
        match (own, wanted) {
            (
                _,
                JavaType::Wildcard {
                    upper: None,
                    lower: None,
                },
            ) => true,
            (
                JavaType::Wildcard {
                    lower: Some(own), ..
                },
                JavaType::Wildcard {
                    lower: Some(wanted),
                    ..
                },
            ) => self.is_subtype_within(wanted, own, depth),
            (JavaType::Wildcard { .. }, JavaType::Wildcard { lower: Some(_), .. }) => false,
            (
                _,
                JavaType::Wildcard {
                    lower: Some(wanted),
                    ..
                },
            ) => self.is_subtype_within(wanted, own, depth),
            (
                _,
                JavaType::Wildcard {
                    upper: Some(wanted),
                    ..
                },
            ) => self.is_subtype_within(&own.clone().without_wildcard(), wanted, depth),
            _ => own == wanted,
        }
    }
}

impl Primitive {
    /// Every primitive type but `void`, in the order of their size.
    pub const VALUES: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Short,
        Self::Char,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// Whether a value of this type may be used as the other: the same or wider (JLS 5.1.2).
    pub fn widens_to(self, other: Self) -> bool {
        use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short, Void};
        match other {
            Boolean | Void | Byte | Char => self == other,
            Short => matches!(self, Byte | Short),
            Int => matches!(self, Byte | Short | Char | Int),
            Long => matches!(self, Byte | Short | Char | Int | Long),
            Float => matches!(self, Byte | Short | Char | Int | Long | Float),
            Double => !matches!(self, Boolean | Void),
        }
    }

    /// Binary name of the class that boxes it.
    pub fn wrapper(self) -> &'static str {
        match self {
            Self::Boolean => "java.lang.Boolean",
            Self::Byte => "java.lang.Byte",
            Self::Short => "java.lang.Short",
            Self::Char => "java.lang.Character",
            Self::Int => "java.lang.Integer",
            Self::Long => "java.lang.Long",
            Self::Float => "java.lang.Float",
            Self::Double => "java.lang.Double",
            Self::Void => "java.lang.Void",
        }
    }

    /// The primitive type that this class boxes.
    pub fn of_wrapper(name: &str) -> Option<Self> {
        Self::VALUES
            .into_iter()
            .find(|primitive| primitive.wrapper() == name)
    }

    /// The word in source.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Void => "void",
        }
    }
}
