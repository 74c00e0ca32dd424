//! How a value of a type is made: takes a closed type, gives the kind of statement that makes one; finds no callable.

use crate::{ClassKind, JavaType, Primitive, TypeId};
use {super::universe::Universe, crate::cluster::jdk::allowed};

/// How values of a type come about. `null` fits every shape but `Void` and `Primitive`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// No value.
    Void,
    /// A literal.
    Primitive(Primitive),
    /// A literal that is boxed.
    Boxed(Primitive),
    /// A string literal.
    Text,
    /// A class literal: one of `TestCluster::class_literals`.
    ClassLiteral,
    /// An array of this element type.
    Array(TypeId),
    /// An enum: its constants are generators.
    Enum,
    /// An interface or abstract class: generators where there are any, else a test double (`TestCluster::test_double`).
    /// One that is functional is best made as a test double.
    TestDouble,
    /// Any other class, `Object` and the like included: generators, or `TestCluster::literal_types`.
    Reference,
}

/// The shape of a type before its element type has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DescribedShape {
    /// An array.
    Array,
    /// All else.
    Plain(Shape),
}

impl Universe {
    /// The shape of the type.
    pub(crate) fn form(&self, ty: &JavaType) -> DescribedShape {
        DescribedShape::Plain(match ty {
            JavaType::Primitive(Primitive::Void) => Shape::Void,
            JavaType::Primitive(primitive) => Shape::Primitive(*primitive),
            JavaType::Array(_) => return DescribedShape::Array,
            JavaType::Variable(_) | JavaType::Wildcard { .. } => Shape::Reference,
            JavaType::Class { name, .. } => match name.as_str() {
                "java.lang.String" => Shape::Text,
                "java.lang.Class" => Shape::ClassLiteral,
                _ => match (Primitive::of_wrapper(name), self.class(name)) {
                    (Some(primitive), _) => Shape::Boxed(primitive),
                    (None, Some(class)) if class.kind == ClassKind::Enum => Shape::Enum,
                    (None, Some(class))
                        if class.modifiers.is_abstract() && !allowed::is_wide(name) =>
                    {
                        Shape::TestDouble
                    }
                    _ => Shape::Reference,
                },
            },
        })
    }
}
