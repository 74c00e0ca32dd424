//! Type variables and what they stand for: takes generic types and bindings, gives closed types; looks no class up.

use crate::{JavaType, Primitive};

/// What each type variable stands for; a binding may be a wildcard when the type it comes from has one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings(Vec<(String, JavaType)>);

impl Bindings {
    /// What the variable stands for.
    pub(crate) fn get(&self, name: &str) -> Option<&JavaType> {
        self.0
            .iter()
            .find(|(bound, _)| bound == name)
            .map(|(_, ty)| ty)
    }

    /// Binds a variable; a binding it has already wins.
    pub(crate) fn bind(&mut self, name: &str, ty: JavaType) {
        self.0.push((name.to_owned(), ty));
    }

    /// The type as a value of it is seen: exact, or where a wildcard gets in the way its nearest supertype.
    pub(crate) fn upward(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Primitive(_) => ty.clone(),
            JavaType::Variable(name) => self.get(name).unwrap_or(ty).clone(),
            JavaType::Array(element) => {
                JavaType::Array(Box::new(self.upward(element).without_wildcard()))
            }
            JavaType::Class { name, arguments } => JavaType::Class {
                name: name.clone(),
                arguments: arguments
                    .iter()
                    .map(|argument| self.upward_argument(argument))
                    .collect(),
            },
            JavaType::Wildcard { upper, lower } => JavaType::Wildcard {
                upper: upper
                    .as_ref()
                    .and_then(|bound| self.upward(bound).upper_bound())
                    .map(Box::new),
                lower: lower
                    .as_ref()
                    .and_then(|bound| self.upward(bound).lower_bound())
                    .map(Box::new),
            },
        }
    }

    fn upward_argument(&self, argument: &JavaType) -> JavaType {
        let seen = self.upward(argument);
        let is_exact = matches!(argument, JavaType::Variable(_) | JavaType::Wildcard { .. })
            || !self.meets_wildcard(argument);
        if is_exact {
            seen
        } else {
            JavaType::Wildcard {
                upper: Some(Box::new(seen)),
                lower: None,
            }
        }
    }

    /// The type as a parameter of it accepts values: exact, or a subtype of it; none where only `null` would surely do.
    pub(crate) fn downward(&self, ty: &JavaType) -> Option<JavaType> {
        match ty {
            JavaType::Variable(_) => match self.upward(ty) {
                JavaType::Wildcard { lower, .. } => lower.map(|bound| *bound),
                exact => Some(exact),
            },
            JavaType::Array(element) => Some(JavaType::Array(Box::new(self.downward(element)?))),
            JavaType::Class { name, arguments } => Some(JavaType::Class {
                name: name.clone(),
                arguments: arguments
                    .iter()
                    .map(|argument| self.downward_argument(argument))
                    .collect::<Option<_>>()?,
            }),
            JavaType::Primitive(_) | JavaType::Wildcard { .. } => Some(self.upward(ty)),
        }
    }

    fn downward_argument(&self, argument: &JavaType) -> Option<JavaType> {
        match argument {
            JavaType::Wildcard {
                upper: None,
                lower: Some(lower),
            } => {
                let lower = match self.upward(lower) {
                    JavaType::Wildcard { upper, .. } => upper.map_or_else(JavaType::object, |b| *b),
                    exact => exact,
                };
                Some(JavaType::Wildcard {
                    upper: None,
                    lower: Some(Box::new(lower)),
                })
            }
            JavaType::Wildcard {
                upper: Some(upper),
                lower: None,
            } => {
                let upper = self.downward(upper)?;
                Some(JavaType::Wildcard {
                    upper: Some(Box::new(upper)),
                    lower: None,
                })
            }
            _ if self.meets_wildcard(argument) => None,
            _ => Some(self.upward(argument)),
        }
    }

    fn meets_wildcard(&self, ty: &JavaType) -> bool {
        ty.mentions(&mut |name| matches!(self.get(name), Some(JavaType::Wildcard { .. })))
    }
}

impl JavaType {
    /// `?`
    pub const UNBOUNDED: Self = Self::Wildcard {
        upper: None,
        lower: None,
    };

    /// `Class<?>`
    pub fn any_class() -> Self {
        Self::Class {
            name: "java.lang.Class".to_owned(),
            arguments: vec![Self::UNBOUNDED],
        }
    }

    /// `java.lang.Object`
    pub fn object() -> Self {
        Self::class("java.lang.Object")
    }

    /// The class of this binary name, without type arguments.
    pub fn class(name: &str) -> Self {
        Self::Class {
            name: name.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// `void`
    pub fn void() -> Self {
        Self::Primitive(Primitive::Void)
    }

    /// An array of this type.
    #[must_use]
    pub fn array_of(self) -> Self {
        Self::Array(Box::new(self))
    }

    /// Whether a type variable that `is_meant` stands somewhere in the type.
    pub fn mentions(&self, is_meant: &mut dyn FnMut(&str) -> bool) -> bool {
        match self {
            Self::Primitive(_) => false,
            Self::Variable(name) => is_meant(name),
            Self::Array(element) => element.mentions(is_meant),
            Self::Class { arguments, .. } => arguments.iter().any(|ty| ty.mentions(is_meant)),
            Self::Wildcard { upper, lower } => [upper, lower]
                .into_iter()
                .flatten()
                .any(|ty| ty.mentions(is_meant)),
        }
    }

    /// The type with every variable's name changed.
    pub(crate) fn rename(&self, change: &dyn Fn(&str) -> Option<String>) -> Self {
        let boxed = |ty: &Option<Box<JavaType>>| ty.as_ref().map(|ty| Box::new(ty.rename(change)));
        match self {
            Self::Primitive(_) => self.clone(),
            Self::Variable(name) => Self::Variable(change(name).unwrap_or_else(|| name.clone())),
            Self::Array(element) => Self::Array(Box::new(element.rename(change))),
            Self::Class { name, arguments } => Self::Class {
                name: name.clone(),
                arguments: arguments.iter().map(|ty| ty.rename(change)).collect(),
            },
            Self::Wildcard { upper, lower } => Self::Wildcard {
                upper: boxed(upper),
                lower: boxed(lower),
            },
        }
    }

    /// The upper bound of a wildcard (`Object` when it has none); any other type itself.
    pub(crate) fn without_wildcard(self) -> Self {
        match self {
            Self::Wildcard { upper, .. } => upper.map_or_else(Self::object, |bound| *bound),
            other => other,
        }
    }

    fn upper_bound(self) -> Option<Self> {
        match self {
            Self::Wildcard { upper, .. } => upper.map(|bound| *bound),
            other => Some(other),
        }
    }

    fn lower_bound(self) -> Option<Self> {
        match self {
            Self::Wildcard { lower, .. } => lower.map(|bound| *bound),
            other => Some(other),
        }
    }

    /// The binary name of a class type.
    pub fn class_name(&self) -> Option<&str> {
        match self {
            Self::Class { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether it is a primitive type or `void`.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::Primitive(_))
    }
}
